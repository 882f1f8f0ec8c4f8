"""Names that a parser joined with the words before them: *On Monday Voss called*, *In Germany Ann left*.

Small pipelines take the two for one name where no comma parts them. A preposition right before a subject tells that
what follows is its object; where the whole is the object, a finite verb behind it without a subject tells that the
name is that. Without a preposition a time before the name of a person tells it: *tomorrow*, *last Monday* or, before
a first name, a day (*Monday Ann left*). What the recogniser has for one name stays one. Only what a model predicts is
put right, never a corpus's own annotation. Source: our own, on constructed sentences.
"""

from collections.abc import Iterator

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import Lexicon, tables_for
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.preprocessing.mentions.names import PERSON_LABELS, TIME_LABELS

_PROPER, _NOUNS = "PROPN", frozenset({"PROPN", "NOUN"})
_COMMA = ","
_BEFORE_NOUN = labels.NOUN_MODIFIER | labels.ADJECTIVE | labels.NUMERAL | labels.DETERMINER
# Parts of a phrase with a preposition, up to the verb: *because of the rain*, *back in London*.
_TO_VERB = labels.PREPOSITION | labels.ADVERB | labels.CLAUSE_OF_PREPOSITION
# What the recogniser calls that somebody may be in, at or from; of these, where nobody's name stands.
_PLACES = frozenset({"GPE", "LOC", "FAC", "ORG", "EVENT"})
_SITES = frozenset({"GPE", "LOC", "FAC"})
_THINGS = frozenset({"thing", "group"})


def part_names(document: Document, lexicon: Lexicon) -> None:
    """Part names from the times, places and things before them, and make subjects of them, in place.

    Only in trees of CLEAR of languages that list words for times.
    """
    if document.relations != "clear" or not tables_for(document).words("before_names.times"):
        return
    joined = _Joined(document, lexicon)
    for sentence in document.sentences:
        # From the right: *In Fort Lee Voss left* is parted before *Voss*.
        for last in range(sentence.end - 2, sentence.start - 1, -1):
            if joined.ends_before_name(last):
                joined.part(last, sentence)


