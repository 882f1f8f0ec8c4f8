"""Frequent candidates. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is among the three that compete most often")
def frequent_candidates(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the three that compete most often for the pronouns of the text.

    *the pump* in a manual of pumps, whichever pronoun is asked.
    """
    return int(case.memory.lemma(candidate) in case.memory.frequent)
