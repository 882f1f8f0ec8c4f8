"""Resolvers and filters of other distributions work on a copy of the document, so that none changes what others read.

On GUM dev a copy costs about what Mitkov's algorithm takes on the same document, once for each foreign resolver.
Telling afterwards that a document was changed would cost a third of that, but the others would have read it by then;
frozen documents would have to be thawed by every reader.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.resolver import Resolution

# What a class that is not a Resolver may leave out.
_UNSAID: Mapping[str, Any] = {
    "description": "",
    "source": "",
    "needs_key": False,
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
        return resolution


def _copy(document: Document) -> Document:
    copied: Document = pickle.loads(pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return copied
