"""Sentences of ours, one question each: what each resolver answers to the pronoun between asterisks, and why.

``constructed_sentences.tsv`` has the answer that readers give, ``none`` where the pronoun stands for nothing, and why.
Where a resolver answers otherwise by its paper's own rules, or by a choice that the documentation names, ``otherwise``
has its answer and ``because`` the rule. WRITE_GOLDEN=1 writes what the resolvers answer today into
``otherwise``, to be read before it is kept.
"""

import csv
import os
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver

TABLE = Path(__file__).with_name("constructed_sentences.tsv")
RESOLVERS = ("kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars", "cogniac")
KINDS = {
    "binding", "cataphora", "possessives", "coordination", "relative clauses", "expletives", "referential it",
    "plurals", "quotations", "parallelism", "apposition", "demonstratives",
}  # fmt: skip
NONE = "none"


@dataclass(frozen=True)
class Question:
    """A line of the table.

    Attributes:
        text: the pronoun is between asterisks.
        answer: the antecedent as the preprocessing has it, without regard to case.
        otherwise: other answers, by resolver.
    """

    kind: str
    text: str
    answer: str
    otherwise: dict[str, str]
    why: str
    because: str

    @property
    def plain(self) -> str:
        return self.text.replace("*", "")

    def expected(self, resolver: str) -> str:
        return self.otherwise.get(resolver, self.answer)


def questions() -> list[Question]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            Question(
                row["kind"], row["text"], row["answer"], _by_resolver(row["otherwise"]), row["why"], row["because"]
            )
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def _by_resolver(cell: str) -> dict[str, str]:
    """``A, B: answer; C: other`` by resolver."""
    answers = {}
    for part in filter(None, cell.split("; ")):
        names, _, answer = part.partition(": ")
        answers.update(dict.fromkeys(names.split(", "), answer))
    return answers


def _as_cell(answers: dict[str, str]) -> str:
    by_answer: dict[str, list[str]] = {}
    for name, answer in answers.items():
        by_answer.setdefault(answer, []).append(name)
    return "; ".join(f"{', '.join(names)}: {answer}" for answer, names in by_answer.items())


@cache
def _preprocessor() -> Preprocessor:
    return Preprocessor()


@cache
def _read(text: str) -> Document:
    return _preprocessor().process(text)


def answer_of(resolver: str, question: Question) -> str:
    """The antecedent that a resolver gives the pronoun between asterisks."""
    document = _read(question.plain)
    mentions = document.mention_by_id()
    head = _word_at(document, question.text.index("*"), question.plain)
    for decision in get_resolver(resolver).resolve(document).decisions:
        if mentions[decision.anaphor].head == head and decision.antecedent is not None:
            return document.mention_text(mentions[decision.antecedent])
    return NONE


def _word_at(document: Document, character: int, text: str) -> int:
    """Offset of the word that begins with a character of the text."""
    place = 0
    for offset, word in enumerate(document.words):
        place = text.index(word.form, place)
        if place == character:
            return offset
        place += len(word.form)
    raise AssertionError(f"no word of {text!r} begins at character {character}")


@pytest.mark.model
@pytest.mark.parametrize("question", questions(), ids=lambda question: f"{question.kind}: {question.text}")
def test_each_resolver_answers_as_expected(question: Question) -> None:
    answers = {name: answer_of(name, question).lower() for name in RESOLVERS}
    assert answers == {name: question.expected(name).lower() for name in RESOLVERS}, question.why


def test_the_table_asks_of_every_kind() -> None:
    asked = Counter(question.kind for question in questions())
    assert asked.total() >= 120
    assert min(asked[kind] for kind in KINDS) >= 7
    assert all(question.text.count("*") == 2 and question.why for question in questions())
    assert all(bool(question.otherwise) == bool(question.because) for question in questions())


def test_no_answer_is_said_twice() -> None:
    """What stands in ``otherwise`` differs from the answer."""
    for question in questions():
        assert question.answer.lower() not in {answer.lower() for answer in question.otherwise.values()}, question.text


if os.environ.get("WRITE_GOLDEN"):

    @pytest.mark.model
    def test_write_what_is_answered_today() -> None:
        rows = []
        for question in questions():
            answers = {name: answer_of(name, question) for name in RESOLVERS}
            otherwise = {name: answer for name, answer in answers.items() if answer.lower() != question.answer.lower()}
            said = question.because if otherwise else ""
            cells = (question.kind, question.text, question.answer, question.why, _as_cell(otherwise), said)
            rows.append("\t".join(cells))
        heading = "kind\ttext\tanswer\twhy\totherwise\tbecause"
        TABLE.write_text("\n".join((heading, *rows, "")), encoding="utf-8")
