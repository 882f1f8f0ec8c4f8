"""What is said of sums of many weights: leads of the first candidate, and what it and taking none consist of."""

import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, example
from hypothesis import given as drawn
from hypothesis import strategies as st

from anaphora_workbench.resolvers import FeatureWords, Words, are_weights
from anaphora_workbench.workbench.report.explanations.compared_weights import by_reason, compared


def scored(id: str, rank: int | None, value: str = "x", **weights: float) -> dict[str, Any]:
    factors = {name.replace("_", " "): weight for name, weight in weights.items()}
    named = {f"{name} = {value}": weight for name, weight in factors.items()}
    return {"id": id, "rank": rank, "factors": named, "score": sum(named.values())}


def trace(*candidates: dict[str, Any], antecedent: str | None, **more: Any) -> dict[str, Any]:
    return {"candidates": list(candidates), "decision": {"antecedent": antecedent}, **more}


ANN, EVE = scored("s1", 1, gender=1.5, path=-0.25), scored("s2", 2, "y", gender=0.5)
ALIKE = scored("s2", 2, gender=0.5)
NONE = {"factors": {"mention.type = name": 2.0, "bias": -0.5}, "score": 1.5, "against": scored("s2", None, gender=0.5)}

TEN = scored("s1", 1, **{f"f{number}": float(number) for number in range(1, 11)})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            trace(ANN, EVE, antecedent="s1", none=NONE),
            ["s1 before s2 by 0.75: gender +1.00 (x; y), path -0.25 (x; –)"],
        ),
        (
            trace(ANN, ALIKE, antecedent="s1", none=NONE),
            ["s1 before s2 by 0.75: path -0.25 (x; –), all others +1.00"],
        ),
        (
            trace(ANN, antecedent=None, none=NONE),
            ["s2: gender +0.50 (x)", "taking none: mention.type +2.00 (name), bias -0.50"],
        ),
        (
            trace(ANN, antecedent="s1", none=NONE),
            ["s2: gender +0.50 (x)", "taking none: mention.type +2.00 (name), bias -0.50"],
        ),
        (trace({**EVE, "rank": 1}, {**ANN, "rank": 2}, antecedent="s2"), []),
        (trace(scored("s1", 1, gender=1.5, path=-0.001), antecedent="s1"), ["s1: gender +1.50 (x)"]),
        (
            trace({**ANN, "id": "s2", "score": 2.5}, antecedent="s2", none=NONE),
            [
                "s2 by the ranker that may take none, 0.50: gender +0.50 (x)",
                "taking none: mention.type +2.00 (name), bias -0.50",
            ],
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


WORDS = Words(
    features={"gender": FeatureWords(reason="agreement"), "path": FeatureWords(reason="role in the sentence")}
)


@pytest.mark.parametrize(
    ("given", "columns", "rows"),
    [
        (
            trace(ANN, EVE, antecedent="s1", none=NONE),
            ["reason", "s1", "s2", "lead"],
            [
                ("agreement", "1.50", "0.50", "+1.00"),
                ("role in the sentence", "-0.25", "0.00", "-0.25"),
                ("score", "1.25", "0.50", "+0.75"),
            ],
        ),
        (
            trace(EVE, {**ANN, "rank": 1}, antecedent="s2"),
            ["reason", "s2", "s1", "lead"],
            [
                ("agreement", "0.50", "1.50", "-1.00"),
                ("role in the sentence", "0.00", "-0.25", "+0.25"),
                ("score", "0.50", "1.25", "-0.75"),
            ],
        ),
        (
            trace(ANN, {**EVE, "rank": None}, antecedent="s1"),
            ["reason", "s1", "s2", "lead"],
            [
                ("agreement", "1.50", "0.50", "+1.00"),
                ("role in the sentence", "-0.25", "0.00", "-0.25"),
                ("score", "1.25", "0.50", "+0.75"),
            ],
        ),
        (
            trace(ANN, antecedent=None, none=NONE),
            ["reason", "s2", "none", "lead"],
            [
                ("agreement", "0.50", "0.00", "+0.50"),
                ("other", "0.00", "1.50", "-1.50"),
                ("score", "0.50", "1.50", "-1.00"),
            ],
        ),
        (
            trace(ANN, antecedent="s1"),
            ["reason", "s1"],
            [("agreement", "1.50"), ("role in the sentence", "-0.25"), ("score", "1.25")],
        ),
    ],
    ids=["an answer", "not the heaviest", "one that was not ranked", "none", "an only candidate"],
)
def test_points_by_reason(given: dict[str, Any], columns: list[str], rows: list[tuple[str, ...]]) -> None:
    table = by_reason(given, WORDS)
    assert table is not None
    assert [column.heading for column in table.columns] == columns
    assert [tuple(row[column.key] for column in table.columns) for row in table.rows] == rows


@pytest.mark.parametrize(
    "given", [trace(antecedent=None), trace({**ANN, "factors": {"SENT-S": 100.0}}, antecedent="s1")]
)
def test_without_weights_there_are_no_reasons(given: dict[str, Any]) -> None:
    assert by_reason(given, WORDS) is None


@drawn(st.lists(st.floats(-3, 3, allow_nan=False), min_size=1, max_size=14))
def test_points_by_reason_add_up(weights: list[float]) -> None:
    reasons = ["agreement", "role in the sentence", "nearness"]
    words = Words(features={f"w{place}": FeatureWords(reason=reasons[place % 3]) for place in range(14)})
    factors = {f"w{place} = x": weight for place, weight in enumerate(weights)}
    score = sum(weights)
    points = words.by_reason(factors, score)
    assert sum(Decimal(f"{value:.2f}") for value in points.values()) == Decimal(f"{round(score, 2) + 0.0:.2f}")
