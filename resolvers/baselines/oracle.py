"""Oracles: the best that a given set of mentions, or a given set of filters, allows.

Source: Màrquez et al. (2012), section 4.1; resolvers.md, 7.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.document.links import Link as TypedLink
from anaphora_workbench.corpora.document.links import links_of
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolution, Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import PronounOptions, ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST


class KeyEntities:
    """Which entity of a key each mention of a discourse belongs to.

    Attributes:
        exact: entity by position, for mentions whose span is one of the key.
        near: the same, and also mentions that share only the head word with one of the key.
    """

    def __init__(self, discourse: Discourse, key: Document) -> None:
        layer = key.key
        entity_of = {} if layer is None else {m: e for e, entity in enumerate(layer.entities) for m in entity.mentions}
        self.exact: dict[int, int] = {}
        self.near: dict[int, int] = {}
        spans: dict[tuple[int, int], list[Mention]] = {}
        heads: dict[int, list[Mention]] = {}
        for mention in key.mentions:
            if mention.id in entity_of:
                spans.setdefault((mention.start, mention.end), []).append(mention)
                for head in dict.fromkeys((mention.head, *mention.other_heads)):
                    heads.setdefault(head, []).append(mention)
        taken: set[str] = set()
        by_id = {mention.id for same in spans.values() for mention in same}
        for position, mention in enumerate(discourse.mentions):
            same = spans.get((mention.start, mention.end), [])
            # Two key mentions may share a span: the one with the same id first, then each but once.
            own = [m for m in same if m.id == mention.id] if mention.id in by_id else []
            free = own or [m for m in same if m.id not in taken]
            if free:
                taken.add(free[0].id)
                self.exact[position] = self.near[position] = entity_of[free[0].id]
        for position, mention in enumerate(discourse.mentions):
            if position not in self.near and mention.head in heads:
                widest = max(heads[mention.head], key=lambda other: (_overlap(mention, other), -other.start))
                self.near[position] = entity_of[widest.id]


def _given_by_key(document: Document, key: Document) -> dict[str, str]:
    """Which mention of a document has the span of each of its key, by ids."""
    by_span: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for mention in document.mentions:
        by_span.setdefault(tuple(mention.stretches), []).append(mention.id)
    given: dict[str, str] = {}
    for mention in key.mentions:
        same = by_span.get(tuple(mention.stretches), [])
        if same:
            given[mention.id] = mention.id if mention.id in same else same[0]
    return given


def _overlap(mention: Mention, of_key: Mention) -> int:
    """Words that two mentions share."""
    return max(0, min(mention.end, of_key.end) - max(mention.start, of_key.start))


class KeyAtHand(Memory):
    """The entities of the key."""

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        assert key is not None
        self.entity_of = KeyEntities(discourse, key).near


class KeyMemory(KeyAtHand):
    """The entities of the key, and which mentions of each came before."""

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self.before: dict[int, list[int]] = {}

    def order(self) -> Iterable[int]:
        return range(len(self.discourse.mentions))

    def read(self, position: int) -> None:
        entity = self.entity_of.get(position)
        if entity is not None:
            self.before.setdefault(entity, []).append(position)

    def answered(self, case: Case[Any]) -> None:
        self.read(case.anaphor)


class Oracle(PronounResolver):
    """Answers from the key as far as the mentions at hand allow.

    Chains hold the mentions whose spans are exactly those of the key, which is best for chain metrics.
    Pronouns are answered by mentions that share at least the head word with one of the key, which is best
    for pronoun measures: by the nearest noun of the entity before them, by a pronoun only where there is
    no noun. A pronoun that the key links to nothing before it is not taken for an anaphor. Agreement does not
    bind it; its candidates carry the verdict all the same, so that it is measured on the same anaphors as others.
    """

    name = "oracle"
    description = "the best answer that the mentions allow, taken from the key"
    role = "oracle"
    answers_nouns = True
    source = "Màrquez et al. 2012"
    Options = ResolverOptions
    Memory = KeyMemory
    needs_key = True
    answers_make_chains = False
    leaves_pleonastic = False
    names_demonstratives = False
    binds = takes_certain = looks_ahead = False
    rule = "key"

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        resolution = super().resolve(document, key)
        layer = key.key if key is not None else None
        if key is not None and layer is not None:
            given = _given_by_key(document, key)
            types = {name: kind for entity in layer.entities for name, kind in entity.types.items()}
            resolution.types = {given[name]: kind for name, kind in types.items() if name in given}
            best = {entity.dominant for entity in layer.entities}
            resolution.dominant = frozenset(given[name] for name in given if name in best)
            links = links_of(layer)
            if links is not None:
                resolution.links = [
                    TypedLink(given[link.referent], tuple(given[name] for name in link.antecedents), link.type)
                    for link in links
                    if given.keys() >= {link.referent, *link.antecedents}
                ]
        return resolution

    def choose(self, case: Case[KeyMemory]) -> int | None:
        memory = case.memory
        entity = memory.entity_of.get(case.anaphor)
        right = [] if entity is None else memory.before.get(entity, [])[: -FARTHEST - 1 : -1]
        if not right:
            case.rule = "not-anaphoric"
            return None
        nouns = (position for position in right if not case.mention(position).is_pronoun)
        return next(nouns, right[0])

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        assert key is not None
        latest: dict[int, int] = {}
        links = []
        for position, entity in sorted(KeyEntities(discourse, key).exact.items()):
            if entity in latest:
                links.append((position, latest[entity]))
            latest[entity] = position
        return links


@dataclass(frozen=True, kw_only=True)
class OracleFilteredOptions(PronounOptions):
    """Options of ``oracle-filtered``."""

    window: int | None = option(None, "sentences back to look for candidates in; none: no limit", least=0)


class OracleFiltered(PronounResolver):
    """The right candidate, if window and filters leave it: what they cost."""

    name = "oracle-filtered"
    description = "the right candidate wherever window and filters leave one"
    role = "oracle"
    source = "baseline"
    Options = OracleFilteredOptions
    Memory = KeyAtHand
    needs_key = True
    names_demonstratives = False
    binds = takes_certain = looks_ahead = False
    rule = "key"

    def choose(self, case: Case[KeyAtHand]) -> int | None:
        entity_of = case.memory.entity_of
        entity = entity_of.get(case.anaphor, -1)
        return next((c.position for c in case.left if entity_of.get(c.position) == entity), None)
