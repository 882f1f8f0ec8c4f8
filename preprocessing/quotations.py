"""Finds quoted speech and, where the text tells, who speaks to whom.

A tag tells it, the narrator's words next to a quotation: *“Come in,” said Ann to Tom.* A vocative tells who is spoken
to: *“Come in, Tom.”* Where there is none, some is inferred from who acts next to it, whose turn it is or whom it
answers, and marked so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap

from anaphora_workbench.corpora.dependencies import (
    ACTIVE_SUBJECT,
    ATTRIBUTE,
    BARE_ADVERBIAL,
    MODIFYING_CLAUSE,
    NEGATION,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    PASSIVE_SUBJECT,
    PREPOSITION,
    RECIPIENT,
    DependencyTree,
)
from anaphora_workbench.corpora.document import Document, Quotation, Sentence, Word
from anaphora_workbench.corpora.languages import Language, Lexicon
from anaphora_workbench.corpora.languages.pronouns import PERSONAL
from anaphora_workbench.preprocessing.names import PERSON_LABELS
from anaphora_workbench.preprocessing.vocatives import Vocatives

# A quotation that has not closed after so many words was a stray mark.
MAX_WORDS = 400
# Who speaks at most so many words after a quotation answers it.
_ANSWERED_WITHIN = 20
SPEAKER, ADDRESSEE = "speaker", "addressee"
_FULL_STOP, _COMMA = ".", ","
_FINAL = frozenset({_FULL_STOP, "!", "?"})
_BEFORE_CLOSING = _FINAL | {_COMMA, "-", "--", "–", "—", "...", "…"}
_BEFORE_OPENING = _BEFORE_CLOSING | {":", ";"}
_APOSTROPHES = "quotation_marks.apostrophes"
_VERBS = frozenset({"VERB", "AUX"})
_ONE = frozenset({"s"})
_ENDS_OF_SPEECH = _BEFORE_CLOSING - {_COMMA}
# What parsers take the subject behind its verb for: *said Ann*.
_TAKEN_FOR = OBJECT | ATTRIBUTE | RECIPIENT | BARE_ADVERBIAL


def find_quotations(document: Document, tree: DependencyTree, lexicon: Lexicon) -> list[Quotation]:
    """The quotations of a document in text order, each with its speaker and addressee where they are known.

    A paragraph's end closes what is open: English reopens a quotation that goes on in the next one.
    """
    spans = list(_spans(document, tree.language))
    tags, vocatives = _Tags(document, tree, spans, lexicon), Vocatives(tree, lexicon)
    quotations = []
    for number, span in enumerate(spans):
        told = tags.after(number) or tags.before(number) or _Told()
        addressee = told.addressee
        if addressee is None:
            addressee = next(vocatives.within(span.start, span.end), None)
        quotations.append(Quotation(span.start, span.end, told.speaker, addressee))
    _go_on(spans, tags, quotations)
    _act(tags, quotations)
    # Who acts next to one that its paragraph leaves open says what comes next, too.
    _go_on(spans, tags, quotations)
    _take_turns(quotations)
    _answer(document, tree, quotations)
    return quotations


@dataclass(frozen=True, slots=True)
class _Span:
    """Words of a quotation, end exclusive; one that its paragraph leaves open is not closed."""

    start: int
    end: int
    closed: bool = True


@dataclass(frozen=True, slots=True)
class _Told:
    """Head words of who speaks and who is spoken to, by a tag."""

    speaker: int | None = None
    addressee: int | None = None


def _spans(document: Document, language: Language) -> Iterator[_Span]:
    """The stretches between quotation marks; an apostrophe is one where speech begins and another ends it."""
    closing, apostrophes = language.quotation_marks, language.words(_APOSTROPHES)
    words = document.words
    paragraph_ends = {sentence.paragraph: sentence.end for sentence in document.sentences}
    start, mark, paragraph = -1, "", -1
    for sentence in document.sentences:
        if sentence.paragraph != paragraph:
            if start >= 0 and sentence.start - start <= MAX_WORDS:
                yield _Span(start, sentence.start, closed=False)
            start, paragraph = -1, sentence.paragraph
        for offset in range(sentence.start, sentence.end):
            form = words[offset].form
            if start >= 0 and form == closing.get(mark, mark) and (mark in closing or _closes_speech(words, offset)):
                yield _Span(start, offset + 1)
                start = -1
            elif start >= 0 and offset - start > MAX_WORDS:
                start = -1
            elif start < 0 and (
                form in closing
                or (form in apostrophes and _opens_speech(words, offset, sentence.start, paragraph_ends[paragraph]))
            ):
                start, mark = offset, form


def _opens_speech(words: Sequence[Word], offset: int, first: int, end: int) -> bool:
    """Whether an apostrophe stands right before a word where speech begins that another ends.

    *He said, 'Come in,'*, neither *my 'friend'* nor *'90s music*.

    Args:
        first, end: where its sentence begins and its paragraph ends.
    """
    mark = words[offset]
    begins = offset == first or (words[offset - 1].space_after and words[offset - 1].form in _BEFORE_OPENING)
    if mark.space_after or not begins:
        return False
    behind = range(offset + 1, min(end, offset + MAX_WORDS + 1))
    return any(words[other].form == mark.form and _closes_speech(words, other) for other in behind)


def _closes_speech(words: Sequence[Word], offset: int) -> bool:
    """Whether an apostrophe stands right behind a mark that ends speech: *'Come in,' said Ann*, not *the boys'*."""
    return not words[offset - 1].space_after and words[offset - 1].form in _BEFORE_CLOSING


