"""GAP, WinoBias, Winogender, JSON lines, and LitBank and OntoGUM joined with what lies beside them."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import FormatError, find, read, write
from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats import gap, winobias
from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.json import jsonlines

GAP_HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
GAP_ROW = "d-1\tAnn Lee met Eve's aunt when she left.\tshe\t28\tAnn Lee\t0\t{}\tEve\t12\t{}\thttp://x\n"


def _read(tmp_path: Path, name: str, content: str) -> list[Document]:
    file = tmp_path / name
    file.write_text(content)
    return list(read(file))


def _entities(document: Document) -> list[list[str]]:
    assert document.key is not None
    return [entity.mentions for entity in document.key.entities]


@pytest.mark.parametrize(
    ("a", "b", "entities"),
    [
        ("TRUE", "FALSE", [["A", "pronoun"], ["B"]]),
        ("FALSE", "TRUE", [["B", "pronoun"], ["A"]]),
        ("FALSE", "FALSE", [["pronoun"], ["A"], ["B"]]),
    ],
)
def test_gap_snippets_and_answers(tmp_path: Path, a: str, b: str, entities: list[list[str]]) -> None:
    (document,) = _read(tmp_path, "x.tsv", GAP_HEADER + GAP_ROW.format(a, b))
    assert [(mention.id, document.mention_text(mention)) for mention in document.mentions] == [
        ("A", "Ann Lee"),
        ("B", "Eve"),
        ("pronoun", "she"),
    ]
    assert _entities(document) == entities
    assert document.anaphors == ["pronoun"]
    gap.write([document], tmp_path / "answers.tsv")
    assert (tmp_path / "answers.tsv").read_text() == f"d-1\t{a}\t{b}\n"
    (answer,) = read(tmp_path / "answers.tsv")
    assert _entities(answer) == entities


def test_empty_lines_between_answers_of_gap_are_none(tmp_path: Path) -> None:
    """The official scorer, whose reader of columns skips them, takes such files."""
    answers = _read(tmp_path, "answers.tsv", "d-1\tTRUE\tFALSE\n\nd-2\tFALSE\tTRUE\n\n")
    assert [answer.id for answer in answers] == ["d-1", "d-2"]


def test_gap_answer_by_system_mentions(tmp_path: Path) -> None:
    """A resolver that chose a longer mention with the name's head has chosen the name."""
    (document,) = _read(tmp_path, "x.tsv", GAP_HEADER + GAP_ROW.format("FALSE", "FALSE"))
    by_id = document.mention_by_id()
    document.mentions.append(Mention("s1", 0, 3, by_id["A"].head, source="system"))
    pronoun = by_id["pronoun"]
    document.mentions.append(Mention("s2", pronoun.start, pronoun.end, pronoun.head, source="system"))
    document.coreference = {"mitkov": CoreferenceLayer("mitkov", [Entity("1", ["s1", "s2"])])}
    gap.write([document], tmp_path / "answers.tsv")
    assert (tmp_path / "answers.tsv").read_text() == "d-1\tTRUE\tFALSE\n"


BAD_GAP = [
    ("\n\r\n", ":1: only blank lines; expected answers: an ID, A-coref and"),
    (GAP_HEADER, ":1: a header and no snippet; expected snippets"),
    (GAP_HEADER + "a\tb\n", ":2: 2 columns; expected 11: ID, Text, Pronoun, Pronoun-offset, A, A-offset"),
    (GAP_HEADER + GAP_ROW.replace("\t12\t", "\t-1\t").format("TRUE", "FALSE"), ":2: B 'Eve' does not stand at"),
    (GAP_HEADER + GAP_ROW.replace("\t28\t", "\t27\t").format("TRUE", "FALSE"), "Pronoun 'she' does not stand at"),
    (GAP_HEADER + GAP_ROW.replace("\tshe\t", "\t\t").format("TRUE", "FALSE"), ":2: the column Pronoun is empty"),
    (GAP_HEADER + GAP_ROW.replace("\tAnn Lee\t", "\tAnn Lee \t").format("TRUE", "FALSE"),
     ":2: A: 'Ann Lee ' does not begin and end with a word"),
    ("d\tTRUE\tFALSE\nd\tTRUE\n", ":2: 2 columns; expected ID, A-coref and B-coref"),
]  # fmt: skip


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("d\ttrue\tFalse\n", id="letters of any case, as the official scorer takes them"),
        pytest.param("d\tTRUE\tFALSE\r\n", id="line ends of Windows"),
    ],
)
def test_gap_answers_of_other_forms(tmp_path: Path, answers: str) -> None:
    (answer,) = _read(tmp_path, "x.tsv", answers)
    assert [(mention.id, mention.start, mention.end, mention.head) for mention in answer.mentions] == [
        ("A", -1, -1, -1),
        ("B", -1, -1, -1),
        ("pronoun", -1, -1, -1),
    ]
    assert answer.key is not None
    assert [(entity.id, entity.mentions) for entity in answer.key.entities] == [("1", ["A", "pronoun"]), ("2", ["B"])]
    assert answer.key.decisions == [Decision("pronoun", "A")]


