"""Metrics of plug-ins: what they do wrong is told with their name, and what nobody asked for changes nothing."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plug_in import install, run_with

CODE = """
from anaphora_workbench.evaluation import Metric, Needs, Ratio
from anaphora_workbench.evaluation.counting.metric import recall_and_precision


def answers(comparison, options):
    return {"all": len(comparison.response)}


def whole(comparison, options):
    return {"recall": 1, "of key": 2, "precision": 1, "of response": 2}


def boom(comparison, options):
    return {"a": {}["x"]}


def refuses(tally, options):
    raise SystemError("no score")


WHOLE = Metric("whole", "half", "test", whole, recall_and_precision)
BOOM = Metric("boom", "raises", "test", boom, recall_and_precision)
WORDS = Metric("words", "no numbers", "test", lambda comparison, options: {"recall": "x"}, recall_and_precision)
HALF = Metric("half", "no denominator", "test", lambda comparison, options: {"recall": 1, "precision": 1, "of key": 2},
    recall_and_precision)
BARE = Metric("bare", "a float", "test", whole, lambda tally, options: 0.5)
NAN = Metric("nan", "not a number", "test", whole, lambda tally, options: Ratio(float("nan"), 1))
REFUSES = Metric("refuses", "raises on the sum", "test", whole, refuses)
SIZE = Metric(
    "size", "mean size", "test", lambda comparison, options: {"mentions": 5 * len(comparison.response),
    "entities": 2 * len(comparison.response)}, lambda tally, options: Ratio(tally["mentions"], tally["entities"]),
    bounded=False,
)
LARGE = Metric("large", "no share", "test", whole, lambda tally, options: Ratio(5, 2))
OVER = Metric("over", "a recall of 2", "test", lambda comparison, options: {"recall": 2, "of key": 1, "precision": 1,
    "of response": 9}, recall_and_precision)
