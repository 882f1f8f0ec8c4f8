"""Referential distance. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is near", "is far away")
def referential_distance(case: Case[IndicatorMemory], candidate: int) -> int:
    """2, 1, 0, −1 for the same sentence and one, two, three back in a complex sentence; 1 at most in a simple one.

    *the pump* 2 in *If the pump hums, stop it*; 1 in *The pump hums. Stop it.*
    """
    distance = case.distance(candidate)
    if distance <= 0:
        return 2 if case.memory.lookup.complex_sentence(case.anaphor) else 1
    return {1: 1, 2: 0}.get(distance, -1)
