"""What a feature table says of all pairs of a document; lines about entities are filled in while it is read."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.learned.feature_table import Line
from anaphora_workbench.resolvers.learned.pairs import Pairs

BIAS = "bias"
NOTHING: Mapping[str, float] = MappingProxyType({})


class Reading:
    """The codes of the lines of a table for each pair, and of further lines for each mention alone.

    Attributes:
        pair_codes: lines × pairs; those of lines that ask for entities once ``look`` was there.
        alone_codes: lines × mentions of ``pairs.mentions``.

    Args:
        codes: what they are kept as; one byte where no line has more than 256 values.

    Raises:
        ValueError: a line has more values than that.
    """

    def __init__(
        self, pairs: Pairs, lines: Sequence[Line], alone: Sequence[Line], codes: type[np.integer[Any]] = np.int32
    ) -> None:
        most = int(np.iinfo(codes).max) + 1
        for line in (*lines, *alone):
            if line.size > most:
                raise ValueError(f"{line.name!r} has {line.size} values; expected at most {most}")
        self.pairs = pairs
        self.lines, self.alone = lines, alone
        self.pair_codes = np.zeros((len(lines), len(pairs)), dtype=codes)
        for number, line in enumerate(lines):
            if not line.asks_entities:
                self.pair_codes[number] = pairs.joint(line)
        own = Pairs(pairs.table, pairs.mentions, [[mention] for mention in pairs.mentions])
        self.alone_codes = np.zeros((len(alone), len(pairs.mentions)), dtype=codes)
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


class Scores(Protocol):
    """Scores of the same pairs by something else than lines, and what they are the sums of."""

    def scores(self, mention: int, state: EntityState) -> NDArray[np.float64]: ...
    def score_of_none(self, mention: int) -> float: ...
    def fired(self, row: int) -> Fired: ...
    def fired_alone(self, mention: int) -> Fired: ...


class Weighed:
    """A reading with weights: the score of each candidate, and of taking none.

    Attributes:
        voices: how many scores those are the mean of.

    Args:
        conjunctions: their scores, which have an equal say.
    """

    def __init__(
        self,
        reading: Reading,
        pair_weights: Sequence[NDArray[np.float64]],
        alone_weights: Sequence[NDArray[np.float64]],
        conjunctions: Scores | None = None,
    ) -> None:
        self.reading = reading
        self._conjunctions = conjunctions
        self.voices = 1 if conjunctions is None else 2
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
        return total if self._conjunctions is None else (total + self._conjunctions.scores(mention, state)) / 2

    def score_of_none(self, mention: int) -> float:
        """Score of taking no candidate."""
        score = float(self._alone[self.reading.number(mention)])
        return score if self._conjunctions is None else (score + self._conjunctions.score_of_none(mention)) / 2

    def fired(self, row: int) -> Fired:
        """What a pair's score is the sum of."""
        fired = Fired(lambda: zip(self.reading.lines, self.reading.pair_codes, self.pair_weights, strict=True), row)
        return fired if self._conjunctions is None else MeanOfFired(fired, self._conjunctions.fired(row))

    def fired_alone(self, mention: int, bias: float) -> Fired:
        """What the score of taking no candidate is the sum of.

        Args:
            bias: added to it.
        """
        number = self.reading.number(mention)
        added = {BIAS: bias} if bias else NOTHING

        def fired() -> Iterable[tuple[Line, NDArray[np.int32], NDArray[np.float64]]]:
            return zip(self.reading.alone, self.reading.alone_codes, self.alone_weights, strict=True)

        if self._conjunctions is None:
            return Fired(fired, number, added)
        return MeanOfFired(Fired(fired, number), self._conjunctions.fired_alone(mention), added=added)


class Fired(Mapping[str, float]):
    """The features of one row that have a weight, by name; worked out when somebody asks.

    Args:
        added: what is no feature's.
    """

    __slots__ = ("_added", "_lines", "_row", "_weights")

    def __init__(
        self,
        lines: Callable[[], Iterable[tuple[Line, NDArray[np.int32], NDArray[np.float64]]]],
        row: int,
        added: Mapping[str, float] = NOTHING,
    ) -> None:
        self._lines, self._row, self._added = lines, row, added
        self._weights: dict[str, float] | None = None

    def _worked_out(self) -> dict[str, float]:
        if self._weights is None:
            self._weights = {
                line.with_value(int(codes[self._row])): float(weights[codes[self._row]])
                for line, codes, weights in self._lines()
                if weights[codes[self._row]]
            } | dict(self._added)
        return self._weights

    def __getitem__(self, name: str) -> float:
        return self._worked_out()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._worked_out())

    def __len__(self) -> int:
        return len(self._worked_out())

    def items(self) -> ItemsView[str, float]:
        # A mapping's own would look every name up again.
        return self._worked_out().items()


class MeanOfFired(Fired):
    """The means of what fired in two sums; a feature that one has not counts as 0 there.

    Args:
        voices: how many sums the first is the mean of.
        added: what is no feature's.
    """

    __slots__ = ("_both", "_voices")

    def __init__(self, first: Fired, second: Fired, voices: int = 1, added: Mapping[str, float] = NOTHING) -> None:
        super().__init__(lambda: (), 0, added)
        self._both, self._voices = (first, second), voices

    def _worked_out(self) -> dict[str, float]:
        if self._weights is None:
            first, second = (fired._worked_out() for fired in self._both)
            voices = self._voices
            self._weights = {
                name: (voices * first.get(name, 0.0) + second.get(name, 0.0)) / (voices + 1)
                for name in (*first, *second)
            } | dict(self._added)
        return self._weights
