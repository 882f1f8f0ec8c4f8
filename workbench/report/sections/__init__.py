"""The sections of a report: what a section shows, and what a run must count for it.

A section is a :class:`Section` found by entry point (group ``anaphora_workbench.report_sections``), so a plug-in's
sections stand next to ours. From the sections follow the choices of ``--table``, the files of ``--tables``, the page
with its links, and what a run for a report counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, Registry, instance_of
from anaphora_workbench.evaluation.counting.breakdown import BREAKDOWNS
from anaphora_workbench.evaluation.counting.registry import METRICS
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.tables import Table


@dataclass(frozen=True, slots=True)
class Placed:
    """A table of a section, and when the page shows it.

    Attributes:
        corpus, setting: it is shown while these are chosen; "" for whichever is chosen.
    """

    table: Table
    corpus: str = ""
    setting: str = ""


@dataclass(frozen=True)
class Section:
    """A section of a report.

    Attributes:
        name: as given to ``--table``, of its files, and of its place on the page; lower case.
        title: its heading on the page.
        link: its name among the links at the top of the page; "" for none.
        tables: makes its tables; None for a section without any. A section all of whose tables are missing is left out.
        missing: why there may be no table, said after *nothing to show in the table NAME;*.
        metrics: what must be counted for its tables besides the metrics of the leaderboard.
        breakdowns: what must be counted part by part.
        on_page: whether the page has it; if not, it is for ``--table`` and ``--tables`` only.
        template: file of the Jinja template of what stands under the heading; None for its tables one after another.
            It is given ``section``, ``tables`` (each with ``id`` and as :class:`Placed`) and all of ``content``.
        content: what else its template shows, by name; None where there is nothing and the section is left out.
        script: file with what it draws in the browser, see ``templates/page.js``.
        data: plain data for its script, there to be had as ``sectionData(NAME)``.
        export: the tables that its template offers together, as ``exports(NAME-all)``, instead of one by one.
    """

    name: str
    title: str
    link: str = ""
    tables: Callable[[Results], Iterable[Placed]] | None = None
    missing: str = "there are no results"
    metrics: tuple[str, ...] = ()
    breakdowns: tuple[str, ...] = ()
    on_page: bool = True
    template: Path | None = None
    content: Callable[[Results], Mapping[str, object] | None] = lambda results: {}
    script: Path | None = None
    data: Callable[[Results], object] | None = None
    export: Callable[[Results], list[Table]] | None = None


def _is_section(loaded: Any) -> Section:
    section = instance_of(Section, "a workbench.report.sections.Section")(loaded)
    # The name becomes part of file names and of the page's addresses.
    if not re.fullmatch("[a-z][a-z0-9-]*", section.name):
        raise ValueError(f"has the name {section.name!r}; expected lower case letters, digits and hyphens")
    # A run counts what all sections need, so an unknown one would cost every document its results.
    for kind, needed, known in (
        ("metric", section.metrics, METRICS.names()),
        ("breakdown", section.breakdowns, BREAKDOWNS),
    ):
        unknown = next((name for name in needed if name not in known), None)
        if unknown is not None:
            raise ValueError(f"needs the {kind} {unknown!r}; {there_are(known, unknown)}")
    return section


SECTIONS = Registry(
    "anaphora_workbench.report_sections",
    "report section",
    _is_section,
    order=(
        *("failures", "leaderboard", "documents", "pronouns", "plots", "settings", "significance", "parts"),
        *("genres", "classes", "errors", "chains", "difficulty", "disclosure", "marquez"),
    ),
)
# Ours that have no tables.
WITHOUT_TABLES = frozenset({"failures", "documents", "pronouns", "plots", "signatures"})
# After those of plug-ins: what nobody reads first.
_LAST = ("signatures",)


def available_sections() -> list[Section]:
    """All sections in the order of the page; one that cannot be loaded is left out, with a warning."""
    return sorted(SECTIONS.available().values(), key=lambda section: section.name in _LAST)


def table_names() -> list[str]:
    """What ``--table`` may be: the names of the sections that have tables. Only those of plug-ins are loaded."""
    ours = [name for name in SECTIONS.names() if SECTIONS.origin(name).package == DISTRIBUTION]
    others = SECTIONS.available(name for name in SECTIONS.names() if name not in ours)
    told = [name for name in ours if name not in WITHOUT_TABLES]
    told += [name for name, section in others.items() if section.tables is not None]
    return sorted(told, key=lambda name: name in _LAST)


def metrics_needed() -> tuple[str, ...]:
    """The metrics that a run for a report must count."""
    return tuple(dict.fromkeys(metric for section in available_sections() for metric in section.metrics))


def breakdowns_needed() -> tuple[str, ...]:
    """The breakdowns that a run for a report must count."""
    return tuple(dict.fromkeys(name for section in available_sections() for name in section.breakdowns))


def in_each_setting(
    make: Callable[[Results, CorpusResults, Setting], Table | None],
) -> Callable[[Results], list[Placed]]:
    """The tables of a section that has one for each corpus and setting, or None where there is nothing to show."""

    def tables(results: Results) -> list[Placed]:
        return [
            Placed(table, corpus.name, str(setting))
            for corpus in results.corpora.values()
            for setting in corpus.settings
            if (table := make(results, corpus, setting)) is not None
        ]

    return tables
