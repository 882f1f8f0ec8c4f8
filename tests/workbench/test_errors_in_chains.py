"""``--errors`` of ``score``: classes, types, spans and gains, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import anaphora_workbench as aw
from corefud_files import conllu, document
from tiny_corpus import Run


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A key of two entities; the response has one with a wrong span, part of the other in it, and one mention more."""
    places = [tmp_path / "key.conllu", tmp_path / "response.conllu"]
    places[0].write_text(conllu(document([8], a="1 2* ; 4 ; 6", b="5 ; 8")))
    places[1].write_text(conllu(document([8], a="2* ; 4 ; 5 ; 7", b="8")))
    return places


def numbers(run: Run, *words: object) -> dict[str, int]:
    ran = run("score", *words, "--errors", "--format", "json")
    assert ran.status == 0, ran.err
    errors = json.loads(ran.out)["chain_errors"]
    return {name: error["number"] for name, error in errors.items() if error["number"]}


ALL = {"span": 1, "conflated entities": 1, "extra mention": 1, "missing mention": 1, "divided entity": 1}


def test_classes(run: Run, files: list[Path]) -> None:
    assert numbers(run, *files, "-m", "muc") == ALL
    # Under head match the span is the same mention already.
    by_head = {name: number for name, number in ALL.items() if name != "span"}
    assert numbers(run, *files, "-m", "muc", "--mention-match", "head") == by_head
    # Without singletons 8 is missing, so its entity has one part only.
    assert numbers(run, *files, "--preset", "crac24") == {
        "conflated entities": 1, "extra mention": 1, "missing mention": 2
    }  # fmt: skip


def test_python_and_command_say_the_same(run: Run, files: list[Path]) -> None:
    scores = aw.score(*files, ["conll"], errors=True)
    assert scores.errors is not None
    ran = run("score", *files, "-m", "conll", "--errors", "--format", "json")
    assert json.loads(ran.out)["chain_errors"] == scores.errors.as_json()
    gained = sum(scores.errors.gain_in_order(name, "conll") for name in ALL)
    assert scores["conll"].figure + gained == pytest.approx(1)
    assert aw.score(*files, ["conll"]).errors is None


def test_documents_are_added(run: Run, files: list[Path], tmp_path: Path) -> None:
    for side, file in zip(("one", "other"), files, strict=True):
        (tmp_path / side).mkdir()
        for name in ("a", "b"):
            (tmp_path / side / f"{name}.conllu").write_text(file.read_text())
    assert numbers(run, tmp_path / "one", tmp_path / "other", "-m", "muc") == dict.fromkeys(ALL, 2)


def test_the_table(run: Run, files: list[Path]) -> None:
    text = run("score", *files, "-m", "muc", "--errors").out
    lines = [line.split() for line in text[text.index("errors in chains") :].splitlines()]
    assert ["extra", "mention", "1"] in [line[:3] for line in lines]
    rows = run("score", *files, "-m", "muc", "--errors", "--format", "csv").out.splitlines()
    assert any("errors in chains" in row and "divided entity" in row for row in rows)


def test_of_several_responses_there_are_none(run: Run, files: list[Path]) -> None:
    ran = run("score", *files, files[0], "--errors")
    assert ran.status == 2
    assert "--errors next to 2 responses, which are ranked; expected one response" in ran.err


def test_the_report_has_them(run: Run, tiny: Path) -> None:
    words = ("compare", tiny, "-s", "true-gold", "-r", "singletons", "--no-cache", "-q", "--table", "chains")
    out = run(*words).out
    assert out.splitlines()[0] == "tiny, true-gold: errors in chains"
    assert any(line.split()[:4] == ["singletons", "divided", "entity", "4"] for line in out.splitlines())
