"""Errors that end a command: a mistake of the caller, or documents that failed; and what is saved when it ends."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.support.errors import InputWarning, in_documents, quantity

DONE, SOME_FAILED, NOTHING_DONE = 0, 1, 2
_NAMED = 5


class CommandError(ValueError):
    """Nothing could be done: what is wrong and what was expected, in one line."""


class ResolverError(ValueError):
    """A resolver that raised something on a document.

    Attributes:
        resolver: its name.
    """

    def __init__(self, resolver: str, reason: str) -> None:
        super().__init__(reason)
        self.resolver = resolver

    def __reduce__(self) -> tuple[type[ResolverError], tuple[str, str]]:
        # Pickled by its parts, so that it survives the way back from a worker process.
        return type(self), (self.resolver, str(self))


class Terminated(BaseException):
    """The process was asked to end, by SIGTERM, or by SIGHUP as its terminal was closed.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class Failure:
    """A document, or a file that should have held some, without a result.

    Attributes:
        where: the file or the document's id.
        reason: one line as shown to the user; names the place itself.
        traceback: shown with ``--debug``, "" where the reason says all.
        resolver: whose failure it is, "" if no resolver's.
        response: the same of another system's answers.
        metric: the same of a plug-in's metric.
    """

    where: str
    reason: str
    traceback: str = ""
    resolver: str = ""
    response: str = ""
    metric: str = ""


def reason_of(error: Exception) -> str:
    """What went wrong, in the words of a message: file and reason of an error of the system."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return one_line(error)


_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f]")


def one_line(error: object) -> str:
    """The text of an error on one line, without what a terminal would obey."""
    return " ".join(without_controls(str(error)).split()) or type(error).__name__


def without_controls(text: str) -> str:
    """A text with blanks for line ends and whatever else a terminal would obey."""
    return _OBEYED.sub(" ", text)


def first_of(names: Sequence[str]) -> str:
    """The first few names of a message, on one line."""
    return ", ".join(map(one_line, names[:_NAMED])) + ", …" * (len(names) > _NAMED)


def print_warning(message: Warning | str, *where: Any, **further: Any) -> None:
    """A warning in one line, as errors are, once; where in the code it arose does not concern the reader."""
    line = f"warning: {one_line(message)}"
    if line not in _warned:
        _warned.add(line)
        print(line, file=sys.stderr)


@contextmanager
def heard(said: list[str]) -> Iterator[None]:
    """Around work on a document: what is warned of it is said, and kept so that it can be said again."""
    say = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **further: Any) -> None:
        # Others are of a plug-in, a cache or a folder.
        if category is UserWarning or issubclass(category, InputWarning):
            said.append(str(message))
        say(message, category, *where, **further)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


_warned: set[str] = set()
_failed: list[object] = []


def note_failures(failures: Iterable[object]) -> None:
    """Keep in mind what failed, for the exit status of a command whose output nobody reads to its end."""
    _failed.extend(failures)


def status_so_far() -> int:
    """The exit status of a command that ends here: whether documents have failed."""
    return SOME_FAILED if _failed else DONE


def says_incomplete(missing_words: Mapping[str, int], response: str = "the response", text: str = "key") -> str:
    """That words are missing, with the documents, and what that may mean. The same arguments as ``says_missing``."""
    return f"{says_missing(missing_words, response, text)}; is it complete?"


def says_missing(missing_words: Mapping[str, int], response: str, text: str) -> str:
    """That words are missing, with the documents.

    Args:
        missing_words: how many, by document; of one at least.
        response: what has them not.
        text: what has these words.
    """
    number = sum(missing_words.values())
    words = f"{quantity(number, 'word')} of the {text} {'is' if number == 1 else 'are'}"
    return f"{words} not in {response}, {in_documents(missing_words)}"


_told_by: list[Callable[[], str]] = []
_last_words = ""


def keeps(tell: Callable[[], str]) -> None:
    """Note a place that keeps what was done.

    Args:
        tell: what it has by then, in a few words; "" for nothing.
    """
    _told_by.append(tell)


def ends_with(words: str) -> None:
    """Note the last line of a command that has no other end than to be interrupted."""
    global _last_words
    _last_words = words


def last_words() -> str:
    """What a command that is meant to be interrupted says at its end; "" for one that is not."""
    return _last_words


def forget() -> None:
    """A command begins, or has ended: the next one may warn of the same, and nothing has failed or is kept."""
    for noted in (_warned, _failed, _told_by):
        noted.clear()
    ends_with("")


def kept() -> str:
    """All that is kept, in a few words."""
    return ", ".join(filter(None, (tell() for tell in _told_by))) or "nothing"
