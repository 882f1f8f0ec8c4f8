"""Bridging: is each bridging anaphor found, and bridged to the right entity?"""

from collections.abc import Callable, Hashable

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Options, Tally, recall_and_precision, tally_of
from anaphora_workbench.evaluation.matching.alignment import span
from anaphora_workbench.evaluation.matching.comparison import Comparison

_Place = Hashable


def anaphora(comparison: Comparison, options: Options) -> Tally:
    """Bridging anaphors with equal spans on both sides.

        recall = both / key    precision = both / response

    Source: Yu et al. (2022), Universal Anaphora scorer 2.0, anaphor recognition; metrics.md, section 23.
    """
    key, response = _sides(comparison, False)
    both = len(key.keys() & response.keys())
    return tally_of((both, len(key)), (both, len(response)))


def mentions(comparison: Comparison, options: Options) -> Tally:
    """Those whose antecedents have equal spans too.

    Source: Yu et al. (2022), the same scorer, full bridging at the level of mentions.

    Raises:
        ValueError: the key names only the entity that an anaphor is bridged to.
    """
    layer = comparison.documents.pair.key_layer
    if any(bridge.antecedent is None for bridge in layer.bridges):
        raise ValueError(
            "bridging_mentions: the key says which entity an anaphor is bridged to, not which mention of it; "
            "expected bridging_entities"
        )
    key, response = _sides(comparison, False)
    both = sum(response[anaphor][0] in key[anaphor] for anaphor in key.keys() & response.keys())
    return tally_of((both, len(key)), (both, len(response)))


def entities(comparison: Comparison, options: Options) -> Tally:
    """Those whose antecedents have equal spans or stand in one entity of the key.

    Where only the entity is known that an anaphor is bridged to, its last mention before the anaphor stands for it. An
    anaphor with several antecedents in the key is right with any of them; in the response its first one counts.

    Source: Yu et al. (2022), the same scorer, full bridging at the level of entities.
    """
    key, response = _sides(comparison, True)
    pair = comparison.documents.pair
    mention_of = pair.key.mention_by_id()
    entity_of: dict[_Place, str] = {
        span(mention_of[name]): entity.id for name, entity in pair.key_layer.entity_of().items()
    }
    both = 0
    for anaphor in key.keys() & response.keys():
        answer = response[anaphor][0]
        entity = entity_of.get(answer)
        both += answer is not None and any(
            answer == place or (entity is not None and entity_of.get(place) == entity) for place in key[anaphor]
        )
    return tally_of((both, len(key)), (both, len(response)))


def _sides(comparison: Comparison, by_entity: bool) -> tuple[dict[_Place, list[_Place]], dict[_Place, list[_Place]]]:
    pair = comparison.documents.pair
    return (
        _antecedents(pair.key, pair.key_layer, by_entity),
        _antecedents(pair.response, pair.response_layer, by_entity),
    )


def _antecedents(document: Document, layer: CoreferenceLayer, by_entity: bool) -> dict[_Place, list[_Place]]:
    """The spans of the antecedents of each bridging anaphor, by its span; None for one that is not known."""
    mention_of = document.mention_by_id()
    members = {entity.id: [mention_of[name] for name in entity.mentions] for entity in layer.entities}
    antecedents: dict[_Place, list[_Place]] = {}
    for bridge in layer.bridges:
        anaphor = mention_of[bridge.anaphor]
        antecedent = None if bridge.antecedent is None else mention_of[bridge.antecedent]
        if antecedent is None and by_entity:
            antecedent = _last_before(anaphor, members.get(bridge.entity, []))
        antecedents.setdefault(span(anaphor), []).append(None if antecedent is None else span(antecedent))
    return antecedents


def _last_before(anaphor: Mention, members: list[Mention]) -> Mention | None:
    """The last of some mentions before an anaphor, else the first of all; None where there is none."""
    before = [mention for mention in members if mention.start < anaphor.start]
    if before:
        return max(before, key=lambda mention: (mention.start, mention.end))
    return min(members, key=lambda mention: (mention.start, mention.end), default=None)


def _metric(name: str, description: str, count: Callable[[Comparison, Options], Tally], rank: int) -> Metric:
    return Metric(
        name=name,
        description=description,
        source="Yu et al. (2022), Universal Anaphora scorer 2.0",
        count=count,
        score=recall_and_precision,
        needs=Needs.BRIDGING,
        definition=count,
        rank=rank,
    )


ANAPHORA = _metric("bridging_anaphora", "bridging anaphors found", anaphora, 41)
MENTIONS = _metric("bridging_mentions", "bridging anaphors with the right antecedent", mentions, 42)
ENTITIES = _metric("bridging_entities", "bridging anaphors with an antecedent of the right entity", entities, 43)
