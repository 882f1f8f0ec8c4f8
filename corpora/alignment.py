"""The same text in other words: a response over its own tokenisation, brought to the words of the key.

The two are compared character by character, blanks apart, so *can not*, *cannot* and *can n't* meet where
their edges do. Quotation marks and brackets count as the same in the notation of the Penn Treebank and as
they are. A mention whose edges fall inside a word of the key has no counterpart: it is named, and stays in
its entity without a span, so that it counts as a mention that the key does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate

from anaphora_workbench.corpora.document import Document, Mention

# Characters of two stretches that are compared with each other at most, as a product.
_MOST = 4_000_000
_SAME = {
    "``": '"', "''": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "`": "'",
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "–": "-", "—": "-", "--": "-", "…": "...",
}  # fmt: skip


@dataclass(frozen=True)
class Aligned:
    """A response over the words of its key.

    Attributes:
        document: the response, with words, sentences and paragraphs of the key.
        unaligned: ids of mentions without counterpart in the key's words.
    """

    document: Document
    unaligned: list[str]


def same_words(key: Document, response: Document) -> bool:
    """Whether two documents have the same word forms, so that offsets mean the same."""
    return len(key.words) == len(response.words) and all(
        own.form == theirs.form for own, theirs in zip(key.words, response.words, strict=True)
    )


def align(response: Document, key: Document) -> Aligned:
    """Bring the mentions of a response to the words of its key; coreference and ids stay.

    A response without words (known by ids, or by offsets) is left as it is, but for mentions that say their text:
    where the key has another text at their place, they are of other words.
    """
    if not key.words or same_words(key, response):
        return Aligned(response, [])
    if not response.words:
        return _checked(response, key)
    edges = _edges(response, key)
    unaligned = []
    mentions = []
    for mention in response.mentions:
        moved = _moved(mention, edges)
        if moved is None:
            unaligned.append(mention.id)
            moved = _without_place(mention)
        mentions.append(moved)
    document = replace(
        response,
        words=key.words,
        sentences=key.sentences,
        paragraphs=key.paragraphs,
        mentions=mentions,
        quotations=key.quotations,
    )
    return Aligned(document, unaligned)


def align_same_text(response: Document, key: Document) -> Aligned:
    """The same, for a response that is to be of the key's text.

    Raises:
        ValueError: more than half of its mentions have no counterpart.
    """
    aligned = align(response, key)
    if 2 * len(aligned.unaligned) > len(response.mentions):
        raise ValueError(
            f"{response.source}: document {response.id!r} is not of the same text as {key.id!r} in the key: "
            f"{len(aligned.unaligned)} of {len(response.mentions)} mentions have no counterpart in its words"
        )
    return aligned


def _checked(response: Document, key: Document) -> Aligned:
    """A response without words, its mentions without a place where the key has another text than they say."""
    unaligned = []
    mentions = []
    for mention in response.mentions:
        said = mention.text
        inside = not mention.parts and 0 <= mention.start < mention.end <= len(key.words)
        if said and inside and _letters(key.text(mention.start, mention.end)) != _letters(said):
            unaligned.append(mention.id)
            mention = _without_place(mention)
        mentions.append(mention)
    return Aligned(replace(response, mentions=mentions) if unaligned else response, unaligned)


def _letters(text: str) -> str:
    """The letters and digits of a text: blanks and quotation marks differ from system to system."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _without_place(mention: Mention) -> Mention:
    return replace(mention, start=-1, end=-1, head=-1, parts=(), other_heads=(), verb=None)


def _moved(mention: Mention, edges: _Edges) -> Mention | None:
    """A mention at the key's words, None if an edge of it is not an edge of a word there."""
    if mention.start < 0:
        return mention
    parts = []
    for start, end in mention.parts or ((mention.start, mention.end),):
        first, last = edges.starts.get(start), edges.ends.get(end)
        if first is None or last is None or first >= last:
            return None
        parts.append((first, last))
    inside = [offset for start, end in parts for offset in range(start, end)]
    heads = [_head(head, edges, inside) for head in (mention.head, *mention.other_heads)]
    return replace(
        mention,
        start=parts[0][0],
        end=parts[-1][1],
        head=heads[0],
        parts=tuple(parts) if mention.parts else (),
        other_heads=tuple(heads[1:]),
        verb=None,
    )


def _head(head: int, edges: _Edges, inside: list[int]) -> int:
    """The key's word in which a head ends, or the nearest one inside the mention."""
    ends = next((edges.ends[edge] for edge in range(head + 1, 0, -1) if edge in edges.ends), inside[0] + 1)
    return min(inside, key=lambda offset: abs(offset - (ends - 1)))


@dataclass(frozen=True)
class _Edges:
    """Edges between words of the response and the same ones of the key, as starts and as ends of spans.

    Two edges of the key are at one place where an elided word stands between them.
    """

    starts: dict[int, int]
    ends: dict[int, int]


def _edges(response: Document, key: Document) -> _Edges:
    own, other = _forms(response), _forms(key)
    own_places = [0, *accumulate(map(len, own))]
    other_places = [0, *accumulate(map(len, other))]
    stretches = list(_same_stretches(own, other, own_places, other_places))
    first_at: dict[int, int] = {}
    last_at: dict[int, int] = {}
    for edge, place in enumerate(other_places):
        first_at.setdefault(place, edge)
        last_at[place] = edge
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    current = 0
    for edge, place in enumerate(own_places):
        while current + 1 < len(stretches) and stretches[current].end < place:
            current += 1
        for stretch in stretches[current : current + 2]:
            there = stretch.other + place - stretch.start
            if stretch.start <= place < stretch.end and there in last_at:
                starts[edge] = last_at[there]
            if stretch.start < place <= stretch.end and there in first_at:
                ends[edge] = first_at[there]
    return _Edges(starts, ends)


@dataclass(frozen=True)
class _Stretch:
    """Characters ``start`` to ``end`` of one text, the same as those from ``other`` on of the other."""

    start: int
    end: int
    other: int


def _same_stretches(
    own: list[str], other: list[str], own_places: list[int], other_places: list[int]
) -> Iterator[_Stretch]:
    """What two texts have in common, in order: whole words first, between them characters."""
    text, other_text = "".join(own), "".join(other)
    if text == other_text:
        yield _Stretch(0, len(text), 0)
        return
    position, other_position = 0, 0
    for block in SequenceMatcher(None, own, other).get_matching_blocks():
        start, other_start = own_places[block.a], other_places[block.b]
        gap, other_gap = text[position:start], other_text[other_position:other_start]
        if gap == other_gap and gap:
            yield _Stretch(position, start, other_position)
        elif 0 < len(gap) * len(other_gap) <= _MOST:
            for inner in SequenceMatcher(None, gap, other_gap, autojunk=False).get_matching_blocks():
                if inner.size:
                    yield _Stretch(position + inner.a, position + inner.a + inner.size, other_position + inner.b)
        position, other_position = own_places[block.a + block.size], other_places[block.b + block.size]
        if position > start:
            yield _Stretch(start, position, other_start)


def _forms(document: Document) -> list[str]:
    """The words in one notation; an elided one is nothing in the text."""
    forms = []
    for word in document.words:
        form = "" if word.empty else word.form
        plain = "".join(_SAME.get(character, character) for character in form if not character.isspace())
        forms.append(_SAME.get(form, plain))
    return forms
