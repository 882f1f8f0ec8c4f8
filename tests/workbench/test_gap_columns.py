"""``compare -m gap``: F1 over all snippets, by the gender of the pronoun, and the bias."""

from __future__ import annotations

import json
from math import exp, log, sqrt
from pathlib import Path

import pytest

from tiny_corpus import Run

HEADING = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
SNIPPETS = (
    "g-1\tTom Voss saw Ben Tarn. He left.\tHe\t23\tTom Voss\t0\tTRUE\tBen Tarn\t13\tFALSE\tu",
    "g-2\tAnna Voss saw Clara Tarn. She left.\tShe\t26\tAnna Voss\t0\tFALSE\tClara Tarn\t14\tTRUE\tu",
    "g-3\tMary Voss slept. Joan Tarn saw her.\ther\t31\tMary Voss\t0\tTRUE\tJoan Tarn\t17\tFALSE\tu",
)


@pytest.mark.model
def test_gap_is_shown_by_gender(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    corpus.write_text("\n".join((HEADING, *SNIPPETS, "")))
    command = ("compare", corpus, "-s", "true-predicted", "-r", "parallelism", "-m", "gap", "-j", 1)
    content = json.loads(run(*command, "--format", "json").out)
    gap = content["corpora"]["gap"]["true-predicted"]["parallelism"]["metrics"]["gap"]
    bias = gap["feminine"]["f1"] / gap["masculine"]["f1"]
    assert gap["bias"]["value"] == pytest.approx(bias)
    text = run(*command).out
    assert "masculine  feminine  bias" in text
    row = next(line for line in text.splitlines() if line.startswith("parallelism")).split()
    shown = [f"{100 * gap[side]['f1']:.1f}" for side in ("masculine", "feminine")]
    assert row[-3:] == [*shown, f"{bias:.2f}"]
    # Without the only masculine snippet there is no bias.
    assert "interval" not in gap["bias"]
    lines = run(*command, "--format", "csv").out.splitlines()
    assert {"gap_masculine", "gap_feminine", "gap_bias"} <= set(lines[0].split(","))


@pytest.mark.model
def test_the_bias_has_an_interval(run: Run, tmp_path: Path) -> None:
    """Of 3 masculine and 3 feminine snippets 3 and 2 are right, one with a name too many, each left out in turn."""
    snippet = "{}\tTom met Ann. {} left.\t{}\t13\tTom\t0\t{}\tAnn\t8\t{}\tu"
    sides = [("He", "He", "TRUE", "FALSE")] * 3 + [("She", "She", "FALSE", "TRUE")] * 3
    rows = [snippet.format(number, *side) for number, side in enumerate(sides)]
    (tmp_path / "gap.tsv").write_text("\n".join((HEADING, *rows, "")))
    answers = [*["TRUE\tFALSE"] * 2, "TRUE\tTRUE", *["FALSE\tTRUE"] * 2, "FALSE\tFALSE"]
    (tmp_path / "answers.tsv").write_text("".join(f"{number}\t{said}\n" for number, said in enumerate(answers)))
    words = ("score", "gap.tsv", "answers.tsv", "-m", "gap", "--intervals")
    bias = json.loads(run(*words, "--format", "json").out)["metrics"]["gap"]["bias"]
    assert bias["value"] == pytest.approx((4 / 5) / (6 / 7))
    without = [log((4 / 5) / of) for of in (4 / 5, 4 / 5, 1)] + [log(of / (6 / 7)) for of in (2 / 3, 2 / 3, 1)]
    middle = sum(without) / 6
    half = 2.570582 * sqrt(5 / 6 * sum((one - middle) ** 2 for one in without))
    assert bias["interval"] == pytest.approx([bias["value"] * exp(-half), bias["value"] * exp(half)], rel=1e-6)
    shown = "–".join(f"{100 * bound:.1f}" for bound in bias["interval"])
    assert shown in next(line for line in run(*words).out.splitlines() if line.startswith("gap · bias"))
    settings = ("-r", "singletons", "-s", "true-predicted", "-m", "gap")
    compared = ("compare", "gap.tsv", *settings, "--response", "m=answers.tsv")
    row = next(line for line in run(*compared).out.splitlines() if line.startswith("m ")).split()
    assert row[-2:] == [f"{bias['value']:.2f}", "–".join(f"{bound:.2f}" for bound in bias["interval"])]
    assert "gap_bias_interval_low" in run(*compared, "--format", "csv").out.partition("\n")[0]


@pytest.mark.model
def test_pronouns_of_no_gender_are_shown_where_there_are_any(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    they = "9\tAnn Lee met Eve when they left.\tthey\t21\tAnn Lee\t0\tTRUE\tEve\t12\tFALSE\tu"
    command = ("compare", corpus, "-s", "true-predicted", "-r", "parallelism", "-m", "gap", "-j", 1)
    for lines, shown in (((HEADING, *SNIPPETS, ""), False), ((HEADING, *SNIPPETS, they, ""), True)):
        corpus.write_text("\n".join(lines))
        gap = json.loads(run(*command, "--format", "json").out)["corpora"]["gap"]["true-predicted"]["parallelism"]
        assert ("other" in gap["metrics"]["gap"]) == shown
        assert ("feminine  other  bias" in run(*command).out) == shown


@pytest.mark.model
def test_a_bias_of_nothing_is_not_shown_as_one(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    corpus.write_text("\n".join((HEADING, *SNIPPETS, "")))
    resolvers = ("-r", "parallelism", "-r", "singletons")
    text = run("compare", corpus, "-s", "true-predicted", *resolvers, "-m", "gap", "-j", 1).out
    assert next(line for line in text.splitlines() if line.startswith("singletons")).split()[-3:] == ["0.0", "0.0", "–"]
