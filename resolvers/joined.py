"""Resolvers joined by ``+``: a pronoun resolver and a nominal one make full coreference."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.closure import closure
from anaphora_workbench.corpora.document import Decision, Document, sorted_mentions
from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.guard import Guarded
from anaphora_workbench.resolvers.link_types import link_types
from anaphora_workbench.resolvers.resolver import Resolution, Resolver

JOIN = "+"


class Joined:
    """Several resolvers on the same document; chains are the closure of all their links.

    A pronoun is answered by the first of them that has it in scope. A resolver of full coreference behind one that
    answers pronouns resolves the other mentions only.
    """

    def __init__(self, parts: Sequence[Resolver | Guarded]) -> None:
        answered = [any(other.role != "nominal" for other in parts[:place]) for place in range(len(parts))]
        self.parts = [
            part.leaving_pronouns() if others and isinstance(part, Resolver) else part
            for part, others in zip(parts, answered, strict=True)
        ]
        self.name = JOIN.join(part.name for part in parts)
        self.needs_key = any(part.needs_key for part in parts)
        self.learnt_in = frozenset(code for part in parts for code in part.learnt_in)

    @property
    def options(self) -> dict[str, Any]:
        """Options of all parts, each as ``NAME.OPTION``."""
        return {f"{part.name}.{name}": value for part in self.parts for name, value in part.options.items()}

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer a document by all parts.

        Raises:
            ValueError: a part needs a key and there is none.
        """
        mention_of = document.mention_by_id()
        resolutions = [part.resolve(document, key if part.needs_key else None) for part in self.parts]
        answered: dict[str, tuple[Decision, Case[Any]]] = {}
        for resolution in resolutions:
            for decision, trace in zip(resolution.decisions, resolution.traced(document), strict=True):
                if decision.anaphor not in answered or answered[decision.anaphor][0].excluded:
                    answered[decision.anaphor] = decision, trace
        tables = {resolution.resolver: resolution.tables for resolution in resolutions if resolution.tables}
        chains = _closure([mention.id for mention in sorted_mentions(document.mentions)], resolutions)
        return Resolution(
            document.id,
            self.name,
            self.options,
            [decision for decision, _ in answered.values()],
            chains,
            [trace for _, trace in answered.values()],
            tables,
            [trace for resolution in resolutions for trace in resolution.mention_traces],
            link_types(document, mention_of, chains),
        )


def is_foreign(resolver: object) -> bool:
    """Whether code of another distribution answers, alone, joined with others, or as a filter of one of ours."""
    return isinstance(resolver, Guarded) or (isinstance(resolver, Joined) and any(map(is_foreign, resolver.parts)))


def _closure(mentions: list[str], resolutions: list[Resolution]) -> list[list[str]]:
    """The finest entities that hold together what any of the resolutions does.

    Args:
        mentions: ids in text order.
    """
    place = {mention: number for number, mention in enumerate(mentions)}
    links = [
        (place[later], place[earlier])
        for resolution in resolutions
        for chain in resolution.chains
        for earlier, later in pairwise(chain)
    ]
    return closure(mentions, links)
