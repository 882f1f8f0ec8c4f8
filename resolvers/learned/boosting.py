"""Boosting: conjunctions learnt one after another, each from what those before it leave unexplained.

The loss is that of ``log_linear.py`` without the prior. Each round chooses conditions one after another, that which
explains most of the loss's slope in all combinations so far, on a part of the choices and of the features; all choices
then give every combination the weight of one damped Newton step. Source: Friedman (2001, section 4); weights and gains
by the second derivative as in Chen & Guestrin (2016, equations 5 and 7); one condition for all nodes of a level as in
Prokhorenkova et al. (2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.uint8]
# The number of a line, a code of it, and the weights of the combinations of answers.
Grown = tuple[list[tuple[int, int]], list[float]]
_TINY = 1e-300
_LEAST_CURVATURE = 1e-6
# Candidates whose slope is smaller hardly say which condition to ask.
_SMALLEST_SLOPE = 0.004
# What a further condition has to explain: more than sums of floating-point numbers err by.
_LEAST_GAIN = 1e-6
# Fewer choices for each conjunction would be learnt by heart.
_CHOICES_FOR_ONE = 10


@dataclass(frozen=True)
class Boosting:
    """How conjunctions are learnt.

    Attributes:
        rounds: how many for candidates, and as many for taking none; fewer where there is little to learn from.
        conditions, conditions_alone: in each.
        rate: share of a Newton step that is taken.
        prior: added to each combination's curvature, so that rare ones have small weights.
        features, choices: share of the features and of the choices that conditions are chosen from.
        words, words_alone: how many values of an open feature, the most frequent ones, can be asked for.
    """

    rounds: int = 300
    conditions: int = 5
    conditions_alone: int = 3
    rate: float = 0.1
    prior: float = 20.0
    features: float = 0.5
    choices: float = 0.5
    words: int = 60
    words_alone: int = 150


@dataclass(frozen=True)
class Asked:
    """The features of rows.

    Attributes:
        codes: lines × rows. sizes: by line the number of its values.
        ordered: by line whether its values have an order, so that conditions ask from which one on.
        silent: by line and code whether the value says nothing and cannot be asked for.
    """

    codes: Codes
    sizes: Sequence[int]
    ordered: Sequence[bool]
    silent: Sequence[NDArray[np.bool_]]


@dataclass(frozen=True)
class Candidates:
    """The choices to learn from, as ``log_linear.Choices`` has them.

    Attributes:
        starts: first row of each choice. right, costs: of each candidate. none_right, none_costs: of each choice.
    """

    starts: NDArray[np.intp]
    right: NDArray[np.bool_]
    costs: Numbers
    none_right: NDArray[np.bool_]
    none_costs: Numbers


def boost(
    pairs: Asked, alone: Asked, given: Candidates, boosting: Boosting, seed: int
) -> tuple[list[Grown], list[Grown]]:
    """Conjunctions for candidates and for taking none.

    Args:
        pairs: features of the candidates. alone: those of the choices.
        seed: start of what parts of choices and features are taken.
    """
    random = np.random.default_rng(seed)
    choice_of = np.repeat(np.arange(len(given.starts)), np.diff(np.r_[given.starts, len(given.right)]))
    total, none = given.costs.copy(), given.none_costs.copy()
    of_pairs: list[Grown] = []
    of_alone: list[Grown] = []
    for _ in range(min(boosting.rounds, len(given.starts) // _CHOICES_FOR_ONE)):
        slopes, slopes_none, curves, curves_none = _derivatives(total, none, given, choice_of)
        drawn = random.random(len(given.starts)) < boosting.choices
        lines, lines_alone = (_drawn_lines(random, asked, boosting.features) for asked in (pairs, alone))
        rows = np.flatnonzero(drawn[choice_of] & (np.abs(slopes) > _SMALLEST_SLOPE))
        conditions = _conditions(pairs, slopes[rows], curves[rows], rows, lines, boosting.conditions, boosting.prior)
        if conditions:
            of_pairs.append(_weigh(pairs, conditions, slopes, curves, boosting, total))
        rows = np.flatnonzero(drawn)
        conditions = _conditions(
            alone, slopes_none[rows], curves_none[rows], rows, lines_alone, boosting.conditions_alone, boosting.prior
        )
        if conditions:
            of_alone.append(_weigh(alone, conditions, slopes_none, curves_none, boosting, none))
    return of_pairs, of_alone


def _weigh(
    asked: Asked,
    conditions: list[tuple[int, int]],
    slopes: Numbers,
    curves: Numbers,
    boosting: Boosting,
    scores: Numbers,
) -> Grown:
    """Conditions with the weights of their combinations, which are added to the scores of all rows."""
    answers, size = _answers(asked, conditions), 2 ** len(conditions)
    step = _sums(answers, slopes, size) / (_sums(answers, curves, size) + boosting.prior)
    weights = boosting.rate * step
    scores += weights[answers]
    return conditions, weights.tolist()


def _derivatives(
    total: Numbers, none: Numbers, given: Candidates, choice_of: NDArray[np.intp]
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """How the likelihood grows with each candidate's score and with that of none, and how much less the next time."""
    top = np.maximum(np.maximum.reduceat(total, given.starts), none)
    likely, likely_none = np.exp(total - top[choice_of]), np.exp(none - top)
    right, right_none = np.where(given.right, likely, 0.0), np.where(given.none_right, likely_none, 0.0)
    of_all = np.add.reduceat(likely, given.starts) + likely_none
    of_right = np.maximum(np.add.reduceat(right, given.starts) + right_none, _TINY)
    share, share_none = likely / of_all[choice_of], likely_none / of_all
    return (
        right / of_right[choice_of] - share,
        right_none / of_right - share_none,
        np.maximum(share * (1 - share), _LEAST_CURVATURE),
        np.maximum(share_none * (1 - share_none), _LEAST_CURVATURE),
    )


