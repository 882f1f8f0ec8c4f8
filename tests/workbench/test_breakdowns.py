"""Scores, difficulty and errors of parts, from the command line."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import anaphora_workbench as aw
import corefud_files
from corefud_files import document
from test_responses import HALF, chains
from tiny_corpus import Run

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
    # Wilson of 0, 1 and 2 of 2: z²/(2 + z²) and what is left to 1; 1/2 ± z/2 · √(2 + z²)/(2 + z²).
    most, half_of_it = 3.8415 / 5.8415, 1.96 / 2 / 5.8415**0.5
    bounds = ((0, most), (0.5 - half_of_it, 0.5 + half_of_it), (1 - most, 1))
    none, half_right, all = (
        {"numerator": number, "denominator": 2, "value": number / 2, "wilson": pytest.approx(bounds[number], abs=1e-4)}
        for number in (0, 1, 2)
    )
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
        ["it", "half", "2", "2", "0.0", "0.0–65.8W"],
        ["it", "singletons", "2", "2", "0.0", "0.0–65.8W"],
        ["it", "oracle", "2", "2", "100.0", "34.2–100.0W"],
        ["his", "half", "1", "1", "100.0", "20.7–100.0W"],
        ["his", "singletons", "1", "1", "0.0", "0.0–79.3W"],
        ["his", "oracle", "1", "1", "100.0", "20.7–100.0W"],
        ["she", "half", "1", "1", "100.0", "20.7–100.0W"],
        ["she", "singletons", "1", "1", "0.0", "0.0–79.3W"],
        ["she", "oracle", "1", "1", "100.0", "20.7–100.0W"],
    ]


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
    rows_shown = text[: max(place for place, line in enumerate(text) if "─" in line)]
    assert [line.split()[:4] for line in rows_shown[3:] if "─" not in line] == [
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


def test_score_gives_parts_of_several_documents_intervals(run: Run, genres: Path) -> None:
    key = genres.parent / "key.conllu"
    again = (genres / "ann.conllu").read_text().replace("newdoc id = ann", "newdoc id = eve")
    alike = [again.replace("= eve", f"= {name}") for name in ("flo", "gil", "hal")]
    texts = [*(file.read_text() for file in sorted(genres.iterdir())), *alike]
    key.write_text("".join([*texts, again]), encoding="utf-8")
    # Of five documents of court one is answered otherwise.
    response = genres.parent / "response.conllu"
    response.write_text("".join([*texts, again.replace("Entity=(e2-object-1-)", "_")]), encoding="utf-8")
    words = ("-m", "muc", "--by", "genre", "--intervals", "--format", "json")
    content = json.loads(run("score", key, response, *words).out)
    by_genre = content["by"]["genre"]
    for score in (content["metrics"]["muc"], by_genre["court"]["metrics"]["muc"]):
        low, high = score["interval"]
        assert low < score["f1"] < high
        assert score["few_documents"]
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


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A key of two entities; the response has one with a wrong span, part of the other in it, and one mention more."""
    places = [tmp_path / "key.conllu", tmp_path / "response.conllu"]
    places[0].write_text(corefud_files.conllu(document([8], a="1 2* ; 4 ; 6", b="5 ; 8")))
    places[1].write_text(corefud_files.conllu(document([8], a="2* ; 4 ; 5 ; 7", b="8")))
    return places


def numbers(run: Run, *words: object) -> dict[str, int]:
    ran = run("score", *words, "--errors", "--format", "json")
    assert ran.status == 0, ran.err
    errors = json.loads(ran.out)["chain_errors"]
    return {name: error["number"] for name, error in errors.items() if error["number"]}


ALL = {"span": 1, "conflated entities": 1, "extra mention": 1, "missing mention": 1, "divided entity": 1}


def test_classes(run: Run, files: list[Path]) -> None:
    assert numbers(run, *files, "-m", "muc") == ALL
    # Under head match the span is the same mention already.
    by_head = {name: number for name, number in ALL.items() if name != "span"}
    assert numbers(run, *files, "-m", "muc", "--mention-match", "head") == by_head
    # Without singletons 8 is missing, so its entity has one part only.
    assert numbers(run, *files, "--preset", "crac24") == {
        "conflated entities": 1, "extra mention": 1, "missing mention": 2
    }  # fmt: skip


def test_python_and_command_say_the_same(run: Run, files: list[Path]) -> None:
    scores = aw.score(*files, ["conll"], errors=True)
    assert scores.errors is not None
    ran = run("score", *files, "-m", "conll", "--errors", "--format", "json")
    assert json.loads(ran.out)["chain_errors"] == scores.errors.as_json()
    gained = sum(scores.errors.gain_in_order(name, "conll") for name in ALL)
    assert scores["conll"].figure + gained == pytest.approx(1)
    assert aw.score(*files, ["conll"]).errors is None


def test_documents_are_added(run: Run, files: list[Path], tmp_path: Path) -> None:
    for side, file in zip(("one", "other"), files, strict=True):
        (tmp_path / side).mkdir()
        for name in ("a", "b"):
            (tmp_path / side / f"{name}.conllu").write_text(file.read_text().replace("d1", name))
    assert numbers(run, tmp_path / "one", tmp_path / "other", "-m", "muc") == dict.fromkeys(ALL, 2)


def test_the_table(run: Run, files: list[Path]) -> None:
    text = run("score", *files, "-m", "muc", "--errors").out
    lines = [line.split() for line in text[text.index("errors in chains") :].splitlines()]
    assert ["extra", "mention", "1"] in [line[:3] for line in lines]
    rows = run("score", *files, "-m", "muc", "--errors", "--format", "csv").out.splitlines()
    assert any("errors in chains" in row and "divided entity" in row for row in rows)


