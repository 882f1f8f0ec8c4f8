"""Tags that contradict the form or the tree: a clause that a tagger took for a noun phrase, *her* before no noun.

*The telephone rang*, *that the mayor resign*, *the small one barks*, *made her laugh*, *called her lazy*. Each rule
asks for a contradiction: a complementiser or a whole sentence without a verb, *one* before a plural, a noun with two
possessors or an adjective with one. Only what a model predicts is put right, never a corpus's own annotation, and only
in trees with the labels of CLEAR. Source: Huddleston & Pullum (2002), 5.9.5, 11.8, 14.1; the rules are our own.
"""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import Language, Lexicon, tables_for
from anaphora_workbench.corpora.trees.labels import (
    ADJECTIVE,
    CLAUSE_MARK,
    CLEAR_CLAUSE,
    CLEAR_DETERMINER,
    CLEAR_RECIPIENT,
    CLEAR_SUBJECT,
    COMPLEMENT_CLAUSE,
    DETERMINER,
    NOUN_MODIFIER,
    NUMERAL,
    OBJECT,
    POSSESSOR,
    ROOT,
)

_VERBAL = frozenset({"VERB", "AUX"})
_NAMING = frozenset({"NOUN", "PROPN", "NUM", "PRON"})
_OF_SUBJECT = DETERMINER | ADJECTIVE | POSSESSOR | NUMERAL
_BASE_FORM, _PERSONAL = frozenset({"base_form"}), frozenset({"pronoun", "personal"})
_FINITE, _INFINITIVE = "VerbForm=Fin", "VerbForm=Inf"


def put_clauses_right(document: Document, lexicon: Lexicon) -> None:
    """Tag as verbs and pronouns what the tree shows to be such, and hang on them what belongs to them, in place."""
    language, words = tables_for(document), document.words
    if document.relations != "clear" or not language.reciprocals or not lexicon.nouns:
        return
    children: dict[int, list[int]] = {}
    for offset, word in enumerate(words):
        children.setdefault(word.head, []).append(offset)
    for sentence in document.sentences:
        _put_reciprocals_right(words, sentence, language)
        verbless = all(words[offset].upos not in _VERBAL for offset in range(sentence.start, sentence.end))
        for offset in range(sentence.start, sentence.end):
            below = children.get(offset, [])
            if words[offset].upos == "NOUN" and words[offset].form.islower():
                subject = _subject_of_noun(words, offset, below, lexicon, language, verbless)
                if subject is not None:
                    _make_verb(words, offset, subject, below, language)
            _put_possessor_right(words, offset, below, lexicon, language)


def _put_reciprocals_right(words: list[Word], sentence: Sentence, language: Language) -> None:
    """*One another* and *each other* are one phrase, headed by its second word."""
    for offset in range(sentence.start, sentence.end - 1):
        first, second = words[offset], words[offset + 1]
        if (first.form.lower(), second.form.lower()) not in language.reciprocals or first.head == offset + 1:
            continue
        if second.head != offset and first.head >= 0:
            second.head, second.relation = first.head, first.relation
            first.head, first.relation = offset + 1, CLEAR_DETERMINER
            second.upos, first.upos = "NOUN", "DET"


def _subject_of_noun(
    words: list[Word], offset: int, below: list[int], lexicon: Lexicon, language: Language, verbless: bool
) -> int | None:
    """The subject of a verb that is tagged as a noun, None where nothing shows it to be one."""
    noun = words[offset]
    left = [child for child in below if child < offset]
    ones = language.words("numerals.one")
    if noun.relation in ROOT and verbless:
        numeral = next((child for child in left if words[child].form.lower() in ones), None)
        if numeral is not None and language.is_plural(noun) and numeral == offset - 1:
            return numeral
    modifier = offset - 1
    if modifier not in left or words[modifier].relation not in NOUN_MODIFIER or words[modifier].upos not in _NAMING:
        return None
    marked = any(words[child].relation in CLAUSE_MARK for child in left)
    if noun.relation in COMPLEMENT_CLAUSE and marked and not any(words[child].upos in _VERBAL for child in below):
        return modifier
    unknown = noun.form.lower() not in lexicon.nouns and noun.lemma.lower() not in lexicon.nouns
    known = words[modifier].upos == "PROPN" or words[modifier].lemma.lower() in lexicon.nouns
    ends = offset + 1 == len(words) or words[offset + 1].upos == "PUNCT" or words[offset + 1].upos in ("ADV", "ADP")
    return modifier if noun.relation in ROOT and verbless and unknown and known and ends else None


