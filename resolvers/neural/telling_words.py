"""Which words of the context an answer hangs on: those whose masking changes its lead over the next best most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.neural.encoder.encoder import Encoder
from anaphora_workbench.resolvers.neural.inputs import Inputs
from anaphora_workbench.resolvers.neural.scorer import Floats, Weights

MOST_WORDS = 3


@dataclass(frozen=True)
class TellingWords:
    """Finds the words of one answer when it is asked, as that takes an encoding of its text for each word near it.

    Args:
        lead: of the answer over the next best, by the vectors of mentions.
        mentions: positions of those that decide it, the one that is asked about among them.
        near: the mentions whose sentences have the words that are tried.
    """

    encoder: Callable[[], Encoder]
    scorers: list[Weights]
    inputs: Inputs
    vectors: Floats
    lead: Callable[[Floats], float]
    mentions: list[int]
    near: list[int]

    def __call__(self) -> list[tuple[int, float]]:
        """Offsets of at most MOST_WORDS words, each with what the lead loses without it, in the order of the text."""
        whole = self.lead(self.vectors)
        changes = [(offset, whole - self.lead(vectors)) for offset, vectors in self._without_each_word()]
        largest = sorted(changes, key=lambda change: -abs(change[1]))[:MOST_WORDS]
        return sorted((offset, round(change, 2)) for offset, change in largest)

    def _without_each_word(self) -> Iterator[tuple[int, Floats]]:
        """The offset of each word of the context, and the vectors of mentions without it."""
        encoder, table = self.encoder(), self.inputs.table
        document = table.discourse.document
        tried = {
            offset
            for mention in self.near
            for sentence in document.sentences
            if sentence.start <= table.head[mention] < sentence.end
            for offset in range(sentence.start, sentence.end)
            if any(map(str.isalnum, document.words[offset].form))
        }
        tried.difference_update(*(range(table.start[one], table.end[one]) for one in self.mentions))
        first = 0
        for pieces, places in encoder.windows(self.inputs.sentences):
            inside = sorted(offset for offset in tried if first <= offset < first + len(places))
            whole = encoder.states_of(pieces) if inside else np.zeros(0, dtype=np.float32)
            for offset in inside:
                start, last = places[offset - first]
                masked = [*pieces[:start], *[encoder.word_pieces.mask] * (last + 1 - start), *pieces[last + 1 :]]
                yield offset, self._changed(encoder.states_of(masked) - whole, places, first)
            first += len(places)

    def _changed(self, difference: Floats, places: list[tuple[int, int]], first: int) -> Floats:
        """The vectors where the states of a window differ."""
        table, vectors = self.inputs.table, self.vectors.copy()
        for place, of_mention in enumerate((table.start, table.end - 1, table.head)):
            for mention in self.mentions:
                word = int(of_mention[mention]) - first
                if 0 <= word < len(places):
                    piece = places[word][1 if place == 1 else 0]
                    for of_scorer, weights in zip(vectors, self.scorers, strict=True):
                        of_scorer[mention] += difference[piece] @ weights["states"][place]
        return vectors


@dataclass(frozen=True)
class OnRequest:
    """Telling words of which nothing is computed before somebody asks, as hardly anybody does."""

    made: Callable[[], TellingWords]

    def __call__(self) -> list[tuple[int, float]]:
        return self.made()()

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        # What it needs is the whole model; of a copy elsewhere nobody asks for words.
        return _none, ()


def _none() -> None:
    return None
