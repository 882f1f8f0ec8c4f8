"""Scores and difficulty of parts: genres, pronouns and the like, from the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from test_responses import HALF, chains
from tiny_corpus import ANN, Run, conllu

STEADY = ("-r", "singletons", "-r", "oracle", "-s", "true-gold", "-j", 1)


@pytest.fixture
def genres(tiny: Path) -> Path:
    """The tiny corpus as GUM has it: *ann* is of a court, *tom* is news."""
    for name, genre in (("ann", "court"), ("tom", "news")):
        file = tiny / f"{name}.conllu"
        head = f"# newdoc id = {name}\n"
        file.write_text(file.read_text().replace(head, f"{head}# meta::genre = {genre}\n"), encoding="utf-8")
    return tiny


@pytest.fixture
def half(genres: Path) -> tuple[str, str]:
    """A response with *She* and *his* right, *it* linked to *She*, *It* left alone."""
    return "--response", f"half={chains(genres.parent / 'half.json', HALF)}"


def compared(run: Run, corpus: Path, *words: object) -> Any:
    ran = run("compare", corpus, *STEADY, *words, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)["corpora"]["tiny"]["true-gold"]


def test_compare_gives_each_genre_its_rates(run: Run, genres: Path, half: tuple[str, str]) -> None:
    rows = compared(run, genres, *half, "--by", "genre")
    rates = {
        name: {genre: part["metrics"]["success_rate"] for genre, part in row["by"]["genre"].items()}
        for name, row in rows.items()
    }
    none, half_right, all = ({"numerator": number, "denominator": 2, "value": number / 2} for number in (0, 1, 2))
    assert rates == {
        "singletons": {"court": none, "news": none},
        "oracle": {"court": all, "news": all},
        "half": {"court": half_right, "news": half_right},
    }
    precision = {genre: part["metrics"]["precision"] for genre, part in rows["half"]["by"]["genre"].items()}
    assert {genre: (ratio["numerator"], ratio["denominator"]) for genre, ratio in precision.items()} == {
        "court": (1, 2),
        "news": (1, 1),
    }


def test_the_table_has_a_block_for_each_part(run: Run, genres: Path, half: tuple[str, str]) -> None:
    ran = run("compare", genres, *STEADY, *half, "-m", "success_rate", "--by", "pronoun")
    _, _, table = ran.out.partition("tiny, true-gold: by pronoun\n")
    rows = [line.split() for line in table.splitlines() if line.startswith(("his", "it", "she"))]
    # Resolvers and responses first, then baselines, then oracles, as in the leaderboard.
    assert rows == [
        ["it", "half", "2", "2", "0.0", "0.0–0.0"],
        ["it", "singletons", "2", "2", "0.0", "0.0–0.0"],
        ["it", "oracle", "2", "2", "100.0", "100.0–100.0"],
        ["his", "half", "1", "1", "100.0", "–"],
        ["his", "singletons", "1", "1", "0.0", "–"],
        ["his", "oracle", "1", "1", "100.0", "–"],
        ["she", "half", "1", "1", "100.0", "–"],
        ["she", "singletons", "1", "1", "0.0", "–"],
        ["she", "oracle", "1", "1", "100.0", "–"],
    ]


def test_csv_has_wholes_and_parts_under_one_heading(run: Run, genres: Path, half: tuple[str, str]) -> None:
    words = (*half, "--by", "genre", "--by", "pronoun", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run("compare", genres, *STEADY, *words).out)))
    of_half = {(row["by"], row["part"]): (row["anaphors"], row["correct"]) for row in rows if row["resolver"] == "half"}
    assert of_half == {
        ("", ""): ("4", "2"),
        ("genre", "court"): ("2", "1"),
        ("genre", "news"): ("2", "1"),
        ("pronoun", "his"): ("1", "1"),
        ("pronoun", "it"): ("2", "0"),
        ("pronoun", "she"): ("1", "1"),
    }
    assert len(rows) == 3 * len(of_half)


def test_score_gives_parts_in_one_csv_table(run: Run, genres: Path) -> None:
    key, half = genres.parent / "key.conllu", chains(genres.parent / "half.json", HALF)
    key.write_text("".join(file.read_text() for file in sorted(genres.iterdir())), encoding="utf-8")
    words = ("-m", "success_rate", "--by", "genre", "--significance", key, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run("score", key, half, *words).out)))
    assert [(row["table"], row["by"], row["part"], row["numerator"], row["denominator"]) for row in rows] == [
        ("scores", "", "", "2", "4"),
        ("scores", "genre", "court", "1", "2"),
        ("scores", "genre", "news", "1", "2"),
        ("significance", "", "", "", ""),
    ]
    assert (rows[-1]["first"], rows[-1]["second"], rows[-1]["difference"]) == ("0.5", "1.0", "-0.5")


def test_documents_without_genre_are_a_part_of_their_own(run: Run, tiny: Path) -> None:
    assert list(compared(run, tiny, "--by", "genre")["oracle"]["by"]["genre"]) == ["none"]
    ran = run("difficulty", tiny, "--by", "genre", "--format", "json")
    assert ran.err == "warning: no document says its genre\n"
    assert list(json.loads(ran.out)["by"]["genre"]) == ["none"]


def test_difficulty_by_genre_in_every_form(run: Run, genres: Path) -> None:
    figures = json.loads(run("difficulty", genres, "--by", "genre", "--format", "json").out)
    by_genre = figures["by"]["genre"]
    assert {name: figures["mentions"] for name, figures in by_genre.items()} == {"court": 4, "news": 4}
    # Ann … She and the lamp … it lie across sentences, Tom … his in one, his key … It across.
    assert {name: (figures["intrasentential"], figures["intersentential"]) for name, figures in by_genre.items()} == {
        "court": (0, 2),
        "news": (1, 1),
    }
    assert figures["entity_sizes"] == {"2": 4}
    rows = list(csv.DictReader(io.StringIO(run("difficulty", genres, "--by", "genre", "--format", "csv").out)))
    assert [(row["by"], row["part"], row["tokens"], row["entity_sizes.2"]) for row in rows] == [
        ("corpus", "tiny", "17", "4"),
        ("genre", "court", "9", "2"),
        ("genre", "news", "8", "2"),
    ]
    text = run("difficulty", genres, "--by", "genre").out.splitlines()
    assert text[0] == "by genre"
    assert [line.split()[:4] for line in text[3:-1] if "─" not in line] == [
        ["court", "1", "9", "4"],
        ["news", "1", "8", "4"],
        ["all", "2", "17", "8"],
    ]
    for form, part in (("markdown", "| court |"), ("latex", "court & ")):
        assert part in run("difficulty", genres, "--by", "genre", "--format", form).out


def test_difficulty_of_chains_without_text(run: Run, tiny: Path) -> None:
    file = tiny.parent / "chains.json"
    file.write_text('{"documents": [{"id": "d", "chains": [["a", "b"], ["c"]]}]}')
    ran = run("difficulty", file, "--format", "json")
    assert ran.status == 0
    assert ran.err == "warning: 1 document without text; words, distances and candidates are those of the others\n"
    figures = json.loads(ran.out)
    assert (figures["mentions"], figures["entities"], figures["singletons"], figures["tokens"]) == (3, 2, 1, None)


def test_parts_are_among_the_tables(run: Run, genres: Path) -> None:
    words = ("--by", "genre", "--table", "parts", "--format")
    rows = json.loads(run("compare", genres, *STEADY, *words, "json").out)
    assert [(row["part"], row["resolver"], row["anaphors"], row["success_rate"]) for row in rows] == [
        ("court", "singletons", 2, 0.0),
        ("court", "oracle", 2, 1.0),
        ("news", "singletons", 2, 0.0),
        ("news", "oracle", 2, 1.0),
    ]
    run("compare", genres, *STEADY, "--by", "genre", "--tables", "tables")
    assert Path("tables/parts.csv").read_text(encoding="utf-8").startswith("part,resolver,documents,anaphors,")


def test_score_gives_parts_of_several_documents_intervals(run: Run, genres: Path) -> None:
    key = genres.parent / "key.conllu"
    again = (genres / "ann.conllu").read_text().replace("newdoc id = ann", "newdoc id = eve")
    key.write_text("".join([*(file.read_text() for file in sorted(genres.iterdir())), again]), encoding="utf-8")
    content = json.loads(run("score", key, key, "-m", "muc", "--by", "genre", "--intervals", "--format", "json").out)
    assert content["metrics"]["muc"]["interval"] == [1.0, 1.0]
    by_genre = content["by"]["genre"]
    assert by_genre["court"]["metrics"]["muc"]["interval"] == [1.0, 1.0]
    assert "interval" not in by_genre["news"]["metrics"]["muc"]


def test_documents_of_one_id_in_two_corpora_both_count(run: Run, genres: Path) -> None:
    second_corpus = genres.parent / "other"
    second_corpus.mkdir()
    (second_corpus / "ann.conllu").write_text((genres / "ann.conllu").read_text(), encoding="utf-8")
    both = json.loads(run("difficulty", genres, second_corpus, "--by", "genre", "--format", "json").out)
    assert {name: figures["documents"] for name, figures in both["by"]["genre"].items()} == {"court": 2, "news": 1}
    both = json.loads(run("difficulty", genres, second_corpus, "--by", "document", "--format", "json").out)
    assert {name: figures["tokens"] for name, figures in both["by"]["document"].items()} == {
        "tiny: ann": 9,
        "tom": 8,
        "other: ann": 9,
    }


def test_a_second_document_of_an_id_is_not_measured(run: Run, tiny: Path) -> None:
    (tiny / "zoe.conllu").write_text((tiny / "ann.conllu").read_text(), encoding="utf-8")
    ran = run("difficulty", tiny, "--format", "json")
    assert ran.status == 1
    also = f"also in {tiny / 'ann.conllu'}; expected unique ids\n"
    assert ran.err == f"error: {tiny / 'zoe.conllu'}: duplicate document id 'ann', {also}"
    assert json.loads(ran.out)["documents"] == 2


def test_that_parts_leave_out_split_antecedents_is_said(run: Run, tmp_path: Path) -> None:
    """*Ann saw the lamp. They fell.*: a set of entities is in the whole, but has no class of its own."""
    they = ("They", "they", "PRON", "PRP", "Number=Plur", 2, "nsubj", "(e3-object-1-)|SplitAnte=e1<e3,e2<e3")
    fell = ("fell", "fall", "VERB", "VBD", "Tense=Past", 0, "root", "")
    (tmp_path / "key.conllu").write_text(conllu("ann", [ANN[0], [they, fell]]))
    words = ("score", "key.conllu", "key.conllu", "--metric", "muc", "--by", "pos", "--by", "genre")
    out = run(*words).out
    note = "Split antecedents count in TOTAL and in no part, as they are sets of entities"
    assert out.count(note) == 1
    assert out.index("by pos") < out.index(note) < out.index("by genre")
    assert note not in run(*words, "--split-antecedents", "drop").out
    content = json.loads(run(*words, "--format", "json").out)
    in_parts = [part["metrics"]["muc"]["recall"]["denominator"] for part in content["by"]["pos"].values()]
    assert (sum(in_parts), content["metrics"]["muc"]["recall"]["denominator"]) == (0, 1)
