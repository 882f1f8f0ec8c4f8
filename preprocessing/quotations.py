"""Finds quoted speech and, where the text tells, who speaks."""

from __future__ import annotations

from collections.abc import Mapping

from anaphora_workbench.corpora.dependencies import DependencyTree
from anaphora_workbench.corpora.document import Document, Quotation

# A quotation that has not closed after so many words was a stray mark.
MAX_WORDS = 400


def find_quotations(document: Document, tree: DependencyTree, speech_verbs: frozenset[str]) -> list[Quotation]:
    """The quotations of a document in text order, each with its speaker where one is named.

    A paragraph's end closes what is open: English reopens a quotation that goes on in the next one.

    Args:
        speech_verbs: lemmas of verbs that introduce speech.
    """
    spans = _spans(document, tree.language.quotation_marks)
    quotations: list[Quotation] = []
    previous: int | None = None
    for start, end in spans:
        speaker = _speaker(document, tree, start, end, spans, speech_verbs)
        if speaker is None and previous is not None and _continues(document, start, quotations):
            speaker = previous
        quotations.append(Quotation(start, end, speaker))
        previous = speaker
    return quotations


def _spans(document: Document, closing: Mapping[str, str]) -> list[tuple[int, int]]:
    """Start and end of each quotation.

    Args:
        closing: the mark that closes, by the mark that opens.
    """
    spans: list[tuple[int, int]] = []
    start, mark, paragraph = -1, "", -1
    for sentence in document.sentences:
        if sentence.paragraph != paragraph:
            if start >= 0 and sentence.start - start <= MAX_WORDS:
                spans.append((start, sentence.start))
            start, paragraph = -1, sentence.paragraph
        for offset in range(sentence.start, sentence.end):
            form = document.words[offset].form
            if start >= 0 and form == closing[mark]:
                spans.append((start, offset + 1))
                start = -1
            elif start >= 0 and offset - start > MAX_WORDS:
                start = -1
            elif start < 0 and form in closing:
                start, mark = offset, form
    return spans


def _continues(document: Document, start: int, earlier: list[Quotation]) -> bool:
    """Whether a quotation goes on in the sentence in which the one before it stands."""
    return bool(earlier) and document.sentence_number(earlier[-1].start) == document.sentence_number(start)


def _speaker(
    document: Document,
    tree: DependencyTree,
    start: int,
    end: int,
    spans: list[tuple[int, int]],
    speech_verbs: frozenset[str],
) -> int | None:
    """Head of the subject of a speech verb that stands outside the quotation, in a sentence it touches or the next."""
    first = document.sentence_number(start)
    last = document.sentence_number(end - 1)
    paragraph = document.sentences[first].paragraph
    candidates = []
    for number in range(max(0, first - 1), min(len(document.sentences), last + 2)):
        sentence = document.sentences[number]
        if sentence.paragraph != paragraph:
            continue
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.lemma.lower() not in speech_verbs or any(a <= offset < b for a, b in spans):
                continue
            subject = tree.subject(offset)
            if subject is None or any(a <= subject < b for a, b in spans):
                continue
            distance = offset - end if offset >= end else start - offset
            outside = number < first or number > last
            candidates.append((outside, distance, subject))
    return min(candidates)[2] if candidates else None
