"""Cumulation: the scores of a resolver of passes as its passes are added, one by one.

Source: Raghunathan et al. (2010, Table 2).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from anaphora_workbench.evaluation.arithmetic.scores import Result
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.settings import SETTINGS, Setting
from anaphora_workbench.workbench.engine.running import documents_at, each_document
from anaphora_workbench.workbench.engine.workers import Limits, isolation
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.runs.ablation import VariantEvaluator

METRICS = ("muc", "b_cubed", "blanc", "conll")


@dataclass
class Cumulated:
    """A resolver with its passes up to one of them.

    Attributes:
        passes: how many.
        last: name of the last.
        counts: of all documents together.
    """

    corpus: str
    setting: Setting
    resolver: str
    passes: int
    last: str
    counts: Counts = field(repr=False)

    @property
    def scores(self) -> Mapping[str, Result]:
        return self.counts.scores()


def passes_of(resolver: str, options: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Names of a resolver's passes in their order without those left out; none for one that has none or is joined."""
    made = get_resolver(resolver, **(options or {}))
    left_out = made.options.get("without", ())
    return tuple(name for name in getattr(made, "passes", ()) if name not in left_out)


def cumulate(
    experiment: Experiment, cache: Path | None = None, jobs: int = 1, limits: Limits | None = None
) -> tuple[list[Cumulated], list[Failure]]:
    """Run each resolver of an experiment that has passes with the first of them, the first two, and so on.

    Returns:
        The cumulations by corpus, setting and resolver; and the documents that have no result.
    """
    experiment.check()
    resolvers = tuple(name for name in experiment.resolvers if passes_of(name, experiment.options_of(name)))
    failures: list[Failure] = []
    if not resolvers:
        return [], failures
    experiment = replace(experiment, resolvers=resolvers, metrics=METRICS)
    limits = isolation((get_resolver(name, **experiment.options_of(name)) for name in resolvers), limits)
    cumulated: list[Cumulated] = []
    for corpus in experiment.corpora:
        totals: dict[tuple[Setting, str], Counts] = {}
        make = partial(VariantEvaluator, experiment, cache, _variants)
        documents = documents_at([(corpus.path, corpus.language)], corpus.format)
        for _, outcome in each_document(make, documents, jobs, failures, limits=limits):
            for setting, by_label in outcome.counts.items():
                for label, counts in by_label.items():
                    before = totals.get((setting, label))
                    totals[setting, label] = counts if before is None else before + counts
        for setting in SETTINGS:
            for name in resolvers:
                for number, last in enumerate(passes_of(name, experiment.options_of(name)), start=1):
                    total = totals.get((setting, _label(name, number)))
                    if total is not None:
                        cumulated.append(Cumulated(corpus.name, setting, name, number, last, total))
    return cumulated, failures


def _variants(experiment: Experiment) -> Iterator[tuple[str, Any]]:
    """Each resolver with its first passes."""
    for name in experiment.resolvers:
        options = experiment.options_of(name)
        passes = passes_of(name, options)
        left_out = get_resolver(name, **options).options["without"]
        for number in range(1, len(passes) + 1):
            yield _label(name, number), get_resolver(name, **options | {"without": (*left_out, *passes[number:])})


def _label(resolver: str, passes: int) -> str:
    return f"{resolver} up to {passes}"