@pytest.mark.parametrize("content", ["d\tTRUE\tmaybe\n", "d\tTRUE\tFALSE\tTRUE\n", "d\tA\tB\n"])
def test_what_is_no_answer_of_gap_is_not_taken_for_one(content: str) -> None:
    assert not gap.FORMAT.recognises("x.tsv", content.encode())


def test_the_names_of_gap_need_not_be_mentions_of_a_system(tmp_path: Path) -> None:
    """Where they stand is noted, so a document with other mentions can be read as an answer."""
    (document,) = _read(tmp_path, "x.tsv", GAP_HEADER + GAP_ROW.format("FALSE", "FALSE"))
    # Ann Lee met Eve 's aunt when she left .
    assert document.extra == {"gap:A": "0-2", "gap:B": "3-4", "gap:pronoun": "7-8", "URL": "http://x"}
    document.mentions = [Mention("s1", 3, 4, 3, source="system"), Mention("s2", 7, 8, 7, source="system")]
    # A mention of a name that a system found is not the one that is asked about.
    document.mentions.append(Mention("A", 5, 6, 5, source="system"))
    document.coreference = {"mitkov": CoreferenceLayer("mitkov", [Entity("1", ["s1", "s2", "A"])])}
    gap.write([document], tmp_path / "answers.tsv")
    assert (tmp_path / "answers.tsv").read_text() == "d-1\tFALSE\tTRUE\n"
    document.coreference = {}
    gap.write([document], tmp_path / "answers.tsv")
    assert (tmp_path / "answers.tsv").read_text() == "d-1\tFALSE\tFALSE\n"


@pytest.mark.parametrize(
    ("name", "places", "message"),
    [
        ("d", {}, "document d does not say which mention is 'A'; expected a snippet of GAP with its mentions A, B and"),
        ("d", {"A": "0-1", "B": "1-1"}, "document d does not say which mention is 'B'"),
        ("d", {"A": "0-1", "B": "1-2", "pronoun": "2-4"}, "document d does not say which mention is 'pronoun'"),
        ("d\te", {"A": "0-1", "B": "1-2", "pronoun": "2-3"}, "document 'd\\te' has a tab in its id; expected none in"),
    ],
)
def test_what_is_no_snippet_is_not_answered(tmp_path: Path, name: str, places: dict[str, str], message: str) -> None:
    document = Document(name, [Word(form) for form in ("Ann", "Eve", "she")])
    document.extra = {f"gap:{asked}": place for asked, place in places.items()}
    with pytest.raises(FormatError, match=re.escape(f"{tmp_path / 'x.tsv'}: {message}")):
        gap.write([document], tmp_path / "x.tsv")


def test_answers_of_gap_hold_which_name_is_meant_alone(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, "x.tsv", GAP_HEADER + GAP_ROW.format("TRUE", "FALSE"))
    document.coreference["gold"].decisions = [Decision("pronoun", "A")]
    before = gap.FORMAT.cannot_hold(document)
    document.coreference["gold"].decisions = [Decision("pronoun", "A", ("A", "B"))]
    assert gap.FORMAT.cannot_hold(document) == [*before, "the candidates of pronouns"]


def test_counts_of_gap(public_corpora: Path) -> None:
    """The figures of the corpus's README."""
    documents = list(read(public_corpora / "gap" / "gap-development.tsv"))
    assert Counter(_entities(document)[0][0] for document in documents) == {"A": 874, "B": 925, "pronoun": 201}


