"""The edges that the words of two texts have in common."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, product
from operator import add
from typing import NamedTuple

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.word_numbers import written_together
from anaphora_workbench.corpora.pairing.difference import Stretch, common_stretches
from anaphora_workbench.corpora.support.notation import LEVELS, UNKNOWN, Notation, noted, spellings

# Words in one gap that a vocabulary lacked, if they are told apart by what stands between them.
_MOST_UNKNOWN = 6


def full_words(document: Document) -> list[str]:
    """The forms of a document's words, empty nodes left out."""
    return [word.form for word in document.words if not word.empty]


def placeholder_of(forms: Sequence[str]) -> str | None:
    """The form that stands for every word of a file from which the text was taken (``[WORD]``); None if none does."""
    return forms[0] if len(forms) > 2 and len(set(forms)) == 1 and not forms[0].isalnum() else None


def common_edges(response: Document, key: Document) -> Edges:
    """The common edges of the full words of a response and a key whose words differ.

    By their characters; of as many words place by place, if no fewer are the same so, or one side has no text.
    """
    own, other = full_words(response), full_words(key)
    by_text = _edges(own, other, written_together(key.words), _OfMentions.of(key))
    if len(own) != len(other) or not (by_text.missing or by_text.added or by_text.different):
        return by_text
    same = sum(one == two for one, two in zip(noted(own).words(), noted(other).words(), strict=True))
    different = len(own) - same
    of_own = placeholder_of(own)
    placeholder = of_own if of_own is not None else placeholder_of(other)
    if placeholder is not None:
        places = {edge: edge for edge in range(len(own) + 1)}
        return Edges(places, places, different=different, placeholder=placeholder)
    if 2 * same >= len(own) and same >= by_text.same:
        places = {edge: edge for edge in range(len(own) + 1)}
        return replace(by_text, starts=places, ends=places, different=different, missing=0, added=0)
    return replace(by_text, different=different)


@dataclass(frozen=True)
class Edges:
    """Edges between full words of the response and the same ones of the key, as starts and as ends of spans.

    Attributes:
        missing: number of words of the key that the response drops.
        added: number of words of the response that the key does not have.
        same: number of words of both that are the same and have the same edges.
        different: number of words of the key that are changed: of as many words of both, those that are others at the
            same place, else those of which a part is the same, and those that others stand in place of.
        unlike: number of words of the key of which the response has no character.
        placeholder: the form that stands for every word of one side, in place of its text; None where none does.
    """

    starts: Mapping[int, int]
    ends: Mapping[int, int]
    missing: int = 0
    added: int = 0
    same: int = 0
    different: int = 0
    unlike: int = 0
    placeholder: str | None = None


class _OfMentions(NamedTuple):
    """Where mentions of a key begin and end, among its full words."""

    starts: frozenset[int]
    ends: frozenset[int]

    @classmethod
    def of(cls, key: Document) -> _OfMentions:
        before = [0, *accumulate(not word.empty for word in key.words)]
        stretches = [mention.stretches for mention in key.mentions if 0 <= mention.start < mention.end < len(before)]
        return cls(
            frozenset(before[parts[0][0]] for parts in stretches),
            frozenset(before[parts[-1][1]] for parts in stretches),
        )


def _edges(own_words: list[str], other_words: list[str], joined: list[str], of_key: _OfMentions) -> Edges:
    """The common edges of two texts; ``joined``: the words of the key as they are written together."""
    own, other, stretches = _in_one_notation(own_words, [other_words] + [joined] * (joined != other_words))
    at: dict[int, list[int]] = {}
    for edge, place in enumerate(other.edges):
        at.setdefault(place, []).append(edge)
    # Of words that are nothing in the notation, a mention of the key tells on which side of the edge they stand.
    starts_at = {place: _first(edges[::-1], of_key.starts) for place, edges in at.items()}
    ends_at = {place: _first(edges, of_key.ends) for place, edges in at.items()}
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    current = 0
    for edge, place in enumerate(own.edges):
        while current + 1 < len(stretches) and stretches[current].end < place:
            current += 1
        for stretch in stretches[current : current + 2]:
            there = _there(stretch, place)
            if stretch.start <= place < stretch.end and there in starts_at:
                starts[edge] = starts_at[there]
            if stretch.start < place <= stretch.end and there in ends_at:
                ends[edge] = ends_at[there]
    unlike = _missing([(stretch.other, stretch.other_end) for stretch in stretches], other.edges)
    found = [_changed(difference, own, other) for difference in _differences(stretches, own, other)]
    missing, added, different = (sum(numbers) for numbers in zip(*found, strict=True)) if found else (0, 0, 0)
    words, others = own.words(), other.words()
    same = sum(
        ends.get(edge + 1) == place + 1 and words[edge] == others[place]
        for edge, place in starts.items()
        if place < len(others)
    )
    return Edges(starts, ends, missing, added, same, different, unlike)


def _first(edges: Sequence[int], of_mentions: frozenset[int]) -> int:
    return next((edge for edge in edges if edge in of_mentions), edges[0])


def _there(stretch: Stretch, place: int) -> int:
    """Where a place of a stretch is in the other text; -1 for one inside a stretch that has only its ends in common."""
    if place == stretch.end:
        return stretch.other_end
    same_length = stretch.end - stretch.start == stretch.other_end - stretch.other
    return stretch.other + place - stretch.start if same_length or place == stretch.start else -1


