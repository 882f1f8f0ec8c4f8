"""Splits plain text into paragraphs: headings, items of lists, body text, turns of a conversation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.corpora.support.notation import composed
from anaphora_workbench.preprocessing.parser.letters import letter_lines_apart
from anaphora_workbench.preprocessing.parser.turns import Conversation, conversation

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


_ITEM = re.compile(r"([-*•]|\(?\d+[.)]|\(?[a-z][.)])\s+")


@dataclass(frozen=True)
class Block:
    """A paragraph of plain text, its white space folded.

    Attributes:
        speaker: who says it, "" where the text names nobody.
        name: of a person, with which it begins: of its speaker, or of who signs a letter. label: how many characters
            that takes: *Ann:* takes four.
    """

    kind: Literal["heading", "body", "item"]
    text: str
    speaker: str = ""
    name: str = ""
    label: int = 0


def paragraphs(text: str, language: Language) -> Iterator[Block]:
    """The paragraphs of a text.

    They are separated by blank lines; a line that begins with ``# `` is a heading, and one that names who speaks
    (``turns``) begins a paragraph.

    Args:
        language: for first names, and for what headings do not capitalise.
    """
    text = composed(text).replace("\r\n", "\n").replace("\r", "\n")
    nobody = language.words("turns.no_speakers") | language.words("letters.headers")
    spoken, small_words = conversation(text, language.lexicon(), nobody), language.words("headings.small_words")
    text, signatures = letter_lines_apart(text, language) if not spoken.speakers else (text, frozenset[str]())
    apart = _turns_apart(_headings_apart(text), spoken)
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n|\n(?=# )|(?<=\n)(?=# )", apart)]
    blocks = [block for block in blocks if block]
    speaker = ""
    for number, block in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        named, label = spoken.label(block)
        speaker = named or ("" if spoken.close else speaker)
        if named:
            yield Block("body", block, speaker, named, label)
        elif block in signatures:
            yield Block("body", block, speaker, block, len(block))
        elif block.startswith("#") and re.match(r"#+\s", block):
            speaker = ""
            yield Block("heading", re.sub(r"^#+\s+", "", block))
        elif is_heading(block, following, small_words):
            speaker = ""
            yield Block("heading", block)
        elif _ITEM.match(block):
            yield Block("item", block, speaker)
        else:
            yield Block("body", block, speaker)


def _headings_apart(text: str) -> str:
    """A line that begins with ``# `` is a paragraph of its own, also without blank lines around it."""
    return re.sub(r"(?m)^(#+ .*)$", r"\n\1\n", text)


def _turns_apart(text: str, spoken: Conversation) -> str:
    """A line that names who speaks begins a paragraph, also without a blank line before it."""
    if not spoken.speakers:
        return text
    return "".join("\n" * bool(spoken.label(line)[0]) + line for line in text.splitlines(keepends=True))
