"""Classes of mentions by how much the text before helps to link them.

Source: Màrquez, Recasens & Sapena (2012, Table 8), after Stoyanov et al. (2009); metrics.md, section 25.
"""

from collections.abc import Callable, Hashable, Sequence

from anaphora_workbench.evaluation.matching import pronoun_forms as pronouns
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts

SINGLETON = "SING"
PRONOUN_CLASSES = ("P_ELL", "P_REL", "P_1u2", "P_3G", "P_3U")
CLASSES = ("PN_E", "PN_P", "PN_N", "CN_E", "CN_P", "CN_N", *PRONOUN_CLASSES)


def classes_of(entity: Sequence[MentionFacts]) -> list[str]:
    """The classes of all mentions of an entity but the first.

    Names and other noun phrases are exact (E: same words, determiners apart, as an earlier mention of the
    entity), partial (P: same head as one, or a word in common) or neither (N).

    Args:
        entity: in text order.
    """
    labels = []
    contents: set[tuple[str, ...]] = set()
    heads: set[str] = set()
    words: set[str] = set()
    for place, mention in enumerate(entity):
        if place:
            named = _pronoun_class(mention)
            if named is None:
                kind = "PN" if mention.kind == "name" else "CN"
                if mention.content and mention.content in contents:
                    named = f"{kind}_E"
                else:
                    partial = mention.head_form in heads or not words.isdisjoint(mention.content)
                    named = f"{kind}_P" if partial else f"{kind}_N"
            labels.append(named)
        contents.add(mention.content)
        words.update(mention.content)
        if mention.head_form:
            heads.add(mention.head_form)
    return labels


def _pronoun_class(mention: MentionFacts) -> str | None:
    if mention.zero:
        return "P_ELL"
    if mention.kind != "pronoun":
        return None
    if mention.pronoun_type == "relative":
        return "P_REL"
    if mention.person in (1, 2):
        return "P_1u2"
    if mention.statistics == pronouns.GENDERED:
        return "P_3G"
    return "P_3U" if mention.statistics == pronouns.UNGENDERED else None


def classes(comparison: Comparison, singletons: bool = False) -> Callable[[Hashable], str | None]:
    """The class of each mention by its key entity, else by its response entity; None for the first in both.

    Args:
        singletons: a mention that is alone in its entity is of the class ``SING``, by its key entity, if it has one.
    """
    facts_of = comparison.documents.facts
    class_of: dict[Hashable, str] = {}
    for entities in (comparison.response, comparison.key):
        for entity in entities:
            facts = [facts_of(mention) for mention in entity]
            class_of.update(zip(entity[1:], classes_of(facts), strict=True))
            if singletons and len(entity) == 1:
                class_of[entity[0]] = SINGLETON
            elif class_of.get(entity[0]) == SINGLETON:
                del class_of[entity[0]]
    return class_of.get
