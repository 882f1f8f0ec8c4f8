"""What ``preprocess``, ``resolve``, ``explain``, ``difficulty`` and ``list`` give."""

import csv
import io
import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from tiny_corpus import Run, check_golden

TEXT = "# The lamp\n\nAnn saw the lamp. She lit it.\n"


def test_text_to_np_xml_to_answers_without_a_second_parse(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lamp.txt").write_text(TEXT, encoding="utf-8")
    assert run("preprocess", "lamp.txt", "--output", "prepared").status == 0
    prepared = next(read(tmp_path / "prepared" / "lamp.np.xml"))
    assert [paragraph.kind for paragraph in prepared.paragraphs] == ["heading", "body"]
    assert {mention.source for mention in prepared.mentions} == {"system"}
    ran = run("resolve", "prepared", "-r", "most-recent", "--output", "answers")
    assert (ran.status, ran.err) == (0, "")
    answered = next(read(tmp_path / "answers" / "lamp.np.xml"))
    layer = answered.coreference["most-recent"]
    forms = {mention.id: answered.mention_text(mention) for mention in answered.mentions}
    assert [(forms[decision.anaphor], forms[decision.antecedent or ""]) for decision in layer.decisions or []] == [
        ("She", "Ann"),
        ("it", "the lamp"),
    ]


OF_2001 = """\
<DOC ID="d"><P><S><COREF ID="r1"><NP><w ID="1" POS="DET">The</w><w ID="2" POS="N">disk</w></NP></COREF>
<w ID="3" POS="V">holds</w><NP><COREF ID="r2" REF="r1"><NP><w ID="4" POS="PRON">its</w></NP></COREF>
<w ID="5" POS="N">files</w></NP></S></P></DOC>
"""


def test_noun_phrases_of_2001_are_still_to_be_described(run: Run, tmp_path: Path) -> None:
    """Their places are known and nothing else; its tags are none of English, so the form tells the pronoun."""
    (tmp_path / "d.xml").write_text(OF_2001, encoding="utf-8")
    compared = json.loads(run("compare", "d.xml", "-r", "most-recent", "--format", "json").out)
    rates = [
        of_setting["most-recent"]["metrics"]["success_rate"]
        for of_setting in next(iter(compared["corpora"].values())).values()
    ]
    assert [(rate["numerator"], rate["denominator"]) for rate in rates] == [(1, 1)] * 2
    scored = json.loads(run("score", "d.xml", "d.xml", "-m", "success_rate", "--format", "json").out)
    assert scored["metrics"]["success_rate"]["denominator"] == 1


def test_what_was_preprocessed_is_not_preprocessed_again(run: Run, tiny: Path, tmp_path: Path) -> None:
    run("preprocess", tiny, "--annotation", "gold", "--output", "prepared")
    ran = run("preprocess", "prepared", "--annotation", "gold", "--output", "again")
    assert ran.status == 2
    assert "ann: preprocessed already" in ran.err
    compared = json.loads(run("compare", "prepared", "-r", "oracle", "--format", "json").out)
    assert list(compared["corpora"]["prepared"]) == ["true-gold", "system-gold"]


def test_the_key_is_not_in_the_response(run: Run, tiny: Path, tmp_path: Path) -> None:
    run("resolve", tiny, "-r", "singletons", "--mentions", "true", "--annotation", "gold", "--output", "answers")
    answered = list(read(tmp_path / "answers"))
    assert [list(document.coreference) for document in answered] == [["singletons"], ["singletons"]]
    assert all(
        len(entity.mentions) == 1 for document in answered for entity in document.coreference["singletons"].entities
    )


def test_annotation_of_others_that_is_left_out_of_the_answers_is_named(run: Run, tiny: Path, tmp_path: Path) -> None:
    for resolver in ("singletons", "all-in-one"):
        ran = run("resolve", tiny, "-r", resolver, "--annotation", "gold", "-o", resolver)
        assert (ran.status, ran.err) == (0, "")
    ran = run("resolve", "singletons", "all-in-one/ann.np.xml", "-r", "most-recent", "-o", "answers")
    assert (
        "warning: annotation by all-in-one, singletons is left out of the answers, which hold one resolver's; "
        "the input keeps it\n"
    ) in ran.err
    assert [list(document.coreference) for document in read(tmp_path / "answers")] == [["most-recent"]] * 2


@pytest.mark.parametrize(
    ("form", "keeps_answers"), [("chains-json", True), ("conllu", False), ("conll2012", False), ("np-xml", True)]
)
def test_answers_in_other_formats(run: Run, tiny: Path, tmp_path: Path, form: str, keeps_answers: bool) -> None:
    command = ("resolve", tiny, "-r", "oracle", "--mentions", "true", "--annotation", "gold", "--to", form)
    ran = run(*command, "--output", "answers")
    assert ran.status == 0
    if keeps_answers:
        assert ran.err == ""
    else:
        assert ran.err.startswith(f"warning: {form} has no place for")
        assert ran.err.count("\n") == 1
    documents = list(read(tmp_path / "answers", form))
    assert [document.id for document in documents] == ["ann", "tom"]
    layers = [next(iter(document.coreference.values())) for document in documents]
    assert [sorted(len(entity.mentions) for entity in layer.entities) for layer in layers] == [[2, 2], [2, 2]]


def test_chains_that_are_no_answers_are_told_of_where_the_format_has_answers_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lamp.txt").write_text("The lamp fell. The lamp broke.", encoding="utf-8")
    ran = run("resolve", "lamp.txt", "-r", "exact-match", "--to", "are", "--output", "answers")
    assert ran.status == 0
    assert ran.err.startswith("warning: are has no place for chains that do not follow from the answers")


def test_an_oracle_needs_a_key(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lamp.txt").write_text(TEXT, encoding="utf-8")
    ran = run("resolve", "lamp.txt", "-r", "oracle", "--output", "answers")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "oracle needs a key for lamp" in ran.err
    assert not (tmp_path / "answers").exists()


def test_explanation_that_people_read(run: Run, tiny: Path) -> None:
    ran = run("explain", tiny, "-r", "most-recent", "--annotation", "gold")
    assert (ran.status, ran.err) == (0, "")
    check_golden("explain.txt", ran.out)


def test_explanation_as_data_is_the_trace_and_the_keys_answer(run: Run, tiny: Path) -> None:
    ran = run("explain", tiny / "tom.conllu", "-r", "kennedy-boguraev", "--annotation", "gold", "--format", "json")
    explained = json.loads(ran.out)
    assert [explanation["anaphor"]["form"] for explanation in explained] == ["his", "It"]
    his = explained[0]
    assert {"document", "resolver", "version", "options", "anaphor", "candidates", "decision", "gold"} <= set(his)
    tom = his["gold"]["antecedents"][0]
    assert (tom["form"], his["gold"]["correct"]) == ("Tom", True)
    assert his["decision"]["antecedent"] == tom["id"]


def test_one_pronoun_is_explained_by_id_and_by_word(run: Run, tiny: Path) -> None:
    explain = ("explain", tiny / "ann.conllu", "-r", "mitkov", "--format", "json", "--mentions", "true")
    _, second, *_ = json.loads(run(*explain).out)
    for told in (second["anaphor"]["id"], second["anaphor"]["form"].upper()):
        assert json.loads(run(*explain, "--anaphor", told).out) == [second]


def test_candidates_as_a_table(run: Run, tiny: Path) -> None:
    ran = run("explain", tiny / "ann.conllu", "-r", "most-recent", "--annotation", "gold", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert {(row["pronoun"], row["form"]) for row in rows if row["choice"]} == {("She", "Ann"), ("it", "the lamp")}


@pytest.mark.parametrize(("form", "lines"), [("csv", 3), ("markdown", 4), ("latex", 13)])
def test_a_pronoun_without_candidates_is_in_every_table(run: Run, tmp_path: Path, form: str, lines: int) -> None:
    (tmp_path / "left.txt").write_text("It rained. She left.", encoding="utf-8")
    ran = run("explain", "left.txt", "-r", "mitkov", "--format", form)
    assert (ran.status, ran.out.count("\n")) == (0, lines)
    assert [word in ran.out for word in ("It", "pleonastic", "She", "no-candidate")] == [True] * 4


def test_difficulty_of_several_corpora_has_each_and_all(run: Run, tiny: Path) -> None:
    ran = run("difficulty", tiny / "ann.conllu", tiny / "tom.conllu", "--format", "json")
    figures = json.loads(ran.out)
    assert {name: figures["mentions"] for name, figures in figures["by"]["corpus"].items()} == {"ann": 4, "tom": 4}
    table = run("difficulty", tiny / "ann.conllu", tiny / "tom.conllu").out
    assert table.splitlines()[0].split() == ["ann", "tom", "all"]


@pytest.mark.parametrize("kind", ["resolvers", "metrics", "formats"])
def test_list_names_each_with_its_source(run: Run, kind: str) -> None:
    rows = json.loads(run("list", kind, "--format", "json").out)
    assert all(row["name"] and row["description"] and row["source"] for row in rows)
    expected = {"resolvers": "mitkov", "metrics": "b_cubed", "formats": "np-xml"}[kind]
    assert expected in {row["name"] for row in rows}
    text = run("list", kind).out
    assert all(row["name"] in text for row in rows)
    of_one = next(
        row for row in csv.DictReader(io.StringIO(run("list", kind, "--format", "csv").out)) if row["options"]
    )
    assert of_one["options"].split() == next([*row["options"]] for row in rows if row["name"] == of_one["name"])


def test_texts_are_printed_with_their_names_and_a_line_between(run: Run, tiny: Path) -> None:
    lines = run("resolve", tiny, "-r", "singletons", "--annotation", "gold", "-q").out.splitlines()
    assert lines[:2] == ["ann", ""]
    place = lines.index("tom")
    assert [bool(line) for line in lines[place - 2 : place + 2]] == [True, False, True, False]


def test_list_shows_the_options_of_each_part_of_joined_ones(run: Run) -> None:
    lines = run("list", "resolvers", "mitkov+head-match").out.splitlines()
    shown = [line.split(":")[0] for line in lines if line.startswith(("mitkov:", "head-match:"))]
    assert shown == ["mitkov", "head-match"]
    assert list(json.loads(run("list", "resolvers", "mitkov+head-match", "--format", "json").out)) == shown
    assert "error: no resolver 'head'; " in run("list", "resolvers", "mitkov+head").err
