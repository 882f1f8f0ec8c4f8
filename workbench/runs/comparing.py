"""Corpora × settings × resolvers → results: every resolver gets the same Documents.

Running an Experiment gives Results, from which tables, JSON and reports are made.
"""

import warnings
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.preprocessing.parser.spacy_parser import is_installed
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.corpus import Corpus, files_of
from anaphora_workbench.workbench.base.errors import CommandError, Failure, heard
from anaphora_workbench.workbench.base.settings import SETTINGS, Setting
from anaphora_workbench.workbench.base.signature import corpus_checksum, file_checksum
from anaphora_workbench.workbench.engine import running
from anaphora_workbench.workbench.engine.workers import Engine, Limits, Settled, isolation, mapped
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.responses import Response
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.records.document_results import Details, DocumentResults
from anaphora_workbench.workbench.records.record import Counted, Record, RecordedFile
from anaphora_workbench.workbench.records.recorded_corpus import RecordedCorpus
from anaphora_workbench.workbench.runs.asking import Tell, answering_offline, answers_folder, ask, asks, with_models
from anaphora_workbench.workbench.runs.evaluating import DocumentEvaluator
from anaphora_workbench.workbench.runs.signing import sign


def run(
    experiment: Experiment,
    cache: Path | None = None,
    jobs: int = 1,
    on_document: running.OnDocument = lambda name, place: None,
    details: Details | None = None,
    only: Collection[str] = (),
    limits: Limits | None = None,
    record: Record | None = None,
    engine: Engine = mapped,
    keyless: bool = False,
    tell: Tell = lambda told: None,
    ledger: Record | None = None,
) -> Results:
    """Run an experiment.

    Args:
        cache: folder of preprocessed documents, None for none.
        jobs: worker processes.
        on_document: called with each document's id and file when it is done.
        details: called with each resolution; what it returns stands in ``Outcome.details`` by document.
        only: where no metrics are named, count only those of these that apply: a table shows no more.
        limits: of each resolver's work on each document; given, or where a resolver is of another distribution,
            the work is done in child processes.
        record: takes the results of each document as soon as they are there, and has those that need not be made
            again; begun with this experiment (``run_folder``). None for one that goes with the results.
        engine: where the work on documents is done.
        keyless: documents without a key are answered too, see ``Results.keyless``; ``details`` are wanted. The record
            does not take them: they are answered in every run.
        tell: called with what was asked of language models so far.
        ledger: keeps what is spent on them from one process of a run to the next; None for a run of one process.

    Raises:
        ValueError: an unknown resolver, metric or option, or nothing at a corpus's path.
        RecordError: the record cannot be written.
        CommandError: files of a response, or how many files a corpus has, have changed in the meantime.

    A file of a corpus that has changed since the record was begun is a failure, and nothing of it is kept: its results
    would stand under the checksum of another text.
    """
    experiment.check()
    experiment = with_models(experiment, cache)
    asking = [get_resolver(name, **experiment.options_of(name)) for name in filter(asks, experiment.resolvers)]
    isolated = isolation(asking)
    limits = isolation((get_resolver(name, **experiment.options_of(name)) for name in experiment.resolvers), limits)
    if record is None:
        record = Record()
        record.begin({}, files_of(experiment.corpora))
    counted = Counted(experiment.by, type(details).__name__ if details is not None else "")
    results = Results(experiment)
    checksums = {response: response.files_checksum() for response in experiment.responses}
    work = {corpus.name: _Work() for corpus in experiment.corpora}
    with answers_folder(experiment, cache) as answers:
        for place, phase in enumerate(_phases(experiment, details is not None)):
            asking_alone = all(map(asks, phase.resolvers)) and not phase.responses
            if any(map(asks, phase.resolvers)):
                unanswered = partial(_unanswered, phase, record, counted)
                timeout = limits.timeout if limits is not None else None
                stopped, results.asking = ask(phase, unanswered, answers, cache, timeout, tell, ledger)
                results.failures += stopped
                phase = answering_offline(phase)
            for corpus in experiment.corpora:
                asked = replace(phase, settings=corpus.settings or phase.settings)
                evaluator = partial(DocumentEvaluator, asked, cache, details, frozenset(only), keyless, answers)
                made = partial(running.each, partial(_OfRows, evaluator), jobs=jobs, limits=limits, engine=engine)
                if asking_alone:
                    made = partial(running.each, partial(_OfRows, evaluator), jobs=1, limits=isolated)
                # Documents of a later phase were told of before.
                told = on_document if not place else lambda name, place: None
                _answer(corpus, asked, work[corpus.name], made, told, record, counted, results)
                _require_unchanged(checksums, record)
    for corpus in experiment.corpora:
        failures, unscored, failed = work[corpus.name].failures, work[corpus.name].unscored, work[corpus.name].failed
        found = RecordedCorpus(record, corpus.name)
        for message in (message for said in found.of_documents("said") for message in said):
            if message not in work[corpus.name].said:
                work[corpus.name].said.add(message)
                warnings.warn(message, stacklevel=2)
        lacking = found.of_responses("unanswered")
        reasons = {row: _reasons(failed.get(row, {}), lacking.get(row, {})) for row in experiment.names_of_rows}
        unread: dict[str, str] = {}
        for of_document in (*found.of_documents("unread"), *(document.unread for document in unscored.values())):
            unread |= of_document
        if found.numbers:
            corpus_results = _results_of(corpus.name, found, failures, failed, experiment, details is not None)
            if corpus_results.settings:
                results.corpora[corpus.name] = corpus_results
            results.failures += [
                Failure(id, reason if id in reason else f"{id}: {reason}", response=row)
                for row, by_document in corpus_results.unanswered.items()
                for id, reason in by_document.items()
            ]
        # Where all documents have answers, no failure of theirs says it.
        said = " ".join(failure.reason for failure in results.failures)
        results.failures += [
            Failure(response, reason, response=response) for reason, response in unread.items() if reason not in said
        ]
        complete = results.corpora.get(corpus.name)
        placed = {row for by_row in complete.settings.values() for row in by_row} if complete is not None else set()
        if left_out := {row: of_row for row, of_row in reasons.items() if of_row and row not in placed}:
            results.left_out[corpus.name] = left_out
        if unscored:
            name = corpus.name + ", without a key" * bool(found.numbers)
            results.keyless[name] = _keyless_results(name, unscored, results.rows())
    return results


