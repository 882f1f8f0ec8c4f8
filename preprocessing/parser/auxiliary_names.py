"""Names that a tagger took for auxiliaries: *Will lost his keys*, *Will's dog*, *the lamp that Will bought*.

Behind *will* stands an infinitive, so a capitalised one before another form is its subject, unless the verb has one; a
time that was taken for the subject is none (*Tomorrow Will leaves*). Only what a model predicts is put right, never a
corpus's own annotation. Source: our own, on constructed sentences.
"""

from __future__ import annotations

from collections import defaultdict

from anaphora_workbench.corpora.dependencies import (
    AUXILIARY,
    CLEAR_ADVERBIAL,
    CLEAR_CONJUNCT,
    CLEAR_OBJECT,
    CLEAR_POSSESSOR,
    CLEAR_SUBJECT,
    CONJUNCTION,
    NOUN_MODIFIER,
    PASSIVE_AUXILIARY,
    POSTPOSED_CASE,
    SUBJECT,
)
from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Language, Lexicon, tables_for
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.preprocessing.mentions.names import TIME_LABELS
from anaphora_workbench.preprocessing.parser.mistagged_names import LIKE_A_NAME, SINGULAR, name_tag

_PROPER, _AUXILIARY, _NOUNS = "PROPN", "AUX", frozenset({"NOUN", "PROPN"})


def put_auxiliaries_right(document: Document, lexicon: Lexicon) -> None:
    """Make names of what was taken for auxiliaries, in place, in trees of CLEAR."""
    language, words = tables_for(document), document.words
    if document.relations != "clear":
        return
    subjects: dict[int, list[int]] = defaultdict(list)
    for offset, word in enumerate(words):
        if word.relation in SUBJECT:
            subjects[word.head].append(offset)
    for sentence in document.sentences:
        asks = words[sentence.end - 1].form == "?"
        for offset in range(sentence.start + asks, sentence.end):
            # *Will talks resume?* begins with none.
            word = words[offset]
            if word.upos != _AUXILIARY or not LIKE_A_NAME.fullmatch(word.form) or word.head <= offset:
                continue
            if lexicon.name_gender(word.form) is not None and _takes_its_place(words, offset, subjects, language):
                word.upos, word.lemma, word.xpos, word.morphology = _PROPER, word.form, name_tag(language), SINGULAR


def _takes_its_place(words: list[Word], name: int, subjects: dict[int, list[int]], language: Language) -> bool:
    """Hang a name on what it belongs to, if it is one; whether it is."""
    word, verb = words[name], words[name].head
    if word.relation in NOUN_MODIFIER:
        # *Will Reed*
        return words[verb].upos == _PROPER
    if word.relation not in AUXILIARY:
        return False
    if words[name + 1].relation in POSTPOSED_CASE and words[name + 1].head == name:
        owned = next((at for at in range(name + 2, verb) if words[at].head == verb and words[at].upos in _NOUNS), None)
        if owned is not None:
            word.head, word.relation = owned, CLEAR_POSSESSOR
        return owned is not None
    if not _is_past_or_third_person(_next_verb(words, name)):
        return False
    before = words[name - 1] if name else None
    of_verb = subjects[verb]
    if all(words[subject].entity_type in TIME_LABELS for subject in of_verb):
        for subject in of_verb:
            words[subject].relation = CLEAR_ADVERBIAL
    elif of_verb == [name - 1] and language.word_is(words[name - 1], "relative"):
        # *the lamp that Will bought*
        words[name - 1].relation = CLEAR_OBJECT
    elif before is not None and before.relation in CONJUNCTION and of_verb == [before.head]:
        # *Ann and Will left*
        word.head, word.relation = before.head, CLEAR_CONJUNCT
        return True
    else:
        return False
    word.relation = CLEAR_SUBJECT
    return True


def _next_verb(words: list[Word], auxiliary: int) -> Word:
    """What an auxiliary that is the first of its verb would stand before: the next auxiliary, else the verb."""
    verb = words[auxiliary].head
    between = (word for word in words[auxiliary + 1 : verb] if word.head == verb)
    return next((word for word in between if word.relation in AUXILIARY | PASSIVE_AUXILIARY), words[verb])


def _is_past_or_third_person(verb: Word) -> bool:
    """Whether a verb is no infinitive: *lost*, also where it was taken for the participle, and *is*."""
    told = features(verb.morphology)
    return told.get("Tense") == "Past" or told.get("Person") == "3"
