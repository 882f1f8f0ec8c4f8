"""Relaxation labelling: each variable chooses its label by those of its neighbours (Sapena et al. 2010, section 3).

Variable i, counted from 0, has the labels 0 … i: it joins what variable l began, or begins something (l = i).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Flags

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Numbers = NDArray[np.float64]
# Figure 1: the process ends when no probability changes by more, or after so many rounds.
LEAST_CHANGE = 0.001
MOST_ROUNDS = 2000
# A variable that changes by no more is taken to stand still; rounds of all variables take five times as long.
_UNMOVED = LEAST_CHANGE / 100
# After so many rounds variables that have one label left are looked for: a look costs a tenth of a round.
_BETWEEN_LOOKS = 20


@dataclass(frozen=True)
class Labelling:
    """Where the process ended.

    Attributes:
        probability: by variable that of each label. support: by variable that of each label, by these.
        rounds: how many there were.
    """

    probability: Numbers
    support: Numbers
    rounds: int


def initial(uniform: Flags) -> Numbers:
    """The first state: to begin something is twice as probable as each other label (3.3).

    Args:
        uniform: variables for which all labels are as probable: pronouns.

    >>> initial(np.array([False, False, True])).round(2).tolist()
    [[1.0, 0.0, 0.0], [0.33, 0.67, 0.0], [0.33, 0.33, 0.33]]
    """
    labels = np.arange(1, len(uniform) + 1)
    state: Numbers = np.tril(np.repeat(1 / np.where(uniform, labels, labels + 1)[:, None], len(uniform), axis=1))
    state[np.diag_indices(len(uniform))] *= np.where(uniform, 1, 2)
    return state


def neighbours(weights: NDArray[Any], most: int) -> csr_array:
    """The edges of each variable to earlier ones that pruning leaves (3.2).

    Args:
        weights: of the edge from each variable to each earlier one.
        most: of each variable's edges half as many with the largest positive and half with the largest negative weight.
    """
    # Imported late: whoever lists the resolvers imports this module.
    from scipy.sparse import csr_array

    rows, columns = [], []
    for variable in range(len(weights)):
        of_variable = weights[variable, :variable]
        order = np.argsort(of_variable, kind="stable")
        lowest, highest = order[: most // 2], order[::-1][: most // 2]
        kept = np.r_[lowest[of_variable[lowest] < 0], highest[of_variable[highest] > 0]]
        columns.append(kept)
        rows.append(np.full(len(kept), variable))
    if not rows:
        return csr_array((0, 0))
    at = np.concatenate(rows), np.concatenate(columns)
    return csr_array((weights[at], at), shape=weights.shape)


def relax(edges: csr_array, state: Numbers, most_rounds: int = MOST_ROUNDS) -> Labelling:
    """Change all probabilities at a time by their support until none changes any more (Figure 1).

    1 + S is 0 where it would be negative. A variable is left out of a round if neither it nor a neighbour has moved in
    the one before, and for good once it has one label left: what is 0 stays 0.

    Args:
        edges: weights of each variable's edges to its neighbours.
        state: first probability of each label.
    """
    state = state.copy()
    is_neighbour = (edges != 0).astype(np.float64)
    asked, rounds, change = np.arange(len(state)), 0, 1.0
    of_asked, is_open = edges, np.ones(len(state), dtype=np.bool_)
    moved, own = np.zeros(len(state)), state.copy()
    while len(asked) and change >= LEAST_CHANGE and rounds < most_rounds:
        rounds += 1
        changed = step(own, of_asked @ state)
        state[asked] = changed
        of_each = np.abs(np.subtract(changed, own, out=own), out=own).max(axis=1)
        own = changed
        change = float(of_each.max())
        moved_before, moved = moved, np.zeros(len(state))
        moved[asked] = of_each > _UNMOVED
        looked = rounds % _BETWEEN_LOOKS == 0
        if looked:
            is_open[asked] = np.count_nonzero(changed, axis=1) > 1
        if looked or not np.array_equal(moved, moved_before):
            next_asked = np.flatnonzero((moved + is_neighbour @ moved) * is_open)
            if not np.array_equal(next_asked, asked):
                asked, of_asked = next_asked, edges[next_asked]
                own = state.take(asked, axis=0)
    return Labelling(state, edges @ state, rounds)


def step(state: Numbers, support: Numbers) -> Numbers:
    """h (1 + S), made to sum up to 1 for each variable; the array of the support is used up.

    A label's own variable has no neighbour with that label, so that some probability is left, unless it has become
    too small a number; such a variable keeps its state.
    """
    changed = np.add(support, 1, out=support)
    # To look for the smallest is five times as fast as to compare each with 0.
    if changed.size and changed.min() < 0:
        np.maximum(changed, np.zeros(changed.shape[1], changed.dtype), out=changed)
    changed *= state
    total = changed.sum(axis=1, keepdims=True)
    nothing_left = np.flatnonzero(total == 0)
    changed[nothing_left], total[nothing_left] = state[nothing_left], 1
    changed /= total
    return changed
