"""``python -m benchmarks.lines [LINE...]``: which lines would help ``ranking-pronouns``, each tried by itself.

Each fifth of the training documents is looked at with weights learnt from the others, with the entities of the key
before each pronoun. The gain of a line is how much larger the logarithm of the probability of all right answers
becomes there by its weights, found in one step of Newton's method on the others. Without LINE all features and pairs
of features are tried that are no line yet, for an hour or two. Who adds lines adds the best one and runs it again;
``python -m benchmarks.folds`` says what lines bring in the end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import FEATURES
from anaphora_workbench.resolvers.learned.feature_table import CANDIDATE, JOINED_BY, MENTION, Line, line_named
from anaphora_workbench.resolvers.learned.learning import known_words
from anaphora_workbench.resolvers.learned.log_linear import Choices, learn
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.learned.rankers import links_of_key, pairs_by_ranker, walk
from anaphora_workbench.resolvers.learned.reading import Reading
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument, folds
from anaphora_workbench.resolvers.ranking_pronouns import PRONOUNS, RankingPronouns, linked, route
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.errors import Failure
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from anaphora_workbench.workbench.runs.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.training import training_set
from anaphora_workbench.workbench.settings import setting_named
from benchmarks.folds import FOLDS
from benchmarks.models import training_files
from benchmarks.places import corpora_folder

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
# The part of Newton's step that is taken: weights of one line are no independent ones of the others.
_STEP = 0.7
_SHOWN = 40


@dataclass
class Choosing:
    """What pronouns could take up, all documents after one another.

    Attributes:
        codes: of each feature, by name, the value of each candidate.
        lines: the features as lines. right: whether each candidate is right. starts: first candidate of each pronoun.
        fold: of each pronoun.
    """

    codes: dict[str, NDArray[np.int32]]
    lines: dict[str, Line]
    right: NDArray[np.bool_]
    starts: Places
    fold: Places

    @cached_property
    def of(self) -> Places:
        """The pronoun of each candidate, by number."""
        return np.repeat(np.arange(len(self.starts)), np.diff(np.r_[self.starts, len(self.right)]))

    def numbers(self, name: str, least: int = PRONOUNS.least) -> tuple[NDArray[np.int32], int]:
        """A line's weight of each candidate, by number from 1 on, 0 for none; and how many there are."""
        parts = name.split(JOINED_BY)
        line = Line(name, tuple(part for part_name in parts for part in self.lines[part_name].parts))
        values, inverse, counts = np.unique(
            line.joint([self.codes[part_name].astype(np.int64) for part_name in parts]),
            return_inverse=True,
            return_counts=True,
        )
        wanted = np.flatnonzero((counts >= least) & ~line.silent[values])
        number = np.zeros(len(values), dtype=np.int32)
        number[wanted] = 1 + np.arange(len(wanted))
        return number[inverse], len(wanted)

    def log_likelihood(self, scores: Numbers, pronouns: NDArray[np.bool_]) -> float:
        """Of the right answers to some pronouns."""
        likely = np.exp(scores - np.maximum.reduceat(scores, self.starts)[self.of])
        of_right = np.add.reduceat(np.where(self.right, likely, 0.0), self.starts)
        return float(np.log(of_right / np.add.reduceat(likely, self.starts))[pronouns].sum())


class Fold:
    """A part of the pronouns, with the scores of all candidates by what the others teach."""

    def __init__(self, choosing: Choosing, columns: Sequence[NDArray[np.int32]], size: int, number: int) -> None:
        self.choosing, self.own = choosing, choosing.fold == number
        self.others = np.flatnonzero(~self.own[choosing.of])
        sizes = np.diff(np.r_[choosing.starts, len(choosing.right)])[~self.own]
        weights = learn(
            Choices(
                [column[self.others] for column in columns],
                np.r_[0, np.cumsum(sizes)[:-1]].astype(np.intp),
                choosing.right[self.others],
                np.zeros(len(self.others)),
                None,
                np.zeros(len(sizes), dtype=np.bool_),
                np.zeros(len(sizes)),
            ),
            size,
            PRONOUNS.prior,
        )
        self.scores = np.zeros(len(choosing.right))
        for column in columns:
            self.scores += weights[column]
        self.before = choosing.log_likelihood(self.scores, self.own)
        likely = np.exp(self.scores - np.maximum.reduceat(self.scores, choosing.starts)[choosing.of])
        right = np.where(choosing.right, likely, 0.0)
        share = likely / np.add.reduceat(likely, choosing.starts)[choosing.of]
        self.slope = right / np.add.reduceat(right, choosing.starts)[choosing.of] - share
        self.bend = share * (1 - share)

    def gain(self, column: NDArray[np.int32], weights: int) -> float:
        """What a further line brings on the pronouns of this part."""
        of_others = column[self.others]
        slope = np.bincount(of_others, self.slope[self.others], minlength=weights + 1)
        bend = np.bincount(of_others, self.bend[self.others], minlength=weights + 1)
        step = _STEP * slope / (bend + PRONOUNS.prior)
        step[0] = 0.0
        return self.choosing.log_likelihood(self.scores + step[column], self.own) - self.before


