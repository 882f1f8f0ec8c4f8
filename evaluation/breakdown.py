"""Scores by part: which part each mention falls into."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from evaluation.comparison import Comparison

BREAKDOWNS = ("document", "mention-class", "pos", "entity-type", "pronoun")


def labels(breakdown: str, comparison: Comparison) -> Callable[[Hashable], str | None]:
    """The part of each mention, None for a mention that falls into none.

    Source: Màrquez, Recasens & Sapena (2012, Table 8) for mention classes; Tuggener (2014, Tables 3 and 4)
    for parts of speech and pronouns.

    Raises:
        ValueError: there is no such breakdown.
    """
    if breakdown == "mention-class":
        from evaluation.linguistic.mention_classes import classes

        return classes(comparison)
    if breakdown == "pos":
        return lambda mention: comparison.facts(mention).tag or None
    if breakdown == "entity-type":
        return lambda mention: comparison.facts(mention).entity_type or None
    if breakdown == "pronoun":
        return lambda mention: _pronoun(comparison, mention)
    raise ValueError(f"no breakdown {breakdown!r}; there are: {', '.join(BREAKDOWNS)}")


def _pronoun(comparison: Comparison, mention: Hashable) -> str | None:
    facts = comparison.facts(mention)
    return facts.head_form or None if facts.kind == "pronoun" else None
