"""A folder that a command writes documents to; what cannot be written costs only its document."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.losses import ANSWERS
from anaphora_workbench.corpora.writing import FolderWriter
from anaphora_workbench.workbench.errors import Failure, one_line


class DocumentFolder:
    """Takes documents one after another, and notes those that cannot be written.

    Args:
        failures: takes them.

    Attributes:
        answers_lost: a document had answers to pronouns, and the format keeps chains only.

    Raises:
        FormatError: the format is only read, or the folder is a file.
    """

    def __init__(self, folder: Path, format: str, failures: list[Failure]) -> None:
        self._writer = FolderWriter(folder, get_format(format))
        self._failures = failures
        self.answers_lost = False

    @property
    def written(self) -> int:
        """How many files were written."""
        return len(self._writer.files)

    def add(self, document: Document) -> None:
        """Write a document, or keep it for the file of its source."""
        try:
            self._writer.add(document)
        except FormatError as error:
            reason = one_line(error)
            named = document.id in reason
            self._failures.append(Failure(document.id, reason if named else f"{document.id}: {reason}"))
        else:
            self.answers_lost = self.answers_lost or ANSWERS in self._writer.format.cannot_hold(document)

    def finish(self) -> None:
        """Write the files that hold several documents."""
        self._writer.finish(lambda error: self._failures.append(Failure(str(error.path), one_line(error))))
