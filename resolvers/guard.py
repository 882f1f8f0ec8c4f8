"""Resolvers of other distributions work on a copy of the document, so that none can change what the next one reads.

On GUM dev a copy costs about what Mitkov's algorithm takes on the same document, once for each foreign resolver.
Telling afterwards that a document was changed would cost a third of that, but the others would have read it by then;
frozen documents would have to be thawed by every reader.
"""

from __future__ import annotations

import pickle
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.resolver import Resolution


class Guarded:
    """A foreign resolver; it answers to all that the resolver answers to.

    Args:
        resolver: any object with ``resolve(document, key=None)``.
    """

    def __init__(self, resolver: Any) -> None:
        self._resolver = resolver

    def __getattr__(self, name: str) -> Any:
        if name == "_resolver":
            # Not there yet while it is unpickled.
            raise AttributeError(name)
        return getattr(self._resolver, name)

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer a document, of which the resolver gets a copy."""
        resolution: Resolution = self._resolver.resolve(_copy(document), None if key is None else _copy(key))
        return resolution


def _copy(document: Document) -> Document:
    copied: Document = pickle.loads(pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return copied
