"""Classes of mentions by how much the text before helps to link them.

Source: Màrquez, Recasens & Sapena (2012, Table 8), after Stoyanov et al. (2009); readings.md, Corpus statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from evaluation import pronouns
from evaluation.comparison import Comparison
from evaluation.mention_facts import MentionFacts

PRONOUN_CLASSES = ("P_ELL", "P_REL", "P_1u2", "P_3G", "P_3U")
CLASSES = ("PN_E", "PN_P", "PN_N", "CN_E", "CN_P", "CN_N", *PRONOUN_CLASSES)


def mention_class(mention: MentionFacts, earlier: Iterable[MentionFacts]) -> str:
    """The class of a mention that is not the first of its entity.

    Names and other noun phrases are exact (E: same words, determiners apart, as an earlier mention),
    partial (P: same head or a word in common) or neither (N).

    Args:
        earlier: the mentions of the entity before it.
    """
    if mention.zero:
        return "P_ELL"
    if mention.kind == "pronoun":
        if mention.pronoun_type == "relative":
            return "P_REL"
        if mention.person in (1, 2):
            return "P_1u2"
        if mention.head_form in pronouns.GENDERED:
            return "P_3G"
        if mention.head_form in pronouns.UNGENDERED:
            return "P_3U"
    kind = "PN" if mention.kind == "name" else "CN"
    earlier = list(earlier)
    if mention.content and any(other.content == mention.content for other in earlier):
        return f"{kind}_E"
    own = set(mention.content)
    if any(other.head_form == mention.head_form != "" or own & set(other.content) for other in earlier):
        return f"{kind}_P"
    return f"{kind}_N"


def classes_of(entity: Sequence[MentionFacts]) -> list[str]:
    """The classes of all mentions of an entity but the first.

    Args:
        entity: in text order.
    """
    return [mention_class(mention, entity[:place]) for place, mention in enumerate(entity) if place]


def classes(comparison: Comparison) -> Callable[[Hashable], str | None]:
    """The class of each mention by its key entity, else by its response entity; None for the first in both."""
    found: dict[Hashable, str] = {}
    for entities in (comparison.response, comparison.key):
        for entity in entities:
            facts = [comparison.facts(mention) for mention in entity]
            found.update(zip(entity[1:], classes_of(facts), strict=True))
    return found.get