def test_winobias(tmp_path: Path) -> None:
    content = "1 [The developer] argued with the designer because [he ] said [his] plan.\n2 [A] saw [her].\n"
    first, second = documents = _read(tmp_path, "anti.txt.dev", content)
    assert [first.mention_text(mention) for mention in first.mentions] == ["The developer", "he", "his"]
    assert first.text() == "The developer argued with the designer because he said his plan."
    assert (first.anaphors, _entities(first)) == (["m2", "m3"], [["m1", "m2", "m3"]])
    assert second.id == "anti.txt.dev-2"
    winobias.write(documents, tmp_path / "out")
    assert (tmp_path / "out").read_text() == content


BAD_WINOBIAS = [
    (f"1 [a] [b]\n1 {wrong}\n", ":2: not two phrases in brackets") for wrong in ("[a] only", "[a] [b] [", "[] [b]")
]


def test_counts_of_winobias_and_its_files_come_back(public_corpora: Path, tmp_path: Path) -> None:
    for file in sorted((public_corpora / "winobias" / "text").iterdir()):
        documents = list(read(file))
        assert len(documents) == 396
        assert Counter(len(document.mentions) for document in documents)[3] == (9 if "type1" in file.name else 6)
        winobias.write(documents, tmp_path / "out")
        assert (tmp_path / "out").read_bytes() == file.read_bytes()


def test_winogender(tmp_path: Path) -> None:
    row = "sentid\tsentence\ncook.someone.1.neutral.txt\tThe cook told someone that they could pay.\n"
    (document,) = _read(tmp_path, "all_sentences.tsv", row)
    assert [document.mention_text(mention) for mention in document.mentions] == ["The cook", "someone", "they"]
    assert _entities(document) == [["participant", "pronoun"], ["occupation"]]
    assert document.extra["gender"] == "neutral"


BAD_WINOGENDER = [
    ("sentid\tsentence\ncook.someone.1.male.txt\tThe nurse told someone that he left.\n", ":2: no "),
    ("sentid\tsentence\ncook\n", ":2: 1 column; expected 2"),
]


def test_all_of_winogender(public_corpora: Path) -> None:
    documents = list(read(public_corpora / "winogender"))
    assert len(documents) == 720
    assert all(len(document.mentions) == 3 for document in documents)


def test_jsonlines_there_and_back(tmp_path: Path) -> None:
    data = {
        "doc_key": "nw/a",
        "sentences": [["Ann", "Lee", "saw", "her"], ["She", "ran"]],
        "clusters": [[[0, 1], [3, 3]], [[4, 4], [4, 4]]],
        "predicted_clusters": [[[0, 1], [4, 4]]],
        "speakers": [["-", "-", "-", "-"], ["-", "-"]],
    }
    documents = _read(tmp_path, "x.jsonl", json.dumps(data) + "\n\n")
    assert [(mention.id, mention.start, mention.end) for mention in documents[0].mentions] == [
        ("0-2", 0, 2), ("3-4", 3, 4), ("4-5", 4, 5), ("4-5#2", 4, 5),
    ]  # fmt: skip
    assert documents[0].coreference.keys() == {"gold", "predicted"}
    jsonlines.write(documents, tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text()) == data


def test_speakers_of_jsonlines_are_those_of_conll(tmp_path: Path) -> None:
    sentences = [["I", "ran"], ["Did", "you"], ["-"], ["so"]]
    speakers = [["Ann", "Ann"], ["Bo Ek", "Ann"], ["-"], ["-"]]
    line = json.dumps({"doc_key": "d", "sentences": sentences, "clusters": [], "speakers": speakers})
    (document,) = _read(tmp_path, "x.jsonl", line + "\n")
    assert [sentence.speaker for sentence in document.sentences] == ["Ann", "", "", ""]
    assert [word.speaker for word in document.words] == [None, None, "Bo Ek", "Ann", None, None]
    assert not any(unit.extra for unit in (*document.words, *document.sentences))
    jsonlines.write([document], tmp_path / "out")
    assert (tmp_path / "out").read_text() == line + "\n"
    assert conll2012.FORMAT.cannot_hold is not None
    assert conll2012.FORMAT.cannot_hold(document) == []
    write([document], tmp_path / "d.conll", "conll2012")
    columns = [
        line.split("\t")[9] for line in (tmp_path / "d.conll").read_text().splitlines() if line.startswith("d\t")
    ]
    assert columns == ["Ann", "Ann", "Bo Ek", "Ann", "-", "-"]
    write(list(read(tmp_path / "d.conll")), tmp_path / "back.jsonl", "jsonlines")
    back = json.loads((tmp_path / "back.jsonl").read_text())
    assert back == json.loads(line) | {"part": "000", "speakers": [*speakers[:2], [""], [""]]}


