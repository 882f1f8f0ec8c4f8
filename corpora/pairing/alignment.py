"""Aligns a response over another tokenisation with the words of the key.

The two are compared character by character in one notation (``notation``), so *can not*, *cannot* and *can n't* meet
where their edges do, and sub-words with the words that they are pieces of. A mention whose edges fall inside a word of
the key has no counterpart: it is named, and stays in its entity without a span, so that it counts as a mention that the
key does not have.

Empty nodes are no characters of the text: a response keeps its own, each next to the word that it stood next to.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, replace

from anaphora_workbench.corpora.document import ELSEWHERE, Document, Mention, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import HEAD_FIELD, stated_head
from anaphora_workbench.corpora.pairing.common_edges import Edges, common_edges, full_words
from anaphora_workbench.corpora.pairing.shared_words import (
    BEFORE,
    FULL,
    Place,
    over_words_of,
    places,
    quotations_over,
    sentences_over,
    stretches_of,
)


@dataclass(frozen=True)
class Aligned:
    """A response over the words of its key.

    Attributes:
        document: the response, with words, sentences and paragraphs of the key; with empty nodes of its own
            where the key lacks one of them, else with the key's.
        unaligned: ids of mentions without counterpart in the key's words.
        missing_words: words of the key that the response's text drops, as where a file is cut off.
        edges: those that the words of both have in common; None where they are the same words.
        added_words: words of the response that the key's text does not have; its elided words are there.
    """

    document: Document
    unaligned: list[str]
    missing_words: int = 0
    edges: Edges | None = None
    added_words: int = 0


def same_words(key: Document, response: Document) -> bool:
    """Whether two documents have the same word forms, empty nodes left out."""
    return full_words(key) == full_words(response)


def align(response: Document, key: Document) -> Aligned:
    """Bring the mentions of a response to the words of its key; coreference and ids stay.

    A response without words (known by ids, or by offsets) is left as it is, but for mentions that say their text:
    where the key has another text at their place, they are of other words.
    """
    if not key.words:
        return Aligned(response, [])
    if not response.words:
        return _checked(response, key)
    if same_words(key, response):
        return Aligned(over_words_of(response, key), [])
    moved = _Moved(response, key)
    mentions = [moved.mention(mention) for mention in response.mentions]
    unaligned = [
        old.id for old, new in zip(response.mentions, mentions, strict=True) if new.start < 0 and old.start >= 0
    ]
    document = replace(
        response,
        words=moved.words,
        sentences=sentences_over(key, moved.places),
        paragraphs=key.paragraphs,
        mentions=mentions,
        quotations=quotations_over(key, moved.places),
    )
    edges = moved.edges
    added = edges.added and max(0, edges.added - _elided_as_words(response, key))
    return Aligned(over_words_of(document, key), unaligned, edges.missing, edges, added)


def _elided_as_words(response: Document, key: Document) -> int:
    """How many elided words of the key the response has as words, as formats without a place for them do."""
    more = Counter(full_words(response)) - Counter(full_words(key))
    return (more & Counter(word.form for word in key.words if word.empty)).total()


def align_same_text(response: Document, key: Document) -> Aligned:
    """The same, for a response that is to be of the key's text.

    Raises:
        ValueError: more than half of its mentions have no counterpart.
    """
    aligned = align(response, key)
    if 2 * len(aligned.unaligned) > len(response.mentions):
        without = f"{len(aligned.unaligned)} of {len(response.mentions)} mentions have no counterpart in its words"
        raise ValueError(
            f"{response.source}: document {response.id!r} is not of the same text as {key.id!r} in "
            f"{key.source or 'the key'}: {without}"
        )
    return aligned


def _checked(response: Document, key: Document) -> Aligned:
    """A response without words, its mentions without a place where the key has another text than they say."""
    unaligned = []
    mentions = []
    # chains-json has the ends of a mention with gaps, and of its words the text.
    gapped = {(mention.start, mention.end, _letters(key.mention_text(mention))): mention for mention in key.mentions
              if mention.parts}  # fmt: skip
    for mention in response.mentions:
        said = mention.text
        inside = not mention.parts and 0 <= mention.start < mention.end <= len(key.words)
        if said and inside and _letters(key.text(mention.start, mention.end)) != _letters(said):
            same = gapped.get((mention.start, mention.end, _letters(said)))
            if same is not None:
                mention = replace(mention, parts=same.parts)
            else:
                unaligned.append(mention.id)
                mention = replace(_without_place(mention), end=ELSEWHERE)
        mentions.append(mention)
    return Aligned(replace(response, mentions=mentions), unaligned)


def _letters(text: str) -> str:
    """The letters and digits of a text: blanks and quotation marks differ from system to system."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _without_place(mention: Mention) -> Mention:
    return replace(mention, start=-1, end=-1, head=-1, parts=(), other_heads=(), verb=None)


