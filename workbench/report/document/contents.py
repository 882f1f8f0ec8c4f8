"""The contents of a report: its sections with their tables, made once for the page, ``--table`` and ``--tables``."""

import warnings
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from typing import TypeVar

from anaphora_workbench.corpora.support.errors import brief
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, PluginWarning
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.sections import SECTIONS, Placed, Section, available_sections
from anaphora_workbench.workbench.report.tables import Table

Made = TypeVar("Made")


class ReportTables:
    """Every table of a report, made when it is asked for.

    Args:
        results: of a run whose details were ``workbench.details.ReportDetails``.
    """

    def __init__(self, results: Results) -> None:
        self.results = results
        self._sections = {section.name: section for section in available_sections()}
        self._placed: dict[str, list[Placed]] = {}

    @property
    def sections(self) -> list[Section]:
        """The sections in the order of the page, without those of plug-ins that failed."""
        return list(self._sections.values())

    def results_for(self, section: Section) -> Results:
        """What a section is made of; a plug-in's gets results of its own, so that it takes none from the others."""
        return self.results if SECTIONS.origin(section.name).package == DISTRIBUTION else _of_its_own(self.results)

    def placed(self, section: Section) -> list[Placed]:
        """The tables of a section, each with its place on the page."""
        if section.name not in self._placed:
            # Without a key there is nothing that a table could count.
            make = section.tables if self.results.corpora else None
            made = self.attempt(section, lambda: _placed(make(self.results_for(section)))) if make is not None else None
            self._placed[section.name] = made or []
        return self._placed[section.name]

    def named(self, name: str) -> list[Table]:
        """The tables of the section of that name."""
        section = self._sections.get(name)
        return [placed.table for placed in self.placed(section)] if section is not None else []

    def has_failed(self, name: str) -> bool:
        """Whether the section of that name is a plug-in's that was left out, with a warning."""
        return name not in self._sections

    def by_name(self) -> dict[str, list[Table]]:
        """All tables by section; sections without any are left out."""
        named = {section.name: self.named(section.name) for section in self.sections}
        return {name: tables for name, tables in named.items() if tables}

    def attempt(self, section: Section, make: Callable[[], Made]) -> Made | None:
        """What is made of a section; None for a plug-in's that fails, which is named, once, and left out."""
        try:
            return make()
        except Exception as error:  # whatever a plug-in raises, the rest of the report must not be lost
            origin = SECTIONS.origin(section.name)
            if origin.package == DISTRIBUTION:
                raise
            if self._sections.pop(section.name, None) is not None:
                message = f"report section {section.name!r} ({origin.value}) failed: {type(error).__name__}: {error}"
                warnings.warn(message, PluginWarning, stacklevel=2)
            return None


def _of_its_own(results: Results) -> Results:
    """The same outcomes, in dictionaries and objects that can be changed."""
    corpora, keyless = (
        {
            name: replace(
                corpus,
                settings={
                    setting: {row: copy(outcome) for row, outcome in by_row.items()}
                    for setting, by_row in corpus.settings.items()
                },
            )
            for name, corpus in by_name.items()
        }
        for by_name in (results.corpora, results.keyless)
    )
    return replace(results, corpora=corpora, keyless=keyless, failures=[*results.failures])


def _placed(made: Iterable[object]) -> list[Placed]:
    """The tables of a section, checked, as those of a plug-in may be anything."""
    placed = []
    for table in made:
        if not (isinstance(table, Placed) and isinstance(table.table, Table)):
            raise TypeError(f"it made {brief(repr(table))}; expected tables, each as Placed")
        placed.append(table)
    return placed