@pytest.mark.parametrize("speakers", [[["Ann"]], "Ann", [["Ann", "-"], [""]], [[1, 2], ["-"]], [["Ann", "Bo"], "-"]])
def test_speakers_that_are_not_one_name_a_word_are_kept_as_they_are(tmp_path: Path, speakers: Any) -> None:
    line = json.dumps({"doc_key": "d", "sentences": [["I", "ran"], ["so"]], "clusters": [], "speakers": speakers})
    (document,) = _read(tmp_path, "x.jsonl", line + "\n")
    assert document.extra == {"speakers": json.dumps(speakers)}
    jsonlines.write([document], tmp_path / "out")
    assert (tmp_path / "out").read_text() == line + "\n"


BAD_JSONLINES = [
    ('{"sentences": [["a"]]}\n' + line + "\n", message)
    for line, message in [
        ('{"clusters": []}', ":2: the file: no 'sentences'"),
        ('{"sentences": [["a"]], "clusters": [5]}', ":2: clusters[0]: not a cluster; expected a list of [first, last]"),
        *(
            (
                f'{{"sentences": [["a", "b"]], "predicted_clusters": [[{span}]]}}',
                f":2: predicted_clusters[0][0]: {span} is not a span; "
                "expected [first, last], both inclusive, in a text of 2 words",
            )
            for span in ("[1, 0]", "[-1, 0]", "[0]", "[0, true]", "[0.0, 1]", "[0, 2]", "0", '"01"')
        ),
        ('{"sentences": [["a"]], "clusters": [[[0, 1]]]}', ":2: clusters[0][0]: [0, 1] is not a span; expected [first"),
        ('{"sentences": [["a"]', ":2: not valid JSON"),
    ]
]
BAD_JSONLINES.append(("\n \n", ":1: only blank lines; expected a JSON object a line"))


def test_jsonlines_in_another_order(tmp_path: Path) -> None:
    """Mentions stand in text order, longer first; a document without a name has that of its file and line."""
    data = {"sentences": [["Čia", "čia", "jis"]], "clusters": [[[2, 2], [0, 0], [0, 1]]], "genre": 3, "tema": "ą"}
    first, second = _read(tmp_path, "x.jsonl", '\n{"sentences": []}\n' + json.dumps(data))
    assert (first.id, second.id, second.source) == ("x-2", "x-3", str(tmp_path / "x.jsonl"))
    assert [mention.id for mention in second.mentions] == ["0-2", "0-1", "2-3"]
    assert second.key is not None
    assert [(entity.id, entity.mentions) for entity in second.key.entities] == [("0", ["0-2", "0-1", "2-3"])]
    assert second.paragraphs == [Paragraph()]
    assert (second.extra["genre"], second.extra["tema"]) == ("3", '"ą"')


def test_jsonlines_hold_the_key_and_one_answer(tmp_path: Path) -> None:
    document = Document("d", [Word("a")], [Sentence(0, 1)], [Paragraph()], [Mention("m", 0, 1, 0)])
    layers = {name: CoreferenceLayer(name, [Entity("1", ["m"])]) for name in ("gold", "predicted", "b", "a")}
    for names, missing in [
        (("gold",), []),
        (("gold", "predicted"), []),
        (("gold", "b"), ["who annotated the coreference"]),
        (("b", "a", "predicted"), ["coreference of b, a besides that of predicted"]),
    ]:
        document.coreference = {name: layers[name] for name in names}
        assert jsonlines.FORMAT.cannot_hold(document) == missing


