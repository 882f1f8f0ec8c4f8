"""Success rates over candidates that are the same for all methods, and statistics per method (Barbu & Mitkov 2001)."""

import csv
import io
import json
from pathlib import Path

import pytest

from tiny_corpus import ANN, TOM, Run, conllu


def sentence(subject: str, entity: str) -> list[tuple[str, str, str, str, str, int, str, str]]:
    upos, xpos = ("PRON", "PRP") if subject == "She" else ("PROPN", "NNP")
    return [
        (subject, subject.lower(), upos, xpos, "Number=Sing", 2, "nsubj", f"({entity}-person-1-)"),
        ("slept", "sleep", "VERB", "VBD", "Tense=Past", 0, "root", ""),
        (".", ".", "PUNCT", ".", "", 2, "punct", ""),
    ]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Six anaphors, with the mentions before each in its sentence and the two before it:

    She: Ann, the lamp; it: Ann, the lamp, She; his: Tom (*his key* begins with it); It: Tom, his, his key; of *far*
    She: Eve, Bob, as Ann is three sentences before; of *near* She: Ann, Eve. Only the last agrees with more than one.
    """
    folder = tmp_path / "c"
    folder.mkdir()
    far = [sentence("Ann", "e1"), sentence("Eve", "e2"), sentence("Bob", "e3"), sentence("She", "e2")]
    near = [sentence("Ann", "e1"), sentence("Eve", "e2"), sentence("She", "e1")]
    for name, text in (("ann", ANN), ("tom", TOM), ("far", far), ("near", near)):
        (folder / f"{name}.conllu").write_text(conllu(name, text), encoding="utf-8")
    return folder


def test_rates_over_candidates_that_are_common(run: Run, corpus: Path) -> None:
    names = ("common_non_trivial_success_rate", "common_critical_success_rate")
    metrics = [word for name in names for word in ("-m", name)]
    for setting in ("true-gold", "system-gold"):
        words = ("compare", "c", "-s", setting, "-r", "oracle", "-r", "singletons", *metrics, "--format", "json")
        (of_setting,) = json.loads(run(*words).out)["corpora"]["c"].values()
        ratios = {
            row: [
                (score["numerator"], score["denominator"])
                for score in (of_setting[row]["metrics"][name] for name in names)
            ]
            for row in of_setting
        }
        # A row that lists no candidates has them, too.
        assert ratios == {"oracle": [(5, 5), (1, 1)], "singletons": [(0, 5), (0, 1)]}


def test_statistics_of_each_method(run: Run, corpus: Path) -> None:
    words = ("compare", "c", "-s", "true-gold", "-r", "most-recent", "-r", "singletons", "--table", "methods")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").out)))
    together = {row["resolver"]: row for row in rows if row["file"] == "all"}
    assert {name: (row["anaphors"], row["attempted"], row["abstained"]) for name, row in together.items()} == {
        "most-recent": ("6", "6", "0"),
        "singletons": ("6", "0", "6"),
    }
    # Of *tom*: his has Tom, It has Tom, his and his key.
    (of_tom,) = (row for row in rows if (row["resolver"], row["file"]) == ("most-recent", "tom"))
    assert float(of_tom["before"]) == 2
    # Two, three; one, three; three; two.
    assert float(together["singletons"]["before"]) == pytest.approx(14 / 6)
