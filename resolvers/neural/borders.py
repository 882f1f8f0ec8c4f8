"""Where a noun phrase begins and ends: read off its head, with the parser's borders as one fact among others.

Each word around the head is scored as the first word of the phrase, and as its last one, as wl-coref finds the span of
a head (Dobrovolskii 2021, 3.4). Pronouns and coordinations keep the borders that they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.trees.labels import BELOW_NOUNS
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.neural.inputs import Window
from anaphora_workbench.resolvers.neural.scorer import GUIDELINES, Floats, Weights

BORDERS = "borders"
# A guideline whose phrases are bounded as GUM's are.
BORDERS_AS_GUM = "ontonotes"
# Sides of a phrase: its first word and its last one.
SIDES = ("first", "last")
HIDDEN = 64
# How many words before the head, and after it, a phrase may reach.
_BEFORE, _AFTER = 20, 45
# By so much the logarithm of a border's probability has to be above that of the parser's.
MARGIN = 0.7
_TAGS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
    "VERB",
)  # fmt: skip
_OF_HEAD, _BELOW_NOTHING, _OTHER = range(len(BELOW_NOUNS), len(BELOW_NOUNS) + 3)
_FARTHEST = 12
# Features of a word: its tag and that of the word beyond it, by which relation each hangs below the head, how far it
# is from the head, whether it is the parser's border and by which guideline; each with so many values.
_SIZES = (
    len(_TAGS) + 1, len(_TAGS) + 2, _OTHER + 1, _OTHER + 2, _FARTHEST, 2, len(GUIDELINES),
)  # fmt: skip
_FIRST = np.r_[0, np.cumsum(_SIZES)[:-1]]
VALUES = sum(_SIZES)
_TAG = {tag: number for number, tag in enumerate(_TAGS)}
_RELATION = {relation: number for number, relation in enumerate(BELOW_NOUNS)}
# The labels of the trees that this was learnt on; under others phrases keep their borders.
_SCHEME = "clear"


def border_shapes(states: int) -> dict[str, tuple[int, ...]]:
    """Name and shape of all weights.

    Args:
        states: numbers in the states of one word.
    """
    return {
        f"{side} {name}": shape
        for side in SIDES
        for name, shape in {
            "word": (states, HIDDEN),
            "beyond": (states, HIDDEN),
            "head": (states, HIDDEN),
            "values": (VALUES, HIDDEN),
            "hidden": (HIDDEN,),
            "score": (HIDDEN,),
        }.items()
    }


@dataclass(frozen=True)
class Rows:
    """The words that may be a border of some phrases, on one side, phrase by phrase.

    Attributes:
        starts: where the rows of each phrase begin, and at the end their number.
        words, beyond, heads: places of the word, of the one beyond it (-1 outside the sentence), of the head.
        values: numbers of the values of their features.
        own: row of the border that each phrase has.
    """

    starts: Codes
    words: Codes
    beyond: Codes
    heads: Codes
    values: NDArray[np.int16]
    own: Codes


def movable(document: Document, mentions: Sequence[Mention]) -> list[int]:
    """Positions of the mentions whose borders may move: system mentions with a head of their own."""
    if document.relations != _SCHEME:
        return []
    return [
        position
        for position, mention in enumerate(mentions)
        if mention.source == "system" and not mention.is_pronoun and mention.kind != "coordination"
    ]


def rows_of(document: Document, mentions: Sequence[Mention], starts: Sequence[int], side: str, guideline: int) -> Rows:
    """What may be the first, or the last, word of phrases.

    Args:
        starts: of the sentences, in order, and the end of the last one.
    """
    is_first = side == SIDES[0]
    step = -1 if is_first else 1
    words: list[int] = []
    beyond: list[int] = []
    values: list[tuple[int, ...]] = []
    sizes, own = [], []
    sentence_of = np.searchsorted(starts, [mention.head for mention in mentions], side="right") - 1
    for mention, sentence in zip(mentions, sentence_of.tolist(), strict=True):
        head, border = mention.head, mention.start if is_first else mention.end - 1
        start, end = starts[sentence], starts[sentence + 1]
        least, most = (max(start, head - _BEFORE), head) if is_first else (head, min(end, head + _AFTER) - 1)
        least, most = min(least, max(border, start)), max(most, min(border, end - 1))
        own.append(len(words) + border - least)
        below = _below(document, head, start, end)
        for word in range(least, most + 1):
            after = word + step
            inside = start <= after < end
            words.append(word)
            beyond.append(after if inside else -1)
            values.append(
                (
                    _TAG.get(document.words[word].upos, len(_TAGS)),
                    _TAG.get(document.words[after].upos, len(_TAGS)) if inside else len(_TAGS) + 1,
                    below[word - start],
                    below[after - start] if inside else _OTHER + 1,
                    min(abs(word - head), _FARTHEST - 1),
                    int(word == border),
                    guideline,
                )
            )
        sizes.append(most + 1 - least)
    counted = np.array(sizes, dtype=np.intp)
    return Rows(
        np.r_[0, np.cumsum(counted)].astype(np.intp),
        np.array(words, dtype=np.intp),
        np.array(beyond, dtype=np.intp),
        np.repeat(np.array([mention.head for mention in mentions], dtype=np.intp), counted),
        (np.array(values, dtype=np.int16).reshape(-1, len(_SIZES)) + _FIRST).astype(np.int16),
        np.array(own, dtype=np.intp),
    )


def _below(document: Document, head: int, start: int, end: int) -> list[int]:
    """Of each word of a sentence by which of the head's relations it hangs below it."""
    found = [-1] * (end - start)
    found[head - start] = _OF_HEAD

    def look(word: int) -> int:
        path = []
        while found[word - start] < 0:
            path.append(word)
            above = document.words[word].head
            if above == head:
                relation = document.words[word].relation.partition(":")[0]
                found[word - start] = _RELATION.get(relation, _OTHER)
            elif not start <= above < end or above in path:
                found[word - start] = _BELOW_NOTHING
            else:
                word = above
        for passed in path:
            found[passed - start] = found[word - start]
        return found[word - start]

    return [look(word) for word in range(start, end)]


