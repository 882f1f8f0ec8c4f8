"""Scores by part: which part each mention falls into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.comparison import Comparison
from anaphora_workbench.evaluation.linguistic.mention_classes import classes

BREAKDOWNS = ("document", "genre", "mention-class", "pos", "entity-type", "pronoun")
NO_GENRE = "none"


def part_of_document(breakdown: str, id: str, key: Document | None) -> str | None:
    """The part that a whole document falls into; None for a breakdown of mentions.

    Args:
        key: the document, None where only its entities were read.

    Raises:
        ValueError: the genre is asked for and there is no document.
    """
    if breakdown == "document":
        return id
    if breakdown != "genre":
        return None
    if key is None:
        raise ValueError("entities alone have no genre; expected documents")
    return key.genre or NO_GENRE


def labels(breakdown: str, comparison: Comparison) -> Callable[[Hashable], str | None]:
    """The part of each mention, None for a mention that falls into none; for breakdowns of mentions.

    Source: Màrquez, Recasens & Sapena (2012, Table 8) for mention classes; Tuggener (2014, Tables 3 and 4)
    for parts of speech and pronouns.

    Raises:
        ValueError: there is no such breakdown.
    """
    if breakdown == "mention-class":
        return classes(comparison)
    if breakdown == "pos":
        return lambda mention: comparison.documents.facts(mention).tag or None
    if breakdown == "entity-type":
        of_entity = _types_of_entities(comparison)
        return lambda mention: comparison.documents.facts(mention).entity_type or of_entity.get(mention)
    if breakdown == "pronoun":
        return lambda mention: _pronoun(comparison, mention)
    raise ValueError(f"no breakdown {breakdown!r}; there are: {', '.join(BREAKDOWNS)}")


def _types_of_entities(comparison: Comparison) -> dict[Hashable, str]:
    """By mention of the key the type that most mentions of its entity have: what a pronoun without type refers to."""
    types: dict[Hashable, str] = {}
    for entity in comparison.key:
        counted = Counter(filter(None, (comparison.documents.facts(mention).entity_type for mention in entity)))
        if counted:
            types |= dict.fromkeys(entity, counted.most_common(1)[0][0])
    return types


def _pronoun(comparison: Comparison, mention: Hashable) -> str | None:
    facts = comparison.documents.facts(mention)
    return facts.head_form or None if facts.kind == "pronoun" else None
