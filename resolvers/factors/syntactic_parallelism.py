"""Syntactic parallelism. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("has the same role as the pronoun")
def syntactic_parallelism(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the pronoun’s own grammatical function: *The pump hums. It leaks.*"""
    function = case.mention(candidate).function
    return int(function == case.pronoun.function and function != "OTHER")
