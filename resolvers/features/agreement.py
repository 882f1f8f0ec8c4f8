"""Agreement: number, gender, animacy and person of two mentions, and what they are known by."""

import numpy as np

from anaphora_workbench.resolvers.discourse.agreement import VALUES
from anaphora_workbench.resolvers.features.feature import Codes, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import AGREEMENT, WORDS_AND_NAMES

# Numbers as bits s 1, p 2; genders as bits m 1, f 2, n 4: the names of all sets of them.
_NUMBERS = ("", "singular", "plural", "")
_GENDERS = ("", "m", "f", "mf", "n", "mn", "fn", "")
_EVIDENCE = (
    "", "form", "title", "name list", "noun list", "recogniser", "corpus", "other mentions", "parts", "context",
)  # fmt: skip
_COMPARED = ("open", "same", "clash")
_GENDER_WORDS = {
    letters: " or ".join(VALUES["gender"][letter] for letter in letters) for letters in _GENDERS if letters
}
_EVIDENCE_WORDS = {
    "form": "its form",
    "title": "a title",
    "name list": "the list of names",
    "noun list": "the list of nouns",
    "recogniser": "the recogniser of named entities",
    "corpus": "the corpus",
    "other mentions": "other phrases for it",
    "parts": "its parts",
    "context": "its context",
}
_SAME_WORDS = {"same": "the same", "clash": "different"}
KNOWN_WORDS = {"open": "not known", **_SAME_WORDS}


def _compared(first: Codes, second: Codes, anything: int) -> Codes:
    """Code in _COMPARED of two arrays of sets as bits: open where one of them allows anything."""
    clash = (first & second) == 0
    known = (first != anything) & (second != anything)
    return np.where(clash, 2, np.where(known, 1, 0))


@of_mention("number", _NUMBERS, "all", reason=AGREEMENT)
def number(table: MentionTable) -> Codes:
    """*pumps*: plural."""
    return table.number


@of_mention("gender", _GENDERS, "all", reason=AGREEMENT, said=_GENDER_WORDS)
def gender(table: MentionTable) -> Codes:
    """*Ann*: f; *the pilot*: mf."""
    return table.gender


@of_mention("gender from", _EVIDENCE, reason=AGREEMENT, called="gender known from", said=_EVIDENCE_WORDS)
def gender_from(table: MentionTable) -> Codes:
    """*Ann*: name list."""
    # What stands beside a name is its context to models that learnt before the two were told apart.
    evidence = (mention.gender_from for mention in table.discourse.mentions)
    return table.array(_EVIDENCE.index(told if told in _EVIDENCE else "context") for told in evidence)


@of_pair(
    "number agreement",
    _COMPARED,
    "Soon et al. 2001, NUMBER",
    reason=AGREEMENT,
    called="number of both",
    said=KNOWN_WORDS,
)
def number_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the pumps … it*: clash."""
    return _compared(table.number[later], table.number[earlier], 3)


@of_pair(
    "gender agreement",
    _COMPARED,
    "Soon et al. 2001, GENDER",
    reason=AGREEMENT,
    called="gender of both",
    said=KNOWN_WORDS,
)
def gender_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann … he*: clash."""
    return _compared(table.gender[later], table.gender[earlier], 7)


@of_pair(
    "person agreement",
    ("clash", "same"),
    "Durrett & Klein 2013",
    reason=AGREEMENT,
    called="person of both",
    said=_SAME_WORDS,
)
def person_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*I … she*: clash."""
    return table.person[later] == table.person[earlier]


@of_mention("entity type", None, "Soon et al. 2001, SEMCLASS", reason=WORDS_AND_NAMES, called="named entity")
def entity_type(table: MentionTable) -> Codes:
    """*the Rhine*: LOC."""
    return table.words(mention.entity_type.upper() for mention in table.discourse.mentions)


@of_pair(
    "entity type agreement",
    ("", "same", "clash"),
    "Soon et al. 2001, SEMCLASS",
    reason=WORDS_AND_NAMES,
    called="named entities of both",
    said=_SAME_WORDS,
)
def entity_type_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann Reed … Reed*, both PERSON: same."""
    types = table.values(entity_type)
    known = (types[later] > 0) & (types[earlier] > 0)
    return np.where(known, np.where(types[later] == types[earlier], 1, 2), 0)
