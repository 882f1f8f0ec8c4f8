"""What the commands of the exercise have in common."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from prepared_tasks import prepared_files
from tiny_corpus import Run


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_wherever_inputs_and_keys_are_the_score_is_the_same(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, secret = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "secret"
    prepared_files(run, tiny, task, tmp_path / "other", "--keys", str(secret))
    run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder / "keys", "-o", tmp_path / "a", "-j", 1)
    command = ("-t", task, "--format", "json")
    scores = [
        json.loads(run("are", "score", keys, tmp_path / "a", *options, *command).out)["metrics"]
        for keys, options in (
            (folder, ()),
            (folder / "keys", ()),
            (secret, ()),
            (secret, ("--inputs", folder / "inputs")),
            (secret, ("--inputs", tmp_path / "other")),
        )
    ]
    assert scores[0][f"are_task{task}"].get("value", 0) + scores[0][f"are_task{task}"].get("f1", 0) > 0
    assert all(score == scores[0] for score in scores)


def test_two_processes_prepare_and_score_the_same(run: Run, tiny: Path, tmp_path: Path) -> None:
    once = prepared_files(run, tiny, 1, tmp_path / "once")
    ran = run("are", "prepare", tiny, "--task", 1, "--output", tmp_path / "twice", "--jobs", 2)
    assert (ran.status, ran.err) == (0, "")
    made = {file.name: file.read_bytes() for file in once.glob("*/*.xml")}
    assert {file.name: file.read_bytes() for file in (tmp_path / "twice").glob("*/*.xml")} == made
    answers = tmp_path / "answers"
    assert run("are", "resolve", once, "--task", 1, "-r", "most-recent", "--output", answers).status == 0
    answer = answers / "ann-answer.xml"
    answer.write_text(answer.read_text().replace('antecedent="', 'antecedent="x', 1))
    scored = [run("are", "score", once, answers, "--task", 1, "--format", "json", "--jobs", jobs) for jobs in (1, 2)]
    assert scored[0].status == 0
    assert "ann-answer.xml:" in scored[0].err
    assert scored[0] == scored[1]


@pytest.mark.parametrize("command", [("prepare", "-o", "out"), ("run", "-r", "hobbs")], ids=lambda words: words[0])
def test_a_text_without_a_chain_is_named_where_it_is(run: Run, tiny: Path, command: tuple[str, ...]) -> None:
    """Its key would be of no use, and ``run`` would name a file of a temporary folder."""
    tom = (tiny / "tom.conllu").read_text(encoding="utf-8")
    (tiny / "tom.conllu").write_text(re.sub(r"Entity=\S+", "_", tom), encoding="utf-8")
    ran = run("are", *command, tiny, "-t", 1)
    says = "tom: no chain of two mentions is left; expected one, to be scored by"
    assert (ran.status, ran.err) == (1, f"error: {tiny / 'tom.conllu'}: {says}\n")
    assert not list(tiny.parent.rglob("tom-*.xml"))


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("prepare", "nowhere", "-t", 1, "-o", "x"), "nowhere: no such file or folder"),
        (("prepare", "nowhere", "-t", 5, "-o", "x"), "Input should be less than or equal to 4"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "-o", "x"), "no input in this folder; expected files *-input.xml"),
        (("resolve", ".", "-t", 1, "-r", "nobody", "-o", "x"), "no resolver 'nobody'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "hobbs", "-o", "x"), "hobbs links no noun phrases"),
        (("score", ".", ".", "-t", 1), "no key; expected files *-key.xml"),
        (("score", ".", "nowhere", "-t", 1), "nowhere: no such file or folder"),
        (("run", ".", "-r", "nobody"), "no resolver 'nobody'"),
    ],
)
def test_what_cannot_be_done(run: Run, words: tuple[object, ...], wrong: str) -> None:
    ran = run("are", *words)
    assert ran.status == 2
    assert ran.err.startswith("error: ")
    assert wrong in ran.err
    assert ran.out == ""
