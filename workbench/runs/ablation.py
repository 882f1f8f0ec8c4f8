"""Ablation: what each factor, rule and filter of a resolver is worth on a corpus.

Each is left out alone, by the resolver's option ``without``; the change in success rate, or in another metric, is
paired by document, and its interval is Student's t over documents.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from typing import Any

from anaphora_workbench.evaluation.counting.counting import Counts, total
from anaphora_workbench.evaluation.statistics.significance import approximate_randomisation, difference_intervals
from anaphora_workbench.resolvers import get_resolver, share_reading
from anaphora_workbench.resolvers.registry.joined import Joined
from anaphora_workbench.workbench.base.errors import CommandError, Failure
from anaphora_workbench.workbench.base.settings import SETTINGS, Setting
from anaphora_workbench.workbench.base.signature import Signature, corpus_checksum
from anaphora_workbench.workbench.engine.running import OnDocument, documents_at, each_document
from anaphora_workbench.workbench.engine.workers import Limits, isolation
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import of_nothing
from anaphora_workbench.workbench.runs.evaluating import DocumentEvaluator
from anaphora_workbench.workbench.runs.signing import Signing

METRIC = "success_rate"


@dataclass
class Ablated:
    """A resolver with one part left out, against the whole resolver.

    Attributes:
        part: what was left out, "" for the whole resolver.
        metric: by which it is judged.
        whole, without: counts by document of the whole resolver and of the one without the part.
        depends_on: the signature of the whole resolver.
    """

    corpus: str
    setting: Setting
    resolver: str
    part: str
    metric: str
    whole: dict[str, Counts] = field(default_factory=dict)
    without: dict[str, Counts] = field(default_factory=dict)
    depends_on: Signature = field(default_factory=Signature)

    @cached_property
    def figure(self) -> float | None:
        """The metric's figure without the part; None for a rate of nothing."""
        return _figure(self.without.values(), self.metric)

    @cached_property
    def change(self) -> float | None:
        """What leaving the part out adds to it; None where either side is a rate of nothing."""
        without, whole = self.figure, _figure(self.whole.values(), self.metric)
        return None if without is None or whole is None else without - whole

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """95% interval of the change; None for a single document that counts, or where there is no change."""
        if self.change is None:
            return None
        sides = list(self.without.values()), list(self.whole.values())
        return difference_intervals(*sides, (self.metric,)).get(self.metric)

    @cached_property
    def p(self) -> float | None:
        """Two-sided p-value of the change by approximate randomisation; None where ``interval`` is."""
        if self.change is None or len(self.whole) < 2:
            return None
        sides = list(self.without.values()), list(self.whole.values())
        return approximate_randomisation(*sides, metrics=(self.metric,))[self.metric]


@dataclass(frozen=True, slots=True)
class Part:
    """What can be left out of a resolver.

    Attributes:
        resolver: whose part it is, of those joined.
        name: as it is shown; with its resolver where several that are joined have parts.
        option: the option that leaves it out.
        value: what that option is given.
    """

    resolver: str
    name: str
    option: str
    value: str


def parts_of(resolver: str, options: Mapping[str, Any] | None = None) -> list[Part]:
    """What can be left out of a resolver, or of those it joins; nothing for one without an option ``without``.

    Args:
        options: those it runs with, for they may add filters to its own.
    """
    whole = get_resolver(resolver, **(options or {}))
    joined = whole.parts if isinstance(whole, Joined) else [whole]
    # A plug-in need not be a subclass of Resolver.
    able = [part for part in joined if hasattr(part, "removable") and "without" in part.options]
    return [
        Part(
            part.name,
            value if len(able) == 1 else f"{part.name}.{value}",
            "without" if len(joined) == 1 else f"{part.name}.without",
            value,
        )
        for part in able
        for value in part.removable()
    ]


def metric_of(experiment: Experiment) -> str:
    """By which metric parts are judged: the only one that an experiment names, else the success rate."""
    return experiment.metrics[0] if len(experiment.metrics) == 1 else METRIC