def test_of_several_responses_there_are_none(run: Run, files: list[Path]) -> None:
    ran = run("score", *files, files[0], "--errors")
    assert ran.status == 2
    assert "--errors next to 2 responses, which are ranked; expected one response" in ran.err


def test_the_report_has_them(run: Run, tiny: Path) -> None:
    words = ("compare", tiny, "-s", "true-gold", "-r", "singletons", "--no-cache", "-q", "--table", "chains")
    out = run(*words).out
    assert out.splitlines()[0] == "tiny, true-gold: errors in chains"
    assert any(line.split()[:4] == ["singletons", "divided", "entity", "4"] for line in out.splitlines())


# One error of each class, by hand. Start, end, head and part of speech of each mention; x is ann with a wrong span.
MENTIONS = {
    "ann": (0, 2, 1, "PROPN"), "x": (1, 2, 1, "PROPN"), "she": (3, 4, 3, "PRON"), "her": (5, 6, 5, "PRON"),
    "lamp": (7, 9, 8, "NOUN"), "it": (10, 11, 10, "PRON"),
    "boat": (12, 14, 13, "NOUN"), "ship": (15, 16, 15, "NOUN"),
    "tom": (17, 18, 17, "PROPN"), "he": (19, 20, 19, "PRON"), "thomas": (21, 22, 21, "PROPN"),
    "dogs": (23, 24, 23, "NOUN"), "they": (25, 26, 25, "PRON"), "day": (27, 28, 27, "NOUN"),
}  # fmt: skip
KEY = "ann she her ; lamp it ; boat ship ; tom he thomas"
RESPONSE = "x she lamp it ; tom day ; he thomas ; dogs they"
# MUC's recall and precision with the class repaired alone; before: 2/6 and 2/6.
EACH_ONCE = {
    "span": ("name", 3 / 6, 3 / 6),
    "conflated entities": ("nominal", 2 / 6, 2 / 5),
    "extra entity": ("nominal", 2 / 6, 2 / 5),
    "extra mention": ("nominal", 2 / 6, 2 / 5),
    "missing entity": ("nominal", 3 / 6, 3 / 7),
    "missing mention": ("pronoun", 3 / 6, 3 / 7),
    "divided entity": ("name", 3 / 6, 3 / 6),
}


def chains_json(chains: str, tagged: bool) -> str:
    named = [chain.split() for chain in chains.split(";")]
    mentions = []
    for name in (name for chain in named for name in chain):
        start, end, head, pos = MENTIONS[name]
        mention = {"id": name, "start": start, "end": end, "head": head, "sentence": 0}
        mentions.append(mention | {"pos": pos} if tagged else mention)
    return json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": named}]})


@pytest.mark.parametrize("tagged", [True, False])
def test_types_and_gains_of_an_example_by_hand(run: Run, tmp_path: Path, tagged: bool) -> None:
    for name, entities in (("key", KEY), ("response", RESPONSE)):
        (tmp_path / f"{name}.json").write_text(chains_json(entities, tagged))
    words = ("score", "key.json", "response.json", "-m", "muc", "--errors")
    errors = json.loads(run(*words, "--format", "json").out)["chain_errors"]
    for name, (type, recall, precision) in EACH_ONCE.items():
        counted = {each: number for each, number in errors[name]["types"].items() if number}
        assert counted == {type if tagged else "other": 1}
        f1 = 2 * recall * precision / (recall + precision)
        assert errors[name]["gain"]["muc"] == pytest.approx(f1 - 1 / 3), name
    note = "other: 14 mentions have no part of speech, and no form of a pronoun."
    assert (note in run(*words).out) is not tagged


def test_types_of_names_in_columns_are_types_of_entities(run: Run, tmp_path: Path) -> None:
    """In CoNLL-2012 and SemEval-2010; for ``score`` as for ``compare``."""
    rows = [("Ana", "np", "(person)", "(1)"), ("vio", "vm", "_", "_"), ("Roma", "np", "(place)", "(2)"),
            ("ella", "pp3fs000", "_", "(1)")]  # fmt: skip
    semeval = [
        "\t".join([str(at), form, form, form, tag, tag, "_", "_", "2" if at != 2 else "0", "_", "suj", "_", name,
                   "_", "_", "_", chain])
        for at, (form, tag, name, chain) in enumerate(rows, 1)
    ]  # fmt: skip
    conll = [
        f"d 0 {at} {form} {tag} * - - - - {name.replace('_', '*')} {chain.replace('_', '-')}"
        for at, (form, tag, name, chain) in enumerate(rows)
    ]
    (tmp_path / "es.txt").write_text("\n".join(["#begin document d", *semeval, "", "#end document d", ""]))
    (tmp_path / "d.conll").write_text("\n".join(["#begin document (d); part 000", *conll, "", "#end document", ""]))
    asked = ("--by", "entity-type", "-m", "mentions", "--format", "json", "-q")
    found = [json.loads(run("score", file, file, *asked).out)["by"]["entity-type"] for file in ("es.txt", "d.conll")]
    ran = run("compare", "es.txt", "-r", "oracle", "-s", "true-gold", "--no-cache", *asked)
    found.append(json.loads(ran.out)["corpora"]["es"]["true-gold"]["oracle"]["by"]["entity-type"])
    counted = [
        {name: of_type["metrics"]["mentions"]["recall"]["denominator"] for name, of_type in by.items()} for by in found
    ]
    assert counted == [{"person": 2, "place": 1}] * 3
