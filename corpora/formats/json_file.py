"""Reading JSON that a person or a program may have got wrong: each error names its line."""

from __future__ import annotations

import json
import json.decoder
import json.scanner
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corpora.errors import FormatError
from corpora.formats.files import whole_text

Place = Sequence[str | int]
_NAMES = {str: "a string", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


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
        try:
            self.root: Any = json.loads(self.text)
        except json.JSONDecodeError as error:
            line = first_line + error.lineno - 1
            raise FormatError(path, line, f"not valid JSON: {error.msg}", f"at column {error.colno}") from error
        except (RecursionError, ValueError) as error:
            raise FormatError(path, first_line, "not usable JSON: nested too deeply or a number too long") from error

    def error(self, place: Place, wrong: str, expected: str = "") -> FormatError:
        """The error to raise about the value at ``place``, the keys and indexes that lead to it."""
        return FormatError(self.path, self._line(place), f"{_shown(place)}: {wrong}", expected)

    def value(self, holder: dict[str, Any], place: Place, key: str, kind: type, default: Any = None) -> Any:
        """The value of a key of an object at ``place``; the default where it is absent or null.

        Raises:
            FormatError: the value is of another kind.
        """
        found = holder.get(key)
        if found is None:
            return default
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            raise self.error((*place, key), f"{_brief(found)} is not {_NAMES[kind]}", f"expected {_NAMES[kind]}")
        return found

    def required(self, holder: Any, place: Place, key: str, kind: type) -> Any:
        """The value of a key that must be there."""
        if not isinstance(holder, dict):
            raise self.error(place, f"{_brief(holder)} is not an object", f"expected an object with {key!r}")
        found = self.value(holder, place, key, kind)
        if found is None:
            raise self.error(place, f"no {key!r}", f"expected {_NAMES[kind]}")
        return found

    def strings(self, found: list[Any], place: Place) -> list[str]:
        """A list checked to hold only strings."""
        for index, one in enumerate(found):
            if not isinstance(one, str):
                raise self.error((*place, index), f"{_brief(one)} is not a string", "expected a string")
        return found

    def _line(self, place: Place) -> int:
        """The line on which the innermost object or list that leads to ``place`` begins."""
        located = _LocatingDecoder().decode(self.text)
        position = 0
        for key in place:
            if isinstance(located, _Located):
                position = located.position
                located = located.content
            try:
                located = located[key]
            except (KeyError, IndexError, TypeError):
                break
        if isinstance(located, _Located):
            position = located.position
        return self.first_line + self.text.count("\n", 0, position)


class _Located:
    """An object or list with the place where it begins."""

    def __init__(self, position: int, content: Any) -> None:
        self.position = position
        self.content = content


class _LocatingDecoder(json.JSONDecoder):
    """Decodes slowly, to find the place of an error."""

    def __init__(self) -> None:
        super().__init__()
        self.parse_object = self._object  # type: ignore[assignment]
        self.parse_array = self._array  # type: ignore[assignment]
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    def _object(self, text_and_end: tuple[str, int], *arguments: Any) -> tuple[_Located, int]:
        content, end = json.decoder.JSONObject(text_and_end, *arguments)  # type: ignore[attr-defined]
        return _Located(text_and_end[1] - 1, content), end

    def _array(self, text_and_end: tuple[str, int], *arguments: Any) -> tuple[_Located, int]:
        content, end = json.decoder.JSONArray(text_and_end, *arguments)  # type: ignore[attr-defined]
        return _Located(text_and_end[1] - 1, content), end


def as_text(data: Any, indent: int | None = None) -> str:
    """A value as JSON, readable where its characters can be written as they are."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair is no text, but JSON can name it.
        return json.dumps(data, indent=indent)
    return text


def _shown(place: Place) -> str:
    shown = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)
    return shown.removeprefix(".") or "the file"


def _brief(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 40 else shown[:37] + "…"
