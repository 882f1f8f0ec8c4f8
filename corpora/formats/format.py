"""What a format is: a way to keep documents in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.files import file_name


def _holds_everything(document: Document) -> list[str]:
    return []


@dataclass(frozen=True)
class Format:
    """A way to keep documents in files.

    Attributes:
        name: as given to ``--from`` and ``--to``.
        description: one line.
        source: who defined it, with year.
        suffixes: usual endings of file names, the first for writing; lower case, with the dot.
        recognises: whether a file looks like it, from its name and its first bytes.
        read: documents of one file, one after the other. Raises FormatError.
        write: writes documents to one file; None for a format that is only read.
        one_document: a file holds exactly one document.
        together: what was read from one file is written to one file, in a folder, too.
        cannot_hold: what of a document the format has no place for, one phrase each.
        has_enhanced: it has a place for enhanced dependencies, by which empty nodes can be matched.
        rank: formats are asked in this order whether they recognise a file; 9 for those that take anything.
    """

    name: str
    description: str
    source: str
    suffixes: tuple[str, ...]
    recognises: Callable[[str, bytes], bool]
    read: Callable[[Path], Iterator[Document]]
    write: Callable[[Iterable[Document], Path], None] | None = None
    one_document: bool = False
    cannot_hold: Callable[[Document], list[str]] = _holds_everything
    rank: int = 5
    together: bool = False
    has_enhanced: bool = False

    def file_of(self, document: Document, folder: Path) -> Path:
        """The file of a folder that a document is written to: named by its id, or by its source with others of it."""
        source = Path(document.source).name.split(".")[0] if self.together else ""
        return folder / file_name(source or document.id, self.suffixes[0])
