"""Pairs of a document: each mention to be resolved with its candidates, and their features."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.feature_table import CANDIDATE, Line, Part
from anaphora_workbench.resolvers.pronouns.stages.windows import before


@dataclass(frozen=True)
class Window:
    """Which mentions before a mention are candidates.

    Attributes:
        sentences: how far back, in sentences; None for no limit.
        nearest: how many at most.
        matching: how many more that match wherever they are: nouns of the same head or the same words; for a pronoun,
            pronouns of the same person.
        as_pronouns: only what the resolvers that have rules let a pronoun take up: no pleonastic or relative
            pronouns, no times, no noun phrase around the pronoun but those that may bind it.
    """

    sentences: int | None
    nearest: int
    matching: int = 0
    as_pronouns: bool = False


class Pairs:
    """The pairs of some mentions of a document with their candidates, mention by mention, nearest candidate first.

    Attributes:
        mentions: positions of the mentions to be resolved.
        starts: where the pairs of each mention begin, and at the end the number of pairs.
        later, earlier: positions of mention and candidate of each pair.
    """

    def __init__(
        self, table: MentionTable, mentions: Sequence[int], candidates: Sequence[Sequence[int] | Codes]
    ) -> None:
        self.table = table
        self.mentions = list(mentions)
        sizes = [len(of_mention) for of_mention in candidates]
        self.starts = np.r_[0, np.cumsum(sizes, dtype=np.intp)].astype(np.intp)
        self.later = np.repeat(np.array(self.mentions, dtype=np.intp), sizes)
        lists = [np.zeros(0, dtype=np.intp), *(np.asarray(of_mention, dtype=np.intp) for of_mention in candidates)]
        self.earlier: Codes = np.concatenate(lists)
        self._codes: dict[str, Codes] = {}

    def __len__(self) -> int:
        return len(self.later)

    def groups(self) -> Iterable[tuple[int, slice]]:
        """Each mention with its stretch of pairs."""
        starts = self.starts.tolist()
        return ((mention, slice(*ends)) for mention, ends in zip(self.mentions, pairwise(starts), strict=True))

    def codes(self, part: Part) -> Codes:
        """The codes of a part that does not ask for entities."""
        name = part.feature.name
        if part.feature.over == "mention":
            of_mentions = part.translated(self.table.values(part.feature), self.table)
            return of_mentions[self.earlier if part.side == CANDIDATE else self.later]
        if name not in self._codes:
            self._codes[name] = part.feature.codes(self.table, self.later, self.earlier)
        return part.translated(self._codes[name], self.table)

    def joint(self, line: Line) -> Codes:
        """The codes of a line that does not ask for entities."""
        return line.joint([self.codes(part) for part in line.parts])


def candidates_of(table: MentionTable, window: Window, mentions: Iterable[int]) -> list[list[int]]:
    """The candidates of each mention, nearest first, those that only match after them."""
    discourse = table.discourse
    if window.as_pronouns:
        return [before(discourse, mention, window.sentences, containing=True)[: window.nearest] for mention in mentions]
    listed = []
    for mention in mentions:
        first = mention - window.nearest
        if window.sentences is not None:
            sentence = max(0, discourse.sentence[mention] - window.sentences)
            first = max(first, discourse.sentence_start[sentence])
        first = max(first, 0)
        near = list(range(mention - 1, first - 1, -1))
        if window.matching and first:
            near += _latest((table.alike[key] for key in table.likeness(mention)), first, window.matching)
        listed.append(near)
    return listed


def _latest(lists: Iterable[list[int]], before_position: int, most: int) -> list[int]:
    """The latest positions before one that are in any of some lists, latest first."""
    found: set[int] = set()
    for positions in lists:
        end = bisect_left(positions, before_position)
        found.update(positions[max(0, end - most) : end])
    return sorted(found, reverse=True)[:most]
