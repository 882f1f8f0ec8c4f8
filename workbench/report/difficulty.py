"""Difficulty figures as tables: corpora in columns, their documents or genres in rows, or all for programs."""

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.evaluation.statistics.difficulty import Difficulty
from anaphora_workbench.workbench.report.explanations.words import words_of_counting_filter
from anaphora_workbench.workbench.report.tables import Column, Kind, Table

_MEANINGS = {
    "documents": "documents",
    "sentences": "sentences",
    "tokens": "tokens",
    "mentions": "mentions",
    "entities": "entities",
    "non_singleton_entities": "entities of several mentions",
    "singletons": "singletons",
    "singletons_of_mentions": "… in % of mentions",
    "singletons_of_entities": "… in % of entities",
    "average_entity_size": "mentions per entity",
    "chains_without_nominal": "chains without a name or noun",
    "chains_without_nominal_of_chains": "… in % of chains",
    "cataphoric_chains": "chains with a noun that begin with a pronoun",
    "cataphoric_chains_of_chains": "… in % of chains",
    "split_antecedents": "entities with a split antecedent",
    "bridges": "bridging anaphors",
    "entity_sizes": "entities of size",
    "entity_sizes_of_entities": "… in % of entities, size",
    "per_document": "per document",
    "mention_classes": "mention classes",
    "mention_classes_of_links": "… in % of these mentions",
    "pronoun_types": "pronouns",
    "average_entity_size_without_singletons": "… without singletons",
    "distance_tokens": "tokens to previous mention",
    "distance_sentences": "sentences to previous mention",
    "distance_mentions": "mentions to previous mention",
    "decayed_density": "decayed density",
    "pronouns": "third person pronouns",
    "anaphoric_pronouns": "… anaphoric",
    "candidates_per_anaphor": "candidates per anaphor",
    "candidates_per_anaphor_after_filter": "… after {filter}",
    "anaphors_with_several_candidates": "anaphors with several candidates",
    "anaphors_with_several_candidates_after_filter": "… after {filter}",
    "recency_rank": "place of the right one, nearest first",
    "recency_entropy": "… entropy in bits (complexity)",
    "anaphor_distance_sentences": "sentences from anaphor to antecedent",
    "anaphor_distance_clauses": "clauses from anaphor to antecedent",
    "anaphor_distance_noun_phrases": "noun phrases in between",
    "intrasentential": "antecedent in the same sentence",
    "intersentential": "antecedent in an earlier sentence",
}
_CLASSES = (
    "Mention classes: of mentions with an earlier one in their entity. PN names, CN other noun phrases: E the same "
    "words as an earlier one, P the same head or a shared word, N neither. P_3G he and she, P_3U it and they."
)
_SHARES = (
    "singletons_of_mentions", "singletons_of_entities", "chains_without_nominal_of_chains",
    "cataphoric_chains_of_chains", "entity_sizes_of_entities", "mention_classes_of_links",
)  # fmt: skip
# Columns of the table with parts in rows: what tells texts apart, and all of Table 2 of Barbu & Mitkov (2001).
_SHORT = {
    "documents": "documents",
    "tokens": "tokens",
    "mentions": "mentions",
    "entities": "entities",
    "singletons": "singletons",
    "average_entity_size": "entity\nsize",
    "pronouns": "pronouns",
    "personal": "personal",
    "possessive": "possessive",
    "reflexive": "reflexive",
    "anaphoric_pronouns": "anaphors",
    "candidates_per_anaphor": "candidates\nper anaphor",
    "candidates_per_anaphor_after_filter": "after\n{filter}",
    "anaphors_with_several_candidates": "anaphors\nwith several",
    "anaphors_with_several_candidates_after_filter": "after\n{filter}",
    "recency_rank": "place of\nthe right one",
    "recency_entropy": "entropy,\nbits",
    "anaphor_distance_sentences": "sentences\nback",
    "anaphor_distance_clauses": "clauses\nback",
    "anaphor_distance_noun_phrases": "noun phrases\nbetween",
    "intrasentential": "in the same\nsentence",
    "intersentential": "in an\nearlier one",
}
_MEASURED = ("average", "candidates", "anaphor_distance", "recency")
# Bounds of the classes of entity sizes from 6 on; below each size is its own.
_SIZES = {"6": 10, "11": 20, "21": None}


