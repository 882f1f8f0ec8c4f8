"""SemEval-2010 columns: gold or predicted values, refusals, and files that come back byte for byte."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.semeval2010.columns import take_columns
from anaphora_workbench.corpora.formats.semeval2010.reader import FORMAT

GOLD = """\
#begin document bn_abc
1\tAnn\tann\tAnn\tNNP\tNN\tNumber=s\t_\t2\t2\tSBJ\tSBJ\t(person)\t_\t_\t_\tA0\t(3)
2\tsaw\tsee\tsaw\tVBD\tVBD\t_\t_\t0\t0\tROOT\tROOT\t_\t_\tsee.01\t_\t_\t_
3\ther\tshe\ther\tPRP$\tPRP\t_\t_\t4\t2\tNMOD\tOBJ\t_\t_\t_\t_\t_\t(4|(3)
4\thouse\thouse\thouse\tNN\tNN\t_\t_\t2\t2\tOBJ\tOBJ\t_\t_\t_\t_\tA1\t4)

1\tYes\t_\t_\tUH\tUH\t_\t_\t0\t0\t_\t_\t_\t_\t_\t_\t_

#end document bn_abc
"""
PREDICTED = "#begin document d\n1\tIt\t_\tit\t_\tPRP\t_\t_\t_\t2\t_\tSBJ\t_\t_\t_\t_\t(1)\n2\tran\t_\trun\t_\tVBD\t_\t_\t_\t0\t_\tROOT\t_\t_\t_\t_\t_\n\n#end document d\n"  # noqa: E501


@pytest.mark.parametrize("content", [GOLD, PREDICTED])
def test_written_as_read(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(content)
    assert FORMAT.write is not None
    FORMAT.write(list(read(file)), tmp_path / "out")
    assert (tmp_path / "out").read_text() == content


def test_gold_columns(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(GOLD)
    (document,) = read(file)
    assert [(word.form, word.lemma, word.xpos, word.head, word.relation) for word in document.words] == [
        ("Ann", "ann", "NNP", 1, "SBJ"), ("saw", "see", "VBD", -1, "ROOT"), ("her", "she", "PRP$", 3, "NMOD"),
        ("house", "house", "NN", 1, "OBJ"), ("Yes", "", "UH", -1, ""),
    ]  # fmt: skip
    assert document.words[0].entity_type == "person"
    assert document.words[2].extra["PHEAD"] == "2"
    assert [(mention.start, mention.end, mention.head) for mention in document.mentions] == [
        (0, 1, 0),
        (2, 4, 3),
        (2, 3, 2),
    ]


def test_predicted_columns_where_there_are_no_gold_ones(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(PREDICTED)
    (document,) = read(file)
    assert [(word.lemma, word.xpos, word.head) for word in document.words] == [("it", "PRP", 1), ("run", "VBD", -1)]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("_ (person) _", ["", "person", ""]),
        ("(org _ org) _", ["org", "org", "org", ""]),
        # *the university of Oslo*: a word has the type of the innermost name that it is in.
        ("(org _ (loc)|org) _", ["org", "org", "loc", ""]),
        ("(org|(loc) org) (date date)", ["loc", "org", "date", "date"]),
        ("(org (loc loc)|org) _", ["org", "loc", "loc", ""]),
        ("(org* * *) *", ["org", "org", "org", ""]),
        ("org) person _", ["", "person", ""]),
    ],
)
@pytest.mark.parametrize("which", [0, 1])
def test_a_name_is_open_until_it_closes(tmp_path: Path, cells: str, expected: list[str], which: int) -> None:
    rows = [[str(number), "w", *"_" * 15] for number in range(1, len(cells.split()) + 1)]
    for row, cell in zip(rows, cells.split(), strict=True):
        row[12 + which] = cell
    lines = ["\t".join(row) for row in rows]
    # A name that stays open ends with its sentence.
    rows[-1][12 + which] = "(x"
    lines += ["", *("\t".join(row) for row in rows), "", "\t".join(["1", "w", *"_" * 15])]
    file = tmp_path / "a.txt"
    file.write_text("\n".join(["#begin document d", *lines, "", "#end document d", ""]))
    (document,) = read(file)
    assert [word.entity_type for word in document.words] == [*expected, *expected[:-1], "x", ""]


def test_predicted_names_are_open_until_they_close_too(tmp_path: Path) -> None:
    names = [("(org", "(loc"), ("org)", "_"), ("_", "loc)")]
    lines = ["\t".join([str(n), "w", *"_" * 10, *pair, *"___"]) for n, pair in enumerate(names, 1)]
    file = tmp_path / "a.txt"
    file.write_text("\n".join(["#begin document d", *lines, "", "#end document d", ""]))
    (document,) = read(file)
    assert [word.entity_type for word in document.words] == ["org", "org", ""]
    take_columns(document, "predicted")
    assert [word.entity_type for word in document.words] == ["loc", "loc", "loc"]


def test_names_of_other_formats_are_bracketed(tmp_path: Path) -> None:
    types = ["ORG", "ORG", "ORG", "", "DATE", "GPE"]
    words = [Word("w", entity_type=type) for type in types]
    document = Document("d", words, [Sentence(0, 6)], [Paragraph()])
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "a.txt")
    lines = (tmp_path / "a.txt").read_text().splitlines()
    assert [line.split("\t")[12] for line in lines[1:7]] == ["(ORG", "_", "ORG)", "_", "(DATE)", "(GPE)"]
    (again,) = read(tmp_path / "a.txt")
    assert [word.entity_type for word in again.words] == types
    assert FORMAT.cannot_hold is not None
    assert not [loss for loss in FORMAT.cannot_hold(document) if "named" in loss]
    words[4].entity_type = "a|b"
    assert [loss for loss in FORMAT.cannot_hold(document) if "named" in loss]


def test_only_elliptic_subjects_of_empty_words_have_a_line(tmp_path: Path) -> None:
    words = [Word("_", xpos="p", empty=True), Word("_", xpos="v", empty=True), Word("ran")]
    assert FORMAT.write is not None
    FORMAT.write([Document("d", words, [Sentence(0, 3)])], tmp_path / "a.txt")
    assert [line.split("\t")[:2] for line in (tmp_path / "a.txt").read_text().splitlines()[1:3]] == [
        ["1", "_"], ["2", "ran"]
    ]  # fmt: skip


ROW = "\t_" * 15
BAD = [
    ("#begin document d\n1\ta\t_\n", ":2: 3 columns; expected at least 17"),
    (f"#begin document d\n2\ta{ROW}\n", ":2: word number '2'; expected 1"),
    (f"#begin document d\n1\ta{ROW[:-2]}\t1)\n", ":2: entity 1 closes but was never opened"),
    (f"#begin document d\n1\ta{ROW[:-2]}\t(1\n#end document d\n", ":3: entity 1 opens in line 2 but"),
    (f"#begin document d\n1\ta{ROW}\n", ":2: the file ends inside a document"),
    (f"#begin document d\n1\ta{ROW}\n#end document e\n", ":3: document d ends as e; expected one name"),
    (f"#begin document d\n1\ta{ROW.replace('_', '9')[:-2]}\t_\n#end document d\n", ":2: head '9' is not a word"),
    (f"#begin document d\n1\ta{ROW}\n\n1\ta{ROW.replace('_', '2')[:-2]}\t_\n#end document d\n",
     ":4: head '2' is not a word"),
    ("x\n", ":1: a line outside a document"),
    (PREDICTED.replace("(1)\n", "(1)\t\n").replace("_\n", "_\t\n"), ":2: the last column is empty in all lines of"),
]  # fmt: skip
