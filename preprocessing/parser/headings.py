"""Which paragraphs of a plain text are headings."""

from __future__ import annotations

import re

MAX_WORDS = 12
CAPITALISED_SHARE = 0.6
_NUMBERED = re.compile(r"(\d+(\.\d+)*\.?|[IVXLC]+\.|[A-Z]\.)\s+\S")


def is_heading(paragraph: str, following: str | None, small_words: frozenset[str]) -> bool:
    """Whether a paragraph of plain text is a heading (resolvers.md, 9.6).

    Short, without closing punctuation, and numbered, in capitals or with most content words
    capitalised; and followed by a longer paragraph.

    Args:
        paragraph: its text, without line breaks.
        following: the next paragraph, None if there is none.
        small_words: what a title does not capitalise, in lower case.
    """
    words = paragraph.split()
    if not words or len(words) > MAX_WORDS or paragraph.rstrip()[-1] in ".?!:;,":
        return False
    if following is None or len(following.split()) <= len(words):
        return False
    if _NUMBERED.match(paragraph):
        return True
    content = [word for word in words if word.lower() not in small_words and word[:1].isalpha()]
    return bool(content) and sum(word[0].isupper() for word in content) / len(content) >= CAPITALISED_SHARE
