"""Saves a comparison: results, the experiment as it was run, a report, tables in every form."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.support.output_places import is_written_through
from anaphora_workbench.workbench.experiments.experiment_file import resolved
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.tables import Form, Table, json_text, rendered

Write = Callable[[Path, str], None]

_ENDINGS = {Form.csv: "csv", Form.json: "json", Form.markdown: "md", Form.latex: "tex"}
_EXPERIMENT = ".experiment.toml"


def result_files(file: Path) -> list[Path]:
    """The files of results: what is no regular file, as a FIFO, has none next to it."""
    return [file] if is_written_through(file) else [file, file.with_suffix(_EXPERIMENT)]


def table_files(names: Iterable[str], folder: Path) -> list[Path]:
    """The files of tables of these names."""
    return [folder / f"{name}.{ending}" for name in names for ending in _ENDINGS.values()]


def save_results(results: Results, content: Any, file: Path, title: str, write: Write) -> None:
    """Write results, and the experiment as it was run: next to ``results.json`` stands ``results.experiment.toml``.

    Args:
        content: what is written as JSON.
        write: writes a text file.
    """
    for place in result_files(file):
        write(place, json_text(content) if place == file else resolved(results, title, file.parent))


def save_tables(tables: dict[str, list[Table]], by_setting: Iterable[Table], folder: Path, write: Write) -> None:
    """Write tables as CSV, JSON, Markdown and LaTeX, a file for each kind of table and form.

    Args:
        by_setting: those that a paper inputs, each also written as a LaTeX file of its own, named by its label.
    """
    for name, of_name in tables.items():
        # In a file with several, a table has a label that its own file does not have.
        of_name = [replace(table, label=f"{table.label}-in-all") if table.label else table for table in of_name]
        for form, ending in _ENDINGS.items():
            write(folder / f"{name}.{ending}", rendered(of_name, form))
    for table in by_setting:
        write(folder / file_name(table.label.replace("tab:", "paper-"), ".tex"), rendered([table], Form.latex))
