"""One reading of a document for all resolvers of a comparison.

What resolvers ask of a document is the same for all of them, so a comparison need not work it out for each.
"""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.registry.joined import Joined


def share_reading(resolvers: Iterable[object]) -> None:
    """Let resolvers read each document once for all of them, as they take the documents by turns.

    A document must not change between them. A plug-in that is not a ``Resolver`` reads for itself.
    """
    reading = _Latest()
    for resolver in resolvers:
        for part in resolver.parts if isinstance(resolver, Joined) else [resolver]:
            if isinstance(part, Resolver):
                part.discourse_of = reading


class _Latest:
    """The Discourse of the document asked for last."""

    def __init__(self) -> None:
        self._discourse: Discourse | None = None

    def __call__(self, document: Document) -> Discourse:
        if self._discourse is None or self._discourse.document is not document:
            self._discourse = Discourse(document)
        return self._discourse
