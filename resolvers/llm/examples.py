"""The corpus that examples in prompts are taken from; never the one that is scored."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document

_SHOWN = 12


def text_checksum(document: Document) -> str:
    """SHA-256 of a document's text without blanks, the same however it is cut into words."""
    return hashlib.sha256("".join(document.text().split()).encode()).hexdigest()


class ExampleCorpus:
    """A corpus with a key, preprocessed.

    Attributes:
        documents: those with a key.
        version: its name and checksum, for signatures.

    Raises:
        ValueError: it has no document with a key.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        every = list(read(path))
        self._texts = {text_checksum(document) for document in every}
        self.documents = [document.as_key() for document in every if document.key is not None and document.words]
        if not self.documents:
            raise ValueError(f"llm.examples: {path}: no document with a key; expected a preprocessed corpus with one")
        whole = hashlib.sha256("\n".join(sorted(self._texts)).encode()).hexdigest()
        self.version = f"{path.name}@{whole[:_SHOWN]}"

    def require_other(self, document: Document) -> None:
        """Raise ValueError for a document of this corpus, by the checksum of its text."""
        if text_checksum(document) in self._texts:
            raise ValueError(
                f"{document.id}: its text is in the corpus that examples are from, {self.path}; "
                "expected examples from a corpus that is not scored"
            )


# A corpus at a path, read once.
examples_in = cache(ExampleCorpus)
