"""Speech tags: the speaker and addressee of a quotation, as in *“Come in,” said Ann to Tom.*"""

from dataclasses import dataclass

from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.trees.labels import OBJECT, OBJECT_OF_PREPOSITION, PREPOSITION, RECIPIENT
from anaphora_workbench.preprocessing.speech.narration import Narration
from anaphora_workbench.preprocessing.speech.quoted_spans import COMMA, DASHES, FINAL, FULL_STOP


@dataclass(frozen=True, slots=True)
class Told:
    """Head words of who speaks and who is spoken to, by a tag; None where it does not tell."""

    speaker: int | None = None
    addressee: int | None = None


class SpeechTags:
    """The tags in the narrator's words around the quotations of a document."""

    def __init__(self, narration: Narration, lexicon: Lexicon) -> None:
        self._narration, self._words, self._spans = narration, narration.words, narration.spans
        self._verbs = lexicon.words("speech_verbs.words")
        self._with_addressee = lexicon.words("speech_verbs.with_addressee")

    def told(self, number: int) -> Told:
        """The speaker and addressee that the tag of a quotation names."""
        return self._after(number) or self._before(number) or Told()

    def ends_before(self, number: int) -> bool:
        """Whether nothing but the tag of the quotation before it stands between the two, in one paragraph.

        *“Yes,” said Ann. “Come in.”*, *“Well,” Ann hesitated, “come in.”*
        """
        start, end = self._spans[number].start, self._spans[number - 1].end
        forms = [word.form for word in self._words[end:start]]
        return (
            bool(forms)
            and (not self._spans[number].marked or forms[-1] in FINAL | {COMMA})
            and FINAL.isdisjoint(forms[:-1])
            and self._narration.in_one_paragraph(end - 1, start)
            and self._after(number - 1) is not None
        )

    def _after(self, number: int) -> Told | None:
        """The tag right after a quotation: *“Come in,” said Ann.*

        Nothing of one that the end of its paragraph leaves open.
        """
        span, words, narration = self._spans[number], self._words, self._narration
        if not span.closed:
            return None
        end, last = span.end, words[span.last].form
        if not span.marked and end < len(words) and words[end].form in DASHES:
            end += 1
        if end >= narration.between(number)[1] or last == FULL_STOP:
            # What follows a full stop is another sentence, as in *“Come in.” Tom asked who it was.*
            return None
        if last != COMMA and not narration.in_one_paragraph(end - 1, end):
            return None
        limit = min(narration.sentence(end).end, narration.between(number)[1])
        verb = next((offset for offset in range(end, limit) if words[offset].upos == "VERB"), None)
        # *“Come in,” Ann smiled*: what follows a comma is a tag, whatever its verb.
        if verb is None or not (self._lemma(verb) in self._verbs or last == COMMA):
            return None
        subject = narration.subject(verb, end, limit, behind=verb == end)
        if subject is None or min(verb, *narration.tree.subtree(subject)) > end + 1:
            return None
        if words[end].upos == "CCONJ" or (last != COMMA and self._is_denied(verb, end, limit)):
            return None
        return Told(subject, self._addressee(verb, subject, end, limit))

    def _before(self, number: int) -> Told | None:
        """The tag right before a quotation: *Ann said: “Come in.”*"""
        narration, start = self._narration, self._spans[number].start
        if not start or self._words[start - 1].form in FINAL:
            return None
        first = max(narration.sentence(start - 1).start, narration.between(number)[0])
        for verb in range(start - 1, first - 1, -1):
            if self._lemma(verb) in self._verbs:
                subject = narration.subject(verb, first, start, behind=True)
                if subject is not None:
                    return Told(subject, self._addressee(verb, subject, first, start))
        return None

    def _is_denied(self, verb: int, first: int, limit: int) -> bool:
        """Whether a tag denies that somebody speaks: *Tom did not answer*, *said nothing*; not *Tom asked nobody*."""
        if self._narration.is_negated(verb, first, limit):
            return True
        return self._lemma(verb) not in self._with_addressee and self._narration.has_no_object(verb, first, limit)

    def _addressee(self, verb: int, subject: int, first: int, limit: int) -> int | None:
        """Head word of who is spoken to: *told Tom*, *said to Tom*."""
        tree = self._narration.tree
        takes = RECIPIENT | OBJECT if self._lemma(verb) in self._with_addressee else RECIPIENT
        prepositions = tree.language.words("addressee.prepositions")
        for child in tree.children[verb]:
            if not first <= child < limit or child == subject:
                continue
            if tree.stands_as(child, takes) and tree.is_nominal(child):
                return self._somebody(child)
            if tree.stands_as(child, PREPOSITION | RECIPIENT) and self._words[child].form.lower() in prepositions:
                return self._somebody(next(iter(tree.dependents(child, OBJECT_OF_PREPOSITION)), None))
        return None

    def _somebody(self, noun: int | None) -> int | None:
        """A noun, None for *nobody* and *no one*."""
        return None if noun is None or self._narration.is_nobody(noun) else noun

    def _lemma(self, offset: int) -> str:
        return self._words[offset].lemma.lower()
