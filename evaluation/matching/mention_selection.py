"""Which mentions of a side are scored: repeats go first, then singletons, then zeros; then the rest are matched.

What went takes no part in matching. An entity that lost its zeros stays, even as a singleton; one that lost all its
mentions is no entity any more.

Source: CorefUD scorer 1.2 (Novák et al. 2024; metrics.md, section 18).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention, span_order
from anaphora_workbench.corpora.formats.parts.mention_heads import head_of, is_zero
from anaphora_workbench.evaluation.matching.alignment import span
from anaphora_workbench.evaluation.matching.minimum_spans import KeyParse, without_nested
from anaphora_workbench.evaluation.matching.repeats import owners, rule_for

_NO_SPAN = "without a span"
# Which of the repeats of a side are scored, in words.
REPEATS = "the larger entity keeps each, of equal ones the one whose other mentions come first"


@dataclass(frozen=True)
class KeptMentions:
    """The mentions of one side that are scored.

    Attributes:
        entities: entities by their first mention, mentions in text order.
        repeats: mentions left out because they stand twice.
        fallen_together: mentions left out because another of this side has their minimum span.
        repeating: by the rule of the CoNLL scorer, the entities with their repeats; empty where there are none.
        minimum: the minimum span of each mention by its id; empty where they are not asked for.
    """

    entities: list[list[Mention]]
    repeats: int
    fallen_together: int = 0
    minimum: Mapping[str, frozenset[int]] = field(default_factory=dict)
    repeating: list[list[Mention]] = field(default_factory=list)

    @property
    def mentions(self) -> list[Mention]:
        """All of them, entity by entity."""
        return [mention for entity in self.entities for mention in entity]


def identity(mention: Mention, by_head: bool) -> Hashable:
    """What two mentions of one side have in common if they are one: the same words, under head match also the head."""
    place = span(mention)
    if place is None:
        return _NO_SPAN, mention.id
    return (place, head_of(mention)) if by_head else place


def kept_mentions(
    document: Document, layer: CoreferenceLayer, values: Mapping[str, Any], is_key: bool, parse: KeyParse | None = None
) -> KeptMentions:
    """The mentions of a layer that are scored.

    Args:
        values: of all options.
        parse: of the key, where minimum spans or noun phrases only are asked for.
        is_key: by the rule of the CoNLL scorer the last entity of a key keeps a mention, and the first of a response.
    """
    by_head = values["mention_match"] == "head"
    in_order = _in_text_order(document, layer)
    identities = [[identity(mention, by_head) for mention in mentions] for _, mentions in in_order]
    owner = owners(identities, rule_for(is_key, values["conll_repeats"]))
    repeats = 0
    entities = []
    seen: set[Hashable] = set()
    for number, (_, mentions) in enumerate(in_order):
        kept = []
        for mention, known_as in zip(mentions, identities[number], strict=True):
            if owner[known_as] == number and known_as not in seen:
                seen.add(known_as)
                kept.append(mention)
            else:
                repeats += 1
        entities.append(kept)
    if values["singletons"] == "drop":
        entities = [entity for entity in entities if len(entity) > 1]
    if values["zeros"] == "drop":
        entities = [[mention for mention in entity if not is_zero(mention, document)] for entity in entities]
    if values["np_only"] and parse is not None:
        entities = [
            [mention for mention in entity if mention.start < 0 or not parse.is_verbal(mention)] for entity in entities
        ]
    if values["remove_nested"]:
        nested = [without_nested(entity) for entity in entities]
        least = 2 if values["singletons"] == "drop" else 1
        entities = [
            outer for outer, entity in zip(nested, entities, strict=True) if len(outer) >= min(least, len(entity))
        ]
    entities = [entity for entity in entities if entity]
    if values["min_spans"] and parse is not None:
        return _by_minimum_span(entities, repeats, parse)
    repeating = [mentions for _, mentions in in_order] if repeats and values["conll_repeats"] else []
    return KeptMentions(entities, repeats, repeating=repeating)


def _by_minimum_span(entities: list[list[Mention]], repeats: int, parse: KeyParse) -> KeptMentions:
    """Of mentions of one side with equal minimum spans the last entity has one; entities that lose all vanish."""
    minimum = {
        mention.id: parse.minimum_span(mention) for entity in entities for mention in entity if mention.start >= 0
    }
    owner: dict[Hashable, int] = {}
    for number, entity in enumerate(entities):
        owner |= {minimum.get(mention.id, mention.id): number for mention in entity}
    kept = []
    for number, entity in enumerate(entities):
        first: dict[Hashable, Mention] = {}
        for mention in entity:
            known_as = minimum.get(mention.id, mention.id)
            if owner[known_as] == number:
                first.setdefault(known_as, mention)
        kept.append(list(first.values()))
    fallen = sum(map(len, entities)) - sum(map(len, kept))
    return KeptMentions([entity for entity in kept if entity], repeats, fallen, minimum)


def _in_text_order(document: Document, layer: CoreferenceLayer) -> list[tuple[str, list[Mention]]]:
    """Entities by their first mention, mentions in text order; those without a span stay where the layer has them."""
    mention_of = document.mention_by_id()
    placed = []
    for entity in layer.entities:
        mentions = [mention_of[member] for member in entity.mentions]
        if not mentions:
            continue
        first: float = float("inf")
        if all(mention.start >= 0 for mention in mentions):
            mentions.sort(key=span_order)
            first = mentions[0].start
        placed.append((first, entity.id, mentions))
    placed.sort(key=lambda entity: entity[0])
    return [(entity_id, mentions) for _, entity_id, mentions in placed]
