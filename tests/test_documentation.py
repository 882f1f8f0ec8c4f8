"""What the pages of docs/reference print is what the code computes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from anaphora_workbench.evaluation import evaluate

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"


def section(page: str, number: str) -> str:
    """The text of a numbered section of a page of the reference, its subsections included."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(number)}\.? .*$", text, re.MULTILINE)
    assert found, f"{page} has no section {number}"
    rest = text[found.end() :]
    following = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def tables(text: str) -> list[list[dict[str, str]]]:
    """The tables of a page, each row by its headings."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        cells = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()]
        found.append([dict(zip(cells[0], row, strict=True)) for row in cells[2:]])
    return found


def partition(written: str) -> list[str]:
    """Entities written as letters: ``abc, de`` or ``abc de``."""
    return [] if written == "(none)" else re.findall(r"\w+", written)


def value(written: str) -> float:
    """A figure as the tables write it: ``2/5``, ``(13/10)/2 = 13/20``, ``1``."""
    last = written.rpartition("=")[2].strip()
    above, _, below = last.partition("/")
    return float(above) / float(below or 1)


def rows(page: str, number: str) -> list[dict[str, str]]:
    return [row for table in tables(section(page, number)) for row in table]


EXAMPLES = {"4": "muc", "5": "b_cubed", "8": "lea"}


@pytest.mark.parametrize("number", EXAMPLES)
def test_worked_examples_of_one_metric(number: str) -> None:
    for row in rows("metrics.md", number):
        given = evaluate(partition(row["key"]), partition(row["response"]), EXAMPLES[number])[EXAMPLES[number]]
        recall, precision = (next(row[name] for name in row if name.startswith(letter)) for letter in "RP")
        wanted = [value(recall), value(precision), value(row["F"])]
        assert [given.recall, given.precision, given.f1] == pytest.approx(wanted), row


@pytest.mark.parametrize("metric", ["ceaf_m", "ceaf_e"])
def test_worked_examples_of_ceaf(metric: str) -> None:
    for row in rows("metrics.md", "6"):
        given = evaluate(partition(row["key"]), partition(row["response"]), metric)[metric]
        written = row[metric.replace("ceaf", "CEAF") + " R, P"]
        assert [given.recall, given.precision] == pytest.approx([value(figure) for figure in written.split(", ")]), row


def test_worked_examples_of_blanc() -> None:
    for row in rows("metrics.md", "7"):
        key, response = partition(row["key"]), partition(row["response"])
        given = evaluate(key, response, "blanc")["blanc"]
        f1, _, other_rules = row["F"].partition(" (")
        wanted = [value(row["R"]), value(row["P"]), value(f1)]
        assert [given.recall, given.precision, given.f1] == pytest.approx(wanted), row
        for rules in re.findall(r"`(.*?)`", other_rules):
            figures = other_rules.rpartition(": ")[2].rstrip(")").split()
            given = evaluate(key, response, "blanc", blanc_rules=rules)["blanc"]
            assert given.f1 == pytest.approx(value(figures[-1])), (row, rules)


CASE_COLUMNS = {"MUC": "muc", "B³": "b_cubed", "CEAF_m": "ceaf_m", "CEAF_e": "ceaf_e", "LEA": "lea", "BLANC": "blanc"}


@pytest.mark.parametrize("row", rows("metrics.md", "19"), ids=lambda row: row["case"])
def test_reference_cases(row: dict[str, str]) -> None:
    scores = evaluate(partition(row["key"]), partition(row["response"]), CASE_COLUMNS.values())
    for column, name in CASE_COLUMNS.items():
        wanted = [value(figure) for figure in row[column].split()]
        given = [scores[name].recall, scores[name].precision, scores[name].f1][: len(wanted)]
        assert given == pytest.approx(wanted), name


def test_twinless_options_of_the_first_example() -> None:
    written = re.search(
        r"key \{abc\}, response \{abd\}.*?\n(`standard`.*?)\.$", section("metrics.md", "2"), re.M | re.S
    )
    assert written
    figures = re.findall(r"`([\w-]+)` (\S+) (\S+) (\S+)", written[1])
    assert len(figures) == 7
    for option, recall, precision, f1 in figures:
        given = evaluate(["abc"], ["abd"], "b_cubed", twinless=option)["b_cubed"]
        assert [given.recall, given.precision, given.f1] == pytest.approx([value(recall), value(precision), value(f1)])
