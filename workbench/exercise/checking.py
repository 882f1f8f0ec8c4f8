"""Checks answers for the form of a task, for participants without the key."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.corpora.formats.are.answer import read_answer
from anaphora_workbench.corpora.formats.are.schema import schema_problems
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import read_input


def check_answer(answer: Path, given: Path, task: ExerciseTask) -> list[FormatError]:
    """What is wrong in an answer, in the order of its lines; what scoring would say, and what the grammar says.

    Args:
        given: the input that it answers.

    Raises:
        FormatError: the input cannot be read.
    """
    document = read_input(given, task)
    try:
        problems = list(read_answer(answer, document, task).problems)
    except FormatError as error:
        return [error]
    said = {problem.line for problem in problems}
    try:
        found = schema_problems(answer, "answer", task)
    except FormatError as error:
        # Elements in a row without a root are scored, but are no document.
        found = [error]
    problems += [problem for problem in found if problem.line not in said]
    return sorted(problems, key=lambda problem: (problem.line is None, problem.line or 0))
