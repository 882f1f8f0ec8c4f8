"""Which response belongs to which key: files of two folders by name, documents by id."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

# Part 1 of a document as conll2012 calls it here, and as systems in the line of e2e-coref call it.
_PART = re.compile(r"(.+)\.part([1-9]\d*)")
_NUMBERED = re.compile(r"(.+)_(0|[1-9]\d*)")


class HasId(Protocol):
    """The names that documents are paired by."""

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
            raise ValueError(
                f"{folder}: {named[name].name} and {path.name} have the same name; expected one file of this name"
            )
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


def other_names(name: str) -> list[str]:
    """What else the part of a document may be called: ``NAME_N`` is part N of NAME, and ``NAME.partN`` but for part 0.

    Source: e2e-coref (Lee et al. 2017), whose ``doc_key`` is made of the name and the part that CoNLL-2012 gives.

    >>> other_names("bn/x.part1"), other_names("bn/x"), other_names("bn/x_0")
    (['bn/x_1', 'bn/x.part1_0'], ['bn/x_0'], ['bn/x', 'bn/x_0_0'])
    """
    part = _PART.fullmatch(name)
    names = [f"{part[1]}_{part[2]}"] if part else []
    if _NUMBERED.fullmatch(name):
        names.append(part_of(name))
    return [*names, f"{name}_0"]


def part_of(name: str) -> str:
    """The id of a document as a part, if its own ends in the number of one: ``NAME_N``."""
    numbered = _NUMBERED.fullmatch(name)
    if numbered is None:
        return name
    return numbered[1] if numbered[2] == "0" else f"{numbered[1]}.part{numbered[2]}"


def pair_documents(key: Iterable[Key], response: Iterable[Response]) -> dict[str, tuple[Key, Response | None]]:
    """Documents of the key with those of the response by id, else as parts of one name (``other_names``).

    If each side has just one document, their ids do not matter.

    Raises:
        ValueError: one side has two documents of one id.
    """
    pairing = Pairing(key, response)
    matched = {document.id: (document, answered) for document, answered in pairing}
    return {name: matched[name] for name in pairing.key}


class Pairing(Generic[Key, Response]):
    """The same, pair by pair: of two sides in one order, no more than a document of each is held.

    A document waits until the other side has come to the one of its id, and to the end where there is none. There it is
    paired with one that has no counterpart either and is the same part of the same name. Where no document of the
    response has a name of its own, they are paired in their order.

    Args:
        places: what messages call the two sides.

    Attributes:
        key, response: places of the documents so far, by id.
        other_ids: ids of the response that are paired with other ids.

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
        self.other_ids: set[str] = set()

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
            self.other_ids |= waiting_responses.keys() - waiting_keys.keys()
            yield *waiting_keys.values(), *waiting_responses.values()  # type: ignore[misc]
            return
        if len(waiting_keys) == len(self.key) and self.response and not any(map(is_named, waiting_responses.values())):
            if len(self.response) != len(self.key):
                raise ValueError(unnamed(self._places[1], len(self.response), len(self.key)))
            self.other_ids |= waiting_responses.keys() - waiting_keys.keys()
            yield from zip(waiting_keys.values(), waiting_responses.values(), strict=True)
            return
        left = waiting_responses.keys() - self.key.keys()
        for name, true in waiting_keys.items():
            other = name if name in waiting_responses else next(filter(left.__contains__, other_names(name)), None)
            if other is not None and other != name:
                left.discard(other)
                self.other_ids.add(other)
            yield true, waiting_responses.get(other) if other is not None else None


def is_named(document: object) -> bool:
    """Whether the source of a document names it; what says nothing of that is named."""
    return getattr(document, "named", True)


def unnamed(place: object, response: int, key: int) -> str:
    """What is said of documents without ids that are not as many as those of the key."""
    return (
        f"{place}: documents without ids ({response} of them, {key} in the key); expected as many, in the key's order"
    )


class DuplicateIdError(ValueError):
    """A second document of an id in a file."""

    def __init__(self, place: object, name: str) -> None:
        super().__init__(duplicate_id(place, name, place))
        self.place, self.name = place, name


def duplicate_id(place: object, name: str, first: object) -> str:
    """What is said of a second document of an id.

    >>> duplicate_id("b.conll", "d", "a.conll")
    "b.conll: duplicate document id 'd', also in a.conll; expected unique ids"
    """
    also = f", also in {first}" if first != place else ""
    return f"{place}: duplicate document id {name!r}{also}; expected unique ids"


def _noted(document: HasId, ids: dict[str, int], place: object) -> str:
    if document.id in ids:
        raise DuplicateIdError(place, document.id)
    ids[document.id] = len(ids)
    return document.id
