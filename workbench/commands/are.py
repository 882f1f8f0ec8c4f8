"""``workbench are``: the Anaphora Resolution Exercise, by hand or all at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.errors import FormatError
from anaphora_workbench.corpora.formats.are import INPUTS
from anaphora_workbench.corpora.formats.are_schema import schema
from anaphora_workbench.corpora.formats.are_writer import answer_xml
from anaphora_workbench.corpora.formats.files import file_name, second_file_name
from anaphora_workbench.corpora.pairing import FilePair
from anaphora_workbench.evaluation.counting import Counts
from anaphora_workbench.evaluation.options import described
from anaphora_workbench.evaluation.registry import metric_rules, metrics_named
from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.commands.from_fields import with_fields
from anaphora_workbench.workbench.commands.options import (
    CacheOption,
    CorporaArgument,
    FormOption,
    FromOption,
    JobsOption,
    JsonOption,
    MemoryOption,
    NoCacheOption,
    QuietOption,
    ResolverOption,
    ResolverOptions,
    ResolversOption,
    TimeoutOption,
    cache_wanted,
    jobs_wanted,
    limits_wanted,
    report_failures,
    resolver_options,
    status,
)
from anaphora_workbench.workbench.corpus import corpora_at
from anaphora_workbench.workbench.errors import CommandError, Failure, one_line
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import (
    HEAD_MATCH,
    Answerer,
    full_name,
    mentions_at_hand,
    options_for,
    read_input,
)
from anaphora_workbench.workbench.exercise.checking import check_answer
from anaphora_workbench.workbench.exercise.files import (
    ANSWER,
    INPUT,
    KEY,
    KEYS,
    input_files,
    keys_folder,
    pair_answers,
    pair_inputs,
)
from anaphora_workbench.workbench.exercise.leaderboard import paired_tests
from anaphora_workbench.workbench.exercise.preparing import (
    APPOSITION,
    CLAUSE,
    COPULA,
    Prepared,
    Rules,
    files_of,
    prepare,
)
from anaphora_workbench.workbench.exercise.running import Exercise, run
from anaphora_workbench.workbench.exercise.scoring import ScoredAnswer, metrics_of, score_answer
from anaphora_workbench.workbench.outputs import Outputs
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.exercise import (
    LEGEND,
    exercise_json,
    exercise_tables,
    leaderboard_json,
    leaderboard_tables,
    score_json,
    score_tables,
)
from anaphora_workbench.workbench.report.prepared_exercise import prepared_row, prepared_table
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.runs.at_work import at_work
from anaphora_workbench.workbench.runs.folder import TextFolder
from anaphora_workbench.workbench.runs.limits import isolation
from anaphora_workbench.workbench.runs.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.running import (
    DocumentTask,
    Outcome,
    documents_of,
    each,
    each_document,
    input_paths,
    settled,
    size_of,
)
from anaphora_workbench.workbench.runs.workers import Settled
from anaphora_workbench.workbench.signature import corpus_checksum, document_checksum, signature

NOTHING = "nothing"
TaskOption = Annotated[int, typer.Option("--task", "-t", min=1, max=4, help="Task of the exercise.")]
LeaveOutOption = Annotated[
    list[str] | None,
    typer.Option(
        "--leave-out",
        help=f"Coreference type, as the corpus names it, that does not count; repeatable; {NOTHING!r} keeps all "
        f"[default: {APPOSITION}, {COPULA}, {CLAUSE}: appositions, copulas, clauses].",
        show_default=False,
    ),
]
NamedOption = Annotated[bool, typer.Option("--named", help="List only pronouns that a noun of their chain precedes.")]
CrossingOption = Annotated[
    bool, typer.Option("--drop-crossing", help="Leave out the later of two mentions that cross.")
]
InputsOption = Annotated[
    Path | None,
    typer.Option("--inputs", help=f"Folder of the inputs [default: {INPUTS} next to the keys].", show_default=False),
]
NominalOption = Annotated[
    str, typer.Option("--nominal", help="Resolver of nouns that pronoun resolvers are joined with in tasks 2 and 4.")
]


class FilePart(StrEnum):
    """Files of a task that have a grammar."""

    input = "input"
    key = "key"
    answer = "answer"


app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The Anaphora Resolution Exercise: make a task's files, answer them, check and score answers, or all at once.",
)


@dataclass(frozen=True)
class _Prepare:
    """Makes the function that brings one document into the form of a task: what was made, and files by path."""

    rules: Rules
    task: ExerciseTask
    folder: Path
    keys: Path | None

    def __call__(self) -> Callable[[Document], tuple[Prepared, dict[Path, str]]]:
        def made(document: Document) -> tuple[Prepared, dict[Path, str]]:
            prepared = prepare(document, self.rules)
            return prepared, files_of(prepared.document, self.task, self.folder, self.keys)

        return made


@app.command("prepare")
def prepare_(
    corpora: CorporaArgument,
    task: TaskOption,
    output: Annotated[Path, typer.Option("--output", "-o", help=f"Folder for the folders {INPUTS} and {KEYS}.")],
    keys: Annotated[
        Path | None, typer.Option("--keys", help=f"Folder for keys, instead of {KEYS}.", show_default=False)
    ] = None,
    leave_out: LeaveOutOption = None,
    named: NamedOption = False,
    drop_crossing: CrossingOption = False,
    form: FormOption = Form.text,
    from_format: FromOption = None,
    jobs: JobsOption = 0,
    quiet: QuietOption = False,
) -> int:
    """Make inputs and keys of a task.

    Each document of the corpus gives inputs/NAME-input.xml and keys/NAME-key.xml.

    Example: workbench are prepare corpora/samples --task 1 --output task1
    """
    number = cast(ExerciseTask, task)
    failures: list[Failure] = []
    documents = documents_of(corpora, from_format)
    folder = TextFolder(output, input_paths(corpora, from_format), failures)
    make = _Prepare(_rules(leave_out, named, drop_crossing), number, output, keys)
    rows: dict[str, dict[str, object]] = {}
    unseen = set(leave_out or ()) - {NOTHING}
    with progress("preparing", None, quiet) as advance:
        workers = jobs_wanted(jobs, size_of(corpora, from_format))
        for name, (prepared, files) in each_document(make, documents, workers, failures, advance):
            if not folder.write(name, files):
                continue
            rows[name] = prepared_row(prepared, number)
            unseen -= prepared.left_out.keys()
    report_failures(failures)
    if unseen:
        typer.echo(f"warning: --leave-out {', '.join(sorted(unseen))}: no mention is of this type", err=True)
    if rows:
        show([prepared_table(list(rows.values()))], form)
    return status(failures, len(rows))


@dataclass(frozen=True)
class _Answer:
    """Makes the function that answers one input, as the text of the answer's file."""

    task: ExerciseTask
    resolver: str
    options: dict[str, Any]
    keys: Path | None
    preprocessing: Preprocessing
    cache: Path | None

    def __call__(self) -> Callable[[Document], str]:
        answerer = Answerer(self.task, self.resolver, self.options)
        prepared = PreparedDocuments(self.preprocessing.preprocessor(), self.cache)

        def answered(given: Document) -> str:
            key = self._key(given) if answerer.needs_key else None
            document = mentions_at_hand(given, self.task, prepared)
            with at_work(self.resolver, document):
                layer = answerer(given, document, key)
            return answer_xml(document, layer, self.task)

        return answered

    def _key(self, given: Document) -> Path | None:
        if self.keys is None or self.keys.is_file():
            return self.keys
        return keys_folder(self.keys) / (Path(given.source).name.removesuffix(INPUT) + KEY)


