"""SGML as corpora write it: tags with attributes that may lack quotation marks, and character entities."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.support.errors import complain

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)?)/?>")
_ATTRIBUTE = re.compile(r"\s*([A-Za-z][\w.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))")
_DTD = re.compile(r"<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)\b", re.IGNORECASE)
_SKIPPED = re.compile(r"<!--.*?-->|<\?[^>]*>|<![A-Za-z][^>\[]*>", re.DOTALL)


@dataclass(frozen=True)
class Tag:
    """A tag; names are upper case."""

    name: str
    closing: bool
    attributes: dict[str, str]
    line: int
    text: str


def markup(text: str, path: Path) -> Iterator[Tag | tuple[int, str]]:
    """Tags, and stretches of text between them with the line where they begin, in order.

    A less-than sign that begins no tag is text; comments are left out.

    Raises:
        FormatError: a tag never closes, or its attributes cannot be read.
    """
    position, line = 0, 1
    begun, begun_line = 0, 1
    pieces: list[str] = []
    while position < len(text):
        sign = text.find("<", position)
        if sign < 0:
            break
        line += text.count("\n", position, sign)
        skipped = _SKIPPED.match(text, sign)
        match = None if skipped else _TAG.match(text, sign)
        if _DTD.match(text, sign):
            complain(path, line, "a document type definition", "expected none: it is not read")
        if skipped is None and match is None:
            if re.match(r"</?[A-Za-z]", text[sign : sign + 3]) and _looks_like_a_tag(text, sign):
                complain(path, line, f"cannot read the tag {text[sign : sign + 30]!r}", "expected <NAME …>")
            position = sign + 1
            continue
        pieces.append(text[begun:sign])
        if match is not None:
            if joined := "".join(pieces):
                yield begun_line, html.unescape(joined)
            pieces = []
            yield Tag(match[2].upper(), bool(match[1]), _attributes(match[3], path, line), line, match[0])
        end = (skipped or match).end()  # type: ignore[union-attr]
        line += text.count("\n", sign, end)
        position = begun = end
        if not pieces:
            begun_line = line
    if rest := "".join(pieces) + text[begun:]:
        yield begun_line, html.unescape(rest)


def _looks_like_a_tag(text: str, sign: int) -> bool:
    return re.match(r"</?(?:COREF|DOC|P|S|NP|W)\b", text[sign : sign + 8], re.IGNORECASE) is not None


def _attributes(text: str, path: Path, line: int) -> dict[str, str]:
    attributes: dict[str, str] = {}
    position = 0
    while match := _ATTRIBUTE.match(text, position):
        name = match[1].upper()
        if name in attributes:
            complain(path, line, f"duplicate attribute {name}", "expected each once")
        attributes[name] = html.unescape(next(value for value in match.groups()[1:] if value is not None))
        position = match.end()
    if text[position:].strip(" \t\r\n/"):
        wrong = f"cannot read the attribute {text[position:].strip()[:30]!r}"
        complain(path, line, wrong, "expected NAME=value")
    return attributes
