"""The one writer of documents to files and folders; each file is complete or absent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.files import second_file_name
from anaphora_workbench.corpora.formats.registry import get_format, to_write
from anaphora_workbench.corpora.support import output_places
from anaphora_workbench.corpora.support.errors import FormatError

DEFAULT_FORMAT = "np-xml"


def write(documents: Iterable[Document], path: str | Path, format: str | None = None) -> list[Path]:
    """Write documents to a file, or to a folder with a file for each; returns the files written.

    Args:
        path: a folder if it is one already or its name has no suffix; a file otherwise.
        format: name of the format; None for the one that the name of a file says, or np-xml in a folder.

    Raises:
        FormatError: no format has such a name, it is only read, or it cannot hold the documents as they are.
        ValueError: one Document instead of several.

    >>> from tempfile import TemporaryDirectory
    >>> from anaphora_workbench.corpora import read
    >>> with TemporaryDirectory() as folder:
    ...     [file.name for file in write(read("samples/news_bridge.conllu"), folder)]
    ['news_bridge.np.xml']
    """
    if isinstance(documents, Document) or not isinstance(documents, Iterable):
        name = f"{documents.id}: " if isinstance(documents, Document) else ""
        wrong = f"{name}a single {type(documents).__name__} to write"
        raise ValueError(f"{wrong}; expected a list of Documents: [document]")
    documents = _all_documents(documents)
    path = Path(path)
    if format is not None:
        its_format = get_format(format)
    else:
        its_format = get_format(DEFAULT_FORMAT) if is_folder(path) else to_write(path)
    if is_folder(path):
        folder = FolderWriter(path, its_format)
        for document in documents:
            folder.add(document)
        folder.finish()
        return folder.files
    write_file(documents, path, its_format)
    return [path]


def _all_documents(documents: Iterable[Document]) -> Iterator[Document]:
    """The same, one after another; raises TypeError for something else among them."""
    for document in documents:
        if not isinstance(document, Document):
            wrong = f"a {type(document).__name__} to write"
            raise TypeError(f"{wrong}; expected Documents, with the layer of a Resolution among their responses")
        yield document


def is_folder(path: Path) -> bool:
    """Whether documents are written to a folder of this name: it is one already or its name has no suffix.

    What is there and is neither file nor folder, as a FIFO, is not.
    """
    return path.is_dir() or (not path.suffix and (path.is_file() or not path.exists()))


def write_file(documents: Iterable[Document], path: Path, its_format: Format) -> int:
    """Write all documents to one file, or none of them; returns how many.

    Args:
        documents: taken one after another, so that few of them are in memory at a time.

    Raises:
        FormatError: the format is only read, holds one document a file and there are others, or cannot hold them.
    """
    write_documents = _writer_of(its_format, path)
    if its_format.one_document:
        documents = list(documents)
        if len(documents) != 1:
            wrong = f"{len(documents)} documents for a file of {its_format.name}, which holds one"
            raise FormatError(path, None, wrong, "expected a folder")
    count = 0

    def counted() -> Iterator[Document]:
        nonlocal count
        for document in documents:
            count += 1
            yield document

    output_places.make_folder_of(path)
    with _complete(path, its_format) as temporary:
        write_documents(counted(), temporary)
    return count


@contextmanager
def _complete(path: Path, its_format: Format) -> Iterator[Path]:
    """A temporary file to write, as ``complete_or_absent`` has it, with those that the format writes beside it."""
    if its_format.beside and output_places.is_written_through(path):
        wrong = f"{its_format.name} is written as several files"
        raise FormatError(path, None, wrong, "expected the name of a file, or a folder")
    with output_places.complete_or_absent(path) as temporary:
        try:
            yield temporary
            for ending in its_format.beside:
                temporary.with_suffix(ending).replace(path.with_suffix(ending))
        finally:
            for ending in its_format.beside:
                temporary.with_suffix(ending).unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file, complete or absent; its folder is made if need be."""
    output_places.make_folder_of(path)
    with output_places.complete_or_absent(path) as temporary:
        # The name of a file need not be text; nothing else has what cannot be encoded.
        temporary.write_bytes(text.encode(errors="replace"))


