"""``workbench validate``: all problems of corpus files at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated
from warnings import catch_warnings, simplefilter

import typer

from anaphora_workbench.corpora import FormatError, find
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.validation import MOST, Problem, problems
from anaphora_workbench.corpora.support.errors import InputWarning
from anaphora_workbench.workbench.base.errors import DONE, SOME_FAILED, Failure, note_failures
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.option_values import require_none, set_format_options
from anaphora_workbench.workbench.commands.wiring.standard_input import as_given, input_path
from anaphora_workbench.workbench.engine.running import each
from anaphora_workbench.workbench.report.tables import Column, Form, Table, show

_COLUMNS = [Column("file", "file"), Column("line", "line", "count"), Column("severity", "kind"), Column("what", "what")]


@dataclass(frozen=True)
class _File:
    place: Path
    format: str

    @property
    def name(self) -> str:
        return self.place.name


def command(
    inputs: Annotated[
        list[Path], typer.Argument(parser=input_path, metavar="FILE...", help="Corpus files or folders of them.")
    ],
    from_format: shared.FromOption = None,
    option: shared.FormatOptions = None,
    key: Annotated[
        Path | None,
        typer.Option(
            parser=input_path, metavar="PATH", help="Also count the words of this key that each drops, adds or changes."
        ),
    ] = None,
    warnings: Annotated[bool, typer.Option(help="Also warn about input that is legal but rarely intended.")] = True,
    most: Annotated[int, typer.Option(min=1, help="Stop checking a file after this many problems.")] = MOST,
    form: shared.FormOption = Form.text,
    jobs: shared.JobsOption = 1,
    quiet: shared.QuietOption = False,
) -> int:
    """Check files and list every problem with its line. The exit status is 1 if there is an error.

    Example: workbench validate samples
    """
    require_none(set_format_options(option or ()))
    files = [_File(path, its_format.name) for place in inputs for path, its_format in find(place, from_format)]
    listed: list[Problem] = []
    stopped: list[Path] = []
    with progress("checking", len(files), quiet) as advance:
        workers = shared.jobs_wanted(jobs, (file.place for file in files))
        for file, outcome in each(partial(partial, _problems, most=most), files, workers):
            if isinstance(outcome, Failure):
                listed.append(Problem(file.place, None, "error", outcome.reason.partition(f"{file.name}: ")[2]))
            else:
                listed += outcome
                stopped += [file.place] * (len(outcome) >= most)
            advance(file.name)
    if key is not None:
        listed += [problem for place in inputs for problem in _against(key, place, from_format)]
    for place in stopped:
        shared.warn(f"{place}: stopped after {most} problems; --most N looks for more")
    errors, every = sum(problem.severity == "error" for problem in listed), len(listed)
    note_failures(problem for problem in listed if problem.severity == "error")
    listed = [problem for problem in listed if warnings or problem.severity == "error"]
    if form is Form.text:
        for problem in listed:
            typer.echo(as_given(f"{problem.severity}: {problem}"))
        typer.echo(f"files: {len(files)}, errors: {errors}, warnings: {every - errors}")
    else:
        rows = [
            {
                "file": as_given(str(problem.path)),
                "line": problem.line,
                "severity": problem.severity,
                "what": problem.what,
            }
            for problem in listed
        ]
        show([Table("", _COLUMNS, rows)], form)
    return SOME_FAILED if errors else DONE


def _against(key: Path, response: Path, format: str | None) -> Iterator[Problem]:
    """What of the words of a key a response drops, adds or changes."""
    # A check of files alone starts faster.
    from anaphora_workbench.workbench.commands.wiring.score_warnings import of_words
    from anaphora_workbench.workbench.scoring.pairs import file_pairs
    from anaphora_workbench.workbench.scoring.request import Request
    from anaphora_workbench.workbench.scoring.scores import scores_of

    with catch_warnings():
        # What readers note is listed already.
        simplefilter("ignore", InputWarning)
        pairs, unpaired = file_pairs(key, response, format)
        scores = scores_of(pairs, unpaired, Request(("mentions",), format=format), (key.name, response.name))
    for failure in scores.failures:
        yield Problem(response, None, "error", failure.reason.removeprefix(f"{response}: "))
    for said in of_words(scores):
        yield Problem(response, None, "warning", said)


def _problems(file: _File, most: int) -> list[Problem]:
    try:
        return problems(file.place, get_format(file.format), most)
    except FormatError as error:
        return [Problem(file.place, error.line, "error", error.wrong)]