def border_scores(weights: Weights, side: str, rows: Rows, first: Floats, last: Floats, offset: int) -> Floats:
    """The score of each row.

    Args:
        first, last: states at the first and at the last piece of words, (words, states).
        offset: place of the first of these words.
    """
    scores: Floats = np.maximum(border_sums(weights, side, rows, first, last, offset), 0) @ weights[f"{side} score"]
    return scores


def border_sums(weights: Weights, side: str, rows: Rows, first: Floats, last: Floats, offset: int) -> Floats:
    """The sums of rows before their non-linearity, (rows, HIDDEN); arguments as of ``border_scores``."""
    word, beyond = (first, last) if side == SIDES[0] else (last, first)
    of_beyond = np.vstack([beyond @ weights[f"{side} beyond"], np.zeros((1, HIDDEN), dtype=np.float32)])
    sums: Floats = (word @ weights[f"{side} word"])[rows.words - offset]
    sums += of_beyond[np.where(rows.beyond < 0, len(beyond), rows.beyond - offset)]
    sums += (first @ weights[f"{side} head"])[rows.heads - offset]
    for column in rows.values.T:
        sums += weights[f"{side} values"][column]
    sums += weights[f"{side} hidden"]
    return sums


class Borders:
    """Moves the borders of the phrases of a document, window by window of its text.

    Args:
        mentions: all of the document, in text order.

    Attributes:
        spans: start and end of each mention, (mentions, 2).
    """

    def __init__(self, weights: Weights, document: Document, mentions: Sequence[Mention], guideline: int) -> None:
        self._weights, self._document, self._mentions = weights, document, mentions
        self._guideline = guideline
        self._starts = [sentence.start for sentence in document.sentences] + [len(document.words)]
        self._movable = movable(document, mentions)
        self._heads = np.array([mentions[position].head for position in self._movable], dtype=np.intp)
        self._order = np.argsort(self._heads, kind="stable")
        self.spans = np.array([(mention.start, mention.end) for mention in mentions], dtype=np.int32).reshape(-1, 2)
        self._taken = {(mention.start, mention.end) for mention in mentions}

    def read(self, window: Window) -> None:
        """Move the borders of the phrases whose sentences lie whole in a window."""
        if not self._movable:
            return
        first, last, offset = window.first, window.last, window.offset
        end = offset + len(first)
        # A sentence that a window's end cuts has its states in two.
        whole_from = self._starts[int(np.searchsorted(self._starts, offset))]
        whole_to = self._starts[int(np.searchsorted(self._starts, end, side="right")) - 1]
        among = self._order[slice(*np.searchsorted(self._heads[self._order], (whole_from, whole_to)))]
        positions = [self._movable[place] for place in sorted(among.tolist())]
        phrases = [self._mentions[position] for position in positions]
        if not phrases:
            return
        chosen = []
        for side in SIDES:
            rows = rows_of(self._document, phrases, self._starts, side, self._guideline)
            scores = border_scores(self._weights, side, rows, first, last, offset)
            best = [
                start + int(scores[start:stop].argmax())
                for start, stop in zip(rows.starts[:-1], rows.starts[1:], strict=True)
            ]
            rises = scores[best] > scores[rows.own] + MARGIN
            chosen.append(rows.words[np.where(rises, best, rows.own)])
        for position, start, stop in zip(positions, chosen[0].tolist(), (chosen[1] + 1).tolist(), strict=True):
            if (start, stop) not in self._taken:
                self._taken.add((start, stop))
                self.spans[position] = start, stop
