"""Definiteness. Source: Mitkov 1998, section 2.1."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("is definite", "is indefinite")
def definiteness(case: Case[IndicatorMemory], candidate: int) -> int:
    """0 for a definite noun phrase, −1 for another; off in paragraphs without any definite determiner.

    *the key* 0, *a key* −1.
    """
    if case.discourse.paragraph[case.anaphor] not in case.memory.lookup.definite_paragraphs:
        return 0
    return 0 if case.mention(candidate).definiteness == "definite" else -1
