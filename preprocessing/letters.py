"""Letters as plain text: the lines that greet and sign stand apart, as *Dear Tom,* and *Eva* behind *Yours,*.

Whom they name, resolvers find out (``resolvers/letters.py``), as corpora have letters, too. Source: our own.
"""

from __future__ import annotations

import re
from itertools import pairwise

from anaphora_workbench.corpora.languages import Language

# One to four words with capitals: *Eva*, *Mark B. Dunn*.
_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3}")
_GREETING = re.compile(r"(\w+)(?: [^\s.?!,:;]+\.?){1,5} ?[,:!–—-]?")
# What stands before a signature on a line of its own, or on the signature's.
_LEAVE = re.compile(r"[^\s.?!:;]+(?: [^\s.?!:;]+){0,4}")
_LEAVE_AND_NAME = re.compile(rf"({_LEAVE.pattern},) ({_NAME.pattern})")


def letter_lines_apart(text: str, language: Language) -> tuple[str, frozenset[str]]:
    """A text in which blank lines set off what greets and what signs a letter, and the signatures.

    Args:
        text: with line ends as ``\\n``.
    """
    lines = text.split("\n")
    greeted = [number for number, line in enumerate(lines) if _greets(line.strip(), language)]
    signatures = set()
    for first, end in pairwise([*greeted, len(lines)]):
        lines[first] += "\n"
        signed = _signed(lines, first + 1, end, language)
        if signed is not None:
            number, leave, name = signed
            lines[number] = f"\n{leave}\n\n{name}\n"
            signatures.add(" ".join(name.split()))
    return "\n".join(lines), frozenset(signatures)


def _greets(line: str, language: Language) -> bool:
    found = _GREETING.fullmatch(line)
    return found is not None and found[1].lower() in language.words("letters.greetings")


def _signed(lines: list[str], start: int, end: int, language: Language) -> tuple[int, str, str] | None:
    """The last line that signs: its number, the words on it that take leave, and the name."""
    written = [number for number in range(start, end) if lines[number].strip()]
    for before, number in reversed(list(pairwise(written))):
        line = lines[number].strip()
        on_one_line = _LEAVE_AND_NAME.fullmatch(line)
        name = on_one_line[2] if on_one_line else line
        closes = number == written[-1] and language.lexicon().name_gender(name.split()[0]) is not None
        if on_one_line and closes:
            return number, on_one_line[1], name
        if _NAME.fullmatch(line) and (closes or _LEAVE.fullmatch(lines[before].strip())):
            return number, "", name
    return None
