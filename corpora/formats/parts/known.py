"""What a source states beside its words and chains: paragraphs, speakers, heads and singletons are known or not."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of, stated_head

PARAGRAPHS, SPEAKERS, HEADS, SINGLETONS = "paragraphs", "speakers", "heads", "singletons"


def note_known(document: Document, states: Collection[str]) -> None:
    """Set the flags of a document as it was read: known is what its format has a place for, and its file states.

    Args:
        states: what the format has a place for.
    """
    for name, stated in _STATED.items():
        setattr(document, f"{name}_known", name in states and stated(document))


def flags(document: Document) -> dict[str, Any]:
    """The flags of a document by their names, as ``replace`` takes them."""
    return {f"{name}_known": getattr(document, f"{name}_known") for name in _STATED}


def _speakers(document: Document) -> bool:
    return any(sentence.speaker for sentence in document.sentences) or any(word.speaker for word in document.words)


def _heads(document: Document) -> bool:
    """Whether there is a parse, or a head that is not simply the last word."""
    if document.relations or any(word.head >= 0 for word in document.words):
        return True
    full_words = full_words_of(document)
    return any(
        stated_head(mention) is not None
        or mention.head != (full_words.last(mention.stretches) if document.words else mention.end - 1)
        for mention in document.mentions
        if mention.start >= 0
    )


def _singletons(document: Document) -> bool:
    """Whether one mention is alone; a key in which none is may have none by its scheme."""
    return any(len(entity.mentions) == 1 for layer in document.coreference.values() for entity in layer.entities)


_STATED: Mapping[str, Callable[[Document], bool]] = {
    # Where marks of paragraphs may be left out, the reader says whether there are any.
    PARAGRAPHS: lambda document: document.paragraphs_known,
    SPEAKERS: _speakers,
    HEADS: _heads,
    SINGLETONS: _singletons,
}
