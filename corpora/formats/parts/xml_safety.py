"""Parsing XML that may be hostile, and putting any text into XML.

No entities, no DTD, no network; depth and size limits of libxml2 stay on.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.formats.parts.files import whole_text
from anaphora_workbench.corpora.support.errors import FormatError, complain

FRAGMENT = b"fragment"
_PROLOGUE = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*)*", re.DOTALL)
_NAMED_DTD = re.compile(rf"\A({_PROLOGUE.pattern})(<!DOCTYPE\s+[\w-]+\s+SYSTEM\s+\"[^\"<>\[\]]*\"\s*>)", re.DOTALL)
_DECLARATION = re.compile(r"\A<\?xml\s[^?]*\?>")
_PLACE = re.compile(r", line \d+, column \d+\Z")
_SPECIAL = re.compile('[&<>"\\\\\x00-\x1f\ud800-\udfff\ufffe\uffff]')
_SPECIAL_IN_LIST = re.compile(r"\s|" + _SPECIAL.pattern)
_ESCAPE = re.compile(r"\\(u([0-9A-F]{4})|.|\Z)", re.DOTALL)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


class UnwritableError(ValueError):
    """A character that XML cannot hold."""


def parse(path: Path, fragment: bool = False, doctype: bool = False) -> etree._Element:
    """The root element of an XML file.

    Args:
        fragment: the file may have several elements in a row, which are then the children of a root without name.
        doctype: it may name a DTD, which is not read; one that declares anything itself is refused all the same.

    Raises:
        FormatError: it is not XML, or has a DTD.
    """
    text = whole_text(path)
    if doctype:
        text = _NAMED_DTD.sub(lambda match: match[1] + "\n" * match[2].count("\n"), text, count=1)
    prologue = _PROLOGUE.match(text)
    assert prologue is not None
    if text.startswith("<!DOCTYPE", prologue.end()):
        line = text.count("\n", 0, prologue.end()) + 1
        raise FormatError(path, line, "a document type declaration", "expected XML without DTD and entities")
    # The text is decoded already, so what the file says about its encoding no longer matters.
    data = _DECLARATION.sub(lambda match: "\n" * match[0].count("\n"), text, count=1).encode()
    try:
        return etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        if fragment and error.code == etree.ErrorTypes.ERR_DOCUMENT_END:
            with suppress(etree.XMLSyntaxError):
                return etree.fromstring(b"<%b>%b</%b>" % (FRAGMENT, data, FRAGMENT), _parser())
        complain(path, error.lineno or 1, _not_well_formed(error.msg))
        return _recovered(path, data)


def _parser(recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )


def _recovered(path: Path, data: bytes) -> etree._Element:
    """The root element of XML whose first error was noted; the last is raised where no elements are to be made out."""
    parser = _parser(recover=True)
    root = etree.fromstring(data, parser)
    errors = [FormatError(path, entry.line, _not_well_formed(entry.message)) for entry in parser.error_log]
    for error in errors[1:]:
        complain(path, error.line, error.wrong)
    if root is None or any("TAG" in entry.type_name or "END" in entry.type_name for entry in parser.error_log):
        raise errors[-1] if errors else FormatError(path, None, "no XML")
    return root


def _not_well_formed(message: str | None) -> str:
    return f"not well-formed XML: {_PLACE.sub('', ' '.join((message or 'unknown error').split()))}"


def escaped(value: str) -> str:
    """A value as it stands in an attribute: quotes and line ends safe, backslash as escape for the impossible."""
    return _SPECIAL.sub(_escape, value) if _SPECIAL.search(value) else value


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\\":
        return r"\\"
    return _ENTITIES.get(character) or f"\\u{ord(character):04X}"


def plain(value: str) -> str:
    """A value as other people's XML has it. Raises UnwritableError for a character that XML cannot hold."""
    return _SPECIAL.sub(_plain, value)


def _plain(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\\":
        return character
    if character not in _ENTITIES:
        raise UnwritableError(f"the character U+{ord(character):04X} cannot be written in XML")
    return _ENTITIES[character]


def unescaped(value: str) -> str:
    r"""A value as it was before :func:`escaped`. Raises ValueError for a backslash that is not an escape."""
    return _ESCAPE.sub(_unescape, value) if "\\" in value else value


def _unescape(match: re.Match[str]) -> str:
    if match[2]:
        return chr(int(match[2], 16))
    if match[1] == "\\":
        return "\\"
    raise ValueError(f"{match[0]!r} is not an escape; expected \\\\ for a backslash or \\uHHHH for a character")


def escaped_list(ids: Iterable[str]) -> str:
    """Ids in one attribute, separated by blanks."""
    return " ".join([_SPECIAL_IN_LIST.sub(_escape_in_list, name) or r"\e" for name in ids])


def _escape_in_list(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04X}" if match[0].isspace() else _escape(match)


def unescaped_list(value: str) -> list[str]:
    """The ids of an attribute."""
    if "\\" not in value:
        return value.split()
    return ["" if name == r"\e" else unescaped(name) for name in value.split()]
