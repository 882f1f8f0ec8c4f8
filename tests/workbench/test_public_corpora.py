"""Comparisons on public corpora: which settings each allows, and that an oracle is one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tiny_corpus import Run

pytestmark = [pytest.mark.corpora, pytest.mark.model]
ALL = ["true-gold", "true-predicted", "system-gold", "system-predicted"]


def perfect(outcome: dict) -> bool:
    """Whether every score that is of anything is 1, but for the recall of PARENT."""
    metrics = dict(outcome["metrics"])
    # As printed it asks for a defining mention of every pronoun, also where the key has none.
    parent = metrics.pop("parent")
    metrics["parent precision"] = parent["precision"]
    scores = [score for score in metrics.values() if score.get("denominator") != 0]
    return all(abs(score.get("f1", score.get("value", score.get("f_phi"))) - 1) < 1e-9 for score in scores)


def compared(run: Run, *words: object) -> dict:
    ran = run("compare", *words, "--format", "json", "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    corpora = json.loads(ran.out)["corpora"]
    assert len(corpora) == 1
    return next(iter(corpora.values()))


def test_gum_allows_all_settings_and_the_oracle_is_perfect_on_true_mentions(
    run: Run, public_corpora: Path, tmp_path: Path
) -> None:
    (tmp_path / "some").mkdir()
    for name in ("GUM_whow_joke", "GUM_vlog_portland"):
        shutil.copy(public_corpora / "gum" / "dev" / f"{name}.conllu", tmp_path / "some")
    settings = compared(run, tmp_path / "some", "-r", "oracle", "-r", "kennedy-boguraev")
    assert list(settings) == ALL
    for name in ("true-gold", "true-predicted"):
        assert perfect(settings[name]["oracle"])
        assert not perfect(settings[name]["kennedy-boguraev"])
    assert len({settings[name]["oracle"]["anaphors"] for name in ALL}) == 1


@pytest.mark.slow
def test_the_oracle_is_perfect_on_all_of_gum_dev(run: Run, public_corpora: Path) -> None:
    settings = compared(run, public_corpora / "gum" / "dev", "-r", "oracle", "-s", "true-gold", "-s", "true-predicted")
    assert all(perfect(setting["oracle"]) for setting in settings.values())


@pytest.mark.slow
def test_howto_allows_raw_text_only(run: Run, public_corpora: Path) -> None:
    settings = compared(run, public_corpora / "howto", "-r", "mitkov", "-r", "oracle")
    assert list(settings) == ["system-predicted"]
    assert settings["system-predicted"]["mitkov"]["documents"] == 3


@pytest.mark.slow
def test_litbank_has_no_gold_syntax(run: Run, public_corpora: Path, tmp_path: Path) -> None:
    first = sorted((public_corpora / "litbank" / "conll").iterdir())[0]
    settings = compared(run, first, "-r", "oracle")
    assert list(settings) == ["true-predicted", "system-predicted"]
    assert perfect(settings["true-predicted"]["oracle"])