def _is_punctuation(word: Word) -> bool:
    """Whether a word is a mark by its tag, else by its characters; for Unicode a percent sign is one too."""
    if word.upos:
        return word.upos == "PUNCT"
    return all(unicodedata.category(character)[0] == "P" and character != "%" for character in word.form)


class _Moved:
    """The words of a key, with the empty nodes of a response, and what of the response stands where in them.

    Attributes:
        words, places: full words of the key and empty nodes of the response; heads are offsets among them, -1 for a
            word under an empty node of the key.
        edges: the common ones of full words.
    """

    def __init__(self, response: Document, key: Document) -> None:
        of_key = [word for word in key.words if not word.empty]
        self.edges = common_edges(response, key)
        self._place_before = places(response)
        word_at: dict[Place, Word] = {(number, FULL, 0): word for number, word in enumerate(of_key)}
        self._place: dict[int, Place] = {}
        for offset, (number, side, _) in enumerate(self._place_before):
            if side != FULL:
                nearest = self._starting_from(number, len(of_key)) if side == BEFORE else self._ending_by(number)
                count = 1
                while (nearest, side, count) in word_at:
                    count += 1
                self._place[offset] = nearest, side, count
                word_at[nearest, side, count] = response.words[offset]
        self.places = sorted(word_at)
        self._offset_at = {place: offset for offset, place in enumerate(self.places)}
        self._place_in_key = places(key)
        self.words = [self._with_head_here(word_at[place], place) for place in self.places]

    def mention(self, mention: Mention) -> Mention:
        """A mention at its new words, without a place if an edge of it is not an edge of a word there."""
        if mention.start < 0:
            return mention
        offsets: set[int] = set()
        for start, end in mention.stretches:
            full = [self._place_before[offset][0] for offset in range(start, end) if offset not in self._place]
            if full:
                first, last = self.edges.starts.get(full[0]), self.edges.ends.get(full[-1] + 1)
                if first is None or last is None or first >= last:
                    return _without_place(mention)
                offsets.update(self._offset_at[number, FULL, 0] for number in range(first, last))
            empty = (self._place[offset] for offset in range(start, end) if offset in self._place)
            offsets.update(self._offset_at[place] for place in empty)
        stretches = stretches_of(offsets)
        inside = sorted(offsets)
        heads = [self._head(head, inside) for head in (mention.head, *mention.other_heads)]
        stated = stated_head(mention)
        extra = mention.extra
        if stated is not None:
            extra = extra | {HEAD_FIELD: str(inside.index(self._head(stated, inside)) + 1)}
        return replace(
            mention,
            start=stretches[0][0],
            end=stretches[-1][1],
            head=heads[0],
            parts=stretches if len(stretches) > 1 else (),
            other_heads=tuple(heads[1:]),
            verb=None,
            extra=extra,
        )

    def _head(self, head: int, inside: list[int]) -> int:
        """The word in which a head ends, or the nearest one inside the mention; an empty node stays the same.

        A punctuation mark that the response has not split off (*dog.*) is no head; a symbol may be (*50%*).
        """
        offset = self._offset_at.get(self._moved_place(head), inside[0])
        number, side, _ = self._place_before[head]
        if side == FULL and number in self.edges.starts:
            first = self._offset_at[self.edges.starts[number], FULL, 0]
            own = range(offset, first - 1, -1)
            offset = next((other for other in own if not _is_punctuation(self.words[other])), offset)
        return min(inside, key=lambda other: abs(other - offset))

    def _with_head_here(self, word: Word, place: Place) -> Word:
        """A word with its head, an offset in the key or in the response, as an offset among the words of both."""
        if word.head < 0:
            return word
        if place[1] != FULL:
            return replace(word, head=self._offset_at.get(self._moved_place(word.head), -1))
        governor = self._place_in_key[word.head]
        return replace(word, head=self._offset_at[governor] if governor[1] == FULL else -1)

    def _moved_place(self, offset: int) -> Place:
        """Where a word of the response stands now: an empty node the same, else the full word of the key it ends in."""
        return self._place.get(offset) or (self._ending_by(self._place_before[offset][0]), FULL, 0)

    def _ending_by(self, number: int) -> int:
        """Number of the key's last full word that ends where this one of the response ends, or before."""
        return next((self.edges.ends[edge] - 1 for edge in range(number + 1, 0, -1) if edge in self.edges.ends), 0)

    def _starting_from(self, number: int, last: int) -> int:
        """Number of the key's first full word that starts where this one of the response starts, or later."""
        starts = self.edges.starts
        return next((starts[edge] for edge in range(number, last) if edge in starts), last)
