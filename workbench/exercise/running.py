"""All tasks and many resolvers over a corpus, through the same files as a run by hand.

Inputs, keys and answers are written to a folder of the process and read again, so that the figures are those
that ``prepare``, ``resolve`` and ``score`` give, and no resolver sees more than its input.
"""

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.are.reader import INPUTS
from anaphora_workbench.corpora.formats.are.writer import answer_xml
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.corpora.languages import language_of
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.options import described
from anaphora_workbench.evaluation.counting.registry import metric_rules, metrics_named
from anaphora_workbench.resolvers import rules_of, share_reading
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.signature import Signature, corpus_checksum, document_checksum, signature
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import OnDocument, documents_at, each_document
from anaphora_workbench.workbench.engine.workers import Limits, isolation
from anaphora_workbench.workbench.exercise import PRONOUN_TASKS, TASKS, ExerciseTask, answering
from anaphora_workbench.workbench.exercise.files import ANSWER, INPUT, KEY, KEYS
from anaphora_workbench.workbench.exercise.preparing import Rules, files_of, prepare
from anaphora_workbench.workbench.exercise.scoring import NOTHING_ASKED, metrics_of, read_key, score_answer
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing, depends_on
from anaphora_workbench.workbench.experiments.results import Outcome

Options = tuple[tuple[str, Any], ...]
ByTask = dict[ExerciseTask, dict[str, Counts]]


@dataclass(frozen=True)
class Exercise:
    """A run, fully described.

    Attributes:
        resolvers: names of pronoun resolvers; for chains they are joined with ``nominal``.
        options: (resolver, options) for those that do not run with their defaults.
        preprocessing: of texts.
    """

    resolvers: tuple[str, ...]
    tasks: tuple[ExerciseTask, ...] = TASKS
    rules: Rules = field(default_factory=Rules)
    nominal: str = answering.HEAD_MATCH
    options: tuple[tuple[str, Options], ...] = ()
    preprocessing: Preprocessing = field(default_factory=Preprocessing)

    def answerers(self) -> dict[ExerciseTask, dict[str, answering.Answerer]]:
        """By task and resolver. Raises ValueError for a resolver or option that does not exist."""
        given = dict(self.options)
        made: dict[ExerciseTask, dict[str, answering.Answerer]] = {}
        for task in self.tasks:
            made[task] = {}
            for resolver in self.resolvers:
                name = answering.full_name(resolver, task, self.nominal)
                made[task][resolver] = answering.Answerer(
                    task, name, answering.options_for(name, dict(given.get(resolver, ())))
                )
        return made


@dataclass
class DocumentScores:
    """What one document adds: counts by task and resolver, and seconds of resolving likewise.

    Attributes:
        language: code of the language it is in.
    """

    checksum: str
    language: str
    counts: ByTask = field(default_factory=dict)
    seconds: dict[ExerciseTask, dict[str, float]] = field(default_factory=dict)


