"""Quotations by their marks, one in another, and speech that a dash opens at the beginning of a paragraph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Language, Lexicon

# A quotation that has not closed after so many words was a stray mark.
MAX_WORDS = 400
# Speech that goes on behind a tag of at most so many words may begin with a small letter.
_TAG = 12
FULL_STOP, COMMA = ".", ","
FINAL = frozenset({FULL_STOP, "!", "?"})
DASHES = frozenset({"—", "–", "―", "--"})
# These are apostrophes as well.
_STRAIGHT, _CURLY = "'", "’"
_BACKQUOTE = "`"
_BEFORE_SPEECH = DASHES | {COMMA, ":"}
_NAMES_SOMEBODY = frozenset({"PRON", "PROPN", "NOUN", "DET"})
_BEHIND_SPEECH = FINAL | DASHES | {COMMA, "…", "...", ";", ")"}


@dataclass(frozen=True, slots=True)
class QuotedSpan:
    """Words of a quotation, end exclusive.

    Attributes:
        closed: False for one that its paragraph leaves open.
        marked: False for one that a dash opens and nothing but the narrator's words closes.
    """

    start: int
    end: int
    closed: bool = True
    marked: bool = True

    @property
    def last(self) -> int:
        """The last word that is quoted, without the mark that closes the quotation."""
        return self.end - 1 - self.marked

    def holds(self, other: "QuotedSpan") -> bool:
        """Whether another quotation stands in this one."""
        return self != other and self.start <= other.start and other.end <= self.end


def quoted_spans(document: Document, language: Language, lexicon: Lexicon) -> list[QuotedSpan]:
    """The stretches of a document that somebody is reported to say, in text order, the outer before the inner."""
    marks = _Marks(document.words, language)
    spans = [span for start, end in _paragraphs(document) for span in marks.read(start, end)]
    quoted = {offset for span in spans for offset in range(span.start, span.end)}
    spans += (span for span in _spoken_behind_dashes(document, lexicon) if span.start not in quoted)
    return sorted(spans, key=lambda span: (span.start, -span.end))


def _paragraphs(document: Document) -> Iterator[tuple[int, int]]:
    """First word and end of each paragraph."""
    start, paragraph = 0, None
    for sentence in document.sentences:
        if paragraph is not None and sentence.paragraph != paragraph:
            yield start, sentence.start
            start = sentence.start
        paragraph = sentence.paragraph
    if start < len(document.words):
        yield start, len(document.words)


class _Marks:
    """The quotations of a paragraph by the marks around them."""

    def __init__(self, words: Sequence[Word], language: Language) -> None:
        self._words, self._closing = words, language.quotation_marks
        self._marks = {mark for pair in self._closing.items() for mark in pair}
        # Where the last quotation between apostrophes ends.
        self._apostrophe = -MAX_WORDS

    def read(self, start: int, end: int) -> Iterator[QuotedSpan]:
        """The quotations of a paragraph, an inner one before the outer."""
        # Where each open quotation begins and the mark that closes it, the innermost last.
        opened: list[tuple[int, str]] = []
        for offset in range(start, end):
            form = self._mark(offset)
            opened = [(first, closing) for first, closing in opened if offset - first <= MAX_WORDS]
            closings = [closing for _, closing in opened]
            if form in closings and self._closes(offset, end):
                place = len(closings) - 1 - closings[::-1].index(form)
                yield QuotedSpan(opened[place][0], offset + 1)
                if form == _STRAIGHT:
                    self._apostrophe = offset + 1
                del opened[place:]
            elif self._opens(offset, start, end, closings):
                opened.append((offset, self._closing[form]))
        for first, _ in opened:
            if end - first <= MAX_WORDS:
                yield QuotedSpan(first, end, closed=False)

    def _mark(self, offset: int) -> str:
        """A word; two backquotes in a row, as spaCy parts them, are one mark at the first."""
        form = self._words[offset].form
        if form != _BACKQUOTE:
            return form
        if offset and self._words[offset - 1].form == _BACKQUOTE and not self._words[offset - 1].space_after:
            return ""
        doubled = offset + 1 < len(self._words) and self._words[offset + 1].form == _BACKQUOTE
        return form * 2 if doubled and not self._words[offset].space_after else form

    def _opens(self, offset: int, start: int, end: int, closings: list[str]) -> bool:
        """Whether a mark opens a quotation; an apostrophe only before speech, if another one closes it."""
        form = self._mark(offset)
        closing = self._closing.get(form)
        if closing is None or (closings and closing == closings[-1]):
            return False
        if form != _STRAIGHT:
            return True
        before = self._words[offset - 1].form if offset > start else COMMA
        if before not in _BEFORE_SPEECH and before not in self._marks:
            return False
        after = self._words[offset + 1].form if offset + 1 < end else ""
        if not after[:1].isupper() and after not in self._marks and offset - self._apostrophe > _TAG:
            return False
        for place in range(offset + 1, min(end, offset + MAX_WORDS)):
            if self._words[place].form in closings:
                return False
            if self._words[place].form == closing and self._closes(place, end):
                return place > offset + 1
        return False

    def _closes(self, offset: int, end: int) -> bool:
        """Whether a mark closes a quotation; an apostrophe does beside punctuation, a curly one behind no *s*."""
        form, before = self._words[offset].form, self._words[offset - 1].form
        if form not in (_STRAIGHT, _CURLY):
            return True
        after = self._words[offset + 1].form if offset + 1 < end else FULL_STOP
        if any(word in _BEHIND_SPEECH or word in self._marks for word in (before, after)):
            return True
        return form == _CURLY and not before.lower().endswith("s")


def _spoken_behind_dashes(document: Document, lexicon: Lexicon) -> list[QuotedSpan]:
    """What paragraphs that begin with a dash say without their tags; nothing where no such paragraph has a tag.

    *— I am tired, said Bob.*, *—Estoy cansado —dijo Luis—. Me voy.*
    """
    tags = _TagsOfDashes(document.words, lexicon)
    spans: list[QuotedSpan] = []
    for start, end in _paragraphs(document):
        if document.words[start].form in DASHES:
            spans += tags.around(start, end)
    return spans if tags.found else []


class _TagsOfDashes:
    """Finds the narrator's words in paragraphs that a dash begins.

    Attributes:
        found: whether there were any.
    """

    def __init__(self, words: Sequence[Word], lexicon: Lexicon) -> None:
        self._words, self._verbs, self.found = words, lexicon.words("speech_verbs.words"), False

    def around(self, start: int, end: int) -> Iterator[QuotedSpan]:
        """What is said in a paragraph; a tag that a dash begins ends with one, another with the paragraph."""
        first: int | None = start
        set_off = False
        for offset in range(start + 1, end - 1):
            mark = self._words[offset].form
            if first is not None and self._begins(offset + 1, end, mark):
                self.found, set_off = True, mark in DASHES
                yield QuotedSpan(first, offset + (not set_off), marked=False)
                first = None
            elif first is None and set_off and mark in DASHES:
                first = offset
        if first is not None:
            yield QuotedSpan(first, end, marked=False)

    def _begins(self, offset: int, end: int, mark: str) -> bool:
        """Whether a tag begins behind a mark: *, said Bob*, *! he said quietly*, *—dijo*; not *, he said nothing*."""
        if mark not in _BEHIND_SPEECH:
            return False
        word, after = self._words[offset], self._words[min(offset + 1, end - 1)]
        if self._says(word):
            return mark in DASHES or after.upos in _NAMES_SOMEBODY
        behind = self._words[offset + 2].upos if offset + 2 < end else "PUNCT"
        return word.upos in ("PRON", "PROPN") and self._says(after) and behind in ("PUNCT", "ADV", "ADP")

    def _says(self, word: Word) -> bool:
        return word.upos == "VERB" and word.lemma.lower() in self._verbs
