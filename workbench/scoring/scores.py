"""The scores of a response against a key: the one path behind ``workbench score`` and ``anaphora_workbench.score``."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora_workbench.corpora.formats.options import given
from anaphora_workbench.corpora.pairing.moved_spans import says_other_words
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.plugins import PluginWarning
from anaphora_workbench.evaluation.arithmetic.scores import Result, with_share
from anaphora_workbench.evaluation.counting.counting import COUNTING_SINGLETONS, Counts, total
from anaphora_workbench.evaluation.counting.foreign_metric import MetricError, is_foreign
from anaphora_workbench.evaluation.counting.options import described
from anaphora_workbench.evaluation.counting.packed_counts import PackedCounts
from anaphora_workbench.evaluation.counting.registry import metric_rules, metrics_named
from anaphora_workbench.evaluation.counting.results_by_name import ByMetricName, ResultsByName
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.signature import Signature, file_checksum, of_response, signature
from anaphora_workbench.workbench.engine.running import each
from anaphora_workbench.workbench.scoring.counts import score_pair
from anaphora_workbench.workbench.scoring.doubled_ids import IdsOfFolders
from anaphora_workbench.workbench.scoring.formats import names_of_formats
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, files_of_side, ids_of
from anaphora_workbench.workbench.scoring.presets import Preset
from anaphora_workbench.workbench.scoring.request import Noted, Request, Scored

if TYPE_CHECKING:
    from anaphora_workbench.evaluation.statistics.chain_errors import ChainErrors
    from anaphora_workbench.workbench.scoring.task_table import TaskTable

_SHOWN = 12
_NAMED = 3
# The rate whose denominator is what a response answers.
_OF_ANSWERS = "precision"
# Of a document: the name of its file or folder pair, and its id.
Place = tuple[str, str]
Interval = tuple[float, float]
Pairs = list[FilePair] | list[DocumentsPair]


@dataclass(repr=False)
class Scores(ByMetricName, Noted):
    """Scores of a response, by metric: ``scores["muc"].f1``.

    Attributes:
        request: what was counted.
        documents: counts by document.
        signature: all that the scores depend on.
        failed: what is wrong with a response that counts as empty, by document.
        other_ids: (key's id, response's id) of documents paired though they differ, as parts of one name or each the
            only one of its file.
        with_intervals: intervals are part of ``as_json``.
        preset: of the shared task that it was scored as, None for none.
        key: its name.
        columns: counts by column of the task's table that has options of its own, then by document.
        errors: what is wrong with the chains of all documents; None unless it was asked.
        without_singletons: a score without singletons on both sides, where one side has some and the other none.
    """

    request: Request
    documents: Mapping[Place, Counts]
    signature: Signature = field(default_factory=Signature)
    failed: dict[Place, str] = field(default_factory=dict)
    other_ids: list[tuple[str, str]] = field(default_factory=list)
    with_intervals: bool = False
    preset: Preset | None = None
    key: str = "key"
    columns: Mapping[str, Mapping[Place, Counts]] = field(default_factory=dict)
    errors: ChainErrors | None = None
    without_singletons: dict[str, Result] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Scores of {quantity(len(self.documents), 'document')}: {self._in_short()}>"

    def records(self) -> list[dict[str, Any]]:
        """A row for each metric, with its interval where there are enough documents and they are wanted."""
        bounds = self.intervals if self.with_intervals else {}
        return [
            row | dict(zip(("low", "high"), bounds.get(row["metric"], ()), strict=False)) for row in super().records()
        ]

    @property
    def answered(self) -> str:
        """How many of the documents have an answer, *27 of 30* where not all have."""
        whole, lacking = len(self.documents), len(self.only_in_key) + len(self.failed)
        return f"{whole - lacking} of {whole}" if lacking else str(whole)

    @property
    def splits_scored(self) -> bool:
        """Whether there are split antecedents, and they are scored."""
        kept = self.total.options.get("split_antecedents") == "keep"
        return kept and bool(self.assumed.key_splits or self.assumed.response_splits)

    @property
    def unanswered_splits(self) -> int:
        """Split antecedents of a key that count as missed, the response having none."""
        return self.assumed.key_splits if self.splits_scored and not self.assumed.response_splits else 0

    @cached_property
    def task_table(self) -> TaskTable | None:
        """The table of the shared task by whose preset it was scored; None where there is none."""
        if self.preset is None or not self.preset.columns:
            return None
        from anaphora_workbench.workbench.scoring.task_table import task_table

        return task_table(self.preset, self.documents, self.columns, self.key)

    @cached_property
    def total(self) -> Counts:
        """The counts of all documents."""
        return total(self.documents.values())

    @cached_property
    def metrics(self) -> ResultsByName:
        """The score of each metric over all documents."""
        return self.total.scores()

    @cached_property
    def by(self) -> dict[str, dict[str, dict[str, Result]]]:
        """The scores of parts: breakdown, part, metric."""
        return self.total.by()

    # Its types are those of ByMetricName, which another definition would hide.
    if not TYPE_CHECKING:

        def __getitem__(self, metric):
            return self.metrics[metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __len__(self) -> int:
        return len(self.metrics)

    @cached_property
    def intervals(self) -> dict[str, Interval]:
        """95% intervals of the metrics' figures, by Student's t over documents; empty for fewer than five documents."""
        return self._outcome.intervals(list(self.metrics))

    @cached_property
    def _outcome(self) -> Any:
        from anaphora_workbench.workbench.experiments.results import Outcome  # scores without intervals start faster

        by_name: PackedCounts[str] = PackedCounts()
        for place, counts in self.documents.items():
            by_name["/".join(place)] = counts
        return Outcome(by_name)

    def as_json(self) -> dict[str, Any]:
        """What ``workbench score --format json`` prints (interfaces.md, section 4)."""
        content = {"signature": str(self.signature), **self.total.as_json()}
        notes = {
            "only_in_key": self.only_in_key,
            "failed": {id: reason for (_, id), reason in self.failed.items()},
            "only_in_response": self.only_in_response,
            "other_ids": [{"key": own, "response": other} for own, other in self.other_ids],
            "repeated_mentions": self.total.repeats,
            "repeated_key_mentions": self.total.key_repeats,
            "fallen_together": self.total.fallen_together,
            "assumed_heads": self.total.assumed_heads,
            "unaligned_mentions": self.unaligned,
            "missing_words": self.missing_words,
            "added_words": self.added_words,
            "changed_words": {id: words.changed for id, words in self.other_words.items() if words.changed},
            "answers_from_chains": self.assumed.from_chains,
            "documents_without_heads": self.assumed.without_heads,
            "guessed_heads": self.assumed.guessed_heads,
            "unasked_zeros": self.assumed.unasked_zeros,
            "unanswered_split_antecedents": self.unanswered_splits,
            "warnings": list(self.misread()),
            "without_singletons": {name: score.as_json() for name, score in self.without_singletons.items()},
        }
        content |= {name: note for name, note in notes.items() if note}
        self._add_shares(content)
        if self.errors is not None:
            content["chain_errors"] = self.errors.as_json()
        if self.preset is not None:
            content["preset"] = self.preset.name
            if self.task_table is not None:
                content |= self.task_table.as_json()
        if self.with_intervals:
            self._add_intervals(content)
        return content

    def misread(self) -> Iterator[str]:
        """What seems to be read otherwise than it is meant: other words, or spans that would match moved."""
        yield from says_other_words(self.other_words)
        yield from self.moved.says()

    def _add_shares(self, content: dict[str, Any]) -> None:
        """Add to each part's scores its share of the mentions, entities or links of the key."""
        for breakdown in self.request.by:
            for part in content["by"][breakdown].values():
                for name, score in part["metrics"].items():
                    whole = of_key(content["metrics"][name]) if name != _OF_ANSWERS else None
                    if whole:
                        part["metrics"][name] = with_share(score, (of_key(score) or 0) / whole)

    def _add_intervals(self, content: dict[str, Any]) -> None:
        """Add intervals to the scores of the whole, and to those of every part with several documents."""
        self._outcome.add_intervals(content["metrics"], self.intervals)
        for breakdown in self.request.by:
            for part, outcome in self._outcome.parts(breakdown).items():
                metrics = content["by"][breakdown][part]["metrics"]
                outcome.add_intervals(metrics, outcome.intervals(list(metrics)), list(metrics))
        if self._outcome.bias_interval is not None:
            content["metrics"]["gap"]["bias"]["interval"] = list(self._outcome.bias_interval)


