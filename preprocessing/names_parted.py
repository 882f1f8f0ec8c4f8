"""Names that a parser joined with what stands before them: *On Monday Voss called*, *In London Ann left*.

Small pipelines take the two for one name where no comma parts them. A preposition right before a subject tells that
what follows is its object; where the whole is the object, a finite verb behind it without a subject tells that the
name is that. Without a preposition a time tells it that nobody is called by (*tomorrow*, *last Monday*), and a bare day
before the name of a person (*Monday Ann left*) or behind one that a verb stands before (*Ann met Tom Monday*). Behind
a verb of telling or giving a surname and a first name, or first names of a man and a woman, are two persons' (*Ann told
Tom Eva had left*). Only what a model predicts is put right, never a corpus's own annotation. Source: our own, on
constructed sentences; counted on the texts that models learn from.
"""

from __future__ import annotations

from collections.abc import Iterator

from anaphora_workbench.corpora.dependencies import (
    ADJECTIVE,
    ADVERB,
    ADVERBIAL_CLAUSE,
    BARE_ADVERBIAL,
    CLAUSE_MARK,
    CLAUSE_OF_PREPOSITION,
    COMPLEMENT_CLAUSE,
    DETERMINER,
    NOUN_MODIFIER,
    NUMERAL,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    POSSESSOR,
    PREPOSITION,
    RECIPIENT,
    SUBJECT,
    UD_SUBJECT,
    VERB_TAGS,
)
from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import Lexicon, tables_for
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.preprocessing.names import PERSON_LABELS, TIME_LABELS

_PROPER, _NOUNS = "PROPN", frozenset({"PROPN", "NOUN"})
_COMMA = ","
_BEFORE_NOUN = NOUN_MODIFIER | ADJECTIVE | NUMERAL | DETERMINER
# Parts of a phrase with a preposition, up to the verb: *because of the rain*, *back in London*.
_TO_VERB = PREPOSITION | ADVERB | CLAUSE_OF_PREPOSITION
# What the recogniser calls that somebody may be in, at or from.
_PLACES = frozenset({"GPE", "LOC", "FAC", "ORG", "EVENT"})
_THINGS = frozenset({"thing", "group"})
# The labels of CLEAR.
_PREPOSITION, _OBJECT_OF_PREPOSITION = "".join(PREPOSITION), "".join(OBJECT_OF_PREPOSITION)
_OBJECT, _RECIPIENT, _ADVERBIAL = "".join(OBJECT), "".join(RECIPIENT), "".join(BARE_ADVERBIAL)


def part_names(document: Document, lexicon: Lexicon) -> None:
    """Part names from the times, places and things before them, and make subjects of them, in place.

    Only in trees of CLEAR of languages that list words for times.
    """
    if document.relations != "clear" or not tables_for(document).words("before_names.times"):
        return
    joined = _Joined(document, lexicon)
    for sentence in document.sentences:
        for last in range(sentence.start, sentence.end - 1):
            if joined.ends_before_name(last):
                joined.part(last, sentence)
            joined.part_from_day(last + 1, sentence)
            joined.part_two_persons(last, sentence)