def _missing(covered: Sequence[tuple[int, int]], places: Sequence[int]) -> int:
    """How many words of a text, which begin at places, have no character in what both texts have in common."""
    missing = current = 0
    for start, end in pairwise(places):
        while current < len(covered) and covered[current][1] <= start:
            current += 1
        missing += start < end and (current == len(covered) or end <= covered[current][0])
    return missing


class _Difference(NamedTuple):
    """A place where two texts differ: the words of each side that are not the same, and those without a character."""

    words: tuple[range, ...]
    alone: tuple[int, ...]

    def joined(self, other: _Difference) -> _Difference:
        """Both as one place, the other behind this one."""
        return _Difference(
            tuple(range(one.start, max(one.stop, two.stop)) for one, two in zip(self.words, other.words, strict=True)),
            tuple(map(add, self.alone, other.alone)),
        )


def _differences(stretches: Sequence[Stretch], own: Notation, other: Notation) -> Iterator[_Difference]:
    """Where two texts differ, word by word; places without a word between them that both have are one."""
    whole = [Stretch(0, 0, 0, 0), *stretches, Stretch(*[len(own.text)] * 2, *[len(other.text)] * 2)]
    last: _Difference | None = None
    for one, two in pairwise(whole):
        gaps = (own.edges, one.end, two.start), (other.edges, one.other_end, two.other)
        if all(start == end for _, start, end in gaps):
            continue
        now = _Difference(*zip(*(_touched(*gap) for gap in gaps), strict=True))
        if last is not None and any(
            one.start <= before.stop for before, one in zip(last.words, now.words, strict=True)
        ):
            now = last.joined(now)
        elif last is not None:
            yield last
        last = now
    if last is not None:
        yield last


def _touched(edges: Sequence[int], start: int, end: int) -> tuple[range, int]:
    """The words that stand between two places, or that a place is within; and how many of them stand there whole."""
    touched = range(bisect_right(edges, start) - 1, bisect_left(edges, end))
    if start == end and edges[touched.start] == start:
        return range(touched.start, touched.start), 0
    return touched, sum(start <= edges[word] < edges[word + 1] <= end for word in touched)


def _changed(difference: _Difference, own: Notation, other: Notation) -> tuple[int, int, int]:
    """How many words of the other text are dropped in a place, how many are added, and how many changed."""
    sizes = [
        sum(notation.edges[word] < notation.edges[word + 1] for word in words)
        for notation, words in zip((own, other), difference.words, strict=True)
    ]
    in_part = [size - alone for size, alone in zip(sizes, difference.alone, strict=True)]
    changed = max(*in_part, min(sizes))
    added, dropped = (min(alone, max(0, size - changed)) for size, alone in zip(sizes, difference.alone, strict=True))
    return dropped, added, changed


def _in_one_notation(own: list[str], others: list[list[str]]) -> tuple[Notation, Notation, list[Stretch]]:
    """Two texts in the spelling and the notation in which they are equal, else most alike; and what they share."""
    spelt = list(spellings(own)), [other for words in others for other in spellings(words)]
    pairs: list[tuple[Notation, Notation]] = []
    for several in LEVELS:
        own_noted, other_noted = ([noted(words, several) for words in side] for side in spelt)
        pairs = list(product(own_noted, other_noted))
        for first, second in pairs:
            if first.text == second.text:
                return first, second, [Stretch(0, len(first.text), 0, len(second.text))]
    # Of equal ones the last, in which marks of sub-words are gone.
    first, second = max(reversed(pairs), key=lambda pair: _words_in_common(*pair)) if len(pairs) > 1 else pairs[0]
    stretches = common_stretches(first, second)
    return first, second, _with_unknown(first, second, stretches) if UNKNOWN in first.text else stretches


def _words_in_common(one: Notation, two: Notation) -> int:
    return sum((Counter(one.words()) & Counter(two.words())).values())


def _with_unknown(own: Notation, other: Notation, stretches: Sequence[Stretch]) -> list[Stretch]:
    """The stretches, and between them what words stand for that a vocabulary lacked: one word each, if one can tell."""
    whole = [Stretch(0, 0, 0, 0), *stretches, Stretch(*[len(own.text)] * 2, *[len(other.text)] * 2)]
    found = list(stretches)
    for one, two in pairwise(whole):
        gap = own.text[one.end : two.start]
        if UNKNOWN not in gap or one.other_end == two.other:
            continue
        edges = other.edges[bisect_left(other.edges, one.other_end) : bisect_right(other.edges, two.other)]
        inner = sorted({one.other_end, *edges, two.other})
        if gap == UNKNOWN:
            inner = [one.other_end, two.other]
        if set(gap) == {UNKNOWN} and len(inner) == len(gap) + 1:
            found += [
                Stretch(one.end + number, one.end + number + 1, *ends) for number, ends in enumerate(pairwise(inner))
            ]
        elif gap.count(UNKNOWN) <= _MOST_UNKNOWN:
            pattern = "".join("(.+?)" if letter == UNKNOWN else re.escape(letter) for letter in gap)
            match = re.fullmatch(pattern, other.text[one.other_end : two.other])
            if match is not None:
                places = [place for place, letter in enumerate(gap, one.end) if letter == UNKNOWN]
                found += [
                    Stretch(place, place + 1, one.other_end + start, one.other_end + end)
                    for place, (start, end) in zip(places, match.regs[1:], strict=True)
                ]
    return sorted(found)
