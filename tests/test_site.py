"""Every page of the documentation has its place on the site that ``make docs`` builds."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]


def test_the_contents_name_every_page_once() -> None:
    listed = re.findall(r"(?:file|root): (\S+)", (REPOSITORY / "docs/site/contents.yml").read_text(encoding="utf-8"))
    files = [path for folder in ("docs", "corpora/languages") for path in (REPOSITORY / folder).rglob("*.md")]
    pages = [path.relative_to(REPOSITORY).with_suffix("").as_posix() for path in files]
    assert sorted(listed) == sorted([*pages, "README", "CONTRIBUTING", "CHANGELOG", "docs/site/api"])