def _go_on(spans: list[_Span], tags: _Tags, quotations: list[Quotation]) -> None:
    """Who has spoken goes on after the tag, and in the next paragraph if the quotation was left open.

    *“Yes,” said Ann. “Come in.”*
    """
    for number, (before, quotation) in enumerate(pairwise(quotations), start=1):
        left_open = not spans[number - 1].closed and before.end == quotation.start
        if quotation.speaker is None and before.speaker is not None and (left_open or tags.ends_before(number)):
            quotation.speaker = before.speaker
            quotation.inferred |= {SPEAKER}
            if quotation.addressee is None and before.addressee is not None:
                quotation.addressee = before.addressee
                quotation.inferred |= {ADDRESSEE}


def _act(tags: _Tags, quotations: list[Quotation]) -> None:
    """Who acts next to a quotation speaks where no tag tells: *Ann smiled. “Come in.”*"""
    for number, quotation in enumerate(quotations):
        if quotation.speaker is None:
            quotation.speaker = tags.doer(number)
            if quotation.speaker is not None:
                quotation.inferred |= {SPEAKER}


def _take_turns(quotations: list[Quotation]) -> None:
    """Where no words stand between two quotations, another speaks, and to who spoke before.

    *Ann asked: “Who is it?” “Tom.” “Come in.”*: the third is Ann's, and the second is said to her.
    """
    turns = [before.end == quotation.start for before, quotation in pairwise(quotations)]
    for number in range(2, len(quotations)):
        quotation, same = quotations[number], quotations[number - 2]
        if turns[number - 2] and turns[number - 1] and quotation.speaker is None and same.speaker is not None:
            quotation.speaker = same.speaker
            quotation.inferred |= {SPEAKER}
    for turn, (before, after) in zip(turns, pairwise(quotations), strict=True):
        for said, other in ((after, before), (before, after)):
            if turn and said.addressee is None and other.speaker not in (None, said.speaker):
                said.addressee = other.speaker
                said.inferred |= {ADDRESSEE}


def _answer(document: Document, tree: DependencyTree, quotations: list[Quotation]) -> None:
    """Who speaks at most 20 words after another who is surely somebody else speaks to that one.

    *“Who is it?” asked Ann. I hid. “Me,” I said.*
    """
    for before, after in pairwise(quotations):
        if (
            after.addressee is None
            and before.speaker is not None
            and after.speaker is not None
            and after.start - before.end <= _ANSWERED_WITHIN
            and _differ(document.words, tree, before.speaker, after.speaker)
        ):
            after.addressee = before.speaker
            after.inferred |= {ADDRESSEE}