def of_key(score: Mapping[str, Any]) -> float | None:
    """The key's total for a metric, from the JSON form of a score; None where that is not known.

    The recall of BLANC is a mean of two ratios, whose denominator counts nothing; its links of both kinds do.
    """
    kinds = [score[kind] for kind in ("coreference_links", "non_coreference_links") if kind in score]
    if kinds:
        return sum(kind["recall"]["denominator"] for kind in kinds)
    if "denominator" in score:
        return score["denominator"]
    recall = score.get("entity_detection", score.get("micro", score)).get("recall")
    return None if recall is None else recall["denominator"]


def scores_of(
    pairs: Pairs,
    unpaired: Iterable[Path],
    request: Request,
    names: tuple[str, str],
    jobs: int = 1,
    on_pair: Callable[[str], None] = lambda name: None,
    preset: Preset | None = None,
) -> Scores:
    """Score pairs of files or of documents.

    Args:
        unpaired: files of the response that the key lacks. Where a document of theirs, or of a pair, is one that the
            key has in another pair, there are no scores, only a failure that says so.
        request: with the metrics named.
        names: of key and response, in the signature.
        on_pair: called with each pair's name when it is done.
        preset: that made the request.

    A metric of a plug-in that fails, where nobody has named metrics, is left out of all documents, with a warning.
    """
    while True:
        scores = Scores(request, {}, preset=preset, key=names[0])
        try:
            _score(scores, pairs, unpaired, names, jobs, on_pair)
            if scores.documents and any(map(is_foreign, request.metrics or ())):
                # Also what fails on the sum only.
                _ = scores.metrics, scores.by
            broken = {failure.metric: failure.reason for failure in scores.failures if failure.metric}
        except MetricError as error:
            broken = {error.metric: str(error)}
            if request.named:
                raise
        if request.named or not broken:
            return scores
        for reason in broken.values():
            warnings.warn(f"{reason}; it is left out, as it was not asked for by name", PluginWarning, stacklevel=2)
        request = replace(request, metrics=tuple(name for name in request.metrics or () if name not in broken))


