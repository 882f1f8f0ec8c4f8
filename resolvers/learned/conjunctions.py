"""Conjunctions: a few conditions on features, with a weight for each way in which they turn out together.

``sentences >= 1``, ``candidate.function = SUBJ`` and ``entity size >= 3`` are asked of every candidate, and each of
the eight combinations of answers has a weight; the sum of those of all conjunctions is a score. They are decision trees
that ask one condition in all nodes of a level (Kohavi & Li 1995, oblivious trees); ``boosting.py`` learns them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.learned.feature_table import JOINED_BY, Line, line_named
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.learned.reading import Fired, Reading

_FROM_ON, _EQUALS = " >= ", " = "
_CONDITIONS, _WEIGHTS = "if", "weights"
_MOST_VALUES = 256
# As many mentions are looked at together as take little memory; a sum may depend on that in its last digit.
_TOGETHER = 1000
# Before what a trace names.
_OF_CONJUNCTIONS = "conjunctions: "
# What a trace has for a value that no condition asks for: a word that is none of those, and a feature that is silent.
_ANOTHER_WORD, _SILENT = "another", "–"


@dataclass(frozen=True)
class Condition:
    """What is asked of a feature.

    Attributes:
        part: the feature, as lines of a feature table have it.
        value: the name of one of its values.
        from_on: whether later values will do, too; only for a feature whose values have an order.
    """

    part: str
    value: str
    from_on: bool = False

    def __str__(self) -> str:
        return f"{self.part}{_FROM_ON if self.from_on else _EQUALS}{self.value}"


def condition_of(text: str) -> Condition:
    """A condition as a model file has it. Raises ValueError if it is none."""
    signs = [(text.index(sign), sign) for sign in (_FROM_ON, _EQUALS) if sign in text]
    if not signs:
        raise ValueError(f"{text!r} is no condition; expected a feature, = or >=, and a value")
    _, first = min(signs)
    part, _, value = text.partition(first)
    return Condition(part, value, first == _FROM_ON)


@dataclass(frozen=True)
class Conjunction:
    """Conditions with a weight for each combination of answers: the first condition has the greatest place value."""

    conditions: tuple[Condition, ...]
    weights: tuple[float, ...]

    @property
    def means(self) -> list[float]:
        """By node of the tree the mean of the weights below it: node 1 is the root, 2n and 2n + 1 the halves of n."""
        weights = np.array(self.weights)
        levels = range(len(self.conditions) + 1)
        return [0.0, *(mean for level in levels for mean in weights.reshape(2**level, -1).mean(axis=1).tolist())]


class ConjunctionArrays:
    """Conjunctions that are asked of one kind of rows, as arrays.

    Attributes:
        lines: a line for each feature that they ask; codes are given in this order.

    Raises:
        ValueError: a feature or a value that there is not, or more values of a feature than a byte can tell apart.
    """

    def __init__(self, conjunctions: Sequence[Conjunction]) -> None:
        self.conjunctions = tuple(conjunctions)
        words: dict[str, set[str]] = defaultdict(set)
        for conjunction in self.conjunctions:
            for condition in conjunction.conditions:
                words[condition.part].add(condition.value)
        self.lines = [line_named(part, {part: values}) for part, values in sorted(words.items())]
        for line in self.lines:
            if line.size > _MOST_VALUES:
                raise ValueError(f"{line.name!r} has {line.size} values; expected at most {_MOST_VALUES}")
        number_of = {line.name: number for number, line in enumerate(self.lines)}
        asked: dict[Condition, int] = {}
        deepest = max((len(conjunction.conditions) for conjunction in self.conjunctions), default=0)
        places = []
        for conjunction in self.conjunctions:
            of_conditions = [asked.setdefault(condition, len(asked)) for condition in conjunction.conditions]
            # -1 is the row of answers that are all no, with which what has fewer conditions begins.
            places.append([-1] * (deepest - len(of_conditions)) + of_conditions)
        self._places = np.array(places, dtype=np.intp).reshape(len(places), deepest)
        self._asked = (
            np.array([number_of[condition.part] for condition in asked], dtype=np.intp),
            np.array([_code(self.lines[number_of[condition.part]], condition) for condition in asked], dtype=np.uint8),
            np.array([condition.from_on for condition in asked], dtype=np.bool_),
        )
        sizes = [len(conjunction.weights) for conjunction in self.conjunctions]
        self._first = np.cumsum([0, *sizes])[:-1].astype(np.intp)
        self._weights = np.array([weight for conjunction in self.conjunctions for weight in conjunction.weights])
        self._names: dict[tuple[int, int], str] = {}

    @cached_property
    def _movements(self) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """How far each condition moves the sum, and which line it asks.

        Returns:
            combinations of answers × places: the movements; conjunctions × places: numbers of lines, their count where
            a conjunction has no condition at a place.
        """
        number_of = {line.name: number for number, line in enumerate(self.lines)}
        deepest = self._places.shape[1]
        moved = np.zeros((len(self._weights), deepest))
        asks = np.full((len(self.conjunctions), deepest), len(self.lines), dtype=np.intp)
        for number, (conjunction, first) in enumerate(zip(self.conjunctions, self._first.tolist(), strict=True)):
            depth, means = len(conjunction.conditions), np.array(conjunction.means)
            answers, node = np.arange(2**depth), np.ones(2**depth, dtype=np.intp)
            for place, condition in enumerate(conjunction.conditions, start=1):
                below = 2 * node + (answers >> (depth - place) & 1)
                moved[first : first + 2**depth, deepest - depth + place - 1] = means[below] - means[node]
                asks[number, deepest - depth + place - 1] = number_of[condition.part]
                node = below
        return moved, asks

    @cached_property
    def _mean(self) -> float:
        """The mean of all weights of each conjunction, summed."""
        mean = 0.0
        for conjunction in self.conjunctions:
            mean += conjunction.means[1]
        return mean

    @cached_property
    def _in_order(self) -> list[int]:
        """Numbers of the lines in the order in which conditions ask for them first."""
        asks = self._movements[1].ravel().tolist()
        return [number for number in dict.fromkeys(asks) if number < len(self.lines)]

    def sums(self, codes: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The sum of the weights for each row.

        Args:
            codes: lines × rows.
        """
        if not self.conjunctions:
            return np.zeros(codes.shape[1])
        total: NDArray[np.float64] = self._weights[self._first[:, None] + self._answers(codes)].sum(axis=0)
        return total

    def _answers(self, codes: NDArray[np.uint8]) -> NDArray[np.intp]:
        """Number of the combination of answers, conjunctions × rows."""
        lines, wanted, from_on = self._asked
        values, wanted = codes[lines], wanted[:, None]
        holds = np.where(from_on[:, None], values >= wanted, values == wanted)
        holds = np.vstack([holds, np.zeros((1, codes.shape[1]), dtype=np.bool_)])
        answers = np.zeros((len(self.conjunctions), codes.shape[1]), dtype=np.intp)
        for place in range(self._places.shape[1]):
            answers = answers * 2 + holds[self._places[:, place]]
        return answers

    def shares(self, codes: NDArray[np.uint8]) -> dict[str, float]:
        """By feature with its value how far its conditions move the sum of one row.

        A condition moves it by the difference that its answer makes to the mean of the weights which those before it
        leave; what no condition moves is the mean of all weights.

        Args:
            codes: of each line.
        """
        if not self.conjunctions:
            return {}
        moved, asks = self._movements
        chosen = moved[self._first + self._answers(codes[:, None])[:, 0]]
        # One after the other, so that the last digits are those of the sum by hand.
        sums = np.bincount(asks.ravel(), chosen.ravel(), len(self.lines) + 1).tolist()
        of_lines = {self._named(number, int(codes[number])): sums[number] for number in self._in_order if sums[number]}
        return {f"{_OF_CONJUNCTIONS}mean": self._mean, **of_lines} if self._mean else of_lines

    def _named(self, number: int, code: int) -> str:
        """What a share is called: a feature with its value."""
        if (number, code) not in self._names:
            line = self.lines[number]
            self._names[number, code] = f"{_OF_CONJUNCTIONS}{line.name} = {line.value(code) or _unnamed(line)}"
        return self._names[number, code]


