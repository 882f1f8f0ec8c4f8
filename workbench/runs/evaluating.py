"""One document by all resolvers of an experiment, in every setting: the function that worker processes run."""

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Mention
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.registry import anaphora_metrics, shipped_metrics
from anaphora_workbench.preprocessing import parser_of
from anaphora_workbench.resolvers import ASKED, Resolution, Resolver, get_resolver, share_reading
from anaphora_workbench.resolvers.registry.guard import Guarded
from anaphora_workbench.resolvers.registry.joined import Joined
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.base.prepared_documents import InSetting, PreparedDocuments
from anaphora_workbench.workbench.base.settings import annotates_pronouns_only
from anaphora_workbench.workbench.base.signature import document_checksum
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import Named, failure_of
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.responses import AlignedAnswers, AlignedResponse
from anaphora_workbench.workbench.records.document_results import Details, DocumentResults

# What resolvers' answers have the information for, whatever the corpus; other metrics are asked for by name.
_ALWAYS = frozenset({Needs.PARTITIONS, Needs.ORDER, Needs.TAGS, Needs.DECISIONS, Needs.CANDIDATES})
_OF_PRONOUNS = frozenset({Needs.DECISIONS, Needs.CANDIDATES})

# A comparison is of resolvers, none of which answers with split antecedents.
NO_RESOLVER_MAKES = {"split_antecedents": "drop"}
_WITHOUT_SINGLETONS = {"singletons": "drop", "split_antecedents": "drop"}
# What stands for the key where there is none.
_NO_KEY = CoreferenceLayer("none")


