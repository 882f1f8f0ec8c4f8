"""Letters: the person who signs is *I*, the person greeted is *you*.

A letter begins with a greeting, a sentence of its own (*Dear Tom,*), and ends with the name of who writes it, behind
words that take leave (*Yours, | Eva*) or alone. Source: our own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.discourse.discourse import Discourse

GREETINGS, CLOSINGS = "letters.greetings", "letters.closings"
_LONGEST_GREETING, _LONGEST_NAME, _LONGEST_LEAVE = 7, 5, 6
# Sentences before a greeting whose letter nobody signs, and behind a signature: a story goes on after a letter in it.
_LONGEST_HEAD, _LONGEST_POSTSCRIPT = 10, 10
_COMMA = ","
_BEHIND_A_GREETING = frozenset({_COMMA, ":", "!", "-", "--", "–", "—", ";"})
_STOPS = frozenset({".", "!", "?"})


@dataclass(frozen=True)
class Letter:
    """Sentences ``first`` to ``end`` (exclusive), from the greeting on.

    Attributes:
        reader: position of the mention that is greeted. writer: of the one that signs; None for none.
    """

    first: int
    end: int
    reader: int | None
    writer: int | None


def letters(discourse: Discourse) -> Iterator[Letter]:
    """The letters of a document, in text order; none in a language without a list of greetings."""
    last = len(discourse.document.sentences)
    sentences = range(last if discourse.language.words(GREETINGS) else 0)
    greetings = [number for number in sentences if _greets(discourse, number)]
    for first, end in pairwise([*greetings, last]):
        writer = _writer(discourse, range(first + 1, end))
        if writer is not None and end - discourse.sentence[writer] > _LONGEST_POSTSCRIPT:
            end = discourse.sentence[writer] + 1
        if writer is not None or first <= _LONGEST_HEAD:
            yield Letter(first, end, _reader(discourse, first), writer)


def _greets(discourse: Discourse, number: int) -> bool:
    """Whether a sentence greets somebody and no more."""
    forms = _forms(discourse, number)
    if not 1 < len(forms) <= _LONGEST_GREETING or forms[0] not in discourse.language.words(GREETINGS):
        return False
    if forms[1] == _COMMA or not _ends_paragraph(discourse, number - 1):
        # *Hello, Tom!*, and what somebody says in a story.
        return False
    return forms[-1] in _BEHIND_A_GREETING or (forms[-1] not in _STOPS and _ends_paragraph(discourse, number))


def _reader(discourse: Discourse, number: int) -> int | None:
    """Position of the longest mention that ends a greeting; None for *Hi there!*"""
    end = discourse.document.sentences[number].end - (_forms(discourse, number)[-1] in _BEHIND_A_GREETING)
    named = [position for position in _within(discourse, number) if discourse.mentions[position].end == end]
    return min(named, key=lambda position: discourse.mentions[position].start, default=None)


def _writer(discourse: Discourse, sentences: range) -> int | None:
    """Position of the first name that signs behind a sentence that takes leave, else of the last that is a person's."""
    signatures = {number: _signature(discourse, number) for number in sentences}
    signed = {number: position for number, position in signatures.items() if position is not None}
    behind_leave = [position for number, position in signed.items() if _takes_leave(discourse, number - 1)]
    persons = [place for place in signed.values() if NEUTER not in discourse.mentions[place].gender]
    return next(iter((*behind_leave, *reversed(persons))), None)


def _takes_leave(discourse: Discourse, number: int) -> bool:
    forms = _forms(discourse, number) or [""]
    leaves = forms[-1] == _COMMA or forms[0] in discourse.language.words(CLOSINGS)
    return leaves and len(forms) <= _LONGEST_LEAVE


def _signature(discourse: Discourse, number: int) -> int | None:
    """Position of the name that a sentence consists of, if that ends a paragraph."""
    document, sentence = discourse.document, discourse.document.sentences[number]
    if sentence.end - sentence.start > _LONGEST_NAME or not _ends_paragraph(discourse, number):
        return None
    end = sentence.end - (document.words[sentence.end - 1].form in _STOPS)
    for position in _within(discourse, number):
        mention = discourse.mentions[position]
        if mention.kind == "proper" and (mention.start, mention.end) == (sentence.start, end):
            return position
    return None


def _forms(discourse: Discourse, number: int) -> list[str]:
    """The words of a sentence in lower case."""
    sentence = discourse.document.sentences[number]
    return [word.form.lower() for word in discourse.document.words[sentence.start : sentence.end]]


def _ends_paragraph(discourse: Discourse, number: int) -> bool:
    sentences = discourse.document.sentences
    return number in (-1, len(sentences) - 1) or sentences[number + 1].paragraph != sentences[number].paragraph


def _within(discourse: Discourse, number: int) -> range:
    """Positions of the mentions of a sentence."""
    return range(discourse.sentence_start[number], discourse.sentence_start[number + 1])
