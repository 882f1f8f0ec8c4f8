"""``workbench validate``: all problems of corpus files at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora import FormatError, find
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.validation import Problem, problems
from anaphora_workbench.workbench.commands.options import FormOption, FromOption, JobsOption, QuietOption, jobs_wanted
from anaphora_workbench.workbench.errors import DONE, SOME_FAILED
from anaphora_workbench.workbench.parallel import WorkerDied, mapped
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.tables import Column, Form, Table, show

_File = tuple[Path, str]
_COLUMNS = [Column("file", "file"), Column("line", "line", "count"), Column("severity", "kind"), Column("what", "what")]


def command(
    inputs: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Corpus files or folders of them.")],
    from_format: FromOption = None,
    warnings: Annotated[bool, typer.Option(help="Show warnings, too: what is legal but seldom meant.")] = True,
    form: FormOption = Form.text,
    jobs: JobsOption = 1,
    quiet: QuietOption = False,
) -> int:
    """Check files and list all their problems with their lines; exit status 1 if there is an error.

    Example: workbench validate corpora/samples
    """
    files = [found for path in inputs for found in find(path, from_format)]
    found: list[Problem] = []
    with progress("checking", len(files), quiet) as advance:
        given = [(file, its_format.name) for file, its_format in files]
        workers = jobs_wanted(jobs, sum(file.stat().st_size for file, _ in files))
        for (file, _), of_file in zip(files, mapped(_checker, given, workers), strict=True):
            if isinstance(of_file, WorkerDied):
                found.append(Problem(file, None, "error", "the process that checked it died, twice (out of memory?)"))
            else:
                found += of_file
            advance(file.name)
    errors = sum(problem.severity == "error" for problem in found)
    listed = [problem for problem in found if warnings or problem.severity == "error"]
    if form is Form.text:
        for problem in listed:
            typer.echo(f"{problem.severity}: {problem}")
        typer.echo(f"files: {len(files)}, errors: {errors}, warnings: {len(found) - errors}")
    else:
        rows = [{"file": str(one.path), "line": one.line, "severity": one.severity, "what": one.what} for one in listed]
        show([Table("", _COLUMNS, rows)], form)
    return SOME_FAILED if errors else DONE


def _checker() -> Callable[[_File], list[Problem]]:
    """The function that checks one file, which is named beside its format."""
    return _problems


def _problems(given: _File) -> list[Problem]:
    file, its_format = given
    try:
        return problems(file, get_format(its_format))
    except FormatError as error:
        return [Problem(file, error.line, "error", error.wrong)]
