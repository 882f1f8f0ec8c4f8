"""Salience of the grammatical function: subjects before objects before obliques.

Source: Lappin & Leass (1994), Table 1; Kennedy & Boguraev (1996), 2.2.2.
"""

from __future__ import annotations

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.words import says


@says("is a subject", name="subject")
def subject(discourse: Discourse, position: int) -> bool:
    """A subject: *Ann* in *Ann met Mary.*"""
    return discourse.mentions[position].function == "SUBJ"


@says("is a possessor", name="possessor")
def possessive(discourse: Discourse, position: int) -> bool:
    """A possessor: *Ann's* in *Ann's car.*"""
    return discourse.mentions[position].function == "POSS"


@says("is a direct object", name="direct object")
def direct_object(discourse: Discourse, position: int) -> bool:
    """A direct object: *Mary* in *Ann met Mary.*"""
    return discourse.mentions[position].function == "DOBJ"


@says("is an indirect object", name="indirect object")
def indirect_object(discourse: Discourse, position: int) -> bool:
    """An indirect object: *Mary* in *Ann gave Mary a book.*"""
    return discourse.mentions[position].function == "IOBJ"


@says("is the object of a preposition", name="prepositional object")
def oblique(discourse: Discourse, position: int) -> bool:
    """The complement of a preposition: *Mary* in *Ann sat by Mary* and *Ann was seen by Mary.*"""
    return discourse.mentions[position].function in ("OBL", "AGENT")


@says("is an indirect object or the object of a preposition", name="indirect or oblique object")
def indirect_object_or_oblique_complement(discourse: Discourse, position: int) -> bool:
    """An indirect object, an agent, or the complement of a verb's preposition: *Mary* in *Ann looked at Mary.*

    What a separator sets off is an adjunct, no complement: *point* is printed with 90 = (100 + 80) / 2.
    """
    function = discourse.mentions[position].function
    if function == "OBL":
        return discourse.complement_of_verb(position) and not discourse.set_off[position]
    return function in ("IOBJ", "AGENT")
