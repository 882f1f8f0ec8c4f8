"""What each reason has to do with a score: the mean of what it adds over all orders in which reasons can be known.

These are Shapley values (1953), as Lundberg & Lee (2017) explain predictions with them: they add up to the score. A
reason that is not known has its mean over the training data: of the words themselves the mean of all mentions.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import FEATURES
from anaphora_workbench.resolvers.features.feature import Flags
from anaphora_workbench.resolvers.neural.inputs import (
    MENTION_FEATURES,
    MENTION_VALUES,
    PAIR_FEATURES,
    PAIR_VALUES,
    PairRows,
    one_hot,
    sizes_of,
)
from anaphora_workbench.resolvers.neural.scorer import Floats, Weights, gelu, pair_scores
from anaphora_workbench.resolvers.words import IS, MEANING, OTHER, REASONS, WORDS_AND_NAMES, FeatureWords, Words

Values = NDArray[np.int16]
NO_FACT = "in this context"
KNOWN = tuple(reason for reason in REASONS if reason != OTHER)
NOTHING_KNOWN = f"{OTHER}{IS}before anything is known"
AS_A_WHOLE = f"{OTHER}{IS}not taken apart"
WORDS = Words(features={reason: FeatureWords("", reason) for reason in KNOWN})


def _columns(names: Sequence[str], reason: str, further: Sequence[int] = ()) -> list[bool]:
    """Which columns of one-hot features count for a reason; types of both, which stand last, are words and names."""
    of_features = [
        FEATURES[name].words.reason == reason
        for name, size in zip(names, sizes_of(names), strict=True)
        for _ in range(size)
    ]
    return of_features + [reason == WORDS_AND_NAMES] * (sum(further) if further else 0)


_OF_MENTION = {reason: np.array(_columns(MENTION_FEATURES, reason)) for reason in KNOWN}
_OF_PAIR = {
    reason: np.array(_columns(PAIR_FEATURES, reason, [PAIR_VALUES - sum(sizes_of(PAIR_FEATURES))])) for reason in KNOWN
}
_SUBSETS = [frozenset(known) for number in range(len(KNOWN) + 1) for known in combinations(KNOWN, number)]


def shares(
    scorers: Sequence[Weights], guideline: int, vectors: Floats, values: Values, pairs: PairRows, least: float
) -> list[Mapping[str, float]]:
    """The share of each reason in the scores of candidates.

    Args:
        scorers: whose mean score it is. vectors: by scorer those of all mentions. values: of the mentions' features.
        pairs: of one mention.
        least: what is taken off each score, that of taking none.

    Returns:
        For each candidate the points by reason and what it was of, which add up to its score.
    """
    parts = [
        _of_scorer(weights, guideline, of_scorer, values, pairs)
        for weights, of_scorer in zip(scorers, vectors, strict=True)
    ]
    nothing = np.mean([nothing for nothing, _ in parts], axis=0) - least
    points = {reason: np.mean([of_reason[reason] for _, of_reason in parts], axis=0) for reason in KNOWN}
    facts = [_facts(row) for row in pairs.values]
    return [
        {NOTHING_KNOWN: float(nothing[place])}
        | {f"{reason}{IS}{facts[place].get(reason, NO_FACT)}": float(points[reason][place]) for reason in KNOWN}
        for place in range(len(pairs.earlier))
    ]


def _of_scorer(
    weights: Weights, guideline: int, vectors: Floats, values: Values, pairs: PairRows
) -> tuple[Floats, dict[str, Floats]]:
    """Scores of the candidates where nothing is known, and the points of each reason."""
    positions = np.r_[pairs.mentions, pairs.earlier]
    later, earlier = np.zeros(len(pairs.earlier), dtype=np.intp), 1 + np.arange(len(pairs.earlier))
    of_mentions, of_pairs = one_hot(values[positions], MENTION_VALUES), one_hot(pairs.values, PAIR_VALUES)
    scores = {}
    for known in _SUBSETS:
        states = vectors[positions] if MEANING in known else weights["mean states"]
        mention_values = np.where(_known(_OF_MENTION, known), of_mentions, weights["mean mention values"])
        sums = states + mention_values @ weights["mention values"] + weights["guideline"][guideline]
        mentions = gelu(sums + weights["mention"])
        pair_values = np.where(_known(_OF_PAIR, known), of_pairs, weights["mean pair values"])
        scores[known] = pair_scores(weights, mentions, later, earlier, pair_values, guideline)[0]
    size = len(KNOWN)
    points = {reason: np.zeros(len(later)) for reason in KNOWN}
    for known in _SUBSETS:
        share = factorial(len(known)) * factorial(size - len(known) - 1) / factorial(size) if len(known) < size else 0
        for reason in KNOWN:
            if reason not in known:
                points[reason] += share * (scores[known | {reason}] - scores[known])
    return scores[frozenset()], {reason: value.astype(np.float32) for reason, value in points.items()}


def _known(columns: Mapping[str, Flags], known: frozenset[str]) -> Flags:
    some = np.zeros(next(iter(columns.values())).shape, dtype=np.bool_)
    for reason in known:
        some |= columns[reason]
    return some


def _facts(numbers: NDArray[np.int16]) -> dict[str, str]:
    """What the features of a pair say, by reason."""
    told: dict[str, list[str]] = {}
    first = 0
    for name, size, number in zip(PAIR_FEATURES, sizes_of(PAIR_FEATURES), numbers.tolist(), strict=False):
        value = (FEATURES[name].values or ())[number - first]
        first += size
        if value:
            told.setdefault(FEATURES[name].words.reason, []).append(name if value == "yes" else f"{name} {value}")
    return {reason: ", ".join(of_reason) for reason, of_reason in told.items()}
