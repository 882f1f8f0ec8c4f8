"""Letters as plain text: the lines that greet and sign stand apart, as *Dear Tom,* and *Eva* behind *Yours,*.

Whom they name, resolvers find out (``resolvers/discourse/letters.py``), as corpora have letters, too. Source: our own.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from anaphora_workbench.corpora.languages import Language

# One to four words with capitals, perhaps with kisses: *Eva*, *Mark B. Dunn*, *Mia xx*.
_NAME = r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3}(?: [xX]{1,4})?"
_SIGNATURE = re.compile(_NAME)
# What greets fills a line, or somebody with a capital is greeted before the letter goes on in it.
_GREETING_LINE = re.compile(r"(?P<first>\w+)(?: [^\s.?!,:;]+\.?){1,5} ?[,:!–—-]?")
_GREETING = re.compile(rf"(?P<greeting>(?P<first>\w+) {_NAME}[,:!]) (?P<rest>.+)")
# What takes leave before a name: few words with a comma behind, or with one of the list in front.
_LEAVE = r"(?P<first>[^\s,.?!:;]+)(?: [^\s.?!:;]+){0,4}"
_LEAVE_LINE = re.compile(rf"{_LEAVE}[,.!]?")
_LEAVE_AND_NAME = re.compile(rf"(?P<leave>{_LEAVE},) (?P<name>{_NAME})")


def letter_lines_apart(text: str, language: Language) -> tuple[str, frozenset[str]]:
    """A text in which blank lines set off what heads, greets and signs a letter, and the signatures.

    Args:
        text: with line ends as ``\\n``.
    """
    lines = text.split("\n")
    greeted = [number for number, line in enumerate(lines) if _greets(line.strip(), language)]
    signatures = set()
    for first, end in pairwise([*greeted, len(lines)]):
        signed = _signed([line.strip() for line in lines[first:end]], language)
        goes_on = _GREETING.fullmatch(lines[first].strip())
        lines[first] = "{greeting}\n\n{rest}".format(**goes_on.groupdict()) if goes_on else f"{lines[first]}\n"
        if signed is not None:
            number, leave, name = signed
            lines[first + number] = f"\n{leave}\n\n{name}\n"
            signatures.add(name)
    headers = language.words("letters.headers")
    apart = (f"{line}\n" if ":" in line and line.partition(":")[0].lower() in headers else line for line in lines)
    return "\n".join(apart), frozenset(signatures)


def _greets(line: str, language: Language) -> bool:
    found = _GREETING_LINE.fullmatch(line) or _GREETING.fullmatch(line)
    return found is not None and found["first"].lower() in language.words("letters.greetings")


def _signed(lines: Sequence[str], language: Language) -> tuple[int, str, str] | None:
    """The first line that signs behind what takes leave, else the last that is a known first name and ends a paragraph.

    Args:
        lines: of a letter, from what greets on.

    Returns:
        Its number, the words on it that take leave, and the name.
    """
    closings = language.words("letters.closings")
    written = [number for number in range(1, len(lines)) if lines[number]]
    for before, number in pairwise(written):
        leave = _LEAVE_LINE.fullmatch(lines[before])
        took_leave = leave is not None and (leave[0].endswith(",") or leave["first"].lower() in closings)
        if took_leave and _SIGNATURE.fullmatch(lines[number]):
            return number, "", lines[number]
        on_one_line = _LEAVE_AND_NAME.fullmatch(lines[number])
        if on_one_line and on_one_line["first"].lower() in closings:
            return number, on_one_line["leave"], on_one_line["name"]
    for number in reversed(written):
        ends = number + 1 == len(lines) or not lines[number + 1]
        known = _SIGNATURE.fullmatch(lines[number]) and language.lexicon().name_gender(lines[number].split()[0])
        if ends and known:
            return number, "", lines[number]
    return None
