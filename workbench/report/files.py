"""Files that results are written to: complete or absent."""

from __future__ import annotations

from pathlib import Path

from corpora import FormatError
from corpora.document import Document
from corpora.formats import get_format
from corpora.formats.files import complete_or_absent, file_name
from corpora.formats.losses import ANSWERS
from workbench.errors import Failure, one_line


def write_whole(path: Path, text: str) -> None:
    """Write a text file beside its place and rename it; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_or_absent(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


class DocumentFolder:
    """A folder that takes documents one after another, a file for each, named by its id.

    Attributes:
        written: how many files were written.
        answers_lost: a document had answers to pronouns, and the format keeps chains only.

    Raises:
        ValueError: the format cannot be written.
    """

    def __init__(self, folder: Path, format: str) -> None:
        self.format = get_format(format)
        if self.format.write is None:
            raise ValueError(f"format {format} can only be read; expected one that can be written")
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder}: a file; expected a folder to write to")
        self.folder = folder
        self._files: set[Path] = set()
        self.answers_lost = False

    @property
    def written(self) -> int:
        return len(self._files)

    def add(self, document: Document) -> Failure | None:
        """Write a document, or say why it cannot be: the format cannot hold it, or its name is taken."""
        file = self.folder / file_name(document.id, self.format.suffixes[0])
        if file in self._files:
            return Failure(document.id, f"{file}: a second document has the id {document.id!r}; expected ids to differ")
        self.folder.mkdir(parents=True, exist_ok=True)
        assert self.format.write is not None
        try:
            with complete_or_absent(file) as temporary:
                self.format.write([document], temporary)
        except FormatError as error:
            return Failure(document.id, f"{document.id}: {one_line(error)}")
        self._files.add(file)
        self.answers_lost = self.answers_lost or ANSWERS in self.format.cannot_hold(document)
        return None
