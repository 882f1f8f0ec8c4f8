"""A report: one HTML file that holds results, documents and the candidates behind every answer.

It needs no network and no other file. What is large lies in it packed, a piece for each document and each
resolver's traces, and is opened by the page when it is shown, so a large corpus costs the browser little.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from anaphora_workbench.workbench.error_analysis import MEANINGS
from anaphora_workbench.workbench.report.comparison import FACE, comparison_tables, legend
from anaphora_workbench.workbench.report.errors import error_tables, long_error_table
from anaphora_workbench.workbench.report.marquez import marquez_tables, needed
from anaphora_workbench.workbench.report.page_data import Pieces, exports, index
from anaphora_workbench.workbench.report.parts import part_tables
from anaphora_workbench.workbench.report.sections import (
    classes_table,
    difficulty_tables,
    disclosure_table,
    genres_table,
    settings_matrix,
    significance_table,
)
from anaphora_workbench.workbench.report.tables import Table, shown
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.signature import tool_version

# What a report shows beyond the metrics of a comparison's tables.
METRICS = needed(FACE)
BREAKDOWNS = ("genre", "mention-class")
_EXPORTED_WHOLE = ("disclosure", "errors", "parts")
_SCRIPTS = ("page.js", "plots.js", "pronouns.js", "candidates.js", "documents.js")


@dataclass(frozen=True)
class View:
    """The tables of one corpus in one setting."""

    corpus: str
    setting: str
    leaderboard: Table
    significance: Table | None
    genres: Table | None
    classes: Table | None


class ReportTables:
    """Every table of a report.

    Args:
        results: of a run whose details were ``workbench.details.ReportDetails``.
    """

    def __init__(self, results: Results) -> None:
        leaderboards = iter(comparison_tables(results))
        self.views = [
            View(
                corpus.name,
                str(setting),
                next(leaderboards),
                significance_table(corpus, setting, results.experiment.seed),
                genres_table(corpus, setting),
                classes_table(corpus, setting),
            )
            for corpus in results.corpora.values()
            for setting in corpus.settings
        ]
        self.settings = {name: settings_matrix(corpus) for name, corpus in results.corpora.items()}
        self.disclosure = [
            disclosure_table(corpus, setting, resolver)
            for corpus in results.corpora.values()
            for setting, outcomes in corpus.settings.items()
            for resolver in outcomes
            if outcomes[resolver].details
        ]
        self.difficulty = difficulty_tables(results)
        self.errors = error_tables(results)
        self.parts = part_tables(results, results.experiment.by)
        self.marquez = marquez_tables(results)

    def by_name(self) -> dict[str, list[Table]]:
        """The tables by what they show; a name without any is left out."""
        named = {
            "leaderboard": [view.leaderboard for view in self.views],
            "settings": list(self.settings.values()),
            "significance": [view.significance for view in self.views if view.significance],
            "parts": self.parts,
            "genres": [view.genres for view in self.views if view.genres],
            "classes": [view.classes for view in self.views if view.classes],
            "disclosure": self.disclosure,
            "errors": self.errors,
            "difficulty": self.difficulty,
            "marquez": self.marquez,
        }
        return {name: tables for name, tables in named.items() if tables}


def page(results: Results, tables: ReportTables, title: str) -> str:
    """The report as HTML.

    Args:
        results: of a run whose details were ``workbench.details.ReportDetails``.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("anaphora_workbench.workbench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["shown"] = shown
    by_name = tables.by_name()
    files = {
        f"{name}-{place}": [one]
        for name, of_name in by_name.items()
        if name not in _EXPORTED_WHOLE
        for place, one in enumerate(of_name, start=1)
    }
    files["disclosure-all"] = tables.disclosure
    # Examples would fill the page; the page has every wrong pronoun anyway.
    files["errors-all"] = [long_error_table(results)]
    pieces = Pieces()
    content = index(results, pieces) | {"exports": pieces.add(exports(files))}
    return environment.get_template("report.html.j2").render(
        title=title,
        version=tool_version(),
        corpora=list(results.corpora),
        resolvers=results.experiment.resolvers,
        responses=results.experiment.responses,
        failures=[failure.reason for failure in results.failures],
        legend=legend(results),
        tables=tables,
        shows=set(by_name),
        causes=dict(MEANINGS),
        signatures=_signatures(results),
        index=_in_script(content),
        pieces=pieces.texts,
        style=_file("report.css"),
        script="\n".join(map(_file, _SCRIPTS)),
    )


def _signatures(results: Results) -> Iterable[str]:
    return [
        outcome.signature
        for corpus in results.corpora.values()
        for outcomes in corpus.settings.values()
        for outcome in outcomes.values()
    ]


def _in_script(content: Any) -> str:
    """JSON that no text in it can end the script element with."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _file(name: str) -> str:
    return (resources.files("anaphora_workbench.workbench.report") / "templates" / name).read_text(encoding="utf-8")
