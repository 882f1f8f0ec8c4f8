"""Which mention of an entity names it best, for corpora that do not mark it.

Source: Žitkus, Butkienė & Butleris (2023), as in metrics.md, section 15: full name, abbreviated name, partial
name, noun phrase, ellipsis of the same object; pronouns cannot dominate; of equals the first in the text. What
a full, an abbreviated and a partial name is, the paper shows by examples; the tests on words below are ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts

FULL_NAME, ABBREVIATED_NAME, PARTIAL_NAME, NOUN_PHRASE, ELLIPSIS, CANNOT = range(6)


def dominant(entity: Sequence[MentionFacts]) -> int:
    """Place of the mention that dominates an entity: the one marked, else the best by rank.

    Args:
        entity: in text order.
    """
    marked = next((place for place, mention in enumerate(entity) if mention.dominant), None)
    if marked is not None:
        return marked
    names = {mention.content for mention in entity if mention.kind == "name"}
    return min(range(len(entity)), key=lambda place: (rank(entity[place], names), place))


def rank(mention: MentionFacts, names: set[tuple[str, ...]]) -> int:
    """How well a mention can stand for its entity, the smaller the better.

    Args:
        names: the words of all names of the entity, determiners apart.
    """
    if mention.zero:
        return ELLIPSIS
    if mention.kind == "pronoun":
        return CANNOT
    if mention.kind != "name":
        return NOUN_PHRASE
    if any(_is_abbreviation(mention.content, name) for name in names if name != mention.content):
        return ABBREVIATED_NAME
    if any(set(mention.content) < set(name) for name in names):
        return PARTIAL_NAME
    return FULL_NAME


def _is_abbreviation(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """*B. Obama* of *Barack Obama*, *UN* of *United Nations*; of two different names."""
    if len(short) == 1 and len(long) > 1:
        return short[0].replace(".", "") == "".join(word[0] for word in long if word)
    if len(short) != len(long):
        return False
    return all(
        word == long_word or (len(word.rstrip(".")) == 1 and long_word.startswith(word.rstrip(".")))
        for word, long_word in zip(short, long, strict=True)
    )
