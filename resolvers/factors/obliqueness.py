"""Obliqueness. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says

_SCORES = {"SUBJ": 2, "DOBJ": 1, "IOBJ": 0}


@says("has a prominent role in its sentence", "has no prominent role in its sentence")
def obliqueness(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for a subject, 1 for a direct object, 0 for an indirect one, −1 for any other (option ``oblique``).

    *Ann* 2, *a book* 1, *Mary* 0 and *the hall* −1 in *Ann gave Mary a book in the hall.*
    """
    function = case.mention(candidate).function
    if case.memory.parameters.oblique == "unknown" and function != "OTHER":
        return _SCORES.get(function, 0)
    return _SCORES.get(function, -1)