def _score(
    scores: Scores,
    pairs: Pairs,
    unpaired: Iterable[Path],
    names: tuple[str, str],
    jobs: int,
    on_pair: Callable[[str], None],
) -> None:
    """Fill scores that are empty."""
    request = scores.request
    files = pairs
    if request.join is not None:
        from anaphora_workbench.workbench.scoring.topics import joined_by_topic  # scores alone start faster

        pairs, noted = joined_by_topic(pairs, request)
        scores += noted
    tasks: Iterable[Any] = pairs
    ids = IdsOfFolders(pairs)
    _gather(scores, each(partial(partial, score_pair, request=request), tasks, jobs), ids, on_pair)
    _add_unpaired(scores, ids, unpaired, names)
    if scores.documents:
        scores.signature = _signature(scores, pairs, names, names_of_formats(files, request))
        # What lost its zeros may be one mention even where singletons were dropped before.
        dropped = dict(request.options).get("singletons") == "drop"
        if scores.preset is None and not dropped and scores.total.lacks_singletons:
            scores.without_singletons = _without_singletons(pairs, request, names, jobs)


def _gather(
    scores: Scores, outcomes: Iterable[tuple[Any, Scored | Failure]], ids: IdsOfFolders, on_pair: Callable[[str], None]
) -> None:
    """Add what each pair of files or documents reached to the scores, and whose ids it has to the ids."""
    documents: PackedCounts[Place] = PackedCounts()
    columns: dict[str, PackedCounts[Place]] = {}
    errors: list[ChainErrors] = []
    for task, outcome in outcomes:
        on_pair(task.name)
        if isinstance(outcome, Failure):
            outcome = Scored(failures=[outcome])
        place_of = partial(_place, task.name)
        ids.add(task.name, outcome)
        documents.add(outcome.counts, place_of)
        scores += outcome
        scores.failed |= {place_of(id): reason for id, reason in outcome.failed.items()}
        scores.other_ids += outcome.other_ids.items()
        errors += outcome.errors.values()
        for column, of_document in outcome.columns.items():
            columns.setdefault(column, PackedCounts()).add(of_document, place_of)
    scores.documents, scores.columns = documents, columns
    if scores.failed and len(scores.failed) + len(scores.only_in_key) >= len(documents):
        # Nothing of it could be scored: it is no response with a poor score.
        scores.documents, scores.columns, scores.failed = {}, {}, {}
    if errors:
        from anaphora_workbench.evaluation.statistics.chain_errors import sum_of

        scores.errors = sum_of(errors)


