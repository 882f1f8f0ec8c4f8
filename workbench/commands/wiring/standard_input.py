"""Inputs that can only be read once, ``-`` and pipes: commands that read them more than once get copies."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

STANDARD_INPUT = "-"
_NAME = "standard-input"


class _Once:
    """What this process has read that cannot be read again.

    Attributes:
        standard_input: it was read.
        copies: files that hold what was read, by the names that the command line gave.
    """

    standard_input = False
    copies: dict[Path, str] = {}  # noqa: RUF012


def input_path(given: str | Path, ending: str = "") -> Path:
    """The path of an input that the command line names; that of a copy for standard input and pipes.

    Args:
        ending: of the name that a file must have.

    Raises:
        ValueError: the name is empty, or standard input is asked for twice.
        OSError: a pipe cannot be read.
    """
    if str(given) == STANDARD_INPUT:
        if _Once.standard_input:
            raise ValueError("- twice: standard input can only be read once; expected a file")
        if sys.stdin is None:
            raise ValueError("standard input: closed; expected something to read, or a file")
        _Once.standard_input = True
        return _copied(sys.stdin.buffer, STANDARD_INPUT, _NAME + ending)
    path = _not_empty(given)
    with suppress(OSError, ValueError):
        if path.is_fifo() or path.is_char_device():
            with path.open("rb") as pipe:
                return _copied(pipe, str(given), path.name + ending)
    return path


def named_path(given: str | Path) -> Path:
    """The path that the command line names, of a place to write to or of what standard input cannot be.

    Raises:
        ValueError: the name is empty, or ``-``.
    """
    if str(given) == STANDARD_INPUT:
        raise ValueError("- stands for standard input; expected the name of a file or folder, as ./-")
    return _not_empty(given)


def _not_empty(given: str | Path) -> Path:
    """A path, which would be that of the current folder if the name were empty, as that of an unset variable is."""
    if given == "":
        raise ValueError("an empty name; expected that of a file or folder, as . for the current one")
    return Path(given)


def read_once(path: Path) -> str | None:
    """The name that the command line gave to what a file is the copy of; None for any other file."""
    return _Once.copies.get(path)


def require_no_folder_beside(*inputs: Path) -> None:
    """Raise ValueError for standard input or a pipe next to a folder, as files of folders are paired by name."""
    once = next((given for path in inputs if (given := read_once(path)) is not None), None)
    folder = next((path for path in inputs if path.is_dir()), None)
    if once is not None and folder is not None:
        name = "standard input" if once == STANDARD_INPUT else once
        raise ValueError(f"{name}: one file next to {folder}, a folder; expected two files, or two folders")


def as_given(told: str) -> str:
    """A message in which copies go by what the command line called them."""
    for copy, given in _Once.copies.items():
        told = told.replace(str(copy), "standard input" if given == STANDARD_INPUT else given)
    return told


def _copied(source: IO[bytes], given: str, name: str) -> Path:
    # The command line starts faster without.
    import atexit
    import shutil
    import tempfile

    from anaphora_workbench.corpora import formats

    folder = Path(tempfile.mkdtemp(prefix="workbench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / name
    with file.open("wb") as copy:
        shutil.copyfileobj(source, copy)
    # What no format recognises by its content is text, as a file of that ending is.
    file = file if formats.recognise(file) is not None else file.rename(file.with_suffix(".txt"))
    _Once.copies[file] = given
    return file


def forget_standard_input() -> None:
    """Let the next command of this process read standard input."""
    _Once.standard_input = False
    _Once.copies.clear()
