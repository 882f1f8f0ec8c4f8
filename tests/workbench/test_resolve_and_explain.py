"""What ``preprocess``, ``resolve``, ``explain``, ``difficulty`` and ``list`` give."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal
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


ELIDED = """\
# newdoc id = d
# global.Entity = eid
1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(e1)
2\tran\trun\tVERB\tVBD\t_\t0\troot\t_\t_
2.1\t_\t_\tPRON\t_\t_\t_\t_\t2:dep\tEntity=(e1)
2.2\t_\t_\tVERB\t_\t_\t_\t_\t2:dep\t_

"""


@pytest.mark.parametrize("form", ["conll2012", "chains-json", "conllu", "np-xml"])
def test_that_elided_words_are_lost_is_told(run: Run, tmp_path: Path, form: str) -> None:
    (tmp_path / "d.conllu").write_text(ELIDED, encoding="utf-8")
    command = ("resolve", "d.conllu", "-r", "oracle", "--mentions", "true", "--annotation", "gold", "--to", form)
    ran = run(*command, "--output", "answers")
    assert ran.status == 0
    said = "conll2012 does not keep 2 elided words as such, nor 1 mention of nothing else; np-xml and conllu keep them"
    assert (said in ran.err) is (form == "conll2012")
    assert ("elided" in ran.err) is (form == "conll2012")


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


def test_one_pronoun_is_explained(run: Run, tiny: Path) -> None:
    every = json.loads(
        run("explain", tiny / "ann.conllu", "-r", "mitkov", "--format", "json", "--mentions", "true").out
    )
    second_anaphor = every[1]["anaphor"]["id"]
    ran = run(
        "explain",
        tiny / "ann.conllu",
        "-r",
        "mitkov",
        "--format",
        "json",
        "--mentions",
        "true",
        "--anaphor",
        second_anaphor,
    )
    assert json.loads(ran.out) == [every[1]]


def test_candidates_as_a_table(run: Run, tiny: Path) -> None:
    ran = run("explain", tiny / "ann.conllu", "-r", "most-recent", "--annotation", "gold", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert {(row["pronoun"], row["form"]) for row in rows if row["choice"]} == {("She", "Ann"), ("it", "the lamp")}


@pytest.mark.parametrize(("form", "lines"), [("csv", 3), ("markdown", 4), ("latex", 11)])
def test_a_pronoun_without_candidates_is_in_every_table(run: Run, tmp_path: Path, form: str, lines: int) -> None:
    (tmp_path / "left.txt").write_text("It rained. She left.", encoding="utf-8")
    ran = run("explain", "left.txt", "-r", "mitkov", "--format", form)
    assert (ran.status, ran.out.count("\n")) == (0, lines)
    assert [word in ran.out for word in ("It", "pleonastic", "She", "no-candidate")] == [True] * 4


def test_difficulty_counts_by_hand(run: Run, tiny: Path) -> None:
    """Ann, the lamp, She, it; Tom, his key, his, It: 4 entities of 2."""
    ran = run("difficulty", tiny, "--format", "json", "--by", "document")
    figures = json.loads(ran.out)
    counted = ("documents", "sentences", "tokens", "mentions", "entities", "singletons", "anaphoric_pronouns")
    assert [figures[name] for name in counted] == [2, 4, 17, 8, 4, 0, 4]
    assert figures["average_entity_size"] == 2.0
    # In the sentence: his → Tom. Across: She → Ann, it → lamp, It → key.
    assert (figures["intrasentential"], figures["intersentential"]) == (1, 3)
    assert list(figures["by"]["document"]) == ["ann", "tom"]
    assert figures["by"]["document"]["tom"]["intrasentential"] == 1


def test_difficulty_of_several_corpora_has_each_and_all(run: Run, tiny: Path) -> None:
    ran = run("difficulty", tiny / "ann.conllu", tiny / "tom.conllu", "--format", "json")
    figures = json.loads(ran.out)
    assert {name: figures["mentions"] for name, figures in figures["by"]["corpus"].items()} == {"ann": 4, "tom": 4}
    table = run("difficulty", tiny / "ann.conllu", tiny / "tom.conllu").out
    assert table.splitlines()[0].split() == ["ann", "tom", "all"]


def test_two_processes_explain_the_same(run: Run, tiny: Path) -> None:
    once, twice = (run("explain", tiny, "-r", "mitkov", "--jobs", jobs) for jobs in (1, 2))
    assert (once.status, once.err) == (0, "")
    assert once.out == twice.out


@pytest.mark.parametrize("kind", ["resolvers", "metrics", "formats"])
def test_list_names_each_with_its_source(run: Run, kind: str) -> None:
    rows = json.loads(run("list", kind, "--format", "json").out)
    assert all(row["name"] and row["description"] and row["source"] for row in rows)
    expected = {"resolvers": "mitkov", "metrics": "b_cubed", "formats": "np-xml"}[kind]
    assert expected in {row["name"] for row in rows}
    text = run("list", kind).out
    assert all(row["name"] in text for row in rows)


def test_list_says_what_is_known_of_one_without_options(run: Run) -> None:
    lines = run("list", "metrics", "ceaf_m").out.splitlines()
    assert lines[0] == "ceaf_m: mentions shared by entities that are matched one to one. Source: Luo (2005), φ3"
    assert ["needs", "chains"] in [line.split() for line in lines]
    assert lines[-1] == "It has no options of its own."
    assert run("list", "languages", "fr").out.splitlines()[0] == "fr: French"


def test_list_shows_the_options_of_one(run: Run) -> None:
    ran = run("list", "resolvers", "kennedy-boguraev")
    assert "decay" in ran.out
    assert "0.5" in ran.out


def test_list_shows_the_options_of_each_part_of_joined_ones(run: Run) -> None:
    lines = run("list", "resolvers", "mitkov+head-match").out.splitlines()
    shown = [line.split(":")[0] for line in lines if "Source:" in line]
    assert shown == ["mitkov", "head-match"]
    assert list(json.loads(run("list", "resolvers", "mitkov+head-match", "--format", "json").out)) == shown
    assert "error: no resolver 'head'; " in run("list", "resolvers", "mitkov+head").err


CLINIC = "Maria Lopez, a doctor, opened a small clinic. The clinic was crowded. Maria Lopez hired Tom. She liked him.\n"


@pytest.mark.parametrize("resolver", ["best", "ranking", "reconcile", "cistell", "relaxcor", "sieve"])
def test_noun_phrases_of_full_coreference_are_explained(run: Run, tmp_path: Path, resolver: str) -> None:
    """Each mention once, in the order of the text; the links of the traces are those of the answer's entities."""
    (tmp_path / "clinic.txt").write_text(CLINIC, encoding="utf-8")
    run("preprocess", "clinic.txt", "--output", "prepared")
    explained = json.loads(run("explain", "prepared", "-r", resolver, "--all", "--format", "json").out)
    forms = [trace["anaphor"]["form"] for trace in explained]
    assert forms == [
        "Maria Lopez", "a doctor", "a small clinic", "The clinic", "Maria Lopez", "Tom", "She", "him",
    ]  # fmt: skip
    pronouns = json.loads(run("explain", "prepared", "-r", resolver, "--format", "json").out)
    assert pronouns == explained[-2:]
    again = explained[4]
    first = explained[0]["anaphor"]["id"]
    assert again["decision"]["antecedent"] == first
    one = run("explain", "prepared", "-r", resolver, "--anaphor", again["anaphor"]["id"])
    assert "“Maria Lopez”  name, SUBJ, sentence 3" in one.out
    assert f"→ Maria Lopez ({first}) by {again['decision']['rule']}" in one.out
    assert one.out.count("─\n\n") == 1


