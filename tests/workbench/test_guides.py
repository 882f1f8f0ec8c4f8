"""Pages whose examples are run: README, tutorial and guides; WRITE_GOLDEN=1 writes what they print."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from plug_in import install, run_with
from tiny_corpus import Run

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guides"
KINDS = {
    "resolvers": ("farthest", "initials", "mitkov-with-names", "first-of-all"), "metrics": ("whole_entities",),
    "formats": ("token-lines",), "filters": ("headings",), "anaphoricity": ("near",), "sections": ("answered",),
}  # fmt: skip
PAGES = ("resolver", "filter", "anaphoricity", "factor", "metric", "format", "report-section", "option-of-compare")
# What a package of its own cannot bring: the code is part of the tests that the guide shows.
NOT_PLUGGED_IN = ("option-of-compare",)


def blocks(page: str, language: str) -> list[str]:
    """The code of a guide, which stands indented in its numbered steps."""
    text = (GUIDES / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^   ```{language}\n(.*?)^   ```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(r"^   ", "", code, flags=re.MULTILINE) for code in blocks]


def shown_tests(page: str) -> str:
    """The tests of a guide, one after the other."""
    return "\n\n".join(code for code in blocks(page, "python") if "def test_" in code or page in NOT_PLUGGED_IN)


@pytest.fixture(scope="module")
def plug_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed distribution that the guides describe."""
    plugged_in = [page for page in PAGES if page not in NOT_PLUGGED_IN]
    code = [block for page in plugged_in for block in blocks(page, "python") if "def test_" not in block]
    declared = [block for page in plugged_in for block in blocks(page, "toml")]
    points = re.sub(r'\[project\.entry-points\."(.*?)"\]', r"[\1]", "\n".join(declared)).replace('"', "")
    return install(tmp_path_factory.mktemp("guides") / "site", "my_package", "\n\n".join(code), points)


