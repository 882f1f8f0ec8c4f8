"""Which response belongs to which key: files of two folders by name, documents by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar


class HasId(Protocol):
    """What documents are paired by."""

    @property
    def id(self) -> str: ...


Key = TypeVar("Key", bound=HasId)
Response = TypeVar("Response", bound=HasId)


@dataclass(frozen=True)
class FilePair:
    """A file of the key and the file of the response of the same name, None where there is none."""

    name: str
    key: Path
    response: Path | None

    @property
    def place(self) -> Path:
        """The file that messages name."""
        return self.key


def files_by_name(folder: Path, files: Iterable[Path], name_of: Callable[[str], str]) -> dict[str, Path]:
    """Files by their names, told by their places within a folder.

    Args:
        folder: or the one file itself.
        name_of: the name of a file from its path within the folder.

    Raises:
        ValueError: two files have one name.
    """
    named: dict[str, Path] = {}
    for path in files:
        name = name_of(path.relative_to(folder).as_posix() if folder.is_dir() else path.name)
        if name in named:
            raise ValueError(f"{folder}: {named[name].name} and {path.name} have one name; expected one file for it")
        named[name] = path
    return named


def without_endings(place: str) -> str:
    """The place of a file without what follows the first dot of its name.

    >>> without_endings("news/d1.gold.conll")
    'news/d1'
    """
    folder, slash, name = place.rpartition("/")
    # A dot at the beginning hides a file and ends no name.
    end = name.find(".", 1)
    return folder + slash + (name[:end] if end > 0 else name)


def pair_files(key: Mapping[str, Path], response: Mapping[str, Path]) -> tuple[list[FilePair], list[Path]]:
    """The files of the key with those of the response of the same name, and the files that the key has not.

    Args:
        key, response: files by name.
    """
    pairs = [FilePair(name, path, response.get(name)) for name, path in key.items()]
    return pairs, [path for name, path in response.items() if name not in key]


def pair_documents(key: Iterable[Key], response: Iterable[Response]) -> dict[str, tuple[Key, Response | None]]:
    """Documents of the key with those of the response by id, whatever the ids if each side has just one.

    Raises:
        ValueError: one side has two documents of one id.
    """
    pairing = Pairing(key, response)
    matched = {document.id: (document, answered) for document, answered in pairing}
    return {name: matched[name] for name in pairing.key}


class Pairing(Generic[Key, Response]):
    """The same, pair by pair: of two sides in one order, no more than a document of each is held.

    A document waits until the other side has come to the one of its id, and to the end where there is none.

    Args:
        places: what messages call the two sides.

    Attributes:
        key, response: places of the documents so far, by id.

    Raises:
        ValueError: one side has two documents of one id; when it comes to the second.
    """

    def __init__(
        self,
        key: Iterable[Key],
        response: Iterable[Response],
        places: tuple[object, object] = ("the key", "the response"),
    ) -> None:
        self._sides = iter(key), iter(response)
        self._places = places
        self.key: dict[str, int] = {}
        self.response: dict[str, int] = {}

    def __iter__(self) -> Iterator[tuple[Key, Response | None]]:
        keys, responses = self._sides
        waiting_keys: dict[str, Key] = {}
        waiting_responses: dict[str, Response] = {}
        while True:
            true, answered = next(keys, None), next(responses, None)
            if true is None and answered is None:
                break
            if true is not None:
                waiting_keys[_noted(true, self.key, self._places[0])] = true
            if answered is not None:
                waiting_responses[_noted(answered, self.response, self._places[1])] = answered
            for name in {document.id: None for document in (true, answered) if document is not None}:
                if name in waiting_keys and name in waiting_responses and len(self.key) + len(self.response) > 2:
                    yield waiting_keys.pop(name), waiting_responses.pop(name)
        if len(self.key) == len(self.response) == 1:
            yield *waiting_keys.values(), *waiting_responses.values()  # type: ignore[misc]
            return
        for name, true in waiting_keys.items():
            yield true, waiting_responses.get(name)


def _noted(document: HasId, ids: dict[str, int], place: object) -> str:
    if document.id in ids:
        raise ValueError(f"{place}: duplicate document id {document.id!r}; expected ids to differ")
    ids[document.id] = len(ids)
    return document.id