ANSWERS = Metric("answers", "half", "test", answers, lambda tally, options: Ratio(1, 2), needs=Needs.DECISIONS)
"""
NAMES = ("answers", "whole", "size", "boom", "words", "half", "bare", "nan", "refuses", "large", "over")
ENTRY = "[anaphora_workbench.metrics]\n" + "".join(f"{name} = its_metrics:{name.upper()}\n" for name in NAMES)
TOLD = {
    "boom": "failed: KeyError: 'x'",
    "words": "counted {'recall': 'x'}; expected numbers by name",
    "half": "was scored as 2 of 0, by the counts recall, precision, of key; expected a denominator",
    "bare": "was scored as 0.5; expected a Ratio, Score or other Result",
    "nan": "was scored as nan; expected a number as its figure, and JSON",
    "refuses": "failed: SystemError: no score",
    "large": "was scored as 2.5, outside of 0 to 1; expected figures within, or bounded=False of the Metric",
    "over": "was scored as Score(recall=2.0, precision=",
}
COMPARE = ("-s", "true-gold", "-r", "most-recent", "--no-cache", "--format", "json")


def test_a_metric_that_nobody_names_changes_no_result(site: Path, tiny: Path) -> None:
    bare = tiny.parent / "bare" / "site"
    bare.mkdir(parents=True)
    assert run_with(site, "compare", tiny, *COMPARE).stdout == run_with(bare, "compare", tiny, *COMPARE).stdout


def test_a_metric_that_is_named_is_in_the_signature(site: Path, tiny: Path) -> None:
    ran = run_with(site, "compare", tiny, *COMPARE, "-m", "answers", "-m", "muc")
    outcome = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["most-recent"]
    assert outcome["metrics"]["answers"]["value"] == 0.5
    assert re.search(r"metric-rules:1,answers=its_metrics==1\.0@[0-9a-f]{12}\|", outcome["signature"])


def whose(name: str) -> str:
    return f"metric {name!r} (its_metrics:{name.upper()}, package its_metrics 1.0) {TOLD[name]}"


@pytest.fixture
def site(tiny: Path) -> Path:
    return install(tiny.parent / "site", "its_metrics", CODE, ENTRY)


def test_broken_ones_are_left_out_of_a_score_that_names_none(site: Path, tiny: Path) -> None:
    ran = run_with(site, "score", tiny, tiny, "--format", "json")
    assert ran.returncode == 0, ran.stderr
    metrics = json.loads(ran.stdout)["metrics"]
    assert metrics["muc"]["f1"] == 1.0
    assert metrics["whole"]["f1"] == 0.5
    assert not TOLD.keys() & metrics.keys()
    told = [
        line for line in ran.stderr.splitlines() if line.endswith("; it is left out, as it was not asked for by name")
    ]
    for name in TOLD:
        assert sum(whose(name) in line for line in told) == 1, name


def test_several_responses_are_ranked_without_them(site: Path, tiny: Path) -> None:
    text = (tiny / "tom.conllu").read_text(encoding="utf-8")
    responses = [tiny.parent / "first.conllu", tiny.parent / "second.conllu"]
    for response in responses:
        response.write_text(text, encoding="utf-8")
    ran = run_with(site, "score", tiny / "tom.conllu", *responses, "--format", "csv")
    assert ran.returncode == 0, ran.stderr
    assert "whole" in ran.stdout
    assert "boom" not in ran.stdout


@pytest.mark.parametrize("name", list(TOLD))
def test_one_that_is_named_is_an_error_with_its_name(site: Path, tiny: Path, name: str) -> None:
    ran = run_with(site, "score", tiny, tiny, "-m", name, "-m", "muc")
    assert ran.returncode == 2
    assert whose(name) in ran.stderr


def test_one_that_is_named_in_a_comparison(site: Path, tiny: Path) -> None:
    ran = run_with(site, "compare", tiny, *COMPARE, "-m", "boom")
    assert ran.returncode == 2
    assert whose("boom") in ran.stderr


@pytest.mark.parametrize(
    ("named", "last"), [("'boom'", f"MetricError: {whose('boom')}"), ("None", "evaluated 0.5")], ids=["named", "all"]
)
def test_python_tells_it_too(site: Path, named: str, last: str) -> None:
    code = (
        "import sys, anaphora_workbench as aw\n"
        f"scores = aw.evaluate([['a', 'b']], [['a', 'b']], {named})\n"
        "print('evaluated', scores['whole'].f1, file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(site)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].endswith(last)


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_what_is_no_share_is_shown_as_it_is(site: Path, tiny: Path, form: str) -> None:
    words = ("-m", "size", "-m", "muc", "--format", form)
    compared = run_with(site, "compare", tiny, *COMPARE[:-2], *words)
    assert compared.returncode == 0, compared.stderr
    assert "2.50" in compared.stdout
    assert "250.0" not in compared.stdout
    if form == "text":
        assert "2.50–2.50" in compared.stdout
        assert "All scores in %, but for size. Anaphors: " in compared.stdout
    scored = run_with(site, "score", tiny, tiny, *words, "--intervals")
    assert "2.50" in scored.stdout
    assert "250.0" not in scored.stdout
    assert "100.00" in scored.stdout
    assert "but for size" in scored.stdout


def test_csv_holds_the_value(site: Path, tiny: Path) -> None:
    ran = run_with(site, "compare", tiny, *COMPARE[:-1], "csv", "-m", "size")
    (row,) = csv.DictReader(ran.stdout.splitlines())
    assert row["size"] == "2.5"


def test_the_report_and_the_leaderboard_show_it_too(site: Path, tiny: Path) -> None:
    report = tiny.parent / "r.html"
    ran = run_with(
        site, "compare", tiny, *COMPARE[:-2], "-m", "size", "-m", "muc", "--by", "document", "--report", report
    )
    assert ran.returncode == 0, ran.stderr
    page = report.read_text(encoding="utf-8")
    assert "2.50" in page
    assert "250.0" not in page
    text = (tiny / "tom.conllu").read_text(encoding="utf-8")
    responses = [tiny.parent / "first.conllu", tiny.parent / "second.conllu"]
    for response in responses:
        response.write_text(text, encoding="utf-8")
    board = run_with(site, "score", tiny / "tom.conllu", *responses, "-m", "size", "-m", "muc").stdout
    assert "2.50" in board
    assert "250.0" not in board
    assert "In %, but for size." in board
