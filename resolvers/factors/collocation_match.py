"""Collocation match. Source: Mitkov, Evans & Orăsan 2002; resolvers.md, 5.2."""

from __future__ import annotations

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import says


@says("occurs with the pronoun's verb elsewhere")
def collocation_match(case: Case[IndicatorMemory], candidate: int) -> int:
    """2 if the candidate’s head is in the pronoun’s place with the same verb anywhere in the document.

    *the filter* for *it* in *Rinse it. … Rinse the filter.*
    """
    memory = case.memory
    return 2 * memory.lookup.collocates(candidate, memory.lemma(candidate), case.anaphor, whole_document=True)
