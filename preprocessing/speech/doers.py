"""Who acts next to a quotation, and so may speak it: *Ann smiled. “Come in.”*"""

from __future__ import annotations

from itertools import starmap

from anaphora_workbench.corpora.dependencies import ACTIVE_SUBJECT
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.preprocessing.speech.narration import Narration
from anaphora_workbench.preprocessing.speech.persons import Persons
from anaphora_workbench.preprocessing.speech.quotation_marks import BEFORE_CLOSING, COMMA, FINAL

_VERBS = frozenset({"VERB", "AUX"})
_ENDS_OF_SPEECH = BEFORE_CLOSING - {COMMA}


class Doers:
    """The persons who act next to the quotations of a document."""

    def __init__(self, narration: Narration, persons: Persons, lexicon: Lexicon) -> None:
        self._narration, self._words, self._spans = narration, narration.words, narration.spans
        self._persons = persons
        self._hearing = lexicon.words("hearing_verbs.words")

    def next_to(self, number: int) -> int | None:
        """Head word of the person who acts in the sentence before a quotation, or behind it, in its paragraph.

        *Ann smiled. “Come in.”*, *“Come in.” Ann smiled.* None in a text of one paragraph, in which another may act.
        """
        narration = self._narration
        if len(narration.document.paragraphs) < 2:
            return None
        start, end = self._spans[number].start, self._spans[number].end
        first, limit = narration.between(number)
        begins = start in (0, first) or not narration.in_one_paragraph(start - 1, start)
        last = end - 2 if self._spans[number].closed else end - 1
        if not (begins or self._words[start - 1].form in FINAL) or self._words[last].form not in _ENDS_OF_SPEECH:
            # What stands within a sentence is a title or a word that another has used.
            return None
        if last <= start or (end < limit and self._words[end].upos in _VERBS):
            # Nothing is said, or a title is spoken of: *“Freedom!” was the title.*
            return None
        stretches = []
        if not begins:
            stretches.append((max(first, narration.sentence(start - 1).start), start))
        if end < limit and narration.in_one_paragraph(end - 1, end):
            stretches.append((end, min(limit, narration.sentence(end).end)))
        return next((doer for doer in starmap(self._within, stretches) if doer is not None), None)

    def _within(self, first: int, limit: int) -> int | None:
        """Head word of the person who is the subject of a stretch of words and begins it."""
        tree = self._narration.tree
        for verb in range(first, limit):
            if self._words[verb].upos in _VERBS and not first <= tree.head[verb] < limit:
                subject = self._narration.subject(verb, first, limit, behind=False)
                if subject is None or min(tree.subtree(subject)) > first + 1:
                    return None
                if self._leaves_it_to_another(verb, first, limit) or self._goes_on_to_hear(verb, first, limit):
                    return None
                return subject if self._persons.is_person(subject) else None
        return None

    def _leaves_it_to_another(self, verb: int, first: int, limit: int) -> bool:
        """Whether another may speak after that: *Tom did not answer*, *Tom said nothing*, *Tom heard a voice*."""
        if self._words[verb].lemma.lower() in self._hearing:
            return True
        return self._narration.is_negated(verb, first, limit) or self._narration.has_no_object(verb, first, limit)

    def _goes_on_to_hear(self, verb: int, first: int, limit: int) -> bool:
        """Whether who does one thing hears or says nothing then: *Tom turned and heard a voice*."""
        tree, narration = self._narration.tree, self._narration
        others = (other for other in tree.conjuncts(verb) if other != verb and first <= other < limit)
        return any(
            self._words[other].lemma.lower() in self._hearing or narration.has_no_object(other, first, limit)
            for other in others
            if not any(tree.dependents(other, ACTIVE_SUBJECT))
        )
