"""The README shows what the commands print, and its Python runs; WRITE_GOLDEN=1 writes what they print anew."""

from __future__ import annotations

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


@pytest.mark.model
def test_the_table_is_what_compare_prints(run: Run) -> None:
    shown = blocks("text")[0]
    ran = run("compare", REPOSITORY / "corpora" / "samples", "--setting", "system-predicted", "--jobs", 1)
    table = ran.out.partition("\n\n")[0] + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        (REPOSITORY / "README.md").write_text(README.replace(shown, table), encoding="utf-8")
        shown = table
    assert table == shown


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
