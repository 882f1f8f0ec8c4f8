"""Pages of measured figures have the tables that docs/data gives, and these were measured with the rules of today.

A signature names the rules (``corpora/support/rules.py``). Figures that fail here are stale; ``make measure`` measures
them anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from benchmarks import data, full_coreference, languages, reproduction, results
from benchmarks.data import SIGNATURES, beside, figures, filled, markdown, one_signature, write_figures
from benchmarks.pages import PAGES

from anaphora_workbench.evaluation.counting.registry import METRICS, anaphora_metrics
from anaphora_workbench.preprocessing.pipeline import VERSION
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from anaphora_workbench.workbench.exercise import TASKS
from anaphora_workbench.workbench.exercise.scoring import metrics_of
from anaphora_workbench.workbench.report.tables import Column

METRICS_OF = {
    "are": {name for task in TASKS for name in metrics_of(task)},
    "complexity": set(anaphora_metrics()),
    "full-coreference": set(full_coreference.METRICS),
    "gap": {"gap"},
    "howto": {"success_rate", "precision", "resolution_f1", *anaphora_metrics()},
    "languages": {*languages.METRICS, *anaphora_metrics()},
    "reproduction": set(anaphora_metrics()),
    "results": {*results.METRICS, *anaphora_metrics()},
}
REPRODUCTION = reproduction.PAGE.read_text(encoding="utf-8")
SIGNED = [(row["file"], row["corpus"], row["signature"]) for row in figures(SIGNATURES)]
SIGNED += [("reproduction", "howto", *re.findall(r"`(workbench:.*)`", REPRODUCTION))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_the_tables_of_the_data(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == filled(page, PAGES[page]()), "python -m benchmarks.pages writes it anew"


def test_every_file_of_scores_is_signed() -> None:
    assert {file for file, _, _ in SIGNED} == METRICS_OF.keys()


# Pages are measured at a release, not at every rule (CONTRIBUTING.md), and each says the rules it was measured with.
@pytest.mark.skipif(not os.environ.get("RELEASE"), reason="pages are measured at a release; RELEASE=1 asks for it")
@pytest.mark.parametrize(("file", "corpus", "signature"), SIGNED, ids=lambda value: value.partition(":")[0])
def test_figures_were_measured_with_the_rules_of_today(file: str, corpus: str, signature: str) -> None:
    parts = dict(part.split(":", 1) for part in signature.split("|"))
    assert parts["preprocessing"] == VERSION
    assert {name: number(parts["metric-rules"], name) for name in METRICS_OF[file]} == {
        name: METRICS.rules(name) for name in METRICS_OF[file]
    }
    resolvers = resolvers_of(file, corpus)
    assert resolvers
    assert {name: number(parts["resolver-rules"], name) for name in resolvers} == {
        name: RESOLVERS.rules(name) for name in resolvers
    }


def resolvers_of(file: str, corpus: str) -> set[str]:
    """The parts of the resolvers that have a row."""
    if file == "reproduction":
        return set(re.findall(r"^\| ([a-z-]+) \|", REPRODUCTION, re.MULTILINE)) & set(RESOLVERS.names())
    rows = (row["resolver"] for row in figures(file) if row["corpus"] == corpus)
    return {name for row in rows for name in row.split("+")}


def number(summary: str, name: str) -> str:
    """The number that a summary of rules gives for a name."""
    most, *others = summary.split(",")
    return dict(other.split("=") for other in others).get(name, most)


def test_signatures_of_several_settings_are_one() -> None:
    of_settings = (["a note", "workbench:1|mentions:true|seed:2"], ["workbench:1|mentions:system|seed:2"])
    assert one_signature(of_settings) == "workbench:1|mentions:true,system|seed:2"


@pytest.mark.parametrize("text", ["no marks", "<!-- a -->\n<!-- end of b -->", 2 * "<!-- a -->\n<!-- end of a -->\n"])
def test_a_page_without_the_marks_of_a_part_is_not_written(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(ValueError, match=r"page\.md: [02] places between <!-- a -->"):
        filled(page, {"a": "new"})


def test_only_what_stands_between_the_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Words.\n<!-- a by `make measure` -->\nold\n<!-- end of a -->\nMore \\1.\n")
    expected = "Words.\n<!-- a by `make measure` -->\n\nnew \\1\n\n<!-- end of a -->\nMore \\1.\n"
    assert filled(page, {"a": "new \\1\n"}) == expected


COLUMNS = (
    Column("resolver", "resolver"),
    Column("success", "success", "percent"),
    Column("success_interval", "95%", "interval"),
    Column("difference", "difference", "interval"),
)


def test_figures_are_rounded_as_tables_show_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "DATA", tmp_path)
    row = {"resolver": "mitkov", "success": 0.7526, "success_interval": (0.5, 0.8), "difference": (-0.018, 0.047)}
    write_figures("scores", COLUMNS, [row, {"resolver": "hobbs", "success": None}])
    written = (tmp_path / "scores.csv").read_text(encoding="utf-8")
    assert written.splitlines()[1:] == ["mitkov,75.3,50.0,80.0,-1.8,4.7", "hobbs,,,,,"]
    assert markdown(COLUMNS, figures("scores")).splitlines()[2:] == [
        "| mitkov | 75.3 | 50.0–80.0 | -1.8 to 4.7 |",
        "| hobbs | – | – | – |",
    ]


def test_resolvers_stand_in_the_order_of_the_last_setting() -> None:
    rows = [
        {"setting": "true-gold", "resolver": "hobbs", "success": "80.0"},
        {"setting": "true-gold", "resolver": "mitkov", "success": "70.0"},
        {"setting": "system-predicted", "resolver": "mitkov", "success": "60.0"},
        {"setting": "system-predicted", "resolver": "hobbs", "success": "50.0"},
    ]
    found = beside(rows, ("true-gold", "system-predicted"))
    shown = [(row["resolver"], row["true-gold success"], row["system-predicted success"]) for row in found]
    assert shown == [("mitkov", "70.0", "60.0"), ("hobbs", "80.0", "50.0")]
