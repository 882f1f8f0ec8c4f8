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
            (tmp_path / side / f"{name}.conllu").write_text(file.read_text().replace("d1", name))
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


# One error of each class, by hand. Start, end, head and part of speech of each mention; x is ann with a wrong span.
MENTIONS = {
    "ann": (0, 2, 1, "PROPN"), "x": (1, 2, 1, "PROPN"), "she": (3, 4, 3, "PRON"), "her": (5, 6, 5, "PRON"),
    "lamp": (7, 9, 8, "NOUN"), "it": (10, 11, 10, "PRON"),
    "boat": (12, 14, 13, "NOUN"), "ship": (15, 16, 15, "NOUN"),
    "tom": (17, 18, 17, "PROPN"), "he": (19, 20, 19, "PRON"), "thomas": (21, 22, 21, "PROPN"),
    "dogs": (23, 24, 23, "NOUN"), "they": (25, 26, 25, "PRON"), "day": (27, 28, 27, "NOUN"),
}  # fmt: skip
KEY = "ann she her ; lamp it ; boat ship ; tom he thomas"
RESPONSE = "x she lamp it ; tom day ; he thomas ; dogs they"
# MUC's recall and precision with the class repaired alone; before: 2/6 and 2/6.
EACH_ONCE = {
    "span": ("name", 3 / 6, 3 / 6),
    "conflated entities": ("nominal", 2 / 6, 2 / 5),
    "extra entity": ("nominal", 2 / 6, 2 / 5),
    "extra mention": ("nominal", 2 / 6, 2 / 5),
    "missing entity": ("nominal", 3 / 6, 3 / 7),
    "missing mention": ("pronoun", 3 / 6, 3 / 7),
    "divided entity": ("name", 3 / 6, 3 / 6),
}


def chains_json(chains: str, tagged: bool) -> str:
    named = [chain.split() for chain in chains.split(";")]
    mentions = []
    for name in (name for chain in named for name in chain):
        start, end, head, pos = MENTIONS[name]
        mention = {"id": name, "start": start, "end": end, "head": head, "sentence": 0}
        mentions.append(mention | {"pos": pos} if tagged else mention)
    return json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": named}]})


@pytest.mark.parametrize("tagged", [True, False])
def test_types_and_gains_of_an_example_by_hand(run: Run, tmp_path: Path, tagged: bool) -> None:
    for name, chains in (("key", KEY), ("response", RESPONSE)):
        (tmp_path / f"{name}.json").write_text(chains_json(chains, tagged))
    words = ("score", "key.json", "response.json", "-m", "muc", "--errors")
    errors = json.loads(run(*words, "--format", "json").out)["chain_errors"]
    for name, (type, recall, precision) in EACH_ONCE.items():
        counted = {each: number for each, number in errors[name]["types"].items() if number}
        assert counted == {type if tagged else "other": 1}
        f1 = 2 * recall * precision / (recall + precision)
        assert errors[name]["gain"]["muc"] == pytest.approx(f1 - 1 / 3), name
    note = "other: 14 mentions have no part of speech, and no form of a pronoun."
    assert (note in run(*words).out) is not tagged
