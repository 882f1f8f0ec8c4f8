"""Reading JSON with errors that name their line."""

from __future__ import annotations

import json
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.formats.parts.files import (
    LONGEST_DOCUMENT_LINE,
    MOST_DIGITS,
    numbered_lines,
    whole_text,
)
from anaphora_workbench.corpora.support.errors import (
    FormatError,
    are_collected,
    brief,
    complain,
    going_on,
    placed,
    remark,
)
from anaphora_workbench.corpora.support.known_names import near

Place = Sequence[str | int]
# Share of letters in common, in their order, from which one key is another misspelled.
_SPELLED_LIKE = 0.85
_TOO_LARGE = 10**MOST_DIGITS
_BLANKS = re.compile(r"[ \t\r\n]*")
# What may be half a character; behind an escaped backslash it is none, so all escapes are gone through.
_OF_A_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
# Bytes of a file's name that are no text, as Python has them.
_OF_A_NAME = re.compile("[\udc80-\udcff]")
_DECODER = json.JSONDecoder()
_NAMES = {str: "a string", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


class MisspelledKeyWarning(UserWarning):
    """A key that a format does not define and keeps, where a key that it defines may have been meant."""


class JsonFile:
    """A JSON text with the means to complain about a part of it.

    Args:
        path: the file.
        text: its content, None to read it; a line of a file of JSON lines.
        first_line: number of the text's first line in the file.
    """

    def __init__(self, path: Path, text: str | None = None, first_line: int = 1) -> None:
        self.path = path
        self.text = whole_text(path) if text is None else text
        self.first_line = first_line
        self._known_children: dict[int, dict[str | int, int]] = {}
        try:
            self.root: Any = json.loads(self.text, object_pairs_hook=_distinct)
        except _DoubledKeyError as error:
            self._complain_of_doubled_keys(error)
        except json.JSONDecodeError as error:
            line = first_line + error.lineno - 1
            raise FormatError(path, line, f"not valid JSON: {error.msg}", f"at column {error.colno}") from error
        except (RecursionError, ValueError) as error:
            raise FormatError(path, first_line, "not usable JSON: nested too deeply or a number too long") from error
        if _OF_A_PAIR.search(self.text):
            self._refuse_half_characters()

    def _refuse_half_characters(self) -> None:
        """Raise FormatError for half of a pair of escapes, which is no character."""
        try:
            json.dumps(self.root, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            line = self.first_line + self.text.count("\n", 0, _half_escape(self.text))
            character = f"U+{ord(error.object[error.start]):04X}"
            raise FormatError(
                self.path, line, f"the character {character} is not text", "expected valid Unicode"
            ) from error

    def _complain_of_doubled_keys(self, error: _DoubledKeyError) -> None:
        line = self.first_line + self.text.count("\n", 0, _doubled_at(self.text))
        complain(self.path, line, f"the key {error.key!r} stands twice in one object", "expected each key once")
        # While problems are collected the last one counts.
        self.root = json.loads(self.text)

    def error(self, place: Place, wrong: str, expected: str = "") -> FormatError:
        """The error to raise about the value at ``place``, the keys and indexes that lead to it."""
        return FormatError(self.path, self.line(place), f"{_shown(place)}: {wrong}", expected)

    def complain(self, place: Place, wrong: str, expected: str = "") -> None:
        """Raise that error; while problems are collected, note it."""
        with going_on():
            raise self.error(place, wrong, expected)

    def placed(self, thing: object, place: Place) -> None:
        """Say that a document or mention stands at ``place``."""
        placed(thing, self.path, partial(self.line, place))

    def unknown(self, holder: dict[str, Any], place: Place, known: frozenset[str]) -> dict[str, Any]:
        """The keys of the object at ``place`` that the format does not define, with their values.

        One that looks like a key that is absent is kept and told of: by a remark while problems are collected, else
        by a MisspelledKeyWarning.
        """
        others = {key: value for key, value in holder.items() if key not in known}
        for key in others:
            meant = _meant(key, known)
            if meant is not None and holder.get(meant) is None:
                wrong = f"unknown key {key[:60]!r} is kept; did you mean {meant!r}?"
                if are_collected():
                    remark(self.path, self.line(place), f"{_shown(place)}: {wrong}")
                else:
                    where = f"{self.path}:{self.line(place)}"
                    warnings.warn(f"{where}: {_shown(place)}: {wrong}", MisspelledKeyWarning, stacklevel=2)
        return others

    def value(self, holder: Any, place: Place, key: str, kind: type, default: Any = None) -> Any:
        """The value of a key of an object at ``place``; the default where it is absent or null.

        Raises:
            FormatError: the holder is no object; the value is of another kind; while problems are collected, such a
                value counts as absent.
        """
        value = self._get(holder, place, key)
        if value is None:
            return default
        if not _is(value, kind):
            self.complain((*place, key), f"{_told(value)} is not {_NAMES[kind]}", f"expected {_NAMES[kind]}")
            return default
        if kind is int and abs(value) >= _TOO_LARGE:
            self.complain(
                (*place, key), f"a number of {len(str(abs(value)))} digits", f"expected at most {MOST_DIGITS}"
            )
            return default
        return value

    def required(self, holder: Any, place: Place, key: str, kind: type) -> Any:
        """The value of a key that must be there."""
        value = self._get(holder, place, key)
        if value is None:
            raise self.error(place, f"no {key!r}", f"expected {_NAMES[kind]}")
        if not _is(value, kind):
            raise self.error((*place, key), f"{_told(value)} is not {_NAMES[kind]}", f"expected {_NAMES[kind]}")
        return value

    def _get(self, holder: Any, place: Place, key: str) -> Any:
        if not isinstance(holder, dict):
            raise self.error(place, f"{_told(holder)} is not an object", f"expected an object with {key!r}")
        return holder.get(key)

    def strings(self, members: list[Any], place: Place) -> list[str]:
        """A list checked to hold only strings; while problems are collected, without what is none."""
        for index, member in enumerate(members):
            if not isinstance(member, str):
                self.complain((*place, index), f"{_told(member)} is not a string", "expected a string")
        return [member for member in members if isinstance(member, str)]

    def line(self, place: Place) -> int:
        """The line on which the innermost object or list that leads to ``place`` begins."""
        position = self._skip_blanks(0)
        for key in place:
            inner = self._children(position).get(key)
            if inner is None or self.text[inner] not in "{[":
                break
            position = inner
        return self.first_line + bisect_left(self._line_ends, position)

    @cached_property
    def _line_ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]

    def _children(self, position: int) -> dict[str | int, int]:
        """Where the values in the object or list at ``position`` begin, by key or index; of a key twice, the last."""
        children = self._known_children.get(position)
        if children is not None:
            return children
        children = self._known_children[position] = {}
        is_object = self.text[position] == "{"
        while self.text[position] in "{[,":
            position = self._skip_blanks(position + 1)
            if self.text[position] in "}]":
                break
            key: str | int = len(children)
            if is_object:
                key, position = _DECODER.raw_decode(self.text, position)
                # The colon stands between key and value.
                position = self._skip_blanks(self._skip_blanks(position) + 1)
            children[key] = position
            _, position = _DECODER.raw_decode(self.text, position)
            position = self._skip_blanks(position)
        return children

    def _skip_blanks(self, position: int) -> int:
        match = _BLANKS.match(self.text, position)
        return match.end() if match else position


def json_values(path: Path) -> Iterator[JsonFile]:
    """The values of a file: one a line, or those of one list, or one after the other over several lines.

    Raises:
        FormatError: there is none, or one is no valid JSON.
    """
    lines = ((number, line) for number, line in numbered_lines(path, LONGEST_DOCUMENT_LINE) if line.strip())
    beginning = [line.strip() for _, line in islice(lines, 2)]
    if not beginning:
        raise FormatError(path, 1, "only blank lines", "expected a JSON object a line")
    first, *second = beginning
    # A line that is damaged is followed by whole ones.
    spread = first.startswith("{") and not first.endswith("}") and not any(line.startswith("{") for line in second)
    if spread or first.startswith("["):
        yield from _spread_values(path, whole_text(path))
        return
    for number, line in numbered_lines(path, LONGEST_DOCUMENT_LINE):
        if line.strip():
            value = None
            with going_on():
                value = JsonFile(path, line, number)
            if value is not None:
                yield value


def _spread_values(path: Path, text: str) -> Iterator[JsonFile]:
    """The members of a list, or values in a row, wherever their lines end."""

    def after_blanks(position: int) -> int:
        match = _BLANKS.match(text, position)
        return match.end() if match else position

    position = after_blanks(0)
    listed = text[position] == "["
    position = after_blanks(position + listed)
    if listed and text[position : position + 1] == "]":
        raise FormatError(path, 1, "an empty list", "expected at least one document")
    line, counted = 1, 0
    while position < len(text) and not (listed and text[position] == "]"):
        line, counted = line + text.count("\n", counted, position), position
        try:
            _, end = _DECODER.raw_decode(text, position)
        except (RecursionError, ValueError):
            # It says what is wrong, and where.
            end = len(text)
        yield JsonFile(path, text[position:end], line)
        position = after_blanks(end)
        if listed and text[position : position + 1] == ",":
            position = after_blanks(position + 1)
        elif listed and text[position : position + 1] != "]":
            raise FormatError(path, line, "not valid JSON: a list that does not end", "expected , or ]")
    if listed and position == len(text):
        raise FormatError(path, line, "not valid JSON: a list that does not end", "expected , or ]")
    if listed and after_blanks(position + 1) < len(text):
        raise FormatError(path, line, "not valid JSON: more than one list", "expected one list, or a value a line")


def _half_escape(text: str) -> int:
    """Where the first escape of half a character stands that has no other half next to it."""
    first: re.Match[str] | None = None
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1] or "0", 16)
        if first is not None:
            if not 0xDC00 <= code < 0xE000 or escape.start() != first.end():
                return first.start()
            first = None
        elif 0xD800 <= code < 0xDC00:
            first = escape
        elif 0xDC00 <= code < 0xE000:
            return escape.start()
    return 0 if first is None else first.start()


