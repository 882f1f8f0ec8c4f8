"""Entities: properties of an entity so far, compared with a later mention."""

from collections.abc import Callable, Iterator

import numpy as np

from anaphora_workbench.resolvers.discourse.binding import disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS
from anaphora_workbench.resolvers.features.agreement import KNOWN_WORDS
from anaphora_workbench.resolvers.features.feature import Codes, Feature, bin_names, binned, of_entity
from anaphora_workbench.resolvers.features.mention_table import NAME, THIRD, MentionTable
from anaphora_workbench.resolvers.options import AS_PUBLISHED, PronounOptions
from anaphora_workbench.resolvers.words import AGREEMENT, ROLE, TALKED_ABOUT

# As the shipped models have learnt it.
_OPTIONS = PronounOptions(whose="argument", grammar=AS_PUBLISHED)
_SIZES = (2, 3, 4, 6, 11, 21)
_AGO = (1, 2, 3, 4, 6, 10, 20)
_COMPARED = ("open", "same", "clash")


class EntityState:
    """Entities that grow while a text is read; an entity has the position of its first mention as its number.

    Attributes:
        of: entity of each mention; one that is not yet linked is its own.
        number, gender: by entity the values that all members allow, as bits; where they allow none in common, those
            of its newest member.
        size: members. latest: its last member. sentence: that one's sentence.
        named: a member is a name. nominal: a member is not a pronoun.
        pronouns: the third person pronouns among its members, by number and gender.
    """

    def __init__(self, table: MentionTable) -> None:
        self.table = table
        self.of = np.arange(table.size, dtype=np.intp)
        self.number, self.gender = table.number.copy(), table.gender.copy()
        self.size = np.ones(table.size, dtype=np.intp)
        self.latest = np.arange(table.size, dtype=np.intp)
        self.named = table.kind == NAME
        self.nominal = ~table.is_pronoun
        self.pronouns: list[set[tuple[int, int]]] = [self._pronoun(position) for position in range(table.size)]
        self.members: list[list[int]] = [[position] for position in range(table.size)]
        self._asked: tuple[int, object] | None = None
        self._told: dict[str, Codes] = {}

    def told(self, feature: Feature, later: int, entities: Codes, pairs: object) -> Codes:
        """What a feature says of the entities of a mention's candidates, worked out once until a mention is linked.

        Args:
            pairs: that the candidates are of, by which they are known again.
        """
        if self._asked is None or self._asked[0] != later or self._asked[1] is not pairs:
            self._asked, self._told = (later, pairs), {}
        codes = self._told.get(feature.name)
        if codes is None:
            codes = self._told[feature.name] = feature.codes(self, later, entities)
        return codes

    def _pronoun(self, position: int) -> set[tuple[int, int]]:
        """Number and gender of a third person pronoun."""
        if self.table.kind[position] != THIRD:
            return set()
        return {(int(self.table.number[position]), int(self.table.gender[position]))}

    def link(self, later: int, earlier: int) -> None:
        """Let the entity of a mention join that of an earlier one."""
        joined, entity = int(self.of[later]), int(self.of[earlier])
        if joined == entity:
            return
        if entity > joined:
            joined, entity = entity, joined
        self._asked = None
        members = self.members[joined]
        self.of[members] = entity
        self.members[entity] += members
        self.members[joined] = []
        for values in (self.number, self.gender):
            common = values[entity] & values[joined]
            values[entity] = common or values[joined]
        self.size[entity] += self.size[joined]
        self.latest[entity] = max(self.latest[entity], self.latest[joined])
        self.named[entity] |= self.named[joined]
        self.nominal[entity] |= self.nominal[joined]
        self.pronouns[entity] |= self.pronouns[joined]


def by_entity(entities: Codes, ask: Callable[[int], int]) -> Codes:
    """What each entity is told to be, asked once of an entity that stands there several times."""
    distinct, places = np.unique(entities, return_inverse=True)
    told: Codes = np.fromiter(map(ask, distinct.tolist()), dtype=np.intp)[places]
    return told