class _Joined:
    """The words of a document, of which some may be joined to a name behind them that they are no part of."""

    def __init__(self, document: Document, lexicon: Lexicon) -> None:
        listed = tables_for(document).words
        self.words, self.lexicon = document.words, lexicon
        self._adverbs, self._days = listed("before_names.adverbs"), listed("before_names.days")
        self._times = self._days | listed("before_names.times")
        self._modifiers, self._marks = listed("before_names.modifiers"), listed("before_names.prepositions")
        self._giving = listed("before_names.verbs")
        self._with_subject = {word.head for word in self.words if word.relation in SUBJECT}
        self._with_object = {word.head for word in self.words if word.relation in OBJECT_OF_PREPOSITION}

    def _is_time(self, word: Word) -> bool:
        year = word.upos == "NUM" and word.form.isdigit() and word.entity_type in TIME_LABELS
        form = word.form.lower()
        return year or form in self._adverbs or (word.upos in _NOUNS and form in self._times)

    def _is_thing(self, word: Word) -> bool:
        """Whether a word names a place, a firm or a thing rather than a person: *London*, *dinner*."""
        if word.upos not in _NOUNS:
            return False
        return word.entity_type in _PLACES or self.lexicon.nouns.get(word.form.lower(), "") in _THINGS

    def _is_of_person(self, word: Word) -> bool:
        """Whether a word is part of a person's name, and no noun for the lists: *Voss*, not *Street*."""
        form = word.form.lower()
        if word.entity_type in PERSON_LABELS or self.lexicon.nouns.get(form, "") in ("", "person"):
            borne = self.lexicon.name_gender(form) is not None or self.lexicon.is_surname(form)
            return borne or word.entity_type in PERSON_LABELS
        return len(self.lexicon.name_gender(form) or "mf") == 1 and word.entity_type not in _PLACES

    def ends_before_name(self, last: int) -> bool:
        """Whether a word that is of no name may stand right before a name."""
        word, following = self.words[last], self.words[last + 1]
        if following.upos != _PROPER or not following.form[:1].isupper() or self._is_time(following):
            return False
        return self._is_time(word) or (self._is_thing(word) and self._is_of_person(following))

    def part(self, last: int, sentence: Sentence) -> None:
        """Part the phrase that ends at a word from the name behind it, where they are two."""
        words, name = self.words, self.words[last].head
        if words[last].relation not in NOUN_MODIFIER | NUMERAL or not last < name < sentence.end:
            self._forget_time_of(last + 1)
            return
        if any(word.upos != _PROPER for word in words[last + 1 : name + 1]):
            return
        # *On Monday Voss's dog left*: the dog is the subject.
        whole = words[name].head if words[name].relation in POSSESSOR and words[name].head > name else name
        first = last
        while first > sentence.start and self._belongs(first - 1, last, (name, whole)):
            first -= 1
        before = first - 1
        if before >= sentence.start and words[before].relation in PREPOSITION | CLAUSE_MARK | CLAUSE_OF_PREPOSITION:
            verb = self._verb_of(before, name, whole)
            if verb is None:
                return
            words[last].head, words[last].relation = before, _OBJECT_OF_PREPOSITION
            words[before].relation, words[before].upos = _PREPOSITION, "ADP"
            if self._hangs_within(before, range(first, whole + 1)):
                words[before].head = verb
            words[whole].head, words[whole].relation = verb, UD_SUBJECT
            self._with_subject.add(verb)
        elif words[whole].relation in SUBJECT and words[whole].head > whole and self._needs_none(first, last):
            words[last].head, words[last].relation = words[whole].head, _ADVERBIAL
        else:
            return
        for part in range(first, last):
            if words[part].head > last:
                words[part].head = last
        for part in range(last + 1, name + 1):
            self._forget_time_of(part)

    def part_from_day(self, day: int, sentence: Sentence) -> None:
        """Part a name between a verb and a day from the day, as the verb's object: *Ann met Tom Monday*."""
        words, verb = self.words, self.words[day].head
        name = day - 1
        if words[day].relation not in BARE_ADVERBIAL or words[day].form.lower() not in self._days:
            return
        first = name
        while first > sentence.start and words[first].upos == _PROPER and words[first - 1].head in (name, day):
            first -= 1
        if words[name].head != day or words[name].upos != _PROPER or first - 1 != verb:
            return
        if words[verb].upos not in VERB_TAGS or not self._is_of_person(words[name]):
            return
        for part in range(first, name):
            words[part].head = name
        words[name].head, words[name].relation = verb, _OBJECT

    def part_two_persons(self, told: int, sentence: Sentence) -> None:
        """Part the name of who is told or given something from that behind it: *Ann told Tom Eva had left*."""
        words, verb, other = self.words, told - 1, told + 1
        if verb < sentence.start or words[told].relation not in NOUN_MODIFIER or words[told].head != other:
            return
        if words[verb].lemma.lower() not in self._giving or not self._are_two_persons(words[told], words[other]):
            return
        clauses = (at for at in range(other + 1, sentence.end) if words[at].head == verb)
        clause = next((at for at in clauses if words[at].relation in COMPLEMENT_CLAUSE), None)
        whole = words[other].relation in OBJECT and words[other].head == verb
        if whole and clause is not None and clause not in self._with_subject and self._has_tense(clause):
            # The parser has the two for whom it is told to, and the clause without a subject.
            words[other].head, words[other].relation = clause, UD_SUBJECT
            self._with_subject.add(clause)
        of_other = words[other].head
        said = words[other].relation in SUBJECT and words[of_other].relation in COMPLEMENT_CLAUSE
        given = words[other].relation in POSSESSOR and words[of_other].relation in OBJECT
        if of_other > other and words[of_other].head == verb and (said or given):
            words[told].head, words[told].relation = verb, _RECIPIENT

    def _are_two_persons(self, first: Word, second: Word) -> bool:
        """Whether two names can hardly be one person's: a surname and a first name, or those of a man and a woman."""
        if first.upos != _PROPER or second.upos != _PROPER:
            return False
        sexes, others = self.lexicon.name_gender(first.form), self.lexicon.name_gender(second.form)
        if others is None or len(others) > 1 or self.lexicon.is_mostly_surname(second.form):
            return False
        surname = self.lexicon.is_surname(first.form) and sexes is None
        return surname or self.lexicon.is_mostly_surname(first.form) or (sexes is not None and not sexes & others)

    def _belongs(self, part: int, last: int, heads: tuple[int, int]) -> bool:
        """Whether a word belongs to the phrase that ends at ``last``: *last Monday*, *the old garden*, *New York*."""
        word = self.words[part]
        return word.relation in _BEFORE_NOUN and (part < word.head <= last or word.head in heads)

    def _verb_of(self, preposition: int, name: int, whole: int) -> int | None:
        """The verb behind a name whose subject it must be, as the preposition's object is what stands before it."""
        words, verb = self.words, preposition
        if words[whole].relation in SUBJECT:
            verb = words[whole].head
            listed = words[preposition].form.lower() in self._marks and words[verb].relation not in ADVERBIAL_CLAUSE
            free = listed or words[preposition].relation in PREPOSITION | CLAUSE_OF_PREPOSITION
            return verb if verb > whole and free and preposition not in self._with_object else None
        if words[whole].relation not in OBJECT_OF_PREPOSITION or words[whole].head != preposition:
            return None
        for verb in self._ancestors(preposition):
            if words[verb].relation not in _TO_VERB or words[verb].upos in VERB_TAGS:
                break
        free = verb > whole and verb not in self._with_subject and words[whole + 1].form != _COMMA
        return verb if free and words[verb].upos in VERB_TAGS and self._has_tense(verb) else None

    def _has_tense(self, verb: int) -> bool:
        """Whether a verb is finite, or a participle that may be its past: *left*."""
        told = features(self.words[verb].morphology)
        return told.get("VerbForm") == "Fin" or told.get("Tense") == "Past"

    def _hangs_within(self, word: int, phrase: range) -> bool:
        """Whether a word hangs on a phrase, or on what hangs on it."""
        return any(above in phrase for above in self._ancestors(word))

    def _ancestors(self, word: int) -> Iterator[int]:
        """What a word hangs on, and what that hangs on …; no word twice, as corpora have trees with circles."""
        seen, above = {word}, self.words[word].head
        while above >= 0 and above not in seen:
            seen.add(above)
            yield above
            above = self.words[above].head

    def _needs_none(self, first: int, last: int) -> bool:
        """Whether a phrase without preposition says when: *tomorrow*, *last Monday*; *Monday* before a person."""
        words = self.words
        forms = [word.form.lower() for word in words[first : last + 1]]
        if not self._is_time(words[last]):
            return False
        if not self._adverbs.isdisjoint(forms) or forms[0] in self._modifiers:
            return True
        return forms[0] in self._days and words[last].entity_type in TIME_LABELS and self._is_of_person(words[last + 1])

    def _forget_time_of(self, part: int) -> None:
        """Take from a name the label of the time before it: *In June Mark left*."""
        word = self.words[part]
        if word.entity_type in TIME_LABELS and not self._is_time(word) and self._is_first_or_surname(word):
            word.entity_type = ""

    def _is_first_or_surname(self, word: Word) -> bool:
        return self.lexicon.name_gender(word.form) is not None or self.lexicon.is_surname(word.form)
