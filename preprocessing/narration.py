"""The narrator's words around the quotations of a document."""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import (
    ACTIVE_SUBJECT,
    ATTRIBUTE,
    BARE_ADVERBIAL,
    MODIFYING_CLAUSE,
    OBJECT,
    PASSIVE_SUBJECT,
    RECIPIENT,
    DependencyTree,
)
from anaphora_workbench.corpora.document import Document, Sentence
from anaphora_workbench.preprocessing.quotation_marks import QuotedSpan

# What parsers take the subject behind its verb for: *said Ann*.
_TAKEN_FOR = OBJECT | ATTRIBUTE | RECIPIENT | BARE_ADVERBIAL


class Narration:
    """The narrator's words around quotations, and who does in them what a verb says.

    Attributes:
        spans: the quotations in text order.
    """

    def __init__(self, document: Document, tree: DependencyTree, spans: list[QuotedSpan]) -> None:
        self.document, self.words, self.tree, self.spans = document, document.words, tree, spans

    def between(self, number: int) -> tuple[int, int]:
        """Where the words before a quotation begin and those behind it end: at its neighbours."""
        first = self.spans[number - 1].end if number else 0
        limit = self.spans[number + 1].start if number + 1 < len(self.spans) else len(self.words)
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

    def is_denied(self, verb: int, first: int, limit: int) -> bool:
        """Whether words of a stretch negate a verb or its object: *did not answer*, *said nothing*, *made no answer*.

        The stretch keeps out what is said: *“No, no!” said Tom.*
        """
        tree, language = self.tree, self.tree.language
        negations, nouns = language.words("negations.words"), language.words("negations.nouns")
        objects = [word for word in tree.dependents(verb, OBJECT) if first <= word < limit]
        dependents = [child for head in (verb, *objects) for child in tree.children[head] if first <= child < limit]
        return any(self.words[word].form.lower() in nouns for word in objects) or any(
            self.words[word].form.lower() in negations for word in dependents
        )