def difficulty_table(figures: Mapping[str, Difficulty], resolver: str) -> Table:
    """All figures in rows, corpora in columns, by their names."""
    content = {name: dict(_flat(sizes_in_classes(difficulty.as_json()))) for name, difficulty in figures.items()}
    keys = [
        key for key in dict.fromkeys(key for values in content.values() for key in values) if not key.endswith("_macro")
    ]
    rows = []
    for key in keys:
        group, _, part = key.partition(".")
        row: dict[str, Any] = {"figure": _named(_MEANINGS[group]) + (f": {part}" if part else "")}
        for name, values in content.items():
            value = values.get(key)
            if group in _SHARES and value is not None:
                value = f"{100 * value:.1f}"
            row[name] = f"{value:.2f}" if isinstance(value, float) else value
        rows.append(row)
    columns = [Column("figure", "")] + [Column(name, name, "count") for name in content]
    return Table("", columns, rows, notes=[_note(resolver), _CLASSES])


def parts_table(parts: Mapping[str, Difficulty], whole: Difficulty, part: str, resolver: str) -> Table:
    """The figures that tell texts apart, in columns; documents or genres in rows, all together last.

    Args:
        part: what the parts are, as the heading says it.
    """
    columns = [Column("name", part)]
    for name, heading in _SHORT.items():
        if name != part + "s":
            kind: Kind = "number" if name.startswith(_MEASURED) else "count"
            columns.append(Column(name, _named(heading), kind))
    told = {name: difficulty.as_json() for name, difficulty in {**parts, "all": whole}.items()}
    rows = [{"name": name, **figures, **figures["pronoun_types"]} for name, figures in told.items()]
    return Table(f"by {part}", columns, rows, [len(parts), 1], [_note(resolver)])


def long_table(figures: Mapping[str, Mapping[str, Difficulty]]) -> Table:
    """All figures in columns for programs, corpora and their parts in rows.

    Args:
        figures: by what is told apart (corpus, document, genre) and the name of the part.
    """
    rows = [
        {"by": by, "part": name, **dict(_flat(sizes_in_classes(difficulty.as_json())))}
        for by, parts in figures.items()
        for name, difficulty in parts.items()
    ]
    names = dict.fromkeys(name for row in rows for name in row)
    return Table("difficulty", [Column(name, name) for name in names], rows)


def _named(heading: str) -> str:
    return heading.format(filter=words_of_counting_filter().survived)


def _note(resolver: str) -> str:
    return (
        f"Candidates: those of {resolver}. Distances: to the nearest earlier mention of the entity; means over links. "
        f"Place: of the nearest right candidate after {words_of_counting_filter().survived}, the nearest first."
    )


def sizes_in_classes(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with the sizes of entities in a few classes, the same for all corpora."""
    sizes = {int(size): number for size, number in figures["entity_sizes"].items()}
    classes = {str(size): sizes.get(size, 0) for size in range(1, min(map(int, _SIZES)))}
    for first, last in _SIZES.items():
        inside = (number for size, number in sizes.items() if int(first) <= size <= (last or size))
        classes[f"{first}-{last}" if last else f"{first}+"] = sum(inside)
    entities = figures["entities"]
    shares = {name: number / entities if entities else 0.0 for name, number in classes.items()}
    return {**figures, "entity_sizes": classes, "entity_sizes_of_entities": shares}


def _flat(figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{part}", number) for part, number in value.items())
        else:
            yield name, value
