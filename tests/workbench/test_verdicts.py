"""What became of each pronoun, and what two resolvers' verdicts have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.workbench.analysis.verdicts import DocumentVerdicts, PronounVerdict, Verdict, VerdictDetails
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.runs.pairwise import answers_in_common

WORDS = ["Ann", "knew", "Tom", ";", "she", "saw", "him", "and", "he", "her", ";", "it", "rained"]
PLACES = {"Ann": 0, "Tom": 2, "she": 4, "him": 6, "he": 8, "her": 9, "it": 11}
ANSWERS = [
    Decision("she", "Ann"),
    Decision("him", "Ann"),
    Decision("he"),
    Decision("her", "she", excluded=True),
    Decision("it", "Tom"),
]


def verdicts(key: list[list[str]] | None, answers: list[Decision]) -> list[tuple[int, str]]:
    document = Document("d", [Word(form) for form in WORDS], [Sentence(0, len(WORDS))])
    document.mentions = [Mention(name, at, at + 1, at) for name, at in PLACES.items()]
    layer = CoreferenceLayer("gold", [Entity(entity[0], entity) for entity in key or []])
    if key is not None:
        document.coreference = {"gold": layer}
    response = replace(document, coreference={})
    pair = DocumentPair("d", document, layer, response, CoreferenceLayer("r", decisions=answers))
    found = VerdictDetails()(pair, Resolution("d", "r", {}, answers, [], []), response).answers
    return [(verdict.offset, verdict.verdict) for verdict in found]


@pytest.mark.parametrize(
    ("key", "answers", "expected"),
    [
        pytest.param(
            [["Ann", "she", "her"], ["Tom", "him", "he"]],
            ANSWERS,
            [(4, "right"), (6, "wrong"), (8, "none"), (9, "excluded"), (11, "extra")],
            id="of a key",
        ),
        pytest.param([["Ann", "she"]], [Decision("it")], [(4, "none"), (11, "left")], id="nothing was answered"),
        pytest.param(None, [ANSWERS[0], Decision("it")], [(4, "answered"), (11, "open")], id="without a key"),
    ],
)
def test_what_became_of_each_pronoun(
    key: list[list[str]] | None, answers: list[Decision], expected: list[tuple[int, str]]
) -> None:
    assert verdicts(key, answers) == expected


def test_two_resolvers_are_compared_on_the_anaphors_that_both_evaluated() -> None:
    def outcome(**documents: dict[int, Verdict]) -> Outcome:
        return Outcome(
            details={
                name: DocumentVerdicts([PronounVerdict(offset, verdict) for offset, verdict in answers.items()])
                for name, answers in documents.items()
            }
        )

    first = outcome(d={4: "right", 6: "wrong", 8: "none", 9: "excluded", 11: "extra"}, e={4: "right"})
    second = outcome(d={8: "right", 4: "none", 6: "right", 9: "right", 11: "extra"})
    assert answers_in_common(first, second) == ([True, False, False], [False, True, True])
    assert answers_in_common(first, Outcome()) is None
    assert answers_in_common(Outcome(), second) is None