# A document of a file: its place there, the rows that answer it, None for all, and what its reader has warned of.
_Place = tuple[RecordedFile, int, frozenset[str] | None, Sequence[str]]


@dataclass(frozen=True)
class RowsTask(running.DocumentTask):
    """A document, and the rows that answer it.

    Attributes:
        rows: None for all.
        failed: those of them that have ended the process that worked on it.
    """

    rows: frozenset[str] | None = None
    failed: Mapping[str, Failure] = field(default_factory=dict)

    def without(self, resolver: str, reason: str) -> "RowsTask | None":
        """The same without a resolver whose work has ended the process; None where that was tried."""
        if resolver in self.failed:
            return None
        return replace(self, failed={**self.failed, resolver: running.ended(self, reason, resolver)})


@dataclass
class _Work:
    """What has become of a corpus besides what the record has.

    Attributes:
        failures: of documents and files. failed: of single rows, by row and document.
        unscored: results of documents without a key.
        said: what was warned of its documents.
    """

    failures: list[Failure] = field(default_factory=list)
    failed: dict[str, dict[str, Failure]] = field(default_factory=dict)
    unscored: dict[str, DocumentResults] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)


def _phases(experiment: Experiment, detailed: bool) -> list[Experiment]:
    """What runs one after the other: rows that ask language models follow all others.

    Args:
        detailed: details of a document are made together, and so are its rows.
    """
    asking = tuple(filter(asks, experiment.resolvers))
    others = tuple(name for name in experiment.resolvers if name not in asking)
    if detailed or not asking or not (others or experiment.responses):
        return [experiment]
    return [replace(experiment, resolvers=others), replace(experiment, resolvers=asking, responses=())]


def _unanswered(phase: Experiment, record: Record, counted: Counted) -> Iterator[tuple[Collection[Setting], Document]]:
    """The documents that rows have no results of, each with the settings wanted, none for all."""
    for corpus in phase.corpora:
        for task in _tasks(corpus, record, counted, phase.names_of_rows, deque(), []):
            if isinstance(task, RowsTask):
                yield corpus.settings or phase.settings, task.document


