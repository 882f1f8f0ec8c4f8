"""No contradictory chains: what is linked to a noun phrase that syntax keeps from the pronoun is kept from it too.

*Ann met Mary. She gave her a book.*: *her* is not *She*, so if *She* is *Ann*, *her* is not *Ann*. Source: Lappin &
Leass (1994), 2.2, step 4c; for other algorithms a choice (resolvers.md, 2.3). Where the resolver has no syntactic
filter, nothing is kept apart. Chains go by dependencies also where its own conditions are the flat ones, because these
take phrases of other clauses for arguments of one verb, and a chain would lose all its members for that.
"""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Candidate, Case
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.stages.preceding import FARTHEST
from anaphora_workbench.resolvers.stages.syntax import kept_apart

CHAINS = "chains"


def judge_chains(case: Case[Any]) -> None:
    """Reject what is one entity so far with a noun phrase of the sentence that binding keeps from the pronoun."""
    barred = barred_entities(case)
    if barred:
        entity_of = case.memory.chains.of
        case.candidates = [
            candidate.rejected(CHAINS, *barred[entity_of[candidate.position]])
            if not candidate.rejected_by and entity_of.get(candidate.position) in barred
            else candidate
            for candidate in case.candidates
        ]


def barred_entities(case: Case[Any]) -> dict[int, tuple[str, int]]:
    """Entities with a member that syntax keeps from a pronoun, each with the rule that does and that member."""
    discourse, entity_of = case.discourse, case.memory.chains.of
    disjoint = kept_apart(case, "dep" if discourse.parsed else "")
    if disjoint is None or CHAINS in case.memory.shared.without:
        return {}
    sentence = discourse.sentence[case.anaphor]
    first = max(discourse.sentence_start[sentence], case.anaphor - FARTHEST)
    last = min(discourse.sentence_start[sentence + 1], case.anaphor + FARTHEST)
    barred: dict[int, tuple[str, int]] = {}
    for position in range(first, last):
        entity = entity_of.get(position)
        if entity is not None and entity not in barred and position != case.anaphor:
            rule = disjoint.rule(position)
            if rule is not None:
                barred[entity] = f"linked: {rule}", position
    return barred


def _in_force(parameters: PronounOptions) -> bool:
    return parameters.filter != "none"


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by chains"
SEPARATE_CHAINS = Filter(
    CHAINS,
    "nothing linked so far to a noun phrase that binding keeps apart from the pronoun",
    "Lappin & Leass 1994, 2.2",
    judge_chains,
    {CAUSE: "a right candidate fell because an earlier answer links it to a noun phrase that syntax rules out"},
    (CHAINS,),
    _fate,
    _in_force,
)
