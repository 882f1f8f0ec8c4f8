"""``python -m benchmarks.lines [--ranker NAME] [LINE...]``: which lines would help a ranker, each tried by itself.

The ranker is ``ranking-pronouns`` or one of those of ``best``. Each fifth of the training documents is looked at with
weights learnt from the others, with the entities of the key before each mention. The gain of a line is how much larger
the logarithm of the probability of all right answers becomes there by its weights, found in one step of Newton's method
on the others; a line about the mention alone is one for taking no candidate. Without LINE all features and pairs of
features are tried that are no line yet, for an hour or two. Who adds lines adds the best one and runs it again;
``python -m benchmarks.folds`` says what lines bring in the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.best import Best
from anaphora_workbench.resolvers.features import FEATURES
from anaphora_workbench.resolvers.learned.feature_table import CANDIDATE, JOINED_BY, MENTION, Line, line_named
from anaphora_workbench.resolvers.learned.learning import known_words
from anaphora_workbench.resolvers.learned.log_linear import Choices, Columns, learn
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.learned.ranker import RankerTable
from anaphora_workbench.resolvers.learned.rankers import Links, links_of_key, pairs_by_ranker, walk
from anaphora_workbench.resolvers.learned.reading import Reading
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument, folds
from anaphora_workbench.resolvers.ranking_pronouns import PRONOUNS, RankingPronouns, linked, route
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from benchmarks.folds import FOLDS
from benchmarks.lessons import lessons
from benchmarks.models import training_files
from benchmarks.places import corpora_folder

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]
# The part of Newton's step that is taken: weights of one line are no independent ones of the others.
_STEP = 0.7
_SHOWN = 40


@dataclass(frozen=True)
class Learner:
    """A ranker, and what it learns from.

    Attributes:
        system: whose ranker it is. route: of a document the name of the ranker that learns from each mention.
        given: links of the mentions that none learns from.
    """

    system: Any
    table: RankerTable
    route: Callable[[TrainingDocument], Sequence[str]]
    given: Callable[[TrainingDocument], Links]


RANKERS = {
    RankingPronouns.name: Learner(RankingPronouns, PRONOUNS, lambda document: route(document.table), linked),
    **{table.name: Learner(Best, table, Best.lesson_of, Best.given_links) for table in Best.tables},
}


@dataclass
class Choosing:
    """What mentions could take up, all documents after one another.

    Attributes:
        codes: of each feature, by name, the value of each candidate.
        lines: the features as lines. right: whether each candidate is right. starts: first candidate of each mention.
        fold: of each mention. may_take_none: whether a mention without a right candidate takes none.
    """

    codes: dict[str, NDArray[np.int32]]
    lines: dict[str, Line]
    right: Flags
    starts: Places
    fold: Places
    may_take_none: bool = False

    @cached_property
    def of(self) -> Places:
        """The mention of each candidate, by number."""
        return np.repeat(np.arange(len(self.starts)), np.diff(np.r_[self.starts, len(self.right)]))

    @cached_property
    def none_right(self) -> Flags:
        """Whether each mention takes none."""
        return ~np.logical_or.reduceat(self.right, self.starts)

    def numbers(self, name: str, least: int, of_mentions: bool = False) -> tuple[NDArray[np.int32], int]:
        """A line's weight of each candidate, by number from 1 on, 0 for none; and how many there are.

        Args:
            least: how often a combination of values has to occur for a weight.
            of_mentions: weights of each mention instead, where the line asks for it alone.
        """
        parts = name.split(JOINED_BY)
        line = Line(name, tuple(part for part_name in parts for part in self.lines[part_name].parts))
        codes = [self.codes[part_name].astype(np.int64) for part_name in parts]
        values, inverse, counts = np.unique(
            line.joint([of_part[self.starts] for of_part in codes] if of_mentions else codes),
            return_inverse=True,
            return_counts=True,
        )
        wanted = np.flatnonzero((counts >= least) & ~line.silent[values])
        number = np.zeros(len(values), dtype=np.int32)
        number[wanted] = 1 + np.arange(len(wanted))
        return number[inverse], len(wanted)

    def likely(self, scores: Numbers, none: Numbers) -> tuple[Numbers, Numbers]:
        """How likely each candidate and taking none is, all of a mention's together being 1."""
        of_none = none if self.may_take_none else np.full(len(none), -np.inf)
        top = np.maximum(np.maximum.reduceat(scores, self.starts), of_none)
        likely, likely_none = np.exp(scores - top[self.of]), np.exp(of_none - top)
        of_all = np.add.reduceat(likely, self.starts) + likely_none
        return likely / of_all[self.of], likely_none / of_all

    def of_right(self, likely: Numbers, likely_none: Numbers) -> Numbers:
        """How likely the right answers to each mention are together."""
        return np.add.reduceat(np.where(self.right, likely, 0.0), self.starts) + likely_none * self.none_right

    def log_likelihood(self, scores: Numbers, none: Numbers, mentions: Flags) -> float:
        """Of the right answers to some mentions."""
        return float(np.log(self.of_right(*self.likely(scores, none))[mentions]).sum())


