"""Immediate reference. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("was just acted upon: do this to it, then do that to it")
def immediate_reference(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for the noun phrase after V1 in *(you) V1 NP … con (you) V2 it*: *Unwrap the paper and load it.*"""
    return 2 * (candidate in case.memory.immediate(case.anaphor))
