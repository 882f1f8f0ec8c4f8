"""Hearers: who says something is none of those who hear it.

Source: our own; after the constraints on speakers of Lee et al. (2013, section 3.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.features.mention_table import THIRD, MentionTable
from anaphora_workbench.resolvers.speech import speech_of
from anaphora_workbench.resolvers.speech_pronouns import TURN, Party, across

ACROSS = "the other party of what is said"


def parties_across(table: MentionTable) -> list[frozenset[Party]]:
    """Per mention the speakers and hearers that it is not.

    Third persons that one says to one other are neither, outside quotations.
    """
    turns = speech_of(table.discourse).turns
    speakers = turns.speakers
    third = (table.kind == THIRD) & (table.quotation < 0)

    # Nearly all mentions of a long conversation stand for one of its speakers, each of whom bars all others.
    @cache
    def other_than(sides: frozenset[Party]) -> frozenset[Party]:
        return frozenset[Party]().union(*(across(party, speakers) for party in sides)) - sides

    def of(position: int) -> frozenset[Party]:
        sides, sentence = table.sides[position], int(table.sentence[position])
        if sides:
            return other_than(sides)
        if not third[position] or not turns.heard_by[sentence]:
            return frozenset()
        return frozenset((TURN, name) for name in (turns.said_by[sentence], turns.heard_by[sentence]) if name)

    return [of(position) for position in range(table.size)]


def members_across(state: EntityState, position: int, entities: Iterable[int]) -> dict[int, int]:
    """By entity the last of its members that stands for somebody whom a mention cannot mean, as that is the other."""
    parties = state.table.once(parties_across)[position]
    if not parties:
        return {}
    others = {entity: state.sides[entity].keys() & parties for entity in entities}
    return {entity: max(state.sides[entity][party] for party in found) for entity, found in others.items() if found}
