"""Text files: numbered lines of valid text in, valid text out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from anaphora_workbench.corpora.support.errors import FormatError, complain

# In bytes, of a line of columns and of one that is a whole document.
LONGEST_LINE = 4_000_000
LONGEST_DOCUMENT_LINE = 200_000_000
LARGEST_FILE = 1_000_000_000
# In words, of a mention of a text that is not there, which nothing else limits.
LONGEST_MENTION = 10_000
_LONGEST_NAME = 180
# How files begin that are no text in UTF-8, what they are, and what was expected. Only text begins with BZh alone.
_NOT_TEXT = [
    *(
        (signature, f"a file compressed by {program}", "expected it uncompressed")
        for signature, program in (
            (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"\xfd7zXZ", "xz"),
            *((b"BZh%d1AY&SY" % level, "bzip2") for level in range(1, 10)),
        )
    ),
    *((mark, "text in UTF-16", "expected UTF-8") for mark in (b"\xff\xfe", b"\xfe\xff")),
]  # fmt: skip
# Of a checksum, in characters.
_SHOWN = 12
_AT_ITS_ENDS = re.compile(r"^(?: +|\.)|[ .]+$")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d) *", re.IGNORECASE)
# Fewer than Python refuses to read, and than 64 bits hold.
MOST_DIGITS = 18


# The line that each reader at work has come to.
_reached: dict[Path, int] = {}


def line_reached(path: Path) -> int | None:
    """The last line that a reader has taken of a file it is not through with; None if it takes no lines."""
    return _reached.pop(path, None)


def numbered_lines(path: Path, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers from 1, without line ends; a byte order mark is skipped.

    Args:
        longest: bytes that no line of the format needs.

    Raises:
        FormatError: the file is empty, is not text, or has a line that no annotation could have. While problems
            are collected, what is not text is replaced by U+FFFD.
    """
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(longest):
                number += 1
                if len(line) == longest:
                    raise FormatError(path, number, f"a line of more than {longest} bytes")
                text = _decoded(line, path, number)
                if number == 1 and text.startswith("\ufeff"):
                    text = text[1:]
                _reached[path] = number
                yield number, text.rstrip("\r\n")
    except OSError as error:
        raise FormatError(path, None, f"cannot be read: {error.strerror}") from error
    _reached.pop(path, None)
    if not number:
        raise FormatError(path, None, "the file is empty", "expected at least one document")


def whole_text(path: Path, counted: str = "") -> str:
    """The content of a UTF-8 file, line ends as ``\\n``. Raises FormatError like numbered_lines.

    Args:
        counted: which of the characters that are left out count elsewhere, so that blanks stand for them.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FormatError(path, None, f"larger than {LARGEST_FILE} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise FormatError(path, None, f"cannot be read: {error.strerror}") from error
    if not data:
        raise FormatError(path, None, "the file is empty", "expected at least one document")
    text = _decoded(data, path, 1)
    mark, line_end = (" " * (character in counted) for character in "\ufeff\r")
    return (mark + text[1:] if text.startswith("\ufeff") else text).replace("\r\n", f"{line_end}\n")


def refuse_other_than_text(path: Path, beginning: bytes) -> None:
    """Raise FormatError for a file that begins as one that is compressed, or that is text in UTF-16."""
    for signature, what, expected in _NOT_TEXT:
        if beginning.startswith(signature):
            raise FormatError(path, None, what, expected)
    if (
        b"\0" in beginning[:2]
        and beginning[:4].strip(b"\0")
        and beginning[:4].decode("latin-1").replace("\0", "").isprintable()
    ):
        raise FormatError(path, None, "text in UTF-16", "expected UTF-8")


def _decoded(data: bytes, path: Path, first_line: int) -> str:
    if first_line == 1:
        refuse_other_than_text(path, data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        _complain_of_bytes(data, path, first_line)
        text = data.decode(errors="replace")
    if "\0" in text:
        for number, line in enumerate(text.split("\n"), first_line):
            if "\0" in line:
                complain(path, number, "a null character: not a text file", "expected a text file in UTF-8")
        text = text.replace("\0", "\ufffd")
    return text


def _complain_of_bytes(data: bytes, path: Path, first_line: int) -> None:
    for number, line in enumerate(data.split(b"\n"), first_line):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            wrong = f"not UTF-8 text (byte 0x{line[error.start]:02x})"
            complain(path, number, wrong, "expected a text file in UTF-8")


def whole_number(text: str, path: Path, line: int | None) -> int:
    """A number that a file states. Raises FormatError for one that no file of a corpus could mean."""
    if len(text) > MOST_DIGITS:
        raise FormatError(path, line, f"a number of {len(text)} digits", f"expected at most {MOST_DIGITS}")
    return int(text)


def place_number(text: str) -> int:
    """The number of a word or a character that a file states; -1 for what is not one, or is beyond any text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else -1


class TextWriter:
    """A text file that takes only what a reader of the workbench takes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")

    def write(self, text: str) -> None:
        """Write a piece of text as UTF-8. Raises FormatError for a null character or half a surrogate pair."""
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            wrong = f"the character U+{ord(text[error.start]):04X} is not text"
            raise FormatError(self._path, None, wrong, "expected valid Unicode") from error
        if b"\0" in data:
            raise FormatError(self._path, None, "a null character cannot be written", "expected text")
        self._file.write(data)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write pieces of text one after the other."""
        for line in lines:
            self.write(line)

    def __enter__(self) -> TextWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def file_name(document_id: str, suffix: str) -> str:
    """A file name for a document: its id, with what file systems refuse percent-encoded; different for different ids.

    Blanks and full stops at its ends, which some systems leave out, and names that Windows has for devices are encoded.
    """
    name = quote(document_id, errors="replace", safe=" !#$&'()+,;=@[]{}~") or "document"
    name = _AT_ITS_ENDS.sub(lambda match: "".join(f"%{ord(character):02X}" for character in match[0]), name)
    if _DEVICE.fullmatch(name.partition(".")[0]):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name) > _LONGEST_NAME:
        name = name[:_LONGEST_NAME] + "-" + hashlib.sha256(document_id.encode(errors="replace")).hexdigest()[:_SHOWN]
    return name + suffix


def second_file_name(document_id: str, suffix: str) -> str:
    """A file name for a document where another one has its :func:`file_name`, upper and lower case being one."""
    checksum = hashlib.sha256(document_id.encode(errors="replace")).hexdigest()[:_SHOWN]
    return f"{file_name(document_id, '')}-{checksum}{suffix}"
