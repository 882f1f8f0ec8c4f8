"""A folder that a command writes documents to; what cannot be written costs only its document."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.losses import ANSWERS, ELIDED, OTHER_CHAINS, PARTS, counted
from anaphora_workbench.corpora.formats.parts.files import file_name, second_file_name
from anaphora_workbench.corpora.formats.writing import FolderWriter, require_other_place, write_text
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.output_places import identities, try_folder
from anaphora_workbench.workbench.base.errors import Failure, keeps, reason_of


class DocumentFolder:
    """Takes documents one after another, and notes those that cannot be written.

    Args:
        inputs: files that are read, which no document may replace.
        failures: takes them.

    Attributes:
        lost: what of the answers to a document the format has no place for, of ``ANSWERS`` and ``OTHER_CHAINS``.
        elided: of how many elided words, and mentions of nothing else, it does not say that they are (``ELIDED``).

    Raises:
        FormatError: the format is only read, or the folder is a file.
        OSError: the folder takes no files.
    """

    def __init__(self, folder: Path, format: str, inputs: Iterable[Path], failures: list[Failure]) -> None:
        self._writer = FolderWriter(folder, get_format(format), inputs)
        self._failures = failures
        self.lost: set[str] = set()
        self.elided: Counter[str] = Counter()
        keeps(lambda: _files(self.written, folder))

    @property
    def written(self) -> int:
        """How many files were written."""
        return len(self._writer.files)

    def add(self, document: Document) -> None:
        """Write a document, or keep it for the file of its source."""
        try:
            self._writer.add(document)
        except (FormatError, OSError) as error:
            reason = reason_of(error)
            named = document.id in reason
            self._failures.append(Failure(document.id, reason if named else f"{document.id}: {reason}"))
        else:
            lost = set(self._writer.format.cannot_hold(document))
            self.lost |= {ANSWERS, OTHER_CHAINS} & lost
            # Without words, a mention of an elided one is known by its id.
            for name in ELIDED if self._writer.format.has_words else ():
                phrase, count_of = PARTS[name]
                count = count_of(document)
                if counted(phrase, count) in lost:
                    self.elided[name] += count

    def finish(self) -> None:
        """Write the files that hold several documents."""
        self._writer.finish(lambda file, error: self._failures.append(Failure(str(file), reason_of(error))))


class TextFolder:
    """Takes the text files of one document after another, and notes those that cannot be written.

    Args:
        inputs: files that are read, which none may replace.
        failures: takes the documents whose files cannot be written.

    Raises:
        OSError: the folder takes no files.
    """

    def __init__(self, folder: Path, inputs: Iterable[Path], failures: list[Failure]) -> None:
        try_folder(folder)
        self._inputs = identities(inputs)
        self._failures = failures
        self._written = 0
        self._name_of: dict[Path, str] = {}
        keeps(lambda: _files(self._written, folder))

    def write(self, name: str, texts: Mapping[Path, str]) -> bool:
        """Write the files of a document, texts by path; whether all of them could be.

        Where upper and lower case are one, the second of two documents of one file name has a checksum in its own.
        """
        try:
            for asked, text in texts.items():
                path = asked
                if self._name_of.setdefault(path.with_name(path.name.lower()), name) != name:
                    path = path.with_name(second_file_name(name, path.name.removeprefix(file_name(name, ""))))
                require_other_place(path, self._inputs)
                write_text(path, text)
                self._written += 1
        except (FormatError, OSError) as error:
            self._failures.append(Failure(name, f"{name}: {reason_of(error)}"))
            return False
        return True


def _files(number: int, folder: Path) -> str:
    return f"{quantity(number, 'file')} in {folder}" if number else ""
