"""CoNLL-2012 and its look-alikes: layouts, refusals, and that the public corpora come back byte for byte."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.corpora.formats.conll2012.reader import FORMAT

FULL = """\
#begin document (bn/abc); part 001
bn/abc\t1\t0\tAnn\tNNP\t(TOP(S(NP*)\t-\t-\t-\tSpeaker#1\t(PERSON*)\t(ARG0*)\t(3)
bn/abc\t1\t1\tsaw\tVBD\t(VP*\tsee\t01\t1\tSpeaker#1\t*\t(V*)\t-
bn/abc\t1\t2\tNew\tNNP\t(NP*\t-\t-\t-\tSpeaker#1\t(GPE*\t(ARG1*\t(4
bn/abc\t1\t3\tYork\tNNP\t*)))))\t-\t-\t-\tSpeaker#1\t*)\t*)\t4)

bn/abc\t1\t0\tYes\tUH\t(TOP(INTJ*))\t-\t-\t-\tSpeaker#2\t*\t-

#end document
"""
LITBANK = """\
#begin document (novel_brat); part 0
novel_brat\t0\t0\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\t(3|(4)
novel_brat\t0\t1\tsaw\t_\t_\t_\t_\t_\t_\t_\t_\t
novel_brat\t0\t2\ther\t_\t_\t_\t_\t_\t_\t_\t_\t3)|(5)

#end document
"""
ONTOGUM = "# begin document \n0\tAnn\t(3(4)\n1\tsaw\t_\n2\t\t3)(5)\n# end document\n"
XRENNER = "# begin document ann\n0\tAnn\t(3(4)\n1\tsaw\t_\n2\ther\t3)(5)\n# end document\n\n"
SCORER = """\
#begin document (LuoTestCase);
test1\t0\t0\ta1\t(0
test1\t0\t1\ta2\t0)

