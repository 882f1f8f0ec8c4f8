"""Weights of indicators, searched on training data: what MARS gained from a genetic algorithm, by a plainer search.

Source: Orăsan, Evans & Mitkov (2000) let a genetic algorithm find the weights of MARS; resolvers.md, 5.2. Here
coordinates are searched in turn, from the published weights and from random ones, and the best weights on
the training part are measured on the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from anaphora_workbench.corpora import read
from anaphora_workbench.evaluation.statistics.significance import SEED, difference_intervals, paired_bootstrap
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.baselines.oracle import KeyEntities
from anaphora_workbench.resolvers.registry.registry import resolver_class
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.report.tables import Row
from benchmarks.columns import columns_of
from benchmarks.runs import TRUE, Runs

# Halves and whole numbers, so that sums are exact and ties stay ties.
VALUES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
STARTS = 12
METRIC = "success_rate"

WORTH = columns_of(
    "resolver; corpus; published (percent); searched (percent); change (percent); interval: 95% (interval); p (p)"
)
FOUND = columns_of("resolver; indicator; weight (number)")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Cases:
    """All candidates of all anaphors of a corpus, those of one anaphor side by side, most recent first.

    Attributes:
        scores: candidates × indicators.
        right: per candidate whether it is an antecedent in the key.
        starts: where each anaphor's candidates begin.
    """

    scores: Floats
    right: npt.NDArray[np.bool_]
    starts: npt.NDArray[np.intp]

    def correct(self, weights: Floats) -> int:
        """How many anaphors the weights answer rightly; of equal sums the most recent wins."""
        sums = self.scores @ weights
        best = np.maximum.reduceat(sums, self.starts)
        sizes = np.diff(self.starts, append=len(sums))
        winners = np.flatnonzero(sums == np.repeat(best, sizes))
        group = np.searchsorted(self.starts, winners, side="right") - 1
        first = winners[np.unique(group, return_index=True)[1]]
        return int(self.right[first].sum())


def cases(resolver: str, corpus: Path, prepared: PreparedDocuments) -> Cases:
    """The indicators' scores for the anaphors of a corpus, read off the traces of a resolver at its own weights."""
    scores: list[list[float]] = []
    right: list[bool] = []
    starts: list[int] = []
    algorithm = get_resolver(resolver)
    for read_document in read(corpus):
        document = prepared.get(read_document, "gold")
        key = document.as_key()
        for trace in algorithm.resolve(document.with_mentions("true")).traces:
            entity_of = KeyEntities(trace.discourse, key).near
            compared = [candidate for candidate in trace.candidates if candidate.factors is not None]
            entity = entity_of.get(trace.anaphor)
            answers = [entity is not None and entity_of.get(candidate.position) == entity for candidate in compared]
            if any(answers):
                starts.append(len(right))
                right += answers
                scores += [list((candidate.factors or {}).values()) for candidate in compared]
    return Cases(np.array(scores), np.array(right), np.array(starts))


def search(anaphors: Cases, seed: int = SEED) -> Floats:
    """The weights that answer most, by steps along single coordinates until none helps."""
    rng = np.random.default_rng(seed)
    indicators = anaphors.scores.shape[1]
    best, most = np.ones(indicators), -1
    for start in range(STARTS):
        weights = rng.choice(VALUES, indicators) if start else np.ones(indicators)
        correct, before = anaphors.correct(weights), -1
        while correct > before:
            before = correct
            for coordinate in rng.permutation(indicators):
                tried = [np.where(np.arange(indicators) == coordinate, value, weights) for value in VALUES]
                answered = [anaphors.correct(tried_weights) for tried_weights in tried]
                if max(answered) > correct:
                    correct = max(answered)
                    weights = tried[answered.index(correct)]
        if correct > most:
            best, most = weights, correct
    return best


def search_weights(runs: Runs) -> dict[str, dict[str, float]]:
    """For each resolver the weights found on GUM train, by indicator."""
    found = {}
    for resolver in ("mars", "mitkov"):
        weights = search(cases(resolver, runs.corpora / "gum" / "train", runs.prepared()))
        found[resolver] = dict(zip(resolver_class(resolver).parts, map(float, weights), strict=True))
    return found


def worth_rows(weights: Mapping[str, Mapping[str, float]], runs: Runs) -> Iterator[Row]:
    """What weights are worth on GUM train and on GUM dev, next to the published ones."""
    for resolver, searched in weights.items():
        for part in ("train", "dev"):
            yield _worth(resolver, searched, runs.corpus(f"gum/{part}", f"GUM {part}"), runs)


def _worth(resolver: str, weights: Mapping[str, float], corpus: Corpus, runs: Runs) -> Row:
    published, searched = (
        runs.compared(corpus, (resolver,), {resolver: options}, settings=(TRUE,), metrics=(METRIC,)).of(resolver)
        for options in ({}, {"weights": dict(weights)})
    )
    before, after = list(published.documents.values()), list(searched.documents.values())
    return {
        "resolver": resolver,
        "corpus": corpus.name,
        "published": published.scores[METRIC].figure,
        "searched": searched.scores[METRIC].figure,
        "change": searched.scores[METRIC].figure - published.scores[METRIC].figure,
        "interval": difference_intervals(after, before, (METRIC,)).get(METRIC),
        "p": paired_bootstrap(after, before)[METRIC],
    }
