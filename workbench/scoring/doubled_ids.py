"""Documents of one id in several files of a folder: a file with two of them is refused, and so is such a folder."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.pairing.pairing import DuplicateIdError, FilePair, duplicate_id
from anaphora_workbench.corpora.support.errors import FormatError, StoppedError, collecting
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair
from anaphora_workbench.workbench.scoring.request import Scored


def in_lines(error: DuplicateIdError) -> str:
    """What is said of a second document of an id in a file, with the lines of both."""
    from anaphora_workbench.corpora import read  # columns alone start faster without

    if not isinstance(error.place, Path):
        return str(error)
    lines: list[int] = []
    with collecting(1) as complaints, suppress(FormatError, StoppedError, OSError):
        for document in read(error.place):
            place = complaints.place_of(document) if document.id == error.name else None
            if place is not None and place[1] is not None:
                lines.append(place[1])
    if len(lines) < 2:
        return str(error)
    return duplicate_id(f"{error.place}:{lines[1]}", error.name, f"line {lines[0]}")


@dataclass(frozen=True)
class _Doubled:
    file: Path
    id: str
    first: Path


class IdsOfFolders:
    """In which files the documents of key and response stand; two folders may have the same ids, as data sets have."""

    def __init__(self, pairs: Iterable[FilePair | DocumentsPair]) -> None:
        self._pairs = {pair.name: pair for pair in pairs if isinstance(pair, FilePair)}
        self._of_key: dict[tuple[Path, str], Path] = {}
        self._of_response: dict[tuple[Path, str], Path] = {}
        self._doubled_in_key: list[_Doubled] = []
        self._only_in_response: list[tuple[Path, str]] = []

    def add(self, name: str, scored: Scored) -> None:
        """Note the documents of a pair of files."""
        pair = self._pairs.get(name)
        if pair is None:
            return
        unanswered = set(scored.only_in_key)
        for document in scored.counts:
            first = self._of_key.setdefault((pair.key.parent, document), pair.key)
            if first != pair.key:
                self._doubled_in_key.append(_Doubled(pair.key, document, first))
            if pair.response is not None and document not in unanswered:
                answered = scored.other_ids.get(document, document)
                self._of_response.setdefault((pair.response.parent, answered), pair.response)
        if pair.response is not None:
            self._only_in_response += [(pair.response, document) for document in scored.only_in_response]

    def failures_of_key(self) -> list[Failure]:
        """What is said of the key: nothing, or one line."""
        return _said(self._doubled_in_key)

    def failures_of_response(self, unpaired: Iterable[tuple[Path, str]]) -> tuple[list[Failure], set[str]]:
        """What is said of the response, and the ids of documents that are not counted, as another of the id is.

        Args:
            unpaired: files that have no counterpart, and the ids of their documents.
        """
        doubled = [
            _Doubled(file, document, self._of_response[file.parent, document])
            for file, document in (*unpaired, *self._only_in_response)
            if (file.parent, document) in self._of_response
        ]
        return _said(doubled), {second.id for second in doubled}


def _said(doubled: list[_Doubled]) -> list[Failure]:
    if not doubled:
        return []
    second = doubled[0]
    more = f" ({len(doubled)} documents)" if len(doubled) > 1 else ""
    return [Failure(second.id, duplicate_id(second.file, second.id, f"{second.first}{more}"))]
