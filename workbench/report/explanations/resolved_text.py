"""A resolved text as a terminal shows it: numbered brackets, the chains below, in colours if wanted."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.document.marked_text import PARAGRAPH, chains_in_words, in_brackets, marked

# What most terminals tell apart, on a light ground and a dark one.
_COLOURS = (31, 34, 32, 35, 36, 33, 91, 94, 92, 95, 96)


def resolved_text(document: Document, chains: Iterable[Sequence[str]], width: int, words: int | None = None) -> str:
    """A text with its mentions in numbered brackets, and a line for each chain of two mentions or more.

    Args:
        width: of the lines.
        words: how many of the text, None for all.
    """
    chains = list(chains)
    text = in_brackets(marked(document, chains, words))
    lines = [textwrap.fill(part, width, break_long_words=False) for part in text.split(PARAGRAPH)]
    listed = chains_in_words(document, chains)
    space = len(str(len(listed))) + 2
    below = [
        textwrap.fill(
            f"{number:<{space}}" + " · ".join(texts), width, subsequent_indent=" " * space, break_long_words=False
        )
        for number, texts in enumerate(listed, start=1)
    ]
    return "\n\n".join([*filter(None, lines), "\n".join(below) or "no chains of two mentions or more"])
