"""Mentions as nested brackets, for formats that cannot hold mentions that cross, or that cross within an entity."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Mention, span_order
from anaphora_workbench.corpora.formats.losses import crossing, tangled
from anaphora_workbench.corpora.support.errors import FormatError


def nested(
    document: Document, mentions: Iterable[Mention], path: Path, breaks: Sequence[int] = ()
) -> tuple[dict[int, list[Mention]], dict[int, int]]:
    """Mentions by the word where they open, outer first, and by last word how many close there.

    Args:
        breaks: words before which an element ends that is around all mentions in it, such as a sentence; ascending.

    Raises:
        FormatError: two of them cross, or one goes beyond such an end; it names them.
    """
    chosen = [mention for mention in mentions if mention.start >= 0]
    pair = next(crossing(chosen), None)
    if pair is not None:
        first, second = (_shown(document, mention) for mention in pair)
        wrong = f"document {document.id}: mentions {first} and {second} cross"
        raise FormatError(path, None, wrong, "expected mentions that nest, since the format is a tree")
    for mention in chosen:
        place = bisect_right(breaks, mention.start)
        if place < len(breaks) and breaks[place] < mention.end:
            wrong = f"document {document.id}: mention {_shown(document, mention)} goes beyond its sentence or paragraph"
            raise FormatError(path, None, wrong, "expected mentions that end in it, since the format is a tree")
    opening: dict[int, list[Mention]] = {}
    closing: dict[int, int] = {}
    for mention in sorted(chosen, key=span_order):
        opening.setdefault(mention.start, []).append(mention)
        closing[mention.end - 1] = closing.get(mention.end - 1, 0) + 1
    return opening, closing


def require_untangled(document: Document, path: Path, parts: bool = False) -> None:
    """Raise FormatError for crossing mentions of one entity, whose brackets would be read as other mentions."""
    pair = next(tangled(document, parts), None)
    if pair is not None:
        first, second = (_shown(document, mention) for mention in pair)
        wrong = f"document {document.id}: mentions {first} and {second} of one entity cross"
        raise FormatError(path, None, wrong, "expected them to nest, since brackets do not say which end is whose")


def require_text(document: Document, mentions: Iterable[Mention], path: Path) -> None:
    """Raise FormatError for a mention without id or text, which in running text would be nothing between two tags."""
    if not any(word.form.strip() for word in document.words):
        raise FormatError(path, None, f"document {document.id} has no text", "expected words with forms")
    for mention in mentions:
        if not mention.id or not any(word.form.strip() for word in document.words[mention.start : mention.end]):
            wrong = f"document {document.id}: mention {mention.id!r} has no {'text' if mention.id else 'id'}"
            raise FormatError(path, None, wrong, "expected an id, and words with forms")


def _shown(document: Document, mention: Mention) -> str:
    return f"{mention.id} ({document.mention_text(mention)[:40]!r})"