def _unnamed(line: Line) -> str:
    return _ANOTHER_WORD if line.parts[0].feature.is_open else _SILENT


def _code(line: Line, condition: Condition) -> int:
    """Code of a condition's value.

    Raises:
        ValueError: the feature has no such value, or its values have no order.
    """
    (part,) = line.parts
    if condition.value not in part.values or not condition.value:
        raise ValueError(f"feature {condition.part!r} has no value {condition.value!r}")
    if condition.from_on and not part.feature.is_ordered:
        raise ValueError(f"the values of feature {condition.part!r} have no order; expected = instead of >=")
    return part.values.index(condition.value)


@dataclass(frozen=True)
class Conjunctions:
    """Those of a ranker.

    Attributes:
        pairs: asked of each candidate. alone: asked of the mention alone, for taking no candidate.
    """

    pairs: tuple[Conjunction, ...]
    alone: tuple[Conjunction, ...]

    @cached_property
    def arrays(self) -> tuple[ConjunctionArrays, ConjunctionArrays]:
        """Both as arrays. Raises ValueError for a feature or value that there is not, or that is not the mention's."""
        of_pairs, alone = ConjunctionArrays(self.pairs), ConjunctionArrays(self.alone)
        for line in alone.lines:
            line.require_of_mention()
        return of_pairs, alone

    def weigh(self, pairs: Pairs) -> WeighedConjunctions:
        """The scores of a document's pairs."""
        return WeighedConjunctions(pairs, *self.arrays)

    @property
    def size(self) -> int:
        """Number of weights."""
        return sum(len(conjunction.weights) for conjunction in (*self.pairs, *self.alone))

    def as_learnt(self) -> dict[str, Any]:
        """As a model file has them."""
        return {"pairs": list(map(_as_learnt, self.pairs)), "alone": list(map(_as_learnt, self.alone))}


