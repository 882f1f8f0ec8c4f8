"""Resolvers and filters of other distributions work on a copy of the document, so that none changes what others read.

On GUM dev a copy costs about what Mitkov's algorithm takes on the same document, once for each foreign resolver.
Telling afterwards that a document was changed would cost a third of that, but the others would have read it by then;
frozen documents would have to be thawed by every reader.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Mapping
from typing import Any

from anaphora_workbench.corpora.document import Decision, Document
from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.resolver import Resolution

# What a class that is not a Resolver may leave out.
_UNSAID: Mapping[str, Any] = {
    "description": "",
    "source": "",
    "needs_key": False,
    "learnt_in": frozenset(),
    "options": {},
    "parts": (),
    "role": "algorithm",
}


class Guarded:
    """A foreign resolver, or one of ours with a foreign filter; it answers to all that the resolver answers to.

    Args:
        resolver: any object with ``resolve(document, key=None)``.
        name: as it is registered.
    """

    def __init__(self, resolver: Any, name: str) -> None:
        self._resolver = resolver
        self.name = name

    def __getattr__(self, name: str) -> Any:
        if name == "_resolver":
            # Not there yet while it is unpickled.
            raise AttributeError(name)
        if name in _UNSAID:
            return getattr(self._resolver, name, _UNSAID[name])
        return getattr(self._resolver, name)

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer a document, of which the resolver gets a copy.

        Raises:
            ValueError: what it returns is not a Resolution.
        """
        resolution = self._resolver.resolve(_copy(document), None if key is None else _copy(key))
        if not isinstance(resolution, Resolution):
            found = type(resolution).__name__
            raise ValueError(f"{document.id}: resolver {self.name!r} returned {found}; expected a Resolution")
        try:
            _check(resolution, {mention.id for mention in document.mentions})
        except (TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{document.id}: what resolver {self.name!r} returned is no answer: {error}") from error
        return resolution


def _check(resolution: Resolution, mentions: Collection[str]) -> None:
    """Raise ValueError, or what rubbish raises, for a Resolution that contradicts itself or its document.

    Args:
        mentions: ids of those of the document.
    """
    answered: set[str] = set()
    for decision in resolution.decisions:
        if not isinstance(decision, Decision):
            raise ValueError(f"a decision is of type {type(decision).__name__}; expected a Decision")
        anaphor = decision.anaphor
        named = [anaphor, *decision.candidates_before, *decision.candidates]
        if decision.antecedent is not None:
            named.append(decision.antecedent)
        unknown = next((name for name in named if name not in mentions), None)
        if unknown is not None:
            raise ValueError(f"{_brief(unknown)} is no mention of the document; expected ids of its mentions")
        if anaphor in answered:
            raise ValueError(f"{_brief(anaphor)} is answered twice; expected one decision for each pronoun")
        if anaphor == decision.antecedent:
            raise ValueError(f"{_brief(anaphor)} is answered by itself; expected another mention, or None")
        answered.add(anaphor)
    chained: set[str] = set()
    for chain in resolution.chains:
        for name in chain:
            if name not in mentions:
                raise ValueError(
                    f"{_brief(name)} in a chain is no mention of the document; expected ids of its mentions"
                )
            if name in chained:
                raise ValueError(f"{_brief(name)} is in a chain twice, or in two; expected chains that are disjoint")
            chained.add(name)
    for trace in resolution.traces:
        if not isinstance(trace, Case):
            raise ValueError(f"a trace is of type {type(trace).__name__}; expected a Case")


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _copy(document: Document) -> Document:
    copied: Document = pickle.loads(pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return copied
