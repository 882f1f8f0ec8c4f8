"""Givenness. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is the first noun phrase of its sentence")
def givenness(case: Case[IndicatorMemory], candidate: int) -> int:
    """1 for the first noun phrase of a previous, non-imperative sentence.

    *The pump* in *The pump has a filter. Rinse it.*
    """
    lookup = case.memory.lookup
    first = case.distance(candidate) > 0 and candidate in lookup.first_of_sentence
    return int(first and not lookup.imperative[case.discourse.sentence[candidate]])
