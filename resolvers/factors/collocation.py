"""Collocation pattern preference. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("occurs with the pronoun's verb elsewhere")
def collocation(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the candidate, or an earlier noun phrase with its head, is on the pronoun’s side of the same verb.

    *Press the key down and turn the volume up. Press it again.*
    """
    memory = case.memory
    return 2 * memory.lookup.collocates(candidate, memory.lemma(candidate), case.anaphor)
