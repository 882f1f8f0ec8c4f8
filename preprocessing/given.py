"""What a document brings from another parser, so that only the rest is to be made."""

from __future__ import annotations

from dataclasses import replace

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.languages import LANGUAGES

# What a mention of which only the place is known says besides its place.
_BLANK = Mention("", 0, 1, 0)
# What tells a feature goes with it.
_WITH = {"number": ("number_from",), "gender": ("gender_from", "animacy_from", "life")}
_STATED = ("number", "gender", "person", "definiteness", "function", "verb", "preposition", "embedded_in",
           "apposition_of", "predicate_of", "adjunct", "existential", "pleonastic")  # fmt: skip


def is_described(mention: Mention) -> bool:
    """Whether a parser has said what a mention is: its kind, or the lemma or tag of its head."""
    return mention.kind != "other" or bool(mention.lemma or mention.upos)


def is_preprocessed(document: Document) -> bool:
    """Whether noun phrases with features, or clauses, have been found in it, as in an np-xml file of ``preprocess``.

    Noun phrases of which only the place is known, as those of ``bm2001``, are still to be described.
    """
    return any(mention.source == "system" and mention.kind != "other" for mention in document.mentions) or any(
        word.clause is not None for word in document.words
    )


def has_own_annotation(document: Document) -> bool:
    """Whether it is to keep the annotation that it has, and to get only what it lacks.

    It was preprocessed, or it says that its annotation is predicted and has heads, or mentions that are described.
    """
    if is_preprocessed(document):
        return True
    if document.annotation != "predicted" or document.language not in LANGUAGES.names():
        return False
    return bool(document.words) and (bool(document.relations) or any(map(is_described, document.mentions)))


def with_stated(mention: Mention, given: Mention) -> Mention:
    """A mention as it was read off words and heads, with what a parser has said of it itself."""
    stated = [name for name in _STATED if getattr(given, name) != getattr(_BLANK, name)]
    names = [*stated, *(other for name in stated for other in _WITH.get(name, ()))]
    return replace(mention, **{name: getattr(given, name) for name in names})