def _add_unpaired(scores: Scores, ids: IdsOfFolders, unpaired: Iterable[Path], names: tuple[str, str]) -> None:
    """Add the documents of files that the key lacks; where they are the key's in another file, nothing is scored.

    Each of these would count as missed, though it was answered. Nor is anything where the key has an id twice.
    """
    of_unpaired = [(path, name) for path in unpaired for name in ids_of(path, scores.request.format)]
    doubled, doubled_ids = ids.failures_of_response(of_unpaired)
    scores.failures += doubled
    scores.only_in_response[:0] = [name for _, name in of_unpaired]
    scores.only_in_response = [name for name in scores.only_in_response if name not in doubled_ids]
    doubled_in_key = ids.failures_of_key()
    in_response = set(scores.only_in_response)
    elsewhere = [name for name in dict.fromkeys(scores.only_in_key) if name in in_response]
    if doubled_in_key or elsewhere:
        scores.documents = {}
        scores.failures = doubled_in_key or [_in_other_files(elsewhere, names)]


def _without_singletons(pairs: Pairs, request: Request, names: tuple[str, str], jobs: int) -> dict[str, Result]:
    """The score of the first metric that counts singletons, where neither side has any."""
    ranked_by = [name for name in COUNTING_SINGLETONS if name in (request.metrics or ())][:1]
    if not ranked_by:
        return {}
    # What makes entities of one mention be members of a split antecedent goes with them.
    options = dict(request.options) | {"singletons": "drop", "split_antecedents": "drop"}
    plain = Request(
        request.metrics, tuple(options.items()), (), request.format, request.annotator, language=request.language
    )
    without = scores_of(pairs, (), plain, names, jobs)
    return {name: without[name] for name in ranked_by if without.documents}


def _in_other_files(ids: list[str], names: tuple[str, str]) -> Failure:
    key, response = names
    some = ", ".join(map(repr, ids[:_NAMED])) + ", …" * (len(ids) > _NAMED)
    stand = f"{len(ids)} documents stand" if len(ids) > 1 else "1 document stands"
    return Failure(
        response,
        f"{response}: {stand} in other files than in {key}: {some}; expected each in a file of one name on both sides, "
        "or one file with all documents on each side; compare --response pairs documents of folders by their ids",
    )


def _place(pair: str, document: str) -> Place:
    return pair, document


def _signature(scores: Scores, pairs: Pairs, names: tuple[str, str], formats: Iterable[str]) -> Signature:
    key, response = names
    metrics = metrics_named(scores.request.metrics or ())
    preset = {"preset": scores.preset.name} if scores.preset is not None else {}
    join = {"join": scores.request.join} if scores.request.join is not None else {}
    annotator = {"annotator": scores.request.annotator} if scores.request.annotator is not None else {}
    language = {"language": scores.request.language} if scores.request.language is not None else {}
    return signature(
        **preset,
        **join,
        **language,
        **annotator,
        key=f"{key}@{_checksum(pair.key for pair in pairs)}",
        response=f"{response}@{_checksum(pair.response for pair in pairs)}",
        documents=scores.total.documents,
        **_data_sets(scores),
        **({"answers": "from-chains"} if scores.assumed.from_chains else {}),
        **({"response_heads": "assumed"} if scores.assumed.without_heads else {}),
        **of_response(formats),
        **({"format_options": ",".join(map("=".join, sorted(given().items())))} if given() else {}),
        **described(metrics.values(), scores.total.options),
        metric_rules=metric_rules(metrics),
    )


def _data_sets(scores: Scores) -> dict[str, str]:
    """How the documents are divided where there is a mean over data sets: how many, and which have how many."""
    if scores.preset is None or not scores.preset.columns:
        return {}
    from anaphora_workbench.workbench.scoring.task_table import data_set_sizes

    sizes = data_set_sizes(scores.documents, scores.key)
    if not sizes:
        return {}
    divided = "".join(f"{name}\t{size}\n" for name, size in sizes.items())
    return {"data_sets": f"{len(sizes)}@{hashlib.sha256(divided.encode()).hexdigest()[:_SHOWN]}"}


def _checksum(sides: Iterable[Any]) -> str:
    """A short checksum of files, or of documents; None stands for what a response lacks."""
    content = hashlib.sha256()
    for side in sides:
        if side is None:
            content.update(bytes(content.digest_size))
        elif isinstance(side, Path):
            for file in files_of_side(side):
                content.update(bytes.fromhex(file_checksum(file)))
        else:
            from anaphora_workbench.workbench.base.signature import document_checksum

            for document in side:
                content.update(document_checksum(document).encode())
    return content.hexdigest()[:_SHOWN]
