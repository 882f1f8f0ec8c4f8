"""Names that a tagger took for other words, and that a parser hung before a verb: *Polly has two sisters*, *Kay flees*.

Small pipelines tag rare names as nouns, adjectives and adverbs. A capitalised word is a name where the document has it
as one elsewhere, or where the lists know it as a name and as nothing else, unless it is also written small. Only what a
model predicts is put right, never a corpus's own annotation. Source: our own; rules chosen by the tags of GUM train.
"""

from __future__ import annotations

import re
from collections import Counter

from anaphora_workbench.corpora.dependencies import (
    ADJECTIVE,
    ADVERB,
    BARE_ADVERBIAL,
    DETERMINER,
    NOUN_MODIFIER,
    POSSESSOR,
    SUBJECT,
    UD_SUBJECT,
)
from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Lexicon, tables_for
from anaphora_workbench.corpora.languages.language import Language
from anaphora_workbench.corpora.languages.pronouns import features

_LIKE_A_NAME = re.compile(r"[A-Z][a-zß-öø-ÿ]+(?:-[A-Z][a-zß-öø-ÿ]+)*")
_PROPER = "PROPN"
_NOUN, _INTERJECTION, _MODIFIERS = "NOUN", "INTJ", frozenset({"ADJ", "ADV"})
_OTHERS = _MODIFIERS | {"VERB"}
# What a name is that the document has nowhere else.
_SINGULAR, _MORPHOLOGY = frozenset({"proper", "singular"}), "Number=Sing"
# Adverbs of English that might be names end so, as *Polly* and *Emily* do; others are known: *ever*, *not*.
_ADVERB, _ENDING = "ADV", "ly"
# What a name hangs by that stands before its verb and was taken for something else.
_MISTAKEN = ADJECTIVE | ADVERB | BARE_ADVERBIAL | NOUN_MODIFIER
# Words from a name to the verb whose subject it is: *Carly once again left*.
_NEAR = 3


def put_names_right(document: Document, lexicon: Lexicon) -> None:
    """Tag as names what a tagger took for other words, and make subjects of names that hang before verbs, in place.

    Only in languages that list which of their words are first names somewhere, but mostly something else.
    """
    language, words = tables_for(document), document.words
    other_words = language.words("first_names.other_words")
    if not other_words:
        return
    as_names = Counter(word.form for word in words if word.upos == _PROPER)
    written = Counter(word.form for word in words)
    tags = {word.form: (word.xpos, word.morphology) for word in words if word.upos == _PROPER}
    singular = next((tag for tag, classes in language.tags.items() if classes >= _SINGULAR), "")
    starts = {sentence.start for sentence in document.sentences}
    for offset, word in enumerate(words):
        form, small = word.form, word.form.lower()
        if not _LIKE_A_NAME.fullmatch(form) or written[small] or small in other_words or small in language.closed_class:
            continue
        mostly_a_name = as_names[form] > written[form] - as_names[form]
        if _is_name(word, mostly_a_name, offset in starts, language, lexicon):
            word.upos, word.lemma = _PROPER, form
            word.xpos, word.morphology = tags.get(form, (singular, _MORPHOLOGY))
    # A verb with a determiner was a noun: *the NBC show*.
    determined = {word.head for word in words if word.relation in DETERMINER | POSSESSOR}
    subjects = {word.head: place for place, word in enumerate(words) if word.relation in SUBJECT}
    # From the right, so that *Tom* of *Tom Reed left* finds *Reed* put right.
    for offset in range(len(words) - 1, -1, -1):
        if words[offset].upos == _PROPER and determined.isdisjoint((offset, words[offset].head)):
            _hang_on_verb(words, offset, subjects)


def _is_name(word: Word, mostly_a_name: bool, begins: bool, language: Language, lexicon: Lexicon) -> bool:
    """Whether a capitalised word that is nowhere written small is a name though the tagger says otherwise.

    Args:
        mostly_a_name: it is tagged as one in most places of the document.
        begins: it is the first word of its sentence.
    """
    small = word.form.lower()
    noun = small in lexicon.nouns or word.lemma.lower() in lexicon.nouns
    sexes = lexicon.name_gender(word.form)
    if word.upos == _NOUN:
        known = sexes is not None or lexicon.is_surname(word.form)
        return mostly_a_name or (not noun and (known or not begins or word.relation in SUBJECT))
    if word.upos == _INTERJECTION:
        return sexes is not None and not noun
    if word.upos not in _OTHERS:
        return False
    if word.upos == _ADVERB and word.form.endswith(_ENDING) and sexes is not None and len(sexes) == 1:
        return True
    if noun:
        return False
    borne = sexes is not None and len(sexes) == 1 and not lexicon.is_mostly_surname(word.form)
    return mostly_a_name or (borne and word.upos in _MODIFIERS - {_ADVERB})


def _hang_on_verb(words: list[Word], offset: int, subjects: dict[int, int]) -> None:
    """Make a name the subject of the finite verb behind it that has none, or part of the name that is.

    Args:
        subjects: offset of a subject by that of its verb.
    """
    name = words[offset]
    verb = name.head
    if name.relation not in _MISTAKEN or not offset < verb <= offset + _NEAR:
        return
    finite = features(words[verb].morphology).get("VerbForm") == "Fin"
    if not finite or not name.form[:1].isupper() or not words[verb].form.islower():
        return
    subject = subjects.setdefault(verb, offset)
    if subject == offset:
        name.relation = UD_SUBJECT
    elif offset < subject and all(word.upos == _PROPER for word in words[offset : subject + 1]):
        name.head = subject
