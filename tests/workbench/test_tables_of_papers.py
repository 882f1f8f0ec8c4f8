"""Figures that papers print, recomputed by the command line from the counts that they print.

docs/reference/published.md has the figures, docs/reproduction.md#papers what is and what cannot be recomputed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outcomes_written import links_with_outcomes
from tiny_corpus import Run

# Tuggener (2014), README of the released scripts, version 1.2, inferred antecedent: tp, wl, fn, fp; recall,
# precision, F1 as printed.
ARCS_INFERRED = {
    "berkeley": {
        "NOUN": ((3981, 900, 1980, 1713), ("58.02", "60.37", "59.18")),
        "PRP": ((2687, 1454, 871, 870), ("53.61", "53.62", "53.62")),
        "PRP$": ((998, 379, 172, 117), ("64.43", "66.80", "65.59")),
    },
    "ims": {
        "NOUN": ((3315, 615, 2931, 2102), ("48.32", "54.96", "51.42")),
        "PRP": ((2243, 1177, 1592, 486), ("44.75", "57.42", "50.30")),
        "PRP$": ((821, 362, 366, 109), ("53.00", "63.54", "57.80")),
    },
    "stanford": {
        "NOUN": ((3541, 780, 2538, 1824), ("51.63", "57.62", "54.46")),
        "PRP": ((1923, 1504, 1585, 756), ("38.37", "45.97", "41.83")),
        "PRP$": ((638, 523, 388, 57), ("41.19", "52.38", "46.11")),
    },
}


def scored(run: Run, *words: object) -> Any:
    ran = run("score", *words, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


def percentages(score: dict[str, Any]) -> tuple[str, ...]:
    ratios = score["recall"]["value"], score["precision"]["value"], score["f1"]
    return tuple(f"{100 * ratio:.2f}" for ratio in ratios)


@pytest.mark.parametrize("system", list(ARCS_INFERRED))
def test_inferred_antecedents_of_tuggener_by_class(run: Run, tmp_path: Path, system: str) -> None:
    rows = ARCS_INFERRED[system]
    # A noun of the class NOUN is tagged NN; the class is what the workbench makes of it.
    counts = {
        tag.replace("NOUN", "NN"): dict(zip(("tp", "wl", "fn", "fp"), row[0], strict=True)) for tag, row in rows.items()
    }
    files = links_with_outcomes(tmp_path, counts)
    content = scored(run, *files, "-m", "arcs_inferred", "--by", "noun-or-pos")
    parts = content["by"]["noun-or-pos"]
    assert list(parts) == ["NOUN", "PRP", "PRP$"]
    total = 0
    for tag, (numbers, printed) in rows.items():
        score = parts[tag]["metrics"]["arcs_inferred"]
        assert tuple(score["counts"].values()) == numbers
        assert percentages(score) == printed
        total += sum(numbers[:3])
    assert sum(part["metrics"]["arcs_inferred"]["share"] for part in parts.values()) == pytest.approx(1)
    assert content["metrics"]["arcs_inferred"]["recall"]["denominator"] == total
    table = run("score", *files, "-m", "arcs_inferred", "--by", "noun-or-pos").out
    last = [line.split() for line in table.splitlines() if line.startswith("TOTAL")]
    assert last[0][2:6] == ["100.0", *percentages(content["metrics"]["arcs_inferred"])]


def gap_files(
    folder: Path, right: int, named: int, unanswered_named: int, unanswered: int, snippets: int
) -> list[Path]:
    """A key and answers of GAP.

    Args:
        right: names that the key and the answers call the pronoun's.
        named: names that the key does, in all snippets; one a snippet at most.
        unanswered_named: those of them in snippets without an answer.
    """
    columns = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    row = "{}\tAnn Lee met Eve when she left.\tshe\t21\tAnn Lee\t0\t{}\tEve\t12\tFALSE\tu\n"
    key, answers = [], []
    for number in range(snippets):
        missing = number < unanswered
        of_kind = number if missing else number - unanswered
        true = of_kind < (unanswered_named if missing else named - unanswered_named)
        key.append(row.format(number, str(true).upper()))
        if not missing:
            answers.append(f"{number}\t{str(of_kind < right).upper()}\tFALSE\n")
    files = [folder / "key.tsv", folder / "answers.tsv"]
    files[0].write_text(columns + "".join(key))
    files[1].write_text("".join(answers))
    return files


@pytest.mark.parametrize(("missing", "recall"), [("plain", "46.59"), ("official", "41.61")])
def test_missing_snippets_of_gap(run: Run, tmp_path: Path, missing: str, recall: str) -> None:
    """191 of 2000 snippets without an answer (shared-tasks.md, 6); the counts that give its figures."""
    files = gap_files(tmp_path, right=826, named=1773, unanswered_named=170, unanswered=191, snippets=2000)
    ran = run("score", *files, "-m", "gap", "--option", f"gap_missing={missing}", "--format", "json")
    assert ran.status == 0
    score = json.loads(ran.out)["metrics"]["gap"]
    assert f"{100 * score['recall']['value']:.2f}" == recall
    assert score["precision"]["value"] == 1
    # Of the 382 questions without an answer the key says yes to 170.
    fn, tn = {"plain": (947, 2227), "official": (947 + 212, 2227 - 212)}[missing]
    assert score["counts"] == {"tp": 826, "fp": 0, "tn": tn, "fn": fn}
    assert ("two false negatives (--option gap_missing=official)" in ran.err) is (missing == "plain")
    assert f"gap_missing:{missing}" in json.loads(ran.out)["signature"].replace("-", "_")


def test_the_bias_of_gap_counts_missing_snippets_by_gender(run: Run, tmp_path: Path) -> None:
    files = gap_files(tmp_path, right=1, named=2, unanswered_named=0, unanswered=1, snippets=3)
    ran = run("score", *files, "-m", "gap", "--option", "gap_missing=official", "--format", "json")
    score = json.loads(ran.out)["metrics"]["gap"]
    assert score["feminine"]["counts"] == {"tp": 1, "fp": 0, "tn": 2, "fn": 3}
