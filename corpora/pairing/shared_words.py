"""Key and response over the words of both, so that offsets agree where their elided words differ.

Empty nodes are no part of the text: each side has its own. The k-th word of a sentence, and the j-th empty node
after it (*k.j*), stand at one place on both sides; a side keeps room for an empty node that only the other has,
and no mention of its own has words there. Empty nodes at the end of a sentence (*4.1*) and before the first word
of the next one (*0.1*) are apart, however the other side divides the text.

Source: CorefUD scorer 1.2 (Novák et al. 2024), which compares words by sentence and number.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from anaphora_workbench.corpora.document import (
    ADDRESSEE,
    SPEAKER,
    Document,
    DocumentPair,
    Mention,
    Quotation,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.parts.mention_heads import with_head_restated

# Number of the full word that a word is, or that an empty node stands next to; 0 for empty nodes before
# it, 1 for itself, 2 for empty nodes after it; number of the empty node there.
Place = tuple[int, int, int]
BEFORE, FULL, AFTER = 0, 1, 2


def over_shared_words(pair: DocumentPair) -> DocumentPair:
    """The pair over the words of both sides; the same pair where neither has an empty node that the other lacks.

    Args:
        pair: documents with the same full words, or one without words.
    """
    key, response = pair.key, pair.response
    if not (key.words and response.words) or not (has_empty(key) or has_empty(response)):
        return pair
    of_key, of_response = places(key), places(response)
    if of_key == of_response:
        return pair
    shared = sorted({*of_key, *of_response})
    words = dict(zip(of_response, response.words, strict=True)) | dict(zip(of_key, key.words, strict=True))
    return replace(
        pair, key=_placed_anew(key, of_key, shared, words), response=_placed_anew(response, of_response, shared, words)
    )


def over_words_of(document: Document, key: Document) -> Document:
    """A document over the words of a key with the same full words, if the key has all its empty nodes; else itself."""
    own, of_key = places(document), places(key)
    if own == of_key or not set(own) <= set(of_key):
        return document
    return _placed_anew(document, own, of_key, dict(zip(of_key, key.words, strict=True)))


def over_words_of_source(document: Document, source: Document) -> Document:
    """A document over the words of the one it was made from: empty nodes that were added to them are left out.

    A mention whose head was added has no place there.
    """
    own = places(document)
    kept = _kept_of_source(own, source)
    if len(kept) == len(own):
        return document
    of_kept = [own[offset] for offset in kept]
    new_of = {offset: number for number, offset in enumerate(kept)}
    held_out = document.held_out
    return replace(
        document,
        words=[replace(document.words[offset], head=new_of.get(document.words[offset].head, -1)) for offset in kept],
        sentences=sentences_over(document, of_kept),
        mentions=[_without_added(mention, new_of) for mention in document.mentions],
        quotations=quotations_over(document, of_kept),
        held_out=None if held_out is None else (bisect_left(kept, held_out[0]), bisect_left(kept, held_out[1])),
    )


def from_words_of_source(document: Document, source: Document, prepared: Document) -> Document:
    """A document without words, its offsets moved from the words of a source to those of its preprocessed form.

    Raises:
        ValueError: a mention ends behind the last word.
    """
    kept = _kept_of_source(places(prepared), source)
    outside = next((mention for mention in document.mentions if mention.end > len(kept)), None)
    if outside is not None:
        raise ValueError(
            f"{document.source}: mention {outside.id!r} of document {prepared.id!r} ends at word {outside.end} "
            f"of {len(kept)}; expected a span within the document"
        )
    if len(kept) == len(prepared.words):
        return document
    return replace(document, mentions=[_with_added(mention, kept) for mention in document.mentions])


def _kept_of_source(own: Sequence[Place], source: Document) -> list[int]:
    """Places of a source's words in its preprocessed form; all places if it has other words too."""
    of_source = set(places(source))
    kept = [offset for offset, place in enumerate(own) if place[1] == FULL or place in of_source]
    return kept if not source.words or len(kept) == len(source.words) else list(range(len(own)))


def has_empty(document: Document) -> bool:
    """Whether it has an empty node."""
    return any(word.empty for word in document.words)


def places(document: Document) -> list[Place]:
    """The place of each word."""
    found: list[Place] = []
    full = 0
    starts = {sentence.start for sentence in document.sentences}
    side, number = BEFORE, 0
    for offset, word in enumerate(document.words):
        if offset in starts and side != BEFORE:
            side, number = BEFORE, 0
        if word.empty:
            number += 1
            found.append((full - (side == AFTER), side, number))
        else:
            found.append((full, FULL, 0))
            full += 1
            side, number = AFTER, 0
    return found


