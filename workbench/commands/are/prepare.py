"""``workbench are prepare``: inputs and keys of a task."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, cast

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.are.reader import INPUTS
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.are import application as are
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.engine.running import documents_of, each_document, input_paths
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.files import KEYS
from anaphora_workbench.workbench.exercise.preparing import Prepared, Rules, files_of, prepare
from anaphora_workbench.workbench.records.folder import TextFolder
from anaphora_workbench.workbench.report.exercise_folder import prepared_row, prepared_table
from anaphora_workbench.workbench.report.tables import Form, show


def _made(
    rules: Rules, language: str | None, task: ExerciseTask, folder: Path, keys: Path | None, document: Document
) -> tuple[Prepared, dict[Path, str]]:
    if language is not None and document.names_no_language:
        document = replace(document, language=language)
    prepared = prepare(document, rules)
    return prepared, files_of(prepared.document, task, folder, keys)


@are.app.command("prepare")
def prepare_(
    corpora: shared.CorporaArgument,
    task: are.TaskOption,
    output: Annotated[
        Path, shared.path_option("--output", "-o", help=f"Folder that gets the folders {INPUTS} and {KEYS}.")
    ],
    keys: Annotated[Path | None, shared.path_option(help=f"Folder for the keys [default: {KEYS} in --output].")] = None,
    leave_out: are.LeaveOutOption = None,
    named: are.NamedOption = False,
    drop_crossing: are.CrossingOption = False,
    language: shared.LanguageOption = None,
    form: shared.FormOption = Form.text,
    from_format: shared.FromOption = None,
    jobs: shared.JobsOption = 0,
    quiet: shared.QuietOption = False,
) -> int:
    """Make the inputs and keys of a task.

    Each document of the corpus gives inputs/NAME-input.xml and keys/NAME-key.xml.

    Example: workbench are prepare samples --task 1 --output task1
    """
    number = cast(ExerciseTask, task)
    if language is not None:
        language_named(language)
    failures: list[Failure] = []
    documents = documents_of(corpora, from_format)
    files = input_paths(corpora, from_format)
    folder = TextFolder(output, files, failures)
    rules = are.rules_of(leave_out, named, drop_crossing)
    make = partial(partial, _made, rules, language, number, output, keys)
    rows: dict[str, dict[str, object]] = {}
    unseen = set(leave_out or ()) - {are.NOTHING}
    with progress("preparing", None, quiet) as advance:
        workers = shared.jobs_wanted(jobs, files)
        for name, (prepared, texts) in each_document(make, documents, workers, failures, advance):
            if not folder.write(name, texts):
                continue
            rows[name] = prepared_row(prepared, number)
            unseen -= prepared.left_out.keys()
    shared.report_failures(failures)
    if unseen:
        shared.warn(f"--leave-out {', '.join(sorted(unseen))}: no mention is of this type")
    if rows:
        show([prepared_table(list(rows.values()))], form)
    return shared.status(failures, len(rows))
