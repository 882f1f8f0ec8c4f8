"""The document that a question of the page is about."""

from pathlib import Path

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing.parser.language_check import refuse_plainly_other

_NAMING = "a file that names its language (np-xml, or CoNLL-U with # meta::language = {code})"


def document_asked(path: Path, place: int, longest: int, instead: str) -> tuple[Document, list[str]]:
    """One document of a file, and the ids of all that it has.

    Args:
        place: number of the document in the file, from 0.
        longest: words that it may have.
        instead: what to do with a longer one, in words.

    Raises:
        ValueError: the file cannot be read, has no such document, or the document is too long or plainly in another
            language than it would be read in.
    """
    documents = [document for file, its_format in find(path) for document in its_format.read(file)]
    if place >= len(documents):
        raise ValueError(f"no document {place + 1}; expected one of {len(documents)}")
    document = documents[place]
    words = len(document.words) or len(document.raw_text.split())
    if words > longest:
        raise ValueError(f"the text has {words} words; expected at most {longest}{instead}")
    refuse_plainly_other(document, _NAMING)
    return document, [each.id for each in documents]