def _differ(words: Sequence[Word], tree: DependencyTree, one: int, other: int) -> bool:
    """Whether two words stand for two persons: *I* and any other, *he* and *she*, names without a word in common."""
    if words[one].form.lower() == words[other].form.lower():
        return False
    pronouns = [tree.pronoun(offset) for offset in (one, other)]
    if any(pronoun is not None and pronoun.person == 1 for pronoun in pronouns):
        return True
    first, second = pronouns
    if first is not None and second is not None:
        return first.number == second.number == _ONE and first.gender.isdisjoint(second.gender)
    if first is not None or second is not None or {words[one].upos, words[other].upos} != {"PROPN"}:
        return False
    name, another = (
        {words[part].form.lower() for part in tree.subtree(offset) if words[part].upos == "PROPN"}
        for offset in (one, other)
    )
    return name.isdisjoint(another)


class _Tags:
    """The narrator's words around the quotations of a document."""

    def __init__(self, document: Document, tree: DependencyTree, spans: list[_Span], lexicon: Lexicon) -> None:
        self._document, self._words, self._tree, self._spans = document, document.words, tree, spans
        self._lexicon = lexicon
        self._verbs = lexicon.words("speech_verbs.words")
        self._with_addressee = lexicon.words("speech_verbs.with_addressee")

    def after(self, number: int) -> _Told | None:
        """What the words right after a quotation tell: *“Come in,” said Ann.*"""
        words, end = self._words, self._spans[number].end
        last = words[end - 2].form
        if end == len(words) or last == _FULL_STOP:
            # What follows a full stop is another sentence, as in *“Come in.” Tom asked who it was.*
            return None
        if last != _COMMA and not self._in_one_paragraph(end - 1, end):
            return None
        limit = self._sentence(end).end
        if number + 1 < len(self._spans):
            limit = min(limit, self._spans[number + 1].start)
        verb = next((offset for offset in range(end, limit) if words[offset].upos == "VERB"), None)
        # *“Come in,” Ann smiled*: what follows a comma is a tag, whatever its verb.
        if verb is None or not (self._lemma(verb) in self._verbs or last == _COMMA):
            return None
        subject = self._subject(verb, end, limit, behind=verb == end)
        if subject is None or min(verb, *self._tree.subtree(subject)) > end + 1 or words[end].upos == "CCONJ":
            return None
        return _Told(subject, self._addressee(verb, subject, end, limit))

    def before(self, number: int) -> _Told | None:
        """What the words right before a quotation tell: *Ann said: “Come in.”*"""
        start = self._spans[number].start
        if not start or self._words[start - 1].form in _FINAL:
            return None
        first = self._sentence(start - 1).start
        if number:
            first = max(first, self._spans[number - 1].end)
        for verb in range(start - 1, first - 1, -1):
            if self._lemma(verb) in self._verbs:
                subject = self._subject(verb, first, start, behind=True)
                if subject is not None:
                    return _Told(subject, self._addressee(verb, subject, first, start))
        return None

    def ends_before(self, number: int) -> bool:
        """Whether nothing but the tag of the quotation before it stands between the two, in one paragraph."""
        start, end = self._spans[number].start, self._spans[number - 1].end
        forms = [word.form for word in self._words[end:start]]
        return (
            bool(forms)
            and forms[-1] in _FINAL
            and _FINAL.isdisjoint(forms[:-1])
            and self._in_one_paragraph(end - 1, start)
            and self.after(number - 1) is not None
        )

    def doer(self, number: int) -> int | None:
        """Head word of the person who acts in the sentence before a quotation, or behind it, in its paragraph.

        *Ann smiled. “Come in.”*, *“Come in.” Ann smiled.* None in a text of one paragraph, in which another may act.
        """
        if len(self._document.paragraphs) < 2:
            return None
        start, end = self._spans[number].start, self._spans[number].end
        first = self._spans[number - 1].end if number else 0
        limit = self._spans[number + 1].start if number + 1 < len(self._spans) else len(self._words)
        begins = start in (0, first) or not self._in_one_paragraph(start - 1, start)
        last = end - 2 if self._spans[number].closed else end - 1
        if not (begins or self._words[start - 1].form in _FINAL) or self._words[last].form not in _ENDS_OF_SPEECH:
            # What stands within a sentence is a title or a word that another has used.
            return None
        if last <= start or (end < limit and self._words[end].upos in _VERBS):
            # Nothing is said, or a title is spoken of: *“Freedom!” was the title.*
            return None
        stretches = []
        before = self._sentence(start - 1) if not begins else None
        if before is not None and before.start >= first:
            stretches.append((before.start, start))
        if end < limit and self._in_one_paragraph(end - 1, end):
            stretches.append((end, min(limit, self._sentence(end).end)))
        return next((doer for doer in starmap(self._doer_within, stretches) if doer is not None), None)

    def _doer_within(self, first: int, limit: int) -> int | None:
        """Head word of the person who is the subject of a stretch of words and begins it."""
        tree = self._tree
        for verb in range(first, limit):
            if self._words[verb].upos in _VERBS and not first <= tree.head[verb] < limit:
                subject = self._subject(verb, first, limit, behind=False)
                if subject is None or min(tree.subtree(subject)) > first + 1 or tree.dependents(verb, NEGATION):
                    # After *Tom did not answer* another may speak.
                    return None
                return subject if self._is_person(subject) else None
        return None

    def _is_person(self, offset: int) -> bool:
        """Whether a word is *he* or *she*, the name of a person or a noun for one."""
        word, pronoun = self._words[offset], self._tree.pronoun(offset)
        if pronoun is not None:
            return (
                pronoun.type == PERSONAL
                and pronoun.person == 3
                and pronoun.number == _ONE
                and "n" not in pronoun.gender
            )
        if "Number=Plur" in word.morphology:
            return False
        lexicon = self._lexicon
        if word.upos == "PROPN" and (word.entity_type in PERSON_LABELS or lexicon.name_gender(word.form) is not None):
            return True
        kinds = (lexicon.nouns.get(form.lower(), "") for form in (word.lemma, word.form))
        return any(kind == "person" or kind.startswith("person:") for kind in kinds)

    def _in_one_paragraph(self, offset: int, other: int) -> bool:
        return self._sentence(offset).paragraph == self._sentence(other).paragraph

    def _sentence(self, offset: int) -> Sentence:
        return self._document.sentences[self._document.sentence_number(offset)]

    def _lemma(self, offset: int) -> str:
        return self._words[offset].lemma.lower()

    def _subject(self, verb: int, first: int, limit: int, behind: bool) -> int | None:
        """Head word of who does what a verb says, within a stretch of words.

        Args:
            behind: the subject may stand behind the verb, where parsers take it for something else.
        """
        tree = self._tree
        subject = tree.logical_subject(verb)
        if subject is None or not first <= subject < limit:
            # *“You,” said Ann*: parsers make *You* a subject as well.
            subject = next((word for word in tree.dependents(verb, ACTIVE_SUBJECT) if first <= word < limit), None)
        if subject is not None:
            if tree.stands_as(subject, PASSIVE_SUBJECT):
                return None
            noun = tree.head[verb]
            if tree.stands_as(verb, MODIFYING_CLAUSE) and noun >= 0:
                return noun
            return subject if tree.is_nominal(subject) else None
        if not behind:
            return None
        nouns = (word for word in tree.dependents(verb, _TAKEN_FOR) if verb < word < limit and tree.is_nominal(word))
        return next(nouns, None)

    def _addressee(self, verb: int, subject: int, first: int, limit: int) -> int | None:
        """Head word of who is spoken to: *told Tom*, *said to Tom*."""
        tree = self._tree
        takes = RECIPIENT | OBJECT if self._lemma(verb) in self._with_addressee else RECIPIENT
        prepositions = tree.language.words("addressee.prepositions")
        for child in tree.children[verb]:
            if not first <= child < limit or child == subject:
                continue
            if tree.stands_as(child, takes) and tree.is_nominal(child):
                return child
            if tree.stands_as(child, PREPOSITION | RECIPIENT) and self._words[child].form.lower() in prepositions:
                return next(iter(tree.dependents(child, OBJECT_OF_PREPOSITION)), None)
        return None
