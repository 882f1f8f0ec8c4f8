"""How a ranker learns: from the choices that its table gives on documents with a key, with its own links before."""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.learning.feature_table import JOINED_BY, Line, line_named, part_named
from anaphora_workbench.resolvers.learning.line_weights import by_line, known_words
from anaphora_workbench.resolvers.learning.log_linear import Choices, Columns, Numbers, learn
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.reading import Reading
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.rankers.ranker import Ranker, RankerTable


class EmptyRankerWarning(UserWarning):
    """A ranker has no mention to learn from, and others have."""


class NothingToLearnError(ValueError):
    """No ranker of a system has a mention to learn from."""


def nothing_for(rankers: Iterable[str]) -> str:
    """That there is nothing to learn from for rankers of some names."""
    named = ", ".join(map(repr, rankers))
    return f"nothing to learn from for {named}; expected mentions whose entity has an earlier one among the candidates"


class Lesson:
    """The training data of one ranker.

    Attributes:
        readings: of each document, whose lines about entities have to be filled in before ``learn``.
    """

    def __init__(self, table: RankerTable, documents: Sequence[TrainingDocument], pairs: Sequence[Pairs]) -> None:
        self.table = table
        known = {name: known_words(name, table.often, pairs) for name in _open_parts(table)}
        self.lines = [line_named(name, known) for name in table.pairs]
        self.alone = [line_named(name, known) for name in table.alone]
        self.readings = [Reading(of_document, self.lines, self.alone) for of_document in pairs]
        self._answers = [
            _Answers(document, of_document, bool(table.alone))
            for document, of_document in zip(documents, pairs, strict=True)
        ]

    @property
    def is_empty(self) -> bool:
        """Whether no document has a mention to learn from."""
        return not any(len(answers.sizes) for answers in self._answers)

    def learn(self, before: Ranker | None = None) -> Ranker:
        """The ranker that explains the right answers best; one without weights where there is nothing to learn from.

        Args:
            before: of an earlier round, whose weights are where the search begins.
        """
        if self.is_empty:
            if before is None:
                warnings.warn(f"{nothing_for([self.table.name])}; it gets no weights", EmptyRankerWarning, stacklevel=2)
            return Ranker(self.table, {}, {})
        columns, names = self._columns([reading.pair_codes for reading in self.readings], self.lines, 1, rows=True)
        alone, alone_names = self._columns(
            [reading.alone_codes for reading in self.readings], self.alone, 1 + len(names), rows=False
        )
        sizes = np.concatenate([answers.sizes for answers in self._answers])
        right = np.concatenate([answers.right for answers in self._answers])
        none_right = np.concatenate([answers.none_right for answers in self._answers])
        wrong_link, false_link, false_none = self.table.costs
        choices = Choices(
            columns,
            np.r_[0, np.cumsum(sizes)[:-1]].astype(np.intp),
            right,
            np.where(right, 0.0, np.where(np.repeat(none_right, sizes), false_link, wrong_link)),
            alone if self.table.alone else None,
            none_right,
            np.where(none_right, 0.0, false_none),
        )
        size = 1 + len(names) + len(alone_names)
        start = None if before is None else self._start(before, names, alone_names)
        weights = learn(choices, size, self.table.prior, start, self.table.most)
        return Ranker(
            self.table,
            by_line(self.lines, names, weights, 1, self.table.smallest),
            by_line(self.alone, alone_names, weights, 1 + len(names), self.table.smallest),
        )

    def _start(self, before: Ranker, names: Sequence[tuple[int, int]], alone: Sequence[tuple[int, int]]) -> Numbers:
        start = [0.0]
        for lines, weights, named in ((self.lines, before.pairs, names), (self.alone, before.alone, alone)):
            start += [weights.get(lines[line].name, {}).get(lines[line].value(code), 0.0) for line, code in named]
        return np.array(start)

    def _columns(
        self, codes: Sequence[NDArray[np.integer[Any]]], lines: Sequence[Line], first: int, rows: bool
    ) -> tuple[Columns, list[tuple[int, int]]]:
        """Per line the number of each row's weight, and line and code of each weight."""
        columns: Columns = []
        names: list[tuple[int, int]] = []
        for number, line in enumerate(lines):
            parts = [
                of_document[number][answers.kept if rows else answers.kept_choices]
                for of_document, answers in zip(codes, self._answers, strict=True)
            ]
            of_line = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
            counts = np.bincount(of_line, minlength=line.size)
            wanted = np.flatnonzero((counts >= self.table.least) & ~line.silent)
            weight_of = np.zeros(line.size, dtype=np.int32)
            weight_of[wanted] = first + len(names) + np.arange(len(wanted))
            columns.append(weight_of[of_line])
            names += [(number, code) for code in wanted.tolist()]
        return columns, names


class _Answers:
    """Which choices of a document there is something to learn from, and the right answers.

    Attributes:
        kept: whether each pair belongs to such a choice. kept_choices: whether each mention has one.
        sizes: candidates of each. right: whether each candidate of these is right. none_right: whether none is.
    """

    def __init__(self, document: TrainingDocument, pairs: Pairs, may_take_none: bool) -> None:
        entity = document.entity
        own = entity[pairs.later]
        right = (own == entity[pairs.earlier]) & (own != NO_ENTITY)
        sizes = np.diff(pairs.starts)
        number_of = np.repeat(np.arange(len(sizes)), sizes)
        any_right = np.bincount(number_of, weights=right, minlength=len(sizes)) > 0
        mentions = np.array(pairs.mentions, dtype=np.intp)
        annotated = (entity[mentions] != NO_ENTITY) | (not document.narrow)
        self.kept_choices = (sizes > 0) & annotated & (any_right | may_take_none)
        self.kept = self.kept_choices[number_of]
        self.sizes = sizes[self.kept_choices]
        self.right = right[self.kept]
        self.none_right = ~any_right[self.kept_choices]


def _open_parts(table: RankerTable) -> list[str]:
    names = {name for line in (*table.pairs, *table.alone) for name in line.split(JOINED_BY)}
    return sorted(name for name in names if part_named(name).feature.is_open)
