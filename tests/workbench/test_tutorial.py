"""The tutorial prints what it shows and is the notebook; WRITE_GOLDEN=1 writes what it prints, and the notebook."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

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
