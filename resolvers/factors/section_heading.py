"""Section heading preference. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is in the heading")
def section_heading(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 if the head occurs in the heading of the section: *the filter* under *Cleaning the filter*."""
    lemma = case.memory.lemma(candidate)
    return int(bool(lemma) and case.memory.lookup.in_heading(candidate, lemma, case.anaphor))
