"""A second reading: *you* leaves alone whom the words behind what is said name as its speaker.

In *Mr. Brown saw Eve. “You are late,” he said* the first reading gives *You* to Mr. Brown; *he*, who speaks to *you*,
is kept from both then, though its weights ask for him. So *You* shall not take him up, and the text is read again.
Source: our own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np

from anaphora_workbench.resolvers.case import QUOTATIONS
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.features.mention_table import FIRST, SECOND
from anaphora_workbench.resolvers.learned.contradictions import Contradiction
from anaphora_workbench.resolvers.learned.hearers import ACROSS, parties_across
from anaphora_workbench.resolvers.learned.rankers import Choice, Links, links_of

WANTED = "who says it, or hears it, takes that up"
# By mention those that it leaves alone in the second reading, in text order, and further ones behind it.
LeftAlone = Mapping[int, Sequence[int]]


def taken_too_early(table: MentionTable, made: Mapping[int, Choice], given: Links) -> LeftAlone:
    """First and second persons of the first reading that took up whom the other party stands for.

    None is left alone for another such: in *Tom looked at her. “Leave me? I would sooner leave you,” he said* what
    *you* asks for says nothing of *me*.

    Args:
        made: the choices of the first reading, by position. given: links that rules make.
    """
    links = {**given, **links_of(made.values())}
    state = EntityState(table)
    early: dict[int, Sequence[int]] = {}
    for position in range(table.size):
        asks = position in made and table.kind[position] not in (FIRST, SECOND)
        wanted = _wanted_across(state, made[position]) if asks else None
        if wanted is not None:
            heard = _heard(table, position, state.members[wanted])
            # One list for all of them: in a long thread entities have thousands of members.
            early |= dict.fromkeys(heard, sorted(set(state.members[wanted]).difference(heard)))
        if position in links:
            state.link(position, links[position])
    return early


def left_alone(
    state: EntityState, position: int, candidates: Sequence[int], alone: Sequence[int]
) -> dict[int, Contradiction]:
    """By their places, the candidates that are one entity with mentions before a position that it leaves alone."""
    before = list(alone[: bisect_left(alone, position)])
    last = dict(zip(state.of[before].tolist(), before, strict=True))
    entities = enumerate(state.of[candidates].tolist())
    return {place: Contradiction(last[entity], WANTED, QUOTATIONS) for place, entity in entities if entity in last}


def _wanted_across(state: EntityState, choice: Choice) -> int | None:
    """The entity that a mention would take up if that were not the other party's; None where it has what it wants."""
    heard = [place for place, contradiction in choice.barred.items() if contradiction.why == ACROSS]
    if not heard:
        return None
    free = choice.left.copy()
    free[heard] = True
    if choice.none is not None and np.where(free, choice.scores, -np.inf).max() <= choice.none:
        return None
    place = int(np.where(free, choice.preferred, -np.inf).argmax())
    return int(state.of[choice.candidates[place]]) if place in heard else None


def _heard(table: MentionTable, position: int, members: Sequence[int]) -> list[int]:
    """The first and second persons among members of an entity that stand for the other party of a mention."""
    parties = table.once(parties_across)[position]
    persons = [member for member in members if table.kind[member] in (FIRST, SECOND)]
    return [member for member in persons if table.sides[member] & parties]
