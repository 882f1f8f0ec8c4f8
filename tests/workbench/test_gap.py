"""GAP from its file to its score, and the columns of ``compare -m gap``."""

import json
from math import exp, log, sqrt
from pathlib import Path

import pytest

from tiny_corpus import Run

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROWS = (
    "test-1\tAnn Lee slept. She had met Eve Moss.\tShe\t15\tAnn Lee\t0\tTRUE\tEve Moss\t27\tFALSE\tu\n"
    "test-2\tTom Hill came. Later, Jim Cox said that he was ill.\the\t40\tTom Hill\t0\tFALSE\tJim Cox\t22\tTRUE\tu\n"
)


@pytest.fixture
def snippets(tmp_path: Path) -> Path:
    file = tmp_path / "snippets.tsv"
    file.write_text(HEADER + ROWS)
    return file


@pytest.mark.model
@pytest.mark.parametrize("mentions", ["true", "system"])
def test_one_file_of_answers_which_is_scored(run: Run, snippets: Path, tmp_path: Path, mentions: str) -> None:
    out = tmp_path / "out"
    ran = run("resolve", snippets, "-r", "kennedy-boguraev", "--mentions", mentions, "--to", "gap", "-o", out)
    assert (ran.status, ran.err) == (0, "")
    (answers,) = out.iterdir()
    assert answers.name == "snippets.gap.tsv"
    assert answers.read_text() == "test-1\tTRUE\tFALSE\ntest-2\tFALSE\tTRUE\n"
    for response in (answers, out):
        key = snippets if response is answers else _folder(snippets)
        ran = run("score", key, response, "--metric", "gap", "--metric", "success_rate", "--format", "json")
        metrics = json.loads(ran.out)["metrics"]
        assert metrics["gap"]["counts"] == {"tp": 2, "fp": 0, "tn": 2, "fn": 0}
        assert metrics["success_rate"]["numerator"] == 2


def test_snippets_with_the_same_id_do_not_overwrite_each_other(run: Run, snippets: Path, tmp_path: Path) -> None:
    """Two files of one name in two folders."""
    second_file = tmp_path / "more" / snippets.name
    second_file.parent.mkdir()
    second_file.write_text(HEADER + ROWS.splitlines(keepends=True)[1])
    ran = run("convert", tmp_path, tmp_path / "out", "--to", "gap", "--lossy")
    assert ran.status == 1
    read_from = f"{second_file} and {snippets}"
    assert f"duplicate document id 'test-2' (read from {read_from}); expected unique ids" in ran.err
    assert (tmp_path / "out" / "snippets.gap.tsv").read_text().count("test-2") == 1


@pytest.mark.model
def test_what_follows_a_bad_snippet_is_not_read_and_that_is_said(run: Run, snippets: Path) -> None:
    bad = ROWS.splitlines()[0].replace("\t15\t", "\t9999\t").replace("test-1", "test-3")
    snippets.write_text(f"{HEADER}{ROWS}{bad}\n" + ROWS.replace("test-", "test-4"))
    ran = run("compare", snippets, "-r", "singletons", "-s", "true-predicted", "--format", "json")
    assert ran.status == 1
    assert ran.err.startswith(f"error: {snippets}:4: ")
    assert ran.err.endswith("; 2 documents were read before it, and nothing after it\n")


@pytest.mark.model
def test_only_who_finds_mentions_answers_more_pronouns_than_a_key_of_few_has(run: Run, snippets: Path) -> None:
    told = "an answer to a pronoun that it does not mention counts as wrong"
    for setting, is_told in (("true-predicted", False), ("system-predicted", True)):
        assert (told in " ".join(run("compare", snippets, "-r", "mitkov", "-s", setting).out.split())) == is_told


def _folder(file: Path) -> Path:
    folder = file.parent / "keys"
    folder.mkdir()
    (folder / file.name).write_bytes(file.read_bytes())
    return folder


LONG = (
    "The harbour chose a new pilot in the spring. Ann Lee had left the town with a dog and a box of charts of "
    "Eve Moss. The key of the tower, the boat and the lamp were there. On the first day she rowed to the island."
)


# Who is meant is neither of the two names asked for.
NEITHER = (
    "Mary Poole was born in a town at the lake. Mary Poole led the choir of the town for years and taught the pupils "
    "of the second class, a boy of the name Tom, Ann Lee and Eve Moss. After the war she wrote a book on the songs."
)


@pytest.fixture
def long_snippet(tmp_path: Path) -> Path:
    """With more noun phrases than its two names."""
    return snippet_with(tmp_path / "long.tsv", LONG)


def snippet_with(path: Path, text: str) -> Path:
    """A file with one snippet that asks whether *she* is Ann Lee, or Eve Moss."""
    offsets = {name: text.index(name) for name in ("she", "Ann Lee", "Eve Moss")}
    names = f"Ann Lee\t{offsets['Ann Lee']}\tTRUE\tEve Moss\t{offsets['Eve Moss']}\tFALSE"
    path.write_text(f"{HEADER}test-1\t{text}\tshe\t{offsets['she']}\t{names}\tu\n")
    return path