test2\t0\t0\tc\t(1)
test2\t0\t1\t.\t-\t
#end document
"""
TWO_COLUMNS = (
    "#begin document (nw/x_0009); part 000\nnw/x_0009 -\nnw/x_0009 (10043\nnw/x_0009 10043)\n\n#end document\n"
)
TWO_PLACEHOLDERS = "#begin document (d); part 000\nd\t0\t0\ta\t(1)\nd\t0\t1\tb\t-\nd\t0\t2\tc\t_\n\n#end document\n"
WAYS = {
    "two placeholders": TWO_PLACEHOLDERS, "full": FULL, "litbank": LITBANK, "ontogum": ONTOGUM, "xrenner": XRENNER[:-1],
    "scorer": SCORER, "two columns": TWO_COLUMNS,
}  # fmt: skip


def _read(tmp_path: Path, content: str) -> list[Document]:
    file = tmp_path / "given.conll"
    file.write_text(content)
    return list(read(file))


def _spans(document: Document) -> list[str]:
    assert document.key is not None
    entity_of = document.key.entity_of()
    return [f"{entity_of[mention.id].id}:{mention.start}-{mention.end}" for mention in document.mentions]


@pytest.mark.parametrize("way", WAYS)
def test_written_as_read(tmp_path: Path, way: str) -> None:
    documents = _read(tmp_path, WAYS[way])
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out")
    assert (tmp_path / "out").read_text() == WAYS[way]


@pytest.mark.parametrize(
    ("way", "document_id", "forms", "spans", "sentences"),
    [
        ("full", "bn/abc.part1", ["Ann", "saw", "New", "York", "Yes"], ["3:0-1", "4:2-4"], [(0, 4), (4, 5)]),
        ("litbank", "novel_brat", ["Ann", "saw", "her"], ["3:0-3", "4:0-1", "5:2-3"], [(0, 3)]),
        ("ontogum", "given", ["Ann", "saw", ""], ["3:0-3", "4:0-1", "5:2-3"], [(0, 3)]),
        ("xrenner", "ann", ["Ann", "saw", "her"], ["3:0-3", "4:0-1", "5:2-3"], [(0, 3)]),
        ("scorer", "LuoTestCase", ["a1", "a2", "c", "."], ["0:0-2", "1:2-3"], [(0, 2), (2, 4)]),
        ("two columns", "nw/x_0009", ["", "", ""], ["10043:1-3"], [(0, 3)]),
    ],
)
def test_what_is_read(
    tmp_path: Path, way: str, document_id: str, forms: list[str], spans: list[str], sentences: list[tuple[int, int]]
) -> None:
    (document,) = _read(tmp_path, WAYS[way])
    assert document.id == document_id
    assert [word.form for word in document.words] == forms
    assert _spans(document) == spans
    assert [(sentence.start, sentence.end) for sentence in document.sentences] == sentences


def test_two_documents_of_xrenner_in_one_file(tmp_path: Path) -> None:
    """It ends each with an empty line; one that it was given no name for has that of the file."""
    documents = _read(tmp_path, XRENNER + XRENNER.replace("document ann", "document "))
    assert [document.id for document in documents] == ["ann", "given"]
    assert [_spans(document) for document in documents] == [["3:0-3", "4:0-1", "5:2-3"]] * 2


def test_columns_of_the_full_form(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, FULL)
    assert [word.xpos for word in document.words] == ["NNP", "VBD", "NNP", "NNP", "UH"]
    assert [word.lemma for word in document.words] == ["", "see", "", "", ""]
    assert [word.entity_type for word in document.words] == ["PERSON", "", "GPE", "GPE", ""]
    assert [sentence.speaker for sentence in document.sentences] == ["Speaker#1", "Speaker#2"]
    assert document.words[1].extra["frameset"] == "01"


def test_a_name_that_is_not_closed_ends_with_its_sentence(tmp_path: Path) -> None:
    def row(place: int, name: str) -> str:
        return f"d 0 {place} a NNP * - - - - {name} * -"

    lines = [row(0, "*"), row(1, "(GPE*"), row(2, "*"), "", row(0, "*"), row(1, "(PERSON)")]
    (document,) = _read(tmp_path, "\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""]))
    assert [word.entity_type for word in document.words] == ["", "GPE", "GPE", "", "PERSON"]


BEGIN, END = "#begin document (d); part 000\n", "#end document\n"
BAD = [
    (f"{BEGIN}d 0 0 a (1\n{END}", ":3: entity 1 opens in line 2 but never closes"),
    (f"{BEGIN}d 0 0 a -\nd 0 1 -\n{END}", ":3: 4 columns; expected 5"),
    (f"{BEGIN}d\n{END}", ":2: 1 column; expected 2, 3, 5 or at least 12"),
    (f"{BEGIN}d 0 0 a -\n", ":2: the file ends inside a document; expected #end document"),
    (f"d 0 0 a -\n{END}", ":1: a line outside a document"),
    (f"{BEGIN}{BEGIN}{END}", ":2: a document begins inside another"),
    (END, ":1: a document ends that never began"),
    ("#begin document d\n", ":1: cannot read '#begin document d'"),
    ("\n\n", ":2: no document in the file"),
    (f"{BEGIN}d\t0\t0\ta\t-\t\nd\t0\t1\tb\t(1\t\nd\t0\t2\tc\t1)\t\n{END}",
                 ":3: the last column is empty in all lines of the document, and the one before it has '(1'; expected"),
]  # fmt: skip


def test_document_of_another_source_gets_twelve_columns_and_numbers(tmp_path: Path) -> None:
    document = Document(
        "d",
        [Word("Ann", xpos="NNP"), Word("sleeps", lemma="sleep")],
        [Sentence(0, 2)],
        mentions=[Mention("m1", 0, 1, 0)],
        coreference={"gold": CoreferenceLayer("gold", [Entity("e7", ["m1"])])},
    )
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out")
    assert (tmp_path / "out").read_text() == (
        "#begin document (d); part 000\n"
        "d\t0\t0\tAnn\tNNP\t-\t-\t-\t-\t-\t*\t(0)\n"
        "d\t0\t1\tsleeps\t-\t-\tsleep\t-\t-\t-\t*\t-\n"
        "\n#end document\n"
    )
    assert FORMAT.cannot_hold(document) == ["entity ids that are not numbers"]


@pytest.mark.parametrize(
    ("folder", "step", "count"),
    [
        ("litbank/conll", 8, 80),
        ("ontogum", 10, 207),
        ("winobias/conll", 2, 4),
        ("scorer-cases", 1, 26),
        pytest.param("litbank/conll", 1, 80, marks=pytest.mark.slow),
        pytest.param("ontogum", 1, 207, marks=pytest.mark.slow),
        pytest.param("winobias/conll", 1, 4, marks=pytest.mark.slow),
    ],
)
def test_public_corpora_come_back_byte_for_byte(
    public_corpora: Path, tmp_path: Path, folder: str, step: int, count: int
) -> None:
    assert FORMAT.write is not None
    files = sorted(file for file in (public_corpora / folder).rglob("*") if file.suffix not in (".md", ".json", ".txt"))
    files = [file for file in files if file.is_file() and file.name != "LICENSE"]
    assert len(files) == count
    differing = []
    for file in files[::step]:
        FORMAT.write(FORMAT.read(file), tmp_path / "out")
        if (tmp_path / "out").read_bytes() != file.read_bytes():
            differing.append(file.name)
    assert differing == []


@pytest.mark.parametrize("blank", ["", "\n"], ids=["no line", "a blank line"])
def test_an_empty_document_is_written_back(tmp_path: Path, blank: str) -> None:
    assert FORMAT.write is not None
    file = tmp_path / "two.conll"
    file.write_text(
        "#begin document (a); part 000\na\t0\t0\tx\t(1)\n\n#end document\n"
        f"#begin document (b); part 000\n{blank}#end document\n",
        encoding="utf-8",
    )
    FORMAT.write(list(read(file)), tmp_path / "again.conll")
    assert (tmp_path / "again.conll").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("line", [2, 3, 4], ids=["first", "in a sentence", "after a sentence"])
@pytest.mark.parametrize("comment", ["# a comment", "#comment", "# one of five columns"])
def test_a_comment_in_a_document_is_called_one(tmp_path: Path, line: int, comment: str) -> None:
    lines = SCORER.splitlines(keepends=True)
    lines.insert(line - 1, f"{comment}\n")
    with pytest.raises(FormatError, match=rf"conll:{line}: a comment, for which these columns have no place"):
        _read(tmp_path, "".join(lines))


def test_a_comment_outside_a_document_is_called_one(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"conll:1: a comment outside a document; expected #begin document"):
        _read(tmp_path, f"# a comment\n{SCORER}")


def test_a_document_whose_name_begins_with_the_sign_is_read(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, "#begin document (#d); part 000\n#d\t0\t0\tAnn\t(1)\n\n#end document\n")
    assert [word.form for word in document.words] == ["Ann"]


def test_who_says_most_of_a_sentence_is_not_who_says_all_of_it(tmp_path: Path) -> None:
    """A sentence has the speaker of its first word; only words of another one, or of nobody, name theirs."""
    lines = [
        "\t".join(["d", "0", str(number), form, "X", "*", "-", "-", "-", speaker, "*", "-"])
        for number, (form, speaker) in enumerate([("Come", "Ann"), ("in", "Ann"), ("No", "Bob"), ("!", "-")])
    ]
    content = "\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""])
    (document,) = _read(tmp_path, content)
    assert [sentence.speaker for sentence in document.sentences] == ["Ann"]
    assert [word.speaker for word in document.words] == [None, None, "Bob", ""]
    assert [document.speaker_of(offset) for offset in range(4)] == ["Ann", "Ann", "Bob", ""]
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out")
    assert (tmp_path / "out").read_text() == content


@pytest.mark.parametrize(
    ("line", "of_word"),
    [
        ("d\t0\t0\tAnn\t(1)", {}),
        ("d\t1\t0\tAnn\t(1)", {"conll2012:part": "1"}),
        ("d\t0\t7\tAnn\t(1)", {"conll2012:number": "7"}),
        ("e\t0\t0\tAnn\t(1)", {"conll2012:document": "e"}),
        ("e\t(1)", {"conll2012:document": "e"}),
    ],
)
def test_what_a_line_has_other_than_its_document_is_kept(tmp_path: Path, line: str, of_word: dict[str, str]) -> None:
    (document,) = _read(tmp_path, f"#begin document (d); part 000\n{line}\n\n#end document\n")
    assert document.words[0].extra == of_word


@pytest.mark.parametrize("end", ["", " d", " (d)", " (d); part 001"])
def test_an_end_may_name_the_document_again(tmp_path: Path, end: str) -> None:
    text = f"#begin document (d); part 001\nd 1 0 Ann (1)\n\n#end document{end}\n"
    assert _read(tmp_path, text)[0].id == "d.part1"


@pytest.mark.parametrize("end", ["#end documents", "#end document e"])
def test_what_only_begins_like_the_end_of_a_document_is_not_one(tmp_path: Path, end: str) -> None:
    (tmp_path / "given.conll").write_text(f"#begin document (d); part 000\nd 0 0 Ann (1)\n{end}\n#end document\n")
    with pytest.raises(FormatError, match=r"given\.conll:3: a comment, for which these columns have no place"):
        list(read(tmp_path / "given.conll"))


def test_names_of_other_formats_are_bracketed(tmp_path: Path) -> None:
    words = [Word(form, entity_type=kind) for form, kind in (("New", "GPE"), ("York", "GPE"), ("Ann", "PERSON"))]
    assert FORMAT.write is not None
    FORMAT.write([Document("d", words, [Sentence(0, 3)])], tmp_path / "out")
    columns = [line.split("\t")[10] for line in (tmp_path / "out").read_text().splitlines() if line[:1] == "d"]
    assert columns == ["(GPE*", "*)", "(PERSON)"]


def test_a_name_that_was_read_keeps_the_others_from_being_made(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, FULL.replace("\t(PERSON*)", "\tPERSON", 1))
    document.words[1].extra.pop("named entity", None)
    document.words[1].entity_type = "LAW"
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out")
    assert "LAW" not in (tmp_path / "out").read_text()


def test_columns_between_the_word_and_the_brackets(tmp_path: Path) -> None:
    file = tmp_path / "six.conll"
    file.write_text("#begin document (d); part 000\nd\t0\t0\tAnn\tx\t(1)\n\n#end document\n")
    (document,) = read(file)
    assert {name: value for name, value in document.words[0].extra.items() if "column" in name} == {"column 5": "x"}
