"""What a document must have so that a file of it is read again as it was: refused is better than changed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from anaphora_workbench.corpora.document import CoreferenceLayer, Document
from anaphora_workbench.corpora.errors import FormatError


def require_places(document: Document, layer: CoreferenceLayer | None, path: Path) -> None:
    """Raise FormatError for a document without words, or with a mention of a chain that has no place among them."""
    if not document.words:
        raise FormatError(path, None, f"document {document.id} has no words", "expected a document with a text")
    by_id = document.mention_by_id()
    for entity in layer.entities if layer is not None else ():
        for name in entity.mentions:
            mention = by_id.get(name)
            if mention is None or not 0 <= mention.start < mention.end <= len(document.words):
                wrong = f"mention {name!r} of document {document.id} has no place among its words"
                raise FormatError(path, None, wrong, "expected mentions of the text in every chain")


def require_sound(document: Document, path: Path) -> None:
    """Raise FormatError for a document that contradicts itself, so that a part of it would be left out unseen.

    Words in no sentence, a sentence in no paragraph, a mention id twice, stretches of a mention that overlap.
    """
    wrong = ""
    covered = 0
    for number, sentence in enumerate(document.sentences, 1):
        if sentence.start != covered:
            wrong = f"sentence {number} begins at word {sentence.start}, not at {covered}"
        if document.paragraphs and not 0 <= sentence.paragraph < len(document.paragraphs):
            wrong = f"sentence {number} is in paragraph {sentence.paragraph}, which is not there"
        covered = sentence.end
    if covered != len(document.words):
        wrong = wrong or f"{abs(len(document.words) - covered)} words are in no sentence"
    seen: set[str] = set()
    for mention in document.mentions:
        if mention.id in seen:
            wrong = wrong or f"duplicate mention id {mention.id!r}"
        if any(before[1] > after[0] for before, after in pairwise(mention.parts)):
            wrong = wrong or f"the parts of mention {mention.id!r} overlap"
        seen.add(mention.id)
    if wrong:
        raise FormatError(path, None, f"document {document.id}: {wrong}", "expected what workbench validate accepts")


def require_forms(document: Document, path: Path) -> None:
    """Raise FormatError for a word without a form, which would be read as an underscore."""
    for offset, word in enumerate(document.words):
        if not word.form and not word.empty:
            wrong = f"word {offset} of document {document.id} has no form"
            raise FormatError(path, None, wrong, "expected one for every word of the text")
