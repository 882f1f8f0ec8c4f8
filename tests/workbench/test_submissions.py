"""Responses ranked: paired tests, leaderboards of responses, and submissions to a page with a key."""

import csv
import io
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.statistics.significance import holm
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.runs.pairwise import paired_tests
from corefud_files import conllu, damaged, document, random_document
from served_page import Served, form, served
from tiny_corpus import Run


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([0.01, 0.04, 0.03], [0.03, 0.06, 0.06], id="3·0.01, 2·0.03, and 0.04 not below it"),
        pytest.param([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09], id="steps"),
        pytest.param([0.6, 0.7], [1.0, 1.0], id="never above one"),
        pytest.param([], [], id="none"),
    ],
)
def test_holm(values: list[float], expected: list[float]) -> None:
    assert holm(values) == pytest.approx(expected)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_correction_keeps_the_order_and_lies_between_raw_and_bonferroni(values: list[float]) -> None:
    corrected = holm(values)
    for value, larger in zip(values, corrected, strict=True):
        assert value <= larger <= max(value, min(1.0, value * len(values)) + 1e-12)
    assert [larger for _, larger in sorted(zip(values, corrected, strict=True))] == sorted(corrected)


def outcome(*right: int) -> Outcome:
    """Ten anaphors in each document, so many of them right."""
    tallies = [{"correct": correct, "anaphors": 10} for correct in right]
    return Outcome({f"d{number}": Counts({"success_rate": dict(tally)}, {}) for number, tally in enumerate(tallies)})


def test_equal_answers_differ_by_nothing() -> None:
    (test,) = paired_tests({"a": outcome(3, 5, 7), "b": outcome(3, 5, 7)}, seed=1, samples=200)
    assert (test.difference, test.bootstrap, test.randomisation, test.corrected) == (0, 1, 1, 1)
    assert test.mcnemar is None


def test_oracles_and_lesser_baselines_are_left_out() -> None:
    outcomes = {
        "random": outcome(0, 1, 0, 0, 0, 1, 0, 0),
        "oracle": outcome(10, 10, 10, 10, 10, 10, 10, 10),
        "most-recent": outcome(2, 1, 2, 1, 2, 1, 1, 2),
        "mitkov": outcome(9, 9, 8, 9, 9, 8, 9, 9),
    }
    (test,) = paired_tests(outcomes, seed=1, samples=500)
    assert (test.first, test.second) == ("mitkov", "most-recent")
    assert test.difference == pytest.approx(58 / 80)
    assert test.randomisation < 0.05


def test_the_better_one_of_a_pair_is_first_and_one_baseline_the_best_takes_part() -> None:
    outcomes = {"last": outcome(0, 1), "all-in-one": outcome(2, 2), "most-recent": outcome(3, 3), "new": outcome(9, 9)}
    tests = paired_tests(outcomes, seed=1, samples=10)
    assert [(test.first, test.second, round(test.difference, 2)) for test in tests] == [
        ("new", "most-recent", 0.6),
        ("new", "last", 0.85),
        ("most-recent", "last", 0.25),
    ]


@pytest.mark.parametrize(
    ("outcomes", "pairs"),
    [
        ({"a": outcome(3), "b": outcome(4)}, []),
        ({"a": outcome(4, 4, 4), "b": outcome(3, 3)}, []),
        ({"a": outcome(4, 4, 4), "b": outcome(3, 3), "c": outcome(2, 2, 2)}, [("a", "c")]),
    ],
)
def test_pairs_without_documents_to_resample(outcomes: dict[str, Outcome], pairs: list[tuple[str, str]]) -> None:
    assert [(test.first, test.second) for test in paired_tests(outcomes, seed=1, samples=10)] == pairs


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


def test_where_one_document_counts_there_is_no_interval(run: Run, tmp_path: Path) -> None:
    for name, answer in (("key", "(1)"), ("a", "(2)"), ("b", "-")):
        (tmp_path / f"{name}.conll").write_text(
            f"#begin document (one); part 000\none\t0\t0\tAnn\t(1)\none\t0\t1\tshe\t{answer}\n\n#end document\n"
            "#begin document (two); part 000\ntwo\t0\t0\tRain\t-\n\n#end document\n"
        )
    words = ("score", "key.conll", "a.conll", "b.conll", "-m", "b_cubed")
    places = json.loads(run(*words, "--format", "json").out)["responses"]
    assert not any("interval" in place for place in places.values())
    out = run(*words).out
    assert "95%" not in out
    assert "p: of the difference to the best" in out


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
    # Each data set is the same files, so each has the mean.
    further = run("score", *sets, "--preset", "crac24").out.partition("\nhead, by data set\n")[2].splitlines()
    of_a, of_c = (f"{100 * of_sets['responses'][name]['score']:.2f}" for name in "ac")
    assert [line.split() for line in further if "─" not in line] == [
        ["response", "1", "2"],
        ["a", of_a, of_a],
        ["c", of_c, of_c],
    ]