def test_counts_of_litbank(public_corpora: Path) -> None:
    """The figures of the corpus's README."""
    documents = list(read(public_corpora / "litbank"))
    entities = [entity for document in documents for entity in (document.key.entities if document.key else [])]
    assert len(documents) == 80
    assert sum(len(document.sentences) for document in documents) == 6956
    assert sum(len(document.words) for document in documents) == 168638
    assert len(entities) == 6304
    assert sum(len(entity.mentions) == 1 for entity in entities) == 4578
    mentions = [mention for document in documents for mention in document.mentions]
    assert Counter(mention.extra["type"] for mention in mentions) == {"PRON": 12507, "NOM": 7755, "PROP": 2888}
    assert sum(len(mention.extra.get("COP", "").split()) for mention in mentions) == 342
    assert sum(len(mention.extra.get("APPOS", "").split()) for mention in mentions) == 191
    assert {mention.entity_type for mention in mentions} == {"PER", "FAC", "GPE", "LOC", "VEH", "ORG"}
    assert documents[0].key is not None
    assert documents[0].key.entities[0].extra["name"] == "Chancery-0"


def test_brat_says_what_tsv_says(public_corpora: Path, tmp_path: Path) -> None:
    """brat's files add nothing but characters: one type and one link stand there twice."""
    (tmp_path / "brat").symlink_to(public_corpora / "litbank" / "brat")
    (tmp_path / "conll").mkdir()
    for file in sorted((public_corpora / "litbank" / "conll").glob("*.conll"))[::8]:
        (tmp_path / "conll" / file.name).symlink_to(file)
        (by_tsv,), (by_brat,) = read(file), read(tmp_path / "conll" / file.name)
        assert (by_tsv.id, by_tsv.coreference) == (by_brat.id, by_brat.coreference)
        assert by_tsv.mentions == by_brat.mentions


LITBANK_TSV = """\
MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP
MENTION\tT2\t0\t2\t0\t3\tthe boss\tPER\tNOM
MENTION\tT3\t1\t0\t1\t1\tThe boss\tPER\tNOM
MENTION\tT4\t1\t3\t1\t3\tOslo\tGPE\tPROP
COREF\tT1\tAnn-0
COREF\tT4\tOslo-1
COP\tT2\tT1
APPOS\tT4\tT3
"""
LITBANK_BRAT = """\
T1\tPROP_PER 0 3\tAnn
T5\tAnn-0 0 3\tAnn
T2\tNOM_PER 8 16\tthe boss
R1\tcop Arg1:T2 Arg2:T5\t
T3\tNOM_PER 19 27\tThe boss
T6\tOslo-1 30 34\tOslo
T4\tPROP_GPE 30 34\tOslo
R2\tappos Arg1:T6 Arg2:T3
"""


@pytest.mark.parametrize(("folder", "annotation"), [("tsv", LITBANK_TSV), ("brat", LITBANK_BRAT)])
def test_litbank_and_its_other_files_are_joined(tmp_path: Path, folder: str, annotation: str) -> None:
    cells = {"Ann": "(1)", "the": "(2", "boss": "2)", "The": "(1", "Oslo": "(3)"}
    lines = []
    for sentence in ("Ann was the boss .", "The boss , Oslo , slept ."):
        words = sentence.split()
        ends = {**cells, "boss": "1)"} if words[0] == "The" else cells
        lines += ["\t".join(["a_brat", "0", str(n), w, *"_" * 8, ends.get(w, "_")]) for n, w in enumerate(words)] + [""]
    (tmp_path / "conll").mkdir()
    file = tmp_path / "conll" / "a_brat.conll"
    file.write_text("\n".join(["#begin document (a_brat); part 0", *lines, "#end document", ""]))
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "a_brat.ann").write_text(annotation)
    (document,) = read(file)
    assert document.key is not None
    said = {m.id: (m.start, m.end, m.entity_type, m.extra) for m in document.mentions}
    assert said == {
        "m1": (0, 1, "PER", {"type": "PROP"}),
        "m2": (2, 4, "PER", {"type": "NOM", "COP": "m1"}),
        "m3": (5, 7, "PER", {"type": "NOM"}),
        "m4": (8, 9, "GPE", {"type": "PROP", "APPOS": "m3"}),
    }
    assert [(entity.mentions, entity.extra) for entity in document.key.entities] == [
        (["m1", "m3"], {"name": "Ann-0"}),
        (["m2"], {}),
        (["m4"], {"name": "Oslo-1"}),
    ]


