"""Metrics of plug-ins: what they do wrong is told with their name, and what nobody asked for changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plug_in import install, run_with

CODE = """
from anaphora_workbench.evaluation import Metric, Needs, Ratio
from anaphora_workbench.evaluation.metric import recall_and_precision


def answers(comparison, options):
    return {"all": len(comparison.response)}


ANSWERS = Metric("answers", "half", "test", answers, lambda tally, options: Ratio(1, 2), needs=Needs.DECISIONS)
"""
ENTRY = "[anaphora_workbench.metrics]\nanswers = its_metrics:ANSWERS\n"
COMPARE = ("-s", "true-gold", "-r", "most-recent", "--no-cache", "--format", "json")


def test_a_metric_that_nobody_names_changes_no_result(tiny: Path) -> None:
    site = install(tiny.parent / "site", "its_metrics", CODE, ENTRY)
    bare = tiny.parent / "bare" / "site"
    bare.mkdir(parents=True)
    assert run_with(site, "compare", tiny, *COMPARE).stdout == run_with(bare, "compare", tiny, *COMPARE).stdout


def test_a_metric_that_is_named_is_in_the_signature(tiny: Path) -> None:
    site = install(tiny.parent / "site", "its_metrics", CODE, ENTRY)
    ran = run_with(site, "compare", tiny, *COMPARE, "-m", "answers", "-m", "muc")
    outcome = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["most-recent"]
    assert outcome["metrics"]["answers"]["value"] == 0.5
    assert "metric-rules:1,answers=its_metrics==1.0|" in outcome["signature"]
