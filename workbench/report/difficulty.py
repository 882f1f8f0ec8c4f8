"""Difficulty figures as a table: figures in rows and corpora in columns, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.difficulty import Difficulty
from workbench.report.tables import Column, Table

_MEANINGS = {
    "documents": "documents",
    "sentences": "sentences",
    "tokens": "tokens",
    "mentions": "mentions",
    "entities": "entities",
    "non_singleton_entities": "entities of several mentions",
    "singletons": "singletons",
    "average_entity_size": "mentions per entity",
    "average_entity_size_without_singletons": "… without singletons",
    "distance_tokens": "tokens to previous mention",
    "distance_sentences": "sentences to previous mention",
    "distance_mentions": "mentions to previous mention",
    "decayed_density": "decayed density",
    "pronouns": "third person pronouns",
    "anaphoric_pronouns": "… anaphoric",
    "candidates_per_anaphor": "candidates per anaphor",
    "candidates_per_anaphor_after_filter": "… after agreement",
    "anaphors_with_several_candidates": "anaphors with several candidates",
    "anaphors_with_several_candidates_after_filter": "… after agreement",
    "anaphor_distance_sentences": "sentences from anaphor to antecedent",
    "anaphor_distance_clauses": "clauses from anaphor to antecedent",
    "anaphor_distance_noun_phrases": "noun phrases in between",
    "intrasentential": "antecedent in the same sentence",
    "intersentential": "antecedent in an earlier sentence",
}
# Columns of the table with documents in rows: what tells texts apart at a glance.
_SHORT = {
    "tokens": "tokens",
    "mentions": "mentions",
    "entities": "entities",
    "singletons": "singletons",
    "average_entity_size": "size",
    "anaphoric_pronouns": "anaphors",
    "candidates_per_anaphor": "candidates",
    "candidates_per_anaphor_after_filter": "agreeing",
    "anaphor_distance_sentences": "sentences",
    "intrasentential": "same sentence",
}


def difficulty_table(figures: Mapping[str, Difficulty], resolver: str, documents_in_rows: bool) -> Table:
    """The figures of several corpora or documents, by their names."""
    content = {name: dict(_flat(one.as_json())) for name, one in figures.items()}
    notes = [
        f"Candidates: those of {resolver}. Distances go to the nearest earlier mention of the entity; means over links."
    ]
    if documents_in_rows:
        names = dict.fromkeys(key for row in content.values() for key in row)
        columns = [Column("name", "document")]
        columns += [Column(name, _SHORT[name], _kind(name)) for name in names if name in _SHORT]
        return Table("", columns, [{"name": name, **row} for name, row in content.items()], notes=notes)
    keys = [key for key in next(iter(content.values())) if not key.endswith("_macro")]
    rows = []
    for key in keys:
        row: dict[str, Any] = {"figure": _MEANINGS.get(key, key)}
        for name, values in content.items():
            value = values.get(key)
            row[name] = f"{value:.2f}" if isinstance(value, float) else value
        rows.append(row)
    columns = [Column("figure", "")] + [Column(name, name, "count") for name in content]
    return Table("", columns, rows, notes=notes)


def _kind(name: str) -> Any:
    return "number" if name.startswith(("average", "candidates", "anaphor_distance")) else "count"


def _flat(figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}: {part}".replace("_", " "), number) for part, number in value.items())
        else:
            yield name, value