@pytest.mark.parametrize(
    ("resolver", "words", "note"),
    [
        ("head-match", (), "note: head-match decides about other mentions than these pronouns; --all shows them\n"),
        ("head-match", ("--all",), ""),
        ("mitkov+head-match", (), ""),
        ("best", (), ""),
    ],
)
def test_who_answers_no_pronouns_has_its_decisions_pointed_at(
    run: Run, tmp_path: Path, resolver: str, words: tuple[str, ...], note: str
) -> None:
    (tmp_path / "clinic.txt").write_text(CLINIC, encoding="utf-8")
    assert run("explain", "clinic.txt", "-r", resolver, *words, "-q").err == note


def test_what_taking_none_consists_of_adds_up_to_what_the_note_says(run: Run, tmp_path: Path) -> None:
    """Of two rankers both sums are of the one that may take none."""
    (tmp_path / "rain.txt").write_text(
        "The tower stood. It fell in Paris. It is known that she came.", encoding="utf-8"
    )
    explained = json.loads(run("explain", "rain.txt", "-r", "best", "--all", "--format", "json").out)
    with_sums = [trace for trace in explained if "none" in trace]
    assert [trace["anaphor"]["form"] for trace in with_sums][:2] == ["It", "Paris"]
    for trace in with_sums:
        none, against = trace["none"], trace["none"]["against"]
        assert f"taking none has {none['score']:.2f}" in trace["note"]
        assert none["score"] == pytest.approx(sum(none["factors"].values()))
        if trace["anaphor"]["ptype"] == "personal":
            assert (
                "by the ranker that may take none, whose sums are not those of the table, taking none" in trace["note"]
            )
            _, best = trace["note"].split(", its best candidate, ")
            form = {"s1": "The tower", "s3": "Paris"}[against["id"]]
            assert best == f"{form} ({against['id']}), {against['score']:.2f}"
        if trace["decision"]["antecedent"] is None:
            assert against["score"] <= none["score"]


