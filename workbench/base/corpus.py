"""A corpus as an experiment takes it: a name, files, documents."""

import os
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from anaphora_workbench.corpora import FormatError, find
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.base.descriptions import ExistingPath, key_of
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.base.signature import file_checksum

# Names of folders that say which part of a corpus they hold, not which corpus.
_PARTS = frozenset({"train", "dev", "test", "validation", "data", "conll", "conllu", "annotations", "text", "texts"})


class OverlapWarning(UserWarning):
    """A corpus that is part of another one of the same experiment."""


@dataclass(frozen=True)
class Corpus:
    """Documents that are counted together.

    Attributes:
        path: a file or a folder.
        name: "" for one after its path.
        format: name of the format, None to recognise it.
        settings: those wanted of this corpus; empty for what the experiment says.
        checksum: of its documents as a saved experiment states it; "" where none is stated.
        language: code of the language of those documents that name none; "" for what the experiment says.
    """

    path: Annotated[Path, ExistingPath()]
    name: str = ""
    format: str | None = None
    settings: tuple[Setting, ...] = ()
    checksum: str = ""
    language: str = ""

    __pydantic_config__ = {"extra": "forbid", "alias_generator": key_of, "validate_by_name": True}  # noqa: RUF012

    def files(self) -> list[Path]:
        """Its files. Raises FormatError where there is none."""
        return [file for file, _ in find(self.path, self.format)]


def files_of(corpora: Iterable[Corpus]) -> Iterator[tuple[str, Path, str]]:
    """The files of corpora: name of the corpus, path below the corpus's, SHA-256 ("" for one that cannot be read).

    Raises:
        FormatError: there is none.
    """
    for corpus in corpora:
        for file in corpus.files():
            below = Path(os.path.relpath(file, corpus.path)) if file != corpus.path else Path(file.name)
            yield corpus.name, below, _checksum(file)


def _checksum(file: Path) -> str:
    """SHA-256 of a file; "" for one that cannot be read, which is said where its documents are asked for."""
    try:
        return file_checksum(file)
    except OSError:
        return ""


def places_of(given: Iterable[Path]) -> list[tuple[Path, str]]:
    """The paths that a command names, each with the code of its language in ``PATH:ca``, "" for none.

    A path that exists under its whole name, colon and all, is meant itself.

    Raises:
        FormatError: what stands behind the colon is no language.
    """
    places = []
    for path in given:
        place, _, code = str(path).rpartition(":")
        if place and not packaged(path).exists() and packaged(place).exists():
            try:
                language_named(code)
            except ValueError as error:
                raise FormatError(path, None, str(error)) from None
            places.append((Path(place), code))
        else:
            places.append((path, ""))
    return places


def corpora_at(paths: Sequence[Path], format: str | None = None) -> tuple[Corpus, ...]:
    """A corpus for each path, named by the fewest last parts of its path that tell it from the others.

    Args:
        paths: also as ``PATH:ca``, with the language of its documents that name none.

    A warning says which of them is in another.

    Raises:
        FormatError: there is nothing at one of the paths, or two of them are one place.
    """
    places = [(packaged(path), code) for path, code in places_of(paths)]
    paths = [path for path, _ in places]
    for path in paths:
        if not path.exists():
            raise FormatError(path, None, "no such file or folder")
    twice = same_place(paths)
    if twice is not None:
        first, second = twice
        wrong = "given twice" if first == second else f"the same place as {first}"
        raise FormatError(second, None, wrong, "expected each corpus once")
    names = corpus_names(paths)
    corpora = tuple(Corpus(path, names[path.resolve()], format, language=code) for path, code in places)
    warn_of_overlaps(corpora)
    return corpora


def warn_of_overlaps(corpora: Iterable[Corpus]) -> None:
    """Say which corpora are part of another one."""
    at = {corpus.path.resolve(): corpus for corpus in corpora}
    files_at: dict[Path, list[Path]] = {}
    for place, inner in at.items():
        for parent in place.parents:
            if parent not in at:
                continue
            outer = at[parent]
            if parent not in files_at:
                files_at[parent] = [file.resolve() for file in outer.files()]
            if any(place in (file, *file.parents) for file in files_at[parent]):
                message = f"{inner.path} is in {outer.path} too; its documents count in both"
                warnings.warn(message, OverlapWarning, stacklevel=2)


def same_place(paths: Iterable[Path]) -> tuple[Path, Path] | None:
    """The first two paths, if any, that lead to the same file or folder."""
    seen: dict[Path, Path] = {}
    for path in paths:
        place = packaged(path).resolve()
        if place in seen:
            return seen[place], path
        seen[place] = path
    return None


def corpus_names(paths: Iterable[Path]) -> dict[Path, str]:
    """The fewest last parts of each path that tell it from the others, by where it leads to."""
    resolved = list(dict.fromkeys(path.resolve() for path in paths))
    parts = {path: _parts(path) for path in resolved}
    depth = {path: 1 + (len(parts[path]) > 1 and parts[path][-1] in _PARTS) for path in resolved}
    while True:
        names = {path: "/".join(parts[path][-depth[path] :]) or "corpus" for path in resolved}
        count = Counter(names.values())
        same = [path for path in resolved if count[names[path]] > 1]
        if not same or all(depth[path] >= len(parts[path]) for path in same):
            return names
        for path in same:
            depth[path] += 1


def _parts(path: Path) -> list[str]:
    """Folder names down to the path, a file without its endings."""
    parts = [part for part in path.parts if part != path.anchor]
    if parts and path.is_file():
        parts[-1] = parts[-1].split(".")[0] or parts[-1]
    return parts
