"""A page with a key: submissions that are checked, scored and ranked, and other systems' answers as rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from served_page import Served, form, served
from tiny_corpus import Run


@pytest.fixture(scope="module")
def key_of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key in a folder: two samples of which the same metrics ask the same."""
    key = tmp_path_factory.mktemp("key")
    for name in ("manual_sync", "news_painting"):
        sample = packaged("samples") / f"{name}.conllu"
        (key / sample.name).write_bytes(sample.read_bytes())
    return key


@pytest.fixture(scope="module")
def organiser(key_of_two: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1", "--key", str(key_of_two)) as running:
        yield running


def _ranked(page: Served, sent: Iterable[tuple[str, bytes]], preset: str = "") -> Any:
    kind, body = form(*(("submission", file) for file in sent), ("preset", preset))
    taken = page.request("POST", "/submissions/ask", body, {"Content-Type": kind, "Origin": page.origin}).json
    assert page.events(taken["job"])[-1]["reason"] == ""
    return page.request("GET", f"/jobs/{taken['job']}").json


def _submissions(key: Path) -> dict[str, bytes]:
    """Files of several teams."""
    first, second = (file.read_bytes() for file in sorted(key.iterdir()))
    return {
        "whole": first + second,
        "weak": (first + second).replace(b"(e2-", b"(e1-").replace(b"e2)", b"e1)"),
        "half": first,
        "tagged": first.replace(b"\tThe\t_\t_", b"\tThe\tthe\tDET"),
        "rewritten": first + re.sub(rb"^(\d+\t)\w+", rb"\1quite", second, flags=re.MULTILINE),
        "strangers": first.replace(b"newdoc id = ", b"newdoc id = x_"),
        "text": b"Ann sold the lamp. She had cleaned it.",
        "none": b"",
    }


HALF = "answered 1 of 2 documents; the missing ones count as not answered"


@pytest.mark.parametrize(
    ("name", "unranked", "notes", "warnings"),
    [
        pytest.param("half", "", [f"It {HALF}."], [f"half {HALF}."], id="half of the documents"),
        pytest.param("tagged", "", [f"It {HALF}."], [f"tagged {HALF}."], id="half of them, with parts of speech"),
        pytest.param("rewritten", "1 document could not be scored", [], [], id="a document in other words"),
        pytest.param("strangers", "no document of the key; its first is 'x_manual_sync'", [], [], id="other documents"),
        pytest.param("text", "no document of the key; its first is 'text'", [], [], id="plain text"),
        pytest.param("none", "", [], [], id="an empty file"),
    ],
)
def test_a_submission_that_lacks_something_costs_no_other_its_figures(
    organiser: Served, key_of_two: Path, name: str, unranked: str, notes: list[str], warnings: list[str]
) -> None:
    files = _submissions(key_of_two)
    others = [(f"{team}.conllu", files[team]) for team in ("whole", "weak")]
    ending = "txt" if name == "text" else "conllu"
    without, with_it = _ranked(organiser, others), _ranked(organiser, [*others, (f"{name}.{ending}", files[name])])
    submission = with_it["submissions"][2]
    assert (submission["name"], submission["unranked"], submission["notes"]) == (name, unranked, notes)
    assert with_it["warnings"] == warnings
    assert with_it["submissions"][:2] == without["submissions"]
    figures = [{row[0]: row[1] for row in answer["leaderboard"]["rows"]} for answer in (without, with_it)]
    assert {team: figures[1][team] for team in figures[0]} == figures[0]
    assert (name in figures[1]) == bool(notes)


def test_a_shared_task_of_many_submissions_is_ranked_at_once(organiser: Served, key_of_two: Path) -> None:
    whole = _submissions(key_of_two)["whole"]
    answer = _ranked(organiser, [(f"team{number}.conllu", whole) for number in range(1, 10)])
    assert [row["name"] for row in answer["submissions"]] == [f"team{number}" for number in range(1, 10)]
    assert len(answer["leaderboard"]["rows"]) == 9
    kind, body = form(*(("submission", (f"team{number}.conllu", b"It")) for number in range(65)))
    refused = organiser.request("POST", "/submissions/ask", body, {"Content-Type": kind, "Origin": organiser.origin})
    assert (refused.status, refused.json["reason"]) == (400, "Too many files. Maximum number of files is 64.")


def test_what_is_counted_for_nobody_is_said_with_who_lacks_it(organiser: Served, key_of_two: Path) -> None:
    files = _submissions(key_of_two)
    tagged = files["whole"].replace(b"\tThe\t_\t_", b"\tThe\tthe\tDET")
    answer = _ranked(organiser, [("all.conllu", tagged), ("half.conllu", files["tagged"])])
    lacking = "arcs_inferred, arcs_anchor, parent, lmuc, lb_cubed, lceaf, ace_value"
    said = f"Counted for nobody, as half has not all that it needs: {lacking}."
    assert answer["warnings"] == [f"half {HALF}.", said]
    assert answer["submissions"][0]["report"]["documents"] == 2


def test_a_key_of_several_files_ranks_submissions_of_one_file(organiser: Served, key_of_two: Path) -> None:
    files = _submissions(key_of_two)
    found = _ranked(organiser, [(f"{name}.conllu", files[name]) for name in ("whole", "half", "none")])["submissions"]
    assert [submission["name"] for submission in found] == ["whole", "half", "none"]
    assert [bool(submission["report"]) for submission in found] == [True, True, False]
    assert found[0]["report"]["metrics"]["conll"]["f1"] == 1
    assert [problem["what"] for problem in found[2]["problems"]] == [
        "the file is empty; expected at least one document"
    ]


@pytest.mark.parametrize("preset", ["crac24", "crac22", "conll2012", "semeval2010", "codi-crac-ar"])
def test_submissions_are_scored_as_a_shared_task_does_and_as_the_command_does(
    organiser: Served, key_of_two: Path, preset: str, run: Run, tmp_path: Path
) -> None:
    files = _submissions(key_of_two)
    for team in ("whole", "weak"):
        (tmp_path / f"{team}.conllu").write_bytes(files[team])
    (tmp_path / "key.conllu").write_bytes(files["whole"])
    teams = [f"{team}.conllu" for team in ("whole", "weak")]
    answer = _ranked(organiser, [(team, files[team.removesuffix(".conllu")]) for team in teams], preset)
    board = json.loads(run("score", "key.conllu", *teams, "--preset", preset, "--format", "json").out)
    headings = [heading["text"] for heading in answer["leaderboard"]["headings"]]
    assert [row[0] for row in answer["leaderboard"]["rows"]] == list(board["responses"]) == ["whole", "weak"]
    assert len(headings) == len(["response", "95%", "p", "p corrected", *board["responses"]["weak"]["figures"]])
    for submission in answer["submissions"]:
        of_command = board["responses"][submission["name"]]
        report = submission["report"]
        assert (report["preset"], report["metrics"]) == (preset, of_command["metrics"])
        assert f"preset:{preset}" in report["signature"].split("|")
        assert report.get("columns") == of_command.get("columns")


def test_of_a_key_of_folders_each_is_a_data_set_as_for_the_command(key_of_two: Path, run: Run, tmp_path: Path) -> None:
    files = _submissions(key_of_two)
    first, second = sorted(key_of_two.iterdir())
    for side, of_first in (("key", first.read_bytes()), ("weak", files["weak"][: len(first.read_bytes())])):
        for name, content in (("a", of_first), ("b", second.read_bytes())):
            (tmp_path / side / name).mkdir(parents=True)
            (tmp_path / side / name / "texts.conllu").write_bytes(content)
    own = json.loads(run("score", "key", "weak", "--preset", "crac24", "--format", "json").out)
    with served(tmp_path, "--jobs", "1", "--key", str(tmp_path / "key")) as page:
        whole = b"".join((tmp_path / "weak" / name / "texts.conllu").read_bytes() for name in ("a", "b"))
        answer = _ranked(page, [("weak.conllu", whole)], "crac24")
        plain = _ranked(page, [("weak.conllu", whole)])
        second_only = (tmp_path / "weak" / "b" / "texts.conllu").read_bytes()
        strangers = files["strangers"]
        more = [("stranger.conllu", strangers), ("half.conllu", second_only + strangers)]
        partly = _ranked(page, more, "crac24")["submissions"]
    report = answer["submissions"][0]["report"]
    assert own["macro_mean"]["columns"]["head"] < 1
    assert {name: report[name] for name in ("score", "macro_mean", "data_sets", "metrics")} == {
        name: own[name] for name in ("score", "macro_mean", "data_sets", "metrics")
    }
    assert [heading["text"] for heading in answer["data_sets"]["headings"]] == ["response", "a", "b"]
    assert plain["data_sets"] is None
    # A document that the key does not have is no answer to the only one of a data set.
    assert partly[0]["unranked"].startswith("no document of the key; its first is ")
    assert [figures["columns"]["head"] for figures in partly[1]["report"]["data_sets"].values()] == [0.0, 1.0]
    assert "macro_mean" not in plain["submissions"][0]["report"]


def test_files_of_answers_of_one_name_are_rows_of_their_own(organiser: Served, key_of_two: Path) -> None:
    (sample, _) = sorted(key_of_two.iterdir())
    answers = ("mitkov.conllu", sample.read_bytes())
    asked = (("setting", "true-predicted"), ("resolver", "mitkov"), ("answers", answers), ("answers", answers))
    kind, body = form(("file", (sample.name, sample.read_bytes())), *asked)
    taken = organiser.request("POST", "/corpus/ask", body, {"Content-Type": kind, "Origin": organiser.origin}).json
    organiser.events(taken["job"])
    assert organiser.request("GET", f"/jobs/{taken['job']}").json == {"failures": [], "left_out": []}
    report = organiser.request("GET", f"/corpus/{taken['report']}/").body.decode()
    assert {"mitkov (file)", "mitkov (2)"} <= set(re.findall(r"mitkov \(\w+\)", report))
