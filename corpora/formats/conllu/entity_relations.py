"""Split antecedents and bridging in the last column of CoNLL-U: ``SplitAnte=4<54,9<54``, ``Bridge=12<123:part``.

Both stand on a word of a mention of the entity after ``<``, usually its first: entities 4 and 9 are together the
antecedent of 54; 123 is bridged to 12, by a relation if a colon follows.

Source: GUM 11 (Zeldes 2017) and CorefUD 1.x (Nedoluzhko et al. 2022).
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from anaphora_workbench.corpora.document import Bridge, CoreferenceLayer, Document, Entity

SPLIT, BRIDGE = "SplitAnte", "Bridge"


class RelationError(ValueError):
    """A relation that is not of the form, or of entities that are not there."""


def pairs_of(value: str) -> list[tuple[str, str, str]]:
    """What precedes ``<``, what follows it, and the relation after a colon, of each item of a value.

    Raises:
        RelationError: an item is not of the form.

    >>> pairs_of("12<123:part,8<154")
    [('12', '123', 'part'), ('8', '154', '')]
    """
    pairs = []
    for item in value.split(","):
        member, sign, rest = item.partition("<")
        entity, _, relation = rest.partition(":")
        if not (member and sign and entity):
            raise RelationError(f"{item!r} is not a relation of entities; expected the form 4<54")
        pairs.append((member, entity, relation))
    return pairs


def read_relations(document: Document, offset: int, entities: dict[str, Entity], layer: CoreferenceLayer) -> list[str]:
    """Take the relations that a word states into the layer; returns those that were stated before.

    Args:
        entities: of the layer, by id.

    Raises:
        RelationError: a relation is not of the form, or names an entity that is not there.
    """
    extra = document.words[offset].extra
    twice: list[str] = []
    for name in (SPLIT, BRIDGE):
        for member, entity, relation in pairs_of(extra[name]) if name in extra else ():
            for known_as in (member, entity):
                if known_as not in entities:
                    raise RelationError(f"{name}={member}<{entity}, but there is no entity {known_as}")
            if name == SPLIT:
                if is_part_of(entities, entity, member):
                    raise RelationError(
                        f"{name}={member}<{entity}, but {entity} is part of the split antecedent of {member} itself"
                    )
                whole = entities[entity]
                if member in whole.split_antecedent:
                    twice.append(f"{name}={member}<{entity}")
                else:
                    whole.split_antecedent += (member,)
                continue
            anaphor = _mention_at(document, entities[entity], offset)
            if anaphor is None:
                raise RelationError(f"{name}={member}<{entity}, but no mention of entity {entity} is at the word")
            layer.bridges.append(Bridge(anaphor, entity=member, relation=relation))
    return twice


def is_part_of(entities: Mapping[str, Entity], part: str, whole: str) -> bool:
    """Whether an entity is one of another's split antecedent, or of one of a member of that, or is the other itself.

    Args:
        entities: of a layer, by id.
    """
    waiting, seen = [whole], set()
    while waiting:
        name = waiting.pop()
        if name == part:
            return True
        if name not in seen and name in entities:
            seen.add(name)
            waiting += entities[name].split_antecedent
    return False


def _mention_at(document: Document, entity: Entity, offset: int) -> str | None:
    """The mention of an entity that opens at a word, else the one around it that opens last."""
    members = set(entity.mentions)
    around = [
        mention for mention in document.mentions if mention.id in members and mention.start <= offset < mention.end
    ]
    return max(around, key=lambda mention: mention.start).id if around else None


def changed_notes(document: Document, layer: CoreferenceLayer | None) -> dict[int, dict[str, str]]:
    """What the words have to state about the relations of a layer, by offset, where that is not what they state.

    A relation stays on the word that states it; another one comes to the first word of its entity's first mention, or
    of the anaphor. An empty text: the word has nothing to state.

    Raises:
        RelationError: an id, or the name of a relation, cannot stand in one.
    """
    if layer is None:
        return {}
    stated = {
        (offset, name): word.extra[name]
        for offset, word in enumerate(document.words)
        for name in (SPLIT, BRIDGE)
        if name in word.extra
    }
    wanted = list(_relations(document, layer))
    if not stated and not wanted:
        return {}
    texts = {(name, item) for name, item, _ in wanted}
    already: Counter[tuple[str, str]] = Counter()
    changed: dict[int, dict[str, str]] = {}
    for (offset, name), value in stated.items():
        kept = [item for item in value.split(",") if (name, item) in texts]
        already.update((name, item) for item in kept)
        if kept != value.split(","):
            changed.setdefault(offset, {})[name] = ",".join(kept)
    for name, item, offset in wanted:
        if already[name, item]:
            already[name, item] -= 1
            continue
        at_word = changed.setdefault(offset, {})
        before = at_word[name] if name in at_word else stated.get((offset, name), "")
        at_word[name] = f"{before},{item}" if before else item
    return changed


def _relations(document: Document, layer: CoreferenceLayer) -> Iterator[tuple[str, str, int]]:
    """Name, text and place of each relation of a layer that CoNLL-U has a place for."""
    if not layer.bridges and not any(entity.split_antecedent for entity in layer.entities):
        return
    mention_of = document.mention_by_id()
    for entity in layer.entities:
        if entity.mentions:
            first = min(mention_of[member].start for member in entity.mentions)
            for member in entity.split_antecedent:
                yield SPLIT, _item(member, entity.id), first
    for bridge, antecedent, anaphor in bridged_entities(layer):
        yield BRIDGE, _item(antecedent, anaphor, bridge.relation), mention_of[bridge.anaphor].start


def _item(member: str, entity: str, relation: str = "") -> str:
    """One relation as it stands in a value. Raises RelationError for ids that would be read as others."""
    item = f"{member}<{entity}:{relation}" if relation else f"{member}<{entity}"
    try:
        alike = pairs_of(item) == [(member, entity, relation)]
    except RelationError:
        alike = False
    if not alike:
        raise RelationError(f"entities {member!r} and {entity!r} cannot be related as {item!r}")
    return item


def bridged_entities(layer: CoreferenceLayer) -> Iterator[tuple[Bridge, str, str]]:
    """The bridges between entities of a layer, with the ids of the antecedent's entity and of the anaphor's."""
    entity_of = layer.entity_of()
    ids = {entity.id for entity in layer.entities}
    for bridge in layer.bridges:
        antecedent = entity_of.get(bridge.antecedent or "")
        name = antecedent.id if antecedent is not None else bridge.entity
        if name in ids and bridge.anaphor in entity_of:
            yield bridge, name, entity_of[bridge.anaphor].id
