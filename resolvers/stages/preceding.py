"""The window every algorithm looks back through: mentions before the pronoun, most recent first.

*The pump* and *a filter* in *The pump has a filter. Rinse it.* Source: Lappin & Leass (1994), 2.2; resolvers.md, 1.2
(order) and 1.3 (candidates).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.discourse import Discourse

# The nearest mentions that a pronoun may look back to, wherever sentences end. No text needs more;
# without a bound a damaged one (all in one sentence) would take time and memory of its length squared.
FARTHEST = 500


def preceding(case: Case[Any], positions: list[int]) -> list[int]:
    """Mentions before the pronoun, as far back as the option ``window`` lets it look."""
    shared = case.memory.shared
    window, times, containing = case.memory.window, shared.time_candidates, shared.containing
    return positions + before(case.discourse, case.anaphor, window, times, containing)


def before(
    discourse: Discourse, anaphor: int, window: int | None, times: bool = False, containing: bool = False
) -> list[int]:
    """Positions of the candidates before a pronoun, most recent first.

    A mention that contains the pronoun is not one, unless the pronoun stands in its relative or
    participial clause (*the woman who lost her keys*).

    Args:
        window: sentences to look back, None for no limit.
        times: let times, dates and quantities be candidates.
        containing: let noun phrases with the pronoun in an adjunct be candidates (*a man in his car*).
    """
    mentions, sentence = discourse.mentions, discourse.sentence[anaphor]
    first = 0 if window is None else discourse.sentence_start[discourse.sentence_back(sentence, window)]
    first = max(first, anaphor - FARTHEST)
    # Only what begins in the pronoun's sentence can contain it, unless a mention runs over its sentence's end.
    here = max(first, discourse.sentence_start[sentence])
    pronoun = mentions[anaphor]
    if here > first and discourse.last_end[here - 1] >= pronoun.end:
        here = first
    eligible = discourse.eligible(times)
    far, near, end = (bisect_left(eligible, position) for position in (first, here, anaphor))
    hosts: set[int] | None = None
    positions: list[int] = []
    for position in reversed(eligible[near:end]):
        mention = mentions[position]
        if mention.end >= pronoun.end and mention.contains(pronoun):
            if mention.start == pronoun.start:
                continue
            hosts = discourse.hosts(anaphor, containing) if hosts is None else hosts
            if discourse.node[position] not in hosts:
                continue
        positions.append(position)
    positions += reversed(eligible[far:near])
    return positions