class _DoubledKeyError(ValueError):
    """An object with a key twice; it begins at ``start``, -1 if that is not known."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key
        self.start = -1


@lru_cache(maxsize=1000)
def _meant(key: str, known: frozenset[str]) -> str | None:
    return near(key, sorted(known), _SPELLED_LIKE)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        seen: set[str] = set()
        raise _DoubledKeyError(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return content


def _doubled_at(text: str) -> int:
    """Where the object with a key twice begins; the fast decoder does not say."""

    def parsed(text_and_end: tuple[str, int], *rest: Any) -> Any:
        try:
            return JSONObject(text_and_end, *rest)
        except _DoubledKeyError as error:
            if error.start < 0:
                error.start = text_and_end[1] - 1
            raise

    decoder = json.JSONDecoder(object_pairs_hook=_distinct)
    decoder.parse_object = parsed  # type: ignore[attr-defined]
    decoder.scan_once = py_make_scanner(decoder)  # type: ignore[attr-defined]
    try:
        decoder.decode(text)
    except _DoubledKeyError as error:
        return error.start
    except RecursionError:
        pass
    return 0


def as_text(data: Any, indent: int | None = None) -> str:
    """A value as JSON, its characters as they are; of names of files what is no text is ``?``."""
    return _OF_A_NAME.sub("?", json.dumps(data, ensure_ascii=False, indent=indent))


def _is(value: Any, kind: type) -> bool:
    """Whether a value is of a kind; JSON's true is not a number."""
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _shown(place: Place) -> str:
    path = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)
    return path.removeprefix(".") or "the file"


def _told(value: Any) -> str:
    return brief(json.dumps(value, ensure_ascii=False))
