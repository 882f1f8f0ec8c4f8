"""Quoted speech and turns of a dialogue: third persons in them neither speak nor are spoken to.

*him* is not *Tom* in *“I saw him,” said Tom.*, and *he* is not *Tom* in *“Tom is ill,” he said.* Quotations are the
second source of errors of Kennedy & Boguraev (1996, section 3); the rules are ours (resolvers.md, 2.5).
"""

from typing import Any

from anaphora_workbench.resolvers.contract.case import LINKED, QUOTATIONS, Candidate, Case
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.pronouns.stages.same_name import OF_THE_SAME_NAME, SAME_NAME, of_the_same_name
from anaphora_workbench.resolvers.words import Words


def judge_quotations(case: Case[Any]) -> None:
    """Reject what who speaks keeps the pronoun from, and what is linked to that."""
    if case.lexical or QUOTATIONS in case.memory.shared.without:
        return
    apart = speech_of(case.discourse).kept_apart(case.anaphor)
    if not apart:
        return
    # Each with the mention that it shares its name with, None where it is kept apart for itself.
    reasons: dict[int, tuple[str, int | None]] = {
        place: (f"{SAME_NAME}{apart[named]}", named)
        for place, named in of_the_same_name(
            case.discourse, (candidate.position for candidate in case.candidates), apart, case.memory.shared.grammar
        ).items()
    }
    reasons |= {place: (why, None) for place, why in apart.items()}
    linked: dict[int, tuple[str, int | None]] = {}
    for place, (why, _) in reasons.items():
        linked |= dict.fromkeys(case.memory.chain_of(place), (f"{LINKED}{why}", place))
    reasons = linked | reasons
    case.candidates = [
        candidate.rejected(QUOTATIONS, *reasons[candidate.position])
        if not candidate.rejected_by and candidate.position in reasons
        else candidate
        for candidate in case.candidates
    ]


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by quotations"
NEITHER_SPEAKER_NOR_ADDRESSEE = Filter(
    QUOTATIONS,
    "no speaker or addressee for a third person in the quotation, and vice versa",
    "our own; quoted text is an error source of Kennedy & Boguraev 1996, 3",
    judge_quotations,
    {CAUSE: "a right candidate agreed but was excluded as a speaker, an addressee or a third person of a quotation"},
    (QUOTATIONS,),
    _fate,
    called="the filter of quotations",
    words=Words(
        labels={QUOTATIONS: "speech"},
        conditions_on_page={
            "speaker of its quotation": "the speaker of the speech around the pronoun",
            "addressee of its quotation": "the addressee of the speech around the pronoun",
            "in the quotation of which it is the speaker": "somebody in the speech of the pronoun",
        },
        of_others=OF_THE_SAME_NAME,
    ),
)
