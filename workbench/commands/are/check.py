"""``workbench are check`` and ``schema``: whether answers have the form of the task, before they are handed in."""

import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, cast

import typer

from anaphora_workbench.corpora.formats.are.schema import schema
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError, quantity
from anaphora_workbench.workbench.base.errors import Failure, one_line
from anaphora_workbench.workbench.commands.are.application import TaskOption, app
from anaphora_workbench.workbench.commands.wiring.options import JobsOption, jobs_wanted, report_failures, status
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path, require_no_folder_beside
from anaphora_workbench.workbench.engine.running import each
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import check_answer
from anaphora_workbench.workbench.exercise.files import ANSWER, INPUT, pair_inputs


class FilePart(StrEnum):
    """Files of a task that have a grammar."""

    input = "input"
    key = "key"
    answer = "answer"


def _checked(task: ExerciseTask, paired: FilePair) -> list[FormatError]:
    if paired.response is None:
        return [FormatError(paired.key, None, "no answer to this input", f"expected a file {paired.name}{ANSWER}")]
    return check_answer(paired.response, paired.key, task)


@app.command("check")
def check_(
    inputs: Annotated[
        Path, typer.Argument(parser=input_path, metavar="INPUTS", help=f"File *{INPUT} or a folder of them.")
    ],
    answers: Annotated[
        Path, typer.Argument(parser=input_path, metavar="ANSWERS", help=f"File *{ANSWER} or a folder of them.")
    ],
    task: TaskOption,
    jobs: JobsOption = 0,
) -> int:
    """Check answers to a task before submission.

    No key is needed. Every error is reported with its line; the exit status is 1 if there is one.

    Example: workbench are check task1/inputs answers --task 1
    """
    number = cast(ExerciseTask, task)
    require_no_folder_beside(inputs, answers)
    pairs, without_input = pair_inputs(inputs, answers)
    workers = jobs_wanted(jobs, (paired.response for paired in pairs if paired.response is not None))
    problems: list[FormatError] = []
    failures: list[Failure] = []
    for _, outcome in each(partial(partial, _checked, number), pairs, workers):
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            problems += outcome
    problems += [FormatError(path, None, "no input for this answer", f"expected *{INPUT}") for path in without_input]
    for problem in problems:
        typer.echo(f"error: {one_line(problem)}", err=True)
    answered = sum(paired.response is not None for paired in pairs)
    found = quantity(len(problems), "problem") if problems else "no problems"
    if failures:
        report_failures(failures)
        return status(failures, len(pairs) - len(failures))
    print(f"task {number}: {answered} of {len(pairs)} inputs answered, {found}")
    return 1 if problems else 0


@app.command("schema")
def schema_(task: TaskOption, of: Annotated[FilePart, typer.Option(help="Kind of file.")] = FilePart.answer) -> int:
    """Print the RELAX NG grammar of a task's files.

    Example: workbench are schema --task 1 > answer.rng
    """
    sys.stdout.write(schema(of.value, task))
    return 0
