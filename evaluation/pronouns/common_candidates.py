"""The candidates of an anaphor that are the same for every method: those that the key has.

Source: Barbu & Mitkov (2001), who compare methods on one set of candidates behind one morphological filter.
"""

from collections.abc import Iterator

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts

# Sentences before that of the anaphor.
WINDOW = 2


class CommonCandidates:
    """The candidates of anaphors of a key: mentions before each in its sentence and the two before it."""

    def __init__(self, document: Document) -> None:
        self._in_sentence: dict[int, list[Mention]] = {}
        self._sentence_of: dict[str, int] = {}
        for mention in document.mentions:
            sentence = mention_facts(document, mention).sentence
            if mention.start >= 0 and sentence >= 0:
                self._sentence_of[mention.id] = sentence
                self._in_sentence.setdefault(sentence, []).append(mention)

    def of(self, anaphor: Mention) -> tuple[int, int]:
        """How many candidates an anaphor has, and how many of them agree with it in number and gender.

        A mention that is a part of the anaphor is none, and none has an anaphor without a place in a sentence.
        """
        before = list(self._before(anaphor))
        agreeing = [other for other in before if other.number & anaphor.number and other.gender & anaphor.gender]
        return len(before), len(agreeing)

    def _before(self, anaphor: Mention) -> Iterator[Mention]:
        last = self._sentence_of.get(anaphor.id)
        if last is None:
            return
        for sentence in range(last - WINDOW, last + 1):
            for other in self._in_sentence.get(sentence, ()):
                # One that begins before the anaphor cannot be a part of it. A preprocessed key has what was found, too.
                if other.start < anaphor.start and other.source == anaphor.source:
                    yield other
