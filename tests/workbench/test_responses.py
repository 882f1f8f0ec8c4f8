"""Other systems as rows of a comparison, and what they leave in spaCy Docs."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc

import anaphora_workbench as aw
from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.api.spacy_output import doc_over, document_from, systems_in
from tiny_corpus import ANN, Run, conllu

GOLD = ("-s", "true-gold", "-r", "singletons", "--format", "json", "-j", 1)


def chains(path: Path, documents: dict[str, list[list[tuple[int, int]]]]) -> Path:
    """A chains-json file: for each document its chains of (start, end)."""
    content: dict[str, Any] = {"documents": []}
    for name, entities in documents.items():
        spans = sorted({span for entity in entities for span in entity})
        ids = {span: f"r{number}" for number, span in enumerate(spans)}
        mentions = [{"id": ids[span], "start": span[0], "end": span[1]} for span in spans]
        content["documents"].append(
            {"id": name, "mentions": mentions, "chains": [[ids[span] for span in entity] for entity in entities]}
        )
    path.write_text(json.dumps(content))
    return path


# Ann saw the lamp . She lit it . / Tom lost his key . It fell .
RIGHT = {"ann": [[(0, 1), (5, 6)], [(2, 4), (7, 8)]], "tom": [[(0, 1), (2, 3)], [(2, 4), (5, 6)]]}
HALF = {"ann": [[(0, 1), (5, 6), (7, 8)], [(2, 4)]], "tom": [[(0, 1), (2, 3)], [(2, 4)], [(5, 6)]]}


@pytest.mark.parametrize(
    ("answers", "correct", "attempted"),
    [pytest.param(RIGHT, 4, 4, id="all right"), pytest.param(HALF, 2, 3, id="it linked to she, It to nothing")],
)
def test_a_response_stands_in_the_same_table(run: Run, tiny: Path, answers, correct, attempted):
    file = chains(tiny.parent / "neural.json", answers)
    ran = run("compare", tiny, *GOLD, "--response", f"neural={file}")
    assert (ran.status, ran.err) == (0, "")
    rows = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]
    assert list(rows) == ["singletons", "neural"]
    assert (rows["neural"]["anaphors"], rows["neural"]["correct"], rows["neural"]["attempted"]) == (
        4,
        correct,
        attempted,
    )
    assert ",response@" in rows["neural"]["signature"]
    assert "|format-rules:1|response-rules:2" in rows["neural"]["signature"]
    assert "response-rules" not in rows["singletons"]["signature"]
    assert (rows["neural"]["metrics"]["muc"]["f1"] == 1.0) == (answers is RIGHT)


@pytest.mark.parametrize("setting", ["true-gold", "system-gold"])
def test_a_response_may_know_mentions_by_the_ids_of_the_key_alone(run: Run, tiny: Path, setting: str):
    """As for score: interfaces.md, section 4."""
    documents = [
        {"id": document.id, "chains": [entity.mentions for entity in document.key.entities]} for document in read(tiny)
    ]
    file = tiny.parent / "ids.json"
    file.write_text(json.dumps({"documents": documents}))
    ran = run("compare", tiny, *GOLD, "-s", setting, "--response", f"r={file}")
    row = json.loads(ran.out)["corpora"]["tiny"][setting]["r"]
    assert (ran.status, row["correct"], row["metrics"]["muc"]["f1"]) == (0, 4, 1.0)


def test_the_antecedent_is_the_mention_before_in_the_chain(run: Run, tiny: Path):
    # *It* stands in a chain with *his* before it and *his key* before that: *his* is taken, and it is wrong.
    answers = RIGHT | {"tom": [[(2, 4), (2, 3), (5, 6)], [(0, 1)]]}
    ran = run("compare", tiny, *GOLD, "--response", f"r={chains(tiny.parent / 'r.json', answers)}")
    row = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["r"]
    assert (row["correct"], row["attempted"]) == (2, 4)


# The topmost word of *Ann saw the lamp* is *saw*.
ANN_SAW, SHE = {"id": "a", "start": 0, "end": 4}, {"id": "s", "start": 5, "end": 6}
THE_LAMP, IT = {"id": "l", "start": 2, "end": 4}, {"id": "i", "start": 7, "end": 8}


@pytest.mark.parametrize(
    ("mentions", "correct"),
    [
        pytest.param([ANN_SAW, SHE], 0, id="no head is stated: the topmost word"),
        pytest.param([ANN_SAW | {"head": 0}, SHE], 1, id="the head that is stated"),
        pytest.param([THE_LAMP | {"head": 2}, IT], 1, id="equal spans have equal heads"),
    ],
)
def test_a_response_keeps_the_heads_that_it_states(run: Run, tiny: Path, mentions, correct):
    file = tiny.parent / "r.json"
    answered = {"id": "ann", "mentions": mentions, "chains": [[mention["id"] for mention in mentions]]}
    file.write_text(json.dumps({"documents": [answered, {"id": "tom", "chains": []}]}))
    ran = run("compare", tiny, *GOLD, "--response", f"r={file}")
    assert json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["r"]["correct"] == correct


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        # *It* of the first text is in no entity of the key; *his* and *It* of the second are.
        (RIGHT, {"pleonastic resolved": 1}),
        (HALF | {"ann": []}, {"no trace": 1, "pronoun not extracted": 1}),
        ({"ann": RIGHT["ann"][:1], "tom": [[(0, 1), (2, 3)], [(5, 6)]]}, {"antecedent not extracted": 1}),
    ],
)
def test_causes_that_chains_alone_can_tell(run: Run, tiny: Path, answers, expected):
    words = [list(sentence) for sentence in ANN]
    words[1][2] = (*words[1][2][:-1], "")
    (tiny / "ann.conllu").write_text(conllu("ann", words), encoding="utf-8")
    file = chains(tiny.parent / "neural.json", answers)
    ran = run("compare", tiny, *GOLD, "--errors", "--response", f"neural={file}")
    causes = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["neural"]["errors"]["causes"]
    assert {cause: counts["wrong"] for cause, counts in causes.items()} == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("neural", "--response 'neural' is not of the form NAME=PATH"),
        ("singletons={file}", "there is a row 'singletons' already"),
        ("r=/nowhere/r.json", "/nowhere/r.json: no such file or folder"),
    ],
)
def test_wrong_responses_say_so(run: Run, tiny: Path, value, message):
    file = chains(tiny.parent / "r.json", RIGHT)
    ran = run("compare", tiny, *GOLD, "--response", value.format(file=file))
    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""


def test_a_document_without_response_counts_as_empty_for_that_response_alone(run: Run, tiny: Path):
    file = chains(tiny.parent / "r.json", {"ann": RIGHT["ann"]})
    ran = run("compare", tiny, *GOLD, "--response", f"r={file}")
    assert ran.status == 1
    assert "no document 'tom'; expected a response to each document" in ran.err
    outcomes = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]
    assert [outcomes[row]["documents"] for row in ("singletons", "r")] == [2, 2]
    assert (outcomes["r"]["anaphors"], outcomes["r"]["correct"], list(outcomes["r"]["failed"])) == (4, 2, ["tom"])
    table = run("compare", tiny, "-r", "singletons", "-s", "true-gold", "--response", f"r={file}")
    assert "r: 1 of 2 documents answered, without tom, which count as empty." in table.out


def test_a_response_may_answer_one_setting_alone(run: Run, tiny: Path) -> None:
    file = chains(tiny.parent / "r.json", RIGHT)
    words = ("-s", "true-gold", "-s", "system-gold", "-r", "singletons", "--response", f"r@system-gold={file}")
    assert run("compare", tiny, *words, "-o", "x.json").status == 0
    settings = json.loads(Path("x.json").read_text())["corpora"]["tiny"]
    assert {name: list(rows) for name, rows in settings.items()} == {
        "true-gold": ["singletons"],
        "system-gold": ["singletons", "r"],
    }
    before = Path("x.json").read_bytes()
    assert run("compare", "x.experiment.toml", "-o", "y.json").status == 0
    assert Path("y.json").read_bytes() == before


def test_responses_alone_are_compared(run: Run, tiny: Path) -> None:
    file = chains(tiny.parent / "r.json", RIGHT)
    ran = run("compare", tiny, "-s", "true-gold", "-r", "none", "--response", f"r={file}", "-o", "x.json")
    assert ran.status == 0
    (outcomes,) = json.loads(Path("x.json").read_text())["corpora"]["tiny"].values()
    assert list(outcomes) == ["r"]
    assert run("compare", "x.experiment.toml").out == ran.out
    of_python = aw.compare(tiny, [], ["true-gold"], responses={"r": file})
    assert of_python.rows() == ["r"]
    assert "no resolvers and no responses" in run("compare", tiny, "-r", "none").err


def test_a_file_of_several_documents_gives_none_of_them_its_name(run: Run, tiny: Path):
    """The only answer is that to *ann*; *tom* got it, too, at the same offsets of other words."""
    key = tiny.parent / "key.conllu"
    key.write_text("".join(file.read_text() for file in sorted(tiny.iterdir())))
    ran = run("compare", key, *GOLD, "--response", f"r={chains(tiny.parent / 'key.json', {'ann': RIGHT['ann']})}")
    assert ran.status == 1
    assert "no document 'tom'; expected a response to each document" in ran.err
    ran = run(
        "compare", tiny / "tom.conllu", *GOLD, "--response", f"r={chains(tiny / 'tom.json', {'x': RIGHT['tom']})}"
    )
    assert json.loads(ran.out)["corpora"]["tom"]["true-gold"]["r"]["correct"] == 2


@pytest.mark.parametrize("extension", ["coref_chains", "coref_clusters"])
def test_a_doc_without_output_is_refused(extension):
    doc = Doc(spacy.blank("en").vocab, words=["Ann", "left"])
    assert systems_in(doc) == []
    with pytest.raises(ValueError, match=r"no coreference system.*system='coref_clusters'"):
        document_from(doc)


@dataclass
class Heads:
    """As a mention of coreferee."""

    token_indexes: list[int]


@pytest.fixture
def doc() -> Iterator[Doc]:
    for name in ("coref_chains", "coref_clusters"):
        Doc.set_extension(name, default=None, force=True)
    yield Doc(
        spacy.blank("en").vocab,
        words=["Ann", "and", "Tom", " ", "left", ".", "They", "ran", "."],
        spaces=[True] * 3 + [False, True, True, True, False, False],
        heads=[4, 0, 0, 2, 4, 4, 7, 7, 7],
        deps=["nsubj", "cc", "conj", "dep", "ROOT", "punct", "nsubj", "ROOT", "punct"],
        sent_starts=[True, *[False] * 5, True, False, False],
    )
    for name in ("coref_chains", "coref_clusters"):
        Doc.remove_extension(name)


def annotator_and_chains(document):
    mentions = document.mention_by_id()
    (layer,) = document.coreference.values()
    return layer.annotator, [
        [(document.mention_text(mentions[mention]), mentions[mention].head) for mention in entity.mentions]
        for entity in layer.entities
    ]


def test_span_groups(doc):
    doc.spans["coref_clusters_2"] = [doc[0:1]]
    doc.spans["coref_clusters_1"] = [doc[6:7], doc[0:4]]
    doc.spans["other"] = [doc[1:2]]
    document = document_from(doc)
    assert annotator_and_chains(document) == ("coref_clusters", [[("Ann and Tom", 0), ("They", 5)], [("Ann", 0)]])
    assert [(sentence.start, sentence.end) for sentence in document.sentences] == [(0, 5), (5, 8)]
    assert document.text() == "Ann and Tom left . They ran."


def test_coreferee_names_heads(doc):
    doc._.coref_chains = [[Heads([6]), Heads([0, 2])]]
    assert annotator_and_chains(document_from(doc)) == ("coreferee", [[("Ann and Tom", 0), ("They", 5)]])


def test_fastcoref_gives_characters(doc):
    doc._.coref_clusters = [[(0, 11), (20, 24)]]
    assert doc.text[20:24] == "They"
    assert annotator_and_chains(document_from(doc)) == ("fastcoref", [[("Ann and Tom", 0), ("They", 5)]])
    doc._.coref_clusters = [[(0, 2)]]
    with pytest.raises(ValueError, match="characters 0 to 2 of the Doc are not whole tokens"):
        document_from(doc)


def test_of_several_systems_one_must_be_chosen(doc):
    doc._.coref_clusters = [[(0, 3)]]
    doc._.coref_chains = [[Heads([2])]]
    assert systems_in(doc) == ["coreferee", "fastcoref"]
    with pytest.raises(ValueError, match="chosen by its name"):
        document_from(doc)
    assert annotator_and_chains(document_from(doc, system="fastcoref"))[1] == [[("Ann", 0)]]
    with pytest.raises(ValueError, match="no output of 'hobbs'"):
        document_from(doc, system="hobbs")


def test_a_mention_of_white_space_is_refused(doc):
    doc.spans["coref_clusters_1"] = [doc[3:4]]
    with pytest.raises(ValueError, match="mention of white space"):
        document_from(doc)


def test_a_doc_over_the_words_of_a_corpus_comes_back_as_a_response(run: Run, tiny: Path):
    folder = tiny.parent / "neural"
    folder.mkdir()
    for document in read(tiny):
        doc = doc_over(document, spacy.blank("en").vocab)
        assert [token.text for token in doc] == [word.form for word in document.words]
        for number, entity in enumerate(RIGHT[document.id], start=1):
            doc.spans[f"coref_clusters_{number}"] = [doc[start:end] for start, end in entity]
        write([document_from(doc, document.id)], folder / f"{document.id}.json", "chains-json")
    ran = run("compare", tiny, *GOLD, "--response", f"neural={folder}")
    assert json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["neural"]["correct"] == 4


def test_elided_words_count_again_where_a_doc_comes_back():
    # *Ann left and [Ann] slept. She snored.*: the second Ann is elided, and no token of the Doc.
    words = [Word(form, empty=empty) for form, empty in
             (("Ann", False), ("left", False), ("and", False), ("Ann", True), ("slept", False), ("She", False),
              ("snored", False))]  # fmt: skip
    document = Document("d", words, [Sentence(0, 5), Sentence(5, 7)], [Paragraph()], [])
    doc = doc_over(document, spacy.blank("en").vocab)
    assert [token.text for token in doc] == ["Ann", "left", "and", "slept", "She", "snored"]
    doc.spans["coref_clusters_1"] = [doc[0:1], doc[4:5]]
    alone, back = document_from(doc), document_from(doc, over=document)
    assert [(mention.start, mention.end) for mention in alone.mentions] == [(0, 1), (4, 5)]
    assert [(mention.start, mention.end) for mention in back.mentions] == [(0, 1), (5, 6)]
    assert annotator_and_chains(back)[1] == [[("Ann", 0), ("She", 5)]]
    shorter = Document("other", words[:2], [Sentence(0, 2)], [Paragraph()], [])
    with pytest.raises(ValueError, match="other words than document 'other'; expected doc_over of it"):
        document_from(doc, over=shorter)


def test_mentions_that_begin_or_end_inside_a_word_are_counted_and_said(run: Run, tiny: Path) -> None:
    """The response has 'An n' for 'Ann' and 'lam p' for 'lamp'; one of its mentions is 'n', one 'the lam'."""
    file = tiny.parent / "neural.jsonl"
    ann = [["An", "n", "saw", "the", "lam", "p", "."], ["She", "lit", "it", "."]]
    tom = [["Tom", "lost", "his", "key", "."], ["It", "fell", "."]]
    documents = [
        {"doc_key": "ann", "sentences": ann, "predicted_clusters": [[[1, 1], [7, 7]], [[3, 4], [9, 9]]]},
        {"doc_key": "tom", "sentences": tom, "predicted_clusters": [[[0, 0], [2, 2]], [[2, 3], [5, 5]]]},
    ]
    file.write_text("".join(json.dumps(document) + "\n" for document in documents))
    ran = run("compare", tiny, *GOLD, "--response", f"neural={file}")
    assert (ran.status, ran.err) == (
        0,
        "warning: tiny: 2 mentions of response neural begin or end where no word of the key does\n",
    )
    rows = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]
    assert (rows["neural"]["correct"], rows["neural"]["attempted"]) == (2, 4)


def test_a_response_to_another_text_is_refused(run: Run, tiny: Path) -> None:
    file = tiny.parent / "neural.jsonl"
    differing = {"doc_key": "ann", "sentences": [["Quite", "other", "words"]], "predicted_clusters": [[[0, 0], [2, 2]]]}
    file.write_text(json.dumps(differing) + "\n")
    ran = run("compare", tiny, *GOLD, "--response", f"neural={file}")
    assert (ran.status, list(json.loads(ran.out)["corpora"]["tiny"]["true-gold"])) == (1, ["singletons"])
    key = tiny / "ann.conllu"
    assert f"document 'ann' is not of the same text as 'ann' in {key}: 2 of 2 mentions have no counterpart" in ran.err


@pytest.mark.model
def test_the_key_is_right_about_every_pronoun_though_a_parser_takes_it_for_a_noun(run: Run):
    """*theirs* in news_painting is a noun to the parser; the key has it as an anaphor, and so has the response."""
    sample = packaged("samples") / "news_painting.conllu"
    words = ("-s", "true-predicted", "-r", "singletons", "--response", f"key={sample}", "--by", "genre")
    ran = run("compare", sample, *words, "--format", "json")
    row = json.loads(ran.out)["corpora"]["news_painting"]["true-predicted"]["key"]
    assert row["correct"] == row["anaphors"] == row["attempted"] == 66
    # A file of answers has no candidates, so there is no critical rate, in parts as in the whole.
    table = run("compare", sample, *words, "-r", "mitkov", "--table", "parts", "--format", "json").out
    critical = {row["resolver"]: row["critical_success_rate"] for row in json.loads(table)}
    assert critical["key"] is None
    assert critical["mitkov"] > 0


_BAD = "not valid JSON"


@pytest.mark.parametrize(
    ("broken", "answered", "errors"),
    [
        ("tom.json", ["ann"], ["error: response/tom.json:1: " + _BAD]),
        ("b.json", ["ann"],
         ["error: response: no document 'tom'; expected a response to each document; response/b.json:1: " + _BAD]),
        ("b.json", ["ann", "tom"], ["error: response/b.json:1: " + _BAD]),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read(run: Run, tiny: Path, broken: str, answered: list[str], errors: list[str]) -> None:
    folder = tiny.parent / "response"
    folder.mkdir()
    chains(folder / "a.json", {name: RIGHT[name] for name in answered})
    (folder / broken).write_text('{"documents": [')
    words = ("compare", tiny, *GOLD, "--response", "neural=response")
    ran = run(*words)
    said = [re.sub(r"^error: \S*tiny/\w+\.conllu: ", "error: ", line) for line in ran.err.splitlines()]
    assert ran.status == 1
    assert [line.partition(" JSON")[0] + " JSON" for line in said] == errors
    row = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["neural"]
    assert (row["documents"], set(row.get("failed", ()))) == (2, {"ann", "tom"} - set(answered))
    again = run(*words)
    assert (again.status, again.err) == (1, ran.err), "the second time results come from the cache"


def test_a_response_may_say_what_resources_it_used(run: Run, tiny: Path) -> None:
    file = chains(tiny.parent / "r.json", HALF)
    words = (*GOLD, "--response", f"a:open={file}", "--response", f"b:closed={file}", "--response", f"c={file}")
    ran = run("compare", tiny, *words, "--table", "marquez")
    assert (ran.status, ran.err) == (0, "")
    rows = {row["resolver"]: row["resources"] for row in _rows_with(json.loads(ran.out), "resources")}
    assert {name: rows[name] for name in "abc"} == {"a": "open", "b": "closed", "c": ""}


def test_the_tables_of_a_paper_for_two_languages(run: Run, tiny: Path) -> None:
    """A system with one response for each setting; by hand, *it* is in no entity of the second language."""
    words = [list(sentence) for sentence in ANN]
    words[1][2] = (*words[1][2][:-1], "")
    (tiny.parent / "ca.conllu").write_text(
        conllu("eva", words).replace("\n", "\n# meta::language = ca\n", 1), encoding="utf-8"
    )
    eva = [[(0, 1), (5, 6)], [(2, 4)], [(7, 8)]]
    files = [chains(tiny.parent / "half.json", HALF | {"eva": eva}), chains(tiny.parent / "one.json", {"eva": eva[:1]})]
    answers = [f"half@{s}={file}" for s, file in zip(("true-gold", "system-gold"), files, strict=True)]
    asked = ("-s", "true-gold", "-s", "system-gold", "-r", "singletons", "--table", "marquez", "--format", "json")
    ran = run("compare", tiny, "ca.conllu", *asked, "--response", answers[0], "--response", answers[1], "-j", 1)
    tables = {title.partition(" (")[0]: rows for title, rows in json.loads(ran.out).items()}
    corpora = {row["figure"]: row for row in tables["Corpora"]}
    assert corpora["non-singleton entities"] == {
        "figure": "non-singleton entities",
        "tiny_cases": 4,
        "tiny_per_document": 2,
        "ca_cases": 1,
        "ca_per_document": 1,
    }
    assert [row["tiny_share"] for row in tables["Sizes of entities"]][:2] == [0, 1]
    assert [row["given"] for row in tables["Baselines and oracle"]][:2] == ["true", "system, gold syntax"]
    # *the lamp* is not found.
    detection = [row for row in tables["Mention detection"] if row["corpus"] == "ca"]
    assert [(row["resolver"], row["recall"], row["precision"]) for row in detection] == [("half", 2 / 3, 1)]
    systems = {(row["corpus"], row["given"], row["resolver"]): row for row in tables["Systems"]}
    # The second response answers nothing of the first corpus.
    assert [place[:2] for place in systems] == [
        ("tiny", "true-gold"), ("ca", "true-gold"), ("ca", "system-gold"), ("All languages", "true-gold")
    ]  # fmt: skip
    together = systems["All languages", "true-gold", "half"]
    assert (together["muc_recall"], together["muc_precision"]) == (3 / 5, 3 / 4)
    classes = {row["class"]: row for row in tables["Classes of mentions, true-gold"]}
    assert [classes["SING"][f"ca_{side}"] for side in ("recall", "precision", "f1")] == [1, 1 / 2, 2 / 3]


def _rows_with(content: object, key: str) -> list[dict[str, str]]:
    """All rows that have a key, wherever they stand in tables."""
    if isinstance(content, dict):
        own = [content] if key in content and not isinstance(content[key], (dict, list)) else []
        return own + [row for value in content.values() for row in _rows_with(value, key)]
    return [row for value in content for row in _rows_with(value, key)] if isinstance(content, list) else []