def choosing_of(documents: Sequence[TrainingDocument], names: Iterable[str]) -> Choosing:
    """The pronouns of documents with an answer among their candidates, and what features say of these."""
    routes = [route(document.table) for document in documents]
    pairs = [
        pairs_by_ranker(document.table, (PRONOUNS,), of_document)[PRONOUNS.name]
        for document, of_document in zip(documents, routes, strict=True)
    ]
    names = list(names)
    lines = [_single(name, pairs) for name in names]
    part_of = {place: part for part, places in enumerate(folds(documents, FOLDS)) for place in places}
    codes, right, sizes, of_fold = [], [], [], []
    for place, (document, of_document, candidates) in enumerate(zip(documents, routes, pairs, strict=True)):
        reading = Reading(candidates, lines, [])
        key = {mention: earlier for mention, earlier in links_of_key(document).items() if of_document[mention]}
        walk(document.table, {PRONOUNS.name: reading}, of_document, linked(document) | key)
        own = document.entity[candidates.later]
        is_right = (own == document.entity[candidates.earlier]) & (own != NO_ENTITY)
        number = np.diff(candidates.starts)
        of_pair = np.repeat(np.arange(len(number)), number)
        answered = np.bincount(of_pair, is_right, minlength=len(number)) > 0
        codes.append(reading.pair_codes[:, answered[of_pair]])
        right.append(is_right[answered[of_pair]])
        sizes.append(number[answered])
        of_fold.append(np.full(int(answered.sum()), part_of[place], dtype=np.intp))
    ends = np.cumsum(np.concatenate(sizes))
    return Choosing(
        dict(zip(names, np.concatenate(codes, axis=1), strict=True)),
        dict(zip(names, lines, strict=True)),
        np.concatenate(right),
        np.r_[0, ends[:-1]].astype(np.intp),
        np.concatenate(of_fold),
    )


def _single(name: str, pairs: Sequence[Pairs]) -> Line:
    opened = any(part.feature.is_open for part in line_named(name).parts)
    return line_named(name, {name: known_words(name, PRONOUNS.often, pairs)} if opened else None)


def names_of_features() -> list[str]:
    """All features as parts of lines."""
    sides = {"mention": (MENTION, CANDIDATE), "pair": ("",), "entity": ("",)}
    return [side + feature.name for feature in FEATURES.values() for side in sides[feature.over]]


def untried(names: Sequence[str]) -> Iterator[str]:
    """Features and pairs of them that are no lines yet; what a mention has alone tells no candidates apart."""
    lines = {frozenset(line.split(JOINED_BY)) for line in PRONOUNS.pairs}
    for parts in (*((name,) for name in names), *combinations(names, 2)):
        if frozenset(parts) not in lines and not all(part.startswith(MENTION) for part in parts):
            yield JOINED_BY.join(parts)


def gains(choosing: Choosing, tried: Iterable[str]) -> Table:
    """The table of gains, the largest first."""
    columns, size = [], 1
    for line in PRONOUNS.pairs:
        column, weights = choosing.numbers(line)
        columns.append(np.where(column > 0, column + size - 1, 0).astype(np.int32))
        size += weights
    parts = [Fold(choosing, columns, size, number) for number in range(FOLDS)]
    rows = []
    for line in tried:
        column, weights = choosing.numbers(line)
        by_fold = [part.gain(column, weights) for part in parts] if weights else [0.0] * FOLDS
        found = {f"fold {number}": gain for number, gain in enumerate(by_fold)}
        rows.append({"line": line, "weights": weights, "gain": sum(by_fold), **found})
    rows.sort(key=lambda row: (-row["gain"], row["line"]))
    figures = [Column(name, name, "number") for name in ("gain", *(f"fold {number}" for number in range(FOLDS)))]
    before = sum(part.before for part in parts)
    return Table(
        f"lines for ranking-pronouns: gain in log likelihood, which is {before:.1f}",
        [Column("line", "line"), Column("weights", "weights", "count"), *figures],
        rows[:_SHOWN],
    )


def main(words: Sequence[str]) -> int:
    """Try lines; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    names = names_of_features()
    unknown = sorted({part for line in words for part in line.split(JOINED_BY)} - set(names))
    if unknown:
        print(f"no feature {unknown[0]!r}; expected some of: {', '.join(sorted(names))}", file=sys.stderr)
        return 2
    prepared = PreparedDocuments(Preprocessing().preprocessor(), cache_folder(Path(DEFAULT_FOLDER), False))
    settings = tuple(map(setting_named, RankingPronouns.trained_in))
    files = training_files(corpora, RankingPronouns.name)
    failures: list[Failure] = []
    documents = training_set(files, None, settings, prepared, failures, lambda *_: None).documents
    if failures:
        raise ValueError(f"{len(failures)} documents cannot be learnt from: {failures[0].reason}")
    tried = list(words) or list(untried(names))
    print(as_markdown(gains(choosing_of(documents, names), tried)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
