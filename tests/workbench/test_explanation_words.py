"""Explanations in words: of answers, rules, sums of many weights, and of the key."""

import importlib.util
import re
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example
from hypothesis import given as drawn
from hypothesis import strategies as st

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
from anaphora_workbench.resolvers import FeatureWords, Resolution, Words, are_weights, get_resolver, shipped, words_of
from anaphora_workbench.workbench.analysis.verdicts import DocumentVerdicts, PronounVerdict, Verdict, VerdictDetails
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.report.explanations import reasons
from anaphora_workbench.workbench.report.explanations.compared_weights import by_reason, compared
from anaphora_workbench.workbench.report.explanations.explanation import as_page, candidate_table, explanations
from anaphora_workbench.workbench.report.explanations.reasons import clashes_in_words, rule_in_words
from anaphora_workbench.workbench.runs.pairwise import answers_in_common
from tiny_corpus import check_golden

WORDS = Words(rules={"search back": "a single one"})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("largest sum of weights", "by largest sum of weights"), ("search back", "by search back (a single one)")],
)
def test_a_rule_is_named_after_by(rule, expected):
    assert rule_in_words(rule, WORDS) == expected


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("number p∩s", "number: plural against singular"),
        (
            "number p∩s, gender f∩mn, person 1",
            "number: plural against singular, gender: feminine against masculine or neuter, "
            "person: first against third",
        ),
        ("rank 2: 3 against 5", "rank 2: 3 against 5"),
        ("argument of person 1 of 2", "argument of person 1 of 2"),
        ("", ""),
    ],
)
def test_what_agreement_says_is_put_in_words(detail, expected):
    assert clashes_in_words(detail) == expected


VERDICT_WORDS = ["Ann", "knew", "Tom", ";", "she", "saw", "him", "and", "he", "her", ";", "it", "rained"]
PLACES = {"Ann": 0, "Tom": 2, "she": 4, "him": 6, "he": 8, "her": 9, "it": 11}
ANSWERS = [
    Decision("she", "Ann"),
    Decision("him", "Ann"),
    Decision("he"),
    Decision("her", "she", excluded=True),
    Decision("it", "Tom"),
]


def verdicts(key: list[list[str]] | None, answers: list[Decision]) -> list[tuple[int, str]]:
    document = Document("d", [Word(form) for form in VERDICT_WORDS], [Sentence(0, len(VERDICT_WORDS))])
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
        ([["Ann", "she", "her"], ["Tom", "him", "he"]], ANSWERS,
         [(4, "right"), (6, "wrong"), (8, "none"), (9, "excluded"), (11, "extra")]),
        ([["Ann", "she"]], [Decision("it")], [(4, "none"), (11, "left")]),
        (None, [ANSWERS[0], Decision("it")], [(4, "answered"), (11, "open")]),
    ],
)  # fmt: skip
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


def scored(id: str, rank: int | None, value: str = "x", **weights: float) -> dict[str, Any]:
    factors = {name.replace("_", " "): weight for name, weight in weights.items()}
    named = {f"{name} = {value}": weight for name, weight in factors.items()}
    return {"id": id, "rank": rank, "factors": named, "score": sum(named.values())}


def trace(*candidates: dict[str, Any], antecedent: str | None, **more: Any) -> dict[str, Any]:
    return {"candidates": list(candidates), "decision": {"antecedent": antecedent}, **more}


ANN, EVE = scored("s1", 1, gender=1.5, path=-0.25), scored("s2", 2, "y", gender=0.5)
ALIKE = scored("s2", 2, gender=0.5)
NONE = {"factors": {"mention.type = name": 2.0, "bias": -0.5}, "score": 1.5, "against": scored("s2", None, gender=0.5)}

