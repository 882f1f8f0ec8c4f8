"""The gallery shows what ``explain`` prints; WRITE_GOLDEN=1 writes it anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tiny_corpus import Run

GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery.md"
EXAMPLE = re.compile(
    r"^> (?P<text>.+)\n\n```text\n\$ workbench explain text\.txt (?P<arguments>.+)\n(?P<printed>(?:.*\n)*?)```$",
    re.MULTILINE,
)
EXAMPLES = list(EXAMPLE.finditer(GALLERY.read_text(encoding="utf-8")))


@pytest.mark.model
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["text"])
def test_the_page_shows_what_explain_prints(example: re.Match[str], run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(example["text"] + "\n", encoding="utf-8")
    ran = run("explain", text, *example["arguments"].split())
    assert ran.status == 0, ran.err
    printed = "\n".join(line.rstrip() for line in ran.out.rstrip("\n").splitlines()) + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        page = GALLERY.read_text(encoding="utf-8")
        written = example[0].removesuffix(example["printed"] + "```") + printed + "```"
        GALLERY.write_text(page.replace(example[0], written), encoding="utf-8")
    else:
        assert printed == example["printed"]
