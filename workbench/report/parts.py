"""Scores by part of a breakdown: genres, classes of mentions, pronouns … of each corpus and setting."""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.workbench.report.comparison import FACE, RANKED_BY, few_documents, heading, ranked, undefined
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.settings import Setting


def part_tables(results: Results, breakdowns: Iterable[str]) -> list[Table]:
    """A table for each corpus, setting and breakdown that has parts."""
    metrics = results.experiment.metrics
    tables = (
        parts_table(corpus, setting, breakdown, metrics)
        for corpus in results.corpora.values()
        for setting in corpus.settings
        for breakdown in breakdowns
    )
    return [table for table in tables if table is not None]


def parts_table(corpus: CorpusResults, setting: Setting, breakdown: str, metrics: Iterable[str] = ()) -> Table | None:
    """Each part of a breakdown with a row for each resolver; None where nothing was counted by it.

    Args:
        metrics: those to show; empty for those that a comparison shows.
    """
    outcomes = corpus.settings[setting]
    parts = {name: outcomes[name].parts(breakdown) for name in ranked(outcomes, RANKED_BY)}
    found = {name for of_resolver in parts.values() for name in of_resolver}
    anaphors = {name: max(one[name].anaphors for one in parts.values() if name in one) for name in found}
    # Of the forms of pronouns those that are resolved come first, the most frequent at the top.
    names = sorted(found, key=lambda name: (-anaphors[name] if breakdown == "pronoun" else 0, name))
    wanted = tuple(metrics) or FACE
    there = {name for of_resolver in parts.values() for one in of_resolver.values() for name in one.scores}
    shown = [name for name in wanted if name in there]
    if not shown:
        return None
    columns = [Column("part", breakdown), Column("resolver", "resolver"), Column("documents", "documents", "count")]
    if RANKED_BY in there:
        columns.append(Column("anaphors", "anaphors", "count"))
    for name in shown:
        columns.append(Column(name, heading(name), "percent"))
        if name == shown[0]:
            columns.append(Column(f"{name}_interval", "95%", "interval"))
    rows: list[Row] = []
    groups = []
    for part in names:
        block = [_row(part, name, parts[name][part], shown) for name in parts if part in parts[name]]
        rows += block
        groups.append(len(block))
    notes = few_documents(one for of_resolver in parts.values() for one in of_resolver.values())
    title = f"{corpus.name}, {setting}: by {breakdown}"
    return Table(title, columns, rows, groups if len(outcomes) > 1 else (), notes)


def _row(part: str, resolver: str, outcome: Outcome, shown: list[str]) -> Row:
    row: dict[str, object] = {"part": part, "resolver": resolver, "documents": len(outcome.documents)}
    row |= {name: outcome.scores[name].figure for name in shown if name in outcome.scores}
    row |= undefined(outcome)
    if RANKED_BY in outcome.scores:
        row["anaphors"] = outcome.anaphors
    if shown[0] in outcome.scores and row[shown[0]] is not None:
        row[f"{shown[0]}_interval"] = outcome.intervals([shown[0]]).get(shown[0])
    return row
