"""The cluster metrics on the cases of the reference scorer, as partitions and as files."""

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.evaluation import evaluate
from anaphora_workbench.evaluation.counting.counting import count
from partitions_written import fractions, partition
from reference_cases import CASES, METRICS

PUBLISHED_NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}


@pytest.mark.parametrize("row", CASES, ids=lambda row: row.split(" | ")[0])
def test_partitions(row: str) -> None:
    _, key, response, *expected = row.split(" | ")
    scores = evaluate(partition(key), partition(response), METRICS)
    for name, numbers in zip(METRICS, expected, strict=True):
        wanted = [float(number) for number in fractions(numbers)]
        score = scores[name]
        given = [score.recall, score.precision, score.f1][: len(wanted)]
        assert given == pytest.approx(wanted, abs=1e-12), name


def scorer_cases() -> list[str]:
    return [f"A{number}" for number in range(1, 14)] + ["B1", "C1", "D1", "E1", "F1", "G1"]


@pytest.mark.corpora
@pytest.mark.parametrize("case", scorer_cases())
def test_files_of_the_reference_scorer(case: str, public_corpora: Path) -> None:
    folder = public_corpora / "scorer-cases"
    expected = json.loads((folder / "expected.json").read_text())["cases"]
    assert sorted(expected) == sorted(scorer_cases())
    (key,), (response,) = (list(read(folder / expected[case][side], "conll2012")) for side in ("key", "response"))
    pair = DocumentPair(key.id, key, key.key, response, response.key)
    wanted = {PUBLISHED_NAMES[name]: values for name, values in expected[case]["metrics"].items()}
    if "lea_extra" in expected[case]:
        wanted["lea"] = expected[case]["lea_extra"]
    scores = count(pair, wanted).scores()
    for name, values in wanted.items():
        for figure in ("recall", "precision", "f1"):
            # The suite states five digits in places and accepts a sum of differences below 1e-4.
            assert getattr(scores[name], figure) == pytest.approx(values[figure]["value"], abs=3e-5), (name, figure)