class _Joined:
    """The words of a document, of which some may be joined to a name behind them that they are no part of."""

    def __init__(self, document: Document, lexicon: Lexicon) -> None:
        listed = tables_for(document).words
        self.words, self.lexicon = document.words, lexicon
        self._adverbs, self._days = listed("before_names.adverbs"), listed("before_names.days")
        self._times = self._days | listed("before_names.times")
        self._modifiers, self._marks = listed("before_names.modifiers"), listed("before_names.prepositions")
        self._of_times, self._of_places = listed("before_names.of_times"), listed("before_names.of_places")
        self._inverted = listed("before_names.verbs_before_subjects")
        self._with_subject = {word.head for word in self.words if word.relation in labels.SUBJECT}
        self._with_object = {word.head for word in self.words if word.relation in labels.OBJECT_OF_PREPOSITION}

    def _is_time(self, word: Word) -> bool:
        year = word.upos == "NUM" and word.form.isdigit() and word.entity_type in TIME_LABELS
        form = word.form.lower()
        return year or form in self._adverbs or (word.upos in _NOUNS and form in self._times)

    def _is_thing(self, word: Word) -> bool:
        """Whether a word names a place, a firm or a thing rather than a person: *Germany*, *dinner*."""
        if word.upos not in _NOUNS or word.entity_type in PERSON_LABELS:
            return False
        return word.entity_type in _PLACES or self.lexicon.nouns.get(word.form.lower(), "") in _THINGS

    def _is_of_person(self, word: Word) -> bool:
        """Whether a word is part of a person's name, or a title, and no other noun: *Voss*, not *Street*, *Angeles*."""
        if word.entity_type in PERSON_LABELS or word.form.lower() in self.lexicon.titles:
            return True
        if word.entity_type in _SITES or word.upos != _PROPER:
            return False
        sexes = self.lexicon.name_gender(word.form)
        noun = self.lexicon.nouns.get(word.form.lower(), "")
        if noun:
            # *Rose* and *Mark*, not *Guest*.
            return noun != "person" and sexes is not None and len(sexes) == 1
        return self.lexicon.is_of_person(word.form)

    def _is_listed(self, word: Word) -> bool:
        """Whether the lists have a word for a person's name and for no noun."""
        return self.lexicon.is_of_person(word.form) and word.form.lower() not in self.lexicon.nouns

    def _is_one_name(self, last: int) -> bool:
        """Whether the recogniser has a word and that behind it for one name: *Jordan Peterson*, *Easter Break*."""
        label = self.words[last].entity_type
        return label == self.words[last + 1].entity_type and label not in TIME_LABELS and label != ""

    def _may_be_first_name(self, last: int, preposition: int) -> bool:
        """Whether what stands before a name is a first name and no time or place, as *June* in *with June Carter*."""
        word, before = self.words[last], self.words[preposition].form.lower()
        is_day = word.form.lower() in self._days
        if word.upos != _PROPER or not (is_day or self.lexicon.name_gender(word.form) is not None):
            return False
        if self._is_time(word):
            return before not in (self._of_times | self._marks if is_day else self._of_times)
        return before not in self._of_places or word.entity_type not in _SITES

    def ends_before_name(self, last: int) -> bool:
        """Whether a word that is of no name may stand right before a name."""
        word, following = self.words[last], self.words[last + 1]
        if following.upos != _PROPER or not following.form[:1].isupper() or self._is_time(following):
            return False
        return self._is_time(word) or (self._is_thing(word) and self._is_of_person(following))

    def part(self, last: int, sentence: Sentence) -> None:
        """Part the phrase that ends at a word from the name behind it, where they are two."""
        words, name = self.words, self.words[last].head
        if words[last].relation not in labels.NOUN_MODIFIER | labels.NUMERAL or not last < name < sentence.end:
            self._forget_time_of(last + 1)
            return
        if any(word.upos != _PROPER for word in words[last + 1 : name + 1]):
            return
        # *On Monday Voss's dog left*: the dog is the subject.
        whole = words[name].head if words[name].relation in labels.POSSESSOR and words[name].head > name else name
        first = last
        while first > sentence.start and self._belongs(first - 1, last, (name, whole)):
            first -= 1
        before = first - 1
        if (
            before >= sentence.start
            and words[before].relation in labels.PREPOSITION | labels.CLAUSE_MARK | labels.CLAUSE_OF_PREPOSITION
        ):
            verb = self._verb_of(before, whole)
            impossible = words[whole].relation in labels.SUBJECT and words[before].relation in labels.PREPOSITION
            if verb is None or (self._is_one_name(last) and not impossible) or self._may_be_first_name(last, before):
                return
            words[last].head, words[last].relation = before, labels.CLEAR_OBJECT_OF_PREPOSITION
            words[before].relation, words[before].upos = labels.CLEAR_PREPOSITION, "ADP"
            if self._hangs_within(before, range(first, whole + 1)):
                words[before].head = verb
            words[whole].head, words[whole].relation = verb, labels.CLEAR_SUBJECT
            self._with_subject.add(verb)
        elif words[whole].relation in labels.SUBJECT and words[whole].head > whole and self._needs_none(first, last):
            words[last].head, words[last].relation = words[whole].head, labels.CLEAR_ADVERBIAL
        else:
            return
        for part in range(first, last):
            if words[part].head > last:
                words[part].head = last
        for part in range(last + 1, name + 1):
            self._forget_time_of(part)

    def _belongs(self, part: int, last: int, heads: tuple[int, int]) -> bool:
        """Whether a word belongs to the phrase that ends at ``last``: *last Monday*, *the old garden*, *New York*."""
        word = self.words[part]
        return word.relation in _BEFORE_NOUN and (part < word.head <= last or word.head in heads)

    def _verb_of(self, preposition: int, whole: int) -> int | None:
        """The verb behind a name whose subject it must be, as the preposition's object is what stands before it."""
        words, verb = self.words, preposition
        if words[whole].relation in labels.SUBJECT:
            verb = words[whole].head
            # Of a whole sentence a mark is none: *Before lunch Ann left.*
            marks = words[preposition].form.lower() in self._marks and words[verb].relation in labels.ROOT
            free = (marks and self._has_tense(verb)) or words[
                preposition
            ].relation in labels.PREPOSITION | labels.CLAUSE_OF_PREPOSITION
            if preposition in self._with_object or words[verb].head == preposition:
                return None
            return verb if verb > whole and free else None
        if words[whole].relation not in labels.OBJECT_OF_PREPOSITION or words[whole].head != preposition:
            return None
        for verb in self._ancestors(preposition):
            if words[verb].relation not in _TO_VERB or words[verb].upos in labels.VERB_TAGS:
                break
        free = verb > whole and verb not in self._with_subject and words[whole + 1].form != _COMMA
        if not free or words[verb].upos not in labels.VERB_TAGS or not self._has_tense(verb):
            return None
        # *In Los Angeles lives Tom Reed*: parsers have the subject for an object.
        behind = any(
            word.head == verb and word.relation in labels.OBJECT | labels.ATTRIBUTE for word in words[verb + 1 :]
        )
        return None if behind and words[verb].lemma.lower() in self._inverted else verb

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
        """Whether a phrase without preposition says when: *tomorrow*, *last Monday*; *Monday* before a known name."""
        words, following = self.words, self.words[last + 1]
        form = words[first].form.lower()
        if not self._is_time(words[last]):
            return False
        if form in self._adverbs and self._is_listed(following):
            return True
        if self._is_one_name(last) or not self._is_of_person(following):
            return False
        if form in self._adverbs | self._modifiers:
            return True
        return form in self._days and words[last].entity_type in TIME_LABELS and self._is_listed(following)

    def _forget_time_of(self, part: int) -> None:
        """Take from a name the label of the time before it: *In June Mark left*."""
        word = self.words[part]
        known = self.lexicon.is_of_person(word.form)
        if word.entity_type in TIME_LABELS and not self._is_time(word) and known:
            word.entity_type = ""
