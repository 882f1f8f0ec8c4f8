"""Documents as resolvers get them: preprocessed once, then read from the cache of np-xml files.

A file of the cache is named after everything it depends on, so it never has to be thrown away, only missed.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import np_xml
from anaphora_workbench.corpora.formats.files import file_name
from anaphora_workbench.corpora.output_places import complete_or_absent
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.settings import Annotation, is_preprocessed
from anaphora_workbench.workbench.signature import document_checksum

DEFAULT_FOLDER = ".workbench-cache"
_LONGEST_ID = 60


class PreparedDocuments:
    """Preprocesses documents, or finds what an earlier run made of the same.

    Args:
        folder: where the files of the cache are; None to keep none.
    """

    def __init__(self, preprocessor: Preprocessor, folder: Path | None = None) -> None:
        self.preprocessor = preprocessor
        self.folder = folder
        parts = (_form_checksum(), _spacy_version(), _model_checksum(preprocessor.model), preprocessor.fingerprint)
        self._depends_on = "|".join(parts)

    def get(self, document: Document, annotation: Annotation, checksum: str | None = None) -> Document:
        """The document with features on its own mentions and with system mentions.

        A document that was preprocessed before is taken as it is.

        Args:
            checksum: of the document, if it is known already.

        Raises:
            ValueError: there is no text, or no gold parse where gold annotation is asked.
        """
        if is_preprocessed(document):
            if document.annotation not in (annotation, "none"):
                raise ValueError(
                    f"{document.id}: preprocessed with {document.annotation} annotation; "
                    f"expected the corpus itself for {annotation} annotation"
                )
            return document
        if not document.has_text:
            raise ValueError(f"{document.id}: there is no text; expected a document with words")
        if self.folder is None:
            return self.preprocessor.annotate(document, annotation)
        file = self._file(document, annotation, checksum or document_checksum(document))
        try:
            return (
                replace(next(np_xml.read(file)), source=document.source)
                if file.exists()
                else self._made(document, annotation, file)
            )
        except FormatError:
            # Somebody's editor or a full disk has damaged the file: it is only a copy.
            return self._made(document, annotation, file)

    def _file(self, document: Document, annotation: Annotation, checksum: str) -> Path:
        assert self.folder is not None
        key = hashlib.sha256(f"{checksum}|{annotation}|{self._depends_on}".encode()).hexdigest()
        return self.folder / file_name(document.id[:_LONGEST_ID], f".{annotation}.{key[:32]}.np.xml")

    def _made(self, document: Document, annotation: Annotation, file: Path) -> Document:
        prepared = self.preprocessor.annotate(document, annotation)
        file.parent.mkdir(parents=True, exist_ok=True)
        with complete_or_absent(file) as temporary:
            np_xml.FORMAT.write([prepared], temporary)  # type: ignore[misc]
        return prepared


def cache_folder(given: Path | None, no_cache: bool) -> Path | None:
    """The folder of the cache, made ready; None for no cache.

    Raises:
        OSError: it cannot be written.
        ValueError: it is a file.
    """
    if no_cache:
        return None
    folder = given or Path(DEFAULT_FOLDER)
    if folder.is_file():
        raise ValueError(f"{folder}: a file; expected a folder for the cache")
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    return folder


@cache
def _form_checksum() -> str:
    """Of the code that keeps documents in files."""
    checksum = hashlib.sha256()
    for file in sorted(Path(np_xml.__file__).parent.glob("np_xml*")):
        checksum.update(file.read_bytes())
    return checksum.hexdigest()


def _model_checksum(model: str | None) -> str:
    """Of a model kept in a folder, which may be trained anew under its old name and version; "" for installed ones."""
    description = Path(model or "") / "meta.json"
    return hashlib.sha256(description.read_bytes()).hexdigest() if model and description.is_file() else ""


def _spacy_version() -> str:
    try:
        return version("spacy")
    except PackageNotFoundError:
        return "none"
