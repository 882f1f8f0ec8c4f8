"""Tables in their five forms, and what programs read of them: UTF-8 that means what it says."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.workbench.report.tables import (
    Column,
    Form,
    Kind,
    Plain,
    Table,
    as_csv,
    as_latex,
    as_markdown,
    as_text,
    in_width,
    json_text,
    rendered,
    shown,
)
from tiny_corpus import ANN, Run, conllu

TABLE = Table(
    "Pronouns & scores",
    [
        Column("name", "name"),
        Column("n", "count", "count"),
        Column("rate", "rate\nhere", "percent"),
        Column("range", "95%", "interval"),
    ],
    [
        {"name": "a|b_1", "n": 12, "rate": 1 / 3, "range": (0.25, 0.5)},
        {"name": "c", "n": None, "rate": 1.0, "range": None},
    ],
    groups=[1, 1],
    notes=["note*"],
)


def test_text_is_aligned_and_grouped() -> None:
    assert rendered([TABLE], Form.text) == (
        "Pronouns & scores\n"
        "               rate\n"
        "name   count   here        95%\n"
        "──────────────────────────────\n"
        "a|b_1     12   33.3  25.0–50.0\n"
        "──────────────────────────────\n"
        "c          –  100.0          –\n"
        "──────────────────────────────\n"
        "note*\n"
    )


def test_markdown_escapes_what_would_break_the_table() -> None:
    assert rendered([TABLE], Form.markdown) == (
        "**Pronouns & scores**\n\n"
        "| name | count | rate here | 95% |\n|---|---:|---:|---:|\n"
        "| a\\|b_1 | 12 | 33.3 | 25.0–50.0 |\n| c | – | 100.0 | – |\n\nnote\\*\n"
    )


def test_latex_escapes_what_tex_would_read() -> None:
    latex = rendered([TABLE], Form.latex)
    assert r"name & count & rate here & 95\% \\" in latex
    assert r"a\textbar{}b\_1 & 12 & 33.3 & 25.0--50.0 \\" in latex
    assert r"\caption{Pronouns \& scores}" in latex
    assert latex.count(r"\midrule") == 2
    lines = latex.splitlines()
    assert lines[:4] == [r"\begin{table}", r"\centering", r"\begin{tabular}{lrrr}", r"\toprule"]
    assert lines[-1] == r"\end{table}"


def test_csv_keeps_full_precision_and_splits_intervals() -> None:
    assert rendered([TABLE], Form.csv) == (
        "name,n,rate,range_low,range_high\na|b_1,12,0.3333333333333333,0.25,0.5\nc,,1.0,,\n"
    )


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        # No dash stands before a minus.
        ((0.1, 0.25), "interval", "10.0–25.0"),
        ((-0.018, 0.047), "interval", "-1.8 to 4.7"),
        ((-0.152, -0.074), "interval", "-15.2 to -7.4"),
        ((-0.0004, 0.047), "interval", "0.0–4.7"),
        ((Plain(-0.2), Plain(0.25)), "interval", "-0.20 to 0.25"),
        # What rounds to nothing has no sign.
        (-0.0004, "percent", "0.0"),
        (-0.0006, "percent", "-0.1"),
        (-0.00004, "score", "0.00"),
        (-0.004, "number", "0.00"),
        (0.98768, "percent", "98.8"),
        (0.98768, "score", "98.77"),
        (0.98768, "cut score", "98.76"),
        (1.0, "cut score", "100.00"),
        (Plain(0.98768), "percent", "0.99"),
        (1.5, "seconds", "1.50"),
        (12, "count", "12"),
        (1.0, "p", "1.0000"),
        (0.0001, "p", "0.0001"),
        (0.00009, "p", "<0.0001"),
        (None, "p", "–"),
        ("a\r\nb\x1b[1m", "text", "a b [1m"),
    ],
)
def test_a_value_is_shown_as_its_column_says(value: object, kind: Kind, words: str) -> None:
    assert shown(value, kind) == words


def test_blocks_without_rows_leave_nothing() -> None:
    assert rendered([replace(TABLE, groups=[0, 1, 0, 1, 0])], Form.text) == rendered([TABLE], Form.text)


def test_csv_of_several_tables_is_one_table() -> None:
    second_table = Table("Others", [Column("n", "count", "count"), Column("p", "p", "p")], [{"n": 3, "p": 0.5}])
    assert rendered([TABLE, second_table], Form.csv) == (
        "table,name,n,rate,range_low,range_high,p\n"
        "Pronouns & scores,a|b_1,12,0.3333333333333333,0.25,0.5,\n"
        "Pronouns & scores,c,,1.0,,,\n"
        "Others,,3,,,,0.5\n"
    )


def test_json_is_rows() -> None:
    rows = json.loads(rendered([TABLE], Form.json))
    assert rows[0] == {"name": "a|b_1", "n": 12, "rate": 1 / 3, "range": [0.25, 0.5]}
    assert rows[1]["n"] is None
    table = Table("", [Column("name", "name")], [{"name": "é"}])
    assert rendered([table], Form.json) == '[\n {\n  "name": "é"\n }\n]\n'


def test_columns_without_a_figure_are_left_out_of_text() -> None:
    table = Table("", [Column("name", "name"), Column("n", "n", "count")], [{"name": "a", "n": None}])
    assert rendered([table], Form.text) == "name\n────\na\n────\n"


def test_no_rows_and_no_tables() -> None:
    for form in Form:
        assert rendered([Table("", [Column("name", "name")], [])], form)
        assert rendered([], form) == ("{}\n" if form is Form.json else "")


def test_cells_from_right_to_left_and_wide_ones_keep_their_columns() -> None:
    """Hebrew with and without points, and Chinese: as wide as a terminal shows them, and Hebrew isolated."""
    columns = [Column("pronoun", "pronoun"), Column("n", "anaphors", "count")]
    rows = [{"pronoun": pronoun, "n": n} for pronoun, n in (("she", 12), ("היא", 7), ("הִיא", 5), ("她们", 3))]
    lines = rendered([Table("", columns, rows)], Form.text).splitlines()
    assert lines[2:6] == [
        "she            12", "\u2068היא\u2069             7", "\u2068הִיא\u2069             5", "她们            3",
    ]  # fmt: skip
    assert "\u2068" not in rendered([Table("", columns, rows)], Form.csv)


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


def test_a_table_with_a_title_and_no_rows_says_so() -> None:
    assert as_text(Table("Errors", [Column("name", "name")], [], (), ("a note",))) == "Errors: none\na note\n"


def test_each_block_of_columns_tells_the_rows_apart() -> None:
    names, causes = ("hobbs", "mitkov"), ("no candidate", "outranked")
    columns = [Column("name", "resolver"), Column("cause", "cause")]
    columns += [Column(f"n{number}", f"figure {number}", "number") for number in range(6)]
    rows = [{"name": name, "cause": cause, **{f"n{n}": n for n in range(6)}} for name in names for cause in causes]
    lines = in_width(Table("", columns, rows), 60).splitlines()
    assert max(map(len, lines)) <= 60
    blocks = [line for line in lines if line.startswith("resolver")]
    assert len(blocks) > 1
    assert all(re.match("resolver +cause", line) for line in blocks)
    # Where nothing tells rows apart but figures, blocks begin with the first column.
    same = [{**row, "name": "a", "cause": "b"} for row in rows]
    blocks = [line for line in in_width(Table("", columns, same), 60).splitlines() if line.startswith("resolver")]
    assert [bool(re.match("resolver +cause", line)) for line in blocks] == [True, *[False] * (len(blocks) - 1)]


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


IDS = ["a", " a", "a ", "  a", "a.", ".a", "..", ".", "", " ", "%", "%2E", "con", "nul.x", "a/b", "a%2Fb", "a:b", "é"]


def test_different_ids_have_different_file_names() -> None:
    names = [file_name(name, ".x") for name in IDS]
    assert len({name.lower() for name in names}) == len(IDS)
    assert all(name == name.strip() and name.isascii() and not name.startswith(".") for name in names)
    assert file_name("con", "").lower() != "con"
    assert file_name("News 1.part2", ".x") == "News 1.part2.x"


# Each is the id of a document, and the name of Ann in it.
TEXTS = [
    "=1+1", "+a", "-b", "@SUM(A1)", "＝1", "a_b%&#$~^{}\\", "\\input{x}", "<script>alert(1)</script>", "<!--x-->",
    "*[x](y)|`z`", "**b**", "_i_--x", "&lt;", "Zoë≥→",
]  # fmt: skip
COMMANDS = [
    ("score", "in", "in", "--by", "document", "-m", "success_rate"),
    ("compare", "in", "-s", "true-gold", "-r", "most-recent", "-m", "muc", "--by", "document"),
    ("difficulty", "in", "--by", "document"),
    ("explain", "in", "-r", "mitkov"),
    ("compare", "in", "-s", "true-gold", "-r", "mitkov", "-m", "muc", "--table", "difficulty"),
]
OF_DOCUMENTS = COMMANDS[:4]
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


@pytest.fixture
def documents(tmp_path: Path) -> None:
    """A file of a document for each text, in a folder of the working folder."""
    (tmp_path / "in").mkdir()
    all_of_them = "".join(conllu(text, _called(text)) for text in TEXTS)
    (tmp_path / "in" / "all.conllu").write_text(all_of_them, encoding="utf-8")


def _called(name: str) -> list[list[tuple[str, str, str, str, str, int, str, str]]]:
    return [[(name, name, *word[2:]) if word[0] == "Ann" else word for word in sentence] for sentence in ANN]


def table_of(run: Run, command: tuple[str, ...], form: str) -> str:
    ran = run(*command, "--format", form, "--quiet")
    assert ran.status == 0, ran.err
    return ran.out


@pytest.mark.usefixtures("documents")
@pytest.mark.parametrize("command", OF_DOCUMENTS)
def test_csv_has_no_formula(run: Run, command: tuple[str, ...]) -> None:
    cells = {cell for row in csv.reader(io.StringIO(table_of(run, command, "csv"))) for cell in row}
    assert {f"'{text}" if text[0] in "=+-@＝" else text for text in TEXTS} <= cells
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\n＝＋－＠") and not _is_number(cell)]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("command", COMMANDS)
def test_no_text_is_obeyed_by_a_terminal_by_a_command(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    """JSON can name any character, and a terminal would obey what begins with an escape."""
    (tmp_path / "in").mkdir()
    document = {
        "doc_key": "a\x1b[31mb\x9bc",
        "sentences": [["\x1b]0;Ann\x07", "saw", "the", "lamp", "."], ["She", "lit", "it", "."]],
        "clusters": [[[0, 0], [5, 5]], [[2, 3], [7, 7]]],
    }
    (tmp_path / "in" / "a.jsonlines").write_text(json.dumps(document) + "\n", encoding="utf-8")
    words = ["true-predicted" if word == "true-gold" else word for word in command]
    words = ["lea" if word == "success_rate" else word for word in words]
    ran = run(*words, "--quiet")
    assert ran.status == 0, ran.err
    assert ("in" if "--table" in command else "a [31mb c") in ran.out
    assert not _CONTROL.search(ran.out + ran.err)


LOCALES = [
    {"PYTHONUTF8": "1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("score", "é.conllu", "é.conllu", "--by", "document", "-m", "lea", "--format", "csv"), "Zoë"),
        (("compare", "é.conllu", "-s", "true-gold", "-r", "most-recent", "-m", "lea", "--format", "markdown"),
         "é, true"),
        (("explain", "é.conllu", "-r", "most-recent", "--anaphor", "ö"), "no decision on a mention 'ö'"),
    ],
    ids=["csv", "markdown", "argument"],
)  # fmt: skip
def test_names_and_text_are_utf_8_whatever_the_locale(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "é.conllu").write_text(conllu("Zoë", _called("Zoë")), encoding="utf-8")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    outputs = set()
    for locale in LOCALES:
        ran = subprocess.run(
            [sys.executable, "-m", "anaphora_workbench", *words, "--quiet"],
            capture_output=True,
            check=False,
            timeout=120,
            cwd=tmp_path,
            env=kept | locale,
        )
        outputs.add((ran.returncode, ran.stdout, ran.stderr))
    assert len(outputs) == 1
    ((_, out, err),) = outputs
    assert says in (out + err).decode()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_corpus_whose_name_is_no_text_is_compared(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / os.fsdecode(b"\xe9.conllu")).write_text(conllu("ann", ANN), encoding="utf-8")
    command = ("compare", folder, "-s", "true-gold", "-r", "most-recent", "-m", "muc", "--format", "json", "-q")
    first = run(*command, "--run", tmp_path / "run", "--report", tmp_path / "report.html", "-o", tmp_path / "all.json")
    assert (first.status, first.err) == (0, "")
    assert list(json.loads(first.out)["corpora"]) == [folder.name]
    assert "caf?" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert run("compare", "--resume", tmp_path / "run", "--format", "json", "-q").out == first.out


# Alike but for blanks or case, or for what a file name cannot have.
ALIKE = ["a b", "a  b", " a b", "a b ", "A b", "a B", "a\tb", "a\u00a0b", "a/b", "A/b"]


def test_answers_to_inputs_of_such_ids_find_their_keys(run: Run, tmp_path: Path) -> None:
    documents_called(ALIKE, tmp_path / "in")
    assert run("are", "prepare", "in", "-t", "1", "-o", "out", "-q").status == 0
    ran = run("are", "resolve", "out/inputs", "-t", "1", "-r", "oracle", "--keys", "out/keys", "-o", "answers", "-q")
    assert (ran.status, ran.err) == (0, "")
    scored = json.loads(run("are", "score", "out", "answers", "-t", "1", "--format", "json", "-q").out)
    assert scored["metrics"]["are_task1"]["value"] == 1.0
    assert run("are", "check", "out", "answers", "-t", "1").out == "task 1: 10 of 10 inputs answered, no problems\n"


def documents_called(ids: list[str], folder: Path) -> None:
    folder.mkdir()
    sentences = [["Ann", "saw", "the", "lamp", "."], ["She", "lit", "it", "."]]
    clusters = [[[0, 0], [5, 5]], [[2, 3], [7, 7]]]
    lines = [json.dumps({"doc_key": id, "sentences": sentences, "clusters": clusters}) + "\n" for id in ids]
    (folder / "all.jsonlines").write_text("".join(lines), encoding="utf-8")