class DocumentEvaluator:
    """Runs all resolvers of an experiment over one document after another, in every setting.

    A row that fails on a document in one setting has no results of it in any; the other rows have theirs.

    Args:
        details: see ``comparing.run``.
        keyless: a document without a key is answered too, by those that need none, for its details alone.
        answers: folder with the answers of language models; None for that of the cache.

    Attributes:
        rows_apart: rows fail one by one; if not, a document has results of all of them or none.
    """

    rows_apart = True

    def __init__(
        self,
        experiment: Experiment,
        cache: Path | None,
        details: Details | None = None,
        only: frozenset[str] = frozenset(),
        keyless: bool = False,
        answers: Path | None = None,
    ) -> None:
        self.experiment = experiment
        self.keyless = keyless
        self.only = only
        self.details = details
        self.prepared = PreparedDocuments(experiment.preprocessing.preprocessor(), cache)
        self.resolvers = {name: get_resolver(name, **experiment.options_of(name)) for name in experiment.resolvers}
        share_reading(self.resolvers.values(), answers or cache)
        self.responses = {response.name: AlignedResponse(response) for response in experiment.responses}

    def __call__(
        self,
        document: Document,
        place: Path | None = None,
        rows: Collection[str] | None = None,
        failed: Mapping[str, Failure] = MappingProxyType({}),
    ) -> DocumentResults:
        """Counts and seconds of each resolver in each setting wanted that the document allows.

        Args:
            place: the file that failures name; None for that of the document.
            rows: those that answer; None for all.
            failed: those of them that have ended the process that worked on the document.

        Raises:
            ValueError: the document has no key and must have one, no setting wanted is allowed, or nothing answers.
        """
        task = Named(document.id, place or Path(document.source))
        everybody = [*self.resolvers, *self.responses]
        answering = [row for row in everybody if (rows is None or row in rows) and row not in failed]
        if document.key is None and not self.keyless:
            raise ValueError(
                "no coreference annotation to score against; expected a corpus with a key, "
                "or compare --report FILE, which shows answers without one"
            )
        possible = self.prepared.allowed(document)
        wanted = [setting for setting in self.experiment.settings or possible if setting in possible]
        if not possible:
            raise ValueError(self.prepared.why_in_none(document))
        if not wanted:
            asked, there = ", ".join(map(str, self.experiment.settings)), ", ".join(map(str, possible))
            raise ValueError(f"it does not allow the setting {asked}; it allows {there}")
        language = self.prepared.preprocessor.in_language(document).language
        results = DocumentResults(document_checksum(document), document.key is not None, language=language)
        results.failed |= failed
        if any(setting.annotation == "predicted" for setting in wanted):
            results.parser = parser_of(document)
        metrics = self.metrics(annotates_pronouns_only(document))
        for served in self.prepared.in_settings(document, wanted, results.checksum):
            results.narrow = results.narrow or (served.key is not None and is_narrow(served.key))
            for name in answering:
                with self._row(name, task, results):
                    if served.key is None:
                        self._add_details(name, served, results)
                    elif name not in results.failed and self._is_asked(name, served):
                        self._add_counts(name, served, served.key, metrics, results)
        for row in results.failed:
            for by_row in results.by_row():
                by_row.pop(row, None)
        if not results.has_key and not results.failed and not any(results.details.values()):
            raise ValueError("no key, and nothing answers without one; expected a resolver that needs no key")
        return results

    @contextmanager
    def _row(self, name: str, task: Named, results: DocumentResults) -> Iterator[None]:
        """Around the work of a row: what it raises is its own failure."""
        try:
            yield
        except ValueError as error:
            if not self.rows_apart:
                raise
            results.failed[name] = failure_of(error, task)

    def _is_asked(self, name: str, served: InSetting) -> bool:
        """Whether a row answers in a setting: a response may be bound to another one."""
        return name not in self.responses or self.responses[name].response.setting in ("", str(served.setting))

    def _add_details(self, name: str, served: InSetting, results: DocumentResults) -> None:
        """Add the details of a row's answers to a document without a key."""
        assert self.details is not None
        details = results.details.setdefault(served.setting, {})
        if name in self.responses:
            answers = self.responses[name].pair(without_key(served.whole), served.source)
            pair = _noted(name, answers, results)
            if _is_over(pair, served.whole):
                details[name] = self.details(pair, as_resolution(pair, name, answers.from_chains), served.whole)
        elif not self.resolvers[name].needs_key:
            resolution, pair = answered(name, self.resolvers[name], served.given, None)
            details[name] = self.details(pair, resolution, served.whole)

    def metrics(self, pronouns_only: bool) -> list[str]:
        """The metrics to count: those wanted, and always those that the columns of every comparison need.

        Those of plug-ins are counted where they are named, so that results do not depend on what else is installed.
        """
        needs = _OF_PRONOUNS if pronouns_only else _ALWAYS
        wanted = self.experiment.metrics or [
            name
            for name, metric in shipped_metrics().items()
            if metric.needs in needs and (not self.only or name in self.only)
        ]
        return list(dict.fromkeys([*wanted, *anaphora_metrics()]))

    def _add_counts(
        self, name: str, served: InSetting, key: Document, metrics: list[str], results: DocumentResults
    ) -> None:
        """Add what is counted of a row in a setting, and the details of answers that can be shown over the key."""
        setting, options = served.setting, NO_RESOLVER_MAKES | self.experiment.metric_options
        from_chains, seconds, shown = False, 0.0, True
        if name in self.responses:
            answers = self.responses[name].pair(key, served.source)
            pair = _noted(name, answers, results)
            pair = replace(pair, response_layer=_outside_held_out(pair.response_layer, pair.response, served.given))
            from_chains, shown = answers.from_chains, _is_over(pair, key)
            resolution = None
        else:
            start = time.perf_counter()
            resolution, pair = answered(name, self.resolvers[name], served.given, key)
            seconds = time.perf_counter() - start
        counts = count(pair, metrics, options, self.experiment.by)
        if resolution is None and counts.lacks_singletons == "response":
            without = count(pair, dict.fromkeys([*metrics, "conll"]), options | _WITHOUT_SINGLETONS)
            results.without_singletons.setdefault(setting, {})[name] = without
        if self.details is not None and shown:
            details = self.details(pair, resolution or as_resolution(pair, name, from_chains), served.whole)
            results.details.setdefault(setting, {})[name] = details
        results.counts.setdefault(setting, {})[name] = counts
        results.seconds.setdefault(setting, {})[name] = seconds
        results.decisions.setdefault(setting, {})[name] = [
            (decision.anaphor, decision.antecedent) for decision in pair.response_layer.decisions or ()
        ]
        if resolution is not None and (asked := _asked(resolution.tables)):
            results.asked.setdefault(setting, {})[name] = asked


