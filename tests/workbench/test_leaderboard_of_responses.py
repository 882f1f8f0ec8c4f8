"""``score KEY RESPONSE RESPONSE…``: a leaderboard of responses alone."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest

from corefud_files import conllu, damaged, document, random_document
from tiny_corpus import Run, check_golden


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


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_the_leaderboard_is_a_table_in_every_form(run: Run, files: list[str], form: str) -> None:
    board = json.loads(run("score", *files, "-m", "muc", "-m", "lea", "--format", "json").out)
    assert board["ranked_by"] == "muc"
    out = run("score", *files, "-m", "muc", "-m", "lea", "--format", form).out
    for place in board["responses"].values():
        assert f"{100 * place['figures']['lea']:.2f}" in out
    rows = list(csv.DictReader(io.StringIO(run("score", *files, "-m", "muc", "-m", "lea", "--format", "csv").out)))
    assert [float(row["muc"]) for row in rows] == [place["figures"]["muc"] for place in board["responses"].values()]


@pytest.mark.parametrize(
    ("golden", "words"),
    [
        ("leaderboard.txt", ("-m", "muc", "-m", "lea")),
        ("leaderboard-truncated.txt", ("-m", "lea", "-m", "muc", "--truncate")),
        ("leaderboard-crac24.txt", ("--preset", "crac24")),
    ],
)
def test_what_people_read(run: Run, files: list[str], golden: str, words: tuple[str, ...]) -> None:
    check_golden(golden, run("score", *files, *words).out)


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
    assert all("|documents:1|" in place["signature"] for place in board["responses"].values())
    left_out = "1 document left out, as not every response has a score for each: d2\n"
    assert f"warning: {left_out}" in ran.err
    # What is published says it, too.
    assert f"\n{left_out}" in run("score", "key", "a", "b", "-m", "muc").out
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


UNPAIRED = "z: a folder where the key is a file; expected two files or two folders, or compare --response"


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


def test_a_submission_is_not_overwritten(run: Run, files: list[str], tmp_path: Path) -> None:
    content = (tmp_path / "a.conllu").read_bytes()
    for words in (files, [files[0], "b.conllu", "--significance", "a.conllu"]):
        ran = run("score", *words, "-m", "muc", "-o", "a.conllu")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == "error: --output a.conllu: a file that is read; expected another place to write to\n"
        assert (tmp_path / "a.conllu").read_bytes() == content
