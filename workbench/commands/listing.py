"""``workbench list``: what is installed, plug-ins included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.workbench.commands.wiring.options import FormOption
from anaphora_workbench.workbench.report.tables import Column, Form, Row, Table, show

if TYPE_CHECKING:
    from anaphora_workbench.corpora.support.plugins import Registry

_COLUMNS = (
    Column("name", "name"),
    Column("package", "package"),
    Column("description", "what it is or does"),
    Column("source", "source"),
)
_FOR_PERSONS = (Form.text, Form.markdown, Form.latex)


def _facts(row: dict[str, Any]) -> list[tuple[str, Any]]:
    in_columns = {"name", "description", "source", "options"}
    return [(key, value) for key, value in row.items() if key not in in_columns and value not in ("", None)]


def _resolvers() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers import available
    from anaphora_workbench.resolvers.registry.registry import RESOLVERS

    return [
        {
            "name": info.name,
            **_package(RESOLVERS, info.name),
            "description": info.description or info.error,
            "source": info.source,
            "needs_key": "yes" if info.needs_key else "",
            "parts": ", ".join(info.parts),
            "options": _options(info.options),
        }
        for info in available().values()
    ]


def _metrics() -> list[dict[str, Any]]:
    from anaphora_workbench.evaluation.counting.registry import METRICS, available_metrics

    return [
        {
            "name": name,
            **_package(METRICS, name),
            "description": metric.description,
            "source": metric.source,
            "needs": metric.needs.value,
            "options": _options({metric.spelling(option): about for option, about in metric.options.items()}),
        }
        for name, metric in available_metrics().items()
    ]


def _formats() -> list[dict[str, Any]]:
    from anaphora_workbench.corpora.formats.registry import FORMATS

    return [
        {
            "name": name,
            **_package(FORMATS, name),
            "description": its_format.description,
            "source": its_format.source,
            "reads": "yes",
            "writes": "yes" if its_format.write is not None else "",
            "suffixes": " ".join(its_format.suffixes),
            "options": {
                f"{name}.{option}": {
                    "default": next(iter(values), ""),
                    "help": f"expected {' or '.join(values) or 'the name of the layer that is coreference'}",
                }
                for option, values in its_format.options.items()
            },
        }
        for name, its_format in FORMATS.available().items()
    ]


def _filters() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS

    return _listed(FILTERS, lambda stage: {"source": stage.source, "parts": ", ".join(stage.parts)})


def _anaphoricity() -> list[dict[str, Any]]:
    from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import STAGES

    return _listed(STAGES, lambda stage: {"source": stage.source})


def _languages() -> list[dict[str, Any]]:
    from anaphora_workbench.corpora.languages import LANGUAGES

    return _listed(LANGUAGES, lambda language: {"source": "", "description": language.name})


def _sections() -> list[dict[str, Any]]:
    from anaphora_workbench.workbench.report.sections import SECTIONS

    return _listed(SECTIONS, lambda section: {"source": "", "description": section.title})


def _listed(registry: Registry[Any], says: Callable[[Any], dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each thing of a registry that has no options of its own."""
    return [
        {
            "name": name,
            **_package(registry, name),
            "description": getattr(thing, "description", ""),
            **says(thing),
            "options": {},
        }
        for name, thing in registry.available().items()
    ]


def _package(registry: Registry[Any], name: str) -> dict[str, str]:
    """The distribution that registers something, and its version."""
    origin = registry.origin(name)
    return {"package": origin.package, "version": origin.version}


def _options(options: Any) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "default": about.default,
            "help": about.help + (f" ({', '.join(about.choices)})" if about.choices else ""),
        }
        for name, about in options.items()
    }


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ",".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)


# What is listed, by kind; each is imported when it is asked for.
_KINDS: Mapping[str, Callable[[], list[dict[str, Any]]]] = {
    "resolvers": _resolvers,
    "metrics": _metrics,
    "formats": _formats,
    "filters": _filters,
    "anaphoricity": _anaphoricity,
    "languages": _languages,
    "sections": _sections,
}
InstalledKind = StrEnum("InstalledKind", {kind: kind for kind in _KINDS})  # type: ignore[misc]


def command(
    kind: Annotated[InstalledKind, typer.Argument(metavar="KIND", help="What to list.")],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Show the options of this one, or of each part of a joined resolver (A+B).",
            show_default=False,
        ),
    ] = None,
    form: FormOption = Form.text,
) -> None:
    """List everything of a kind that is installed, with its package. With a NAME, list the options of that one.

    Example: workbench list resolvers mitkov
    """
    listed = _KINDS[kind.value]()
    if name is None:
        further = sorted({key for row in listed for key in row} - {column.key for column in _COLUMNS})
        columns = list(_COLUMNS) if form in _FOR_PERSONS else [*_COLUMNS, *(Column(key, key) for key in further)]
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
    """The options of one thing, or what else is known of it."""
    options: list[Row] = [{"option": option, **about} for option, about in row["options"].items()]
    if form in _FOR_PERSONS:
        options = [{**row, "default": _shown(row["default"])} for row in options]
    # Programs look a part up by its name.
    source = f". Source: {row['source']}" if row["source"] else ""
    title = f"{row['name']}: {row['description']}{source}" if form in _FOR_PERSONS else row["name"]
    facts = _facts(row)
    if options or form not in _FOR_PERSONS:
        columns = [Column("option", "option"), Column("default", "default"), Column("help", "what it does")]
        return Table(title, columns, options, notes=[f"{key}: {value}" for key, value in facts])
    about: list[Row] = [{"about": key, "value": value} for key, value in facts]
    columns = [Column("about", "about"), Column("value", "")]
    return Table(title, columns, about, notes=["It has no options of its own."])