class Fold:
    """A part of the mentions, with the scores of all candidates by what the others teach.

    Args:
        columns: by line the number of each candidate's weight. alone: that of each mention's, for taking none.
        size: number of weights, the first of which is 0. table: the ranker's, for its priors.
    """

    def __init__(
        self, choosing: Choosing, columns: Columns, alone: Columns, size: int, table: RankerTable, number: int
    ) -> None:
        self.choosing, self.own = choosing, choosing.fold == number
        self.prior = table.prior
        self.prior_alone = table.prior if table.prior_alone is None else table.prior_alone
        priors = np.full(size, self.prior)
        for column in alone:
            priors[column] = self.prior_alone
        self.other_candidates = np.flatnonzero(~self.own[choosing.of])
        other_mentions = ~self.own
        sizes = np.diff(np.r_[choosing.starts, len(choosing.right)])[other_mentions]
        weights = learn(
            Choices(
                [column[self.other_candidates] for column in columns],
                np.r_[0, np.cumsum(sizes)[:-1]].astype(np.intp),
                choosing.right[self.other_candidates],
                np.zeros(len(self.other_candidates)),
                [column[other_mentions] for column in alone] if choosing.may_take_none else None,
                choosing.none_right[other_mentions] & choosing.may_take_none,
                np.zeros(len(sizes)),
            ),
            size,
            priors,
        )
        self.scores, self.none = np.zeros(len(choosing.right)), np.zeros(len(choosing.starts))
        for column in columns:
            self.scores += weights[column]
        for column in alone:
            self.none += weights[column]
        self.before = choosing.log_likelihood(self.scores, self.none, self.own)
        likely, likely_none = choosing.likely(self.scores, self.none)
        of_right = choosing.of_right(likely, likely_none)
        self.slope = np.where(choosing.right, likely, 0.0) / of_right[choosing.of] - likely
        self.bend = likely * (1 - likely)
        self.slope_of_none = likely_none * choosing.none_right / of_right - likely_none
        self.bend_of_none = likely_none * (1 - likely_none)

    def gain(self, column: NDArray[np.int32], weights: int) -> float:
        """What a further line brings on the mentions of this part."""
        others = self.other_candidates
        step = _step(column[others], self.slope[others], self.bend[others], weights, self.prior)
        return self.choosing.log_likelihood(self.scores + step[column], self.none, self.own) - self.before

    def gain_alone(self, column: NDArray[np.int32], weights: int) -> float:
        """What a further line for taking none brings there."""
        others = ~self.own
        step = _step(column[others], self.slope_of_none[others], self.bend_of_none[others], weights, self.prior_alone)
        return self.choosing.log_likelihood(self.scores, self.none + step[column], self.own) - self.before


def _step(numbers: NDArray[np.int32], slope: Numbers, bend: Numbers, weights: int, prior: float) -> Numbers:
    """The weights of a line after one step, the first of which is 0."""
    slopes = np.bincount(numbers, slope, minlength=weights + 1)
    bends = np.bincount(numbers, bend, minlength=weights + 1)
    step: Numbers = _STEP * slopes / (bends + prior)
    step[0] = 0.0
    return step


def choosing_of(documents: Sequence[TrainingDocument], learner: Learner, names: Iterable[str]) -> Choosing:
    """The mentions of documents that a ranker learns from, and what features say of their candidates."""
    table = learner.table
    routes = [learner.route(document) for document in documents]
    pairs = [
        pairs_by_ranker(document.table, (table,), of_document)[table.name]
        for document, of_document in zip(documents, routes, strict=True)
    ]
    names = list(names)
    lines = [_single(name, table, pairs) for name in names]
    part_of = {place: part for part, places in enumerate(folds(documents, FOLDS)) for place in places}
    codes, right, sizes, of_fold = [], [], [], []
    for place, (document, of_document, candidates) in enumerate(zip(documents, routes, pairs, strict=True)):
        reading = Reading(candidates, lines, [])
        key = {mention: earlier for mention, earlier in links_of_key(document).items() if of_document[mention]}
        walk(document.table, {table.name: reading}, of_document, {**learner.given(document), **key})
        own = document.entity[candidates.later]
        is_right = (own == document.entity[candidates.earlier]) & (own != NO_ENTITY)
        number = np.diff(candidates.starts)
        of_pair = np.repeat(np.arange(len(number)), number)
        kept = number > 0
        if not table.alone:
            kept &= np.bincount(of_pair, is_right, minlength=len(number)) > 0
        codes.append(reading.pair_codes[:, kept[of_pair]])
        right.append(is_right[kept[of_pair]])
        sizes.append(number[kept])
        of_fold.append(np.full(int(kept.sum()), part_of[place], dtype=np.intp))
    ends = np.cumsum(np.concatenate(sizes))
    return Choosing(
        dict(zip(names, np.concatenate(codes, axis=1), strict=True)),
        dict(zip(names, lines, strict=True)),
        np.concatenate(right),
        np.r_[0, ends[:-1]].astype(np.intp),
        np.concatenate(of_fold),
        bool(table.alone),
    )


