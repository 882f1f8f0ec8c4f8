"""How the entities of key and response overlap: the sparse table that the cluster metrics read."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property

from evaluation.exact import ExactSum

Entities = Sequence[Sequence[Hashable]]


class Contingency:
    """Sizes of key and response entities and of their overlaps (metrics.md, section 17).

    Attributes:
        key_sizes, response_sizes: mentions in each entity.
        rows, columns, overlaps: one entry for each pair of entities with common mentions:
            number of the key entity, of the response entity, and how many mentions they share.
    """

    def __init__(
        self,
        key_sizes: list[int],
        response_sizes: list[int],
        rows: list[int],
        columns: list[int],
        overlaps: list[int],
    ) -> None:
        self.key_sizes = key_sizes
        self.response_sizes = response_sizes
        self.rows = rows
        self.columns = columns
        self.overlaps = overlaps
        self._similarities: dict[str, ExactSum] = {}

    @classmethod
    def of(cls, key: Entities, response: Entities) -> Contingency:
        """The table of two partitions, in which no mention stands twice on one side."""
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
            terms = [
                similarity(shared, self.key_sizes[row], self.response_sizes[column])
                for row, column, shared in zip(self.rows, self.columns, self.overlaps, strict=True)
            ]
            weights = [numerator / denominator for numerator, denominator in terms]
            total: dict[int, int] = {}
            for cell in best_assignment(self.rows, self.columns, weights):
                numerator, denominator = terms[cell]
                total[denominator] = total.get(denominator, 0) + numerator
            self._similarities[name] = ExactSum(total)
        return self._similarities[name]


def best_assignment(rows: Sequence[int], columns: Sequence[int], weights: Sequence[float]) -> Iterable[int]:
    """Which cells of a sparse table to choose, at most one in each row and column, for the largest total weight.

    Rows and columns that share no cell never compete, so each connected component is solved by itself:
    a star by its heaviest cell, anything larger by ``scipy.optimize.linear_sum_assignment``.

    Args:
        rows, columns, weights: one entry for each cell, all weights positive.

    Returns:
        Positions of the chosen cells.
    """
    in_column: dict[int, list[int]] = {}
    in_row: dict[int, list[int]] = {}
    for cell, (row, column) in enumerate(zip(rows, columns, strict=True)):
        in_row.setdefault(row, []).append(cell)
        in_column.setdefault(column, []).append(cell)
    chosen: list[int] = []
    seen: set[int] = set()
    for first, first_cells in in_row.items():
        if first in seen:
            continue
        if len(first_cells) == 1 and len(in_column[columns[first_cells[0]]]) == 1:
            chosen.append(first_cells[0])
            continue
        seen.add(first)
        waiting = [first]
        component: list[int] = []
        its_columns: set[int] = set()
        while waiting:
            for cell in in_row[waiting.pop()]:
                component.append(cell)
                column = columns[cell]
                if column in its_columns:
                    continue
                its_columns.add(column)
                for other in in_column[column]:
                    row = rows[other]
                    if row not in seen:
                        seen.add(row)
                        waiting.append(row)
        if len(its_columns) == 1 or len({rows[cell] for cell in component}) == 1:
            chosen.append(max(component, key=weights.__getitem__))
        else:
            chosen.extend(_solved(component, rows, columns, weights))
    return chosen


def _solved(
    component: list[int], rows: Sequence[int], columns: Sequence[int], weights: Sequence[float]
) -> Iterable[int]:
    # Imported here: scipy.optimize takes longer to load than most comparisons take to compute.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    row_place = {row: place for place, row in enumerate(dict.fromkeys(rows[cell] for cell in component))}
    column_place = {column: place for place, column in enumerate(dict.fromkeys(columns[cell] for cell in component))}
    dense = np.zeros((len(row_place), len(column_place)))
    cell_at = {}
    for cell in component:
        place = row_place[rows[cell]], column_place[columns[cell]]
        dense[place] = weights[cell]
        cell_at[place] = cell
    for place in zip(*(side.tolist() for side in linear_sum_assignment(dense, maximize=True)), strict=True):
        if place in cell_at:
            yield cell_at[place]
