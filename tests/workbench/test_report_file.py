"""The report as a file, and the tables in it: what stands in them, in every form."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from report_files import index_of, piece_of
from tiny_corpus import ANN, Run, conllu

SAMPLES = packaged("samples")


def test_no_text_of_a_document_becomes_markup(run: Run, tmp_path: Path) -> None:
    words = [list(sentence) for sentence in ANN]
    words[0][3] = ("</script><b>", *ANN[0][3][1:])
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "odd.conllu").write_text(conllu("odd</script>&amp;", words), encoding="utf-8")
    assert run("compare", folder, "-s", "true-gold", "-r", "mitkov", "--report", "r.html").status == 0
    text = Path("r.html").read_text(encoding="utf-8")
    assert "</script><b>" not in text
    assert text.count("</script>") == text.count("<script")
    documents = piece_of(text, index_of(text)["corpora"][0]["documents"])
    assert documents["ids"] == ["odd</script>&amp;"]


def test_it_names_no_other_place(run: Run, tiny: Path) -> None:
    assert run("compare", tiny, "-s", "true-gold", "-r", "mitkov", "--report", "r.html").status == 0
    text = Path("r.html").read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href)=\"(?!#|data:)", text)
    places = set(re.findall(r"https?://[^\"' )]+", text))
    assert places <= {"http://www.w3.org/2000/svg"}


def test_the_same_run_gives_the_same_page(run: Run, tiny: Path) -> None:
    Path("e.toml").write_text('resolvers = ["mitkov"]\n[[corpora]]\npath = "tiny"\n', encoding="utf-8")
    for name in ("one", "two"):
        assert run("compare", "e.toml", "--report", f"{name}.html", "--tables", name).status == 0
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()
    for file in Path("one").iterdir():
        assert file.read_bytes() == (Path("two") / file.name).read_bytes()


@pytest.mark.parametrize(
    "table", ["leaderboard", "settings", "classes", "errors", "disclosure", "difficulty", "marquez"]
)
def test_each_table_can_be_printed_in_every_form(run: Run, tiny: Path, table: str) -> None:
    words = ("compare", tiny, "-r", "oracle", "-r", "singletons", "--table", table, "--format")
    for form in ("text", "json", "csv", "markdown", "latex"):
        ran = run(*words, form)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.strip()
        if form == "json":
            json.loads(ran.out)


def test_a_form_without_anaphors_has_no_resolution_rate(run: Run, tmp_path: Path) -> None:
    words = [list(sentence) for sentence in ANN]
    words[1][2] = (*words[1][2][:-1], "")
    (tmp_path / "ann.conllu").write_text(conllu("ann", words), encoding="utf-8")
    asked = ("compare", tmp_path / "ann.conllu", "-s", "true-gold", "-r", "oracle", "--table", "disclosure")
    ran = run(*asked, "--format", "csv")
    assert [line.split(",")[-10:] for line in ran.out.splitlines()[1:]] == [
        ["oracle", "it", "1", "1", "0", "0", "0", "0", "0", ""],
        ["oracle", "she", "1", "0", "0", "0", "1", "0", "1", "1.0"],
        ["oracle", "all", "2", "1", "0", "0", "1", "0", "1", "1.0"],
    ]


@pytest.mark.model
@pytest.mark.parametrize("resolvers", [("hobbs", "mitkov"), ("mitkov", "oracle")])
def test_difficulty_is_that_of_the_command(run: Run, tmp_path: Path, resolvers: tuple[str, str]) -> None:
    """Also where the key has no mentions but pronouns and their antecedents: candidates are system mentions there."""
    shutil.copy(SAMPLES / "manual_sync.conllu", tmp_path)
    (tmp_path / "howto").mkdir()
    text = "The pump has a filter. Rinse it before it dries out."
    (tmp_path / "howto" / "pump.txt").write_text(text)
    antecedent = {"start": 0, "end": 8, "text": "The pump", "head_end": 8, "heads": [[4, 8]]}
    pronouns = [
        {"start": at, "end": at + 2, "text": "it", "class": "anaphoric", "antecedents": [antecedent]} for at in (29, 39)
    ]
    content = {"document": "pump", "text_file": "pump.txt", "pronouns": pronouns}
    (tmp_path / "howto" / "pump.json").write_text(json.dumps(content))
    words = [word for name in resolvers for word in ("-r", name)]
    for corpus in ("manual_sync.conllu", "howto/pump.json"):
        table = json.loads(run("compare", corpus, *words, "--table", "difficulty", "--format", "json").out)
        figures = json.loads(run("difficulty", corpus, "--format", "json").out)
        value_of = {row["figure"]: next(value for name, value in row.items() if name != "figure") for row in table}
        assert figures["candidates_per_anaphor"] > 0
        assert value_of["candidates per anaphor"] == f"{figures['candidates_per_anaphor']:.2f}"
        assert value_of["noun phrases in between"] == f"{figures['anaphor_distance_noun_phrases']:.2f}"
        assert value_of["anaphors with several candidates"] == figures["anaphors_with_several_candidates"]


def test_identities_of_the_baselines_hold_in_the_table(run: Run, tiny: Path) -> None:
    # Màrquez et al. (2012): singletons' CEAF = its B³ recall = entities / mentions; all-in-one's MUC recall = 1.
    words = ("-r", "singletons", "-r", "all-in-one", "-r", "oracle", "-s", "true-gold", "--table", "marquez")
    rows = {row["resolver"]: row for row in json.loads(run("compare", tiny, *words, "--format", "json").out)}
    assert rows["singletons"]["ceaf_m"] == rows["singletons"]["b_cubed_recall"] == 4 / 8
    assert rows["all-in-one"]["muc_recall"] == 1
    assert rows["all-in-one"]["blanc_recall"] == 0.5
    assert rows["oracle"]["ceaf_m"] == 1


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("significance", "tests need several documents and several resolvers"),
        ("genres", "the corpus has fewer than two genres"),
        ("parts", "say by what with --by"),
    ],
)
def test_a_table_without_rows_says_why(run: Run, tiny: Path, table: str, why: str) -> None:
    words = ("compare", tiny / "ann.conllu", "-s", "true-gold", "-r", "oracle", "-r", "singletons", "--table", table)
    for form, nothing in (("text", ""), ("csv", ""), ("json", "{}\n")):
        ran = run(*words, "--format", form)
        assert (ran.status, ran.out) == (0, nothing)
        assert ran.err == f"warning: nothing to show in the table {table}; {why}\n"


def test_mention_detection_has_half_credit_beside_equal_spans(run: Run, tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "news_keeper.conllu", tmp_path)
    corpus = '[[corpora]]\npath = "news_keeper.conllu"\nsettings = ["system-predicted"]\n'
    detected = {}
    for credit in ("strict", "partial"):
        metrics = f'[metric-options]\nmention_credit = "{credit}"\n'
        Path("e.toml").write_text(f'resolvers = ["mitkov"]\n{corpus}{metrics}', encoding="utf-8")
        words = ("compare", "e.toml", "--table", "marquez", "--format", "json", "--tables", credit)
        tables = json.loads(run(*words).out)
        (detected[credit],) = tables["Mention detection (after Màrquez et al. 2012, Table 6)"]
        half = "a span inside a key mention that has its head earns ½, as in the paper."
        note = f"R, P, F: equal spans only. With ½, {half}" if credit == "strict" else f"R, P, F: {half}"
        assert any(note in file.read_text(encoding="utf-8").splitlines() for file in Path(credit).glob("*.md"))
    strict, partial = detected["strict"], detected["partial"]
    for side in ("recall", "precision", "f1"):
        assert strict[f"half_{side}"] == partial[f"half_{side}"] == partial[side]
        assert strict[side] < partial[side]


@pytest.mark.corpora
@pytest.mark.slow
def test_gum_dev_stays_small(run: Run, public_corpora: Path) -> None:
    words = ("-s", "system-gold", "-r", "kennedy-boguraev", "-r", "mitkov", "-r", "cogniac")
    ran = run("compare", public_corpora / "gum" / "dev", *words, "--report", "r.html", "--jobs", 2)
    assert ran.status == 0
    # A quarter of the settings and a fifth of the resolvers of a full report, which must stay under 5 MB.
    assert Path("r.html").stat().st_size < 5_000_000 / 4