LEAD, TAKING_NONE = "s1 before s2 by 0.75", "taking none: mention.type +2.00 (name), bias -0.50"
TEN = scored("s1", 1, **{f"f{number}": float(number) for number in range(1, 11)})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (trace(ANN, EVE, antecedent="s1", none=NONE), [f"{LEAD}: gender +1.00 (x; y), path -0.25 (x; –)"]),
        (trace(ANN, ALIKE, antecedent="s1", none=NONE), [f"{LEAD}: path -0.25 (x; –), all others +1.00"]),
        (trace(ANN, antecedent=None, none=NONE), ["s2: gender +0.50 (x)", TAKING_NONE]),
        (trace(ANN, antecedent="s1", none=NONE), ["s2: gender +0.50 (x)", TAKING_NONE]),
        (trace({**EVE, "rank": 1}, {**ANN, "rank": 2}, antecedent="s2"), []),
        (trace(scored("s1", 1, gender=1.5, path=-0.001), antecedent="s1"), ["s1: gender +1.50 (x)"]),
        (
            trace({**ANN, "id": "s2", "score": 2.5}, antecedent="s2", none=NONE),
            ["s2 by the ranker that may take none, 0.50: gender +0.50 (x)", TAKING_NONE],
        ),
        (trace(ANN, antecedent="s1"), ["s1: gender +1.50 (x), path -0.25 (x)"]),
        (trace({**ANN, "factors": {"SENT-S": 100.0}}, antecedent="s1"), []),
        (trace(antecedent=None), []),
        (
            trace(TEN, antecedent=None, none={"factors": {}, "score": 0.0, "against": TEN}),
            ["s1: f10 +10.00 (x), f9 +9.00 (x), f8 +8.00 (x), f7 +7.00 (x), f6 +6.00 (x), f5 +5.00 (x), f4 +4.00",
             "  (x), f3 +3.00 (x), all others +3.00", "taking none: no weights"],
        ),
    ],
    ids=[
        "an answer", "values alike", "none", "an only candidate",
        "what weighs more did not decide", "a weight of nothing", "two rankers", "one that has to be taken", "factors",
        "no candidates", "many",
    ],
)  # fmt: skip
def test_what_is_said_of_weights(given: dict[str, Any], expected: list[str]) -> None:
    assert list(compared(given, 100)) == expected


def test_weights_are_told_from_factors_by_their_names() -> None:
    assert are_weights(["gender = same", "bias"])
    assert not are_weights(["SENT-S", "bias"])


FEW_OR_MANY = st.lists(st.floats(-3, 3, allow_nan=False), min_size=1, max_size=14)


@drawn(FEW_OR_MANY, FEW_OR_MANY)
@example([-1.1015625, -1.1015625], [-1.10546875, -1.1015625])
def test_the_figures_of_a_lead_are_those_of_its_sum(first: list[float], other: list[float]) -> None:
    ranked = [
        scored(f"s{rank}", rank, value, **{f"w{place}": weight for place, weight in enumerate(weights)})
        for rank, (value, weights) in enumerate((("x", first), ("y", other)), start=1)
    ]
    assume(ranked[0]["score"] >= ranked[1]["score"])
    (line,) = compared(trace(*ranked, antecedent="s1"), 10_000)
    lead, parts = line.removeprefix("s1 before s2 by ").split(": ", 1)
    assert Decimal(lead) == sum(Decimal(part) for part in re.findall(r"[+-][0-9]+\.[0-9]{2}", parts))
    if "all others" in parts:
        scores = [Decimal(f"{candidate['score']:.2f}") for candidate in ranked]
        assert Decimal(lead) == scores[0] - scores[1]


WEIGHT_WORDS = Words(
    features={"gender": FeatureWords(reason="agreement"), "path": FeatureWords(reason="role in the sentence")}
)


OF_ANN = "agreement: 1.50 0.50 +1.00; role in the sentence: -0.25 0.00 -0.25; score: 1.25 0.50 +0.75"
OF_EVE = "agreement: 0.50 1.50 -1.00; role in the sentence: 0.00 -0.25 +0.25; score: 0.50 1.25 -0.75"
OF_NONE = "agreement: 0.50 0.00 +0.50; other: 0.00 1.50 -1.50; score: 0.50 1.50 -1.00"


@pytest.mark.parametrize(
    ("given", "columns", "rows"),
    [
        (trace(ANN, EVE, antecedent="s1", none=NONE), "s1 s2 lead", OF_ANN),
        (trace(EVE, {**ANN, "rank": 1}, antecedent="s2"), "s2 s1 lead", OF_EVE),
        (trace(ANN, {**EVE, "rank": None}, antecedent="s1"), "s1 s2 lead", OF_ANN),
        (trace(ANN, antecedent=None, none=NONE), "s2 none lead", OF_NONE),
        (trace(ANN, antecedent="s1"), "s1", "agreement: 1.50; role in the sentence: -0.25; score: 1.25"),
    ],
    ids=["an answer", "not the heaviest", "one that was not ranked", "none", "an only candidate"],
)
def test_points_by_reason(given: dict[str, Any], columns: str, rows: str) -> None:
    table = by_reason(given, WEIGHT_WORDS)
    assert table is not None
    assert [column.heading for column in table.columns] == ["reason", *columns.split()]
    shown = [[row[column.key] for column in table.columns] for row in table.rows]
    assert "; ".join(f"{reason}: {' '.join(points)}" for reason, *points in shown) == rows


