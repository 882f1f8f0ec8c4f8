"""A window that holds the heading of the section too."""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Case


def heading_nouns(case: Case[Any], positions: list[int]) -> list[int]:
    """The noun phrases of the section's heading, however far back it is (option ``heading_candidates``).

    *the filter* of the heading *Cleaning the filter* in *Rinse it well.*

    Source: Mitkov, Evans & Orăsan (2002).
    """
    discourse = case.discourse
    sentence = discourse.sentence[case.anaphor]
    heading = discourse.heading_of[sentence]
    if not case.memory.parameters.heading_candidates or heading < 0 or heading >= sentence:
        return positions
    of_heading = range(discourse.sentence_start[heading + 1] - 1, discourse.sentence_start[heading] - 1, -1)
    times = case.memory.shared.time_candidates
    return positions + [
        position
        for position in of_heading
        if position not in positions and discourse.can_be_antecedent(position, times)
    ]
