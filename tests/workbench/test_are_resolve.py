"""``are resolve``: answers to inputs, whose key no resolver opens."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands.are import resolve as are_command
from prepared_tasks import prepared_files
from tiny_corpus import Run

SAMPLES = packaged("samples")

OPENED: list[str] = []
WATCHING: list[bool] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if WATCHING and event == "open":
        OPENED.append(str(arguments[0]))


sys.addaudithook(_watch)


@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    round_trip(run, tiny, tmp_path, task)


@pytest.mark.slow
@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect_on_the_samples(run: Run, tmp_path: Path, task: int) -> None:
    round_trip(run, SAMPLES, tmp_path, task)


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.parametrize("task", [1, 2])
@pytest.mark.parametrize("part", ["gum/dev", "litbank/conll"])
def test_oracle_answers_are_perfect_on_public_corpora(
    run: Run, public_corpora: Path, tmp_path: Path, part: str, task: int
) -> None:
    # A few documents of each, as the whole takes minutes; docs/are.md has the whole.
    few = tmp_path / "few"
    few.mkdir()
    for file in sorted((public_corpora / part).iterdir())[:3]:
        (few / file.name).write_bytes(file.read_bytes())
    round_trip(run, few, tmp_path, task)


def round_trip(run: Run, corpus: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, corpus, task, tmp_path / "task", "--named")
    answers = tmp_path / "answers"
    ran = run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder, "-o", answers, "-j", 1, "-q")
    assert (ran.status, ran.err) == (0, "")
    ran = run("are", "score", folder, answers, "--task", task, "--format", "json", "-q")
    assert (ran.status, ran.err) == (0, "")
    for name, score in json.loads(ran.out)["metrics"].items():
        assert score.get("f1", score.get("value")) == 1, name


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_the_key_is_never_opened(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task")
    for key in folder.glob("keys/*-key.xml"):
        key.write_text("no XML <", encoding="utf-8")
    OPENED.clear()
    WATCHING.append(True)
    try:
        ran = run("are", "resolve", folder, "-t", task, "-r", "mitkov", "-o", tmp_path / "answers", "-j", 1)
    finally:
        WATCHING.clear()
    assert (ran.status, ran.err) == (0, "")
    assert [name for name in OPENED if name.endswith("-input.xml")]
    assert not [name for name in OPENED if "-key" in name]
    assert len(list((tmp_path / "answers").iterdir())) == 2


def test_a_resolver_may_not_be_given_keys(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "mitkov", "--keys", folder, "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: --keys: mitkov must not see a key; expected an oracle, or no --keys\n")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "oracle", "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: oracle takes its answers from the key; expected --keys FOLDER\n")


def test_inputs_are_read_one_at_a_time(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the next input is read, the one before is answered and written; a broken one is a failure in its place."""
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    (folder / "inputs" / "b-input.xml").write_text("<document>", encoding="utf-8")
    written = []
    read_input = are_command.read_input

    def noted(file: Path, task: int) -> Document:
        written.append((file.name, len(list((tmp_path / "a").glob("*")))))
        return read_input(file, task)

    monkeypatch.setattr(are_command, "read_input", noted)
    ran = run("are", "resolve", folder / "inputs", "-t", 1, "-r", "oracle", "--keys", folder / "keys", "-o",
              tmp_path / "a", "-j", 1)  # fmt: skip
    assert written == [("ann-input.xml", 0), ("b-input.xml", 1), ("tom-input.xml", 1)]
    assert ran.status == 1
    assert ran.err.startswith(f"error: {folder}/inputs/b-input.xml:")
    assert ran.err.count("\n") == 1


def test_every_pronoun_of_task_1_has_an_entry(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    run("are", "resolve", folder, "-t", 1, "-r", "singletons", "-o", tmp_path / "answers", "-j", 1)
    assert '<pronoun id="m3"/>\n<pronoun id="m4"/>' in (tmp_path / "answers" / "tom-answer.xml").read_text()
    assert run("are", "score", folder, tmp_path / "answers", "-t", 1).err == ""


@pytest.mark.parametrize(("task", "task_of_input"), [(1, 3), (3, 1), (2, 4), (4, 2), (1, 2)])
def test_an_input_of_another_task_is_refused(
    run: Run, tiny: Path, tmp_path: Path, task: int, task_of_input: int
) -> None:
    folder = prepared_files(run, tiny, task_of_input, tmp_path / "task")
    ran = run("are", "resolve", folder, "-t", task, "-r", "mitkov", "-o", tmp_path / "answers")
    assert ran.status == 2
    assert ran.err.count("error: ") == 2
    assert "ann-input.xml: no " in ran.err