def _single(name: str, table: RankerTable, pairs: Sequence[Pairs]) -> Line:
    opened = any(part.feature.is_open for part in line_named(name).parts)
    return line_named(name, {name: known_words(name, table.often, pairs)} if opened else None)


def names_of_features() -> list[str]:
    """All features as parts of lines."""
    sides = {"mention": (MENTION, CANDIDATE), "pair": ("",), "entity": ("",)}
    return [side + feature.name for feature in FEATURES.values() for side in sides[feature.over]]


def untried(names: Sequence[str], table: RankerTable) -> Iterator[str]:
    """Features and pairs of them that are no lines yet; what a mention has alone tells only of taking none."""
    lines = {frozenset(line.split(JOINED_BY)) for line in (*table.pairs, *table.alone)}
    for parts in (*((name,) for name in names), *combinations(names, 2)):
        if frozenset(parts) not in lines and (table.alone or not _is_alone(parts)):
            yield JOINED_BY.join(parts)


def _is_alone(parts: Iterable[str]) -> bool:
    return all(part.startswith(MENTION) for part in parts)


def gains(choosing: Choosing, table: RankerTable, tried: Iterable[str]) -> Table:
    """The table of gains, the largest first."""
    columns: tuple[Columns, Columns] = ([], [])
    size = 1
    for side, lines in enumerate((table.pairs, table.alone)):
        for line in lines:
            column, weights = choosing.numbers(line, table.least, of_mentions=bool(side))
            columns[side].append(np.where(column > 0, column + size - 1, 0).astype(np.int32))
            size += weights
    parts = [Fold(choosing, *columns, size, table, number) for number in range(FOLDS)]
    rows = []
    for line in tried:
        alone = _is_alone(line.split(JOINED_BY))
        column, weights = choosing.numbers(line, table.least, of_mentions=alone)
        gained = [(part.gain_alone if alone else part.gain)(column, weights) if weights else 0.0 for part in parts]
        found = {f"fold {number}": gain for number, gain in enumerate(gained)}
        rows.append({"line": line, "weights": weights, "gain": sum(gained), **found})
    rows.sort(key=lambda row: (-row["gain"], row["line"]))
    figures = [Column(name, name, "number") for name in ("gain", *(f"fold {number}" for number in range(FOLDS)))]
    before = sum(part.before for part in parts)
    return Table(
        f"lines for {table.name}: gain in log likelihood, which is {before:.1f}",
        [Column("line", "line"), Column("weights", "weights", "count"), *figures],
        rows[:_SHOWN],
    )


def main(words: Sequence[str]) -> int:
    """Try lines; returns the exit status."""
    names = names_of_features()
    parser = argparse.ArgumentParser("python -m benchmarks.lines", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument(
        "--ranker",
        choices=RANKERS,
        default=RankingPronouns.name,
        metavar="NAME",
        help=f"which it is, {', '.join(map(repr, RANKERS))}; otherwise the first",
    )
    parser.add_argument("lines", nargs="*", metavar="LINE", help="features joined by ' & '")
    options = parser.parse_args(words)
    unknown = sorted({part for line in options.lines for part in line.split(JOINED_BY)} - set(names))
    if unknown:
        print(f"no feature {unknown[0]!r}; expected some of: {', '.join(sorted(names))}", file=sys.stderr)
        return 2
    learner = RANKERS[options.ranker]
    useless = [line for line in options.lines if _is_alone(line.split(JOINED_BY)) and not learner.table.alone]
    if useless:
        print(f"{useless[0]!r} tells no candidates apart; expected a feature of the candidate or pair", file=sys.stderr)
        return 2
    corpora = corpora_folder()
    if corpora is None:
        return 2
    # What the snippets of GAP ask for says nothing of other mentions.
    documents = lessons(training_files(corpora, RankingPronouns.name), learner.system.trained_in)
    tried = options.lines or list(untried(names, learner.table))
    parts = (part for line in (*learner.table.pairs, *learner.table.alone, *tried) for part in line.split(JOINED_BY))
    choosing = choosing_of(documents, learner, dict.fromkeys(parts))
    print(as_markdown(gains(choosing, learner.table, tried)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
