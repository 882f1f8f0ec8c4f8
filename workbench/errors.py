"""What ends a command: an error of the person who called it, or documents that failed."""

from __future__ import annotations

from dataclasses import dataclass

DONE, SOME_FAILED, NOTHING_DONE = 0, 1, 2


class CommandError(ValueError):
    """Nothing could be done: what is wrong and what was expected, in one line."""


@dataclass(frozen=True)
class Failure:
    """A document, or a file that should have held some, without a result.

    Attributes:
        where: the file or the document's id.
        reason: one line as shown to the user; names the place itself.
        traceback: shown with ``--debug``, "" where the reason says all.
    """

    where: str
    reason: str
    traceback: str = ""


def reason_of(error: Exception) -> str:
    """What went wrong, in the words of a message: file and reason of an error of the system."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return one_line(error)


def one_line(error: object) -> str:
    """The text of an error on one line."""
    return " ".join(str(error).split()) or type(error).__name__
