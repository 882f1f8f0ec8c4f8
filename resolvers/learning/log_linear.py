"""The conditional log-linear model over the candidates of a mention.

    P(a | m) = exp(w · f(a, m)) / Σ exp(w · f(a', m))

Taking no candidate may be one more choice, with features of the mention alone. Source: Denis & Baldridge (2008,
section 3). Where several candidates are right, the sum of their probabilities is maximised (Durrett & Klein 2013); a
Gaussian prior keeps weights small.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Columns = list[NDArray[np.int32]]
_MOST_ROUNDS = 100
_TINY = 1e-300
# The part of the weights that is kept at a time where there are too many.
_KEPT = 0.6


@dataclass
class Choices:
    """Choices among candidates, each with one candidate at least and a right answer.

    Attributes:
        columns: by line the number of each candidate's weight; weight 0 is always 0.
        starts: first row of each choice.
        right: whether each candidate is right.
        costs: added to the score of each candidate while learning, so that dear mistakes are learnt from more.
        alone: by line the number of each choice's weight for taking no candidate; None if one has to be taken.
        none_right: whether taking none is right.
        none_costs: added to the score of taking none.
    """

    columns: Columns
    starts: NDArray[np.intp]
    right: NDArray[np.bool_]
    costs: Numbers
    alone: Columns | None
    none_right: NDArray[np.bool_]
    none_costs: Numbers

    @property
    def choice_of(self) -> NDArray[np.intp]:
        """Number of each candidate's choice."""
        return np.repeat(np.arange(len(self.starts)), np.diff(np.r_[self.starts, len(self.right)]))


def _summed(columns: Columns, weights: Numbers, start: Numbers) -> Numbers:
    total = start.copy()
    for column in columns:
        total += weights[column]
    return total


def loss(weights: Numbers, choices: Choices, choice_of: NDArray[np.intp], prior: float) -> tuple[float, Numbers]:
    """Negative logarithm of the likelihood and of the prior, and its gradient.

    Args:
        choice_of: of ``choices``, worked out once.
        prior: one over the variance of the Gaussian prior.
    """
    total = _summed(choices.columns, weights, choices.costs)
    top = np.maximum.reduceat(total, choices.starts)
    if choices.alone is not None:
        none = _summed(choices.alone, weights, choices.none_costs)
        top = np.maximum(top, none)
    likely = np.exp(total - top[choice_of])
    right = np.where(choices.right, likely, 0.0)
    of_all = np.add.reduceat(likely, choices.starts)
    of_right = np.add.reduceat(right, choices.starts)
    if choices.alone is not None:
        likely_none = np.exp(none - top)
        right_none = np.where(choices.none_right, likely_none, 0.0)
        of_all = of_all + likely_none
        of_right = of_right + right_none
    of_right = np.maximum(of_right, _TINY)
    drawn = prior / 2 * float(weights @ weights)
    value = float(np.sum(np.log(of_all) - np.log(of_right))) + drawn
    residue = likely / of_all[choice_of] - right / of_right[choice_of]
    gradient = prior * weights
    for column in choices.columns:
        gradient += np.bincount(column, weights=residue, minlength=len(weights))
    if choices.alone is not None:
        residue = likely_none / of_all - right_none / of_right
        for column in choices.alone:
            gradient += np.bincount(column, weights=residue, minlength=len(weights))
    gradient[0] = 0.0
    return value, gradient


def learn(choices: Choices, size: int, prior: float, start: Numbers | None = None, most: int | None = None) -> Numbers:
    """The weights that minimise ``loss``, by L-BFGS.

    Args:
        size: number of weights, the first of which stays 0.
        prior: one over the variance of the Gaussian prior.
        start: weights to begin with.
        most: how many may be other than 0. Those that weigh least, |w| √rows, are left out a part at a time, and the
            others learnt anew.
    """
    weights = _minimised(choices, size, prior, np.zeros(size) if start is None else start)
    while most is not None and (left := np.count_nonzero(weights)) > most:
        importance = np.abs(weights) * np.sqrt(_rows_of(choices, size))
        kept = np.zeros(size, dtype=np.bool_)
        kept[np.argsort(-importance, kind="stable")[: max(most, int(left * _KEPT))]] = True
        choices = _with_only(choices, kept)
        weights = _minimised(choices, size, prior, np.where(kept, weights, 0.0))
    return weights


def _minimised(choices: Choices, size: int, prior: float, start: Numbers) -> Numbers:
    from scipy.optimize import minimize

    found = minimize(
        loss,
        start,
        (choices, choices.choice_of, prior),
        method="L-BFGS-B",
        jac=True,
        options={"maxiter": _MOST_ROUNDS, "ftol": 1e-5},
    )
    weights: Numbers = np.asarray(found.x, dtype=np.float64)
    weights[0] = 0.0
    return weights


def _rows_of(choices: Choices, size: int) -> NDArray[np.intp]:
    """How many rows each weight has."""
    rows = np.zeros(size, dtype=np.intp)
    for column in (*choices.columns, *(choices.alone or ())):
        rows += np.bincount(column, minlength=size)
    return rows


def _with_only(choices: Choices, kept: NDArray[np.bool_]) -> Choices:
    """The choices by the weights that are kept; weight 0 stands in for others."""
    number = np.where(kept, np.arange(len(kept)), 0).astype(np.int32)
    alone = None if choices.alone is None else [number[column] for column in choices.alone]
    return replace(choices, columns=[number[column] for column in choices.columns], alone=alone)
