"""Signatures: one printable line that names all a score depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from anaphora_workbench.corpora.document import Document

_SHOWN = 12


def tool_version() -> str:
    """Version of the workbench."""
    from importlib.metadata import version

    return version("anaphora-workbench")


def signature(**parts: object) -> str:
    """``name:value`` for each part, apart by ``|``, the tool's version first; names as the command line spells them.

    >>> signature(corpus="samples", mention_match="exact").partition("|")[2]
    'corpus:samples|mention-match:exact'
    """
    named = {"workbench": tool_version(), **parts}
    return "|".join(f"{name.replace('_', '-')}:{_printable(value)}" for name, value in named.items())


def document_checksum(document: Document) -> str:
    """SHA-256 of everything a document holds, but not of where it was read from."""
    content = json.dumps(replace(document, source=""), default=_parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def corpus_checksum(checksums: Iterable[str]) -> str:
    """A short checksum of documents in whatever order they came."""
    return hashlib.sha256("\n".join(sorted(checksums)).encode()).hexdigest()[:_SHOWN]


def _printable(value: object) -> str:
    text = str(value).replace("|", "/")
    return "".join(character if character.isprintable() else "?" for character in text)


def _parts(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if is_dataclass(value):
        return [getattr(value, name) for name in _field_names(type(value))]  # type: ignore[arg-type]
    raise TypeError(f"{type(value).__name__} is no part of a document")


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
