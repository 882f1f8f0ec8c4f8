"""Agreement: number, gender, animacy and person of two mentions, and what they are known by."""

from __future__ import annotations

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import MentionTable

# Numbers as bits s 1, p 2; genders as bits m 1, f 2, n 4: the names of all sets of them.
_NUMBERS = ("", "singular", "plural", "")
_GENDERS = ("", "m", "f", "mf", "n", "mn", "fn", "")
_EVIDENCE = (
    "", "form", "title", "name list", "noun list", "recogniser", "corpus", "other mentions", "parts", "context",
)  # fmt: skip
_COMPARED = ("open", "same", "clash")


def _compared(first: Codes, second: Codes, anything: int) -> Codes:
    """Code in _COMPARED of two arrays of sets as bits: open where one of them allows anything."""
    clash = (first & second) == 0
    known = (first != anything) & (second != anything)
    return np.where(clash, 2, np.where(known, 1, 0))


@of_mention("number", _NUMBERS, "all")
def number(table: MentionTable) -> Codes:
    """*pumps*: plural."""
    return table.number


@of_mention("gender", _GENDERS, "all")
def gender(table: MentionTable) -> Codes:
    """*Ann*: f; *the pilot*: mf."""
    return table.gender


@of_mention("gender from", _EVIDENCE)
def gender_from(table: MentionTable) -> Codes:
    """*Ann*: name list."""
    return table.array(_EVIDENCE.index(mention.gender_from) for mention in table.discourse.mentions)


@of_pair("number agreement", _COMPARED, "Soon et al. 2001, NUMBER")
def number_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the pumps … it*: clash."""
    return _compared(table.number[later], table.number[earlier], 3)


@of_pair("gender agreement", _COMPARED, "Soon et al. 2001, GENDER")
def gender_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann … he*: clash."""
    return _compared(table.gender[later], table.gender[earlier], 7)


@of_pair("person agreement", ("clash", "same"), "Durrett & Klein 2013")
def person_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*I … she*: clash."""
    return table.person[later] == table.person[earlier]


@of_mention("entity type", None, "Soon et al. 2001, SEMCLASS")
def entity_type(table: MentionTable) -> Codes:
    """*the Rhine*: LOC."""
    return table.words(mention.entity_type.upper() for mention in table.discourse.mentions)


@of_pair("entity type agreement", ("", "same", "clash"), "Soon et al. 2001, SEMCLASS")
def entity_type_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann Reed … Reed*, both PERSON: same."""
    types = table.values(entity_type)
    known = (types[later] > 0) & (types[earlier] > 0)
    return np.where(known, np.where(types[later] == types[earlier], 1, 2), 0)
