"""Sequential instructions. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is what the instruction before was about")
def sequential_instructions(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 for NP1 in *To V1 NP1, V2 NP2. To V3 it, V4 NP4*.

    *the lid* in *To open the lid, turn the knob. To close it, press the button.*
    """
    lookup = case.memory.lookup
    return 2 * (
        0 < case.distance(candidate) <= 2 and lookup.purpose_object(case.anaphor) and lookup.purpose_object(candidate)
    )
