"""``workbench list``: what is installed, plug-ins included."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.workbench.api.kinds import KINDS
from anaphora_workbench.workbench.commands.wiring.options import FormOption
from anaphora_workbench.workbench.report.tables import Column, Form, Row, Table, columns_of, show

_COLUMNS = columns_of("text", "name", description="what it is or does", source="source", package="package")
_LICENCE = Column("licence", "licence of its model")
_FOR_PERSONS = (Form.text, Form.markdown, Form.latex)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)


InstalledKind = StrEnum("InstalledKind", {kind: kind for kind in KINDS})  # type: ignore[misc]


def command(
    kind: Annotated[InstalledKind, typer.Argument(metavar="KIND", help="What to list.")],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Show the options of this one, or of each part of a joined resolver (A+B)."
        ),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """List everything of a kind that is installed, with its package. With a NAME, list the options of that one.

    Example: workbench list resolvers mitkov
    """
    listed = KINDS[kind.value]()
    if name is None:
        columns = [*_COLUMNS, *([_LICENCE] if any(row.get("licence") for row in listed) else [])]
        if form not in _FOR_PERSONS:
            further = sorted({key for row in listed for key in row} - {column.key for column in columns})
            columns += [Column(key, key) for key in further]
        rows: list[Row] = (
            [*listed] if form is Form.json else [{**row, "options": " ".join(row["options"])} for row in listed]
        )
        note = (
            f"workbench list {kind.value} NAME shows the options of one." if any(r["options"] for r in listed) else ""
        )
        show([Table("", columns, rows, notes=[note] if note else [])], form)
        return
    # Other kinds are listed faster without.
    from anaphora_workbench.resolvers import joined_names

    parts = joined_names(name) if kind.value == "resolvers" else [name]
    show([_of_one(_named(part, listed, kind.value), form) for part in dict.fromkeys(parts)], form)


def _named(name: str, listed: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    row = next((row for row in listed if row["name"] == name), None)
    if row is None:
        if kind == "resolvers":
            from anaphora_workbench.resolvers import default_options

            default_options(name)  # raises for an unknown name, and names what a withdrawn one became
        raise ValueError(f"no {kind[:-1]} {name!r}; {there_are((row['name'] for row in listed), name)}")
    return row


def _of_one(row: dict[str, Any], form: Form) -> Table:
    options: list[Row] = [{"option": option, **about} for option, about in row["options"].items()]
    if form in _FOR_PERSONS:
        options = [{**row, "default": _shown(row["default"])} for row in options]
    # Programs look a part up by its name.
    source = f". Source: {row['source']}" if row["source"] else ""
    title = f"{row['name']}: {row['description']}{source}" if form in _FOR_PERSONS else row["name"]
    in_columns = {"name", "description", "source", "options"}
    facts = [(key, value) for key, value in row.items() if key not in in_columns and value not in ("", None)]
    if options or form not in _FOR_PERSONS:
        columns = columns_of("text", "option", "default", help="what it does")
        return Table(title, columns, options, notes=[f"{key}: {value}" for key, value in facts])
    about: list[Row] = [{"about": key, "value": value} for key, value in facts]
    columns = [Column("about", "about"), Column("value", "")]
    return Table(title, columns, about, notes=["It has no options of its own."])
