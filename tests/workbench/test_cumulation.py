"""``compare --ablate`` of a resolver of passes: the cumulative score by pass (Raghunathan et al. 2010, Table 2)."""

from __future__ import annotations

import json
from pathlib import Path

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, DocumentPair, Entity, Mention
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.resolvers.sieve.sieve import ALL_PASSES
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.report.cumulation import as_json, cumulative_tables
from anaphora_workbench.workbench.report.tables import cells
from anaphora_workbench.workbench.runs.cumulation import METRICS, Cumulated, passes_of
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


def test_a_row_by_hand() -> None:
    """Chains {a b} {c} for {a b c}, and c answered by a.

    MUC P 1/1, R 1/2; B-cubed P 3/3, R (2/3 + 2/3 + 1/3) / 3 = 5/9; of three links one is found, P 1/1, R 1/3; CEAF-e
    P 0.8/2, R 0.8/1, F 8/15; CoNLL (2/3 + 5/7 + 8/15) / 3.
    """
    mentions = [Mention(name, at, at + 1, at) for at, name in enumerate("abc")]
    key = Document("d", mentions=mentions, anaphors=["c"])
    key.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["a", "b", "c"])])
    layer = CoreferenceLayer("r", [Entity("1", ["a", "b"]), Entity("2", ["c"])], [Decision("c", "a")])
    pair = DocumentPair("d", key, key.coreference["gold"], Document("d", mentions=mentions), layer)
    counts = count(pair, (*METRICS, "success_rate"))
    setting = Setting("true", "gold")
    first, second = (Cumulated("x", setting, "sieve", number, f"pass {number}", counts) for number in (1, 2))
    (table,) = cumulative_tables([first, second])
    assert [cells(table, row) for row in table.rows] == [
        ["sieve", number, f"pass {number}", "100.0", "50.0", "66.7", "100.0", "55.6", "71.4", "100.0", "33.3", "50.0",
         "63.8", "100.0"]
        for number in ("1", "2")
    ]  # fmt: skip
    rows = as_json([first, second])["x"]["true-gold"]["sieve"]
    assert [(row["passes"], row["last"], row["metrics"]["muc"]["f1"]) for row in rows] == [
        (1, "pass 1", 2 / 3),
        (2, "pass 2", 2 / 3),
    ]
