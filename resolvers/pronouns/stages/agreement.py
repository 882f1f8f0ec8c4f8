"""Agreement in number, gender and person: the first filter of every algorithm.

Source: Lappin & Leass (1994), 2.1.1; Kennedy & Boguraev (1996), 2.2.3; resolvers.md, 2.1. With entities, a
candidate agrees as the entity that it is part of so far. *the pumps* is not *it*.
"""

from collections.abc import Iterable
from typing import Any

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER
from anaphora_workbench.resolvers.contract.case import AGREEMENT, Candidate, Case
from anaphora_workbench.resolvers.discourse.agreement import DIMENSIONS, agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse, Features
from anaphora_workbench.resolvers.discourse.entities import Entities
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter

SEVERAL = "filtered by several features"


def judge_agreement(case: Case[Any]) -> None:
    """Reject what differs from the pronoun in number, gender or person."""
    verdicts = _so_far(case)
    case.candidates = [
        candidate if candidate.rejected_by else verdicts[candidate.position] for candidate in case.candidates
    ]


def alone(case: Case[Any], positions: Iterable[int]) -> list[Candidate]:
    """Candidates with the verdict on each mention by itself."""
    verdicts = _own(case.discourse, wanted(case.memory, case.anaphor))
    return list(map(verdicts.__getitem__, positions))


def agreeing(discourse: Discourse, anaphor: int, positions: Iterable[int]) -> list[Candidate]:
    """Candidates with the verdict on each mention by itself, for resolvers without a memory."""
    verdicts = _own(discourse, (discourse.number[anaphor], discourse.gender[anaphor]))
    return list(map(verdicts.__getitem__, positions))


def so_far(case: Case[Any], positions: Iterable[int]) -> list[Candidate]:
    """Candidates with the verdict on each as the entity that it is part of so far, where the algorithm has entities."""
    return list(map(_so_far(case).__getitem__, positions))


def _so_far(case: Case[Any]) -> list[Candidate]:
    memory, features = case.memory, wanted(case.memory, case.anaphor)
    verdicts = _own(case.discourse, features)
    if memory.entities is not None:
        verdicts = _of_entities(case.discourse, features, memory, memory.entities, verdicts)
    return verdicts


def wanted(memory: Memory, anaphor: int) -> Features:
    """Numbers and genders that a pronoun allows its antecedent."""
    without = memory.shared.without
    number = ANY_NUMBER if "number" in without else memory.discourse.number[anaphor]
    gender = ANY_GENDER if "gender" in without else memory.discourse.gender[anaphor]
    return number, gender


def _of_entities(
    discourse: Discourse, features: Features, memory: Memory, entities: Entities, own: list[Candidate]
) -> list[Candidate]:
    """The verdicts on mentions as parts of entities; only what changed since the last pronoun is judged anew."""
    verdicts, judged = memory.entity_verdicts.get(features, (own, 0))
    changed = set(entities.changed[judged:])
    if changed or verdicts is own:
        verdicts = list(verdicts) if verdicts is own else verdicts
        for position in changed:
            verdicts[position] = _verdict(discourse, position, entities.features[entities.of[position]], features)
        memory.entity_verdicts[features] = verdicts, len(entities.changed)
    return verdicts


def _own(discourse: Discourse, features: Features) -> list[Candidate]:
    """By position what agreement makes of each mention; resolvers that share the reading share it."""
    verdicts: list[Candidate] | None = discourse.verdicts.get(features)
    if verdicts is None:
        verdicts = discourse.verdicts[features] = _judged_alone(discourse, features)
    return verdicts


def _judged_alone(discourse: Discourse, features: Features) -> list[Candidate]:
    # Few mentions differ in these, and comparing sets is dear.
    alike: dict[tuple[frozenset[str], frozenset[str], int], Candidate] = {}
    verdicts = []
    for position, mention in enumerate(discourse.mentions):
        own = discourse.number[position], discourse.gender[position]
        first = alike.get((*own, mention.person))
        if first is None:
            first = alike[(*own, mention.person)] = _verdict(discourse, position, own, features)
        verdicts.append(Candidate(position, first.agreement, first.rejected_by))
    return verdicts


def _verdict(discourse: Discourse, position: int, own: Features, features: Features) -> Candidate:
    agreement = agree(*own, discourse.mentions[position].person, *features)
    return Candidate(position, agreement, "" if agreement.ok else AGREEMENT)


def _fate(candidate: Candidate) -> Fate:
    assert candidate.agreement is not None
    failed = candidate.agreement.failed
    detail = ", ".join(f"{feature} {getattr(candidate.agreement, feature)}" for feature in failed)
    return (f"filtered by {failed[0]}" if len(failed) == 1 else SEVERAL), detail


AGREES = Filter(
    AGREEMENT,
    "number, gender and person in common with the pronoun",
    "Lappin & Leass 1994, 2.1.1; Kennedy & Boguraev 1996, 2.2.3",
    judge_agreement,
    {
        "filtered by number": "every right candidate fell to agreement, one of them by number alone",
        "filtered by gender": "the same by gender",
        "filtered by person": "the same by person",
        SEVERAL: "the same by more than one feature",
    },
    ("number", "gender"),
    _fate,
    compares=DIMENSIONS,
    judge_first=so_far,
)
