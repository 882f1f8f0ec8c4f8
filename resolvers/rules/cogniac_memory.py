"""CogNIAC's memory of the read-in portion of a text, and the view of its rules from one pronoun.

Source: Baldwin (1997), sections 2.2 and 3.2. Possible antecedents are counted as entities.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.resolvers.baselines.oracle import KeyEntities
from anaphora_workbench.resolvers.contract.case import QUOTATIONS, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.agreement import agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.entities import Entities
from anaphora_workbench.resolvers.discourse.language_gaps import DOUBT
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.stages.agreement import wanted
from anaphora_workbench.resolvers.pronouns.stages.chains import CHAINS, barred_entities
from anaphora_workbench.resolvers.pronouns.stages.referents import REFERENTS
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST, before

# Filters that reject what an entity is, not how one of its mentions stands.
_KEPT_APART = frozenset({QUOTATIONS, CHAINS, REFERENTS, DOUBT})


class CogniacMemory(Memory):
    """The read-in portion of a discourse: its entities so far, and how often each rule fired."""

    reads_nouns = True

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self._together = self.parameters.unique == "entities"
        self.so_far = self.chains if self._together else Entities(discourse)
        self.entities = self.so_far
        self.fired: dict[str, int] = dict.fromkeys(self.resolver.order, 0)
        tables["rules"] = self.fired
        self._nominal = dict(resolver.nominal_links(discourse, None))
        # With ``correct_errors``: the entity of the key by position, and the last mention of each that was read.
        self._right = KeyEntities(discourse, key).near if key is not None else None
        self._last_of: dict[int, int] = {}

    def order(self) -> Iterable[int]:
        return range(len(self.discourse.mentions))

    def read(self, position: int) -> None:
        demonstrative = self.discourse.renaming.demonstrative.get(position)
        known = demonstrative in self.so_far.of
        self._take_in(position, demonstrative if known else self._nominal.get(position))

    def answered(self, case: Case[Any]) -> None:
        if case.rule in self.fired:
            self.fired[case.rule] += 1
        antecedent = case.antecedent
        if self._right is not None:
            antecedent = self._last_of.get(self._right.get(case.anaphor, -1))
        self._take_in(case.anaphor, antecedent)
        if antecedent is not None and not self._together:
            self.link(case.anaphor, antecedent)

    def _take_in(self, position: int, antecedent: int | None) -> None:
        """Take in the next mention, linked to its antecedent if it has one.

        A mention that can be nobody's antecedent is not taken in.
        """
        mention, entities = self.discourse.mentions[position], self.so_far
        if mention.person != 3 or not self.discourse.can_be_antecedent(position, self.shared.time_candidates):
            return
        entity = entities.of.get(antecedent) if antecedent is not None and self._together else None
        if entity is None:
            entities.found(position)
        else:
            entities.join(position, entity)
        if self._right is not None and position in self._right:
            self._last_of[self._right[position]] = position


class View:
    """The read-in portion as the rules see it from one pronoun.

    Attributes:
        possible: entities that agree and that syntax allows, each with its most recent listed mention.
        members_of: the members of these entities so far, by candidate, and how many they are.
    """

    def __init__(self, case: Case[CogniacMemory]) -> None:
        self.case = case
        self.memory = memory = case.memory
        self.anaphor = case.anaphor
        self.discourse = case.discourse
        self.pronoun: Mention = case.pronoun
        self._entities = memory.so_far
        barred, entity_of = barred_entities(case), self._entities.of
        if self._entities is not memory.chains:
            chains = memory.chains.members
            places = [position for chain in barred for position in chains[chain]]
            # A mention that nothing is linked to is in no chain.
            places += [candidate.position for candidate in case.candidates if candidate.rejected_by]
            barred = frozenset(entity_of[position] for position in places if position in entity_of)
        self._barred = {*barred, *self._around()}
        self._barred |= {
            self._entities.of[candidate.position]
            for candidate in case.candidates
            if candidate.rejected_by in _KEPT_APART and candidate.position in self._entities.of
        }
        self.possible: dict[int, int] = {}
        self.members_of: dict[int, tuple[list[int], int]] = {}
        for candidate in case.left:
            entity = self._entities.of.get(candidate.position)
            if entity is not None and entity not in self._barred:
                members = self._entities.members[entity]
                self.members_of[candidate.position] = members, len(members)
                self.possible.setdefault(entity, candidate.position)

    @property
    def candidates(self) -> list[Candidate]:
        """The mentions of the read-in portion that were listed, nearest first."""
        return list(self.case.candidates)

    def _around(self) -> Iterator[int]:
        """Entities with a mention that contains the pronoun and is not a candidate: they cannot be meant."""
        discourse = self.discourse
        shared = self.memory.shared
        listed = set(before(discourse, self.anaphor, 0, shared.time_candidates, shared.containing))
        for position in range(self.anaphor - 1, max(0, self.anaphor - FARTHEST) - 1, -1):
            if discourse.sentence[position] != discourse.sentence[self.anaphor]:
                return
            if discourse.inside(self.anaphor, position) and position not in listed:
                entity = self._entities.of.get(position)
                if entity is not None:
                    yield entity

    def within(self, sentences: int) -> dict[int, int]:
        """Possible entities with a mention at most so many sentences back, each with its most recent mention."""
        counted = self.discourse.counted_sentence
        earliest = counted[self.anaphor] - sentences
        return {e: p for e, p in self.possible.items() if counted[p] >= earliest}

    def in_discourse(self) -> dict[int, int]:
        """Possible entities of the whole read-in portion; at most two of them, for none but one is of use."""
        possible = dict(self.possible)
        for entity in self._beyond():
            if len(possible) > 1:
                break
            possible.setdefault(entity, self._entities.latest[entity])
        return possible

    def most_recent(self) -> int | None:
        """The most recent mention of a possible entity in the whole read-in portion."""
        listed = self.possible.values()
        return max(listed or (self._entities.latest[entity] for entity in self._beyond()), default=None)

    def _beyond(self) -> Iterator[int]:
        """Possible entities of the whole read-in portion, however far back; none where the window has an end."""
        if self.memory.window is not None:
            return
        features = wanted(self.memory, self.anaphor)
        for (number, gender), entities in self._entities.having.items():
            if agree(number, gender, 3, *features).ok:
                yield from (entity for entity in entities if entity not in self._barred)

    def single(self, possible: dict[int, int]) -> tuple[int | None, str]:
        """The antecedent if there is exactly one, else why there is none."""
        if len(possible) == 1:
            return next(iter(possible.values())), ""
        return None, self.listed(possible)

    def listed(self, possible: dict[int, int]) -> str:
        if not possible:
            return "no candidate"
        ids = [self.discourse.mentions[position].id for position in sorted(possible.values())]
        named = ",".join(ids[:6]) + (",…" if len(ids) > 6 else "")
        return f"{len(ids)} candidates: {named}"