def _compared(values: Codes, wanted: int, anything: int) -> Codes:
    known = (values != anything) & (wanted != anything)
    return np.where((values & wanted) == 0, 2, np.where(known, 1, 0))


@of_entity(
    "entity number", _COMPARED, "Luo et al. 2004", reason=AGREEMENT, called="number of its entity", said=KNOWN_WORDS
)
def number(state: EntityState, later: int, entities: Codes) -> Codes:
    """Whether the numbers of all members agree with the mention's."""
    return _compared(state.number[entities], int(state.table.number[later]), 3)


@of_entity(
    "entity gender", _COMPARED, "Luo et al. 2004", reason=AGREEMENT, called="gender of its entity", said=KNOWN_WORDS
)
def gender(state: EntityState, later: int, entities: Codes) -> Codes:
    """Whether the genders of all members agree with the mention's."""
    return _compared(state.gender[entities], int(state.table.gender[later]), 7)


@of_entity(
    "entity size", bin_names(_SIZES, 1), "Luo et al. 2004", reason=TALKED_ABOUT, called="mentions of its entity so far"
)
def size(state: EntityState, later: int, entities: Codes) -> Codes:
    """Mentions so far."""
    return binned(state.size[entities], _SIZES)


@of_entity(
    "entity last mentioned",
    bin_names(_AGO),
    "Lappin & Leass 1994",
    reason=TALKED_ABOUT,
    called="sentences since its entity was mentioned",
)
def last_mentioned(state: EntityState, later: int, entities: Codes) -> Codes:
    """Sentences since its last mention."""
    sentence = state.table.sentence
    return binned(sentence[later] - sentence[state.latest[entities]], _AGO)


@of_entity(
    "entity has",
    ("pronouns only", "nouns", "a name"),
    "Haghighi & Klein 2009",
    reason=TALKED_ABOUT,
    called="its entity was mentioned by",
    said={"nouns": "nouns, too", "a name": "a name, too"},
)
def content(state: EntityState, later: int, entities: Codes) -> Codes:
    """Whether a member is a name, or a noun."""
    return np.where(state.named[entities], 2, np.where(state.nominal[entities], 1, 0))


@of_entity(
    "entity pronouns",
    ("", "such a one", "others only"),
    "Lappin & Leass 1994, equivalence classes",
    reason=TALKED_ABOUT,
    called="pronouns for its entity so far",
    said={"such a one": "like this one", "others only": "other ones only"},
)
def pronouns(state: EntityState, later: int, entities: Codes) -> Codes:
    """Whether third person pronouns took it up before, with the mention's number and gender or only with others."""
    such = (int(state.table.number[later]), int(state.table.gender[later]))
    taken_up = (state.pronouns[entity] for entity in entities.tolist())
    return np.fromiter((0 if not kinds else 1 if such in kinds else 2 for kinds in taken_up), dtype=np.intp)


@of_entity(
    "entity binding",
    ("", "one of them"),
    "Lappin & Leass 1994, 2.1.1 and 3",
    reason=ROLE,
    called="its entity is kept apart by binding",
)
def binding(state: EntityState, later: int, entities: Codes) -> Codes:
    """Whether syntax keeps a pronoun from a mention of the entity before it in its sentence: *He saw him*."""
    barred = {int(state.of[mention]) for mention in _kept_from(state.table, later)}
    return np.fromiter((entity in barred for entity in entities.tolist()), dtype=np.intp)


def _kept_from(table: MentionTable, pronoun: int) -> Iterator[int]:
    """The mentions before a pronoun in its sentence that syntax keeps it from; of no other mention any."""
    if not table.is_pronoun[pronoun] or table.discourse.mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
        return
    disjoint, earlier = disjoint_of(table.discourse, pronoun, _OPTIONS, "dep"), pronoun - 1
    while earlier >= 0 and table.sentence[earlier] == table.sentence[pronoun]:
        if disjoint.rule(earlier):
            yield earlier
        earlier -= 1
