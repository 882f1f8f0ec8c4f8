"""Hearers: who says something is none of those who hear it.

Source: our own; after the constraints on speakers of Lee et al. (2013, section 3.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.features.mention_table import THIRD, MentionTable
from anaphora_workbench.resolvers.speech_pronouns import TURN, Party, across
from anaphora_workbench.resolvers.turns import Turns

ACROSS = "the other party of what is said"


def parties_across(table: MentionTable) -> list[frozenset[Party]]:
    """Per mention the speakers and hearers that it is not.

    Third persons that one says to one other are neither, outside quotations.
    """
    turns = Turns(table.discourse)
    speakers = turns.speakers
    third = (table.kind == THIRD) & (table.quotation < 0)

    def of(position: int) -> frozenset[Party]:
        sides, sentence = table.sides[position], int(table.sentence[position])
        if sides:
            return frozenset[Party]().union(*(across(party, speakers) for party in sides)) - sides
        if not third[position] or not turns.heard_by[sentence]:
            return frozenset()
        return frozenset((TURN, name) for name in (turns.said_by[sentence], turns.heard_by[sentence]) if name)

    return [of(position) for position in range(table.size)]


def members_across(state: EntityState, position: int, entities: Iterable[int]) -> dict[int, int]:
    """By entity the last of its members that stands for somebody whom a mention cannot mean, as that is the other."""
    parties, sides = state.table.once(parties_across)[position], state.table.sides
    if not parties:
        return {}
    others = {entity: [member for member in state.members[entity] if sides[member] & parties] for entity in entities}
    return {entity: max(members) for entity, members in others.items() if members}
