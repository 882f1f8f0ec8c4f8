"""What programs read is UTF-8 and means what it says: ids and texts that LaTeX, Markdown, CSV or HTML would obey."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.writing import FolderWriter, write_text
from anaphora_workbench.workbench.report.tables import (
    Column,
    Table,
    as_csv,
    as_latex,
    as_markdown,
    as_text,
    json_text,
)


def _table(text: str, title: str = "", notes: tuple[str, ...] = ()) -> Table:
    return Table(
        title, [Column("id", "id"), Column("number", "n", "number")], [{"id": text, "number": -1.5}], (), notes
    )


@pytest.mark.parametrize(
    ("text", "latex", "markdown"),
    [
        ("a_b", r"a\_b", "a_b"),
        ("_a_", r"\_a\_", r"\_a\_"),
        ("50% & $1 #2", r"50\% \& \$1 \#2", "50% & $1 #2"),
        ("a\\b{c}", r"a\textbackslash{}b\{c\}", r"a\\b{c}"),
        ("[x]", "{[}x]", r"\[x\]"),
        ("<b>|`*", r"$<$b$>$\textbar{}`{*}", r"\<b>\|\`\*"),
        ("*a--- b →", r"{*}a-{}-{}- b $\rightarrow$", r"\*a--- b →"),
        ("p <0.1", "p $<$0.1", "p <0.1"),
        ("&lt;", r"\&lt;", r"\&lt;"),
        ("two\nlines\x1b[31m\u2028end", "two lines {[}31m end", r"two lines \[31m end"),
    ],
)
def test_text_in_latex_and_markdown(text: str, latex: str, markdown: str) -> None:
    assert f"\n{latex} & -1.50 \\\\\n" in as_latex(_table(text))
    assert f"\n| {markdown} | -1.50 |\n" in as_markdown(_table(text))


def test_a_note_stays_a_comment_in_latex() -> None:
    assert "\n% one \\input{two}\n" in as_latex(_table("a", notes=("one\n\\input{two}",)))


def test_no_text_is_obeyed_by_a_terminal() -> None:
    assert "\x1b" not in as_text(_table("\x1b]0;title\x07"))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A"])
def test_no_text_is_a_formula_in_csv(text: str) -> None:
    """Numbers, negative ones too, stay what they are."""
    tables = [_table(text, title=text), _table("a", title="b")]
    rows = list(csv.reader(io.StringIO(as_csv(tables), newline="")))
    shown = "'" + text.replace("\r", "\n")
    assert rows[1] == [shown, shown, "-1.5"]


def test_what_is_not_text_is_written_all_the_same(tmp_path: Path) -> None:
    """The name of a file that is not UTF-8."""
    name = os.fsdecode(b"caf\xe9")
    assert json.loads(json_text({"id": name, "é": 1})) == {"id": name, "é": 1}
    json_text({"id": name}).encode()
    write_text(tmp_path / "out.txt", f"é {name}")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "é caf?"


IDS = [
    "a",
    " a",
    "a ",
    "  a",
    "a.",
    ".a",
    "..",
    ".",
    "",
    " ",
    "%",
    "%2E",
    "con",
    "nul.x",
    "a/b",
    "a%2Fb",
    "a:b",
    "é",
]


def test_different_ids_have_different_file_names() -> None:
    names = [file_name(name, ".x") for name in IDS]
    assert len({name.lower() for name in names}) == len(IDS)
    assert all(name == name.strip() and name.isascii() and not name.startswith(".") for name in names)
    assert file_name("con", "").lower() != "con"
    assert file_name("News 1.part2", ".x") == "News 1.part2.x"


def test_ids_that_differ_by_case_only_have_files_that_differ_by_more(tmp_path: Path) -> None:
    folder = FolderWriter(tmp_path, get_format("conllu"))
    for name in ("News", "news", "NEWS"):
        folder.add(Document(name, [Word("It")], [Sentence(0, 1)], [Paragraph()]))
    assert len({file.name.lower() for file in folder.files}) == 3
    assert folder.files[0].name == "News.conllu"
    assert all(file.name.endswith(".conllu") for file in folder.files)
