"""``are check`` and ``are schema``: answers before they are scored."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from lxml import etree

from prepared_tasks import prepared_files
from tiny_corpus import Run


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_what_is_written_is_what_the_schema_allows(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, answers = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "answers"
    run("are", "resolve", folder, "-t", task, "-r", "most-recent", "-o", answers, "-j", 1)
    for part, place in (("input", folder / "inputs"), ("key", folder / "keys"), ("answer", answers)):
        grammar = etree.RelaxNG(etree.fromstring(run("are", "schema", "-t", task, "--of", part).out.encode()))
        for file in place.iterdir():
            assert grammar.validate(etree.parse(file)), (file, grammar.error_log)
    ran = run("are", "check", folder, answers, "-t", task)
    assert (ran.status, ran.out, ran.err) == (0, f"task {task}: 2 of 2 inputs answered, no problems\n", "")


@pytest.mark.parametrize(
    ("task", "answer", "lines", "wrong"),
    [
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m2"/>', [], "", id="nothing"),
        pytest.param(1, '<pronoun id="m3"/>', [None], "no answer for pronoun 'm4' (It)", id="one left out"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m9"/>', [3], "no entity 'm9'", id="unknown"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" ante="m2"/>', [3], "attribute 'ante'", id="misspelt"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4"><b/></pronoun>', [3], "pronoun", id="only the grammar"),
        pytest.param(1, '<pronoun id="m3"><b/></pronoun>\n<pronoun id="m9"/>', [2, 3, None], "'m9'", id="in order"),
        pytest.param(2, '<chain><node id="m1"/></chain>\n<chain/>', [3], "is empty", id="empty chain"),
        pytest.param(3, '<pronoun start="3" end="3" antecedent_start="1"/>', [2], "antecedent_end", id="no last node"),
        pytest.param(4, '<chain>\n<node start="4" end="3"/></chain>', [3], "run backwards", id="backwards"),
        pytest.param(4, '<chain>\n<node start="4"', [4], "not well-formed XML", id="no XML"),
    ],
)
def test_answers_are_checked_without_a_key(
    run: Run, tiny: Path, tmp_path: Path, task: int, answer: str, lines: list[int | None], wrong: str
) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", task, tmp_path / "task", "--keys", str(tmp_path / "secret"))
    shutil.rmtree(tmp_path / "secret")
    file = tmp_path / "tom-answer.xml"
    file.write_text(f'<document id="tom">\n{answer}\n</document>')
    ran = run("are", "check", folder / "inputs", tmp_path, "-t", task)
    said = [re.sub(r"^error: .*tom-answer.xml", "", line) for line in ran.err.splitlines()]
    places = [re.match(r":(\d+)?", line) for line in said]
    assert [int(place[1]) if place and place[1] else None for place in places] == lines
    assert wrong in ran.err
    assert ran.status == (1 if lines else 0)


def test_an_answer_without_a_root_is_scored_and_found_fault_with(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text('<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m9"/>\n')
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert json.loads(ran.out)["metrics"]["are_task1"]["value"] == 1 / 2
    said = [
        line.rpartition("tom-answer.xml")[2] for line in run("are", "check", folder, answers, "-t", 1).err.splitlines()
    ]
    assert said[0].startswith(":2: 'm9' is not among the pronouns to resolve")
    assert said[1].startswith(": no answer for pronoun 'm4' (It)")
    (answers / "tom-answer.xml").write_text('<pronoun id="m3"/>\n<pronoun id="m4"/>\n')
    ran = run("are", "check", folder, answers, "-t", 1)
    assert (ran.status, ran.out) == (1, "task 1: 1 of 1 inputs answered, 1 problem\n")
    assert "tom-answer.xml:2: not well-formed XML: Extra content" in ran.err


def test_answers_that_are_missing_or_too_many_are_said(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny, 3, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text("<document/>")
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "check", folder / "inputs", answers, "-t", 3)
    assert (ran.status, ran.out) == (1, "task 3: 1 of 2 inputs answered, 2 problems\n")
    in_two = run("are", "check", folder / "inputs", answers, "-t", 3, "--jobs", 2)
    assert (in_two.status, in_two.out, in_two.err) == (ran.status, ran.out, ran.err)
    assert "ann-input.xml: no answer to this input; expected a file ann-answer.xml\n" in ran.err
    assert "who-answer.xml: no input for this answer; expected *-input.xml\n" in ran.err
