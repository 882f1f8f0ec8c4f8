"""What the scorer reads of a document: states of mentions, their features, and the pairs with their features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import FEATURES, MentionTable
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.features.mention_table import TYPES
from anaphora_workbench.resolvers.learning.pairs import Window as Reach
from anaphora_workbench.resolvers.learning.pairs import candidates_of
from anaphora_workbench.resolvers.neural.encoder.encoder import Encoder

Floats = NDArray[np.float32]
MENTION_FEATURES = (
    "type", "pronoun type", "function", "number", "gender", "length", "embedded", "pleonastic", "cannot be antecedent",
    "place in sentence", "quoted", "renames", "in adjunct", "existential", "main clause",
    "mentions with its head before", "mentions with its words before", "depth",
)  # fmt: skip
PAIR_FEATURES = (
    "sentences", "mentions", "words", "paragraphs", "same clause", "same words", "same form", "same head", "modifiers",
    "words in common", "head among words", "number agreement", "gender agreement", "person agreement",
    "entity type agreement", "names", "functions", "same governor", "binding", "containment", "renaming", "quotation",
    "voice", "turns", "party", "who is meant", "named speaker",
)  # fmt: skip
# The nearest mentions, and of those before them so many that match wherever they are.
CANDIDATES = Reach(sentences=None, nearest=45, matching=25)
# Words of a mention whose states it is read by: its first, its last, its head.
PLACES = 3


def sizes_of(names: Sequence[str]) -> list[int]:
    """How many values each feature has."""
    return [len(FEATURES[name].values or ()) for name in names]


MENTION_VALUES = sum(sizes_of(MENTION_FEATURES))
# The last feature of a pair is the types of both.
PAIR_VALUES = sum(sizes_of(PAIR_FEATURES)) + len(TYPES) ** 2


def _numbered(columns: Sequence[Codes], sizes: Sequence[int]) -> NDArray[np.int16]:
    """Codes of several features as numbers of values, counted through all of them: (rows, features)."""
    first = np.r_[0, np.cumsum(sizes)[:-1]]
    return (np.stack(columns, axis=1) + first).astype(np.int16) if columns else np.zeros((0, 0), dtype=np.int16)


def one_hot(numbers: NDArray[np.int16], size: int) -> Floats:
    """Ones at the numbers of each row: (rows, size)."""
    ones = np.zeros((len(numbers), size), dtype=np.float32)
    ones[np.arange(len(numbers))[:, None], numbers] = 1
    return ones


@dataclass(frozen=True)
class PairRows:
    """The pairs of some mentions, mention by mention.

    Attributes:
        mentions: positions.
        starts: where the pairs of each begin, and at the end their number.
        later, earlier: positions of mention and candidate of each pair.
        values: numbers of the values of the pair's features.
    """

    mentions: Codes
    starts: Codes
    later: Codes
    earlier: Codes
    values: NDArray[np.int16]

    def without(self, left_out: Flags) -> PairRows:
        """The pairs but some of them, which are told by pair."""
        kept = ~left_out
        starts = np.r_[0, np.cumsum(kept)][self.starts]
        return PairRows(self.mentions, starts, self.later[kept], self.earlier[kept], self.values[kept])

    def only(self, rows: Codes) -> PairRows:
        """Some of the pairs of one mention."""
        starts = np.array([0, len(rows)])
        return PairRows(self.mentions, starts, self.later[rows], self.earlier[rows], self.values[rows])


@dataclass(frozen=True)
class Window:
    """A stretch of a text that is encoded at once.

    Attributes:
        offset: place of its first word.
        first, last: states at the first and at the last piece of its words.
        mentions: which word of a mention, 0 to PLACES - 1; positions of mentions; their states there.
    """

    offset: int
    first: Floats
    last: Floats
    mentions: list[tuple[int, Codes, Floats]]


class Inputs:
    """A document as the scorer reads it."""

    def __init__(self, discourse: Discourse) -> None:
        self.table = MentionTable(discourse)

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        document = self.table.discourse.document
        return [[word.form for word in document.words[s.start : s.end]] for s in document.sentences]

    @cached_property
    def mention_values(self) -> NDArray[np.int16]:
        """Numbers of the values of each mention's features: (mentions, features)."""
        codes = [self.table.values(FEATURES[name]) for name in MENTION_FEATURES]
        return _numbered(codes, sizes_of(MENTION_FEATURES))

    def pairs(self, mentions: Sequence[int]) -> PairRows:
        """Some mentions with their candidates, nearest first."""
        table = self.table
        candidates = candidates_of(table, CANDIDATES, mentions)
        sizes = [len(of_mention) for of_mention in candidates]
        later = np.repeat(np.array(mentions, dtype=np.intp), sizes)
        earlier = np.array([position for of_mention in candidates for position in of_mention], dtype=np.intp)
        codes = [FEATURES[name].codes(table, later, earlier) for name in PAIR_FEATURES]
        codes.append(table.kind[later] * len(TYPES) + table.kind[earlier])
        values = _numbered(codes, [*sizes_of(PAIR_FEATURES), len(TYPES) ** 2])
        starts = np.r_[0, np.cumsum(sizes)].astype(np.intp)
        return PairRows(np.array(mentions, dtype=np.intp), starts, later, earlier, values)

    def windows(self, encoder: Encoder) -> Iterator[Window]:
        """The text as the encoder reads it, window by window."""
        table = self.table
        words = (table.start, table.end - 1, table.head)
        orders = [np.argsort(of_mention, kind="stable") for of_mention in words]
        offset = 0
        for states, places in encoder.states(self.sentences):
            end = offset + len(places)
            of_mentions = []
            for place, (of_mention, order) in enumerate(zip(words, orders, strict=True)):
                inside = order[slice(*np.searchsorted(of_mention[order], (offset, end)))]
                if len(inside):
                    pieces = places[of_mention[inside] - offset, 1 if place == 1 else 0]
                    of_mentions.append((place, inside, states[pieces]))
            yield Window(offset, states[places[:, 0]], states[places[:, 1]], of_mentions)
            offset = end
