"""Errors that are raised for malformed files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

# What a message quotes of a file is cut after so many characters, and the message itself.
_LONGEST_QUOTED, _LONGEST = 100, 2000
# A value of a file or of a plug-in is told by so many characters, and what somebody else's code raised.
_LONGEST_VALUE, _LONGEST_REASON = 40, 120
# Documents that a message names.
_SHOWN = 5
# Whose messages are a key, a value or a number.
_MUTE = (KeyError, StopIteration, SystemExit)
_TOO_LONG = f"{{{_LONGEST_QUOTED + 20},}}"
_LONG = re.compile(rf"(?P<quote>['\"])(?:(?!(?P=quote)).){_TOO_LONG}(?P=quote)|[^\s/'\"]{_TOO_LONG}")


def _cut(match: re.Match[str]) -> str:
    return f"{match[0][:_LONGEST_QUOTED]}…{match['quote'] or ''}"


def shortened(text: str) -> str:
    """A message with long quotations and words cut, and cut itself where that is not enough."""
    return brief(_LONG.sub(_cut, text), _LONGEST)


def brief(text: str, longest: int = _LONGEST_VALUE) -> str:
    """The beginning of a text that a message quotes; all of it where it is not longer than that.

    >>> brief("[0, 1, 2, 3]", 5)
    '[0, 1…'
    """
    return text if len(text) <= longest else f"{text[:longest]}…"


def quantity(number: int, noun: str) -> str:
    """A number of things, the noun in the singular or the plural as the number asks.

    >>> quantity(1, "word"), quantity(2, "word")
    ('1 word', '2 words')
    """
    return f"{number} {noun}" + "s" * (number != 1)


def in_documents(numbers: Mapping[str, int]) -> str:
    """In which documents, with the number of each where there are several.

    >>> in_documents({"a": 3}), in_documents({"a": 3, "b": 1})
    ('in document a', 'in documents a (3), b (1)')
    """
    if len(numbers) == 1:
        return f"in document {next(iter(numbers))}"
    named = ", ".join(f"{name} ({number})" for name, number in list(numbers.items())[:_SHOWN])
    return f"in documents {named}" + ", …" * (len(numbers) > _SHOWN)


def brief_error(error: BaseException) -> str:
    """An error of foreign code in brief: its kind and the beginning of its message."""
    message = _message(error)
    return brief(f"{type(error).__name__}: {message}" if message else type(error).__name__, _LONGEST_REASON)


def reason_in_words(error: BaseException) -> str:
    """What somebody else's code raised, by its kind too where the message alone says little, as *'odds'* of a KeyError.

    >>> reason_in_words(KeyError("odds")), reason_in_words(ImportError("No module named 'odds'"))
    ("KeyError: 'odds'", "No module named 'odds'")
    """
    message = "" if isinstance(error, _MUTE) else _message(error)
    return message or brief_error(error)


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # of a class of a plug-in
        return ""


class FormatError(ValueError):
    """A file that cannot be read as its format: which file, which line, what is wrong, what was expected."""

    def __init__(self, path: str | Path, line: int | None, wrong: str, expected: str = "") -> None:
        wrong = shortened(wrong)
        place = str(path) if line is None else f"{path}:{line}"
        # A name or text from the file may hold line ends; the message stays one line.
        super().__init__(" ".join(f"{place}: {wrong}{f'; {expected}' if expected else ''}".splitlines()))
        self.path = path
        self.line = line
        self.wrong = wrong
        self.expected = expected

    def __reduce__(self) -> tuple[type[FormatError], tuple[str | Path, int | None, str, str]]:
        # Pickled by its parts, so that it survives the way back from a worker process.
        return type(self), (self.path, self.line, self.wrong, self.expected)


class UnexpectedError(FormatError):
    """A reader or writer that failed in a way of which it does not know."""


class StoppedError(Exception):
    """So many errors in a file that no more are looked for."""


Line = int | None | Callable[[], int]


@dataclass
class Complaints:
    """What readers complained of, and where they found what they read.

    Attributes:
        errors: in the order in which they were met.
        most: errors after which a reader is stopped.
        remarks: what is legal but seldom meant: file, line, what.
    """

    most: int
    errors: list[FormatError] = field(default_factory=list)
    remarks: list[tuple[str | Path, int, str]] = field(default_factory=list)
    _places: dict[int, tuple[object, str | Path, Line, int]] = field(default_factory=dict)

    def place_of(self, thing: object) -> tuple[str | Path, int | None] | None:
        """File and line of a document, word or mention; None if its reader did not say."""
        if id(thing) not in self._places:
            return None
        _, path, line, _ = self._places[id(thing)]
        return path, line() if callable(line) else line

    def since(self, document: object, before: int) -> int:
        """How many errors there were since a document was begun, or, where its reader did not say, since ``before``."""
        return len(self.errors) - (self._places[id(document)][3] if id(document) in self._places else before)


_collected: ContextVar[Complaints | None] = ContextVar("collected", default=None)


def complain(path: str | Path, line: int | None, wrong: str, expected: str = "") -> None:
    """Raise a FormatError; inside :func:`collecting`, note it and let the reader go on as well as it can."""
    with going_on():
        raise FormatError(path, line, wrong, expected)


@contextmanager
def going_on() -> Iterator[None]:
    """Around what can be wrong on its own, a line or an element: a FormatError in it costs no more than that.

    Outside of :func:`collecting` the error is raised as it is.
    """
    try:
        yield
    except FormatError as error:
        collected = _collected.get()
        if collected is None:
            raise
        collected.errors.append(error)
        if len(collected.errors) >= collected.most:
            raise StoppedError from None


def remark(path: str | Path, line: int, what: str) -> None:
    """Say, for :func:`collecting`, what a reader keeps but does not understand."""
    collected = _collected.get()
    if collected is not None and len(collected.remarks) < collected.most:
        collected.remarks.append((path, line, what))


class InputWarning(UserWarning):
    """What of a file is read in another way than it may be meant, or not at all."""


def note(path: str | Path, line: int, what: str) -> None:
    """Say what a reader leaves out or takes for something: a remark while problems are collected, else a warning."""
    if are_collected():
        remark(path, line, what)
    else:
        warnings.warn(f"{path}:{line}: {what}", InputWarning, stacklevel=3)


def placed(thing: object, path: str | Path, line: Line) -> None:
    """Say, for :func:`collecting`, where a document, word or mention stands; the line may be found out later.

    A document is to be placed before anything in it is complained of.
    """
    collected = _collected.get()
    if collected is not None:
        # Kept with the thing itself, so that its identity is not given to another one.
        collected._places[id(thing)] = thing, path, line, len(collected.errors)


def are_collected() -> bool:
    """Whether what readers complain of is collected, as by ``validate``."""
    return _collected.get() is not None


@contextmanager
def collecting(most: int) -> Iterator[Complaints]:
    """Collect what readers complain of instead of raising it; what they return is then not to be trusted.

    Args:
        most: errors after which a reader is stopped by :class:`StoppedError`.
    """
    collected = Complaints(most)
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)
