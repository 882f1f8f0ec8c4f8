"""What a comparison leaves behind: results, the experiment as it was run, a report, tables in every form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.output_places import is_written_through
from anaphora_workbench.workbench.report.tables import Form, Table, json_text, rendered
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.experiment_file import resolved

Write = Callable[[Path, str], None]

_ENDINGS = {Form.csv: "csv", Form.json: "json", Form.markdown: "md", Form.latex: "tex"}
_EXPERIMENT, _SECONDS = ".experiment.toml", ".seconds.json"


def result_files(file: Path, timed: bool) -> list[Path]:
    """The files of results: what is no regular file, as a FIFO, has none next to it."""
    if is_written_through(file):
        return [file]
    return [file, *map(file.with_suffix, [_EXPERIMENT] if timed else [_EXPERIMENT, _SECONDS])]


def table_files(names: Iterable[str], folder: Path) -> list[Path]:
    """The files of tables of these names."""
    return [folder / f"{name}.{ending}" for name in names for ending in _ENDINGS.values()]


def save_results(results: Results, content: Any, file: Path, title: str, write: Write) -> None:
    """Write results, next to them the experiment as it was run, and seconds where the results have none.

    ``results.json`` gets ``results.experiment.toml`` and, after an experiment file was run, ``results.seconds.json``.

    Args:
        content: what is written as JSON.
        write: writes a text file.
    """
    for place in result_files(file, results.timed):
        if place == file:
            write(place, json_text(content))
        elif place.name.endswith(_EXPERIMENT):
            write(place, resolved(results, title, file.parent))
        else:
            write(place, json_text(results.seconds()))


def save_tables(tables: dict[str, list[Table]], folder: Path, write: Write) -> None:
    """Write tables as CSV, JSON, Markdown and LaTeX, a file for each kind of table and form."""
    for name, of_name in tables.items():
        for form, ending in _ENDINGS.items():
            write(folder / f"{name}.{ending}", rendered(of_name, form))
