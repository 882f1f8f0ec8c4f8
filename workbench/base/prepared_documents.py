"""Documents as resolvers get them: preprocessed once, then read from the cache of np-xml files.

A file of the cache is named after everything it depends on, so it never has to be thrown away, only missed. It is only
a copy: what is wrong with it costs the time of preprocessing.
"""

import hashlib
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.np_xml import reader as np_xml
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.parts.known import flags
from anaphora_workbench.corpora.languages import LANGUAGES
from anaphora_workbench.preprocessing import AskedAnnotation, Preprocessor, has_own_annotation, is_preprocessed
from anaphora_workbench.workbench.base.cache import CacheEntry
from anaphora_workbench.workbench.base.errors import one_line
from anaphora_workbench.workbench.base.settings import Setting, allowed, can_have_system_mentions, has_undescribed_key
from anaphora_workbench.workbench.base.signature import document_checksum, installed_version

# Why a key cannot serve.
UNDESCRIBED = "only their places are known, and there are no heads to tell more by; expected a kind for each"
_LONGEST_ID = 60
_KEY_SHOWN = 32


@dataclass(frozen=True)
class InSetting:
    """A document in a setting.

    Attributes:
        source: the document as it was read.
        whole: prepared, with the mentions of the key and those that were found.
        key: its words with the key's mentions and layer, which answers are compared with; None where there is no key.
        given: its words with the mentions of the setting, which resolvers answer.
    """

    setting: Setting
    source: Document
    whole: Document
    key: Document | None
    given: Document


class PreparedDocuments:
    """Preprocesses documents, or finds what an earlier run made of the same.

    Args:
        folder: where the files of the cache are; None to keep none.
    """

    def __init__(self, preprocessor: Preprocessor, folder: Path | None = None) -> None:
        self.preprocessor = preprocessor
        self.folder = folder
        self._dependencies: dict[str, str] = {}

    def get(self, document: Document, annotation: AskedAnnotation, checksum: str | None = None) -> Document:
        """The document with features on its own mentions and with system mentions.

        A document that was preprocessed before, or that another parser has annotated, keeps what it has and gets what
        it lacks by its own parse, as a key with true mentions only gets system mentions.

        Args:
            checksum: of the document, if it is known already.

        Raises:
            ValueError: there is no text, or no gold parse where gold annotation is asked.
        """
        document = self.preprocessor.in_language(document)
        if is_preprocessed(document) or (annotation != "spacy" and has_own_annotation(document)):
            if document.annotation not in (annotation, "none"):
                raise ValueError(
                    f"{document.id}: preprocessed with {document.annotation} annotation; "
                    f"expected the corpus itself for {annotation} annotation"
                )
            return self.preprocessor.completed(document)
        if not document.has_text:
            raise ValueError(f"{document.id}: there is no text; expected a document with words")
        if self.folder is None:
            return self.preprocessor.annotate(document, annotation)
        entry = self._entry(document, annotation, checksum or document_checksum(document))
        kept = entry.read()
        if kept is not None and _is_of(kept, document):
            self.preprocessor.require_language(document)
            for reason in self.preprocessor.remarks(document, kept, annotation):
                warnings.warn(f"{document.id}: {reason}", stacklevel=2)
            return replace(kept, source=document.source, **(flags(document) if document.words else {}))
        prepared = self.preprocessor.annotate(document, annotation)
        entry.write(prepared)
        return prepared

    def in_settings(
        self, document: Document, settings: Collection[Setting], checksum: str | None = None
    ) -> Iterator[InSetting]:
        """The document in settings that it allows; those of one annotation follow each other.

        Args:
            checksum: of the document, if it is known already.

        Raises:
            ValueError: as for ``get``.
        """
        for annotation in dict.fromkeys(setting.annotation for setting in settings):
            whole = self.get(document, annotation, checksum)
            key = whole.as_key() if whole.key is not None else None
            for setting in settings:
                if setting.annotation == annotation:
                    yield InSetting(setting, document, whole, key, whole.with_mentions(setting.mentions))

    def allowed(self, document: Document) -> tuple[Setting, ...]:
        """The settings in which a document can serve; it is warned of a key that cannot serve."""
        document = self.preprocessor.in_language(document)
        if document.key is not None and has_undescribed_key(document):
            warnings.warn(f"{document.id}: no setting with true mentions: {UNDESCRIBED}", stacklevel=2)
        return allowed(document, self.preprocessor.annotations(document))

    def why_in_none(self, document: Document) -> str:
        """Why a document can serve in no setting.

        It has no annotation, and there is no model of its language; or it was preprocessed and has nothing to resolve.
        """
        document = self.preprocessor.in_language(document)
        if not can_have_system_mentions(document):
            return "no system mentions, and no heads to find them by; expected either, or a key with true mentions"
        try:
            self.preprocessor.annotate(document, "predicted")
        except ValueError as error:
            return one_line(error)
        return "no annotation"

    def depends_on(self, code: str = "") -> str:
        """What the result depends on besides the document.

        Args:
            code: of the document's language, "" for that of the preprocessor.
        """
        code = code or self.preprocessor.language
        if code not in self._dependencies:
            preprocessor = self.preprocessor.for_language(code)
            parts = (_form_checksum(), installed_version("spacy"), preprocessor.fingerprint)
            self._dependencies[code] = "|".join(parts)
        return self._dependencies[code]

    def _entry(self, document: Document, annotation: AskedAnnotation, checksum: str) -> CacheEntry:
        assert self.folder is not None
        depends_on = self.depends_on(document.language if document.language in LANGUAGES.names() else "")
        key = hashlib.sha256(f"{checksum}|{annotation}|{depends_on}".encode()).hexdigest()
        name = file_name(document.id[:_LONGEST_ID], f".{annotation}.{key[:_KEY_SHOWN]}.np.xml")
        return CacheEntry(self.folder / name, key)


def _is_of(kept: Document, document: Document) -> bool:
    """Whether a document of the cache has the id and the words of the one asked for, zeros apart."""
    forms = [word.form for word in document.words if not word.empty]
    return kept.id == document.id and (not forms or [word.form for word in kept.words if not word.empty] == forms)


@cache
def _form_checksum() -> str:
    """Of the code that keeps documents in files."""
    checksum = hashlib.sha256()
    for file in sorted(file for file in Path(np_xml.__file__).parent.iterdir() if file.is_file()):
        checksum.update(file.read_bytes())
    return checksum.hexdigest()