def _make_verb(words: list[Word], offset: int, subject: int, below: Iterable[int], language: Language) -> None:
    """Make a noun the verb of a subject, which takes what stands before it."""
    verb = words[offset]
    verb.upos = "VERB"
    # The form of a finite verb, or of a subjunctive.
    present = verb.form.lower() != verb.lemma.lower() and verb.form.lower().endswith("s")
    subjunctive = verb.relation in COMPLEMENT_CLAUSE
    verb.xpos = "VBZ" if present else _tag(language, _BASE_FORM) if subjunctive else "VBD"
    verb.morphology = _INFINITIVE if subjunctive else _FINITE
    for child in below:
        if child < subject and words[child].relation in _OF_SUBJECT | NOUN_MODIFIER:
            words[child].head = subject
    words[subject].relation = CLEAR_SUBJECT


def _put_possessor_right(
    words: list[Word], offset: int, below: list[int], lexicon: Lexicon, language: Language
) -> None:
    """Make an object of *her* that possesses nothing: before an adjective, a second possessor or a bare infinitive."""
    head, accusative = words[offset], language.words("object_pronouns.words")
    if head.upos == "PRON" or not below:
        return
    ours = [child for child in below if words[child].form.lower() in accusative and child < offset]
    for child in ours:
        word = words[child]
        if word.relation in POSSESSOR and head.upos == "ADJ":
            word.relation = CLEAR_SUBJECT
            if head.head >= 0 and words[head.head].upos in _VERBAL:
                head.relation = CLEAR_CLAUSE
        elif word.relation in POSSESSOR and any(
            words[other].relation in POSSESSOR for other in below if child < other < offset
        ):
            if head.head < 0 or words[head.head].upos not in _VERBAL:
                continue
            word.head, word.relation = head.head, CLEAR_RECIPIENT
        elif word.relation in POSSESSOR and _is_bare_infinitive(words, offset, child, lexicon, language):
            head.upos, head.xpos, head.morphology = "VERB", _tag(language, _BASE_FORM), _INFINITIVE
            head.relation = CLEAR_CLAUSE
            word.relation = CLEAR_SUBJECT
        elif word.relation in POSSESSOR:
            continue
        if language.tag_is(word.xpos, "possessive"):
            word.xpos, word.morphology = (
                _tag(language, _PERSONAL),
                word.morphology.replace("|Poss=Yes", "").replace("Poss=Yes|", ""),
            )


def _tag(language: Language, classes: frozenset[str]) -> str:
    """The first tag of a language that says all of these, "" where its tags are not listed."""
    return next((tag for tag, told in language.tags.items() if told >= classes), "")


def _is_bare_infinitive(words: list[Word], offset: int, pronoun: int, lexicon: Lexicon, language: Language) -> bool:
    """*Made her laugh*: what persons do, or no noun of the lists, behind a verb that takes a bare infinitive."""
    noun = words[offset]
    if noun.relation not in OBJECT or noun.head < 0 or pronoun != offset - 1 or noun.upos != "NOUN":
        return False
    verb, form = words[noun.head], noun.form.lower()
    if (verb.lemma or verb.form).lower() not in language.words("bare_infinitives.verbs") or language.is_plural(noun):
        return False
    return form in lexicon.words("person_contexts.verbs") or form not in lexicon.nouns
