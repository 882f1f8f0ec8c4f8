"""The overlap of the entities of key and response: the sparse table that the cluster metrics read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property

from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.evaluation.assignment.assignment import Components, best_assignment

Entities = Sequence[Sequence[Hashable]]


class Contingency:
    """Sizes of key and response entities and of their overlaps (metrics.md, section 17).

    Attributes:
        key_sizes, response_sizes: mentions in each entity.
        rows, columns, overlaps: one entry for each pair of entities with common mentions:
            number of the key entity, of the response entity, and how many mentions they share.
    """

    def __init__(
        self, key_sizes: list[int], response_sizes: list[int], rows: list[int], columns: list[int], overlaps: list[int]
    ) -> None:
        self.key_sizes = key_sizes
        self.response_sizes = response_sizes
        self.rows = rows
        self.columns = columns
        self.overlaps = overlaps
        self._similarities: dict[str, ExactSum] = {}

    @classmethod
    def of(cls, key: Entities, response: Entities) -> Contingency:
        """The table of two partitions, neither of which repeats a mention."""
        entity_of = {mention: number for number, entity in enumerate(key) for mention in entity}
        find = entity_of.get
        rows: list[int] = []
        columns: list[int] = []
        overlaps: list[int] = []
        for column, entity in enumerate(response):
            if len(entity) == 1:
                for mention in entity:
                    row = find(mention)
                    if row is not None:
                        rows.append(row)
                        columns.append(column)
                        overlaps.append(1)
                continue
            shared: dict[int, int] = {}
            for row in map(find, entity):
                if row is not None:
                    shared[row] = shared.get(row, 0) + 1
            rows.extend(shared)
            columns.extend([column] * len(shared))
            overlaps.extend(shared.values())
        return cls([len(entity) for entity in key], [len(entity) for entity in response], rows, columns, overlaps)

    @cached_property
    def transposed(self) -> Contingency:
        """The same with key and response exchanged."""
        other = Contingency(self.response_sizes, self.key_sizes, self.columns, self.rows, self.overlaps)
        other._similarities = self._similarities
        return other

    @cached_property
    def _components(self) -> Components:
        return Components(self.rows, self.columns)

    @cached_property
    def key_mentions(self) -> int:
        return sum(self.key_sizes)

    @cached_property
    def response_mentions(self) -> int:
        return sum(self.response_sizes)

    @cached_property
    def common_mentions(self) -> int:
        return sum(self.overlaps)

    def best_similarity(self, name: str, similarity: Callable[[int, int, int], tuple[int, int]]) -> ExactSum:
        """The largest total similarity of a one-to-one map between key and response entities (Luo 2005).

        Args:
            name: of the similarity; the result is kept under it.
            similarity: numerator and denominator from overlap, key size and response size; symmetric.
        """
        if name not in self._similarities:
            components = self._components
            terms = {cell: self._term(cell, similarity) for component in components.larger for cell in component}
            weights = {cell: numerator / denominator for cell, (numerator, denominator) in terms.items()}
            total: dict[int, int] = {}
            for cell in best_assignment(self.rows, self.columns, weights, components):
                numerator, denominator = terms[cell] if cell in terms else self._term(cell, similarity)
                total[denominator] = total.get(denominator, 0) + numerator
            self._similarities[name] = ExactSum(total)
        return self._similarities[name]

    def _term(self, cell: int, similarity: Callable[[int, int, int], tuple[int, int]]) -> tuple[int, int]:
        return similarity(self.overlaps[cell], self.key_sizes[self.rows[cell]], self.response_sizes[self.columns[cell]])