def _as_learnt(conjunction: Conjunction) -> dict[str, Any]:
    return {_CONDITIONS: JOINED_BY.join(map(str, conjunction.conditions)), _WEIGHTS: list(conjunction.weights)}


def of_learnt(learnt: Mapping[str, Any]) -> Conjunctions:
    """Conjunctions of a model file.

    Raises:
        ValueError: a condition that is none, or other weights than one for each combination of answers.
    """
    sides = learnt["pairs"], learnt["alone"]
    if not all(isinstance(side, list) for side in sides):
        raise ValueError("conjunctions are not in a list")
    of_pairs, alone = (tuple(map(_of_learnt, side)) for side in sides)
    return Conjunctions(of_pairs, alone)


def _of_learnt(learnt: Mapping[str, Any]) -> Conjunction:
    conditions = tuple(map(condition_of, learnt[_CONDITIONS].split(JOINED_BY)))
    weights = learnt[_WEIGHTS]
    if not isinstance(weights, list) or any(type(weight) not in (int, float) for weight in weights):
        raise ValueError(f"the weights of {learnt[_CONDITIONS]!r} are no list of numbers")
    if len(weights) != 2 ** len(conditions):
        raise ValueError(f"{len(weights)} weights of {len(conditions)} conditions; expected two to that power")
    return Conjunction(conditions, tuple(map(float, weights)))


class WeighedConjunctions:
    """The conjunctions of a ranker over a document's pairs."""

    def __init__(self, pairs: Pairs, of_pairs: ConjunctionArrays, alone: ConjunctionArrays) -> None:
        self._of_pairs, self._of_alone = of_pairs, alone
        self.reading = Reading(pairs, of_pairs.lines, alone.lines, np.uint8)
        codes = self.reading.alone_codes
        blocks = [alone.sums(codes[:, first : first + _TOGETHER]) for first in range(0, codes.shape[1], _TOGETHER)]
        self._none = np.concatenate([np.zeros(0), *blocks])

    def scores(self, mention: int, state: EntityState) -> NDArray[np.float64]:
        """Score of each candidate of a mention, in the order of its pairs."""
        self.reading.look(mention, state)
        return self._of_pairs.sums(self.reading.pair_codes[:, self.reading.rows(mention)])

    def score_of_none(self, mention: int) -> float:
        """Score of taking no candidate."""
        return float(self._none[self.reading.number(mention)])

    def fired(self, row: int) -> Fired:
        """What a pair's score is the sum of."""
        return _Shares(lambda: self._of_pairs.shares(self.reading.pair_codes[:, row]))

    def fired_alone(self, mention: int) -> Fired:
        """What the score of taking no candidate is the sum of."""
        number = self.reading.number(mention)
        return _Shares(lambda: self._of_alone.shares(self.reading.alone_codes[:, number]))


class _Shares(Fired):
    """What conditions move, worked out when somebody asks."""

    __slots__ = ("_of",)

    def __init__(self, of: Callable[[], dict[str, float]]) -> None:
        super().__init__(lambda: (), 0)
        self._of = of

    def _worked_out(self) -> dict[str, float]:
        if self._weights is None:
            self._weights = self._of()
        return self._weights
