"""Repeated names and definite noun phrases: if one is excluded, so are those that repeat it.

*Tom met Bill. Bill greeted him.*: *him* is neither *Bill*. Lappin & Leass (1994, 2.2, steps 1 and 4c) bar what is
presumably one referent with a noun phrase that syntax keeps apart; what tells so here is our own (resolvers.md, 2.3).
"""

from collections.abc import Iterable

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.telling_words import telling_words
from anaphora_workbench.resolvers.options import SHARED

SAME_NAME = "of the same name: "
OF_THE_SAME_NAME = {SAME_NAME: ("of the same name as", "one of the same name as")}

# The last word of a name, or all words of another noun phrase but its determiner; none for what is neither.
_Name = tuple[str, ...]


def of_the_same_name(
    discourse: Discourse, candidates: Iterable[int], apart: Iterable[int], grammar: str = SHARED
) -> dict[int, int]:
    """Candidates that name again what is kept apart, each with the mention that they share the name with.

    Args:
        apart: positions of what the pronoun is kept from; of several of one name the last counts.
        grammar: the option; as published, the last words of names are compared alone.
    """
    by_name = {name: position for position in apart if (name := _name(discourse, position, repeats=True))}
    if not by_name:
        return {}
    listed, named = frozenset(candidates), _named(discourse)
    return {
        position: apart_of_it
        for name, apart_of_it in by_name.items()
        for position in listed & named[name]
        if position != apart_of_it and (grammar != SHARED or _agree(discourse, position, apart_of_it))
    }


def _agree(discourse: Discourse, position: int, other: int) -> bool:
    """Whether of two names one has all words of the other: not *Thomas Reed* and *his wife Ann Reed*."""
    words, titles = discourse.document.words, discourse.language.words("surname_titles.words")
    one, another = (
        {word.form.lower().rstrip(".") for word in words[mention.start : mention.end] if word.upos == "PROPN"} - titles
        for mention in (discourse.mentions[position], discourse.mentions[other])
    )
    return one <= another or another <= one


def _named(discourse: Discourse) -> dict[_Name, set[int]]:
    """The mentions of a discourse by name; kept with it, as all resolvers ask the same."""
    if discourse.named is None:
        discourse.named = {}
        for position in range(len(discourse.mentions)):
            discourse.named.setdefault(_name(discourse, position), set()).add(position)
    return discourse.named


def _name(discourse: Discourse, position: int, repeats: bool = False) -> _Name:
    """By what a mention is known again.

    Args:
        repeats: only if it may name something again: *the cat*, not *a cat*.
    """
    mention = discourse.mentions[position]
    if mention.kind == "proper":
        return (discourse.document.words[mention.head].form,)
    if mention.kind != "common" or (repeats and mention.definiteness != "definite"):
        return ()
    return tuple(map(str.lower, telling_words(discourse, position)))