def _litbank(tmp_path: Path, entities: str) -> Path:
    """A text of one word that is a mention of these entities; the file of what tsv says of it."""
    (tmp_path / "conll").mkdir()
    (tmp_path / "tsv").mkdir()
    (tmp_path / "conll" / "a_brat.conll").write_text(
        "#begin document (a_brat); part 0\na_brat\t0\t0\tAnn" + "\t_" * 8 + f"\t{entities}\n\n#end document\n"
    )
    return tmp_path / "tsv" / "a_brat.ann"


def test_each_litbank_mention_of_a_span_has_its_own_line(tmp_path: Path) -> None:
    types = _litbank(tmp_path, "(1)|(2)")
    kinds = ("PER\tPROP", "ORG\tNOM", "LOC\tPRON")
    lines = [f"MENTION\tT{number}\t0\t0\t0\t0\tAnn\t{kind}\n" for number, kind in enumerate(kinds)]
    types.write_text("".join(lines[:2]))
    (document,) = read(tmp_path)
    assert [(mention.entity_type, mention.extra["type"]) for mention in document.mentions] == [
        ("PER", "PROP"),
        ("ORG", "NOM"),
    ]
    types.write_text("".join(lines))
    with pytest.raises(FormatError, match=":3: mention T2 is not in"):
        list(read(tmp_path))


@pytest.mark.parametrize(
    ("folder", "line", "message"),
    [
        ("tsv", "MENTION\tT1\t0\t1\t0\t1\tx\tPER\tPROP", ":1: mention T1 is not in"),
        ("tsv", "MENTION\tT1\t7\t0\t7\t0\tx\tPER\tPROP", ":1: sentence 7 of 1"),
        ("tsv", "MENTION\tT1\t0\t0\t1\t0\tx\tPER\tPROP", ":1: sentence 1 of 1"),
        ("tsv", "MENTION\tT1\t0\tx\t0\t0\tx\tPER\tPROP", ":1: '0 x 0 0' are not places"),
        ("tsv", "COREF\tT9\tAnn-0", ":1: no mention 'T9'"),
        ("tsv", "COREF\tT9", ":1: cannot read"),
        ("tsv", "HELLO", ":1: cannot read 'HELLO'"),
        ("brat", "T1\tPROP_PER 0 2\tAn", ":1: characters 0 to 2"),
    ],
)
def test_litbank_that_does_not_fit_is_refused(tmp_path: Path, folder: str, line: str, message: str) -> None:
    types = _litbank(tmp_path, "(1)")
    types.write_text(f"{line}\n")
    types.parent.rename(tmp_path / folder)
    with pytest.raises(FormatError, match=message):
        list(read(tmp_path))


def test_ontogum_has_the_syntax_of_gum(public_corpora: Path) -> None:
    document = next(read(public_corpora / "ontogum" / "dev"))
    gum = next(read(public_corpora / "gum" / "dev"))
    assert [word.form for word in document.words] == [word.form for word in gum.words]
    assert [word.head for word in document.words] == [word.head for word in gum.words]
    assert (document.relations, len(document.sentences)) == ("ud", len(gum.sentences))
    assert document.key is not None
    assert gum.key is not None
    assert len(document.mentions) < len(gum.mentions)


def test_ontogum_alone_is_read_too(public_corpora: Path, tmp_path: Path) -> None:
    source = public_corpora / "ontogum" / "dev" / "GUM_news_iodine.conll"
    (tmp_path / source.name).write_bytes(source.read_bytes())
    (document,) = read(tmp_path)
    assert (document.id, len(document.sentences), document.relations) == ("GUM_news_iodine", 1, "")
    assert document.words[379].form == ""


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("gum/dev", {"conllu": 30}),
        ("ontogum/dev", {"ontogum": 30}),
        ("litbank", {"litbank": 80}),
        ("gap", {"gap": 2}),
        ("winobias", {"winobias": 4, "conll2012": 4}),
        ("winogender", {"winogender": 1}),
        ("howto", {"standoff-json": 3}),
        ("scorer-cases", {"conll2012": 26}),
        ("corefud-cases", {"conllu": 103}),
    ],
)
def test_public_corpora_are_recognised(public_corpora: Path, folder: str, expected: dict[str, int]) -> None:
    assert Counter(its_format.name for _, its_format in find(public_corpora / folder)) == expected
