"""A format: how documents are read from files and written to them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.files import file_name, line_reached
from anaphora_workbench.corpora.formats.parts.known import note_known
from anaphora_workbench.corpora.formats.requirements import require_sound
from anaphora_workbench.corpora.support.errors import FormatError, UnexpectedError, brief, brief_error


def begins_like(pattern: bytes) -> Callable[[str, bytes], bool]:
    """How to recognise a file that begins like a pattern, a byte order mark before it or not; a dot is any byte."""
    return partial(_begins, re.compile(rb"(?:\xef\xbb\xbf)?(?:%b)" % pattern, re.DOTALL))


def _begins(pattern: re.Pattern[bytes], name: str, beginning: bytes) -> bool:
    return pattern.match(beginning) is not None


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
        write: writes documents to one file; None for a format that is only read. Raises FormatError.
        one_document: a file holds exactly one document.
        together: what was read from one file is written to one file, in a folder, too.
        cannot_hold: what of a document the format has no place for, one phrase each.
        has_enhanced: it has a place for enhanced dependencies, by which empty nodes can be matched.
        has_words: it has a place for the words; without one, offsets count those of the text as it was read.
        has_deixis: it has a place for discourse deixis.
        has_bridging: it has a place for bridging.
        names_entities: its entities have names, so that one may go through several documents.
        holds_contradictions: also a document that contradicts itself is written, and read as it was.
        read_with: other files that a file is read with, where they are there; they must exist.
        beside: endings of further files that its writer writes next to that of the one document.
        states: which of paragraphs, speakers, heads and singletons its files have a place for, so that they are known
            where a file states them (``known``); None where its reader sets the flags itself.
        options: values that each option of ``--option FORMAT.NAME=VALUE`` may have, none for any value.
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
    cannot_hold: Callable[[Document], list[str]] = lambda document: []
    rank: int = 5
    together: bool = False
    has_enhanced: bool = False
    has_words: bool = True
    has_deixis: bool = False
    has_bridging: bool = False
    names_entities: bool = False
    holds_contradictions: bool = False
    read_with: Callable[[Path], Iterable[Path]] = lambda path: ()
    beside: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    states: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "read", partial(_reading, self.read, self.states))
        if self.write is not None:
            object.__setattr__(
                self, "write", partial(_writing, self.write, self.holds_contradictions, self.one_document)
            )

    def file_of(self, document: Document, folder: Path) -> Path:
        """The file of a folder that a document is written to: named by its id, or by its source with others of it."""
        source = Path(document.source).name.split(".")[0] if self.together else ""
        return folder / file_name(source or document.id, self.suffixes[0])


def _reading(
    read: Callable[[Path], Iterator[Document]], states: tuple[str, ...] | None, path: Path
) -> Iterator[Document]:
    """What a reader reads. Whatever else it raises becomes a FormatError, so that no file ends a run over many."""
    try:
        for document in read(path):
            if not isinstance(document, Document):
                raise FormatError(path, None, f"its reader gave {brief(repr(document))}", "expected Documents")
            if states is not None:
                note_known(document, states)
            yield document
    except FormatError:
        raise
    except OSError as error:
        raise FormatError(path, None, f"cannot be read: {error.strerror or error}") from error
    except Exception as error:
        raise UnexpectedError(path, line_reached(path), f"cannot be read: {brief_error(error)}") from error


def _writing(
    write: Callable[[Iterable[Document], Path], None],
    anything: bool,
    alone: bool,
    documents: Iterable[Document],
    path: Path,
) -> None:
    try:
        if alone:
            documents = list(documents)
            if len(documents) != 1:
                raise FormatError(path, None, f"{len(documents)} documents for one file", "expected one")
        written = iter(documents if anything else _sound(documents, path))
        first = next(written, None)
        if first is None:
            raise FormatError(path, None, "no documents to write", "expected at least one")
        write(chain([first], written), path)
    except (FormatError, OSError):
        raise
    except Exception as error:
        raise UnexpectedError(path, None, f"cannot be written: {brief_error(error)}") from error


def _sound(documents: Iterable[Document], path: Path) -> Iterator[Document]:
    for document in documents:
        require_sound(document, path)
        yield document
