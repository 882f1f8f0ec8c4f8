"""Options of ``workbench compare`` besides the experiment, kept in a run folder for resuming."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import typer

from anaphora_workbench.workbench.commands.wiring.options import FormOption, Running, path_option, printing, running
from anaphora_workbench.workbench.report.sections import table_names
from anaphora_workbench.workbench.report.tables import Form

# What --table may be; every section of a report that has tables, those of plug-ins too.
TABLES = table_names()


def _table_named(name: str) -> str:
    if name not in TABLES:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, TABLES))}.")
    return name


@dataclass(frozen=True)
class RunOptions(Running):
    """How a comparison runs, and what it writes and prints; the fields are parameters of the command.

    Attributes:
        title: of the report.
        table: tables to print instead of the comparison.
        baseline: the row that the table ``paper`` marks differences from.
    """

    errors: Annotated[
        bool, printing("--errors", help="Show wrong decisions by cause, pronoun and distance, and errors in chains.")
    ] = False
    output: Annotated[
        Path | None,
        path_option(
            "--output",
            "-o",
            help="Write all results to this JSON file, and next to it an experiment file that repeats the run.",
        ),
    ] = None
    report: Annotated[Path | None, path_option(help="Write a report to this HTML file.")] = None
    table: Annotated[
        list[str] | None,
        printing(
            parser=_table_named,
            metavar="TABLE",
            help=f"Print this table of the report instead: {', '.join(TABLES)}; repeatable.",
        ),
    ] = None
    tables: Annotated[
        Path | None, path_option(help="Write all tables to this folder as CSV, JSON, LaTeX and Markdown.")
    ] = None
    baseline: Annotated[
        str | None, printing(metavar="NAME", help="Mark differences from this row in --table paper.")
    ] = None
    timings: Annotated[bool, printing("--timings", help="Add the seconds that each resolver took to JSON and CSV.")] = (
        False
    )
    form: FormOption = Form.text
    engine: Annotated[Literal["local", "dask"], running(help="Run on this machine or on a Dask cluster.")] = "local"
    scheduler: Annotated[
        str | None,
        running(
            metavar="ADDRESS",
            help="Scheduler of the Dask cluster, tcp://HOST:PORT [default: a cluster on this machine].",
        ),
    ] = None
    title: str = "Anaphora resolvers compared"

    @property
    def reported(self) -> bool:
        """Whether tables of the report are wanted, which need the traces of every answer."""
        return self.report is not None or self.tables is not None or bool(self.table)

    @property
    def figures(self) -> bool:
        """Whether figures are wanted elsewhere than in the report and the tables that every comparison prints."""
        asked = self.output is not None or self.tables is not None or bool(self.table)
        return asked or self.errors or self.form is not Form.text

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: str(value) if isinstance(value, Path) else value for name, value in values}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], folder: Path) -> Self:
        """What was asked.

        Args:
            folder: that paths are relative to.
        """
        paths = {
            name: folder / values[name] for name in ("output", "report", "tables", "cache") if values[name] is not None
        }
        return cls(**(dict(values) | paths | {"form": Form(values["form"])}))

    def with_given(self, other: Self, given: Collection[str]) -> Self:
        """The same with what another says of some of the fields."""
        return replace(self, **{name: getattr(other, name) for name in given if name in self.__dataclass_fields__})
