"""A ranker: a feature table with its weights."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.learning.feature_table import Line, Weights, line_of_weights
from anaphora_workbench.resolvers.learning.pairs import Pairs, Window
from anaphora_workbench.resolvers.learning.reading import Reading, Weighed


@dataclass(frozen=True)
class RankerTable:
    """The feature table of one ranker.

    Attributes:
        name: of the mentions that it ranks candidates for.
        window: which mentions are candidates.
        pairs: lines about mention and candidate.
        alone: lines about the mention alone, for taking no candidate; without any some candidate is always taken.
        often: how many mentions need a word, or pairs a path, for it to have weights.
        least: how many pairs a combination of values needs for a weight.
        prior: one over the variance of the Gaussian prior.
        smallest: weights nearer to 0 are left out of the model.
        most: how many weights there may be; None for no limit.
        costs: added while learning to the score of a wrong candidate, of a candidate for a mention that takes none,
            and of taking none for a mention that has an antecedent (Durrett & Klein 2013).
    """

    name: str
    window: Window
    pairs: tuple[str, ...]
    alone: tuple[str, ...] = ()
    often: int = 20
    least: int = 20
    prior: float = 1.0
    smallest: float = 0.0
    most: int | None = None
    costs: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Ranker:
    """A feature table with weights.

    Attributes:
        pairs, alone: by line and value the weight.
    """

    table: RankerTable
    pairs: Weights
    alone: Weights

    @cached_property
    def _pairs(self) -> tuple[list[Line], list[NDArray[np.float64]]]:
        return _with_weights(self.pairs)

    @cached_property
    def _alone(self) -> tuple[list[Line], list[NDArray[np.float64]]]:
        return _with_weights(self.alone)

    def take_weights(self) -> None:
        """Make arrays of the weights.

        Raises:
            ValueError: a value that there is not, or a line for taking none that asks for a candidate.
        """
        _ = self._pairs
        for line in self._alone[0]:
            line.require_of_mention()

    def weigh(self, pairs: Pairs) -> Weighed:
        """The scores of a document's pairs."""
        (lines, weights), (alone, alone_weights) = self._pairs, self._alone
        return Weighed(Reading(pairs, lines, alone), weights, alone_weights)

    @property
    def size(self) -> int:
        """Number of weights."""
        return sum(len(of_line) for weights in (self.pairs, self.alone) for of_line in weights.values())


def _with_weights(weights: Weights) -> tuple[list[Line], list[NDArray[np.float64]]]:
    lines = [line_of_weights(name, of_line) for name, of_line in weights.items()]
    return lines, [line.weights(weights[line.name]) for line in lines]
