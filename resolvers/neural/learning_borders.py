"""How borders are learnt: the loss of a document's phrases, and the way back through their scores.

The loss of a phrase is the negative logarithm of the probability of its first word, and of its last one, among those
that may be.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.neural.borders import (
    HIDDEN,
    SIDES,
    VALUES,
    Rows,
    border_shapes,
    border_sums,
    movable,
    rows_of,
)
from anaphora_workbench.resolvers.neural.inputs import one_hot
from anaphora_workbench.resolvers.neural.scorer import Floats, Weights

_DROPPED = 0.2
_SMALL = 0.05


@dataclass
class BorderExample:
    """The phrases of a document whose borders the key has.

    Attributes:
        first, last: states at the first and the last piece of all words, in 16 bits.
        rows: by side. right: by side the row of the key's border of each phrase.
    """

    first: NDArray[np.float16]
    last: NDArray[np.float16]
    rows: dict[str, Rows]
    right: dict[str, Codes]


def border_example(
    document: TrainingDocument, guideline: int, first: NDArray[np.float16], last: NDArray[np.float16]
) -> BorderExample | None:
    """A document to learn borders from; None if none of its phrases has the head of one of the key's.

    Of several of the key's with this head the one that overlaps most counts, then the shortest.
    """
    given, mentions = document.given, document.discourse.mentions
    starts = [sentence.start for sentence in given.sentences] + [len(given.words)]
    of_head: dict[int, list[Mention]] = defaultdict(list)
    for mention in document.key.mentions:
        of_head[mention.head].append(mention)
    phrases, spans = [], []
    for position in movable(given, mentions):
        phrase = mentions[position]

        def likeness(mention: Mention, phrase: Mention = phrase) -> tuple[int, int]:
            return min(mention.end, phrase.end) - max(mention.start, phrase.start), mention.start - mention.end

        if of_head[phrase.head]:
            best = max(of_head[phrase.head], key=likeness)
            phrases.append(phrase)
            spans.append((best.start, best.end - 1))
    if not phrases:
        return None
    rows = {side: rows_of(given, phrases, starts, side, guideline) for side in SIDES}
    right = {side: _rows_at(rows[side], [span[place] for span in spans]) for place, side in enumerate(SIDES)}
    known = np.all([right[side] >= 0 for side in SIDES], axis=0)
    if not known.all():
        # A border of the key out of reach.
        phrases = [phrase for phrase, is_known in zip(phrases, known, strict=True) if is_known]
        spans = [span for span, is_known in zip(spans, known, strict=True) if is_known]
        if not phrases:
            return None
        rows = {side: rows_of(given, phrases, starts, side, guideline) for side in SIDES}
        right = {side: _rows_at(rows[side], [span[place] for span in spans]) for place, side in enumerate(SIDES)}
    return BorderExample(first, last, rows, right)


def _rows_at(rows: Rows, words: list[int]) -> Codes:
    """The row of a word of each phrase, -1 if it is none of those that may be its border."""
    places = np.array(words, dtype=np.intp) - rows.words[rows.starts[:-1]]
    inside = (places >= 0) & (places < np.diff(rows.starts))
    return np.where(inside, rows.starts[:-1] + places, -1)


def first_border_weights(states: int, random: np.random.Generator) -> Weights:
    """Weights before anything was learnt."""
    weights = {}
    for name, shape in border_shapes(states).items():
        deviation = 0.0 if name.endswith("hidden") else _SMALL if name.endswith("values") else shape[0] ** -0.5
        weights[name] = (random.standard_normal(shape) * deviation).astype(np.float32)
    return weights


def border_loss_and_gradients(
    weights: Weights, example: BorderExample, random: np.random.Generator
) -> tuple[float, Weights]:
    """The mean loss of the phrases of a document and its gradient by each of the weights."""
    first, last = example.first.astype(np.float32), example.last.astype(np.float32)
    loss = 0.0
    gradients: Weights = {}
    for side in SIDES:
        rows, right = example.rows[side], example.right[side]
        sums = border_sums(weights, side, rows, first, last, 0)
        kept: Floats = ((random.random(sums.shape, dtype=np.float32) >= _DROPPED) / (1 - _DROPPED)).astype(np.float32)
        hidden: Floats = np.maximum(sums, 0) * kept
        scores = hidden @ weights[f"{side} score"]
        counts = np.diff(rows.starts)
        phrase = np.repeat(np.arange(len(counts)), counts)
        odds = np.exp(scores - np.maximum.reduceat(scores, rows.starts[:-1])[phrase])
        slopes = odds / np.add.reduceat(odds, rows.starts[:-1])[phrase]
        loss -= float(np.log(np.maximum(slopes[right], 1e-30)).mean())
        slopes[right] -= 1
        slopes /= np.float32(len(counts))
        gradients[f"{side} score"] = hidden.T @ slopes
        by_sum: Floats = np.outer(slopes, weights[f"{side} score"]) * (sums > 0) * kept
        gradients[f"{side} hidden"] = by_sum.sum(axis=0)
        gradients[f"{side} values"] = one_hot(rows.values, VALUES).T @ by_sum
        word, beyond = (first, last) if side == SIDES[0] else (last, first)
        inside = rows.beyond >= 0
        gradients[f"{side} word"] = word.T @ _gathered(by_sum, rows.words, len(first))
        gradients[f"{side} beyond"] = beyond.T @ _gathered(by_sum[inside], rows.beyond[inside], len(first))
        gradients[f"{side} head"] = first.T @ _gathered(by_sum, rows.heads, len(first))
    return loss, gradients


def _gathered(by_row: Floats, words: Codes, size: int) -> Floats:
    """Sums of rows by their word, (size, HIDDEN)."""
    ones = np.ones(len(words), dtype=np.float32)
    gathered: Floats = csr_array((ones, (words, np.arange(len(words)))), shape=(size, len(words))) @ by_row
    return gathered.reshape(size, HIDDEN)
