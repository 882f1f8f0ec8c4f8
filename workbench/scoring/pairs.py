"""Which files, or documents, of key and response belong together, and the documents of each side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.pairing.pairing import FilePair, Pairing, files_by_name, pair_files, without_endings
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.base.errors import CommandError

_SHOWN = 3


@dataclass(frozen=True)
class DocumentsPair:
    """Documents of a key and of a response that belong together, read already."""

    name: str
    key: tuple[Document, ...]
    response: tuple[Document, ...]

    @property
    def place(self) -> Path:
        """What messages name."""
        return Path(self.name)


Pair = FilePair | DocumentsPair


def file_pairs(key: Path, response: Path, format: str | None = None) -> tuple[list[FilePair], list[Path]]:
    """The files of key and response that belong together, and the files of the response that the key lacks.

    Two files belong together, and a folder and a file, whose documents are then paired by their ids; of two folders
    the files of the same name up to its first dot or, where that is not enough to tell them apart, up to its last
    ending. A file of the response with the very name of one of the key belongs to it whatever it holds, a plain text
    too, and one of the key with the very name of one of the response if no format knows it: reading it will say what is
    wrong.

    Raises:
        CommandError: no name is on both sides.
        FormatError: there is nothing at a path.
    """
    key, response = packaged(key), packaged(response)
    if key.is_file() and response.is_file():
        return [FilePair(without_endings(key.name), key, response)], []
    # Two files start faster without.
    from anaphora_workbench.corpora import find
    from anaphora_workbench.corpora.formats.registry import recognise, without_ending

    if key.exists() and response.exists() and key.is_dir() != response.is_dir():
        # A folder without any is an error of its own.
        find(key if key.is_dir() else response, format)
        return [FilePair(without_endings(key.name), key, response)], []
    files = [(folder, [file for file, _ in find(folder, format)]) for folder in (key, response)]
    try:
        of_key, of_response = (files_by_name(folder, inside, without_endings) for folder, inside in files)
    except ValueError:
        try:
            of_key, of_response = (files_by_name(folder, inside, without_ending) for folder, inside in files)
        except ValueError as error:
            raise CommandError(str(error)) from None
    if not of_key.keys() & of_response.keys():
        raise CommandError(
            f"{response}: no file is named like one of the key's ({_first_names(of_key, key)}); "
            f"found {_first_names(of_response, response)}; compare --response pairs documents by their ids"
        )
    pairs, further = pair_files(of_key, of_response)
    pairs = [
        replace(pair, response=_namesake(pair.key, key, response)) if pair.response is None else pair for pair in pairs
    ]
    # A plain text there is no key that cannot be read, but what was annotated.
    broken = {path: file for path in further if (file := _namesake(path, response, key)) and recognise(file) is None}
    name_of = {path: name for name, path in of_response.items()}
    pairs += [FilePair(name_of[path], file, path) for path, file in broken.items()]
    return pairs, [path for path in further if path not in broken]


def _namesake(path: Path, folder: Path, other: Path) -> Path | None:
    """The file of another folder that has the name of one, if there is one."""
    namesake = other / path.relative_to(folder)
    return namesake if namesake.is_file() else None


def _first_names(by_name: dict[str, Path], folder: Path) -> str:
    """The first few files by their places within a folder, of which a name alone may be on both sides."""
    names = ", ".join(path.relative_to(folder).as_posix() for path in list(by_name.values())[:_SHOWN])
    return names + (", …" if len(by_name) > _SHOWN else "")


def documents_of_side(
    side: Path | tuple[Document, ...] | None,
    format: str | None,
    language: str | None = None,
    broken: dict[str, str] | None = None,
) -> Iterable[Document]:
    """The documents of a file, one after the other, or those that were given; none of a side that is not there.

    An np-xml file may say that it was made of another one; messages are to name the file that was given.

    Args:
        language: of documents that name none; None for English.
        broken: takes those that cannot be read, see ``engine.broken_documents``; None to raise FormatError for them.
    """
    documents: Iterable[Document] = () if side is None or isinstance(side, Path) else side
    if isinstance(side, Path):
        from anaphora_workbench.corpora import find, read  # columns alone start faster without
        from anaphora_workbench.workbench.engine.broken_documents import readable

        if broken is None:
            documents = read(side, format)
        elif side.is_dir():
            files = find(side, format)
            documents = chain.from_iterable(readable(file, its_format.read, broken) for file, its_format in files)
        else:
            documents = readable(side, lambda file: read(file, format), broken)
        if not side.is_dir():
            documents = (replace(document, source=str(side)) for document in documents)
    if language is None:
        return documents
    return (replace(document, language=language) if document.names_no_language else document for document in documents)


def files_of_side(side: Path) -> list[Path]:
    """The files of a side: itself, or those of the folder."""
    if not side.is_dir():
        return [side]
    from anaphora_workbench.corpora import find  # two files start faster without

    return [file for file, _ in find(side)]


def ids_of(path: Path, format: str | None) -> list[str]:
    """The ids of the documents of a file; its name where it cannot be read."""
    try:
        return [document.id for document in documents_of_side(path, format)]
    except (ValueError, OSError):
        return [path.name]


def places_of(pair: Pair) -> tuple[object, object]:
    """What messages call key and response: their files, where they are some."""
    return (
        pair.key if isinstance(pair.key, Path) else "the key",
        pair.response if isinstance(pair.response, Path) else "the response",
    )


def pairing_of(
    pair: Pair, format: str | None, language: str | None, broken: dict[str, str]
) -> Pairing[Document, Document]:
    """The documents of a pair, paired as they are read; see ``documents_of_side``."""
    key = documents_of_side(pair.key, format, language)
    return Pairing(key, documents_of_side(pair.response, format, language, broken), places_of(pair))


def check_answered(pair: Pair, pairing: Pairing[Any, Any], unanswered: Sequence[object]) -> None:
    """Raise ValueError where there are responses, but none to a document of the key; the pairing is at its end."""
    of_key, of_response = pairing.key, pairing.response
    if pair.response is not None and len(unanswered) == len(of_key) and of_response:
        raise ValueError(
            f"{places_of(pair)[1]}: no document of the key, like {next(iter(of_key))!r}; "
            f"its first is {next(iter(of_response))!r}"
        )