class FolderWriter:
    """A folder that takes documents one after another, a file for each, named by its id.

    A format that keeps the documents of one source together gets a file for each source, in :meth:`finish`.
    The folder is made with its first file.

    Args:
        inputs: files that are read, which none of the folder may replace.

    Attributes:
        files: the files written, in order.

    Raises:
        FormatError: the format is only read, or the folder is a file.
        OSError: the folder takes no files.
    """

    def __init__(self, folder: Path, its_format: Format, inputs: Iterable[Path] = ()) -> None:
        self._write_documents = _writer_of(its_format, folder)
        if folder.exists() and not folder.is_dir():
            raise FormatError(folder, None, "a file", "expected a folder to write to")
        output_places.try_folder(folder)
        self._inputs = output_places.identities(inputs)
        self.folder = folder
        self.format = its_format
        self.files: list[Path] = []
        self._ids_of: dict[Path, dict[str, str]] = {}
        self._id_of: dict[str, str] = {}
        self._together: dict[Path, list[Document]] = {}

    def add(self, document: Document) -> None:
        """Write a document, or keep it for the file of its source.

        Raises:
            FormatError: a document of this id (or file name) was added before, or the format cannot hold it;
                the others can be added all the same.
        """
        file = self._file_of(document)
        ids = self._ids_of.setdefault(file, {})
        if document.id in ids or (ids and not self.format.together):
            places = list(filter(None, (ids.get(document.id, ""), document.source)))
            how = "one " * (len(places) == 1) + "both " * (len(places) > len(set(places)))
            read_from = f" ({how}read from {' and '.join(dict.fromkeys(places))})" if places else ""
            wrong = f"duplicate document id {document.id!r}{read_from}"
            raise FormatError(file, None, wrong, "expected unique ids")
        ids[document.id] = document.source
        if self.format.together:
            self._together.setdefault(file, []).append(document)
        else:
            self._write(file, [document])

    def _file_of(self, document: Document) -> Path:
        """The file of a document, of a name that on no file system is that of another one's."""
        file = self.format.file_of(document, self.folder)
        if self.format.together:
            return file
        # Where upper and lower case are one, the second of two ids that differ by it only has a checksum.
        if self._id_of.setdefault(file.name.lower(), document.id) != document.id:
            file = file.with_name(second_file_name(document.id, self.format.suffixes[0]))
        return file

    def finish(self, on_error: Callable[[Path, FormatError | OSError], None] | None = None) -> None:
        """Write the files that hold several documents.

        Args:
            on_error: called with each file that cannot be written, the others are written all the same;
                None to raise at the first.
        """
        for file, documents in self._together.items():
            try:
                self._write(file, documents)
            except (FormatError, OSError) as error:
                if on_error is None:
                    raise
                on_error(file, error)
        self._together = {}

    def _write(self, file: Path, documents: list[Document]) -> None:
        require_other_place(file, self._inputs)
        self.folder.mkdir(parents=True, exist_ok=True)
        for ending in self.format.beside:
            require_other_place(file.with_suffix(ending), self._inputs)
        with _complete(file, self.format) as temporary:
            self._write_documents(documents, temporary)
        self.files.append(file)


def require_other_place(file: Path, inputs: frozenset[output_places.Identity]) -> None:
    """Raise FormatError for a file to write that is one of those that are read."""
    if output_places.identity(file) in inputs:
        raise FormatError(file, None, "a file that is read", "expected another place to write to")


def _writer_of(its_format: Format, path: Path) -> Callable[[Iterable[Document], Path], None]:
    if its_format.write is None:
        raise FormatError(path, None, f"format {its_format.name} can only be read", "expected one that can be written")
    return its_format.write
