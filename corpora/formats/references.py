"""Entities of formats in which a mention refers to another one."""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Entity, Mention


def entities_by_reference(mentions: Iterable[Mention], references: Iterable[tuple[str, str]]) -> list[Entity]:
    """What references join, as entities numbered from 1; a mention that none joins is one of its own.

    Args:
        mentions: in text order.
        references: pairs of ids of mentions that corefer.
    """
    mentions = list(mentions)
    parent = {mention.id: mention.id for mention in mentions}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    for name, other in references:
        parent[root(name)] = root(other)
    entities: dict[str, Entity] = {}
    for mention in mentions:
        entities.setdefault(root(mention.id), Entity(str(len(entities) + 1), [])).mentions.append(mention.id)
    return list(entities.values())
