"""Entities of formats in which a mention refers to another one."""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Entity, Mention
from anaphora_workbench.corpora.document.closure import closure_by_id


def entities_by_reference(mentions: Iterable[Mention], references: Iterable[tuple[str, str]]) -> list[Entity]:
    """What references join, as entities numbered from 1; a mention that none joins is one of its own.

    Args:
        mentions: in text order.
        references: pairs of ids of mentions that corefer.
    """
    chains = closure_by_id(references, [mention.id for mention in mentions])
    return [Entity(str(number), chain) for number, chain in enumerate(chains, 1)]
