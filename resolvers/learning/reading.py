"""The features of all pairs of a document; those of entities are filled in while it is read."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.learning.feature_table import Line
from anaphora_workbench.resolvers.learning.pairs import Pairs


class Reading:
    """The codes of the lines of a table for each pair, and of further lines for each mention alone.

    Attributes:
        pair_codes: lines × pairs; those of lines that ask for entities once ``look`` was there.
        alone_codes: lines × mentions of ``pairs.mentions``.
    """

    def __init__(self, pairs: Pairs, lines: Sequence[Line], alone: Sequence[Line]) -> None:
        self.pairs = pairs
        self.lines, self.alone = lines, alone
        self.pair_codes = np.zeros((len(lines), len(pairs)), dtype=np.int32)
        for number, line in enumerate(lines):
            if not line.asks_entities:
                self.pair_codes[number] = pairs.joint(line)
        own = Pairs(pairs.table, pairs.mentions, [[mention] for mention in pairs.mentions])
        self.alone_codes = np.zeros((len(alone), len(pairs.mentions)), dtype=np.int32)
        for number, line in enumerate(alone):
            self.alone_codes[number] = own.joint(line)
        self._group = {mention: (number, rows) for number, (mention, rows) in enumerate(pairs.groups())}
        self._asking = [
            (
                self.pair_codes[number],
                line,
                [None if part.feature.over == "entity" else pairs.codes(part) for part in line.parts],
            )
            for number, line in enumerate(lines)
            if line.asks_entities
        ]

    def rows(self, mention: int) -> slice:
        """The pairs of a mention."""
        return self._group[mention][1]

    def number(self, mention: int) -> int:
        """Place of a mention among those of the pairs."""
        return self._group[mention][0]

    def look(self, mention: int, state: EntityState) -> None:
        """Fill in what the entities so far say of a mention's candidates."""
        if not self._asking:
            return
        rows = self.rows(mention)
        entities = state.of[self.pairs.earlier[rows]]
        # Several readings of the same pairs ask the same of an entity.
        for filled, line, known in self._asking:
            codes = []
            for part, of_pairs in zip(line.parts, known, strict=True):
                if of_pairs is not None:
                    codes.append(of_pairs[rows])
                    continue
                codes.append(state.told(part.feature, mention, entities, self.pairs))
            filled[rows] = line.joint(codes)


class Weighed:
    """A reading with weights: the score of each candidate, and of taking none."""

    def __init__(
        self,
        reading: Reading,
        pair_weights: Sequence[NDArray[np.float64]],
        alone_weights: Sequence[NDArray[np.float64]],
    ) -> None:
        self.reading = reading
        self.pair_weights, self.alone_weights = pair_weights, alone_weights
        self._fixed = np.zeros(len(reading.pairs))
        self._asking = []
        for line, codes, weights in zip(reading.lines, reading.pair_codes, pair_weights, strict=True):
            if line.asks_entities:
                self._asking.append((codes, weights))
            else:
                self._fixed += weights[codes]
        self._alone = np.zeros(len(reading.pairs.mentions))
        for codes, weights in zip(reading.alone_codes, alone_weights, strict=True):
            self._alone += weights[codes]

    def scores(self, mention: int, state: EntityState) -> NDArray[np.float64]:
        """Score of each candidate of a mention, in the order of its pairs."""
        self.reading.look(mention, state)
        rows = self.reading.rows(mention)
        total = self._fixed[rows].copy()
        for codes, weights in self._asking:
            total += weights[codes[rows]]
        return total

    def score_of_none(self, mention: int) -> float:
        """Score of taking no candidate."""
        return float(self._alone[self.reading.number(mention)])

    def fired(self, row: int) -> Fired:
        """The summands of a pair's score."""
        return Fired(lambda: zip(self.reading.lines, self.reading.pair_codes, self.pair_weights, strict=True), row)

    def fired_alone(self, mention: int) -> Fired:
        """The summands of the score of taking no candidate."""
        number = self.reading.number(mention)
        return Fired(lambda: zip(self.reading.alone, self.reading.alone_codes, self.alone_weights, strict=True), number)


class Fired(Mapping[str, float]):
    """The features of one row that have a weight, by name; worked out when somebody asks."""

    __slots__ = ("_lines", "_row", "_weights")

    def __init__(
        self, lines: Callable[[], Iterable[tuple[Line, NDArray[np.int32], NDArray[np.float64]]]], row: int
    ) -> None:
        self._lines, self._row = lines, row
        self._weights: dict[str, float] | None = None

    def _worked_out(self) -> dict[str, float]:
        if self._weights is None:
            self._weights = {
                line.with_value(int(codes[self._row])): float(weights[codes[self._row]])
                for line, codes, weights in self._lines()
                if weights[codes[self._row]]
            }
        return self._weights

    def __reduce__(self) -> tuple[type[dict[str, float]], tuple[dict[str, float]]]:
        return dict, (self._worked_out(),)

    def __getitem__(self, name: str) -> float:
        return self._worked_out()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._worked_out())

    def __len__(self) -> int:
        return len(self._worked_out())

    def items(self) -> ItemsView[str, float]:
        # A mapping's own would look every name up again.
        return self._worked_out().items()
