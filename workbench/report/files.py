"""Files that results are written to: complete or absent."""

from __future__ import annotations

from pathlib import Path

from corpora.formats.files import complete_or_absent


def write_whole(path: Path, text: str) -> None:
    """Write a text file beside its place and rename it; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_or_absent(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
