"""Doubtful agreement: a candidate of unknown features yields to one that agrees outright.

*Mr. Voss met a quux. He left.*: nobody knows what a quux is, so *he* is Mr. Voss. Our choice: the papers take agreement
for a fact, and an unknown word agrees with every pronoun. With entities, a candidate agrees as the entity that it is
part of so far.
"""

from typing import Any

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER, FEMININE, MASCULINE, NEUTER, PLURAL
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Features
from anaphora_workbench.resolvers.discourse.language_gaps import DOUBT
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.words import Words

CAUSE = "filtered by doubt"
# The doubt of what cannot be: only a person of unknown gender is a singular *they*.
_NEVER = 3
_NO_THEY = "not a person of unknown gender"
_PERSONS = frozenset({MASCULINE, FEMININE})


def judge_doubt(case: Case[Any]) -> None:
    """Reject what agrees less surely than another candidate."""
    if DOUBT in case.memory.shared.without or DOUBT in case.absent:
        # Where every noun has a gender, agreement is by form and leaves no such doubt.
        return
    doubts = {candidate.position: _doubt(case, candidate.position) for candidate in case.left}
    least = min(doubts.values(), default=0)
    if all(doubt == least != _NEVER for doubt in doubts.values()):
        return
    ahead = next(position for position, doubt in doubts.items() if doubt == least)
    better = f"{case.discourse.document.mention_text(case.mention(ahead))} agrees more surely"
    case.candidates = [
        candidate.rejected(DOUBT, _NO_THEY if doubts[candidate.position] == _NEVER else better)
        if not candidate.rejected_by and (doubts[candidate.position] > least or doubts[candidate.position] == _NEVER)
        else candidate
        for candidate in case.candidates
    ]


def _doubt(case: Case[Any], position: int) -> int:
    """How doubtful a candidate's agreement is, 0 for not at all."""
    wanted_number, wanted_gender = case.discourse.number[case.anaphor], case.discourse.gender[case.anaphor]
    number, gender = _features(case, position)
    if NEUTER not in wanted_gender:
        # *he*, *she*: a word that may be a thing's.
        return int(NEUTER in gender)
    if wanted_number == ANY_NUMBER and wanted_gender == ANY_GENDER:
        return _doubt_of_singular_they(number, gender)
    return 0


def _doubt_of_singular_they(number: frozenset[str], gender: frozenset[str]) -> int:
    """Plain plurals, then collectives, then persons of unknown gender, never what else is singular."""
    if PLURAL in number:
        # Another *they* is not said to be singular either.
        return int(number == ANY_NUMBER and gender != ANY_GENDER)
    return 2 if gender == _PERSONS else _NEVER


def _features(case: Case[Any], position: int) -> Features:
    entities = case.memory.entities
    if entities is not None and position in entities.of:
        return entities.features[entities.of[position]]
    return case.discourse.number[position], case.discourse.gender[position]


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


WITHOUT_DOUBT = Filter(
    DOUBT,
    "no candidate of unknown features if another agrees outright",
    "choice; collective nouns: Mitkov 1998, note 5",
    judge_doubt,
    {CAUSE: "a right candidate agreed, but another agreed more surely"},
    (DOUBT,),
    _fate,
    words=Words(labels={DOUBT: "less sure"}),
)
