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
