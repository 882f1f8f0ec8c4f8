"""A table in its five forms."""

import json
from dataclasses import replace

import pytest

from anaphora_workbench.workbench.report.tables import Column, Form, Kind, Plain, Table, rendered, shown

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
    ("interval", "words"),
    [
        ((0.1, 0.25), "10.0–25.0"),
        ((-0.018, 0.047), "-1.8 to 4.7"),
        ((-0.152, -0.074), "-15.2 to -7.4"),
        ((-0.0004, 0.047), "0.0–4.7"),
        ((Plain(-0.2), Plain(0.25)), "-0.20 to 0.25"),
    ],
)
def test_intervals_below_nothing_have_no_dash_before_a_minus(interval: tuple[float, float], words: str) -> None:
    assert shown(interval, "interval") == words


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (-0.0004, "percent", "0.0"),
        (-0.0006, "percent", "-0.1"),
        (-0.00004, "score", "0.00"),
        (-0.004, "number", "0.00"),
    ],
)
def test_what_rounds_to_nothing_has_no_sign(value: float, kind: Kind, words: str) -> None:
    assert shown(value, kind) == words


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
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


def test_nothing_is_cut_however_wide() -> None:
    table = Table("", [Column("name", "name")], [{"name": "x" * 500}])
    assert "x" * 500 in rendered([table], Form.text)


def test_no_rows() -> None:
    for form in Form:
        assert rendered([Table("", [Column("name", "name")], [])], form)


def test_cells_from_right_to_left_and_wide_ones_keep_their_columns() -> None:
    """Hebrew with and without points, and Chinese: as wide as a terminal shows them, and Hebrew isolated."""
    columns = [Column("pronoun", "pronoun"), Column("n", "anaphors", "count")]
    rows = [{"pronoun": pronoun, "n": n} for pronoun, n in (("she", 12), ("היא", 7), ("הִיא", 5), ("她们", 3))]
    lines = rendered([Table("", columns, rows)], Form.text).splitlines()
    assert lines[2:6] == [
        "she            12",
        "\u2068היא\u2069             7",
        "\u2068הִיא\u2069             5",
        "她们            3",
    ]
    assert "\u2068" not in rendered([Table("", columns, rows)], Form.csv)
