"""Oracles: the best that a given set of mentions, or a given set of filters, allows.

Source: Màrquez et al. (2012), section 4.1; resolvers.md, 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.resolvers.candidates import FARTHEST, UNFILTERED, CandidateLists
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.resolver import Link, Resolver
from anaphora_workbench.resolvers.trace import Trace


class KeyEntities:
    """Which entity of a key each mention of a discourse belongs to.

    Attributes:
        exact: entity by position, for mentions whose span is one of the key.
        near: the same, and beside it mentions that share only the head word with one of the key.
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


def _overlap(one: Mention, other: Mention) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


class Oracle(Resolver):
    """Answers from the key as far as the mentions at hand allow.

    Chains hold the mentions whose spans are exactly those of the key, which is best for chain metrics.
    Pronouns are answered by mentions that share at least the head word with one of the key, which is best
    for pronoun measures: by the nearest noun of the entity before them, by a pronoun only where there is
    no noun. A pronoun that the key links to nothing before it is not taken for an anaphor. Agreement does not
    bind it; its candidates carry the verdict all the same, so that it is measured on the same anaphors as others.
    """

    name = "oracle"
    description = "the best answer that the mentions at hand allow, taken from the key"
    source = "Màrquez et al. 2012"
    needs_key = True
    answers_make_chains = False

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        assert key is not None
        entity_of = KeyEntities(discourse, key).near
        lists = CandidateLists(discourse, UNFILTERED)
        before: dict[int, list[int]] = {}
        for position in range(len(discourse.mentions)):
            entity = entity_of.get(position)
            earlier = before.setdefault(entity, []) if entity is not None else []
            if discourse.in_scope(position):
                antecedent = self._chosen(discourse, earlier[: -FARTHEST - 1 : -1])
                rule = "not-anaphoric" if antecedent is None else "key"
                candidates = lists.of(position, antecedent)
                yield self.trace(discourse, position, candidates=candidates, antecedent=antecedent, rule=rule)
            earlier.append(position)

    def _chosen(self, discourse: Discourse, right: list[int]) -> int | None:
        """The first noun of those that are right, else the first pronoun."""
        nouns = (position for position in right if not discourse.mentions[position].is_pronoun)
        return next(nouns, right[0] if right else None)

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

    window: int | None = option(None, "sentences back in which candidates are looked for; none: no limit", least=0)


class OracleFiltered(Resolver):
    """The right candidate, if window and filters leave it: what they cost."""

    name = "oracle-filtered"
    description = "the right candidate wherever window and filters leave one"
    source = "baseline"
    Options = OracleFilteredOptions
    needs_key = True

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        assert key is not None
        lists = CandidateLists(discourse, self.settings)
        entity_of = KeyEntities(discourse, key).near
        for position in discourse.pronouns(self.settings.reciprocals):
            mention = discourse.mentions[position]
            if mention.pleonastic:
                yield self.trace(discourse, position, rule="pleonastic")
                continue
            lexical = mention.pronoun_type in ("reflexive", "reciprocal")
            candidates = lists.filtered(position, lists.before(position), syntax=not lexical)
            entity = entity_of.get(position, -1)
            right = (c.position for c in candidates if not c.rejected_by and entity_of.get(c.position) == entity)
            antecedent = next(right, None)
            rule = "key" if antecedent is not None else "no-candidate"
            yield self.trace(discourse, position, candidates=candidates, antecedent=antecedent, rule=rule)
