"""What quoted speech and turns of a dialogue tell of third persons: they neither speak nor are spoken to.

*him* is not *Tom* in *“I saw him,” said Tom.*, and *he* is not *Tom* in *“Tom is ill,” he said.* Quotations are the
second source of errors of Kennedy & Boguraev (1996, section 3); the rules are ours (resolvers.md, 2.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from anaphora_workbench.resolvers.case import QUOTATIONS, Candidate, Case
from anaphora_workbench.resolvers.speech import speech_of
from anaphora_workbench.resolvers.stages.filter import Fate, Filter

SAME_NAME = "of the same name: "


def judge_quotations(case: Case[Any]) -> None:
    """Reject what who speaks keeps the pronoun from, and what is linked to that."""
    if case.lexical or QUOTATIONS in case.memory.shared.without:
        return
    apart = speech_of(case.discourse).kept_apart(case.anaphor)
    if not apart:
        return
    # Each with the mention that it shares its name with, None where it is kept apart for itself.
    reasons: dict[int, tuple[str, int | None]] = _of_the_same_name(case, apart)
    reasons |= {place: (why, None) for place, why in apart.items()}
    linked: dict[int, tuple[str, int | None]] = {}
    for place, (why, _) in reasons.items():
        linked |= dict.fromkeys(case.memory.chain_of(place), (f"linked: {why}", place))
    reasons = linked | reasons
    case.candidates = [
        candidate.rejected(QUOTATIONS, *reasons[candidate.position])
        if not candidate.rejected_by and candidate.position in reasons
        else candidate
        for candidate in case.candidates
    ]


def _of_the_same_name(case: Case[Any], apart: Mapping[int, str]) -> dict[int, tuple[str, int | None]]:
    """Candidates whose name ends in the same word as that of somebody kept apart: *Ann* for *said Ann*."""
    why_of_name = {name: (f"{SAME_NAME}{why}", place) for place, why in apart.items() if (name := _name(case, place))}
    if not why_of_name:
        return {}
    named = ((candidate.position, _name(case, candidate.position)) for candidate in case.candidates)
    return {position: why_of_name[name] for position, name in named if name in why_of_name}


def _name(case: Case[Any], position: int) -> str:
    """The last word of a name, "" for what is none."""
    mention = case.mention(position)
    return case.discourse.document.words[mention.head].form if mention.kind == "proper" else ""


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by quotations"
NEITHER_SPEAKER_NOR_ADDRESSEE = Filter(
    QUOTATIONS,
    "no speaker or addressee for a third person in their speech, and nobody spoken of for them",
    "our own; quoted text is an error source of Kennedy & Boguraev 1996, 3",
    judge_quotations,
    {CAUSE: "a right candidate agreed but was taken for who speaks or is spoken to, or spoken of"},
    (QUOTATIONS,),
    _fate,
    called="the filter of quotations",
)
