"""The files that a command writes besides what it prints: refused before the work, or saved elsewhere after it."""

import os
import sys
import tempfile
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.corpora.support.errors import FormatError, quantity
from anaphora_workbench.corpora.support.output_places import are_one_place, identities, identity, is_within, try_file
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.base.errors import CommandError, reason_of


class Outputs:
    """Writes the files of one command.

    What cannot be written at the end is saved to a file of another place, and a line on standard error says which:
    hours of work are not lost to a full disk.

    Args:
        places: the files by the option that asks for each; None for those not asked for.
        inputs: files that are read.

    Attributes:
        failed: a file could not be written.

    Raises:
        CommandError: two files have one place, one is to be in a folder that the other is to be, or a file is one of
            those that are read.
        OSError: a file cannot be written.
    """

    def __init__(self, places: Iterable[tuple[str, Path | None]], inputs: Iterable[Path] = ()) -> None:
        wanted = [(option, path) for option, path in places if path is not None]
        read = identities(inputs)
        for option, path in wanted:
            if identity(path) in read:
                raise CommandError(f"{option} {path}: a file that is read; expected another place to write to")
            try_file(path)
        for (option, path), (other_option, other) in combinations(wanted, 2):
            both = f"{option} and {other_option}" if option != other_option else f"two files of {option}"
            if are_one_place(path, other):
                raise CommandError(f"{both}: both would be written to {path}; expected different places")
            if is_within(path, other) or is_within(other, path):
                raise CommandError(f"{both}: a file where the other has a folder; expected different places")
        self.failed = False

    def write(self, path: Path, text: str) -> None:
        """Write a text file, or, where that fails, one of the same ending among the temporary files."""
        try:
            write_text(path, text)
        except (OSError, FormatError) as error:
            self.failed = True
            print(f"error: {reason_of(error)}; {_saved_elsewhere(path, text)}", file=sys.stderr)


def require_place_outside(output: Path, inputs: Iterable[Path], files: Iterable[Path]) -> None:
    """Raise CommandError for an output that is an input, or a folder in one with files that are read.

    Each document of a folder would be in it twice.

    Args:
        inputs: the files and folders that a command is given. files: all that it reads of them.
    """
    inputs = [packaged(path) for path in inputs]
    if os.path.realpath(output) in {os.path.realpath(path) for path in inputs}:
        raise CommandError(f"{output}: the input itself; expected another place")
    if not any(is_within(output, path) for path in inputs):
        return
    read = sum(is_within(file, output) for file in files)
    if read:
        raise CommandError(
            f"{output}: a folder in the input, {quantity(read, 'file')} of which would be read; expected another place"
        )


def _saved_elsewhere(path: Path, text: str) -> str:
    """Where a text was saved instead, as words of a message."""
    for folder in (tempfile.gettempdir(), os.curdir, Path.home()):
        try:
            descriptor, name = tempfile.mkstemp(path.suffix, f"workbench-{path.stem[:40]}-", folder)
        except OSError:
            continue
        try:
            with open(descriptor, "wb") as file:
                file.write(text.encode(errors="replace"))
        except OSError:
            Path(name).unlink(missing_ok=True)
            continue
        return f"saved to {name}"
    return "no other place takes it"
