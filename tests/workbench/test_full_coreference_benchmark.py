"""What ``benchmarks.full_coreference`` and ``benchmarks.peer_xrenner`` make of the corpora, before any system runs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks.full_coreference import installed, litbank_dev, orders
from benchmarks.peer_xrenner import main, without_key


def test_systems_that_are_not_there_are_named_with_the_reason() -> None:
    rows, missing = installed(("sieve", "nobody", "kennedy-boguraev+head-match+speech-pronouns", "mitkov+nobody"))
    assert rows == ("sieve", "kennedy-boguraev+head-match+speech-pronouns")
    assert [reason.partition(" (")[0] for reason in missing] == ["nobody", "mitkov+nobody"]
    assert all("no resolver 'nobody'" in reason for reason in missing)


def test_every_fourth_file_of_litbank_is_development(tmp_path: Path) -> None:
    corpus, scratch = tmp_path / "litbank", tmp_path / "scratch"
    (corpus / "conll").mkdir(parents=True)
    (corpus / "tsv").mkdir()
    for number in range(1, 10):
        (corpus / "conll" / f"{number}_brat.conll").write_text("")
    folder = litbank_dev(corpus, scratch)
    assert sorted(path.name for path in folder.iterdir()) == ["4_brat.conll", "8_brat.conll"]
    assert (folder.parent / "tsv").is_dir()


def test_xrenner_is_not_given_the_key() -> None:
    lines = (
        "# global.Entity = GRP",
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t0:root\tEntity=(1-person)",
        "1.1\tshe\tshe\tPRON\tPRP\t_\t_\t_\t1:dep\tEntity=(1)",
        "",
    )
    assert without_key("\n".join(lines)) == "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n"


def test_xrenner_asks_for_its_environment() -> None:
    assert main([]) == 2


def test_the_order_of_three_systems_stands_beside_the_published_one() -> None:
    scored = {"relaxcor": 0.5, "reconcile": 0.625, "cistell": 0.25}

    def outcome(f1: float, **classes: float) -> SimpleNamespace:
        scores = dict.fromkeys(("ceaf_m", "muc", "b_cubed", "blanc"), SimpleNamespace(figure=f1))
        parts = {name: outcome(of_class) for name, of_class in classes.items()}
        return SimpleNamespace(scores=scores, parts={"mention-class": parts}.__getitem__)

    classes = {
        "relaxcor": {"PN_E": 0.75, "PN_P": 0.5, "CN_P": 0.25, "CN_N": 0.0, "SING": 0.5},
        "reconcile": {"PN_E": 0.5, "PN_P": 0.625, "CN_P": 0.75, "CN_N": 0.25, "SING": 0.5, "P_REL": 1.0},
        "cistell": {},
    }
    outcomes = {name: outcome(f1, **classes[name]) for name, f1 in scored.items()}
    two = {name: outcomes[name] for name in ("relaxcor", "cistell")}
    results = SimpleNamespace(settings={"system-predicted": outcomes, "true-gold": two, "true-predicted": outcomes})
    (table,) = orders(results, SimpleNamespace(name="GUM dev"))  # type: ignore[arg-type]
    assert table.title == "GUM dev: order of three systems"
    assert [row["metric"] for row in table.rows] == ["CEAF", "MUC", "B³", "BLANC"]
    assert dict(table.rows[1]) == {
        "setting": "system-predicted",
        "metric": "MUC",
        "there": "relaxcor 46.0, cistell 38.8, reconcile 24.5",
        "here": "reconcile 62.5, relaxcor 50.0, cistell 25.0",
        "leads": "CN_P +50.0, CN_N +25.0, PN_P +12.5",
    }
    assert orders(SimpleNamespace(settings={"true-gold": two}), SimpleNamespace(name="")) == []  # type: ignore[arg-type]


def test_a_document_that_xrenner_fails_on_has_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dev = tmp_path / "corpora" / "gum" / "dev"
    dev.mkdir(parents=True)
    for name in ("GUM_bad", "GUM_good"):
        (dev / f"{name}.conllu").write_text("1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n\n")
    xrenner = tmp_path / "python"
    xrenner.write_text(
        f"#!/bin/sh\ncase $* in\n*import*) echo {tmp_path};;\n*good*) echo '# begin document GUM_good';;\n"
        "*) echo 'ValueError: empty sequence' >&2;;\nesac\n"
    )
    xrenner.chmod(0o755)
    monkeypatch.setattr("benchmarks.peer_xrenner.corpora_folder", lambda: tmp_path / "corpora")
    assert main([str(xrenner), str(tmp_path / "answers")]) == 1
    assert [path.name for path in (tmp_path / "answers").iterdir()] == ["GUM_good.conll"]
    printed = capsys.readouterr()
    assert printed.out == "1 of 2 documents answered\n"
    assert printed.err == "warning: GUM_bad: no answer: ValueError: empty sequence\n"
