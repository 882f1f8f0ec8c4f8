"""Tags that contradict the form or the tree: a clause that a tagger took for a noun phrase, *her* before no noun.

*The telephone rang*, *that the mayor resign*, *the small one barks*, *made her laugh*, *called her lazy*. Each rule
asks for a contradiction: a noun with a subject and no copula, a complementiser or a whole sentence without a verb,
*one* before a plural, a noun with two possessors or an adjective with one. Only what a model predicts is put right,
never a corpus's own annotation, and only in trees with the labels of CLEAR. Source: Huddleston & Pullum (2002), 5.9.5,
11.8, 14.1; the rules are our own. In GUM train 27 of the 32 nouns that become verbs are such in the key.
"""

from collections.abc import Iterable

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import Language, Lexicon, tables_for
from anaphora_workbench.corpora.trees import labels

_CLAUSES = labels.ADVERBIAL_CLAUSE | labels.RELATIVE_CLAUSE
_BEHIND_VERB = frozenset({"PUNCT", "ADV", "ADP"})
# A tagger calls a foreign word, X, what it does not know.
_NOUN_LIKE = frozenset({"NOUN", "X"})
_OF_SUBJECT = labels.DETERMINER | labels.ADJECTIVE | labels.POSSESSOR | labels.NUMERAL
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
        verbless = all(words[offset].upos not in labels.VERB_TAGS for offset in range(sentence.start, sentence.end))
        for offset in range(sentence.start, sentence.end):
            below = children.get(offset, [])
            if words[offset].upos in _NOUN_LIKE and words[offset].relation in labels.ROOT:
                _put_root_right(words, sentence, offset, below)
            if words[offset].upos in _NOUN_LIKE and words[offset].form.islower():
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
            first.head, first.relation = offset + 1, labels.CLEAR_DETERMINER
            second.upos, first.upos = "NOUN", "DET"


def _subject_of_noun(
    words: list[Word], offset: int, below: list[int], lexicon: Lexicon, language: Language, verbless: bool
) -> int | None:
    """The subject of a verb that is tagged as a noun, None where nothing shows it to be one."""
    noun, before = words[offset], offset - 1
    left = [child for child in below if child < offset]
    root, complement = noun.relation in labels.ROOT, noun.relation in labels.COMPLEMENT_CLAUSE
    marked = complement and any(words[child].relation in labels.CLAUSE_MARK for child in left)
    subject = next((child for child in left if words[child].relation in labels.NOMINAL_SUBJECT), None)
    if subject is not None:
        # A noun that is a predicate hangs on its copula, or has a phrase of its own.
        phrase = any(subject < child and words[child].relation in _OF_SUBJECT | labels.NOUN_MODIFIER for child in left)
        clause = root or marked or noun.relation in _CLAUSES
        return subject if clause and not phrase and noun.upos == "NOUN" else None
    if before not in left or words[before].relation not in labels.NOUN_MODIFIER | labels.ADJECTIVE | labels.NUMERAL:
        return None
    if words[before].form.lower() in language.words("numerals.one"):
        return before if root and verbless and language.is_plural(noun) else None
    if words[before].upos != "PROPN" and words[before].form.lower() not in lexicon.nouns:
        return None
    if marked and all(words[child].upos not in labels.VERB_TAGS for child in below):
        return before
    unknown = not {noun.form.lower(), noun.lemma.lower()} & lexicon.nouns.keys()
    determined = any(words[child].relation in labels.DETERMINER for child in left)
    ends = offset + 1 == len(words) or words[offset + 1].upos in _BEHIND_VERB
    # An adverbial clause modifies no noun.
    alone = (verbless and ends) or any(words[child].relation in labels.ADVERBIAL_CLAUSE for child in below)
    return before if root and unknown and determined and alone else None


def _put_root_right(words: list[Word], sentence: Sentence, offset: int, below: list[int]) -> None:
    """Make a sentence of a noun with a past participle that is all there is: *The kettle hissed when he came.*"""
    noun, verb = words[offset], offset + 1
    if (
        [child for child in below if words[child].upos in labels.VERB_TAGS] == [verb]
        and words[verb].relation in labels.ADNOMINAL_CLAUSE
        and "Tense=Past" in words[verb].morphology
        and any(words[child].relation in labels.DETERMINER for child in below)
        and words[sentence.end - 1].form == "."
    ):
        words[verb].head, words[verb].relation = noun.head, noun.relation
        words[verb].xpos = "VBD"
        words[verb].morphology = _FINITE
        for child in (offset, *below):
            if child == offset or child > verb:
                words[child].head = verb
        noun.relation = labels.CLEAR_SUBJECT


def _make_verb(words: list[Word], offset: int, subject: int, below: Iterable[int], language: Language) -> None:
    """Make a noun the verb of a subject, which takes what stands before it."""
    verb = words[offset]
    verb.upos = "VERB"
    # The form of a finite verb, or of a subjunctive.
    present = verb.form.lower() != verb.lemma.lower() and verb.form.lower().endswith("s")
    subjunctive = verb.relation in labels.COMPLEMENT_CLAUSE
    verb.xpos = "VBZ" if present else _tag(language, _BASE_FORM) if subjunctive else "VBD"
    verb.morphology = _INFINITIVE if subjunctive else _FINITE
    for child in below:
        if child < subject and words[child].relation in _OF_SUBJECT | labels.NOUN_MODIFIER:
            words[child].head = subject
    words[subject].relation = labels.CLEAR_SUBJECT


def _put_possessor_right(
    words: list[Word], offset: int, below: list[int], lexicon: Lexicon, language: Language
) -> None:
    """Make an object of *her* that possesses nothing: before an adjective, a second possessor or a bare infinitive."""
    head, accusative = words[offset], language.words("object_pronouns.words")
    # *Hold her own*: a possession without its noun.
    owned = language.words("reflexive_predicates.words")
    below_verb = head.head >= 0 and words[head.head].upos in labels.VERB_TAGS
    left = [child for child in below if child < offset]
    possessors = [child for child in left if words[child].relation in labels.POSSESSOR]
    for child in left:
        word = words[child]
        if head.upos == "PRON" or word.form.lower() not in accusative or head.form.lower() in owned:
            continue
        if word.relation in labels.POSSESSOR:
            if head.upos == "ADJ":
                word.relation = labels.CLEAR_SUBJECT
                head.relation = labels.CLEAR_CLAUSE if below_verb else head.relation
            elif child < possessors[-1] and below_verb:
                word.head, word.relation = head.head, labels.CLEAR_RECIPIENT
            elif _is_bare_infinitive(words, offset, child, lexicon, language):
                head.upos, head.xpos, head.morphology = "VERB", _tag(language, _BASE_FORM), _INFINITIVE
                head.relation, word.relation = labels.CLEAR_CLAUSE, labels.CLEAR_SUBJECT
            else:
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
    if noun.relation not in labels.OBJECT or noun.head < 0 or pronoun != offset - 1 or noun.upos != "NOUN":
        return False
    verb, form = words[noun.head], noun.form.lower()
    if (verb.lemma or verb.form).lower() not in language.words("bare_infinitives.verbs") or language.is_plural(noun):
        return False
    return form in lexicon.words("person_contexts.verbs") or form not in lexicon.nouns
