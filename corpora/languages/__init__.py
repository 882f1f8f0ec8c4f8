"""The languages: each a folder of tables and one small module, found by entry points.

``anaphora_workbench.languages`` is the group; the entry's name is the code of the language, as in
``en = "anaphora_workbench.corpora.languages.en.language:ENGLISH"``. docs/guides/language.md says how to add one.
"""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages.language import Language
from anaphora_workbench.corpora.languages.lexicon import Lexicon
from anaphora_workbench.corpora.languages.pronouns import Pronoun, pronoun_of
from anaphora_workbench.corpora.support.plugins import Registry, instance_of

__all__ = [
    "BARE", "LANGUAGES", "Language", "Lexicon", "Pronoun", "language_named", "language_of", "pronoun_of", "tables_for",
]  # fmt: skip

LANGUAGES: Registry[Language] = Registry(
    group="anaphora_workbench.languages",
    kind="language",
    check=instance_of(Language, "a corpora.languages.Language"),
    order=("en",),
    named_by="code",
)
# No language: universal tags and features tell of a word what they do, and no form means anything.
BARE = Language("", "no language", None)


def language_named(code: str) -> Language:
    """The language of a code, as ``en``.

    Raises:
        ValueError: it has no folder; the message names those that have one.
    """
    return LANGUAGES.get(code)


def in_words(codes: Iterable[str]) -> str:
    """The names of languages, or the code of one that has no folder."""
    known = LANGUAGES.names()
    return " and ".join(LANGUAGES.get(code).name if code in known else code for code in sorted(codes))


def language_of(document: Document) -> Language:
    """The language that a document is in.

    Raises:
        ValueError: it has no folder; the message names document and language, and those that have one.
    """
    try:
        return language_named(document.language)
    except ValueError as error:
        raise ValueError(f"{document.id}: {error}") from None


def tables_for(document: Document) -> Language:
    """The language that a document is in, or one without tables: for readers and scores, which take any language."""
    return language_named(document.language) if document.language in LANGUAGES.names() else BARE