def _drawn_lines(random: np.random.Generator, asked: Asked, share: float) -> list[int]:
    """Numbers of some lines: that share of them, at least one."""
    number = len(asked.sizes)
    return sorted(random.choice(number, max(1, int(number * share)), replace=False).tolist()) if number else []


def _conditions(
    asked: Asked,
    slopes: Numbers,
    curves: Numbers,
    rows: NDArray[np.intp],
    lines: Sequence[int],
    most: int,
    prior: float,
) -> list[tuple[int, int]]:
    """Line and code of the conditions that explain most of the slopes of some rows, one after another.

    Args:
        slopes, curves: of these rows. most: conditions; fewer where no further one explains anything.
    """
    codes = {line: asked.codes[line][rows] for line in lines}
    answers = np.zeros(len(rows), dtype=np.intp)
    conditions: list[tuple[int, int]] = []
    sums = {line: _by_value(answers, codes[line], asked.sizes[line], 1, slopes, curves) for line in lines}
    explained = float(_explained(_sums(answers, slopes, 1), _sums(answers, curves, 1), prior).sum())
    while len(conditions) < most:
        best, found = explained + _LEAST_GAIN, (-1, -1)
        for line in lines:
            gain = _explained_by(sums[line], asked.ordered[line], prior)
            gain[asked.silent[line]] = -np.inf
            code = int(gain.argmax())
            if gain[code] > best:
                best, found = float(gain[code]), (line, code)
        if found[0] < 0:
            break
        conditions.append(found)
        holds = _holds(asked, codes[found[0]], *found)
        if len(conditions) < most:
            # The sums of the smaller part tell those of the other, of which they are the rest.
            fewer = int(2 * np.count_nonzero(holds) <= len(holds))
            part = np.flatnonzero(holds == bool(fewer))
            of_part, combinations = (answers[part], slopes[part], curves[part]), 2 ** (len(conditions) - 1)
            for line in lines:
                size = asked.sizes[line]
                few = _by_value(of_part[0], codes[line][part], size, combinations, *of_part[1:])
                halves = np.empty((2, combinations, 2, size))
                halves[:, :, fewer], halves[:, :, 1 - fewer] = few, sums[line] - few
                sums[line] = halves.reshape(2, 2 * combinations, size)
        answers = answers * 2 + holds
        size = 2 ** len(conditions)
        explained = float(_explained(_sums(answers, slopes, size), _sums(answers, curves, size), prior).sum())
    return conditions


def _by_value(
    answers: NDArray[np.intp], codes: Codes, size: int, combinations: int, slopes: Numbers, curves: Numbers
) -> Numbers:
    """Sums of slopes and curves by combination of answers and value of a line: 2 × combinations × values."""
    place = answers * size + codes
    sums = [_sums(place, numbers, combinations * size) for numbers in (slopes, curves)]
    return np.stack(sums).reshape(2, combinations, size)


def _explained_by(sums: Numbers, ordered: bool, prior: float) -> Numbers:
    """What a condition for each value of a line would explain in all combinations of answers.

    Args:
        sums: as ``_by_value`` has them.
    """
    all_slope, all_curve = sums.sum(axis=2, keepdims=True)
    slope, curve = np.cumsum(sums[:, :, ::-1], axis=2)[:, :, ::-1] if ordered else sums
    # A sum found as a rest may be less than 0 by what floating-point numbers err.
    holds = _explained(slope, np.maximum(curve, 0.0), prior)
    gain: Numbers = (holds + _explained(all_slope - slope, np.maximum(all_curve - curve, 0.0), prior)).sum(axis=0)
    return gain


def _sums(places: NDArray[np.intp], numbers: Numbers, size: int) -> Numbers:
    """The sum of the numbers at each place."""
    return np.bincount(places, numbers, size).astype(np.float64, copy=False)


def _explained(slope: Numbers, curve: Numbers, prior: float) -> Numbers:
    """What a Newton step explains of a combination's slope (Chen & Guestrin 2016, equation 6, twice its amount)."""
    explained: Numbers = slope**2 / (curve + prior)
    return explained


def _holds(asked: Asked, codes: NDArray[np.integer], line: int, code: int) -> NDArray[np.bool_]:
    return codes >= code if asked.ordered[line] else codes == code


def _answers(asked: Asked, conditions: Sequence[tuple[int, int]]) -> NDArray[np.intp]:
    """Number of each row's combination of answers."""
    answers = np.zeros(asked.codes.shape[1], dtype=np.intp)
    for line, code in conditions:
        answers = answers * 2 + _holds(asked, asked.codes[line], line, code)
    return answers
