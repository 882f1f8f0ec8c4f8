"""Splits plain text into paragraphs: headings, items of lists, body text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from anaphora_workbench.preprocessing.headings import is_heading

_ITEM = re.compile(r"([-*•]|\(?\d+[.)]|\(?[a-z][.)])\s+")


def paragraphs(text: str, small_words: frozenset[str]) -> Iterator[tuple[Literal["heading", "body", "item"], str]]:
    """Kind and text of each paragraph, its white space folded.

    Paragraphs are separated by blank lines; a line that begins with ``# `` is a heading.

    Args:
        small_words: as for ``is_heading``.
    """
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n|\n(?=# )|(?<=\n)(?=# )", _headings_apart(text))]
    blocks = [block for block in blocks if block]
    for number, block in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        if block.startswith("#") and re.match(r"#+\s", block):
            yield "heading", re.sub(r"^#+\s+", "", block)
        elif is_heading(block, following, small_words):
            yield "heading", block
        elif _ITEM.match(block):
            yield "item", block
        else:
            yield "body", block


def _headings_apart(text: str) -> str:
    """A line that begins with ``# `` is a paragraph of its own, also without blank lines around it."""
    return re.sub(r"(?m)^(#+ .*)$", r"\n\1\n", text.replace("\r\n", "\n").replace("\r", "\n"))
