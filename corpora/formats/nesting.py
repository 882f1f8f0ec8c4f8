"""Mentions as nested brackets, for formats that are trees and so cannot hold crossing mentions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from corpora.document import Document, Mention
from corpora.errors import FormatError
from corpora.formats.losses import crossing


def nested(
    document: Document, mentions: Iterable[Mention], path: Path
) -> tuple[dict[int, list[Mention]], dict[int, int]]:
    """Mentions by the word where they open, outer first, and by last word how many close there.

    Raises:
        FormatError: two of them cross, which it names.
    """
    chosen = [mention for mention in mentions if mention.start >= 0]
    pair = next(crossing(chosen), None)
    if pair is not None:
        first, second = (f"{one.id} ({document.mention_text(one)[:40]!r})" for one in pair)
        wrong = f"document {document.id}: mentions {first} and {second} cross"
        raise FormatError(path, None, wrong, "expected mentions that nest, since the format is a tree")
    opening: dict[int, list[Mention]] = {}
    closing: dict[int, int] = {}
    for mention in sorted(chosen, key=lambda one: (one.start, -one.end)):
        opening.setdefault(mention.start, []).append(mention)
        closing[mention.end - 1] = closing.get(mention.end - 1, 0) + 1
    return opening, closing
