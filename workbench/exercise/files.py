"""Names of the exercise's files: a document NAME has NAME-input.xml, NAME-key.xml and NAME-answer.xml.

Inputs and keys are made in folders of their own, so that what participants are given has no key in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from anaphora_workbench.corpora.errors import FormatError
from anaphora_workbench.corpora.pairing import FilePair, files_by_name, pair_files

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


def pair_answers(keys: Path, answers: Path) -> tuple[list[FilePair], list[Path]]:
    """Keys with their answers by name, and answers without a key; two files belong together whatever their names.

    Raises:
        FormatError: there is nothing at a path, or no key.
    """
    for path in (keys, answers):
        if not path.exists():
            raise FormatError(path, None, "no such file or folder")
    keys = keys_folder(keys)
    if keys.is_file() and answers.is_file():
        return [FilePair(keys.name.removesuffix(KEY), keys, answers)], []
    asked, given = _by_name(keys, KEY), _by_name(answers, ANSWER)
    if not asked:
        raise FormatError(keys, None, "no key", f"expected files *{KEY}")
    return pair_files(asked, given)


def _by_name(path: Path, suffix: str) -> dict[str, Path]:
    """Files by place and name without the suffix; places are told within the folder."""
    files = [path] if path.is_file() else sorted(path.rglob(f"*{suffix}"))
    return files_by_name(path, files, lambda place: place.removesuffix(suffix))
