"""Lexical reiteration. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is repeated in the paragraph")
def lexical_reiteration(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the head is repeated twice or more in the paragraph, 1 if once: *the toner* … *toner* … *the toner*."""
    lemma = case.memory.lemma(candidate)
    return min(2, case.memory.lookup.repetitions(candidate, lemma, case.anaphor)) if lemma else 0
