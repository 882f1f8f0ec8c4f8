"""Formulas: scores computed from the counts of a tally, by the names of the counts.

A formula is written once, as names. The score is computed from it exactly; intervals and tests compute from the
same names the figures of thousands of tallies at once, as matrices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from anaphora_workbench.evaluation.arithmetic.exact import Exact
from anaphora_workbench.evaluation.arithmetic.scores import Average, Ratio, Result, Score, score

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

Tally = dict[Hashable, Exact]
# The value that holds for each option, by its name.
Options = Mapping[str, Any]
Names = tuple[Hashable, ...]


class Formula(ABC):
    """A score as a function of a tally, for one tally and for many."""

    @abstractmethod
    def __call__(self, tally: Tally, options: Options | None = None) -> Result:
        """The score of a tally; a count that it lacks is 0."""

    @abstractmethod
    def figures(self, sums: Callable[[Names], Matrix]) -> Matrix:
        """The figures of many tallies, (tallies,).

        Args:
            sums: for names of counts the sum of these counts in each tally, (tallies,).
        """


@dataclass(frozen=True)
class RatioOf(Formula):
    """The sum of some counts over the sum of others, 0 where that is 0."""

    above: Names
    below: Names

    def __call__(self, tally: Tally, options: Options | None = None) -> Ratio:
        return Ratio(*self.of(tally))

    def of(self, tally: Tally) -> tuple[Exact, Exact]:
        """Numerator and denominator."""
        return _sum(tally, self.above), _sum(tally, self.below)

    def figures(self, sums: Callable[[Names], Matrix]) -> Matrix:
        return _divided(sums(self.above), sums(self.below))


@dataclass(frozen=True)
class F1Of(Formula):
    """Recall, precision and their harmonic mean, which is the figure."""

    recall: RatioOf
    precision: RatioOf

    def __call__(self, tally: Tally, options: Options | None = None) -> Score:
        return score(self.recall.of(tally), self.precision.of(tally))

    def figures(self, sums: Callable[[Names], Matrix]) -> Matrix:
        recall, precision = self.recall.figures(sums), self.precision.figures(sums)
        return _divided(2 * recall * precision, recall + precision)

    def of_part(self, part: Hashable) -> F1Of:
        """The same of counts that stand in a tally as pairs of this part and their name."""

        def named(ratio: RatioOf) -> RatioOf:
            return RatioOf(tuple((part, name) for name in ratio.above), tuple((part, name) for name in ratio.below))

        return F1Of(named(self.recall), named(self.precision))


@dataclass(frozen=True)
class MeanOf(Formula):
    """The mean of the figures of several formulas."""

    parts: tuple[Formula, ...]

    def __call__(self, tally: Tally, options: Options | None = None) -> Average:
        return Average(sum(part(tally, options).figure for part in self.parts) / len(self.parts))

    def figures(self, sums: Callable[[Names], Matrix]) -> Matrix:
        figures = [part.figures(sums) for part in self.parts]
        return sum(figures[1:], figures[0]) / len(figures)


def _sum(tally: Tally, names: Names) -> Exact:
    total = tally.get(names[0], 0)
    for name in names[1:]:
        total = total + tally.get(name, 0)
    return total


def _divided(above: Matrix, below: Matrix) -> Matrix:
    import numpy as np

    return np.divide(above, below, out=np.zeros_like(above), where=below != 0)