def ablate(
    experiment: Experiment,
    cache: Path | None = None,
    jobs: int = 1,
    on_document: OnDocument = lambda name, place: None,
    limits: Limits | None = None,
) -> tuple[list[Ablated], list[Failure]]:
    """Run each resolver of an experiment whole and without each of its parts, judged by ``metric_of`` it.

    Returns:
        The whole resolver and its parts, one resolver after another, by corpus and setting; and the documents
        that have no result.

    Raises:
        CommandError: no resolver has a part to leave out.
        ValueError: as for ``experiment.run``.
    """
    experiment.check()
    resolvers = tuple(name for name in experiment.resolvers if parts_of(name, experiment.options_of(name)))
    if not resolvers:
        raise CommandError(
            f"nothing can be left out of {', '.join(experiment.resolvers)}; expected a resolver with parts"
        )
    limits = isolation((get_resolver(name, **experiment.options_of(name)) for name in resolvers), limits)
    metric = metric_of(experiment)
    experiment = replace(experiment, resolvers=resolvers, metrics=(metric,))
    names = [
        (name, part)
        for name in resolvers
        for part in ("", *(left_out.name for left_out in parts_of(name, experiment.options_of(name))))
    ]
    ablations: list[Ablated] = []
    failures: list[Failure] = []
    for corpus in experiment.corpora:
        by_label: dict[tuple[Setting, str], dict[str, Counts]] = {}
        read: list[tuple[str, str, str | None]] = []
        make = partial(VariantEvaluator, experiment, cache, _variants)
        documents = documents_at([(corpus.path, corpus.language)], corpus.format)
        for document, outcome in each_document(make, documents, jobs, failures, on_document, limits=limits):
            read.append((outcome.checksum, outcome.language, outcome.parser))
            for setting, of_setting in outcome.counts.items():
                for label, counts in of_setting.items():
                    by_label.setdefault((setting, label), {})[document] = counts
        checksum = corpus_checksum(checksum for checksum, _, _ in read)
        languages = {language for _, language, _ in read}
        parsers = {parser for _, _, parser in read if parser is not None}
        signing = Signing(experiment, corpus.name, checksum, languages, parsers)
        for setting, (resolver, part) in product(SETTINGS, names):
            without = by_label.get((setting, _label(resolver, part)))
            if without is not None:
                whole = by_label[setting, resolver]
                signed = signing.of_resolver(setting, total(whole.values()), resolver)
                ablations.append(Ablated(corpus.name, setting, resolver, part, metric, whole, without, signed))
    return ablations, failures


class VariantEvaluator(DocumentEvaluator):
    """Evaluates each resolver in several variants, by labels that tell them apart.

    Args:
        variants: those of an experiment, each with its label.
    """

    rows_apart = False

    def __init__(
        self, experiment: Experiment, cache: Path | None, variants: Callable[[Experiment], Iterable[tuple[str, Any]]]
    ) -> None:
        super().__init__(experiment, cache)
        self.resolvers = dict(variants(experiment))
        share_reading(self.resolvers.values(), cache)


def _variants(experiment: Experiment) -> Iterator[tuple[str, Any]]:
    for name in experiment.resolvers:
        options = experiment.options_of(name)
        whole = get_resolver(name, **options)
        yield name, whole
        joined = whole.parts if isinstance(whole, Joined) else [whole]
        # A plug-in need not be a subclass of Resolver.
        idle: dict[str, frozenset[str]] = {
            resolver.name: getattr(resolver, "idle_parts", frozenset)() for resolver in joined
        }
        for part in parts_of(name, options):
            left_out = whole.options[part.option]
            if part.value not in (*left_out, *idle[part.resolver]):
                changed = options | {part.option: (*left_out, part.value)}
                yield _label(name, part.name), get_resolver(name, **changed)


def _label(resolver: str, part: str) -> str:
    """What tells a resolver without one of its parts, "" for none, from the others."""
    return f"{resolver} without {part}" if part else resolver


def _figure(documents: Iterable[Counts], metric: str) -> float | None:
    score = total(documents).scores()[metric]
    return None if of_nothing(score) else score.figure
