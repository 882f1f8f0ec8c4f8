"""The narrator's words around quotations; in a quotation its speaker is the narrator of those in it."""

from collections.abc import Sequence

from anaphora_workbench.corpora.document import Document, Sentence
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.speech.quoted_spans import QuotedSpan

# What parsers take the subject behind its verb for: *said Ann*.
_TAKEN_FOR = labels.OBJECT | labels.ATTRIBUTE | labels.RECIPIENT | labels.BARE_ADVERBIAL


class Narration:
    """The narrator's words around quotations, and who does in them what a verb says.

    Attributes:
        spans: the quotations in text order, none in another.
    """

    def __init__(
        self, document: Document, tree: DependencyTree, spans: Sequence[QuotedSpan], around: QuotedSpan | None = None
    ) -> None:
        self.document, self.words, self.tree, self.spans = document, document.words, tree, spans
        self._first = 0 if around is None else around.start + 1
        self._end = len(document.words) if around is None else around.last + 1

    def between(self, number: int) -> tuple[int, int]:
        """Where the words before a quotation begin and those behind it end: at its neighbours."""
        first = self.spans[number - 1].end if number else self._first
        limit = self.spans[number + 1].start if number + 1 < len(self.spans) else self._end
        return first, limit

    def sentence(self, offset: int) -> Sentence:
        """The sentence of a word."""
        return self.document.sentences[self.document.sentence_number(offset)]

    def in_one_paragraph(self, offset: int, other: int) -> bool:
        """Whether two words stand in the same paragraph."""
        return self.sentence(offset).paragraph == self.sentence(other).paragraph

    def subject(self, verb: int, first: int, limit: int, behind: bool) -> int | None:
        """Head word of who does what a verb says, within a stretch of words.

        Args:
            behind: the subject may stand behind the verb, where parsers take it for something else.
        """
        tree = self.tree
        subject = tree.logical_subject(verb)
        if subject is None or not first <= subject < limit:
            # *“You,” said Ann*: parsers make *You* a subject as well.
            subject = next(
                (word for word in tree.dependents(verb, labels.ACTIVE_SUBJECT) if first <= word < limit), None
            )
        if subject is not None:
            if tree.stands_as(subject, labels.PASSIVE_SUBJECT):
                return None
            noun = tree.head[verb]
            if tree.stands_as(verb, labels.MODIFYING_CLAUSE) and noun >= 0:
                return noun
            return subject if tree.is_nominal(subject) and not self.is_nobody(subject) else None
        if not behind:
            return None
        nouns = (word for word in tree.dependents(verb, _TAKEN_FOR) if verb < word < limit and tree.is_nominal(word))
        subject = next(nouns, None)
        return None if subject is None or self.is_nobody(subject) else subject

    def is_nobody(self, noun: int) -> bool:
        """Whether a noun stands for nobody and nothing: *nobody*, *no one*, *no answer*."""
        nouns = self.tree.language.words("negations.nouns")
        return self.words[noun].form.lower() in nouns or self.is_negated(noun, 0, len(self.words))

    def is_negated(self, head: int, first: int, limit: int) -> bool:
        """Whether a word of a stretch negates a word: *did not answer*.

        The stretch keeps out what is quoted: *“No, no!” said Tom.*
        """
        negations = self.tree.language.words("negations.words")
        children = (child for child in self.tree.children[head] if first <= child < limit)
        return any(self.words[child].form.lower() in negations for child in children)

    def has_no_object(self, verb: int, first: int, limit: int) -> bool:
        """Whether what a verb takes in a stretch is nothing: *said nothing*, *made no answer*."""
        return any(self.is_nobody(word) for word in self.tree.dependents(verb, labels.OBJECT) if first <= word < limit)
