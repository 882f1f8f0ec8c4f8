"""Which zeros of a key are pronouns to resolve: those of which it is known that they are third persons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tiny_corpus import Run

KEY = """\
# newdoc id = rosa
# global.Entity = eid-etype-head-other
1\tRosa\tRosa\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tcantó\tcantar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

0.1\t_\t_\tPRON\t_\t{features}\t_\t_\t1:nsubj\tEntity=(a-person-1-)
1\tRió\treír\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

"""
NOTE = (
    "warning: 1 zero of the key left out of the anaphors, as nothing says that they are third persons; "
    "a key written by workbench preprocess says it of each, as in compare\n"
)


@pytest.mark.parametrize(
    ("features", "anaphors", "unasked"),
    [
        pytest.param("Number=Sing|Person=3|PronType=Prs", 1, 0, id="its features say that it is a third person"),
        pytest.param("Number=Sing|Person=1|PronType=Prs", 0, 0, id="a first person is no anaphor"),
        pytest.param("_", 0, 1, id="only its verb would say it"),
    ],
)
def test_a_zero_is_an_anaphor_by_its_features(
    run: Run, tmp_path: Path, features: str, anaphors: int, unasked: int
) -> None:
    key = tmp_path / "rosa.conllu"
    key.write_text(KEY.format(features=features), encoding="utf-8")
    words = ("score", key, key, "-m", "success_rate", "--format", "json")
    ran = run(*words)
    content = json.loads(ran.out)
    assert content["metrics"]["success_rate"] == {
        "numerator": anaphors, "denominator": anaphors, "value": float(anaphors)
    }  # fmt: skip
    assert (content.get("unasked_zeros", 0), NOTE in ran.err) == (unasked, bool(unasked))
    assert "zero" not in run(*words, "--zeros", "drop").err
    assert "zero" not in run("score", key, key, "-m", "muc").err
    # A prepared key says of each zero what it is.
    prepare = ("preprocess", key, "--language", "es", "--annotation", "gold", "--zeros", "keep", "-o", "prepared", "-q")
    assert run(*prepare).status == 0
    prepared = run("score", "prepared", "prepared", "-m", "success_rate", "--format", "json")
    assert json.loads(prepared.out)["metrics"]["success_rate"]["denominator"] == int("Person=1" not in features)
    assert "zero" not in prepared.err


def test_score_and_compare_ask_the_same_pronouns(run: Run) -> None:
    assert run("resolve", "samples/es", "-r", "most-recent", "--annotation", "gold", "-o", "answers", "-q").status == 0
    scored = run("score", "samples/es", "answers", "-m", "success_rate", "--format", "json", "-q")
    options = ("-s", "system-gold", "-r", "most-recent", "-m", "success_rate", "--format", "json", "-q")
    compared = json.loads(run("compare", "samples/es", *options).out)["corpora"]["samples-es"]["system-gold"]
    rates = json.loads(scored.out)["metrics"], compared["most-recent"]["metrics"]
    assert [(rate["success_rate"]["numerator"], rate["success_rate"]["denominator"]) for rate in rates] == [
        (28, 91)
    ] * 2
