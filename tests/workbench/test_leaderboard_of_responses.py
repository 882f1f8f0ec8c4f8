"""``score KEY RESPONSE RESPONSE…``: a leaderboard of responses alone."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest

import anaphora_workbench as aw
from anaphora_workbench.workbench.report.leaderboard import leaderboard_table
from anaphora_workbench.workbench.runs.leaderboard import leaderboard
from corefud_files import conllu, damaged, document, random_document
from tiny_corpus import Run


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A key of eight documents, and three responses, the more damaged the later their letter."""
    source = random.Random(4)
    key = [random_document(source, f"d{number}") for number in range(8)]
    (tmp_path / "key.conllu").write_text(conllu(key))
    response = key
    for name in "abc":
        response = [damaged(of_one, source) for of_one in response]
        (tmp_path / f"{name}.conllu").write_text(conllu(response))
    return ["key.conllu", "b.conllu", "c.conllu", "a.conllu"]


@pytest.mark.parametrize("place", ["key.conllu", "b.conllu"])
def test_no_file_that_is_read_is_written_over(run: Run, files: list[str], tmp_path: Path, place: str) -> None:
    before = (tmp_path / place).read_bytes()
    ran = run("score", *files, "-o", place)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: --output {place}: a file that is read; expected another place to write to\n"
    assert (tmp_path / place).read_bytes() == before


def test_the_best_comes_first_and_every_figure_is_that_of_its_own_score(run: Run, files: list[str]) -> None:
    ran = run("score", *files, "--format", "json")
    board = json.loads(ran.out)
    assert ran.status == 0
    assert board["ranked_by"] == "conll"
    assert list(board["responses"]) == ["a", "b", "c"]
    for name, place in board["responses"].items():
        alone = json.loads(run("score", files[0], f"{name}.conllu", "--format", "json", "--intervals").out)
        assert place["metrics"]["conll"]["f1"] == place["figures"]["conll"] == alone["metrics"]["conll"]["f1"]
        assert place["figures"]["muc"] == alone["metrics"]["muc"]["f1"]
        assert place["interval"] == pytest.approx(alone["metrics"]["conll"]["interval"])
        assert place["signature"] == alone["signature"]


def test_each_is_tested_against_the_best_and_corrected(run: Run, files: list[str]) -> None:
    places = json.loads(run("score", *files, "-m", "conll", "--format", "json").out)["responses"]
    assert "p_randomisation" not in places["a"]
    for name in "bc":
        words = ("score", files[0], "a.conllu", "--significance", f"{name}.conllu", "-m", "conll", "--format", "json")
        tested = json.loads(run(*words).out)["significance"]["metrics"]["conll"]
        assert places[name]["p_randomisation"] == tested["p_randomisation"]
    raw = sorted(places[name]["p_randomisation"] for name in "bc")
    corrected = sorted(places[name]["p_corrected"] for name in "bc")
    assert corrected == pytest.approx([min(1, 2 * raw[0]), max(min(1, 2 * raw[0]), raw[1])])


@pytest.mark.usefixtures("files")
def test_a_leaderboard_of_one_says_so(tmp_path: Path) -> None:
    """As on the page, where only one submission could be ranked."""
    board = leaderboard({"a": aw.score(tmp_path / "key.conllu", tmp_path / "a.conllu", ["muc"])})
    assert leaderboard_table(board).title == "1 response, 8 documents"


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_the_leaderboard_is_a_table_in_every_form(run: Run, files: list[str], form: str) -> None:
    board = json.loads(run("score", *files, "-m", "muc", "-m", "lea", "--format", "json").out)
    assert board["ranked_by"] == "muc"
    out = run("score", *files, "-m", "muc", "-m", "lea", "--format", form).out
    for place in board["responses"].values():
        assert f"{100 * place['figures']['lea']:.2f}" in out
    rows = list(csv.DictReader(io.StringIO(run("score", *files, "-m", "muc", "-m", "lea", "--format", "csv").out)))
    assert [float(row["muc"]) for row in rows] == [place["figures"]["muc"] for place in board["responses"].values()]


def test_a_preset_ranks_by_its_first_column(run: Run, files: list[str], tmp_path: Path) -> None:
    board = json.loads(run("score", *files, "--preset", "crac24", "--format", "json").out)
    assert board["ranked_by"] == "head"
    for name, place in board["responses"].items():
        alone = json.loads(run("score", files[0], f"{name}.conllu", "--preset", "crac24", "--format", "json").out)
        assert place["figures"] == alone["columns"]
    # Of data sets the mean is ranked, without an interval.
    for name in ("key", "a", "c"):
        for number in (1, 2):
            folder = tmp_path / "sets" / name / str(number)
            folder.mkdir(parents=True)
            (folder / "d.conllu").write_text((tmp_path / f"{name}.conllu").read_text())
    sets = [tmp_path / "sets" / name for name in ("key", "c", "a")]
    of_sets = json.loads(run("score", *sets, "--preset", "crac24", "--format", "json").out)
    assert list(of_sets["responses"]) == ["a", "c"]
    assert of_sets["responses"]["a"]["figures"] == pytest.approx(board["responses"]["a"]["figures"])
    assert "interval" not in of_sets["responses"]["a"]


def test_what_only_some_have_is_left_out_and_said(run: Run, tmp_path: Path) -> None:
    """b has a document in other words, which cannot be scored; so a is ranked without it, too."""
    for folder, other in (("key", ""), ("a", ""), ("b", "x")):
        (tmp_path / folder).mkdir()
        for number in (1, 2):
            text = conllu(document([6], e1="1 ; 2 ; 5" if folder != "b" or number == 1 else "1 ; 3", name=f"d{number}"))
            if number == 2 and other:
                text = text.replace("w1-", "quite-other-")
            (tmp_path / folder / f"d{number}.conllu").write_text(text)
    ran = run("score", "key", "a", "b", "-m", "muc", "--format", "json")
    board = json.loads(ran.out)
    assert ran.status == 1
    assert (board["documents"], board["left_out"]) == (1, 1)
    assert "warning: 1 document left out: not every response has a score for each\n" in ran.err
    assert [place["figures"]["muc"] for place in board["responses"].values()] == [1, 1]


@pytest.mark.parametrize("flags", [["--by", "document"], ["--significance", "a.conllu"]])
def test_what_a_leaderboard_does_not_show_is_refused(run: Run, files: list[str], flags: list[str]) -> None:
    ran = run("score", *files, "-m", "muc", *flags)
    assert ran.status == 2
    assert ran.err == f"error: {flags[0]} next to 3 responses, which are ranked; expected one response\n"


def test_two_files_of_one_name_go_by_their_paths(run: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.conllu").write_text((tmp_path / "a.conllu").read_text())
    board = json.loads(run("score", files[0], "a.conllu", "other/a.conllu", "-m", "muc", "--format", "json").out)
    assert set(board["responses"]) == {"a.conllu", "other/a.conllu"}


def test_one_response_twice_is_an_error(run: Run, files: list[str]) -> None:
    ran = run("score", *files, files[1], "-m", "muc")
    assert (ran.status, ran.err) == (2, "error: b.conllu: the same response twice; expected different ones\n")
