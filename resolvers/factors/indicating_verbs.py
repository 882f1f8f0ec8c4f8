"""Indicating verbs. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("follows a verb that introduces a topic")
def indicating_verbs(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the first noun phrase after an indicating verb: *the results* in *We discuss the results.*"""
    return int(candidate in case.memory.lookup.indicated)
