"""What ``benchmarks.full_coreference`` and ``benchmarks.peer_xrenner`` make of the corpora, before any system runs."""

from __future__ import annotations

from pathlib import Path

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
    scored = {"relaxcor": "50.0", "reconcile": "62.5", "cistell": "25.0"}
    rows = [
        {"setting": setting, "resolver": name, **dict.fromkeys(("ceaf_m", "muc", "b_cubed", "blanc"), score)}
        for setting in ("system-predicted", "true-gold", "true-predicted")
        for name, score in scored.items()
        if (setting, name) != ("true-gold", "reconcile")
    ]
    found = list(orders(rows))
    assert [row["metric"] for row in found] == ["CEAF", "MUC", "B³", "BLANC"]
    assert found[1] == {
        "setting": "system-predicted",
        "metric": "MUC",
        "published": "relaxcor 46.0, cistell 38.8, reconcile 24.5",
        "here": "reconcile 62.5, relaxcor 50.0, cistell 25.0",
    }


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