def _answer(
    corpus: Corpus,
    asked: Experiment,
    work: _Work,
    each_of: Callable[[Iterator[RowsTask | Settled[Any]]], Iterator[tuple[Any, Any]]],
    on_document: running.OnDocument,
    record: Record,
    counted: Counted,
    results: Results,
) -> None:
    """Answer the documents of a corpus by some rows; the record takes the results."""
    places: deque[_Place] = deque()
    changed: list[RecordedFile] = []
    known = {failure.reason for failure in work.failures}
    tasks = running.with_ids_that_differ(_tasks(corpus, record, counted, asked.names_of_rows, places, changed))
    for task, outcome in each_of(tasks):
        file, place, rows, of_reader = places.popleft()
        on_document(task.name, task.place)
        if isinstance(outcome, Failure):
            if outcome.reason not in known:
                work.failures.append(outcome)
                results.failures.append(outcome)
            # Answered anew for a report, it may fail where it did not before: it is left out as it is said to be.
            record.forget(file, place)
            continue
        if outcome is _KEPT:
            continue
        outcome.said = list(dict.fromkeys([*of_reader, *outcome.said]))
        work.said.update(outcome.said)
        for row, failure in outcome.failed.items():
            work.failed.setdefault(row, {})[task.name] = failure
        results.failures += outcome.failed.values()
        if outcome.has_key:
            if any(outcome.counts.values()):
                record.add(file, place, task.name, counted, outcome, rows)
        else:
            work.unscored[task.name] = outcome
    for file in changed:
        record.forget_file(file)


class _OfRows:
    def __init__(self, make: Callable[[], Callable[..., DocumentResults]]) -> None:
        self.function = make()

    def __call__(self, task: RowsTask) -> DocumentResults:
        said: list[str] = []
        with heard(said):
            results = self.function(task.document, task.place, task.rows, task.failed)
        results.said = said
        return results


def _heard(
    tasks: Iterable[running.DocumentTask | Settled[Any]],
) -> Iterator[tuple[running.DocumentTask | Settled[Any], list[str]]]:
    remaining = iter(tasks)
    while True:
        said: list[str] = []
        with heard(said):
            task = next(remaining, None)
        if task is None:
            return
        yield task, said


# The outcome of a document whose results the record has already.
_KEPT = None


def _tasks(
    corpus: Corpus,
    record: Record,
    counted: Counted,
    rows: Collection[str],
    places: deque[_Place],
    changed: list[RecordedFile],
) -> Iterator[RowsTask | Settled[Any]]:
    """The documents of a corpus, those that the record has as settled; a file that it has all of is not read.

    Args:
        rows: that each must have results of.
        places: takes for each of them its file, its place there, and the rows that answer it, None for all.
        changed: takes the files that are not what they were, each of which has a failure behind its documents.
    """
    files, found = record.files(corpus.name), find(corpus.path, corpus.format)
    if len(files) != len(found):
        raise CommandError(
            f"{corpus.path}: {quantity(len(files), 'file')} before, {len(found)} now; expected none to come or go "
            "while it is read"
        )
    for file, (path, its_format) in zip(files, found, strict=True):
        kept = record.kept(file, counted)
        missing = record.missing(file, rows)
        if counted.details:
            # What details of a document have in common is kept once, so all of them are made anew.
            kept, missing = {place: id for place, id in kept.items() if place not in missing}, {}
        if len(kept) == file.documents and not missing:
            for place, id in sorted(kept.items()):
                places.append((file, place, None, ()))
                yield running.settled(id, path, _KEPT)
            continue
        place = -1
        if _is_as_recorded(path, file):
            for place, (task, said) in enumerate(_heard(running.documents_in(path, its_format, corpus.language))):
                lacking = missing.get(place) if place in kept else None
                places.append((file, place, lacking, said))
                if place in kept and lacking is None:
                    yield running.settled(kept[place], path, _KEPT)
                else:
                    yield (
                        RowsTask(task.place, task.document, lacking) if isinstance(task, running.DocumentTask) else task
                    )
            if _is_as_recorded(path, file):
                record.has_all(file, place + 1)
                continue
        changed.append(file)
        places.append((file, place + 1, None, ()))
        reason = f"{path}: changed since the comparison began; expected the same text until it ends"
        yield running.settled(str(path), path, Failure(str(path), reason))