def stretches_of(offsets: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Offsets as continuous stretches, in order."""
    stretches: list[list[int]] = []
    for offset in sorted(offsets):
        if stretches and stretches[-1][1] == offset:
            stretches[-1][1] += 1
        else:
            stretches.append([offset, offset + 1])
    return tuple((start, end) for start, end in stretches)


def sentences_over(document: Document, shared: Sequence[Place]) -> list[Sentence]:
    """The sentences of a document over other places in order: its full words, and other empty nodes."""
    own = places(document)
    sentences: list[Sentence] = []
    for sentence in document.sentences:
        start = end = sentences[-1].end if sentences else 0
        if sentence.start < sentence.end:
            first, last = own[sentence.start], own[sentence.end - 1]
            start = max(start, bisect_left(shared, (first[0], BEFORE, 0)))
            # A sentence of nothing but empty nodes ends before those that the next one has before its first word.
            end = bisect_right(shared, last) if last[1] == BEFORE else bisect_left(shared, (last[0] + 1, BEFORE, 0))
        sentences.append(replace(sentence, start=start, end=max(start, end)))
    if sentences:
        sentences[-1] = replace(sentences[-1], end=len(shared))
    return sentences


def quotations_over(document: Document, shared: Sequence[Place]) -> list[Quotation]:
    """The quotations of a document over other places in order, likewise."""
    if not document.quotations:
        return []
    own = places(document)
    offset_of = {place: offset for offset, place in enumerate(shared)}
    quotations = []
    for quotation in document.quotations:
        speaker, addressee = (
            None if word is None else offset_of.get(own[word]) for word in (quotation.speaker, quotation.addressee)
        )
        known = {SPEAKER: speaker, ADDRESSEE: addressee}
        quotations.append(
            Quotation(
                bisect_left(shared, own[quotation.start]),
                bisect_right(shared, own[quotation.end - 1]),
                speaker,
                addressee,
                frozenset(name for name in quotation.inferred if known[name] is not None),
            )
        )
    return quotations


def _placed_anew(
    document: Document, own: Sequence[Place], shared: Sequence[Place], words: dict[Place, Word]
) -> Document:
    """A document over the shared places; at those that it lacks stands the other side's word."""
    if len(own) == len(shared):
        return document
    offset_of = {place: offset for offset, place in enumerate(shared)}
    moved = [offset_of[place] for place in own]
    own_words = {
        place: word if word.head < 0 else replace(word, head=moved[word.head])
        for place, word in zip(own, document.words, strict=True)
    }
    held_out = document.held_out
    return replace(
        document,
        words=[own_words.get(place) or replace(words[place], head=-1) for place in shared],
        sentences=sentences_over(document, shared),
        mentions=[_mention(mention, moved) for mention in document.mentions],
        quotations=quotations_over(document, shared),
        held_out=None if held_out is None else (_edge(held_out[0], moved), _edge(held_out[1], moved)),
    )


def _mention(mention: Mention, moved: Sequence[int]) -> Mention:
    if mention.start < 0:
        return mention
    stretches = stretches_of(moved[offset] for offset in mention.offsets)
    return replace(
        mention,
        start=stretches[0][0],
        end=stretches[-1][1],
        head=moved[mention.head],
        parts=stretches if len(stretches) > 1 else (),
        other_heads=tuple(moved[head] for head in mention.other_heads),
        verb=None if mention.verb is None else moved[mention.verb],
    )


def _without_added(mention: Mention, new_of: Mapping[int, int]) -> Mention:
    """A mention without the words that were added to it."""
    if mention.start < 0:
        return mention
    if mention.head not in new_of:
        return replace(mention, start=-1, end=-1, head=-1, parts=(), other_heads=(), verb=None)
    stretches = stretches_of(new_of[offset] for offset in mention.offsets if offset in new_of)
    moved = replace(
        mention,
        start=stretches[0][0],
        end=stretches[-1][1],
        head=new_of[mention.head],
        parts=stretches if len(stretches) > 1 else (),
        other_heads=tuple(new_of[head] for head in mention.other_heads if head in new_of),
        verb=None if mention.verb is None else new_of.get(mention.verb),
    )
    return with_head_restated(moved, mention, new_of.get)


def _with_added(mention: Mention, kept: Sequence[int]) -> Mention:
    """A mention with the words that were added inside of it."""
    if mention.start < 0:
        return mention
    moved = replace(
        mention,
        start=kept[mention.start],
        end=kept[mention.end - 1] + 1,
        head=kept[mention.head],
        parts=tuple((kept[start], kept[end - 1] + 1) for start, end in mention.parts),
    )
    return with_head_restated(moved, mention, kept.__getitem__)


def _edge(offset: int, moved: Sequence[int]) -> int:
    return moved[offset] if offset < len(moved) else moved[-1] + 1
