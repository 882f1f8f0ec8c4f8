"""The README shows what the commands print, and its Python runs; WRITE_GOLDEN=1 writes what they print anew."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tiny_corpus import Run

REPOSITORY = Path(__file__).resolve().parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the samples are kept that several tests compare over."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.model
def test_the_table_is_what_compare_prints(run: Run, cache: Path) -> None:
    shown = blocks("text")[0]
    samples = REPOSITORY / "corpora" / "samples"
    ran = run("compare", samples, "--setting", "system-predicted", "--jobs", 1, "--cache", cache)
    table = ran.out.partition("\n\n")[0] + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        (REPOSITORY / "README.md").write_text(README.replace(shown, table), encoding="utf-8")
        shown = table
    assert table == shown


@pytest.mark.model
def test_the_figures_of_adding_up_are_those_of_compare(run: Run, cache: Path) -> None:
    """Success on the samples: adding up takes a little from either, and the figures of README are measured."""
    shown = re.search(r"changes\s+little \(([\d.]+) instead of ([\d.]+)\)", README)
    assert shown is not None
    salience = ("kennedy-boguraev", "lappin-leass")
    rates: dict[str, dict[str, float]] = {}
    for reading in ("accumulate", "refresh"):
        words = (f"--resolver={name}" for name in salience)
        options = (f"--option={name}.instances={reading}" for name in salience)
        steady = ("--jobs", 1, "--cache", cache, "--format=json")
        ran = run("compare", "samples", "-s", "system-predicted", *words, *options, "-m", "success_rate", *steady)
        rows = json.loads(ran.out)["corpora"]["samples"]["system-predicted"]
        rates[reading] = {name: round(100 * rows[name]["metrics"]["success_rate"]["value"], 1) for name in salience}
    assert all(rates["accumulate"][name] < rates["refresh"][name] for name in salience)
    assert [rates[reading]["kennedy-boguraev"] for reading in rates] == [float(shown[1]), float(shown[2])]


def test_on_gum_both_gain_by_adding_up_and_from_raw_text_the_order_depends_on_it() -> None:
    """What README and resolvers.md say of docs/results.md, whose figures are measured by a program."""
    results = (REPOSITORY / "docs" / "results.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (kennedy-boguraev|lappin-leass) \| (\w+) \| ([\d.]+) \| ([\d.]+) \|$", results, re.MULTILINE
    )
    rate = {(name, reading): (float(gold), float(predicted)) for name, reading, gold, predicted in rows}
    assert len(rate) == 4
    for place in (0, 1):
        refreshed, added = (
            {name: rate[name, reading][place] for name, _ in rate} for reading in ("refresh", "accumulate")
        )
        assert all(added[name] > refreshed[name] for name in added)
        assert refreshed["kennedy-boguraev"] > refreshed["lappin-leass"]
        assert refreshed["kennedy-boguraev"] <= added["lappin-leass"]
    # What is left of the loop is from raw text.
    assert refreshed["kennedy-boguraev"] < added["lappin-leass"]


@pytest.mark.model
def test_the_explanation_is_what_explain_prints(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pump.txt").write_text("The pump has a filter. Rinse it before it dries out.\n", encoding="utf-8")
    command, _, printed = blocks("text")[1].partition("\n")
    ran = run(*command.removeprefix("$ workbench ").split())
    if os.environ.get("WRITE_GOLDEN"):
        readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
        (REPOSITORY / "README.md").write_text(readme.replace(printed, ran.out), encoding="utf-8")
        printed = ran.out
    assert ran.out == printed


@pytest.mark.model
def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out == "s3 s1\ns4 s3\n"


def test_the_files_it_names_are_there() -> None:
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (REPOSITORY / name).exists(), name