@app.command("resolve")
@with_fields("are")
def resolve_(
    *,
    inputs: Annotated[list[Path], typer.Argument(metavar="INPUT...", help=f"Files *{INPUT} or folders of them.")],
    task: TaskOption,
    resolver: ResolverOption,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the answers.")],
    nominal: NominalOption = HEAD_MATCH,
    keys: Annotated[
        Path | None, typer.Option("--keys", help="Folder of keys, for oracles only.", show_default=False)
    ] = None,
    option: ResolverOptions = None,
    preprocessing: Preprocessing,
    cache: CacheOption = None,
    no_cache: NoCacheOption = False,
    jobs: JobsOption = 0,
    timeout: TimeoutOption = None,
    memory: MemoryOption = None,
    quiet: QuietOption = False,
) -> int:
    """Answer inputs of a task by a resolver.

    Keys are never opened, but for those of --keys, which only an oracle may have.

    Example: workbench are resolve task1/inputs --task 1 --resolver mitkov --output answers
    """
    number = cast(ExerciseTask, task)
    name = full_name(resolver, number, nominal)
    options = options_for(name, resolver_options(option, (resolver,)).get(resolver, {}))
    answerer = Answerer(number, name, options)
    needs_key = answerer.needs_key
    limits = isolation([answerer.resolver], limits_wanted(timeout, memory))
    if needs_key and keys is None:
        raise CommandError(f"{resolver} takes its answers from the key; expected --keys FOLDER")
    if keys is not None and not needs_key:
        raise CommandError(f"--keys: {resolver} is not to see a key; expected an oracle, or no --keys")
    files = input_files(inputs)
    failures: list[Failure] = []
    make = _Answer(number, name, options, keys, preprocessing, cache_wanted(cache, no_cache))
    workers = jobs_wanted(jobs, sum(file.stat().st_size for file in files))
    folder = TextFolder(output, files, failures)
    answered = 0
    names: dict[str, str] = {}
    with progress("resolving", len(files), quiet) as advance:
        tasks = _inputs(files, number, names)
        for name, answer in each_document(make, tasks, workers, failures, advance, limits=limits):
            answered += folder.write(name, {output / f"{names[name]}{ANSWER}": answer})
    report_failures(failures)
    return status(failures, answered)


