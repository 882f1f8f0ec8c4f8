"""Success rates by genre."""

from __future__ import annotations

from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.comparison import RANKED_BY, ranked_parts
from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Row, Table


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


SECTION = Section(
    "genres",
    "By genre",
    tables=in_each_setting(genres_table),
    missing="the corpus has fewer than two genres",
    breakdowns=("genre",),
)
