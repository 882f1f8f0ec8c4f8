"""SemEval-2010 columns: gold or predicted values, refusals, and files that come back byte for byte."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.formats.semeval2010 import FORMAT

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
        ("Ann", "ann", "NNP", 1, "SBJ"),
        ("saw", "see", "VBD", -1, "ROOT"),
        ("her", "she", "PRP$", 3, "NMOD"),
        ("house", "house", "NN", 1, "OBJ"),
        ("Yes", "", "UH", -1, ""),
    ]
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


ROW = "\t_" * 15
BAD = [
    pytest.param("#begin document d\n1\ta\t_\n", ":2: 3 columns; expected at least 17", id="columns"),
    pytest.param(f"#begin document d\n2\ta{ROW}\n", ":2: word number '2'; expected 1", id="number"),
    pytest.param(f"#begin document d\n1\ta{ROW[:-2]}\t1)\n", ":2: entity 1 closes but was never opened", id="closes"),
    pytest.param(
        f"#begin document d\n1\ta{ROW[:-2]}\t(1\n#end document d\n", ":3: entity 1 opens in line 2 but", id="opens"
    ),
    pytest.param(f"#begin document d\n1\ta{ROW}\n", ":2: the file ends inside a document", id="truncated"),
    pytest.param(
        f"#begin document d\n1\ta{ROW}\n#end document e\n", ":3: document d ends as e; expected one name", id="names"
    ),
    pytest.param(
        f"#begin document d\n1\ta{ROW.replace('_', '9')[:-2]}\t_\n#end document d\n",
        ":2: head '9' is not a word",
        id="head",
    ),
    pytest.param("x\n", ":1: a line outside a document", id="outside"),
    pytest.param(
        PREDICTED.replace("(1)\n", "(1)\t\n").replace("_\n", "_\t\n"),
        ":2: the last column is empty in all lines of the document, and the one before it has '(1)'; expected",
        id="a tab behind every line",
    ),
]


@pytest.mark.parametrize(("content", "message"), BAD)
def test_bad_file_is_one_line_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(content)
    with pytest.raises(FormatError) as caught:
        list(read(file, format="semeval2010"))
    assert str(caught.value).startswith(f"{file}{message}")
    assert "\n" not in str(caught.value)