@app.command("check")
def check_(
    inputs: Annotated[Path, typer.Argument(metavar="INPUTS", help=f"File *{INPUT} or a folder of them.")],
    answers: Annotated[Path, typer.Argument(metavar="ANSWERS", help=f"File *{ANSWER} or a folder of them.")],
    task: TaskOption,
) -> int:
    """Check answers to a task before they are handed in.

    No key is needed. Every mistake is said with its line; the exit status is 1 if there is one.

    Example: workbench are check task1/inputs answers --task 1
    """
    number = cast(ExerciseTask, task)
    pairs, without_input = pair_inputs(inputs, answers)
    problems: list[FormatError] = []
    for paired in pairs:
        if paired.response is None:
            missing = f"expected a file {paired.name}{ANSWER}"
            problems.append(FormatError(paired.key, None, "no answer to this input", missing))
        else:
            problems += check_answer(paired.response, paired.key, number)
    problems += [FormatError(path, None, "no input for this answer", f"expected *{INPUT}") for path in without_input]
    for problem in problems:
        typer.echo(f"error: {one_line(problem)}", err=True)
    answered = sum(paired.response is not None for paired in pairs)
    found = f"{len(problems)} problem{'s' * (len(problems) != 1)}" if problems else "no problems"
    print(f"task {number}: {answered} of {len(pairs)} inputs answered, {found}")
    return 1 if problems else 0


@app.command("schema")
def schema_(
    task: TaskOption,
    of: Annotated[FilePart, typer.Option("--of", help="Which files of the task.")] = FilePart.answer,
) -> int:
    """Print the RELAX NG grammar of a task's files.

    Example: workbench are schema --task 1 > answer.rng
    """
    sys.stdout.write(schema(of.value, task))
    return 0


@dataclass(frozen=True)
class _Score:
    """Makes the function that scores the answer to one key."""

    task: ExerciseTask
    inputs: Path | None

    def __call__(self) -> Callable[[FilePair], ScoredAnswer]:
        return lambda paired: score_answer(paired, self.task, inputs=self.inputs)


@app.command("score")
def score_(
    keys: Annotated[Path, typer.Argument(metavar="KEYS", help=f"File *{KEY} or a folder of them.")],
    answers: Annotated[
        list[Path],
        typer.Argument(metavar="ANSWERS...", help=f"File *{ANSWER} or a folder of them; several for a leaderboard."),
    ],
    task: TaskOption,
    inputs: InputsOption = None,
    form: FormOption = Form.text,
    jobs: JobsOption = 0,
    quiet: QuietOption = False,
) -> int:
    """Score answers to a task, those of one system or of several.

    Of one system each document and all together; of several a leaderboard with intervals and tests. What is wrong
    in an answer is said line by line. An answer that is missing or no XML counts as one without content.

    Example: workbench are score task1/keys answers --task 1
    """
    number = cast(ExerciseTask, task)
    workers = jobs_wanted(jobs, sum(path.stat().st_size for path in keys.rglob(f"*{KEY}")) * len(answers))
    names = _system_names(answers)
    paired = {name: pair_answers(keys, path) for name, path in zip(names, answers, strict=True)}
    systems: dict[str, dict[str, Counts]] = {}
    failures: list[Failure] = []
    problems: dict[str, list[FormatError]] = {}
    checksums: dict[str, str] = {}
    with progress("scoring", sum(len(pairs) for pairs, _ in paired.values()), quiet) as advance:
        for name, (pairs, without_key) in paired.items():
            systems[name], problems[name] = {}, []
            whose = f"{name}: " if len(names) > 1 else ""
            for pair, outcome in each(_Score(number, inputs), pairs, workers):
                advance(pair.name)
                if isinstance(outcome, Failure):
                    failures.append(outcome)
                    continue
                systems[name][pair.name] = outcome.counts
                checksums[pair.name] = document_checksum(outcome.key)
                problems[name] += outcome.problems
                if outcome.unreadable is not None:
                    reason = f"{whose}{one_line(outcome.unreadable)}; counted as no answer"
                    failures.append(Failure(pair.name, reason))
            for problem in problems[name]:
                typer.echo(f"warning: {one_line(problem)}", err=True)
            for path in without_key:
                typer.echo(f"warning: {path}: no key for this answer; not counted", err=True)
    failures = list({failure.reason: failure for failure in failures}.values())
    report_failures(failures)
    documents = systems[names[0]]
    if not documents:
        return status(failures, 0)
    metrics = metrics_named(metrics_of(number))
    signed = str(
        signature(
            are=f"task{number}",
            key=f"{keys.name}@{corpus_checksum(checksums.values())}",
            documents=len(documents),
            **described(metrics.values(), next(iter(documents.values())).options),
            metric_rules=metric_rules(metrics),
        )
    )
    several = len(names) > 1
    tests = paired_tests(systems, number) if several else []
    if form is not Form.json:
        tables = (
            leaderboard_tables(number, systems, tests, [signed])
            if several
            else score_tables(number, documents, [signed])
        )
        show(tables, form)
    elif several:
        sys.stdout.write(json_text(leaderboard_json(number, systems, tests, signed, problems)))
    else:
        sys.stdout.write(json_text(score_json(number, documents, signed, problems[names[0]])))
    return status(failures, len(documents))