def _is_as_recorded(path: Path, file: RecordedFile) -> bool:
    """Whether a file has the checksum that the record states; one that cannot be read says so when it is read."""
    try:
        return file_checksum(path) == file.checksum
    except OSError:
        return True


def _require_unchanged(checksums: Mapping[Response, str], record: Record) -> None:
    """Raise CommandError for a response that is not what it was; the record does not keep its scores."""
    for response, checksum in checksums.items():
        if response.files_checksum() != checksum:
            record.forget_row(response.name)
            raise CommandError(
                f"{response.path}: changed since the comparison began; expected the same answers until it ends"
            )


def _results_of(
    name: str,
    found: RecordedCorpus,
    failures: list[Failure],
    failed: Mapping[str, Mapping[str, Failure]],
    experiment: Experiment,
    detailed: bool,
) -> CorpusResults:
    """The results of a corpus, from the record."""
    unanswered, unaligned = found.of_responses("unanswered"), found.of_responses("unaligned")
    languages, parsers = found.of_documents("language"), found.of_documents("parser")
    rows = [row for row in experiment.names_of_rows if len(unanswered.get(row, ())) < len(found.numbers)]
    results = CorpusResults(
        name,
        corpus_checksum(found.of_documents("checksum")),
        tuple(found.numbers),
        seed=experiment.seed,
        unaligned=Counter({row: sum(of_row.values()) for row, of_row in unaligned.items() if row in rows}),
        missing_words={row: missing for row, missing in found.of_responses("missing_words").items() if row in rows},
        unanswered={row: reasons for row, reasons in unanswered.items() if row in experiment.names_of_rows},
        failed=failed,
        narrow=sum(found.of_documents("narrow")),
        languages=dict.fromkeys(languages),
        parsers=frozenset(parsers) - {None},
        unparsed=list(dict.fromkeys(code for code, parser in zip(languages, parsers, strict=True) if parser is None)),
        misread={row: misread for row, misread in found.misread.items() if row in rows},
        from_chains={row for of_document in found.of_documents("from_chains") for row in of_document if row in rows},
        without_singletons=found.without_singletons,
        left_out=failures,
    )
    seconds = found.seconds()
    for setting in SETTINGS:
        if not seconds.get(setting, {}).keys().isdisjoint(rows):
            results.settings[setting] = {
                row: Outcome(
                    found.counts(setting, row),
                    found.details(setting, row) if detailed else {},
                    seconds[setting][row],
                    seed=experiment.seed,
                    of_documents=len(found.numbers),
                    failed=_reasons(failed.get(row, {}), results.unanswered.get(row, {})),
                    asked=found.asked(setting, row),
                )
                for row in rows
                if row in seconds[setting]
            }
    sign(results, experiment)
    return results


def _reasons(failed: Mapping[str, Failure], unanswered: Mapping[str, str]) -> dict[str, str]:
    return {id: failure.reason for id, failure in failed.items()} | dict(unanswered)


def _keyless_results(name: str, answered: Mapping[str, DocumentResults], rows: list[str]) -> CorpusResults:
    """Those documents of a corpus that have no key."""
    results = CorpusResults(name, documents=answered.keys())
    details: dict[Setting, dict[str, dict[str, Any]]] = {}
    for id, document in answered.items():
        for setting, of_setting in document.details.items():
            for row, of_row in of_setting.items():
                details.setdefault(setting, {}).setdefault(row, {})[id] = of_row
        results.unaligned.update(document.unaligned)
        for response, number in document.missing_words.items():
            results.missing_words.setdefault(response, {})[id] = number
        results.languages[document.language] = None
    for setting in SETTINGS:
        if setting in details:
            by_row = details[setting]
            results.settings[setting] = {row: Outcome(details=by_row[row]) for row in rows if row in by_row}
    return results


def without_model(experiment: Experiment, results: CorpusResults) -> list[str]:
    """Why a corpus has no predicted annotation: a language of its documents whose pipeline is not installed."""
    wanted = any(setting.annotation == "predicted" for setting in experiment.settings or SETTINGS)
    if experiment.preprocessing.model is not None or not wanted:
        return []
    languages = [language_named(code) for code in results.unparsed if code != Document("").language]
    return [
        f"no predicted annotation: {language.name} has no spaCy model at hand; expected --spacy-model NAME"
        + (f", or pip install {language.pip}" if language.pip else "")
        for language in languages
        if not is_installed(language.code)
    ]