@pytest.mark.parametrize(
    "given", [trace(antecedent=None), trace({**ANN, "factors": {"SENT-S": 100.0}}, antecedent="s1")]
)
def test_without_weights_there_are_no_reasons(given: dict[str, Any]) -> None:
    assert by_reason(given, WEIGHT_WORDS) is None


@drawn(st.lists(st.floats(-3, 3, allow_nan=False), min_size=1, max_size=14))
def test_points_by_reason_add_up(weights: list[float]) -> None:
    reasons = ["agreement", "role in the sentence", "nearness"]
    words = Words(features={f"w{place}": FeatureWords(reason=reasons[place % 3]) for place in range(14)})
    factors = {f"w{place} = x": weight for place, weight in enumerate(weights)}
    score = sum(weights)
    points = words.by_reason(factors, score)
    assert sum(Decimal(f"{value:.2f}") for value in points.values()) == Decimal(f"{round(score, 2) + 0.0:.2f}")


TESTS = Path(__file__).resolve().parents[1]
EXPLAINED_WORDS = words_of(shipped("algorithm"))


def hand_built():
    """The documents that tests of resolvers build by hand."""
    spec = importlib.util.spec_from_file_location("hand_built_for_explanations", TESTS / "resolvers" / "hand_built.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "resolver", ["kennedy-boguraev", "lappin-leass", "cogniac", "cogniac-high-precision", "mitkov"]
)
def test_every_pronoun_of_the_worked_example(resolver):
    document = hand_built().narrative()
    explained = explanations(get_resolver(resolver).resolve(document), document, None)
    check_golden(f"explain-{resolver}.txt", "\n".join(map(as_page, explained)))


@pytest.mark.parametrize("resolver", ["kennedy-boguraev", "lappin-leass"])
def test_what_is_printed_adds_up(resolver):
    document = hand_built().narrative()
    rows = [
        row
        for explanation in explanations(get_resolver(resolver, decay=0.3).resolve(document), document, None)
        for row in candidate_table(explanation).rows
        if row["score"] is not None
    ]
    assert rows
    for row in rows:
        figures = [float(value) for name, value in row.items() if name.startswith("factor ")]
        assert sum(figures) == pytest.approx(float(row["score"]), abs=1e-9), row


def named(id):
    return {"s1": "Ann (s1)", "s2": "Tom (s2)"}[id]


@pytest.mark.parametrize(
    ("candidate", "verdict", "understood", "words"),
    [
        ({}, "argument domain", False, "argument domain (a co-argument)"),
        (
            {},
            "argument domain",
            True,
            "argument domain (a co-argument by control or through a relative clause, which is a reading of the parse)",
        ),
        ({"linked_to": "s1"}, "linked: argument domain", False, "same entity as Ann (s1), a co-argument"),
        ({"linked_to": "s1"}, "linked: speaker of its turn", False, "same entity as Ann (s1), speaker of its turn"),
        (
            {"linked_to": "s1"},
            "of the same name: speaker of its turn",
            False,
            "of the same name as Ann (s1), speaker of its turn",
        ),
        ({}, "condition 1: co-argument", False, "condition 1 (a co-argument)"),
        ({}, "of a plug-in", False, "of a plug-in"),
    ],
)  # fmt: skip
def test_conditions(candidate, verdict, understood, words):
    assert reasons.condition_in_words(candidate, verdict, EXPLAINED_WORDS, understood, named) == words


def key_with(nouns, mentions):
    words = [Word("lamp", upos="NOUN") for _ in range(nouns)]
    layer = CoreferenceLayer("gold", [Entity(f"{n}", [f"{n}"]) for n in range(mentions)])
    return Document(
        "d", words, mentions=[Mention(f"{n}", n, n + 1, n) for n in range(mentions)], coreference={"gold": layer}
    )


@pytest.mark.parametrize(("nouns", "mentions", "narrow"), [(20, 11, False), (20, 10, True), (0, 0, False)])
def test_a_key_of_narrow_scope_has_few_of_the_nouns(nouns, mentions, narrow):
    assert is_narrow(key_with(nouns, mentions)) is narrow
    assert not is_narrow(replace(key_with(nouns, mentions), annotated="pronouns"))


@pytest.mark.parametrize(
    ("resolver", "said", "not_said"),
    [("soon", "if agreement were asked", "after agreement"), ("mitkov", "after agreement", "were asked")],
)
def test_agreement_that_no_filter_asks_for_is_told_apart(resolver, said, not_said):
    document = hand_built().narrative()
    text = "\n".join(map(as_page, explanations(get_resolver(resolver).resolve(document), document, None)))
    assert said in text
    assert not_said not in text