def _system_names(answers: list[Path]) -> list[str]:
    """What the systems are called: the names of their folders or files, their paths where names are the same."""
    names = [path.resolve().name.removesuffix(ANSWER) for path in answers]
    if len(set(names)) < len(names):
        names = [str(path) for path in answers]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise CommandError(f"{repeated} is given twice; expected each system's answers once")
    return names


@app.command("run")
@with_fields("are")
def run_(
    *,
    corpora: CorporaArgument,
    task: Annotated[
        list[int] | None,
        typer.Option("--task", "-t", min=1, max=4, help="Task; repeatable [default: all].", show_default=False),
    ] = None,
    resolver: ResolversOption = None,
    nominal: NominalOption = HEAD_MATCH,
    leave_out: LeaveOutOption = None,
    named: NamedOption = False,
    drop_crossing: CrossingOption = False,
    option: ResolverOptions = None,
    output: JsonOption = None,
    form: FormOption = Form.text,
    from_format: FromOption = None,
    preprocessing: Preprocessing,
    cache: CacheOption = None,
    no_cache: NoCacheOption = False,
    jobs: JobsOption = 0,
    timeout: TimeoutOption = None,
    memory: MemoryOption = None,
    quiet: QuietOption = False,
) -> int:
    """Do all tasks with all resolvers.

    It goes through the same files as by hand, and gives tables like those of the paper.

    Example: workbench are run corpora/samples
    """
    resolvers = tuple(dict.fromkeys(resolver or (*shipped("algorithm", "baseline"), "oracle")))
    exercise = Exercise(
        resolvers,
        tuple(cast(ExerciseTask, number) for number in sorted(set(task or (1, 2, 3, 4)))),
        _rules(leave_out, named, drop_crossing),
        nominal,
        tuple((name, tuple(sorted(of.items()))) for name, of in resolver_options(option, resolvers).items()),
        preprocessing,
    )
    exercise.answerers()
    chosen = corpora_at(corpora, from_format)
    files = [file for corpus in chosen for file in corpus.files()]
    outputs = Outputs([("--output", output)], files)
    workers, folder = jobs_wanted(jobs, sum(file.stat().st_size for file in files)), cache_wanted(cache, no_cache)
    with progress("doing the exercise", len(files), quiet) as advance:
        results = [run(exercise, corpus, folder, workers, advance, limits_wanted(timeout, memory)) for corpus in chosen]
    failures = [failure for corpus_results in results for failure in corpus_results.failures]
    report_failures(failures)
    done = [corpus_results for corpus_results in results if corpus_results.outcomes]
    if done:
        text = json_text(exercise_json(done))
        if output is not None:
            outputs.write(output, text)
        if form is Form.json:
            sys.stdout.write(text)
        else:
            show([table for corpus_results in done for table in exercise_tables(corpus_results)], form)
        if form is Form.text:
            print(LEGEND)
    return status(failures, len(done), outputs.failed)


def _rules(leave_out: list[str] | None, named: bool, drop_crossing: bool) -> Rules:
    if leave_out is None:
        return Rules(named=named, drop_crossing=drop_crossing)
    return Rules(frozenset(leave_out) - {NOTHING}, named, drop_crossing)


def _inputs(files: list[Path], task: ExerciseTask, names: dict[str, str]) -> Iterator[DocumentTask | Settled[Outcome]]:
    """The inputs in files.

    Args:
        names: takes what the file of the answer to each is called, by the id of the document.
    """
    for file in files:
        try:
            given = read_input(file, task)
        except FormatError as error:
            yield settled(str(file), file, Failure(str(file), one_line(error)))
            continue
        second = second_file_name(given.id, "")
        names.setdefault(given.id, second if file.name == f"{second}{INPUT}" else file_name(given.id, ""))
        yield DocumentTask(file, given)