@dataclass
class ExerciseResults:
    """The results of a run over one corpus.

    Attributes:
        outcomes: by task and resolver.
        failures: documents and files without a result.
    """

    corpus: str
    outcomes: dict[ExerciseTask, dict[str, Outcome]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def documents(self) -> int:
        """How many have results; a document has all or none."""
        return max(
            (len(outcome.documents) for by_resolver in self.outcomes.values() for outcome in by_resolver.values()),
            default=0,
        )


class DocumentExercise:
    """Does all tasks with one document after another.

    Args:
        folder: for the files, which somebody else removes: a process that is killed removes nothing.
    """

    def __init__(self, exercise: Exercise, cache: Path | None, folder: str) -> None:
        self.exercise, self.folder = exercise, folder
        self.answerers = exercise.answerers()
        answerers = (answerer for by_name in self.answerers.values() for answerer in by_name.values())
        share_reading((answerer.resolver for answerer in answerers), cache)
        self.prepared = PreparedDocuments(answering.preprocessor_of(exercise.preprocessing), cache)

    def __call__(self, document: Document) -> DocumentScores:
        """Counts and seconds of each resolver in each task.

        Raises:
            ValueError: the document cannot be brought into the form of a task, or is in a language without a folder.
        """
        checksum = document_checksum(document)
        document = self.prepared.preprocessor.in_language(document)
        language_of(document)
        ready = prepare(document, self.exercise.rules).document
        scores = DocumentScores(checksum, document.language)
        with TemporaryDirectory(dir=self.folder) as place:
            for task, answerers in self.answerers.items():
                folder = Path(place) / str(task)
                for path, text in files_of(ready, task, folder).items():
                    write_text(path, text)
                self._run(ready.id, task, answerers, folder, scores)
        return scores

    def _run(
        self,
        name: str,
        task: ExerciseTask,
        answerers: Mapping[str, answering.Answerer],
        folder: Path,
        scores: DocumentScores,
    ) -> None:
        key, answer = folder / KEYS / file_name(name, KEY), folder / file_name(name, ANSWER)
        given = answering.read_input(folder / INPUTS / file_name(name, INPUT), task)
        given.source = ""
        document = answering.mentions_at_hand(given, task, self.prepared)
        gold = read_key(key, task)
        if task in PRONOUN_TASKS and not gold.anaphors:
            warnings.warn(f"{name}: {NOTHING_ASKED}", stacklevel=2)
        counts, seconds = scores.counts.setdefault(task, {}), scores.seconds.setdefault(task, {})
        for resolver, answerer in answerers.items():
            start = time.perf_counter()
            with at_work(resolver, document):
                layer = answerer(given, document, key if answerer.needs_key else None)
            seconds[resolver] = time.perf_counter() - start
            write_text(answer, answer_xml(document, layer, task))
            scored = score_answer(FilePair(name, key, answer), task, gold)
            of_answer = [problem for problem in scored.problems if problem.path != key]
            assert not of_answer, of_answer
            counts[resolver] = scored.counts


def run(
    exercise: Exercise,
    corpus: Corpus,
    cache: Path | None = None,
    jobs: int = 1,
    on_document: OnDocument = lambda name, place: None,
    limits: Limits | None = None,
) -> ExerciseResults:
    """Do the exercise with all documents of a corpus.

    Args:
        cache: folder of preprocessed inputs, None for none.
        limits: of each resolver's work on each document of a task.

    Raises:
        ValueError: an unknown resolver or option, or nothing at the corpus's path.
    """
    answerers = exercise.answerers()
    results = ExerciseResults(corpus.name)
    documents = documents_at([(corpus.path, corpus.language)], corpus.format)
    limits = isolation((made.resolver for by_name in answerers.values() for made in by_name.values()), limits)
    with TemporaryDirectory(prefix="are-") as folder:
        make = partial(DocumentExercise, exercise, cache, folder)
        done = dict(each_document(make, documents, jobs, results.failures, on_document, limits=limits))
    if not done:
        return results
    checksum = corpus_checksum(outcome.checksum for outcome in done.values())
    languages = {outcome.language for outcome in done.values()}
    preprocessed = depends_on(answering.preprocessor_of(exercise.preprocessing), languages)
    for task, by_resolver in answerers.items():
        results.outcomes[task] = {
            resolver: Outcome(
                {name: outcome.counts[task][resolver] for name, outcome in done.items()},
                seconds=sum(outcome.seconds[task][resolver] for outcome in done.values()),
                depends_on=_signature(exercise, preprocessed, f"{results.corpus}@{checksum}", task, resolver, answerer),
                sees_key=answerer.needs_key,
            )
            for resolver, answerer in by_resolver.items()
        }
    return results


def _signature(
    exercise: Exercise,
    preprocessed: Mapping[str, str],
    corpus: str,
    task: ExerciseTask,
    resolver: str,
    answerer: answering.Answerer,
) -> Signature:
    from anaphora_workbench.evaluation.counting.options import option_values

    metrics = list(metrics_named(metrics_of(task)).values())
    changed = dict(exercise.options).get(resolver, ())
    return signature(
        corpus=corpus,
        leftout=",".join(sorted(exercise.rules.left_out)) or "nothing",
        pronouns="named" if exercise.rules.named else "all",
        **described(metrics, option_values(metrics, {})),
        **preprocessed,  # type: ignore[arg-type]
        metric_rules=metric_rules(metrics_of(task)),
        resolver_rules=rules_of(answerer.resolver.name),
        are=f"task{task}",
        resolver=answerer.resolver.name + "".join(f",{name}={value}" for name, value in changed),
    )
