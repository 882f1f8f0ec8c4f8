"""What is raised when a file is not what it should be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path


class FormatError(ValueError):
    """A file that cannot be read as its format: which file, which line, what is wrong, what was expected."""

    def __init__(self, path: str | Path, line: int | None, wrong: str, expected: str = "") -> None:
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


_collected: ContextVar[list[FormatError] | None] = ContextVar("collected", default=None)


def complain(path: str | Path, line: int | None, wrong: str, expected: str = "") -> None:
    """Raise a FormatError; inside :func:`collecting`, note it and let the reader go on as well as it can."""
    error = FormatError(path, line, wrong, expected)
    collected = _collected.get()
    if collected is None:
        raise error
    collected.append(error)


@contextmanager
def collecting() -> Iterator[list[FormatError]]:
    """Collect what readers complain of instead of raising it; what they return is then not to be trusted."""
    collected: list[FormatError] = []
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)
