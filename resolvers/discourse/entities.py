"""Mentions linked so far, as entities that grow while a text is read."""

from anaphora_workbench.resolvers.discourse.discourse import Discourse, Features


class Entities:
    """Entities of one discourse, numbered in the order in which they were founded.

    An entity has the numbers and genders that all its members allow. Where they allow none in common,
    which only an earlier error explains, it has those of its newest member (resolvers.md, 2.1).

    Attributes:
        of: entity by position of a mention; mentions not yet placed are absent.
        members: per entity the positions of its mentions, in the order in which they joined.
        latest: per entity the last of its members in the text.
        features: per entity its possible numbers and genders.
        having: the entities that have certain features, as a dict without values, to keep their order.
        changed: the mentions whose entity allows other features than it did before, or than they do, as it happened.
    """

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse
        self.of: dict[int, int] = {}
        self.members: list[list[int]] = []
        self.latest: list[int] = []
        self.features: list[Features] = []
        self.having: dict[Features, dict[int, None]] = {}
        self.changed: list[int] = []

    def found(self, position: int) -> int:
        """Open an entity with one member."""
        entity = len(self.members)
        features = self._discourse.number[position], self._discourse.gender[position]
        self.of[position] = entity
        self.members.append([position])
        self.latest.append(position)
        self.features.append(features)
        self.having.setdefault(features, {})[entity] = None
        return entity

    def merge(self, entity: int, other: int) -> None:
        """Let all members of an entity join another; what they leave has none."""
        if entity == other:
            return
        members, self.members[entity] = self.members[entity], []
        self.having[self.features[entity]].pop(entity, None)
        for position in members:
            self.join(position, other)

    def join(self, position: int, entity: int) -> None:
        """Add a mention to an entity."""
        self.of[position] = entity
        self.members[entity].append(position)
        self.latest[entity] = max(self.latest[entity], position)
        before = self.features[entity]
        features = self.with_member(entity, position)
        if features != before:
            del self.having[before][entity]
            self.having.setdefault(features, {})[entity] = None
            self.features[entity] = features
            self.changed += self.members[entity]
        elif before != (self._discourse.number[position], self._discourse.gender[position]):
            self.changed.append(position)

    def with_member(self, entity: int, position: int) -> Features:
        """The numbers and genders that an entity allows with a mention that has just joined it."""
        number, gender = self.features[entity]
        own_number, own_gender = self._discourse.number[position], self._discourse.gender[position]
        return number & own_number or own_number, gender & own_gender or own_gender
