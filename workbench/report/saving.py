"""What a comparison leaves behind: results, the experiment as it was run, a report, tables in every form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.workbench.report.tables import Form, Table, json_text, rendered
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.experiment_file import resolved

_ENDINGS = {Form.csv: "csv", Form.json: "json", Form.markdown: "md", Form.latex: "tex"}


def save_results(results: Results, content: Any, file: Path, title: str) -> None:
    """Write results, next to them the experiment as it was run, and seconds where the results have none.

    ``results.json`` gets ``results.experiment.toml`` and, after an experiment file was run, ``results.seconds.json``.

    Args:
        content: what is written as JSON.
    """
    write_text(file, json_text(content))
    write_text(file.with_suffix(".experiment.toml"), resolved(results, title, file.parent))
    if not results.timed:
        write_text(file.with_suffix(".seconds.json"), json_text(results.seconds()))


def save_tables(tables: dict[str, list[Table]], folder: Path) -> None:
    """Write tables as CSV, JSON, Markdown and LaTeX, a file for each kind of table and form."""
    for name, of_name in tables.items():
        for form, ending in _ENDINGS.items():
            write_text(folder / f"{name}.{ending}", rendered(of_name, form))
