"""What a person expects at a terminal: names that were nearly right, ``-``, narrow windows, completion."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from anaphora_workbench.workbench.report.tables import Column, Table, in_width
from tiny_corpus import ANN, Run, conllu

KEY = "#begin document (d);\nd 0 0 Ann (1)\nd 0 1 saw -\nd 0 2 her (1)\n#end document\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("compar", "tiny"), "compare"),
        (("compare", "tiny", "--jbos", "1"), "--jobs"),
        (("compare", "tiny", "-r", "mitkof"), "mitkov"),
        (("compare", "tiny", "-r", "mitkov+head-mach"), "head-match"),
        (("compare", "tiny", "-m", "b-cubed"), "b_cubed"),
        (("compare", "tiny", "-s", "true-gould"), "true-gold"),
        (("compare", "tiny", "--format", "jsn"), "json"),
        (("compare", "tiny", "--table", "leaderbord"), "leaderboard"),
        (("compare", "tiny", "-r", "mitkov", "--option", "mitkov.windw=3"), "window"),
        (("compare", "tiny", "-r", "mitkov", "--option", "windw=3"), "window"),
        (("compare", "tiny", "-r", "mitkov", "--option", "mitkov.prelink=nams"), "names"),
        (("score", "tiny", "tiny", "--preset", "crac25"), "crac24"),
        (("score", "tiny", "tiny", "--twinless", "semval"), "semeval"),
        (("score", "tiny", "tiny", "--from", "conll-u"), "conllu"),
        (("corpora", "fetch", "gmu"), "gum"),
        (("list", "metrics", "conl"), "conll"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_did_you_mean(run: Run, tiny: Path, words: tuple[str, ...], meant: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert f"; did you mean {meant}?" in ran.err
    assert ran.err.count("\n") == 1


def test_a_name_that_is_like_none_is_only_answered_with_the_names(run: Run, tiny: Path) -> None:
    assert "did you mean" not in run("compare", "tiny", "-r", "xyzzy").err


def from_standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input_is_scored(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key.conll").write_text(KEY, encoding="utf-8")
    from_standard_input(monkeypatch, KEY)
    ran = run("score", "key.conll", "-", "--metric", "muc", "--format", "json")
    assert json.loads(ran.out)["metrics"]["muc"]["f1"] == 1.0
    from_standard_input(monkeypatch, KEY)
    assert "- twice: standard input can be read once" in run("score", "-", "-").err


def test_standard_input_is_the_other_response_of_a_test(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key.conll").write_text(KEY, encoding="utf-8")
    words = ("score", "key.conll", "key.conll", "--metric", "muc", "--format", "json", "--significance")
    from_standard_input(monkeypatch, KEY)
    ran = run(*words, "-")
    assert json.loads(ran.out)["significance"] == json.loads(run(*words, "key.conll").out)["significance"]


def test_standard_input_goes_through_the_exercise(
    run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ("--task", 1)
    assert run("are", "prepare", tiny / "tom.conllu", *task, "-o", "task", "-q").status == 0
    given, key = Path("task/inputs/tom-input.xml"), Path("task/keys/tom-key.xml")
    from_standard_input(monkeypatch, given.read_text())
    assert run("are", "resolve", "-", *task, "-r", "most-recent", "-o", "answers", "-q").status == 0
    answer = Path("answers/tom-answer.xml")
    for words, read in (
        (("score", key, "-"), answer),
        (("score", "-", answer), key),
        (("check", given, "-"), answer),
        (("check", "-", answer), given),
    ):
        from_standard_input(monkeypatch, read.read_text())
        ran = run("are", *words, *task)
        assert (ran.status, ran.err) == (0, ""), words
    for words in (("score", "task/keys", "-"), ("check", "-", "answers")):
        from_standard_input(monkeypatch, answer.read_text())
        ran = run("are", *words, *task)
        assert ran.status == 2
        assert f"standard input: one file next to {max(words[1:])}, a folder; expected two files" in ran.err


def test_what_is_wrong_in_standard_input_has_its_name_and_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from_standard_input(monkeypatch, KEY.replace("(1)", "(1"))
    ran = run("validate", "-")
    assert ran.status == 1
    assert ran.out.startswith("error: standard input:5: entity 1 opens in line 2 but never closes\n")


def test_several_resolvers_are_explained_pronoun_by_pronoun(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("explain", "-", "-r", "hobbs", "-r", "mitkov")
    from_standard_input(monkeypatch, conllu("ann", ANN))
    traces = json.loads(run(*words, "--format", "json").out)
    assert [(trace["anaphor"]["form"], trace["resolver"]) for trace in traces] == [
        ("She", "hobbs"), ("She", "mitkov"), ("it", "hobbs"), ("it", "mitkov"),
    ]  # fmt: skip
    from_standard_input(monkeypatch, conllu("ann", ANN))
    titles = [line for line in run(*words).out.splitlines() if line.startswith("ann  ")]
    assert [title.rsplit(maxsplit=1)[1] for title in titles] == ["hobbs", "mitkov", "hobbs", "mitkov"]


def test_a_table_fits_in_sixty_columns_and_loses_nothing() -> None:
    columns = [Column("name", "name"), *(Column(f"c{number}", f"figure{number}", "count") for number in range(12))]
    row = {"name": "kennedy-boguraev", **{f"c{number}": 1000 + number for number in range(12)}}
    lines = in_width(Table("a title of more than one line " * 4, columns, [row], notes=["note " * 40]), 60).splitlines()
    assert max(map(len, lines)) <= 60
    text = "\n".join(lines)
    assert all(f"{1000 + number}" in text and f"figure{number}" in text for number in range(12))
    assert text.count("kennedy-boguraev") == text.count("name  ") > 1


def test_the_shell_completes_commands() -> None:
    asked = {"_WORKBENCH_COMPLETE": "complete_bash", "COMP_WORDS": "workbench comp", "COMP_CWORD": "1"}
    program = Path(sys.executable).with_name("workbench")
    done = subprocess.run([program], env=os.environ | asked, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["compare"]
