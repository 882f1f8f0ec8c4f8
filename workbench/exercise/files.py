"""Names of the exercise's files: a document NAME has NAME-input.xml, NAME-key.xml and NAME-answer.xml.

Inputs and keys are made in folders of their own, so that what participants are given has no key in it.
"""

from collections.abc import Iterable
from pathlib import Path

from anaphora_workbench.corpora.formats.are.reader import INPUTS
from anaphora_workbench.corpora.pairing.pairing import FilePair, files_by_name, pair_files
from anaphora_workbench.corpora.support.errors import FormatError

INPUT, KEY, ANSWER = "-input.xml", "-key.xml", "-answer.xml"
KEYS = "keys"


def input_files(paths: Iterable[Path]) -> list[Path]:
    """The inputs at some paths, found by name alone, so that no key is opened on the way.

    Raises:
        FormatError: there is nothing at a path, or a file of another name.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{INPUT}"))
            if not inside:
                raise FormatError(path, None, "no input in this folder", f"expected files *{INPUT}")
            files += inside
        elif not path.exists():
            raise FormatError(path, None, "no such file or folder")
        elif not path.name.endswith(INPUT):
            raise FormatError(path, None, "no input", f"expected a file *{INPUT}")
        else:
            files.append(path)
    return list(dict.fromkeys(files))


def keys_folder(keys: Path) -> Path:
    """The keys in a folder that ``prepare`` made, or the path itself."""
    inside = keys / KEYS
    return inside if inside.is_dir() else keys


def pair_inputs(inputs: Path, answers: Path) -> tuple[list[FilePair], list[Path]]:
    """Inputs with the answers to them by name, and answers without an input.

    Raises:
        FormatError: there is nothing at a path, or no input.
    """
    inside = inputs / INPUTS
    return _paired(inside if inside.is_dir() else inputs, INPUT, answers, "input")


def pair_answers(keys: Path, answers: Path) -> tuple[list[FilePair], list[Path]]:
    """Keys with their answers by name, and answers without a key; two files belong together whatever their names.

    Raises:
        FormatError: there is nothing at a path, or no key.
    """
    return _paired(keys_folder(keys), KEY, answers, "key")


def _paired(asked: Path, suffix: str, answers: Path, what: str) -> tuple[list[FilePair], list[Path]]:
    for path in (asked, answers):
        if not path.exists():
            raise FormatError(path, None, "no such file or folder")
    if asked.is_file() and answers.is_file():
        return [FilePair(asked.name.removesuffix(suffix), asked, answers)], []
    by_name, given = _by_name(asked, suffix), _by_name(answers, ANSWER)
    if not by_name:
        raise FormatError(asked, None, f"no {what}", f"expected files *{suffix}")
    return pair_files(by_name, given)


def _by_name(path: Path, suffix: str) -> dict[str, Path]:
    files = [path] if path.is_file() else sorted(path.rglob(f"*{suffix}"))
    return files_by_name(path, files, lambda place: place.removesuffix(suffix))
