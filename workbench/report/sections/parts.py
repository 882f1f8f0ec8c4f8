"""Scores by part: by genre, by class of mention, and by the parts of any breakdown."""

from collections.abc import Iterable

from anaphora_workbench.evaluation.matching.mention_classes import CLASSES, SINGLETON
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.report.comparison import FACE, RANKED_BY, heading, ranked_parts, undefined
from anaphora_workbench.workbench.report.figures import as_shown
from anaphora_workbench.workbench.report.sections import Placed, Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Row, Table


def part_tables(results: Results) -> list[Placed]:
    """A table for each corpus, setting and breakdown that the experiment asks for and that has parts."""
    metrics = results.experiment.metrics
    return [
        Placed(table, corpus.name, str(setting))
        for corpus in results.corpora.values()
        for setting in corpus.settings
        for breakdown in results.experiment.by
        if (table := parts_table(corpus, setting, breakdown, metrics)) is not None
    ]


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
        row[f"{first}_interval"] = as_shown(first, (outcome.intervals([first]) | outcome.wilson([first])).get(first))
    return row


PARTS = Section(
    "parts", "Scores by part", tables=part_tables, missing="say by what with --by", metrics=FACE, on_page=False
)


def genres_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """Success rates by genre, resolvers in rows; None where fewer than two genres were counted."""
    parts = ranked_parts(corpus, setting, "genre")
    genres = sorted({genre for of_resolver in parts.values() for genre in of_resolver})
    if len(genres) < 2:
        return None
    anaphors = {
        genre: max(of_resolver[genre].anaphors for of_resolver in parts.values() if genre in of_resolver)
        for genre in genres
    }
    rows: list[Row] = []
    for resolver, of_resolver in parts.items():
        rates = {genre: outcome.scores[RANKED_BY].figure for genre, outcome in of_resolver.items() if outcome.anaphors}
        rows.append({"resolver": resolver, **rates})
    columns = [Column("resolver", "resolver")] + [Column(genre, genre, "percent") for genre in genres]
    counted = ", ".join(f"{genre} {number}" for genre, number in anaphors.items())
    note = f"Anaphors of the key: {counted}."
    return Table(f"{corpus.name}, {setting}: success rate by genre", columns, rows, notes=[note])


GENRES = Section(
    "genres",
    "By genre",
    tables=in_each_setting(genres_table),
    missing="the corpus has fewer than two genres",
    breakdowns=("genre",),
)


# Source: Màrquez, Recasens & Sapena (2012), Table 8.
_OF_CLASSES = {"ceaf_m": "CEAF", "muc": "MUC", "b_cubed": "B³", "blanc": "BLANC", "lea": "LEA"}


def classes_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """F1 of the mentions of each class by each measure, a block of rows for each; None where none was counted."""
    parts = ranked_parts(corpus, setting, "mention-class")
    names = [name for name in (*CLASSES, SINGLETON) if any(name in of_resolver for of_resolver in parts.values())]
    rows: list[Row] = []
    groups = []
    for metric, name_of_metric in _OF_CLASSES.items():
        block = []
        for resolver, of_resolver in parts.items():
            scores = {name: of_resolver[name].scores for name in names if name in of_resolver}
            figures = {name: found[metric].figure for name, found in scores.items() if metric in found}
            if figures:
                block.append({"metric": name_of_metric, "resolver": resolver, **figures})
        rows += block
        groups.append(len(block))
    if not rows:
        return None
    columns = [Column("metric", "metric"), Column("resolver", "resolver")]
    columns += [Column(name, name, "percent") for name in names]
    note = (
        "F1 of the mentions of a class; CEAF is mention-based. PN names, CN other noun phrases: E the same words as an "
        "earlier mention of the entity, P the same head or a shared word, N neither. P_1u2 first and second person, "
        "P_3G he and she, P_3U it and they, P_REL relative pronouns, SING mentions alone in their entity. A link is "
        "counted for the later of its mentions."
    )
    return Table(f"{corpus.name}, {setting}: by class of mention", columns, rows, groups, notes=[note])


CLASSES_OF_MENTIONS = Section(
    "classes",
    "By class of mention",
    tables=in_each_setting(classes_table),
    missing="the corpus has a key of pronouns alone",
    metrics=tuple(_OF_CLASSES),
    breakdowns=("mention-class",),
)