HEADING = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
SNIPPETS = (
    "g-1\tTom Voss saw Ben Tarn. He left.\tHe\t23\tTom Voss\t0\tTRUE\tBen Tarn\t13\tFALSE\tu",
    "g-2\tAnna Voss saw Clara Tarn. She left.\tShe\t26\tAnna Voss\t0\tFALSE\tClara Tarn\t14\tTRUE\tu",
    "g-3\tMary Voss slept. Joan Tarn saw her.\ther\t31\tMary Voss\t0\tTRUE\tJoan Tarn\t17\tFALSE\tu",
)


@pytest.mark.model
def test_gap_is_shown_by_gender(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    corpus.write_text("\n".join((HEADING, *SNIPPETS, "")))
    command = ("compare", corpus, "-s", "true-predicted", "-r", "parallelism", "-m", "gap", "-j", 1)
    content = json.loads(run(*command, "--format", "json").out)
    gap = content["corpora"]["gap"]["true-predicted"]["parallelism"]["metrics"]["gap"]
    bias = gap["feminine"]["f1"] / gap["masculine"]["f1"]
    assert gap["bias"]["value"] == pytest.approx(bias)
    text = run(*command).out
    assert "masculine  feminine  bias" in text
    row = next(line for line in text.splitlines() if line.startswith("parallelism")).split()
    shown = [f"{100 * gap[side]['f1']:.1f}" for side in ("masculine", "feminine")]
    assert row[-3:] == [*shown, f"{bias:.2f}"]
    # Without the only masculine snippet there is no bias.
    assert "interval" not in gap["bias"]
    lines = run(*command, "--format", "csv").out.splitlines()
    assert {"gap_masculine", "gap_feminine", "gap_bias"} <= set(lines[0].split(","))


@pytest.mark.model
def test_the_bias_has_an_interval(run: Run, tmp_path: Path) -> None:
    """Of 3 masculine and 3 feminine snippets 3 and 2 are right, one with a name too many, each left out in turn."""
    snippet = "{}\tTom met Ann. {} left.\t{}\t13\tTom\t0\t{}\tAnn\t8\t{}\tu"
    sides = [("He", "He", "TRUE", "FALSE")] * 3 + [("She", "She", "FALSE", "TRUE")] * 3
    rows = [snippet.format(number, *side) for number, side in enumerate(sides)]
    (tmp_path / "gap.tsv").write_text("\n".join((HEADING, *rows, "")))
    answers = [*["TRUE\tFALSE"] * 2, "TRUE\tTRUE", *["FALSE\tTRUE"] * 2, "FALSE\tFALSE"]
    (tmp_path / "answers.tsv").write_text("".join(f"{number}\t{said}\n" for number, said in enumerate(answers)))
    words = ("score", "gap.tsv", "answers.tsv", "-m", "gap", "--intervals")
    bias = json.loads(run(*words, "--format", "json").out)["metrics"]["gap"]["bias"]
    assert bias["value"] == pytest.approx((4 / 5) / (6 / 7))
    without = [log((4 / 5) / of) for of in (4 / 5, 4 / 5, 1)] + [log(of / (6 / 7)) for of in (2 / 3, 2 / 3, 1)]
    middle = sum(without) / 6
    half = 2.570582 * sqrt(5 / 6 * sum((one - middle) ** 2 for one in without))
    assert bias["interval"] == pytest.approx([bias["value"] * exp(-half), bias["value"] * exp(half)], rel=1e-6)
    shown = "–".join(f"{100 * bound:.1f}" for bound in bias["interval"])
    assert shown in next(line for line in run(*words).out.splitlines() if line.startswith("gap · bias"))
    settings = ("-r", "singletons", "-s", "true-predicted", "-m", "gap")
    compared = ("compare", "gap.tsv", *settings, "--response", "m=answers.tsv")
    row = next(line for line in run(*compared).out.splitlines() if line.startswith("m ")).split()
    assert row[-2:] == [f"{bias['value']:.2f}", "–".join(f"{bound:.2f}" for bound in bias["interval"])]
    assert "gap_bias_interval_low" in run(*compared, "--format", "csv").out.partition("\n")[0]


@pytest.mark.model
def test_pronouns_of_no_gender_are_shown_where_there_are_any(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    they = "9\tAnn Lee met Eve when they left.\tthey\t21\tAnn Lee\t0\tTRUE\tEve\t12\tFALSE\tu"
    command = ("compare", corpus, "-s", "true-predicted", "-r", "parallelism", "-m", "gap", "-j", 1)
    for lines, shown in (((HEADING, *SNIPPETS, ""), False), ((HEADING, *SNIPPETS, they, ""), True)):
        corpus.write_text("\n".join(lines))
        gap = json.loads(run(*command, "--format", "json").out)["corpora"]["gap"]["true-predicted"]["parallelism"]
        assert ("other" in gap["metrics"]["gap"]) == shown
        assert ("feminine  other  bias" in run(*command).out) == shown


@pytest.mark.model
def test_a_bias_of_nothing_is_not_shown_as_one(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "gap.tsv"
    corpus.write_text("\n".join((HEADING, *SNIPPETS, "")))
    resolvers = ("-r", "parallelism", "-r", "singletons")
    text = run("compare", corpus, "-s", "true-predicted", *resolvers, "-m", "gap", "-j", 1).out
    assert next(line for line in text.splitlines() if line.startswith("singletons")).split()[-3:] == ["0.0", "0.0", "–"]
