"""Boost pronoun. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is a pronoun itself")
def boost_pronoun(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for a candidate that is a pronoun itself.

    *it* for the second in *Rinse it before it dries out.*
    """
    return int(case.mention(candidate).is_pronoun)