def answered(
    name: str, resolver: Resolver | Guarded | Joined, given: Document, key: Document | None
) -> tuple[Resolution, DocumentPair]:
    """A resolver's answers to a document, and the pair of key and response that they make.

    Args:
        name: what an error calls the resolver.
        given: with the mentions of the setting.
        key: the same words with the key's mentions and layer; None where there is no key, which makes an empty one.

    Raises:
        ResolverError: the resolver raised something.
    """
    with at_work(name, given):
        resolution = resolver.resolve(given, key if resolver.needs_key else None)
    layer = _outside_held_out(resolution.layer(), given, given)
    return resolution, _pair(resolution.bounded(given), key, layer)


def unanswered(given: Document, key: Document | None) -> tuple[Resolution, DocumentPair]:
    """A document as if a resolver had looked at nothing of it, to show it where nobody has an answer."""
    return Resolution(given.id, "", {}, [], [], []), _pair(given, key, CoreferenceLayer("none"))


def _pair(given: Document, key: Document | None, layer: CoreferenceLayer) -> DocumentPair:
    if key is None or key.key is None:
        return DocumentPair(given.id, without_key(given), _NO_KEY, given, layer)
    return DocumentPair(given.id, key, key.key, given, layer)


def without_key(given: Document) -> Document:
    """A document's words where a key would stand if there were one."""
    return replace(given, mentions=[], coreference={})


def _noted(name: str, answers: AlignedAnswers, results: DocumentResults) -> DocumentPair:
    """The pair of a response, after what had to be done to it was noted."""
    if answers.unanswered:
        results.unanswered[name] = answers.unanswered
    if answers.unaligned:
        results.unaligned[name] = answers.unaligned
    if answers.missing_words:
        results.missing_words[name] = answers.missing_words
    results.misread[name] = [answers.moved.as_json(), answers.other_words]
    if answers.from_chains:
        results.from_chains.add(name)
    results.unread |= dict.fromkeys(answers.unread, name)
    return answers.pair


def _is_over(pair: DocumentPair, text: Document) -> bool:
    """Whether a report can show a response with the other rows, over one text: not if it adds empty nodes to it."""
    return len(pair.key.words) == len(text.words) and all(mention.start >= 0 for mention in pair.response.mentions)


def as_resolution(pair: DocumentPair, name: str, from_chains: bool) -> Resolution:
    """A response as if a resolver had given it, without options and traces."""
    chains = [list(entity.mentions) for entity in pair.response_layer.entities]
    decisions = list(pair.response_layer.decisions or ())
    return Resolution(pair.id, name, {}, decisions, chains, [], from_chains=from_chains)


def _outside_held_out(layer: CoreferenceLayer, document: Document, given: Document) -> CoreferenceLayer:
    """The layer without answers to pronouns in the part of a text whose key is kept elsewhere.

    Args:
        document: with the mentions of the layer.
        given: says which part that is.
    """
    if given.held_out is None or layer.decisions is None:
        return layer
    start, end = given.held_out
    mention_of: Mapping[str, Mention] = document.mention_by_id()
    kept = [decision for decision in layer.decisions if not start <= mention_of[decision.anaphor].start < end]
    return replace(layer, decisions=kept)


def _asked(tables: Mapping[str, Any]) -> dict[str, int]:
    """What was asked of a language model by a resolver, or by a part of several joined."""
    of_parts = [tables, *(of_part for of_part in tables.values() if isinstance(of_part, Mapping))]
    return next((dict(of_part[ASKED]) for of_part in of_parts if ASKED in of_part), {})
