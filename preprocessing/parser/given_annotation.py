"""Annotation that a document brings from another parser, so that only the rest is made."""

import re
from dataclasses import replace

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.semeval2010.columns import column_annotations
from anaphora_workbench.corpora.languages import LANGUAGES, Pronoun, pronoun_of
from anaphora_workbench.corpora.trees.tree import DependencyTree

# What ``spacy_parser`` writes: *spaCy 3.8.18, en_core_web_sm 3.8.0*.
_OF_SPACY = re.compile(r"spaCy \S+, (\S+) (\S+)")
# What a mention of which only the place is known says besides its place.
_BLANK = Mention("", 0, 1, 0)
# What signatures call the annotation that a corpus has predicted beside its own.
PREDICTED_COLUMNS = "predicted columns of the corpus"
# Functions of what is no possessor.
_ARGUMENTS = frozenset({"SUBJ", "DOBJ", "IOBJ", "OBL", "AGENT"})
# What tells a feature goes with it.
_WITH = {"number": ("number_from",), "gender": ("gender_from", "animacy_from", "life")}
_STATED = ("pronoun_type", "number", "gender", "person", "definiteness", "function", "verb", "preposition",
           "embedded_in", "apposition_of", "predicate_of", "adjunct", "existential", "pleonastic")  # fmt: skip


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


def parser_named(document: Document) -> str:
    """Who has parsed it, as signatures name it: a model of spaCy as if it had been at work now, else its tool."""
    by_spacy = _OF_SPACY.fullmatch(document.tool)
    return f"{by_spacy[1]}-{by_spacy[2]}" if by_spacy else document.tool or "unnamed"


def parser_of(document: Document) -> str:
    """Who made the predicted annotation that a document brings, as signatures name it; "" where it is parsed here."""
    if has_own_annotation(document):
        return parser_named(document)
    return PREDICTED_COLUMNS if "predicted" in column_annotations(document) else ""


def with_stated(mention: Mention, given: Mention) -> Mention:
    """A mention as it was read off words and heads, with what a parser has said of it itself."""
    stated = [name for name in _STATED if getattr(given, name) != getattr(_BLANK, name)]
    names = [*stated, *(other for name in stated for other in _WITH.get(name, ()))]
    return replace(mention, **{name: getattr(given, name) for name in names})


def with_pronouns_told(document: Document, persons: bool) -> Document:
    """A document whose pronouns have the kind, type and person that their form tells where no parser has said them.

    A mention without a kind can be told to be a pronoun only where others of its source are described.

    Args:
        persons: whether third persons may be such as nobody has said; a file does not tell these apart.
    """
    described = {mention.source for mention in document.mentions if is_described(mention)}
    lacking = {
        number
        for number, mention in enumerate(document.mentions)
        if mention.start >= 0
        and (
            (mention.is_pronoun and (mention.pronoun_type is None or (persons and mention.person == _BLANK.person)))
            or (not is_described(mention) and (mention.source in described or mention.pronoun_type is not None))
        )
    }
    if not lacking:
        return document
    tree = DependencyTree(document)
    mentions = [
        _told(mention, document, tree) if number in lacking else mention
        for number, mention in enumerate(document.mentions)
    ]
    return replace(document, mentions=mentions)


def _told(mention: Mention, document: Document, tree: DependencyTree) -> Mention:
    pronoun = _pronoun(mention, document, tree)
    if pronoun is None:
        return mention if mention.pronoun_type is None else replace(mention, kind="pronoun")
    person = pronoun.person if mention.person == _BLANK.person else mention.person
    return replace(mention, kind="pronoun", pronoun_type=mention.pronoun_type or pronoun.type, person=person)


def _pronoun(mention: Mention, document: Document, tree: DependencyTree) -> Pronoun | None:
    """What the form of a mention tells as a pronoun; without a parse its function says whether *her* is possessive."""
    forms = tuple(word.form.lower() for word in document.words[mention.start : mention.end])
    if forms in tree.language.reciprocals:
        return tree.language.reciprocals[forms]
    if len(forms) > 1 and not mention.is_pronoun:
        return None
    if tree.has_parse(mention.head):
        return tree.pronoun(mention.head)
    possessor, argument = mention.function == "POSS", mention.function in _ARGUMENTS
    return pronoun_of(document.words[mention.head], tree.language, possessor=possessor, argument=argument)