@pytest.mark.parametrize(
    ("preset", "ranked_by"),
    [
        ("semeval2010", "ceaf_m"),
        ("conll2012", "conll"),
        ("codi-crac-ar", "conll"),
        ("codi-crac-br", "bridging_entities"),
    ],
)
def test_a_preset_without_a_table_ranks_by_coreference(run: Run, tmp_path: Path, preset: str, ranked_by: str) -> None:
    """All mentions are found, once with their chains and once alone: mention detection knows no difference."""
    for name, chains in (
        ("key", {"e1": "1 ; 2", "e2": "3"}),
        ("b", {"e1": "1 ; 2", "e2": "3"}),
        ("a", {"e1": "1 ; 3", "e2": "2"}),
    ):
        (tmp_path / f"{name}.conllu").write_text(conllu(document([4], **chains)))
    board = json.loads(run("score", "key.conllu", "a.conllu", "b.conllu", "--preset", preset, "--format", "json").out)
    assert board["ranked_by"] == ranked_by
    assert list(board["responses"]) == (["b", "a"] if ranked_by != "bridging_entities" else ["a", "b"])


def test_submissions_rank_alike_as_files_and_as_folders(run: Run, tmp_path: Path) -> None:
    """Five teams answer three documents: all, one wrongly, one absent, one broken, one in other words."""
    texts = {name: conllu(document([6], e1="1 ; 2 ; 5", name=name)) for name in ("d1", "d2", "d3")}
    second = texts["d2"]
    teams = {
        "key": second, "all": second, "wrong": conllu(document([6], e1="1 ; 2", name="d2")), "absent": "",
        "broken": re.sub(r"(?m)^3\t.*$", "3\tbroken", second), "other": second.replace("w1-", "quite-other-"),
    }  # fmt: skip
    for team, text in teams.items():
        (tmp_path / "folders" / team).mkdir(parents=True)
        for name, of_document in {**texts, "d2": text}.items():
            if of_document:
                (tmp_path / "folders" / team / f"{name}.conllu").write_text(of_document)
        (tmp_path / "files").mkdir(exist_ok=True)
        (tmp_path / "files" / f"{team}.conllu").write_text(texts["d1"] + text + texts["d3"])
    boards = []
    folders, files = [f"folders/{team}" for team in teams], [f"files/{team}.conllu" for team in teams]
    for places in (folders, files, [*files[:1], *folders[1:]], [*folders[:1], *files[1:]]):
        ran = run("score", *places, "-m", "conll", "-m", "muc", "--format", "json")
        board = json.loads(ran.out)
        assert (ran.status, board["documents"], "left_out" in board) == (1, 3, False)
        # R 4/6 and P 4/4 where nothing counts of the second, 5/6 and 5/5 where it lacks a mention.
        muc = {team: pytest.approx(figure) for team, figure in zip(teams, (1, 1, 10 / 11, 0.8, 0.8, 0.8), strict=True)}
        assert {team: place["figures"]["muc"] for team, place in board["responses"].items()} == {
            team: muc[team] for team in board["responses"]
        }
        rows = run("score", *places, "-m", "conll").out
        assert {team: re.search(rf"(?m)^{team} .* (\d of \d|(?<!of )\d) *$", rows)[1] for team in list(teams)[1:]} == {
            "all": "3",
            "wrong": "3",
            **dict.fromkeys(("absent", "broken", "other"), "2 of 3"),
        }
        boards.append(
            [
                (team, place["figures"], place.get("interval"), place.get("p_randomisation"))
                for team, place in board["responses"].items()
            ]
        )
    assert boards[0] == boards[1] == boards[2] == boards[3]
    compared = run(
        *("compare", "folders/key", "-r", "oracle", "-s", "system-predicted", "-m", "muc", "--format", "json"),
        *(word for team in list(teams)[1:] for word in ("--response", f"{team}=files/{team}.conllu")),
    )
    (rows_of_setting,) = json.loads(compared.out)["corpora"]["key"].values()
    assert {team: rows_of_setting[team]["metrics"]["muc"]["f1"] for team in list(teams)[1:]} == {
        team: figures["muc"] for team, figures, *_ in boards[0]
    }


