"""Pronouns with their candidates, and the passages of text in which a model is asked about them.

The candidates are those that all methods have in common (Barbu & Mitkov 2001, as in ``evaluation.pronouns``): the
mentions before a pronoun in its sentence and the two before it, those that agree in number and gender.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from anaphora_workbench.resolvers.contract.case import AGREEMENT, Candidate
from anaphora_workbench.resolvers.discourse.agreement import Agreement, agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.pronouns.grammar import Grammar

# Sentences before that of the pronoun.
WINDOW = 2
BEYOND = "text shown"
BEYOND_WHY = "before the text that the model saw"
NONE, GRAMMAR = "none", "grammar"
FILTERS = (AGREEMENT, NONE, GRAMMAR)


@dataclass(frozen=True)
class Asked:
    """A pronoun that is asked about.

    Attributes:
        candidates: all common ones, nearest first, with what rejects them.
        offered: positions of those that nothing rejects, in text order.
    """

    position: int
    candidates: list[Candidate]

    @property
    def offered(self) -> list[int]:
        return sorted(candidate.position for candidate in self.candidates if not candidate.rejected_by)


@dataclass(frozen=True)
class Passage:
    """A stretch of sentences and the pronouns that are asked about in it."""

    first: int
    last: int
    pronouns: list[Asked]

    @property
    def names(self) -> list[str]:
        return [f"P{number}" for number in range(1, len(self.pronouns) + 1)]


def asked_of(discourse: Discourse, position: int, filters: str) -> Asked:
    """A pronoun with its candidates.

    Args:
        filters: ``agreement``; ``none``; or ``grammar``, what the shared grammar certainly bars besides.
    """
    pronoun = discourse.mentions[position]
    first = discourse.sentence_start[max(0, discourse.sentence[position] - WINDOW)]
    before = [
        other for other in range(position - 1, first - 1, -1) if 0 <= discourse.mentions[other].start < pronoun.start
    ]
    bars = Grammar(discourse).barred(position, before) if filters == GRAMMAR else {}
    candidates = []
    for other in before:
        mention = discourse.mentions[other]
        told = agree(mention.number, mention.gender, mention.person, pronoun.number, pronoun.gender)
        # The filter of the paper: person is none of its features.
        failed = tuple(name for name in told.failed if name != "person")
        candidate = Candidate(other, Agreement(told.number, told.gender, told.person, failed))
        if failed and filters != NONE:
            candidate = candidate.rejected(AGREEMENT, "")
        elif other in bars:
            candidate = candidate.rejected(*bars[other])
        candidates.append(candidate)
    return Asked(position, candidates)


def passages(discourse: Discourse, asked: Sequence[Asked], most_words: int, at_once: int) -> list[Passage]:
    """Passages that have all pronouns with something to offer, some of them each, in text order.

    The whole text where it fits; else as much before the last pronoun's sentence as does, and what lies before that is
    offered to nobody.
    """
    sentences = discourse.document.sentences
    ends = [0, *accumulate(sentence.end - sentence.start for sentence in sentences)]
    whole = ends[-1] <= most_words
    made: list[Passage] = []
    group: list[Asked] = []

    def close() -> None:
        if group:
            last = len(sentences) - 1 if whole else discourse.sentence[group[-1].position]
            first = last
            while first > 0 and (whole or ends[last + 1] - ends[first - 1] <= most_words):
                first -= 1
            seen = [seen_of(discourse, each, first) for each in group]
            made.append(Passage(first, last, [each for each in seen if each.offered]))
            group.clear()

    for each in asked:
        if not each.offered:
            continue
        sentence = discourse.sentence[each.position]
        if group:
            start = max(0, discourse.sentence[group[0].position] - WINDOW)
            if len(group) == at_once or not (whole or ends[sentence + 1] - ends[start] <= most_words):
                close()
        group.append(each)
    close()
    return [passage for passage in made if passage.pronouns]


def seen_of(discourse: Discourse, asked: Asked, first: int) -> Asked:
    """A pronoun without the candidates before a sentence, which are not in the text seen."""
    return Asked(
        asked.position,
        [
            candidate.rejected(BEYOND, BEYOND_WHY)
            if not candidate.rejected_by and discourse.sentence[candidate.position] < first
            else candidate
            for candidate in asked.candidates
        ],
    )


def shown(discourse: Discourse, passage: Passage) -> dict[str, Any]:
    """What a prompt is told of a passage: its text, and its pronouns with their candidates by number."""
    marks = {
        discourse.mentions[asked.position].start: (discourse.mentions[asked.position].end, name)
        for name, asked in zip(passage.names, passage.pronouns, strict=True)
    }
    sentences = range(passage.first, passage.last + 1)
    text = "\n".join(f"{number + 1}. {''.join(_sentence(discourse, number, marks)).strip()}" for number in sentences)
    pronouns = [
        {"name": name, **_place(discourse, asked.position)}
        | {"candidates": [{"number": number} | _place(discourse, at) for number, at in enumerate(asked.offered, 1)]}
        for name, asked in zip(passage.names, passage.pronouns, strict=True)
    ]
    return {"text": text, "pronouns": pronouns}


def _place(discourse: Discourse, position: int) -> dict[str, Any]:
    """Form, sentence and first word of a mention, counted from 1."""
    document, mention, sentence = discourse.document, discourse.mentions[position], discourse.sentence[position]
    start = document.sentences[sentence].start if document.sentences else 0
    form = " ".join(document.mention_text(mention).split())
    return {"form": form, "sentence": sentence + 1, "word": mention.start - start + 1}


def _sentence(discourse: Discourse, number: int, marks: dict[int, tuple[int, str]]) -> Iterator[str]:
    """The words of a sentence with marked pronouns, and blanks."""
    document = discourse.document
    sentence = document.sentences[number]
    open_until = -1
    for offset in range(sentence.start, sentence.end):
        word = document.words[offset]
        form = " ".join(word.form.split())
        if offset in marks:
            open_until, name = marks[offset]
            yield f"[{name}: "
        if not word.empty or open_until > offset:
            yield form
            if offset + 1 == open_until:
                yield "]"
            yield " " if word.space_after or offset + 1 == sentence.end else ""
