"""No contradictory chains: a mention linked to an excluded noun phrase is excluded too.

*Ann met Mary. She gave her a book.*: *her* is not *She*, so if *She* is *Ann*, *her* is not *Ann*. Source: Lappin &
Leass (1994), 2.2, step 4c; for other algorithms a choice (resolvers.md, 2.3). Where the resolver has no syntactic
filter, nothing is kept apart. Chains go by dependencies also where its own conditions are the flat ones, because these
take phrases of other clauses for arguments of one verb, and a chain would lose all its members for that.
"""

from collections.abc import Iterable
from typing import Any

from anaphora_workbench.resolvers.contract.case import LINKED, Candidate, Case
from anaphora_workbench.resolvers.options import SHARED, PronounOptions
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.pronouns.stages.same_name import OF_THE_SAME_NAME, SAME_NAME, of_the_same_name
from anaphora_workbench.resolvers.pronouns.stages.syntax import kept_apart
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST
from anaphora_workbench.resolvers.words import Words

CHAINS = "chains"


def judge_chains(case: Case[Any]) -> None:
    """Reject what is one entity so far with a noun phrase of the sentence that binding keeps from the pronoun."""
    apart = _apart(case)
    if not apart:
        return
    listed = (candidate.position for candidate in case.candidates)
    barred = _entities(case, apart)
    named = of_the_same_name(case.discourse, listed, apart, case.memory.shared.grammar)
    case.candidates = [
        candidate if candidate.rejected_by else _judged(case, candidate, apart, barred, named)
        for candidate in case.candidates
    ]


def barred_entities(case: Case[Any]) -> frozenset[int]:
    """Entities with a member that syntax keeps from a pronoun."""
    return frozenset(_entities(case, _apart(case)))


def _judged(
    case: Case[Any], candidate: Candidate, apart: dict[int, str], barred: dict[int, int], named: dict[int, int]
) -> Candidate:
    position = candidate.position
    member = barred.get(case.memory.chains.of.get(position, -1))
    if member == position and len(case.memory.chain_of(position)) > 1:
        # The resolver's own conditions let it in, but not the rest of its chain.
        return candidate.rejected(CHAINS, apart[position])
    if member is not None and member != position:
        return candidate.rejected(CHAINS, f"{LINKED}{apart[member]}", member)
    if position in named:
        return candidate.rejected(CHAINS, f"{SAME_NAME}{apart[named[position]]}", named[position])
    return candidate


def _apart(case: Case[Any]) -> dict[int, str]:
    """The mentions of its sentence that syntax keeps from a pronoun, each with the rule that does."""
    discourse = case.discourse
    disjoint = kept_apart(case, "dep" if discourse.parsed else "")
    if disjoint is None or CHAINS in case.memory.shared.without:
        return {}
    sentence = discourse.sentence[case.anaphor]
    first = max(discourse.sentence_start[sentence], case.anaphor - FARTHEST)
    last = min(discourse.sentence_start[sentence + 1], case.anaphor + FARTHEST)
    others = (position for position in range(first, last) if position != case.anaphor)
    return {position: rule for position in others if (rule := disjoint.rule(position)) is not None}


def _entities(case: Case[Any], apart: Iterable[int]) -> dict[int, int]:
    """The entities of excluded mentions, each with its first such member."""
    members: dict[int, int] = {}
    for position in apart:
        entity = case.memory.chains.of.get(position)
        if entity is not None:
            members.setdefault(entity, position)
    return members


def _in_force(parameters: PronounOptions) -> bool:
    return parameters.filter != "none" or parameters.grammar == SHARED


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by chains"
SEPARATE_CHAINS = Filter(
    CHAINS,
    "no candidate linked so far to a noun phrase that binding rules out",
    "Lappin & Leass 1994, 2.2",
    judge_chains,
    {CAUSE: "a right candidate fell because an earlier answer links it to a noun phrase that syntax rules out"},
    (CHAINS,),
    _fate,
    _in_force,
    words=Words(labels={CHAINS: "kept apart"}, of_others=OF_THE_SAME_NAME),
)
