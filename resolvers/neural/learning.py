"""How the scorer learns: the loss of a document, the way back through the scorer, and steps down it.

The loss is the negative logarithm of the probability that a mention gets a right antecedent, or none (Lee et al. 2017,
equation 8), and of whether it is a mention by the guideline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from anaphora_workbench.resolvers.neural.inputs import MENTION_VALUES, PairRows, one_hot
from anaphora_workbench.resolvers.neural.scorer import SCALE, Floats, Pass, Weights, gelu, mention_sums, score

# A mention without an antecedent counts less than one with.
WITHOUT_ANTECEDENT = 0.7
MARKED = 0.3
DROPPED = 0.2
_FEWEST, _POWER = 60, 0.7


@dataclass
class Example:
    """A document to learn from under one guideline.

    Attributes:
        states: (mentions, PLACES, numbers of a word's states) in 16 bits.
        values: numbers of the values of the mentions' features.
        right: by pair whether mention and candidate are of one entity.
        weight: of each mention's decision.
        marked: by mention whether the key has it; None where the key does not say so of single mentions.
    """

    guideline: int
    states: NDArray[np.float16]
    values: NDArray[np.int16]
    pairs: PairRows
    right: NDArray[np.bool_]
    weight: Floats
    marked: NDArray[np.bool_] | None


def loss_and_gradients(weights: Weights, example: Example, random: np.random.Generator) -> tuple[float, Weights]:
    """The loss of a document and its gradient by each of the weights."""
    states = example.states.astype(np.float32).reshape(len(example.states), -1)
    matrix = weights["states"].reshape(states.shape[1], -1)
    sums = mention_sums(weights, states @ matrix, example.values, example.guideline)
    kept = _kept(sums.shape, random)
    mentions = gelu(sums) * kept
    pairs = example.pairs
    drops = (
        _kept((len(pairs.later), weights["pair"].size), random),
        _kept((len(sums), weights["none bias"].size), random),
    )
    made = score(weights, mentions, pairs, example.guideline, drops)
    loss, by_score, by_none = _choices(made, example)
    by_marked = np.zeros(len(sums), dtype=np.float32)
    if example.marked is not None:
        signs = np.where(example.marked, -1, 1).astype(np.float32)
        loss += MARKED * float(np.logaddexp(0, signs * made.marked).sum())
        by_marked = (MARKED * signs * expit(signs * made.marked)).astype(np.float32)
    divisor = np.float32(1 / max(_FEWEST, len(sums)) ** _POWER)
    by_mention, gradients = _back(made, drops, by_score * divisor, by_none * divisor, by_marked * divisor)
    by_sum = by_mention * kept * _gelu_slope(sums)
    gradients["states"] = (states.T @ by_sum).reshape(weights["states"].shape)
    gradients["mention values"] = one_hot(example.values, MENTION_VALUES).T @ by_sum
    gradients["mention"] = by_sum.sum(axis=0)
    gradients["guideline"] = np.zeros_like(weights["guideline"])
    gradients["guideline"][example.guideline] = gradients["mention"]
    return loss * float(divisor), gradients


def _kept(shape: tuple[int, ...], random: np.random.Generator) -> Floats:
    """Factors that leave out a share of numbers (Srivastava et al. 2014)."""
    return ((random.random(shape, dtype=np.float32) >= DROPPED) / np.float32(1 - DROPPED)).astype(np.float32)


def _choices(made: Pass, example: Example) -> tuple[float, Floats, Floats]:
    """The loss of all choices, and its gradients by the scores of pairs and of none."""
    table, pairs = made.table, example.pairs
    counts = np.diff(pairs.starts)
    row = np.repeat(np.arange(len(counts)), counts)
    place = 1 + np.arange(len(row)) - pairs.starts[row]
    right = np.zeros(table.shape, dtype=np.bool_)
    right[row, place] = example.right
    right[:, 0] = ~right.any(axis=1)
    top = table.max(axis=1, keepdims=True)
    shares = np.exp(table - top)
    total = shares.sum(axis=1, keepdims=True)
    of_right = np.where(right, shares, 0)
    right_total = np.maximum(of_right.sum(axis=1, keepdims=True), np.float32(1e-30))
    loss = float((example.weight * np.log(total / right_total)[:, 0]).sum())
    slopes = (shares / total - of_right / right_total) * example.weight[:, None]
    return loss, slopes[row, place], slopes[:, 0]


def _back(
    made: Pass, drops: tuple[Floats, Floats], by_score: Floats, by_none: Floats, by_marked: Floats
) -> tuple[Floats, Weights]:
    """Gradients by the mentions and by the weights above them."""
    weights, guideline, mentions, pairs = made.weights, made.guideline, made.mentions, made.pairs
    size, number = len(mentions), len(pairs.later)
    ones, rows = np.ones(number, dtype=np.float32), np.arange(number)
    to_later = csr_array((ones, (pairs.later, rows)), shape=(size, number))
    to_earlier = csr_array((ones, (pairs.earlier, rows)), shape=(size, number))
    gradients: Weights = {}

    def at_guideline(name: str, slope: Floats) -> None:
        gradients[name] = np.zeros_like(weights[name])
        gradients[name][guideline] = slope

    # Pairs: the last line, two layers, three products.
    gradients["pair score"] = made.top.T @ by_score
    at_guideline("pair score by guideline", gradients["pair score"])
    line = weights["pair score"] + weights["pair score by guideline"][guideline]
    by_top = np.outer(by_score, line) * (made.top > 0)
    gradients["pair top"] = made.hidden.T @ by_top
    gradients["pair top bias"] = by_top.sum(axis=0)
    by_hidden = (by_top @ weights["pair top"].T) * drops[0] * (made.hidden > 0)
    gradients["pair values"] = made.values.T @ by_hidden
    gradients["pair"] = by_hidden.sum(axis=0)
    later, earlier = mentions[pairs.later], mentions[pairs.earlier]
    gradients["both"] = (later * earlier).T @ by_hidden
    by_both = by_hidden @ weights["both"].T
    scaled = by_score[:, None] * SCALE
    by_likeness = to_later @ (scaled * earlier)
    by_mention = to_later @ (by_both * earlier) + by_likeness @ weights["likeness"].T
    by_mention += to_earlier @ (by_both * later + scaled * made.likeness[pairs.later])
    gradients["likeness"] = mentions.T @ by_likeness
    for name, gathered in (("later", to_later @ by_hidden), ("earlier", to_earlier @ by_hidden)):
        gradients[name] = mentions.T @ gathered
        by_mention += gathered @ weights[name].T
    # None, and whether it is a mention: one layer each.
    own = weights["none score by guideline"][guideline]
    gradients["none score"] = made.hidden_none.T @ by_none
    at_guideline("none score by guideline", np.r_[gradients["none score"], by_none.sum()])
    by_hidden_none = np.outer(by_none, weights["none score"] + own[:-1]) * drops[1] * (made.hidden_none > 0)
    at_guideline("marked score", np.r_[made.hidden_marked.T @ by_marked, by_marked.sum()])
    by_hidden_marked = np.outer(by_marked, weights["marked score"][guideline, :-1]) * (made.hidden_marked > 0)
    for name, slope in (("none", by_hidden_none), ("marked", by_hidden_marked)):
        gradients[name] = mentions[pairs.mentions].T @ slope
        gradients[f"{name} bias"] = slope.sum(axis=0)
        by_mention[pairs.mentions] += slope @ weights[name].T
    return by_mention, gradients


def _gelu_slope(sums: Floats) -> Floats:
    from scipy.special import ndtr

    slope: Floats = (ndtr(sums) + sums * np.exp(-sums * sums / 2) * np.float32((2 * np.pi) ** -0.5)).astype(np.float32)
    return slope


class AdamW:
    """Steps of Loshchilov & Hutter (2019), algorithm 2, with the gradient's length held to 1."""

    rate, first, second, tiny, decay = 1.2e-3, 0.9, 0.999, 1e-8, 0.01

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._means = {name: np.zeros_like(of_name) for name, of_name in weights.items()}
        self._squares = {name: np.zeros_like(of_name) for name, of_name in weights.items()}
        self.steps = 0

    def step(self, gradients: Mapping[str, Floats], pace: float) -> None:
        """One step.

        Args:
            pace: factor of the rate.
        """
        self.steps += 1
        length = sum(float(np.vdot(slope, slope)) for slope in gradients.values()) ** 0.5
        shortened = np.float32(min(1.0, 1.0 / (length + 1e-6)))
        rate = self.rate * pace
        correction = (1 - self.second**self.steps) ** 0.5 / (1 - self.first**self.steps)
        for name, slope in gradients.items():
            weights, mean, square = self.weights[name], self._means[name], self._squares[name]
            slope = slope * shortened
            mean += (1 - self.first) * (slope - mean)
            square += (1 - self.second) * (slope * slope - square)
            weights *= np.float32(1 - rate * self.decay)
            weights -= np.float32(rate * correction) * mean / (np.sqrt(square) + np.float32(self.tiny))
