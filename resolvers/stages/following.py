"""The window of cataphora: nouns after the pronoun in its sentence.

Source: Lappin & Leass (1994), section 4, which gives their penalty.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.stages.preceding import FARTHEST


def following(case: Case[Any], positions: list[int]) -> list[int]:
    """Nouns that follow the pronoun in its sentence, nearest first, where the option ``cataphora`` lets it look ahead.

    *Before he left, Sam paid.* What a parser calls both a pronoun and a noun is none.
    """
    if not case.memory.parameters.cataphora:
        return positions
    discourse = case.discourse
    end = min(discourse.sentence_start[discourse.sentence[case.anaphor] + 1], case.anaphor + FARTHEST)
    eligible = discourse.eligible(case.memory.shared.time_candidates)
    first, last = bisect_left(eligible, case.anaphor + 1), bisect_left(eligible, end)
    return positions + [
        position
        for position in eligible[first:last]
        if not discourse.mentions[position].is_pronoun
        and discourse.mentions[position].pronoun_type is None
        and discourse.mentions[position].start >= case.pronoun.end
    ]
