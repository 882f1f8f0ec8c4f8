"""Names that a tagger took for other words, and that a parser hung before a verb: *Polly has two sisters*, *Kay flees*.

Small pipelines tag rare names as nouns, adjectives and adverbs. A capitalised word that is nowhere written small is a
name where the document mostly has it as one, where the lists know it as a name and as nothing else, and, tagged as a
noun, where no list knows it. Only what a model predicts is put right, never a corpus's own annotation. Source: our own;
rules chosen by the tags of GUM train.
"""

import re
from collections import Counter
from itertools import pairwise

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Language, Lexicon, tables_for
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.preprocessing.mentions.names import TIME_LABELS

_LIKE_A_NAME = re.compile(r"[A-Z][a-zß-öø-ÿ]+(?:-[A-Z][a-zß-öø-ÿ]+)*")
_PROPER = "PROPN"
_NOUN, _INTERJECTION, _MODIFIERS = "NOUN", "INTJ", frozenset({"ADJ", "ADV"})
_OTHERS = _MODIFIERS | {"VERB"}
_ADVERB, _AUXILIARY = "ADV", "AUX"
# What a name is that the document has nowhere else.
_CLASSES, SINGULAR = frozenset({"proper", "singular"}), "Number=Sing"
# What a name hangs by that stands before its verb and was taken for something else.
_MISTAKEN = labels.ADJECTIVE | labels.ADVERB | labels.BARE_ADVERBIAL | labels.NOUN_MODIFIER
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
    singular = name_tag(language)
    starts = {sentence.start for sentence in document.sentences}
    surnames = _surnames(words, written, lexicon, other_words | language.closed_class)
    for offset, word in enumerate(words):
        form, small = word.form, word.form.lower()
        if not _LIKE_A_NAME.fullmatch(form) or written[small] or small in language.closed_class:
            continue
        mostly = as_names[form] > written[form] - as_names[form] and _may_be_name(word, lexicon)
        mostly = mostly or (form in surnames and word.upos == _NOUN)
        if mostly or (small not in other_words and _is_known(word, offset in starts, lexicon)):
            word.upos, word.lemma = _PROPER, form
            word.xpos, word.morphology = tags.get(form, (singular, SINGULAR))
    # A verb with a determiner was a noun: *the NBC show*.
    determined = {word.head for word in words if word.relation in labels.DETERMINER | labels.POSSESSOR}
    subjects = {word.head: place for place, word in enumerate(words) if word.relation in labels.SUBJECT}
    # From the right, so that *Tom* of *Tom Reed left* finds *Reed* put right.
    for offset in range(len(words) - 1, -1, -1):
        if words[offset].upos == _PROPER and determined.isdisjoint((offset, words[offset].head)):
            _hang_on_verb(words, offset, subjects)


def _surnames(words: list[Word], written: Counter[str], lexicon: Lexicon, not_names: frozenset[str]) -> set[str]:
    """Capitalised words behind a first name, but for those in ``not_names``: *Allessandra Hull … Hull*."""
    return {
        word.form
        for first, word in pairwise(words)
        if (first.upos == _PROPER or not written[first.form.lower()])
        and _LIKE_A_NAME.fullmatch(first.form)
        and len(lexicon.name_gender(first.form) or "") == 1
        and first.form.lower() not in not_names
        and (first.form.lower() not in lexicon.nouns or (first.upos == _PROPER and lexicon.is_surname(word.form)))
        and (word.upos == _PROPER or lexicon.is_surname(word.form))
        and _LIKE_A_NAME.fullmatch(word.form)
        and not written[word.form.lower()]
    }


def name_tag(language: Language) -> str:
    """The tag that a language's taggers give a name of one thing, "" where its tags are not listed."""
    return next((tag for tag, classes in language.tags.items() if classes >= _CLASSES), "")


def _is_noun(word: Word, lexicon: Lexicon) -> bool:
    """Whether the list of nouns has a word; a list that has none tells nothing, so it may have any."""
    return not lexicon.nouns or word.form.lower() in lexicon.nouns or word.lemma.lower() in lexicon.nouns


def _may_be_name(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word may be a name because it is one elsewhere, though it is tagged as none."""
    return word.upos == _NOUN or (word.upos in _OTHERS and not _is_noun(word, lexicon))


def _is_known(word: Word, begins: bool, lexicon: Lexicon) -> bool:
    """Whether the lists make a name of a capitalised word that is nowhere written small and is tagged as none."""
    sexes, noun = lexicon.name_gender(word.form), _is_noun(word, lexicon)
    if word.upos == _NOUN:
        known = sexes is not None or lexicon.is_surname(word.form)
        # At the beginning of a sentence words that are new have a capital, too: *Smartphones*, but not *Rathke*.
        unknown = not begins or (word.relation in labels.SUBJECT and word.lemma.lower() == word.form.lower())
        return not noun and (known or unknown)
    if word.upos == _INTERJECTION:
        return sexes is not None and not noun
    borne = sexes is not None and len(sexes) == 1 and not lexicon.is_mostly_surname(word.form)
    return borne and (word.upos == _ADVERB or (word.upos in _MODIFIERS and not noun))


def _hang_on_verb(words: list[Word], offset: int, subjects: dict[int, int]) -> None:
    """Make a name the subject of the finite verb beside it that has none, or part of the name that is."""
    name = words[offset]
    verb = name.head
    copula = offset - 1
    if name.relation in labels.NOUN_MODIFIER and verb > offset > 0 and words[verb].upos == "ADJ":
        # *Is Tom rich?*
        be = words[copula]
        asks = be.upos == _AUXILIARY and be.relation not in labels.CONJUNCT and _is_finite(be)
        if words[verb].head == copula and asks and copula not in subjects:
            name.head, name.relation = copula, labels.UD_SUBJECT
            subjects[copula] = offset
        return
    if name.relation not in _MISTAKEN or name.entity_type in TIME_LABELS or not offset < verb <= offset + _NEAR:
        return
    if not _is_finite(words[verb]) or not name.form[:1].isupper() or not words[verb].form.islower():
        return
    subject = subjects.setdefault(verb, offset)
    if subject == offset:
        name.relation = labels.UD_SUBJECT
    elif offset < subject and all(word.upos == _PROPER for word in words[offset : subject + 1]):
        name.head = subject


def _is_finite(verb: Word) -> bool:
    return features(verb.morphology).get("VerbForm") == "Fin"
