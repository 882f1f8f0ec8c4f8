"""``-`` in place of a file: standard input, which commands read more than once, as a file of a folder of its own."""

from __future__ import annotations

import sys
from pathlib import Path

STANDARD_INPUT = "-"
_NAME = "standard-input"


class _Once:
    """Whether standard input has been read, which can be done once."""

    read = False


def input_path(given: str | Path) -> Path:
    """The path of an input that the command line names.

    Raises:
        ValueError: standard input is asked for twice.
    """
    if str(given) != STANDARD_INPUT:
        return Path(given)
    if _Once.read:
        raise ValueError("- twice: standard input can be read once; expected a file")
    _Once.read = True
    # The command line starts faster without.
    import atexit
    import shutil
    import tempfile

    from anaphora_workbench.corpora import formats

    folder = Path(tempfile.mkdtemp(prefix="workbench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / _NAME
    with file.open("wb") as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
    # What no format recognises by its content is text, as a file of that ending is.
    return file if formats.recognise(file) is not None else file.rename(file.with_suffix(".txt"))


def forget_standard_input() -> None:
    """Let the next command of this process read standard input."""
    _Once.read = False