@pytest.mark.parametrize("resolver", ["best", "ranking-pronouns"])
def test_leads_are_the_differences_of_the_scores_in_the_table(run: Run, tmp_path: Path, resolver: str) -> None:
    """Scores are sums of some eighty weights; rounded one by one they were off by 0.2."""
    (tmp_path / "clinic.txt").write_text(
        f"{CLINIC}Ann Lee met Eve Park. She thanked her. It was late.", encoding="utf-8"
    )
    told = run("explain", "clinic.txt", "-r", resolver).out
    leads = re.findall(r"^  (\w+) before (\w+) by ([\d.]+):", told, re.MULTILINE)
    assert len(leads) >= 2
    of_pronouns = told.split("“")
    for first, other, lead in leads:
        (of_pronoun,) = (part for part in of_pronouns if f"  {first} before {other} by {lead}:" in part)
        score_of = dict(re.findall(r"^ [ →]+(\w+)  .*?(-?\d+\.?\d*)\s+\d+$", of_pronoun, re.MULTILINE))
        assert Decimal(score_of[first]) - Decimal(score_of[other]) == Decimal(lead)


@pytest.mark.model
def test_who_says_a_quotation_is_no_third_person_in_it(run: Run, tmp_path: Path) -> None:
    """*He* is Bill, whom *him* takes up: in the quotation Tom speaks (resolvers.md, 8.2)."""
    (tmp_path / "said.txt").write_text('Bill\'s brother Tom laughed at him. "He never listens," Tom said.\n')
    explained = json.loads(run("explain", "said.txt", "-r", "best", "--format", "json").out)
    him, he = explained
    assert [case["anaphor"]["form"] for case in explained] == ["him", "He"]
    forms = [{candidate["id"]: candidate["form"] for candidate in case["candidates"]} for case in explained]
    assert forms[0][him["decision"]["antecedent"]] == "Bill's"
    assert forms[1][he["decision"]["antecedent"]] in ("him", "Bill's")


@pytest.mark.model
def test_a_text_that_begins_with_pronouns_finds_the_name_that_follows(run: Run, tmp_path: Path) -> None:
    """As cut out of an article: whom it is about is named late, by a surname, after the pronouns."""
    text = "Before joining the museum, she had taught in Lyon. In her first year there, Duval reorganised the prints.\n"
    (tmp_path / "cut.txt").write_text(text, encoding="utf-8")
    explained = json.loads(run("explain", "cut.txt", "-r", "best", "--format", "json").out)
    assert [case["anaphor"]["form"] for case in explained] == ["she", "her"]
    for case in explained:
        chosen = case["decision"]["antecedent"]
        assert {candidate["id"]: candidate["form"] for candidate in case["candidates"]}[chosen] == "Duval"
        assert case["decision"]["rule"] == "between names"


@pytest.mark.parametrize(
    ("resolver", "words", "lines"),
    [
        pytest.param(
            "lappin-leass",
            "Before he left, Sam paid the bill.",
            [
                "after the pronoun: Sam (s2)",
                "left out: the bill (s3, after the pronoun): gender: neuter against masculine (gender from noun list)",
            ],
            id="a candidate after the pronoun",
        ),
        pytest.param(
            "kennedy-boguraev",
            "The president met Angela Merkel. She told him a story.",
            [
                "left out: The president (s1): gender: feminine against masculine (gender from its entity)",
                "left out: Angela Merkel (s2): gender: feminine against masculine (gender from name list)",
            ],
            id="a gender that comes from an answer",
        ),
        pytest.param(
            "ranking-pronouns",
            "The doctor left. They were tired.",
            [
                "→ The doctor (s1) by largest sum of weights; it does not agree, number: singular against plural "
                "(number from form, gender from noun list)"
            ],
            id="a choice that does not agree",
        ),
    ],
)
def test_what_is_told_of_candidates(run: Run, tmp_path: Path, resolver: str, words: str, lines: list[str]) -> None:
    text = tmp_path / "a.txt"
    text.write_text(words, encoding="utf-8")
    told = [line.strip() for line in run("explain", text, "-r", resolver).out.splitlines()]
    assert [line for line in lines if line in told] == lines


