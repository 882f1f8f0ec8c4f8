"""``workbench are resolve``: answers to the inputs of a task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.are.writer import answer_xml
from anaphora_workbench.corpora.formats.parts.files import file_name, second_file_name
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.workbench.base.errors import CommandError, Failure, one_line
from anaphora_workbench.workbench.base.fields import WHAT
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.are.application import NominalOption, TaskOption, app
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import DocumentTask, Outcome, each_document, settled
from anaphora_workbench.workbench.engine.workers import Settled, isolation
from anaphora_workbench.workbench.exercise import ExerciseTask, answering
from anaphora_workbench.workbench.exercise.files import ANSWER, INPUT, KEY, input_files, keys_folder
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.records.folder import TextFolder


def _answering(
    task: ExerciseTask,
    resolver: str,
    options: dict[str, Any],
    keys: Path | None,
    preprocessing: Preprocessing,
    cache: Path | None,
) -> Callable[[Document], str]:
    answerer = answering.Answerer(task, resolver, options)
    prepared = PreparedDocuments(answering.preprocessor_of(preprocessing), cache)

    def answered(given: Document) -> str:
        key = keys if answerer.needs_key else None
        if key is not None and not key.is_file():
            key = keys_folder(key) / (Path(given.source).name.removesuffix(INPUT) + KEY)
        document = answering.mentions_at_hand(given, task, prepared)
        with at_work(resolver, document):
            layer = answerer(given, document, key)
        return answer_xml(document, layer, task)

    return answered


@app.command("resolve")
@with_fields("are")
def resolve_(
    *,
    inputs: Annotated[
        list[Path],
        typer.Argument(
            parser=partial(input_path, ending=INPUT), metavar="INPUT...", help=f"Files *{INPUT} or folders of them."
        ),
    ],
    task: TaskOption,
    resolver: shared.ResolverOption,
    output: Annotated[Path, shared.path_option("--output", "-o", help="Folder for the answers.")],
    nominal: NominalOption = answering.HEAD_MATCH,
    keys: Annotated[
        Path | None, shared.path_option(help="Folder of keys, for oracles only.", rich_help_panel=WHAT)
    ] = None,
    option: shared.ResolverOptions = None,
    preprocessing: Preprocessing,
    runs: shared.Running,
    quiet: shared.QuietOption = False,
) -> int:
    """Answer the inputs of a task with a resolver.

    No key is opened except those of --keys, which only an oracle may have.

    Example: workbench are resolve task1/inputs --task 1 --resolver mitkov --output answers
    """
    number = cast(ExerciseTask, task)
    name = answering.full_name(resolver, number, nominal)
    options = answering.options_for(name, shared.resolver_options(option, (resolver,)).get(resolver, {}))
    answerer = answering.Answerer(number, name, options)
    needs_key = answerer.needs_key
    limits = isolation([answerer.resolver], runs.limits())
    if needs_key and keys is None:
        raise CommandError(f"{resolver} takes its answers from the key; expected --keys FOLDER")
    if keys is not None and not needs_key:
        raise CommandError(f"--keys: {resolver} must not see a key; expected an oracle, or no --keys")
    files = input_files(inputs)
    failures: list[Failure] = []
    make = partial(_answering, number, name, options, keys, preprocessing, runs.folder())
    workers = runs.workers(files)
    folder = TextFolder(output, files, failures)
    answered = 0
    names: dict[str, str] = {}
    with progress("resolving", len(files), quiet) as advance:
        tasks = _inputs(files, number, names)
        for name, answer in each_document(make, tasks, workers, failures, advance, limits=limits):
            answered += folder.write(name, {output / f"{names[name]}{ANSWER}": answer})
    shared.report_failures(failures)
    return shared.status(failures, answered)


def _inputs(files: list[Path], task: ExerciseTask, names: dict[str, str]) -> Iterator[DocumentTask | Settled[Outcome]]:
    """The inputs in files."""
    for file in files:
        try:
            given = answering.read_input(file, task)
        except FormatError as error:
            yield settled(str(file), file, Failure(str(file), one_line(error)))
            continue
        second = second_file_name(given.id, "")
        names.setdefault(given.id, second if file.name == f"{second}{INPUT}" else file_name(given.id, ""))
        yield DocumentTask(file, given)
