"""What is raised when a file is not what it should be."""

from __future__ import annotations

from pathlib import Path


class FormatError(ValueError):
    """A file that cannot be read as its format: which file, which line, what is wrong, what was expected."""

    def __init__(self, path: str | Path, line: int | None, wrong: str, expected: str = "") -> None:
        place = str(path) if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {wrong}" + (f"; {expected}" if expected else ""))
        self.path = path
        self.line = line
