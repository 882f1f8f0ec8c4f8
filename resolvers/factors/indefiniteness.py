"""Indefiniteness. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is definite", "is indefinite")
def indefiniteness(case: Case[IndicatorMemory], candidate: int) -> int:
    """−1 for a noun phrase with an indefinite article or without determiner: *a key*, *keys*."""
    return 0 if case.mention(candidate).definiteness == "definite" else -1