def test_of_snippets_it_is_told_that_a_name_comes_first_that_was_not_given(run: Run, tmp_path: Path) -> None:
    snippet = tmp_path / "a.tsv"
    words = "Ida Berg slept. Ida Berg wrote a book on the house of Ann Lee and a song on the farm of Eve Ross."
    text = f"{words} She sold the book to a firm in the north."
    columns = ["d-1", text, "She", text.index("She"), "Ann Lee", text.index("Ann"), "FALSE"]
    columns += ["Eve Ross", text.index("Eve"), "FALSE", "u"]
    header = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
    snippet.write_text("\n".join([header, "\t".join(map(str, columns)), ""]), encoding="utf-8")
    told = run("explain", snippet, "-r", "best").out
    assert "\n  no answer: between names, one comes first that is none of the mentions given\n" in told


def test_head_match_literal_tells_of_each_noun_phrase(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("The old lamp fell. Ann saw a lamp. It was new.", encoding="utf-8")
    traces = json.loads(run("explain", text, "-r", "head-match-literal", "--all", "--format", "json").out)
    assert [(trace["anaphor"]["form"], trace["decision"]["rule"]) for trace in traces] == [
        ("The old lamp", "no pass links it"),
        ("Ann", "no pass links it"),
        ("a lamp", "head"),
        ("It", "out-of-scope"),
    ]


def test_the_sieve_says_what_its_answer_leaves_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "clinic.txt").write_text(CLINIC, encoding="utf-8")
    run("preprocess", "clinic.txt", "--output", "prepared")
    command = ("explain", "prepared", "-r", "sieve", "--all", "--format", "json")
    rules = {trace["anaphor"]["form"]: trace["decision"]["rule"] for trace in json.loads(run(*command).out)}
    assert rules == {
        "Maria Lopez": "exact-match",
        "a doctor": "a construct that the answer leaves out",
        "a small clinic": "no pass links it",
        "The clinic": "strict-head",
        "Tom": "no pass links it",
        "She": "pronouns",
        "him": "pronouns",
    }
    put_out = json.loads(run(*command, "--option", "sieve.constructs=true").out)
    assert put_out[1]["decision"]["rule"] == "precise-constructs"


# One entity of the three mentions of the clinic, of which the sieve finds the second.
CLINIC_KEY = """#begin document (clinic); part 000
clinic 0 0 A DT * - - - - * (0
clinic 0 1 clinic NN * - - - - * 0)
clinic 0 2 opened VBD * - - - - * -
clinic 0 3 . . * - - - - * -

clinic 0 0 The DT * - - - - * (0
clinic 0 1 clinic NN * - - - - * 0)
clinic 0 2 was VBD * - - - - * -
clinic 0 3 full JJ * - - - - * -
clinic 0 4 . . * - - - - * -

clinic 0 0 The DT * - - - - * (0
clinic 0 1 hospital NN * - - - - * 0)
clinic 0 2 closed VBD * - - - - * -
clinic 0 3 . . * - - - - * -

#end document
"""


def test_the_key_judges_noun_phrases(run: Run, tmp_path: Path) -> None:
    (tmp_path / "clinic.conll").write_text(CLINIC_KEY, encoding="utf-8")
    command = ("explain", "clinic.conll", "-r", "sieve", "--all", "--mentions", "true", "--format", "json")
    judged = [
        (
            trace["anaphor"]["form"],
            [mention["form"] for mention in trace["gold"]["antecedents"]],
            trace["gold"]["correct"],
        )
        for trace in json.loads(run(*command).out)
    ]
    assert judged == [
        ("A clinic", [], None),
        ("The clinic", ["A clinic"], True),
        ("The hospital", ["A clinic", "The clinic"], False),
    ]


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "resolver", "told"),
    [
        (
            "The sisters loved each other.",
            "lappin-leass",
            "no pronouns in scope (reciprocals are left out; reciprocals=true)\n",
        ),
        ("The sisters slept.", "lappin-leass", "no pronouns in scope\n"),
        (
            "Before he left, Sam paid.",
            "kennedy-boguraev",
            "no answer: nothing is left that it could refer to; cataphora is off (cataphora=true)\n",
        ),
        ("Sam paid. Before he left, Sam paid.", "hobbs", "→ Sam"),
        ("He left. Sam paid.", "hobbs", "no answer: nothing is left that it could refer to\n"),
    ],
)
def test_what_an_option_would_add_is_said(run: Run, tmp_path: Path, text: str, resolver: str, told: str) -> None:
    (tmp_path / "text.txt").write_text(f"{text}\n")
    out = run("explain", "text.txt", "-r", resolver, "-q").out
    assert told in out
    if "true)" not in told:
        assert "=true)" not in out
