"""What two texts have in common, in n log n: long stretches that are the same first, then what lies between them.

Anchors are windows that stand as often in the one text as in the other, in their longest common order; small gaps
between them are compared word by word, then character by character. A gap without anchors, as in a text that repeats
itself, is read from left to right, and after a difference it goes on at the nearest place where both agree again.

Source: patience diff (Cohen 2003); longest increasing subsequence (Fredman 1975).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from anaphora_workbench.corpora.support.notation import Notation

# Characters of the windows, of each round of gaps.
_WINDOWS = (48, 24, 12, 6)
# Of a window that stands at several places on both sides.
_MOST_PLACES = 16
# Characters of two gaps that are compared one by one, as a product.
_SMALL = 2_500
# How far from a difference both texts agree again, in characters of both, and for how long.
_NEAREST, _AGREE = 160, 12


class Stretch(NamedTuple):
    """Characters ``start`` to ``end`` of one text, the same as ``other`` to ``other_end`` of the other.

    Of other lengths, they have only their ends in common.
    """

    start: int
    end: int
    other: int
    other_end: int


def common_stretches(one: Notation, two: Notation) -> list[Stretch]:
    """The common stretches of two texts, in order."""
    return sorted(_Difference(one, two).stretches())


class _Difference:
    def __init__(self, one: Notation, two: Notation) -> None:
        self.text, self.other = one.text, two.text
        self.edges, self.other_edges = one.edges, two.edges

    @cached_property
    def _other_edges(self) -> frozenset[int]:
        return frozenset(self.other_edges)

    def stretches(self) -> Iterator[Stretch]:
        gaps = [(Stretch(0, len(self.text), 0, len(self.other)), 0)]
        while gaps:
            gap, number = gaps.pop()
            before, gap, after = self._peeled(gap)
            yield from (stretch for stretch in (before, after) if stretch.end > stretch.start)
            size = (gap.end - gap.start) * (gap.other_end - gap.other)
            if not size:
                continue
            if size <= _SMALL:
                yield from self._by_word(gap)
                continue
            anchors: list[Stretch] = []
            while not anchors and number < len(_WINDOWS):
                anchors = self._anchors(gap, _WINDOWS[number])
                number += 1
            if anchors:
                yield from anchors
                first, last = (
                    Stretch(*[a] * 2, *[b] * 2) for a, b in ((gap.start, gap.other), (gap.end, gap.other_end))
                )
                gaps += [
                    (Stretch(left.end, right.start, left.other_end, right.other), number)
                    for left, right in pairwise((first, *anchors, last))
                ]
            else:
                yield from self._left_to_right(gap)

    def _peeled(self, gap: Stretch) -> tuple[Stretch, Stretch, Stretch]:
        """What a gap begins with and ends in alike, and what lies between, whole words staying whole."""
        start, end, begin, finish = gap
        same = self._beginning(gap)
        before = Stretch(start, start + same, begin, begin + same)
        start, begin = start + same, begin + same
        most, same = min(end - start, finish - begin), 0
        while same < most and self.text[end - same - 1] == self.other[finish - same - 1]:
            same += 1
        if same < most or end - start != finish - begin:
            place = bisect_left(self.edges, end - same)
            while place < len(self.edges) and finish - end + self.edges[place] not in self._other_edges:
                place += 1
            same = max(0, end - self.edges[place]) if place < len(self.edges) else 0
        after = Stretch(end - same, end, finish - same, finish)
        return before, Stretch(start, end - same, begin, finish - same), after

    def _beginning(self, gap: Stretch) -> int:
        """How many characters a gap begins with alike, up to the last common edge of words."""
        start, end, begin, finish = gap
        most = min(end - start, finish - begin)
        done, step = 0, 64
        while done < most:
            step = min(step, most - done)
            if self.text[start + done : start + done + step] == self.other[begin + done : begin + done + step]:
                done += step
                step *= 2
            else:
                most = done + step - 1
                step = max(1, step // 2)
        if start + done == end and begin + done == finish:
            return done
        place = bisect_right(self.edges, start + done) - 1
        while place >= 0 and self.edges[place] > start and begin - start + self.edges[place] not in self._other_edges:
            place -= 1
        return max(0, self.edges[place] - start)

    def _by_word(self, gap: Stretch) -> Iterator[Stretch]:
        """The words of a small gap that are the same, and between them the same characters."""
        start, end, begin, finish = gap
        places, other_places = _within(self.edges, start, end), _within(self.other_edges, begin, finish)
        words, others = (
            [text[left:right] for left, right in pairwise(there)]
            for text, there in ((self.text, places), (self.other, other_places))
        )
        for block in SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks():
            here, there = places[block.a], other_places[block.b]
            yield from self._by_character(Stretch(start, here, begin, there))
            start, begin = places[block.a + block.size], other_places[block.b + block.size]
            if block.size:
                yield Stretch(here, start, there, begin)

    def _by_character(self, gap: Stretch) -> Iterator[Stretch]:
        start, end, begin, finish = gap
        if start == end or begin == finish:
            return
        matcher = SequenceMatcher(None, self.text[start:end], self.other[begin:finish], autojunk=False)
        for block in matcher.get_matching_blocks():
            here, there = start + block.a, begin + block.b
            if block.size:
                yield Stretch(here, here + block.size, there, there + block.size)

    def _anchors(self, gap: Stretch, size: int) -> list[Stretch]:
        """Windows of a gap that stand as often in both texts, in their longest common order, as long as both agree."""
        places = _places(self.text, self.edges, gap.start, gap.end, size)
        other_places = _places(self.other, self.other_edges, gap.other, gap.other_end, size)
        shared: list[tuple[int, int]] = []
        for most in (1, _MOST_PLACES):
            shared = sorted(
                pair
                for window, there in places.items()
                if len(there) <= most and len(there) == len(here := other_places.get(window, ()))
                for pair in zip(there, here, strict=True)
            )
            if shared:
                break
        anchors: list[Stretch] = []
        for start, begin in _longest_rising(shared):
            if anchors and (start < anchors[-1].end or begin < anchors[-1].other_end):
                continue
            same = self._beginning(Stretch(start, gap.end, begin, gap.other_end)) or size
            anchors.append(Stretch(start, start + same, begin, begin + same))
        return anchors

    def _left_to_right(self, gap: Stretch) -> Iterator[Stretch]:
        start, end, begin, finish = gap
        while start < end and begin < finish:
            same = self._beginning(Stretch(start, end, begin, finish))
            if same:
                yield Stretch(start, start + same, begin, begin + same)
                start, begin = start + same, begin + same
            found = self._agree_again(start, end, begin, finish)
            if found is None:
                return
            start, begin = found

    def _agree_again(self, start: int, end: int, begin: int, finish: int) -> tuple[int, int] | None:
        """The nearest edges of words from which both texts agree for a while; None where they are too far."""
        heres = [edge - start for edge in self._near(self.edges, start, end)]
        theres = [edge - begin for edge in self._near(self.other_edges, begin, finish)]
        nearest = None
        for own in heres:
            for away in theres:
                # A word that was exchanged is more likely than one that is missing.
                rank = own + away, abs(own - away)
                if nearest is not None and rank >= nearest[0]:
                    break
                if own + away:
                    here, there = start + own, begin + away
                    if self.text[here : here + _AGREE] == self.other[there : there + _AGREE]:
                        nearest = rank, (here, there)
        return nearest[1] if nearest else None

    def _near(self, edges: Sequence[int], start: int, end: int) -> Sequence[int]:
        return edges[bisect_left(edges, start) : bisect_right(edges, min(end - _AGREE, start + _NEAREST))]


def _within(edges: Sequence[int], start: int, end: int) -> list[int]:
    """The ends of a part of a text, and the edges inside it, each once."""
    inside = edges[bisect_right(edges, start) : bisect_left(edges, end)]
    return sorted({start, *inside, end})


def _places(text: str, edges: Sequence[int], start: int, end: int, size: int) -> dict[str, list[int]]:
    """Where in a part of a text each window stands that begins at an edge."""
    found: dict[str, list[int]] = {}
    before = -1
    for edge in edges[bisect_left(edges, start) : bisect_right(edges, end - size)]:
        if edge != before:
            found.setdefault(text[edge : edge + size], []).append(edge)
            before = edge
    return found


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs, in order of their first numbers, whose second numbers rise."""
    lasts: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (_, number) in enumerate(pairs):
        length = bisect_left(lasts, number)
        before.append(ends[length - 1] if length else -1)
        if length == len(lasts):
            lasts.append(number)
            ends.append(place)
        else:
            lasts[length], ends[length] = number, place
    chosen = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chosen.append(pairs[place])
        place = before[place]
    return chosen[::-1]