def workbench(plug_in: Path, *words: object) -> str:
    done = run_with(plug_in, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("kind", list(KINDS))
def test_each_is_listed_with_ours_and_its_package(plug_in: Path, kind: str) -> None:
    packages = {row["name"]: row["package"] for row in json.loads(workbench(plug_in, "list", kind, "--format", "json"))}
    assert {name for name, package in packages.items() if package == "my_package"} == set(KINDS[kind])
    assert set(packages.values()) == {"my_package", "anaphora-workbench"}
    lines = {line.split()[0]: line.split() for line in workbench(plug_in, "list", kind).splitlines() if " " in line}
    assert all("my_package" in lines[name] for name in KINDS[kind])


def test_the_resolvers_and_the_metric_run_in_a_comparison(plug_in: Path, tiny: Path) -> None:
    """She → Ann, it → the lamp are the only candidates that agree; his → Tom and It → his key too.

    A resolver without chains has those of its answers.
    """
    asked = [word for name in ("farthest", "first-of-all", "singletons") for word in ("-r", name)]
    asked += [word for name in ("whole_entities", "muc", "b_cubed") for word in ("-m", name)]
    printed = workbench(plug_in, "compare", tiny, "-s", "true-gold", *asked, "--format", "json")
    rows = json.loads(printed)["corpora"]["tiny"]["true-gold"]
    assert (rows["farthest"]["anaphors"], rows["farthest"]["correct"]) == (4, 4)
    assert rows["farthest"]["metrics"]["whole_entities"]["f1"] == 1.0
    assert rows["first-of-all"]["correct"] > 0
    for metric in ("muc", "b_cubed"):
        assert rows["first-of-all"]["metrics"][metric]["f1"] > rows["singletons"]["metrics"][metric]["f1"]


def test_the_format_is_read_and_the_resolver_has_the_option(plug_in: Path, tmp_path: Path) -> None:
    """And it leaves a pleonastic pronoun alone."""
    files = {"lamp.tok": "Ann saw the lamp .\nShe lit it .\n", "pump.txt": "The pump has a filter. It broke.\n",
             "rain.txt": "Ann saw the lamp. It rained.\n"}  # fmt: skip
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for skip, antecedent in (((), "The pump"), (("--option", "farthest.skip=1"), "a filter")):
        words = ("explain", *(tmp_path / name for name in files), "-r", "farthest", *skip, "--format", "json")
        rows = json.loads(workbench(plug_in, *words))
        assert [row["anaphor"]["form"] for row in rows] == ["She", "it", "It", "It"]
        chosen = rows[2]["decision"]["antecedent"]
        assert next(each["form"] for each in rows[2]["candidates"] if each["id"] == chosen) == antecedent
        assert rows[3]["decision"]["rule"] == "pleonastic"
    assert "how many of the farthest are passed over" in workbench(plug_in, "list", "resolvers", "farthest")


@pytest.mark.slow
def test_the_package_of_the_resolver_is_installed_with_its_test_next_to_it(tmp_path: Path) -> None:
    """By setuptools, which pip calls; pip itself would fetch it."""
    pytest.importorskip("setuptools")
    module, test = blocks("resolver", "python")[:2]
    declared = blocks("resolver", "ini") + blocks("resolver", "toml")[:1]
    (tmp_path / "my_package.py").write_text(module, encoding="utf-8")
    (tmp_path / "test_my_package.py").write_text(test, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("\n".join(declared), encoding="utf-8")
    command = [sys.executable, "-c", "from setuptools import setup; setup()", "-q", "egg_info"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    points = (tmp_path / "my_package.egg-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert points == "[anaphora_workbench.resolvers]\nfarthest = my_package:Farthest\n"
    assert (tmp_path / "my_package.egg-info" / "top_level.txt").read_text(encoding="utf-8") == "my_package\n"


def _file(page: str) -> str:
    return f"test_{page.replace('-', '_')}"


@pytest.fixture(scope="module")
def tests_run(plug_in: Path, tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The tests of all guides, each with its outcome in a line."""
    folder = tmp_path_factory.mktemp("tests")
    for page in PAGES:
        (folder / f"{_file(page)}.py").write_text(shown_tests(page), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(plug_in)}
    environment.pop("PYTEST_XDIST_WORKER", None)
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_tests_of_a_guide_pass(tests_run: subprocess.CompletedProcess[str], page: str) -> None:
    outcomes = re.findall(rf"^{_file(page)}\.py::\S+ ([A-Z]+)", tests_run.stdout, re.MULTILINE)
    assert set(outcomes) == {"PASSED"}, tests_run.stdout


def test_the_filter_and_the_factor_are_left_out_one_by_one(plug_in: Path, tiny: Path) -> None:
    words = ("-s", "true-gold", "-r", "mitkov-with-names", "--option", "also=headings", "--ablate", "--format", "csv")
    without = {line.split(",")[3] for line in workbench(plug_in, "compare", tiny, *words).splitlines()}
    assert {"headings", "name preference", "gender"} <= without


def test_every_guide_has_its_example_run() -> None:
    """The language guide has a test of its own, with those of languages."""
    assert {page.stem for page in GUIDES.glob("*.md")} - {"language"} == set(PAGES)


REPOSITORY = Path(__file__).resolve().parents[2]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def printed_by(beginning: str) -> str:
    """The block of what a command prints."""
    (shown,) = (text for name, text in BLOCKS if name == "text" and text.startswith(beginning))
    return shown


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the samples are kept that several tests compare over."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.model
def test_the_table_is_what_compare_prints(run: Run, cache: Path) -> None:
    shown = printed_by("samples, ")
    samples = REPOSITORY / "corpora" / "samples"
    ran = run("compare", samples, "--setting", "system-predicted", "--jobs", 1, "--cache", cache)
    table = ran.out.partition("\n\n")[0] + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        (REPOSITORY / "README.md").write_text(README.replace(shown, table), encoding="utf-8")
        shown = table
    # With every change of the code the signature has another checksum of it.
    printed, expected = (re.sub(r"(?<=workbench:)[^|]+", "…", text) for text in (table, shown))
    assert printed == expected


@pytest.mark.model
def test_the_figures_of_adding_up_are_those_of_compare(run: Run, cache: Path) -> None:
    """Success on the samples: adding up gains nothing for either, and the figures of README are measured."""
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
    assert all(rates["accumulate"][name] <= rates["refresh"][name] for name in salience)
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
    # What is left of the loop is from raw text.
    assert refreshed["kennedy-boguraev"] < added["lappin-leass"]


@pytest.mark.model
def test_the_explanation_is_what_explain_prints(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pump.txt").write_text("The pump has a filter. Rinse it before it dries out.\n", encoding="utf-8")
    command, _, printed = printed_by("$ workbench explain").partition("\n")
    ran = run(*command.removeprefix("$ workbench ").split())
    if os.environ.get("WRITE_GOLDEN"):
        readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
        (REPOSITORY / "README.md").write_text(readme.replace(printed, ran.out), encoding="utf-8")
        printed = ran.out
    assert ran.out == printed


@pytest.mark.model
def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block, (kind, printed) in pairwise(BLOCKS):
        if block[0] == "python":
            exec(compile(block[1], "README.md", "exec"), {})
            assert (kind, capsys.readouterr().out) == ("text", printed)


def test_the_files_it_names_are_there() -> None:
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (REPOSITORY / name).exists(), name


PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
CODE = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def outputs_of(page: str) -> list[str]:
    """What each block of Python prints, run one after the other as the cells of a notebook are."""
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    for block in CODE.finditer(page):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(block["code"], "tutorial.md", "exec"), names)
        outputs.append(printed.getvalue())
    return outputs


def notebook_of(page: str) -> dict[str, Any]:
    """The page as a notebook (nbformat 4.5): its Python as cells with what they print, the text between as Markdown."""
    cells: list[dict[str, Any]] = []

    def add(kind: str, source: str, **more: Any) -> None:
        if source.strip():
            lines = source.strip("\n").splitlines(keepends=True)
            cells.append({"cell_type": kind, "id": f"cell-{len(cells)}", "metadata": {}, "source": lines, **more})

    end = 0
    for block in CODE.finditer(page):
        add("markdown", page[end : block.start()])
        text = (block["printed"] or "").splitlines(keepends=True)
        outputs = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
        add("code", block["code"], execution_count=None, outputs=outputs)
        end = block.end()
    add("markdown", page[end:])
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.model
def test_it_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    printed = outputs_of(page)
    if os.environ.get("WRITE_GOLDEN"):
        remaining = iter(printed)

        def shown(block: re.Match[str]) -> str:
            text = next(remaining)
            return f"```python\n{block['code']}```\n" + (f"\n```text\n{text}```\n" if text else "")

        page = CODE.sub(shown, page)
        PAGE.write_text(page, encoding="utf-8")
        NOTEBOOK.write_text(json.dumps(notebook_of(page), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert printed == [block["printed"] or "" for block in CODE.finditer(page)]


def test_the_notebook_is_the_page() -> None:
    assert json.loads(NOTEBOOK.read_text(encoding="utf-8")) == notebook_of(PAGE.read_text(encoding="utf-8"))
