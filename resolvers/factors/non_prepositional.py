"""Non-prepositional noun phrases. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says(loses="is in a prepositional phrase")
def prepositional(case: Case[IndicatorMemory], candidate: int) -> int:
    """−1 for the complement of a preposition: *the cable* in *Insert the plug into the cable.*"""
    return 0 if case.mention(candidate).preposition is None else -1
