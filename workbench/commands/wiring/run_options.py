"""Options of ``workbench compare`` besides the experiment, kept in a run folder for resuming."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, Self

from anaphora_workbench.workbench.report.tables import Form


@dataclass(frozen=True)
class RunOptions:
    """How a comparison runs, and what it writes and prints; the fields are parameters of the command.

    Attributes:
        title: of the report.
        table: tables to print instead of the comparison.
        baseline: the row that the table ``paper`` marks differences from.
    """

    title: str
    errors: bool
    output: Path | None
    report: Path | None
    table: tuple[str, ...]
    tables: Path | None
    form: Form
    timings: bool
    cache: Path | None
    no_cache: bool
    jobs: int
    timeout: float | None
    memory: int | None
    engine: Literal["local", "dask"]
    scheduler: str | None
    baseline: str = ""

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
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], folder: Path) -> Self:
        """What was asked.

        Args:
            folder: that paths are relative to.
        """
        paths = {
            name: folder / values[name] for name in ("output", "report", "tables", "cache") if values[name] is not None
        }
        return cls(**(dict(values) | paths | {"form": Form(values["form"]), "table": tuple(values["table"])}))

    def with_given(self, other: Self, given: Collection[str]) -> Self:
        """The same with what another says of some of the fields."""
        return replace(self, **{name: getattr(other, name) for name in self.__dataclass_fields__ if name in given})


def _plain(value: Any) -> Any:
    if isinstance(value, Form):
        return value.value
    return str(value) if isinstance(value, Path) else value
