"""Results of an experiment: counts by corpus, setting, resolver and document, from which all else is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from anaphora_workbench.corpora.pairing.moved_spans import MovedSpans, OtherWords, says_other_words
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.tabular import Tabular
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Result, Score, figures_of
from anaphora_workbench.evaluation.counting.counting import Counts, total
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.packed_counts import PackedCounts
from anaphora_workbench.evaluation.counting.registry import get_metric
from anaphora_workbench.evaluation.counting.results_by_name import ResultsByName
from anaphora_workbench.evaluation.pronouns.gap import BIAS
from anaphora_workbench.evaluation.pronouns.gap import METRIC as GAP
from anaphora_workbench.evaluation.statistics.significance import SEED, OverFew, Wilson, intervals, wilson
from anaphora_workbench.workbench.base.errors import Failure, says_missing
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.base.signature import Signature
from anaphora_workbench.workbench.experiments.experiment import Experiment

Interval = tuple[float, float]
# What is shown where no metric is asked for.
FACE = ("success_rate", "precision", "resolution_f1", "critical_success_rate", "muc", "b_cubed", "ceaf_e", "conll")
_OF_ANAPHORS = (Needs.DECISIONS, Needs.CANDIDATES)


def of_nothing(score: Result) -> bool:
    """Whether a score is a rate of nothing, or an F1 of two such rates, which is 0 and says nothing."""
    ratios = (score.recall, score.precision) if isinstance(score, Score) else (score,)
    return all(isinstance(ratio, Ratio) and not ratio.denominator for ratio in ratios)


@dataclass
class Outcome:
    """The scores of one resolver on one corpus in one setting.

    Attributes:
        documents: counts by document, in the order of the corpus.
        seconds: that resolving took, preprocessing not included.
        depends_on: all that the scores depend on, by name.
        details: by document, what the run was asked to keep of each resolution besides the counts.
        sees_key: it had the key, as an oracle or by an option, so it does not compete.
        learnt_in: codes of the languages that its model has learnt from; none for what has no model.
        learnt_from: ids of the documents that it has learnt from.
        seed: of the resampling behind intervals.
        of_documents: how many the corpus has; 0 for as many as the row.
        failed: documents without an answer, with the reason; a response counts as empty there, any other row not.
        asked: what was asked of a language model, by document: requests, tokens, and what went wrong.
    """

    documents: Mapping[str, Counts] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    depends_on: Signature = field(default_factory=Signature)
    sees_key: bool = False
    learnt_in: frozenset[str] = frozenset()
    learnt_from: frozenset[str] = frozenset()
    seed: int = SEED
    of_documents: int = 0
    failed: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    _intervals: dict[str, Interval] = field(default_factory=dict, repr=False)
    _parts: dict[str, dict[str, Outcome]] = field(default_factory=dict, repr=False)

    @cached_property
    def total(self) -> Counts:
        """The counts of all documents."""
        return total(self.documents.values())

    @cached_property
    def scores(self) -> ResultsByName:
        return self.total.scores()

    def intervals(self, metrics: Collection[str] = ()) -> dict[str, Interval]:
        """95% intervals of the metrics' figures, by Student's t over documents; none for fewer than five documents.

        Args:
            metrics: names; empty for all counted that can be resampled as matrices, which leaves out those that
                would take a thousand times the time of scoring.
        """
        wanted = metrics or [name for name in self.total.tallies if get_metric(name).formula]
        missing = [name for name in wanted if name not in self._intervals]
        if missing:
            self._intervals |= intervals(self.documents.values(), missing)
        return {name: self._intervals[name] for name in wanted if name in self._intervals}

    def intervals_shown(self, metrics: Collection[str] = ()) -> dict[str, Interval]:
        """The intervals of those metrics wanted that were counted, of anything; of all where none is named."""
        counted = [name for name in metrics if name in self.scores]
        found = self.intervals(counted) if counted or not metrics else {}
        return {name: interval for name, interval in found.items() if not of_nothing(self.scores[name])}

    def wilson(self, metrics: Collection[str] = ()) -> dict[str, Wilson]:
        """Intervals of rates over anaphors that have none over documents, as if anaphors were independent."""
        found = self.intervals_shown(metrics)
        return {
            name: wilson(int(score.numerator), int(score.denominator))
            for name in metrics or self.scores
            if name not in found and get_metric(name).needs in _OF_ANAPHORS
            if isinstance(score := self.scores.get(name), Ratio) and score.denominator
        }

    @cached_property
    def bias_interval(self) -> Interval | None:
        """95% interval of the bias of GAP; None where that was not counted, or the snippets are too few."""
        if GAP.name not in self.total.tallies:
            return None
        # Few corpora are snippets.
        from anaphora_workbench.evaluation.statistics.bias import bias_interval

        return bias_interval(self.documents.values())

    @property
    def signature(self) -> str:
        """All that the scores depend on, in one line."""
        return str(self.depends_on)

    @property
    def anaphors(self) -> int:
        """Anaphors of the key that were evaluated."""
        return int(self._ratio("success_rate").denominator)

    @property
    def attempted(self) -> int:
        """Pronouns that were given an antecedent."""
        return int(self._ratio("precision").denominator)

    @property
    def correct(self) -> int:
        """Anaphors of the key that were given a right antecedent."""
        return int(self._ratio("success_rate").numerator)

    def _ratio(self, name: str) -> Ratio:
        """A rate over anaphors; of a part of the mentions that has no anaphors it is 0/0."""
        ratio = self.scores.get(name, Ratio(0, 0))
        assert isinstance(ratio, Ratio)
        return ratio

    def parts(self, breakdown: str) -> dict[str, Outcome]:
        """What was reached on each part of a breakdown, by the documents that have something of it."""
        if breakdown in self._parts:
            return self._parts[breakdown]
        of_parts: dict[str, dict[str, Counts]] = {}
        for document, counts in self.documents.items():
            for part, tallies in counts.parts.get(breakdown, {}).items():
                of_parts.setdefault(part, {})[document] = Counts(dict(tallies), counts.options)
        by_part = {}
        for part, documents in of_parts.items():
            # A document may have mentions of a part and no anaphors among them.
            names = dict.fromkeys(name for counted in documents.values() for name in counted.tallies)
            levelled = {
                document: replace(counted, tallies={name: counted.tallies.get(name, {}) for name in names})
                for document, counted in documents.items()
            }
            by_part[part] = Outcome(levelled, seed=self.seed)
        self._parts[breakdown] = dict(sorted(by_part.items()))
        return self._parts[breakdown]

    @property
    def is_complete(self) -> bool:
        """Whether it answered all documents of its corpus."""
        return not self.failed and len(self.documents) >= self.of_documents

    @property
    def answered(self) -> str:
        """Over how many documents its figures are, *27 of 30* where some are missing or count as empty."""
        number = len(self.documents)
        whole = max(self.of_documents, number)
        return str(number) if self.is_complete else f"{min(number, whole - len(self.failed))} of {whole}"

    def over(self, documents: Collection[str]) -> Outcome:
        """The outcome on some of its documents alone."""
        kept: PackedCounts[str] = PackedCounts()
        for id, counts in self.documents.items():
            if id in documents:
                kept[id] = counts
        details = {id: self.details[id] for id in documents if id in self.details} if self.details else {}
        asked = {id: told for id, told in self.asked.items() if id in documents}
        return replace(
            self, documents=kept, details=details, of_documents=0, failed={}, asked=asked, _intervals={}, _parts={}
        )

    @cached_property
    def asked_in_all(self) -> dict[str, int]:
        """What was asked of a language model about all documents; empty for a row that asks none."""
        whole: Counter[str] = Counter()
        for of_document in self.asked.values():
            whole.update(of_document)
        return dict(sorted(whole.items()))

    @property
    def learnt_from_these(self) -> int:
        """How many of these documents its model has learnt from, as far as their names tell."""
        return len(self.learnt_from & self.documents.keys())

    def as_json(self, metrics: Collection[str] = (), by: Collection[str] = (), timed: bool = False) -> dict[str, Any]:
        """As in interfaces.md, section 4, with the signature too.

        Args:
            metrics: names of those to show; empty for all.
            by: breakdowns to show of those that were counted.
            timed: say how long it took, which no second run repeats.
        """
        data: dict[str, Any] = {
            "metrics": self._metrics_as_json(metrics),
            "anaphors": self.anaphors,
            "attempted": self.attempted,
            "correct": self.correct,
            **({"seconds": round(self.seconds, 4)} if timed else {}),
            "documents": len(self.documents),
            "signature": self.signature,
        }
        if not self.is_complete:
            data |= {"of_documents": self.of_documents, "failed": dict(self.failed)}
        if self.asked:
            data["language_model"] = self.asked_in_all | {"by_document": dict(self.asked)}
        if self.learnt_from_these:
            data["learnt_from"] = self.learnt_from_these
        if by:
            data["by"] = {
                breakdown: {
                    part: {"documents": len(outcome.documents), "metrics": outcome._metrics_as_json(metrics)}
                    for part, outcome in self.parts(breakdown).items()
                }
                for breakdown in by
            }
        return data

    def _metrics_as_json(self, metrics: Collection[str]) -> dict[str, Any]:
        content = {name: score.as_json() for name, score in self.scores.items() if not metrics or name in metrics}
        self.add_intervals(content, self.intervals_shown(metrics), metrics)
        if self.bias_interval is not None and GAP.name in content:
            content[GAP.name][BIAS]["interval"] = list(self.bias_interval)
        return content

    def add_intervals(
        self, content: dict[str, Any], intervals: Mapping[str, Interval], metrics: Collection[str] = ()
    ) -> None:
        """Add to scores in their JSON form the intervals over documents, and over anaphors where there are none."""
        for name, interval in intervals.items():
            content[name]["interval"] = list(interval)
            if isinstance(interval, OverFew):
                content[name]["few_documents"] = True
        for name, of_rate in self.wilson(metrics).items():
            content[name]["wilson"] = list(of_rate)


@dataclass
class CorpusResults:
    """The outcomes of one corpus.

    Attributes:
        documents: ids of those with results, in the order of the corpus.
        settings: outcome by setting and resolver; settings in the order of ``SETTINGS``.
        seed: of the resampling behind intervals.
        unaligned, missing_words, narrow, from_chains, unanswered, languages, parsers, misread: of all documents
            together what ``DocumentResults`` has of each, by response, then document where it has documents.
        without_singletons: CoNLL counts without singletons, by setting and response, of documents where a response
            has none and the key some.
        left_out: documents and files of the corpus without a result.
        failed: documents that single rows have failed on, by row; one that is in no setting has failed on all.
        unparsed: codes of the languages of documents that have no predicted annotation.
    """

    name: str
    checksum: str = ""
    documents: Collection[str] = ()
    settings: dict[Setting, dict[str, Outcome]] = field(default_factory=dict)
    seed: int = SEED
    unaligned: Counter[str] = field(default_factory=Counter)
    missing_words: dict[str, dict[str, int]] = field(default_factory=dict)
    narrow: int = 0
    from_chains: set[str] = field(default_factory=set)
    without_singletons: dict[tuple[Setting, str], list[Counts]] = field(default_factory=dict)
    left_out: list[Failure] = field(default_factory=list)
    failed: Mapping[str, Mapping[str, Failure]] = field(default_factory=dict)
    unanswered: dict[str, dict[str, str]] = field(default_factory=dict)
    _common: dict[Setting, dict[str, Outcome]] = field(default_factory=dict, repr=False)
    languages: dict[str, None] = field(default_factory=dict)
    parsers: frozenset[str] = frozenset()
    unparsed: list[str] = field(default_factory=list)
    misread: dict[str, tuple[MovedSpans, dict[str, OtherWords]]] = field(default_factory=dict)

    @property
    def warnings(self) -> list[str]:
        """What of the responses seems to be read otherwise than it is meant."""
        return [
            f"{self.name}: response {name}: {said}"
            for name, (moved, other_words) in self.misread.items()
            for said in (*_says_added(other_words), *says_other_words(other_words), *moved.says())
        ]

    @property
    def outcomes(self) -> list[Outcome]:
        """Those of all settings and rows."""
        return [outcome for by_row in self.settings.values() for outcome in by_row.values()]

    def common(self, setting: Setting) -> dict[str, Outcome]:
        """All rows over the documents that all of them answered: what differences, tests and ranks are taken from."""
        outcomes = self.settings[setting]
        if setting not in self._common:
            self._common[setting] = outcomes
            if any(row in self.failed for row in outcomes):
                of_each = [set(outcome.documents) for outcome in outcomes.values()]
                in_all = set.intersection(*of_each)
                if any(documents != in_all for documents in of_each):
                    self._common[setting] = {row: outcome.over(in_all) for row, outcome in outcomes.items()}
        return self._common[setting]

    @property
    def key_repeats(self) -> dict[str, int]:
        """By document how many mentions of the key are left out because they stand in it twice; none otherwise."""
        # The total of an outcome is made in any case; to go through its documents unpacks each again.
        counted = (
            (name, counts.key_repeats)
            for outcome in self.outcomes
            if outcome.documents and outcome.total.key_repeats
            for name, counts in outcome.documents.items()
        )
        return {name: number for name, number in counted if number}


@dataclass(repr=False)
class Results(Tabular):
    """The results of a run.

    Attributes:
        corpora: by name; a corpus without any result is left out.
        keyless: the documents of each corpus that have no key: details of the answers, and nothing counted.
        left_out: why rows without an answer to any document have none, by corpus, row and document.
        failures: documents and files without a result.
        baseline: the row that tables for papers mark differences from; "" for the best baseline.
        timed: tables and JSON say how long resolving took, which no second run repeats.
        asking: seconds that each row of a language model has asked in this run, of all documents and settings.
    """

    experiment: Experiment
    corpora: dict[str, CorpusResults] = field(default_factory=dict)
    keyless: dict[str, CorpusResults] = field(default_factory=dict)
    left_out: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    timed: bool = False
    asking: dict[str, float] = field(default_factory=dict)
    baseline: str = ""

    def of(self, row: str, setting: str | Setting = "", corpus: str = "") -> Outcome:
        """The outcome of a resolver or response.

        Args:
            setting, corpus: may be left out where there is one alone.

        Raises:
            KeyError: there is no such row or outcome, or there are several outcomes.
        """
        outcomes = [
            by_row[row]
            for name, corpus_results in self.corpora.items()
            for its_setting, by_row in corpus_results.settings.items()
            if row in by_row and corpus in ("", name) and setting in ("", its_setting, str(its_setting))
        ]
        if row not in self.rows():
            raise KeyError(f"no row {row!r}; {there_are(self.rows(), row)}")
        if len(outcomes) != 1:
            raise KeyError(f"{len(outcomes)} outcomes of {row!r}; expected one: name the setting and the corpus")
        return outcomes[0]

    @property
    def outcomes(self) -> list[Outcome]:
        """Those of all corpora, settings and rows."""
        return [outcome for corpus in self.corpora.values() for outcome in corpus.outcomes]

    def __repr__(self) -> str:
        corpora = ", ".join(f"{name} ({', '.join(map(str, of.settings))})" for name, of in self.corpora.items())
        return f"<Results of {', '.join(self.rows())} on {corpora or 'no corpus'}>"

    def records(self) -> list[dict[str, Any]]:
        """A row for each corpus, setting, resolver and metric, with the interval of its figure where it has one."""
        return [
            {**place, "metric": name, **figures_of(score)}
            | dict(zip(("low", "high"), outcome.intervals_shown().get(name, ()), strict=False))
            for place, outcome in self._placed()
            for name, score in outcome.scores.items()
            if not self.experiment.metrics or name in self.experiment.metrics
        ]

    def shown_records(self) -> list[dict[str, Any]]:
        """A row for each resolver, with the one figure of each metric."""
        metrics = self.experiment.metrics or FACE
        return [
            {**place, **{name: outcome.scores[name].figure for name in metrics if name in outcome.scores}}
            for place, outcome in self._placed()
        ]

    def _placed(self) -> list[tuple[dict[str, str], Outcome]]:
        return [
            ({"corpus": name, "setting": str(setting), "resolver": row}, outcome)
            for name, corpus in self.corpora.items()
            for setting, by_row in corpus.settings.items()
            for row, outcome in by_row.items()
        ]

    def rows(self) -> list[str]:
        """Names of all that were compared: resolvers, then responses."""
        return self.experiment.names_of_rows

    def without_parts(self) -> list[str]:
        """The breakdowns wanted by which no metric wanted was counted."""

        def is_counted(breakdown: str) -> bool:
            parts = (part for outcome in self.outcomes for part in outcome.total.parts.get(breakdown, {}).values())
            return any(
                not self.experiment.metrics or not part.keys().isdisjoint(self.experiment.metrics) for part in parts
            )

        return [name for name in self.experiment.by if not is_counted(name)]

    def as_json(self) -> dict[str, Any]:
        """``{"corpora": {NAME: {SETTING: {RESOLVER: …}}}}`` (interfaces.md, section 4).

        Where rows have other documents, ``common`` stands in each: the same over those that all of them answered.
        ``warnings`` are there if there are any, ``asking`` if the results are timed and a language model was asked.
        """
        shown = self.experiment.metrics, self.experiment.by, self.timed
        warnings = [said for corpus in self.corpora.values() for said in corpus.warnings]
        return {
            **({"warnings": warnings} if warnings else {}),
            **(
                {"asking": {row: round(seconds, 4) for row, seconds in self.asking.items()}}
                if self.timed and self.asking
                else {}
            ),
            "corpora": {
                name: {
                    str(setting): {
                        resolver: outcome.as_json(*shown) | self._common_as_json(corpus, setting, resolver)
                        for resolver, outcome in outcomes.items()
                    }
                    for setting, outcomes in corpus.settings.items()
                }
                for name, corpus in self.corpora.items()
            },
            **({"left_out": self.left_out} if self.left_out else {}),
        }

    def _common_as_json(self, corpus: CorpusResults, setting: Setting, row: str) -> dict[str, Any]:
        common = corpus.common(setting)
        if common is corpus.settings[setting]:
            return {}
        return {
            "common": common[row].as_json(self.experiment.metrics, self.experiment.by)
            if common[row].documents
            else None
        }


def _says_added(other_words: Mapping[str, OtherWords]) -> Iterator[str]:
    added = {id: words.added for id, words in other_words.items() if words.added}
    if added:
        yield says_missing(added, "the key", "response")
