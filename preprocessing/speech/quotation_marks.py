"""The stretches of a text between quotation marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Language

# A quotation that has not closed after so many words was a stray mark.
MAX_WORDS = 400
FULL_STOP, COMMA = ".", ","
FINAL = frozenset({FULL_STOP, "!", "?"})
BEFORE_CLOSING = FINAL | {COMMA, "-", "--", "–", "—", "...", "…"}
_BEFORE_OPENING = BEFORE_CLOSING | {":", ";"}
_APOSTROPHES = "quotation_marks.apostrophes"


@dataclass(frozen=True, slots=True)
class QuotedSpan:
    """Words of a quotation, end exclusive; one that its paragraph leaves open is not closed."""

    start: int
    end: int
    closed: bool = True


def quoted_spans(document: Document, language: Language) -> Iterator[QuotedSpan]:
    """The stretches between quotation marks; an apostrophe is one where speech begins and another ends it."""
    closing, apostrophes = language.quotation_marks, language.words(_APOSTROPHES)
    words = document.words
    paragraph_ends = {sentence.paragraph: sentence.end for sentence in document.sentences}
    start, mark, paragraph = -1, "", -1
    for sentence in document.sentences:
        if sentence.paragraph != paragraph:
            if start >= 0 and sentence.start - start <= MAX_WORDS:
                yield QuotedSpan(start, sentence.start, closed=False)
            start, paragraph = -1, sentence.paragraph
        for offset in range(sentence.start, sentence.end):
            form = words[offset].form
            if start >= 0 and form == closing.get(mark, mark) and (mark in closing or _closes_speech(words, offset)):
                yield QuotedSpan(start, offset + 1)
                start = -1
            elif start >= 0 and offset - start > MAX_WORDS:
                start = -1
            elif start < 0 and (
                form in closing
                or (form in apostrophes and _opens_speech(words, offset, sentence.start, paragraph_ends[paragraph]))
            ):
                start, mark = offset, form


def _opens_speech(words: Sequence[Word], offset: int, first: int, end: int) -> bool:
    """Whether an apostrophe stands right before a word where speech begins that another ends.

    *He said, 'Come in,'*, neither *my 'friend'* nor *'90s music*.

    Args:
        first, end: where its sentence begins and its paragraph ends.
    """
    mark = words[offset]
    begins = offset == first or (words[offset - 1].space_after and words[offset - 1].form in _BEFORE_OPENING)
    if mark.space_after or not begins:
        return False
    behind = range(offset + 1, min(end, offset + MAX_WORDS + 1))
    return any(words[other].form == mark.form and _closes_speech(words, other) for other in behind)


def _closes_speech(words: Sequence[Word], offset: int) -> bool:
    """Whether an apostrophe stands right behind a mark that ends speech: *'Come in,' said Ann*, not *the boys'*."""
    return not words[offset - 1].space_after and words[offset - 1].form in BEFORE_CLOSING
