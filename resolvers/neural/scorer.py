"""The scorer: a mention as 256 numbers, a pair of them as one, and *none* beside; what is learnt over a frozen encoder.

Each guideline has a vector that is added to mentions, and a last line of its own for pairs, for *none* and for what it
counts as a mention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.neural.inputs import MENTION_VALUES, PAIR_VALUES, PLACES, PairRows, one_hot

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
GUIDELINES = ("gum", "ontonotes", "litbank")
MENTION, PAIR, PAIR_TOP, ALONE = 256, 160, 80, 128
SCALE = np.float32(MENTION**-0.5)


def shapes(states: int) -> dict[str, tuple[int, ...]]:
    """Name and shape of all weights.

    Args:
        states: numbers in the states of one word.
    """
    guidelines = len(GUIDELINES)
    return {
        "states": (PLACES, states, MENTION),
        "mention values": (MENTION_VALUES, MENTION),
        "guideline": (guidelines, MENTION),
        "mention": (MENTION,),
        "later": (MENTION, PAIR),
        "earlier": (MENTION, PAIR),
        "both": (MENTION, PAIR),
        "pair values": (PAIR_VALUES, PAIR),
        "pair": (PAIR,),
        "pair top": (PAIR, PAIR_TOP),
        "pair top bias": (PAIR_TOP,),
        "pair score": (PAIR_TOP,),
        "pair score by guideline": (guidelines, PAIR_TOP),
        "likeness": (MENTION, MENTION),
        "none": (MENTION, ALONE),
        "none bias": (ALONE,),
        "none score": (ALONE,),
        "none score by guideline": (guidelines, ALONE + 1),
        "marked": (MENTION, ALONE),
        "marked bias": (ALONE,),
        "marked score": (guidelines, ALONE + 1),
    }


def shapes_of_means() -> dict[str, tuple[int, ...]]:
    """Name and shape of what a model keeps of its training data besides."""
    return {"mean states": (MENTION,), "mean mention values": (MENTION_VALUES,), "mean pair values": (PAIR_VALUES,)}


# Small at first, or 0; of the other matrices the standard deviation is one over the root of what they sum over.
_SMALL = ("mention values", "pair values")
_ZERO = ("guideline", "pair score by guideline", "none score by guideline")
_SMALL_DEVIATION = 0.05


def first_weights(states: int, random: np.random.Generator) -> Weights:
    """Weights before anything was learnt."""
    weights = {}
    for name, shape in shapes(states).items():
        if name in _ZERO or (len(shape) == 1 and not name.endswith("score")):
            weights[name] = np.zeros(shape, dtype=np.float32)
            continue
        sums = PLACES * shape[1] if name == "states" else shape[-1] if name.endswith("score") else shape[0]
        deviation = _SMALL_DEVIATION if name in _SMALL else sums**-0.5
        weights[name] = (random.standard_normal(shape) * deviation).astype(np.float32)
    return weights


def gelu(values: Floats) -> Floats:
    """Hendrycks & Gimpel (2016)."""
    from scipy.special import erf  # lists of resolvers start faster without

    smooth: Floats = (values * 0.5 * (1 + erf(values * np.float32(2**-0.5)))).astype(np.float32)
    return smooth


@dataclass
class Pass:
    """What the scorer makes of some pairs of a document, with what the way back needs.

    Attributes:
        mentions: (mentions of the document, MENTION). pairs: of the mentions that are asked about.
        scores: of pairs. none: of taking none, by mention asked. marked: by mention asked, before the logistic.
    """

    weights: Weights
    guideline: int
    mentions: Floats
    pairs: PairRows
    values: Floats
    hidden: Floats
    top: Floats
    scores: Floats
    likeness: Floats
    hidden_none: Floats
    none: Floats
    hidden_marked: Floats
    marked: Floats

    @cached_property
    def table(self) -> Floats:
        """Scores as (mentions asked, 1 + candidates), none first, -inf where there is no candidate."""
        counts = np.diff(self.pairs.starts)
        width = 1 + int(counts.max(initial=0))
        table = np.full((len(counts), width), -np.inf, dtype=np.float32)
        table[:, 0] = self.none
        row = np.repeat(np.arange(len(counts)), counts)
        table[row, 1 + np.arange(len(self.scores)) - self.pairs.starts[row]] = self.scores
        return table


def mention_sums(weights: Mapping[str, Floats], projected: Floats, values: NDArray[np.int16], guideline: int) -> Floats:
    """Sums of mentions before their non-linearity.

    Args:
        projected: their states times the weights of states.
        values: numbers of their features' values.
    """
    of_values = one_hot(values, MENTION_VALUES) @ weights["mention values"]
    sums: Floats = projected + of_values + weights["guideline"][guideline] + weights["mention"]
    return sums


def score(
    weights: Weights, mentions: Floats, pairs: PairRows, guideline: int, kept: tuple[Floats, Floats] | None = None
) -> Pass:
    """The scores of pairs.

    Args:
        mentions: after their non-linearity.
        kept: while learning, factors that leave out numbers of pairs and of *none*.
    """
    asked = pairs.mentions
    values = one_hot(pairs.values, PAIR_VALUES)
    scores, hidden, top, likeness = pair_scores(
        weights, mentions, pairs.later, pairs.earlier, values, guideline, None if kept is None else kept[0]
    )
    hidden_none = np.maximum(mentions[asked] @ weights["none"] + weights["none bias"], 0)
    if kept is not None:
        hidden_none *= kept[1]
    own = weights["none score by guideline"][guideline]
    none = hidden_none @ (weights["none score"] + own[:-1]) + own[-1]
    hidden_marked = np.maximum(mentions[asked] @ weights["marked"] + weights["marked bias"], 0)
    marked = hidden_marked @ weights["marked score"][guideline, :-1] + weights["marked score"][guideline, -1]
    return Pass(
        weights, guideline, mentions, pairs, values, hidden, top, scores, likeness, hidden_none, none, hidden_marked,
        marked,
    )  # fmt: skip


def pair_scores(
    weights: Weights,
    mentions: Floats,
    later: Codes,
    earlier: Codes,
    values: Floats,
    guideline: int,
    kept: Floats | None = None,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Scores of pairs, and what they were computed by: hidden and top layer, likeness.

    Args:
        later, earlier: rows of the mentions. values: of the pairs' features, (pairs, PAIR_VALUES).
    """
    hidden = values @ weights["pair values"]
    hidden += (mentions @ weights["later"])[later]
    hidden += (mentions @ weights["earlier"])[earlier]
    hidden += (mentions[later] * mentions[earlier]) @ weights["both"]
    hidden += weights["pair"]
    np.maximum(hidden, 0, out=hidden)
    if kept is not None:
        hidden *= kept
    top = np.maximum(hidden @ weights["pair top"] + weights["pair top bias"], 0)
    likeness = mentions @ weights["likeness"]
    scores = top @ (weights["pair score"] + weights["pair score by guideline"][guideline])
    scores += np.einsum("pn,pn->p", likeness[later], mentions[earlier]) * SCALE
    return scores, hidden, top, likeness
