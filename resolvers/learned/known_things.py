"""Names of things that the lists of a language have: countries, large cities, firms.

A named-entity recogniser takes many a person for a place or a firm (*Angelica's locket*); where a list agrees it
hardly errs. In contests between names of GUM train, LitBank's training part and GAP's validation part, 23 of 1,606
listed names that only a recogniser takes for things were of the right entity, all of countries that are *she* or *he*;
of the other 4,222 it was 108. Source: our own.
"""

from __future__ import annotations

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.listed_names import (
    CITIES,
    CITIES_AND_COUNTRIES,
    CITY_STATES,
    COUNTRIES,
    FIRMS,
    listed,
    plain,
)
from anaphora_workbench.resolvers.nominal import PERSONS


def is_known_thing(table: MentionTable, position: int) -> bool:
    """Whether a name is that of a listed place or firm, which no recogniser takes for a person's."""
    mention, language = table.discourse.mentions[position], table.discourse.language
    if NEUTER not in mention.gender or mention.entity_type in PERSONS:
        return False
    name = plain(" ".join(table.telling[position]))
    things = listed(language, *COUNTRIES, CITIES, CITY_STATES, CITIES_AND_COUNTRIES, FIRMS)
    return name in things and name not in listed(language, "known_things.of_persons")
