"""Term preference. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is a term of the text's subject")
def term_preference(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for a term of the field: one of the most frequent nouns of the text, or of those given.

    *the toner* in a manual that speaks of toner throughout.
    """
    return int(case.memory.lemma(candidate) in case.memory.lookup.terms)
