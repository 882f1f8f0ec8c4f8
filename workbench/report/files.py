"""Files that results are written to: complete or absent."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.files import complete_or_absent
from anaphora_workbench.corpora.formats.losses import ANSWERS
from anaphora_workbench.workbench.errors import Failure, one_line


def write_whole(path: Path, text: str) -> None:
    """Write a text file whole or not at all; its folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_or_absent(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


class DocumentFolder:
    """A folder that takes documents one after another, a file for each, named by its id.

    A format that has the documents of one source together gets a file for each source, when all are there.

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
        self._together: dict[Path, dict[str, Document]] = {}
        self.answers_lost = False

    @property
    def written(self) -> int:
        return len(self._files)

    def add(self, document: Document) -> Failure | None:
        """Write a document, or say why it cannot be: the format cannot hold it, or its name is taken."""
        file = self.format.file_of(document, self.folder)
        if file in self._files or document.id in self._together.get(file, ()):
            return Failure(document.id, f"{file}: a second document has the id {document.id!r}; expected ids to differ")
        self.answers_lost = self.answers_lost or ANSWERS in self.format.cannot_hold(document)
        if self.format.together:
            self._together.setdefault(file, {})[document.id] = document
            return None
        return self._write(file, document.id, [document])

    def finish(self) -> list[Failure]:
        """Write the files that hold several documents; returns why any of them cannot be."""
        written = (self._write(file, file.name, list(given.values())) for file, given in self._together.items())
        return [failure for failure in written if failure is not None]

    def _write(self, file: Path, name: str, documents: list[Document]) -> Failure | None:
        self.folder.mkdir(parents=True, exist_ok=True)
        assert self.format.write is not None
        try:
            with complete_or_absent(file) as temporary:
                self.format.write(documents, temporary)
        except FormatError as error:
            return Failure(name, f"{name}: {one_line(error)}")
        self._files.add(file)
        return None
