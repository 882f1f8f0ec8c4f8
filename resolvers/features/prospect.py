"""What the text after a mention tells of the entities before it: which of them go on being named.

A reader who goes on sees whom a pronoun was about: who is named again soon is rather the one meant, unless a pronoun
would have done there as well.
"""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from anaphora_workbench.resolvers.features.entities import EntityState, by_entity
from anaphora_workbench.resolvers.features.feature import Codes, bin_names, binned, of_entity
from anaphora_workbench.resolvers.features.mention_table import MentionTable
from anaphora_workbench.resolvers.words import TALKED_ABOUT

_AHEAD = (1, 2, 3, 5, 10)
_PLACES = (2, 3, 4, 5, 7, 9)
_NEVER = -1


@of_entity(
    "entity next named",
    ("", *bin_names(_AHEAD), "never"),
    reason=TALKED_ABOUT,
    called="sentences until its entity is named next",
)
def next_named(state: EntityState, later: int, entities: Codes) -> Codes:
    """Sentences from the mention to the next noun phrase with the head of one of the entity's; pronouns have none."""
    sentence = state.table.sentence
    following = _following(state, later, entities)
    ahead = 1 + binned(sentence[following] - sentence[later], _AHEAD)
    return np.where(state.nominal[entities], np.where(following == _NEVER, len(_AHEAD) + 2, ahead), 0)


@of_entity(
    "entity named again",
    ("", *bin_names(_PLACES, 1), "never", "disagrees"),
    reason=TALKED_ABOUT,
    called="its entity's place among those named after the pronoun",
    said={"never": "not named again", "disagrees": "it does not agree"},
)
def named_again(state: EntityState, later: int, entities: Codes) -> Codes:
    """Its place among the entities that agree with the mention, by which is named first after it."""
    following, agrees = _following(state, later, entities), _agreeing(state, later, entities)
    found = np.unique(following[agrees & (following != _NEVER) & state.nominal[entities]])
    place = 1 + binned(1 + np.searchsorted(found, following), _PLACES)
    never, disagrees = len(_PLACES) + 2, len(_PLACES) + 3
    of_nominal = np.where(agrees, np.where(following == _NEVER, never, place), disagrees)
    return np.where(state.nominal[entities], of_nominal, 0)


@of_entity(
    "entity place",
    ("", *bin_names(_PLACES, 1)),
    "Lappin & Leass 1994, recency",
    reason=TALKED_ABOUT,
    called="its entity's place among those that agree",
)
def place(state: EntityState, later: int, entities: Codes) -> Codes:
    """Its place among the entities that agree with the mention, the nearest candidate's first."""
    agrees = _agreeing(state, later, entities)
    places: dict[int, int] = {}
    for entity in entities[agrees].tolist():
        places.setdefault(entity, 1 + len(places))
    numbers = np.fromiter((places.get(entity, 0) for entity in entities.tolist()), dtype=np.intp)
    return np.where(agrees, 1 + binned(numbers, _PLACES), 0)


def _agreeing(state: EntityState, later: int, entities: Codes) -> Codes:
    table = state.table
    number, gender = state.number[entities] & table.number[later], state.gender[entities] & table.gender[later]
    return (number > 0) & (gender > 0)


def _following(state: EntityState, later: int, entities: Codes) -> Codes:
    """The position of the next noun phrase after a mention with a head of each entity, -1 without one."""
    nouns = state.table.once(_nouns_by_lemma)

    def next_of(entity: int) -> int:
        following = ((nouns[lemma], bisect_right(nouns[lemma], later)) for lemma in state.lemmas[entity])
        return min((positions[place] for positions, place in following if place < len(positions)), default=_NEVER)

    return by_entity(entities, next_of)


def _nouns_by_lemma(table: MentionTable) -> dict[int, list[int]]:
    nouns: dict[int, list[int]] = {}
    for position in np.flatnonzero(~table.is_pronoun).tolist():
        nouns.setdefault(int(table.lemma[position]), []).append(position)
    return nouns
