"""Factors of salience: what each mention is worth for its function, its place in the sentence and its recency.

Source: Lappin & Leass (1994), Table 1; Kennedy & Boguraev (1996), 2.2.2.
"""

from anaphora_workbench.resolvers.discourse.discourse import Discourse
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


@says("is introduced as being there", name="existential")
def existential(discourse: Discourse, position: int) -> bool:
    """In an existential construction: *many questions* in *There are many questions.*"""
    return discourse.mentions[position].existential


@says("is not inside another noun phrase", name="not embedded")
def not_embedded(discourse: Discourse, position: int) -> bool:
    """Not contained in another noun phrase: *the lid of the pump*, but not *the pump* in it."""
    return discourse.embedded_in[position] < 0


@says("is not in an adjunct", name="not in adjunct")
def not_in_adjunct(discourse: Discourse, position: int) -> bool:
    """Not contained in an adjunct: *Ann*, but not *the garden* in *Ann slept in the garden.*"""
    return not discourse.mentions[position].adjunct


@says("is not in an adverbial set off by a comma", name="not adverbial")
def not_set_off(discourse: Discourse, position: int) -> bool:
    """Not in an adverbial phrase that commas set off: *Ann*, but not *the garden* in *In the garden, Ann slept.*"""
    return not discourse.set_off[position]


@says("was mentioned recently", name="recency")
def recent(discourse: Discourse, position: int) -> bool:
    """In the current sentence, or in the current topical segment where the factor counts by segment.

    Both *Ann* and *Mary* in *Ann met Mary.*
    """
    return True