@pytest.mark.parametrize("flags", [["--errors"], ["--significance", "a.conllu"]])
def test_what_a_leaderboard_does_not_show_is_refused(run: Run, files: list[str], flags: list[str]) -> None:
    ran = run("score", *files, "-m", "muc", *flags)
    assert ran.status == 2
    assert ran.err == f"error: {flags[0]} next to 3 responses, which are ranked; expected one response\n"


def test_parts_of_several_responses_stand_side_by_side(run: Run, tmp_path: Path) -> None:
    """Of three pairs *it … it* in the key a finds all, b one and links another wrongly."""
    names = [f"m{number}" for number in range(6)]
    mentions = [
        {"id": id, "start": place, "end": place + 1, "pos": "PRON" if place % 2 else "NOUN", "text": "it"}
        for place, id in enumerate(names)
    ]
    for file, chains in (
        ("key", [["m0", "m1"], ["m2", "m3"], ["m4", "m5"]]),
        ("a", [["m0", "m1"], ["m2", "m3"], ["m4", "m5"]]),
        ("b", [["m0", "m1"], ["m2", "m5"], ["m3"], ["m4"]]),
    ):
        content = {"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}
        (tmp_path / f"{file}.json").write_text(json.dumps(content))
    words = ("score", "key.json", "a.json", "b.json", "-m", "arcs_immediate", "--by", "mention-class")
    rows = [row for row in csv.DictReader(io.StringIO(run(*words, "--format", "csv").out)) if row["part"]]
    outcomes = ("recall", "precision", "f1", "tp", "wl", "fn", "fp")
    figures = {(row["part"], row["response"]): [float(row[name] or 0) for name in outcomes] for row in rows}
    # b: one right, one to the wrong mention, one left alone.
    right, poor = [1.0, 1.0, 1.0, 3, 0, 0, 0], [1 / 3, 1 / 2, 0.4, 1, 1, 1, 0]
    (part,) = {part for part, _ in figures} - {"TOTAL"}
    for name in (part, "TOTAL"):
        assert figures[name, "a"] == right
        assert figures[name, "b"] == pytest.approx(poor)
    assert {row["share"] for row in rows} == {"1.0"}
    plain, both = (run(*words, *sides).out.partition(" by mention-class\n")[2] for sides in ((), ("--sides",)))
    assert re.search(rf"{part} +100\.0 +b +40\.00 ", plain)
    assert re.search(rf"{part} +100\.0 +b +33\.33 +50\.00 +40\.00 +1/3 +1/2 ", both)
    of_json = json.loads(run(*words, "--format", "json").out)["responses"]["b"]["by"]["mention-class"][part]
    assert of_json["metrics"]["arcs_immediate"]["f1"] == pytest.approx(0.4)


UNPAIRED = "z: no file of any known format in this folder"


@pytest.mark.parametrize(
    "words", [(), ("-m", "muc"), ("--preset", "crac24")], ids=["all that apply", "metric", "preset"]
)
@pytest.mark.parametrize(
    ("wrong", "said"), [("z.conllu", "z.conllu:1: no sentence"), ("z", UNPAIRED), ("y", "y: no such")]
)
def test_a_response_that_cannot_be_scored_costs_the_others_nothing(
    run: Run, files: list[str], tmp_path: Path, words: tuple[str, ...], wrong: str, said: str
) -> None:
    (tmp_path / "z.conllu").write_text("\n")
    (tmp_path / "z").mkdir()
    key, *responses = files
    ran = run("score", key, wrong, *responses, *words, "--format", "json")
    board = json.loads(ran.out)
    assert (ran.status, board["documents"], list(board["responses"])) == (1, 8, ["a", "b", "c"])
    assert ran.err.count("error: ") == ran.err.count(f"error: {said}") == 1
    assert run("score", key, wrong, "nothing", *words).status == 2


def test_what_is_wrong_with_the_key_is_said_once(run: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text("x\n")
    ran = run("score", *files, "--from", "conllu", "-m", "muc")
    assert (ran.status, ran.err) == (2, "error: key.conllu:1: 1 column; expected 10, separated by tabs, or a comment\n")


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
        pytest.param("rewritten", "", [f"It {HALF}."], [f"rewritten {HALF}."], id="a document in other words"),
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


@pytest.mark.parametrize("preset", ["crac24", "semeval2010"])
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
