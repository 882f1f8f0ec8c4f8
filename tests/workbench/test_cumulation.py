"""``compare --ablate`` of a resolver of passes: the cumulative score by pass (Raghunathan et al. 2010, Table 2)."""

from __future__ import annotations

import json
from pathlib import Path

from anaphora_workbench.resolvers.sieve import ALL_PASSES
from anaphora_workbench.workbench.cumulation import passes_of
from tiny_corpus import Run


def command(tiny: Path, *further: object) -> tuple[object, ...]:
    return ("compare", tiny, "-s", "true-gold", "-r", "sieve", "--ablate", "-j", 1, *further)


def test_one_row_for_each_pass_and_the_last_is_the_whole_resolver(run: Run, tiny: Path) -> None:
    content = json.loads(run(*command(tiny, "--format", "json")).out)
    rows = content["cumulative"]["tiny"]["true-gold"]["sieve"]
    assert [(row["passes"], row["last"]) for row in rows] == list(enumerate(ALL_PASSES, start=1))
    assert {"muc", "b_cubed", "blanc", "conll"} <= set(rows[0]["metrics"])
    whole = json.loads(run("compare", tiny, "-s", "true-gold", "-r", "sieve", "--format", "json").out)
    metrics = whole["corpora"]["tiny"]["true-gold"]["sieve"]["metrics"]
    assert rows[-1]["metrics"]["muc"] == {k: v for k, v in metrics["muc"].items() if k != "interval"}
    links = [row["metrics"]["muc"]["precision"]["denominator"] for row in rows]
    # Each pass adds links and takes none away; the pronouns come last.
    assert links == sorted(links)
    assert links[-1] > links[-2]


def test_the_table_as_text(run: Run, tiny: Path) -> None:
    out = run(*command(tiny)).out
    assert "Cumulative score by pass: tiny, true-gold" in out
    (heading,) = (line for line in out.splitlines() if line.startswith("resolver  passes"))
    assert heading.split()[2:] == [
        "up", "to", "MUC", "P", "MUC", "R", "MUC", "F1", "B³", "P", "B³", "R", "B³", "F1",
        "pairwise", "P", "pairwise", "R", "pairwise", "F1", "CoNLL", "success",
    ]  # fmt: skip


def test_what_is_left_out_is_no_pass(run: Run, tiny: Path) -> None:
    assert passes_of("sieve", {"without": "speakers,relaxed-match,proper-head"}) == (
        "exact-match", "precise-constructs", "strict-head", "without-modifiers", "without-inclusion", "relaxed-head",
        "pronouns",
    )  # fmt: skip
    assert passes_of("hobbs") == passes_of("singletons") == passes_of("sieve+speech-pronouns") == ()
    content = json.loads(run("compare", tiny, "-s", "true-gold", "-r", "hobbs", "--ablate", "--format", "json").out)
    assert set(content) == {"ablations"}
