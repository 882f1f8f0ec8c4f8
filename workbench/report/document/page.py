"""A report: one HTML file that holds results, documents and the candidates behind every answer.

It needs no network and no other file. What is large lies in it packed, a piece for each document and each
resolver's traces, and is opened by the page when it is shown, so a large corpus costs the browser little.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from anaphora_workbench.workbench.base.signature import tool_version
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.report.document.page_data import Pieces, PiecesInPage, exports, index
from anaphora_workbench.workbench.report.document.page_words import in_script, report_file
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.tables import Table, shown

if TYPE_CHECKING:
    from jinja2 import Environment

BEFORE_SECTIONS = (
    "elements.js", "keys.js", "chains.js", "traces.js", "case.js", "steps.js", "figure.js", "figures.js", "page.js",
    "candidates.js", "address.js",
)  # fmt: skip
AFTER_SECTIONS = ("glossary.js", "start.js")
_PLAIN = "section.html.j2"


@dataclass(frozen=True, slots=True)
class TableOnPage:
    """A table with its id on the page, by which it is exported too."""

    id: str
    placed: Placed


@dataclass(frozen=True, slots=True)
class SectionOnPage:
    """A section as the page shows it.

    Attributes:
        html: what stands under its heading.
        script: what draws it in the browser, "" for nothing.
        data: number of the piece that its script is given, None for nothing.
        files: the tables of each export that it offers.
    """

    name: str
    title: str
    link: str
    html: str
    script: str
    data: int | None
    files: dict[str, list[Table]]


@dataclass(frozen=True, slots=True)
class ReportContent:
    """A report before it is one file or several.

    Attributes:
        shown: what its template is given.
        scripts: of its sections.
    """

    shown: dict[str, object]
    scripts: list[str]


def page(tables: ReportTables, title: str) -> str:
    """The report as HTML."""
    pieces = PiecesInPage()
    content = report_content(tables, title, pieces)
    scripts = [*map(_template, BEFORE_SECTIONS), *content.scripts, *map(_template, AFTER_SECTIONS)]
    return rendered(content, served=False, pieces=pieces.texts, style=_template("report.css"), scripts=scripts)


def rendered(content: ReportContent, **how: object) -> str:
    """The template of the report with its content.

    Args:
        how: whether it is served, and what stands in the file itself if it is not.
    """
    return _environment().get_template("report.html.j2").render(**content.shown, **how)


def report_content(tables: ReportTables, title: str, pieces: Pieces) -> ReportContent:
    """The content of a report.

    Args:
        pieces: takes what the page opens when it shows it.
    """
    results = tables.results
    environment = _environment()
    sections = []
    for section in tables.sections:
        shown_section = tables.attempt(section, partial(_on_page, section, tables, environment, pieces))
        if shown_section is not None:
            sections.append(shown_section)
    files = {name: of_file for section in sections for name, of_file in section.files.items()}
    content = index(results, pieces)
    content["exports"] = pieces.add(exports(files))
    content["sections"] = {section.name: section.data for section in sections if section.data is not None}
    shown_content: dict[str, object] = {
        "title": title,
        "version": tool_version(),
        "corpora": [*results.corpora, *results.keyless],
        "resolvers": results.experiment.resolvers,
        "responses": results.experiment.responses,
        "sections": sections,
        "index": in_script(content),
    }
    return ReportContent(shown_content, [section.script for section in sections if section.script])


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("anaphora_workbench.workbench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["shown"] = shown
    return environment


def _on_page(section: Section, tables: ReportTables, environment: Environment, pieces: Pieces) -> SectionOnPage | None:
    """A section as the page shows it; None where it has nothing to show."""
    placed = tables.placed(section)
    results = tables.results_for(section)
    content = section.content(results)
    if not section.on_page or content is None or (section.tables is not None and not placed):
        return None
    with_ids = [TableOnPage(f"{section.name}-{number}", table) for number, table in enumerate(placed, start=1)]
    if section.export is not None:
        files = {f"{section.name}-all": section.export(results)}
    else:
        files = {on_page.id: [on_page.placed.table] for on_page in with_ids}
    return SectionOnPage(
        section.name,
        section.title,
        section.link,
        _html(section, with_ids, content, environment),
        section.script.read_text(encoding="utf-8") if section.script is not None else "",
        pieces.add(section.data(results)) if section.data is not None else None,
        files,
    )


def _html(section: Section, tables: list[TableOnPage], content: Mapping[str, object], environment: Environment) -> str:
    from markupsafe import Markup

    if section.template is None:
        template = environment.get_template(_PLAIN)
    else:
        template = environment.from_string(section.template.read_text(encoding="utf-8"))
    return Markup(template.render(section=section, tables=tables, **content))


def _template(name: str) -> str:
    return report_file(f"templates/{name}")
