"""Letters: who signs one is its *I*, and who is greeted its *you*.

A letter begins with a greeting, a sentence of its own (*Dear Tom,*), and ends with the name of who writes it, behind
words that take leave (*Yours, | Eva*) or alone. Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from anaphora_workbench.resolvers.discourse import Discourse

GREETINGS = "letters.greetings"
_LONGEST_GREETING, _LONGEST_NAME, _LONGEST_LEAVE = 7, 5, 6
_BEHIND_A_GREETING = frozenset({",", ":", "!", "-", "--", "–", "—", ";"})
_STOPS = frozenset({".", "!", "?"})


@dataclass(frozen=True)
class Letter:
    """Sentences ``first`` to ``end`` (exclusive), from the greeting on.

    Attributes:
        reader: position of the mention that is greeted. writer: of the one that signs, None for none.
    """

    first: int
    end: int
    reader: int
    writer: int | None


def letters(discourse: Discourse) -> Iterator[Letter]:
    """The letters of a document, in text order; none in a language without a list of greetings."""
    greetings = discourse.language.words(GREETINGS)
    greeted = {}
    for number in range(len(discourse.document.sentences)) if greetings else ():
        reader = _greeted(discourse, number, greetings)
        if reader is not None:
            greeted[number] = reader
    for first, end in pairwise([*greeted, len(discourse.document.sentences)]):
        yield Letter(first, end, greeted[first], _writer(discourse, first, end))


def _greeted(discourse: Discourse, number: int, greetings: frozenset[str]) -> int | None:
    """Position of the mention that a sentence greets; None if it is no greeting."""
    document = discourse.document
    sentence = document.sentences[number]
    words = [word.form.lower() for word in document.words[sentence.start : sentence.end]]
    if not 1 < len(words) <= _LONGEST_GREETING or words[0] not in greetings:
        return None
    behind = words[-1] in _BEHIND_A_GREETING
    if not behind and (words[-1] in _STOPS or not _ends_paragraph(discourse, number)):
        return None
    end = sentence.end - behind
    whole = [position for position in _within(discourse, number) if discourse.mentions[position].end == end]
    return min(whole, key=lambda position: discourse.mentions[position].start, default=None)


def _writer(discourse: Discourse, first: int, end: int) -> int | None:
    """Position of the last name behind a greeting that is a sentence, and the last of its paragraph."""
    for number in range(end - 1, first + 1, -1):
        signed = _signature(discourse, number)
        if signed is not None:
            return signed
    return None


def _signature(discourse: Discourse, number: int) -> int | None:
    """Position of the name that a sentence consists of, behind one that takes leave or known as a first name."""
    document = discourse.document
    sentence, before = document.sentences[number], document.sentences[number - 1]
    if sentence.end - sentence.start > _LONGEST_NAME or not _ends_paragraph(discourse, number):
        return None
    took_leave = before.end - before.start <= _LONGEST_LEAVE and document.words[before.end - 1].form not in _STOPS
    end = sentence.end - (document.words[sentence.end - 1].form in _STOPS)
    for position in _within(discourse, number):
        mention = discourse.mentions[position]
        if mention.kind == "proper" and (mention.start, mention.end) == (sentence.start, end):
            return position if took_leave or mention.gender_from == "name list" else None
    return None


def _ends_paragraph(discourse: Discourse, number: int) -> bool:
    sentences = discourse.document.sentences
    return number + 1 == len(sentences) or sentences[number + 1].paragraph != sentences[number].paragraph


def _within(discourse: Discourse, number: int) -> range:
    """Positions of the mentions of a sentence."""
    return range(discourse.sentence_start[number], discourse.sentence_start[number + 1])
