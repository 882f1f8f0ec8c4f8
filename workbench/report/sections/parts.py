"""Scores by part of a breakdown: genres, classes of mentions, pronouns … of each corpus and setting."""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.report.comparison import FACE, RANKED_BY, heading, ranked_parts, undefined
from anaphora_workbench.workbench.report.figures import as_shown
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.tables import Column, Row, Table


def part_tables(results: Results) -> list[Placed]:
    """A table for each corpus, setting and breakdown that the experiment asks for and that has parts."""
    placed = []
    for corpus in results.corpora.values():
        for setting in corpus.settings:
            for breakdown in results.experiment.by:
                table = parts_table(corpus, setting, breakdown, results.experiment.metrics)
                if table is not None:
                    placed.append(Placed(table, corpus.name, str(setting)))
    return placed


def parts_table(corpus: CorpusResults, setting: Setting, breakdown: str, metrics: Iterable[str] = ()) -> Table | None:
    """Each part of a breakdown with a row for each resolver; None where nothing was counted by it.

    Args:
        metrics: those to show; empty for those that a comparison shows.
    """
    by_resolver = ranked_parts(corpus, setting, breakdown)
    parts: dict[str, list[Outcome]] = {}
    for of_resolver in by_resolver.values():
        for part, outcome in of_resolver.items():
            parts.setdefault(part, []).append(outcome)
    anaphors = {part: max(outcome.anaphors for outcome in outcomes) for part, outcomes in parts.items()}
    # Of the forms of pronouns those that are resolved come first, the most frequent at the top.
    names = sorted(parts, key=lambda part: (-anaphors[part] if breakdown == "pronoun" else 0, part))
    counted = {metric for outcomes in parts.values() for outcome in outcomes for metric in outcome.scores}
    metrics_shown = [metric for metric in tuple(metrics) or FACE if metric in counted]
    if not metrics_shown:
        return None
    columns = [Column("part", breakdown), Column("resolver", "resolver"), Column("documents", "documents", "count")]
    if RANKED_BY in counted:
        columns.append(Column("anaphors", "anaphors", "count"))
    for name in metrics_shown:
        columns.append(Column(name, heading(name), "percent"))
        if name == metrics_shown[0]:
            columns.append(Column(f"{name}_interval", "95%", "interval"))
    rows: list[Row] = []
    groups = []
    for part in names:
        block = [
            _row(part, resolver, of_resolver[part], metrics_shown)
            for resolver, of_resolver in by_resolver.items()
            if part in of_resolver
        ]
        rows += block
        groups.append(len(block))
    title = f"{corpus.name}, {setting}: by {breakdown}"
    return Table(title, columns, rows, groups if len(by_resolver) > 1 else ())


def _row(part: str, resolver: str, outcome: Outcome, metrics: list[str]) -> Row:
    row: dict[str, object] = {"part": part, "resolver": resolver, "documents": len(outcome.documents)}
    row |= {name: as_shown(name, outcome.scores[name].figure) for name in metrics if name in outcome.scores}
    row |= undefined(outcome)
    if RANKED_BY in outcome.scores:
        row["anaphors"] = outcome.anaphors
    first = metrics[0]
    if first in outcome.scores and row[first] is not None:
        row[f"{first}_interval"] = as_shown(first, outcome.intervals([first]).get(first))
    return row


SECTION = Section(
    "parts", "Scores by part", tables=part_tables, missing="say by what with --by", metrics=FACE, on_page=False
)
