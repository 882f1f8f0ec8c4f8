"""The documents of a response, found for those of the key."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.registry import recognise, without_ending
from anaphora_workbench.corpora.pairing.pairing import duplicate_id, is_named, other_names, without_endings
from anaphora_workbench.corpora.support.errors import FormatError


class ResponseDocuments:
    """The documents of files, found by their ids, or by the name of the only file of this name, with one document.

    A name of the file of a document of the key counts only if that file has no other documents.

    The last resort are the other names of a part of a document (``other_names``); and for documents that no source
    names the order of those in the key's file, where they are as many.
    """

    def __init__(self, files: Iterable[tuple[Path, Sequence[Document]]]) -> None:
        self._by_id: dict[str, Document] = {}
        # None where several files have a name.
        self._by_file: dict[str, Document | None] = {}
        self._doubled: dict[str, str] = {}
        # By the file of a key.
        self._has_several: dict[str, bool] = {}
        self._unnamed: list[Document] = []
        self._order: dict[str, list[str]] = {}
        file_of: dict[str, Path] = {}
        for file, documents in files:
            for document in documents:
                if document.id in self._by_id:
                    self._doubled[document.id] = duplicate_id(file, document.id, file_of[document.id])
                file_of.setdefault(document.id, file)
                self._by_id[document.id] = document
            self._unnamed += [document for document in documents if not is_named(document)]
            if len(documents) == 1:
                for name in _names(file):
                    self._by_file[name] = documents[0] if name not in self._by_file else None

    def of(self, key: Document) -> Document | None:
        """The response to a document of the key, None where there is none.

        Raises:
            ValueError: there are two of its id.
        """
        document = self._found(key)
        if document is not None and document.id in self._doubled:
            raise ValueError(self._doubled[document.id])
        return document

    def _found(self, key: Document) -> Document | None:
        for name in (key.id, *_names(Path(key.source))):
            document = self._by_id.get(name) or self._by_file.get(name)
            if document is not None and (name == key.id or not self._is_one_of_several(key.source)):
                return document
        found = next((self._by_id[name] for name in other_names(key.id) if name in self._by_id), None)
        return found or self._in_order(key)

    def _in_order(self, key: Document) -> Document | None:
        """The document without a name at the place of one in the file of the key."""
        if len(self._unnamed) < len(self._by_id) or not self._unnamed:
            return None
        if key.source not in self._order:
            self._order[key.source] = _ids(Path(key.source))
        ids = self._order[key.source]
        return self._unnamed[ids.index(key.id)] if len(ids) == len(self._unnamed) and key.id in ids else None

    def _is_one_of_several(self, file: str) -> bool:
        if file not in self._has_several:
            self._has_several[file] = _has_several(Path(file))
        return self._has_several[file]


def _has_several(file: Path) -> bool:
    """Whether a file has more than one document, as far as it is there and can be read."""
    with suppress(FormatError, OSError):
        its_format = recognise(file) if file.is_file() else None
        return its_format is not None and len(list(islice(its_format.read(file), 2))) > 1
    return False


def _ids(file: Path) -> list[str]:
    """The ids of the documents of a file, none where it cannot be read."""
    with suppress(FormatError, OSError):
        its_format = recognise(file) if file.is_file() else None
        return [document.id for document in its_format.read(file)] if its_format is not None else []
    return []


def _names(file: Path) -> list[str]:
    """Possible names of a file: with dots within its name, and up to the first."""
    return list(dict.fromkeys((without_ending(file.name), without_endings(file.name))))
