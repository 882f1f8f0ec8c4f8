"""The document that a question of the page is about."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import LANGUAGES
from anaphora_workbench.preprocessing.parser.foreign_language import (
    FEWEST_WORDS,
    SHARE,
    TIMES,
    foreign_language,
    foreign_script,
    share_of_stop_words,
)


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
    check_language(document.raw_text, document.language)
    return document, [each.id for each in documents]


_WORD = re.compile(r"[^\W\d_]+")


def check_language(text: str, code: str) -> None:
    """Refuse a text that is plainly in another language than it would be read in, by its script and its stop words.

    A text that is refused wrongly is worse than one that is resolved badly.

    Args:
        code: of the language that its document names, or is taken to be in.

    Raises:
        ValueError: it is; the message names the language, and what is to be done or which languages there are.
    """
    ours = LANGUAGES.available()
    there_are = ", ".join(language.name for language in ours.values())
    script = foreign_script(text, LANGUAGES.get(code).closed_class)
    if script and LANGUAGES.get(code).folder is not None:
        raise ValueError(f"the text is in {script} script; expected one of the languages there are: {there_are}")
    words = _WORD.findall(text.lower())
    if len(words) < FEWEST_WORDS:
        return
    # Czech has more stop words of French than of English, and most of its own.
    other = foreign_language(words, ours)
    if other is not None:
        raise ValueError(f"the text seems to be {other}; expected one of the languages there are: {there_are}")
    one_of_ours = _seems_of_ours(words, ours, code)
    if one_of_ours is not None:
        told = f"np-xml, or CoNLL-U with # meta::language = {one_of_ours}"
        raise ValueError(
            f"the text seems to be {ours[one_of_ours].name} and would be read as {LANGUAGES.get(code).name}; "
            f"expected a file that names its language ({told})"
        )


def _seems_of_ours(words: Sequence[str], ours: Iterable[str], code: str) -> str | None:
    """The code of the other language of ours with by far more stop words in a text; None where it is not plain."""
    share = {each: share_of_stop_words(words, each) for each in ours}
    best = max(share, key=lambda each: share[each])
    is_plain = share[best] >= max(SHARE, TIMES * share.get(code, 0.0))
    return best if is_plain and best != code else None
