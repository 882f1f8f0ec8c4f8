"""The discourse: properties of a document that the algorithms need, worked out once.

A Discourse lists a document's mentions in text order and answers by position in that list: sentence,
clause, segment, embedding, slots. Positions are plain ints, so a resolver's inner loops touch lists only.
"""

from __future__ import annotations

import copy
import warnings
from bisect import bisect_left
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from anaphora_workbench.corpora.document import ANY_NUMBER, Document, Mention, Sentence, sorted_mentions
from anaphora_workbench.corpora.languages import language_of
from anaphora_workbench.corpora.support.errors import InputWarning
from anaphora_workbench.corpora.trees.labels import EMPHATIC, MODIFYING_CLAUSE, VERB_CLAUSE
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.resolvers.discourse.renaming import WORDS as RENAMED
from anaphora_workbench.resolvers.discourse.renaming import Renaming, no_renaming, renaming

SCOPE = frozenset({"personal", "possessive", "reflexive"})
LEXICAL_ANAPHORS = frozenset({"reflexive", "reciprocal"})
TIME_AND_QUANTITY = frozenset({"DATE", "TIME", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL"})

# A text of more words hardly is one paragraph.
LONG_PARAGRAPH = 250
ONE_PARAGRAPH = (
    "paragraphs are not known, so a text counts as one for resolvers that ask for them; "
    "np-xml, text and conllu (# newpar) can state them"
)

Features = tuple[frozenset[str], frozenset[str]]


def is_speech(mention: Mention) -> bool:
    """Whether it is a first or second person personal, possessive or reflexive pronoun."""
    return mention.pronoun_type in SCOPE and mention.person in (1, 2)


def counted_sentences(document: Document) -> list[int]:
    """The number of each sentence for distances: one that only names who speaks (*Ann:*) has that of the one behind."""
    number, counted = 0, []
    for sentence, following in pairwise([*document.sentences, Sentence(0, 0)]):
        counted.append(number)
        number += not _only_names_speaker(document, sentence, following)
    return counted


def _only_names_speaker(document: Document, sentence: Sentence, following: Sentence) -> bool:
    words = document.words[sentence.start : sentence.end]
    return (
        (sentence.speaker, sentence.paragraph) == (following.speaker, following.paragraph)
        and len(words) > 1
        and words[0].form == sentence.speaker.split(" ")[0]
        and words[-1].form == ":"
    )


# What ``skip`` says in words.
SKIPPED = {
    "time": "a time or quantity",
    "pleonastic": "refers to nothing",
    "relative": "a relative pronoun",
    "interrogative": "an interrogative pronoun",
    **RENAMED,
}


class Discourse:
    """A document as resolvers walk through it; several may share one, so none may change it.

    Attributes:
        document: the document itself.
        language: the one it is in.
        mentions: its mentions in text order; every list below runs parallel to it.
        ids: their ids.
        position: place of a mention in ``mentions`` by its id.
        number, gender: possible values.
        sentence, paragraph, segment: numbers of the sentence, paragraph and topical segment it begins in.
        counted_sentence: number of its sentence for distances, where one that only names who speaks (*Ann:*) and the
            one behind it count as one.
        heading: it stands in a heading.
        node: the word that stands for it in the dependency tree: its head, or what is above it in the span.
        embedded_in: position of the innermost other mention that contains it, -1 if there is none.
        clause: number of its finite clause; without a parse a sentence is one clause.
        skip: why it can be nobody's antecedent (``pleonastic``, ``relative`` …), "" if it can.
        renaming: which appositions and predicate nominals rename which mention.
        sentence_start: position of the first mention of each sentence, and at the end the number of mentions.
        verdicts: what agreement makes of each mention on its own, by what a pronoun wants (``stages/agreement.py``).
        disjoint: what syntax keeps each pronoun from, by filter (``binding.py``).
        speech: who says its quotations, None before anybody asked (``speech.py``).
        named: the mentions by what they are known by again, None before anybody asked (``stages/same_name.py``).
        satisfied: whether each mention satisfies a factor of salience, by the factor's function.

    Raises:
        ValueError: two mentions of the document have the same id, or its language has no folder.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.language = language_of(document)
        self.mentions: list[Mention] = sorted_mentions(document.mentions)
        self.ids = [mention.id for mention in self.mentions]
        self.position = {id: position for position, id in enumerate(self.ids)}
        if len(self.position) < len(self.mentions):
            twice = next(id for position, id in enumerate(self.ids) if self.position[id] != position)
            raise ValueError(f"document {document.id}: two mentions have the id {twice!r}; ids must be unique")
        self.renaming: Renaming = renaming(self.mentions, self.position)
        self.number, self.gender = self.renaming.number, self.renaming.gender
        self.sentence = self._sentences()
        headings = [self.is_heading(sentence) for sentence in range(max(1, len(document.sentences)))]
        self.paragraph = [self._paragraph_of_sentence(sentence) for sentence in self.sentence]
        self.heading = [headings[sentence] for sentence in self.sentence]
        self.embedded_in = [self.position.get(mention.embedded_in or "", -1) for mention in self.mentions]
        self.skip = self._skipped()
        self.sentence_start = self._sentence_starts()
        self._counted = counted_sentences(document) or [0]
        self.counted_sentence = [self._counted[sentence] for sentence in self.sentence]
        # What stages have worked out, kept for all resolvers that share the reading.
        self.verdicts: dict[Features, Any] = {}
        self.disjoint: dict[tuple[int, str, str, bool, bool, str, str], Any] = {}
        self.satisfied: dict[Any, list[bool]] = {}
        self.speech: Any = None
        self.named: dict[tuple[str, ...], set[int]] | None = None

    def _skipped(self) -> list[str]:
        behind = self.renaming.behind
        return [_why_no_antecedent(mention) or behind.get(place, "") for place, mention in enumerate(self.mentions)]

    def without_renaming(self) -> Discourse:
        """The same document with appositions and predicate nominals as mentions like all others."""
        other = copy.copy(self)
        other.renaming = no_renaming(self.mentions)
        other.skip = other._skipped()
        other.__dict__.pop("_eligible", None)
        other.disjoint = {}
        return other.with_features(other.renaming.number, other.renaming.gender)

    def with_features(self, number: list[frozenset[str]], gender: list[frozenset[str]]) -> Discourse:
        """The same document with other numbers and genders; what was worked out before carries over."""
        other = copy.copy(self)
        other.number, other.gender, other.verdicts = number, gender, {}
        return other

    def with_singular_they(self) -> Discourse:
        """The same document with *they* open to a singular antecedent."""
        they = self.language.words("singular_they.words")
        number = [
            ANY_NUMBER if mention.is_pronoun and self.form(position) in they else self.number[position]
            for position, mention in enumerate(self.mentions)
        ]
        return self.with_features(number, self.gender)

    def _sentences(self) -> list[int]:
        """Both mentions and sentences are in text order, so one walk numbers all."""
        sentences, number, numbers = self.document.sentences, 0, []
        for mention in self.mentions:
            while number + 1 < len(sentences) and sentences[number + 1].start <= mention.start:
                number += 1
            numbers.append(number)
        return numbers

    def sentence_back(self, sentence: int, number: int) -> int:
        """The first of the sentences that are at most so many back as distances count, 0 if there are fewer."""
        return bisect_left(self._counted, self._counted[sentence] - number)

    def sentence_before(self, sentence: int) -> int:
        """The last sentence that does not count as this one, -1 if there is none."""
        return bisect_left(self._counted, self._counted[sentence]) - 1

    def _paragraph_of_sentence(self, sentence: int) -> int:
        sentences = self.document.sentences
        return sentences[sentence].paragraph if sentence < len(sentences) else 0

    @cached_property
    def paragraph_as_asked(self) -> list[int]:
        """The paragraph of each mention; that a long text counts as one for want of any marks is said."""
        if not self.document.paragraphs_known and len(self.document.words) > LONG_PARAGRAPH:
            warnings.warn(ONE_PARAGRAPH, InputWarning, stacklevel=2)
        return self.paragraph

    def _sentence_starts(self) -> list[int]:
        """Mentions are in text order, so those of one sentence stand side by side."""
        starts = [len(self.mentions)] * (max(len(self.document.sentences), 1) + 1)
        for position in range(len(self.mentions) - 1, -1, -1):
            starts[self.sentence[position]] = position
        for sentence in range(len(starts) - 2, -1, -1):
            starts[sentence] = min(starts[sentence], starts[sentence + 1])
        return starts

    @cached_property
    def tree(self) -> DependencyTree:
        return DependencyTree(self.document)

    @cached_property
    def parsed(self) -> bool:
        """Whether the document has a dependency parse at all."""
        return any(head >= 0 for head in self.tree.head)

    @cached_property
    def node(self) -> list[int]:
        nodes = []
        for mention in self.mentions:
            node = mention.head
            for above in self.tree.ancestors(mention.head):
                if not mention.start <= above < mention.end:
                    break
                node = above
            nodes.append(node)
        return nodes

    @cached_property
    def mentions_at(self) -> dict[int, list[int]]:
        """Positions of the mentions that a word of the tree stands for."""
        positions: dict[int, list[int]] = {}
        for position, node in enumerate(self.node):
            positions.setdefault(node, []).append(position)
        return positions

    @cached_property
    def last_end(self) -> list[int]:
        """Per mention the furthest end of it and all before it."""
        return list(accumulate((mention.end for mention in self.mentions), max))

    @cached_property
    def _in_scope(self) -> tuple[list[int], list[int]]:
        every = range(len(self.mentions))
        return [p for p in every if self.in_scope(p)], [p for p in every if self.in_scope(p, reciprocals=True)]

    def can_be_antecedent(self, position: int, times: bool = False) -> bool:
        """Whether it is no pleonastic, relative or interrogative pronoun and, unless allowed, no time or quantity."""
        reason = self.skip[position]
        return not reason or (times and reason == "time")

    @cached_property
    def _eligible(self) -> tuple[list[int], list[int]]:
        every = range(len(self.mentions))
        return [p for p in every if self.can_be_antecedent(p)], [p for p in every if self.can_be_antecedent(p, True)]

    def eligible(self, times: bool = False) -> list[int]:
        """Positions of the mentions that ``can_be_antecedent``."""
        return self._eligible[times]

    def pronouns(self, reciprocals: bool = False) -> list[int]:
        """Positions of the pronouns that are ``in_scope``."""
        return self._in_scope[reciprocals]

    @cached_property
    def segment(self) -> list[int]:
        words = self.document.words
        return [words[mention.head].segment or 0 for mention in self.mentions]

    @cached_property
    def clause(self) -> list[int]:
        clauses = []
        for position, mention in enumerate(self.mentions):
            stored = self.document.words[mention.head].clause
            if stored is None:
                verb = self.tree.finite_clause(self.node[position]) if self.parsed else None
                stored = verb if verb is not None else -1 - self.sentence[position]
            clauses.append(stored)
        return clauses

    @cached_property
    def main_clause(self) -> list[int | None]:
        """Number of each sentence's main clause, the one of the word at its root; None without a parse."""
        words, tree = self.document.words, self.tree
        clauses: list[int | None] = []
        for sentence in self.document.sentences:
            root = tree.root(sentence.start, sentence.end)
            stored = None if root is None else words[root].clause
            clauses.append(root if stored is None else stored)
        return clauses or [None]

    def in_main_clause(self, position: int) -> bool:
        """Whether a mention stands in the main clause of its sentence; False without a parse."""
        return self.clause[position] == self.main_clause[self.sentence[position]]

    @cached_property
    def subordinate_to(self) -> list[int]:
        """Per mention the word at the top of the innermost adverbial adjunct around it, -1 if there is none."""
        return [self._adjunct(position) for position in range(len(self.mentions))]

    def _adjunct(self, position: int) -> int:
        if not self.mentions[position].adjunct:
            return -1
        top = self.tree.adjunct(self.node[position])
        return -1 if top is None else top

    @cached_property
    def set_off(self) -> list[bool]:
        """Per mention whether it lies in an adverbial prepositional phrase that commas set off (``sep``)."""
        verdicts: dict[int, bool] = {}
        per_mention = []
        for node in self.node:
            off = False
            for word in (node, *self.tree.ancestors(node)):
                if self.tree.is_phrase_of_verb(word):
                    if word not in verdicts:
                        verdicts[word] = self._between_separators(word)
                    off = off or verdicts[word]
            per_mention.append(off)
        return per_mention

    def _between_separators(self, preposition: int) -> bool:
        words, sentences = self.document.words, self.document.sentences
        below = [word for word in self.tree.subtree(preposition) if words[word].upos != "PUNCT"]
        first, last = below[0], below[-1]
        bounds = sentences[self.document.sentence_number(preposition)] if sentences else None
        start, end = (bounds.start, bounds.end) if bounds else (0, len(words))
        opens = first == start or words[first - 1].form == ","
        return opens and last + 1 < end and words[last + 1].form == ","

    def is_heading(self, sentence: int) -> bool:
        paragraph = self._paragraph_of_sentence(sentence)
        paragraphs = self.document.paragraphs
        return paragraph < len(paragraphs) and paragraphs[paragraph].kind == "heading"

    @cached_property
    def heading_of(self) -> list[int]:
        """Per sentence the number of the heading sentence of its section, -1 before the first heading."""
        last, headings = -1, []
        for sentence in range(len(self.document.sentences)):
            if self.is_heading(sentence):
                last = sentence
            headings.append(last)
        return headings or [-1]

    @cached_property
    def verbs_of_sentence(self) -> list[list[int]]:
        """Per sentence the verbs that head a clause of their own; a sentence with two or more is complex."""
        tree = self.tree
        return [
            [word for word in range(sentence.start, sentence.end)
             if tree.is_verb(word) and tree.stands_as(word, VERB_CLAUSE)]
            for sentence in self.document.sentences
        ] or [[]]  # fmt: skip

    def lemma(self, position: int) -> str:
        """Lemma of the head in lower case, its form where there is no lemma."""
        mention = self.mentions[position]
        return (
            mention.lemma or self.document.words[mention.head].lemma or self.document.words[mention.head].form
        ).lower()

    def form(self, position: int) -> str:
        """The words of a mention in lower case."""
        return self.document.mention_text(self.mentions[position]).lower()

    def in_scope(self, position: int, reciprocals: bool = False) -> bool:
        """Whether it is a third-person personal, possessive or reflexive pronoun, pleonastic or not."""
        mention = self.mentions[position]
        kinds = SCOPE | {"reciprocal"} if reciprocals else SCOPE
        return mention.person == 3 and mention.pronoun_type in kinds

    def inside(self, position: int, other: int) -> bool:
        """Whether the mention at ``other`` contains the one at ``position``."""
        return position != other and self.mentions[other].contains(self.mentions[position])

    def complement_of_verb(self, position: int) -> bool:
        """Whether it is the object of a preposition that belongs to a verb, not to a noun."""
        predicate = self.tree.predicate_of(self.node[position])
        return predicate is not None and self.tree.is_verb(predicate)

    def clause_hosts(self, position: int) -> set[int]:
        """Nouns that may be the antecedent of a pronoun within their own phrase.

        Their relative or participial clause holds it (*the woman who lost her keys*), or it stresses
        them (*the bridge itself*).
        """
        tree, hosts = self.tree, set()
        own = self.node[position]
        if self.mentions[position].pronoun_type == "reflexive" and tree.stands_as(own, EMPHATIC):
            hosts.add(tree.head[own])
        for word in (self.node[position], *tree.ancestors(self.node[position])):
            if tree.stands_as(word, MODIFYING_CLAUSE) and tree.head[word] >= 0:
                hosts.add(tree.head[word])
        return hosts

    def hosts(self, position: int, containing: bool) -> set[int]:
        """Nouns that may be the antecedent of a pronoun in their clause, and if so told in their adjunct."""
        hosts = self.clause_hosts(position)
        return hosts | self.phrase_hosts(position) if containing else hosts

    def phrase_hosts(self, position: int) -> set[int]:
        """Nouns that may be the antecedent of a pronoun within their prepositional adjunct: *a man in his car*.

        Complements are none (*a driver of his truck*), nor is the pronoun itself the adjunct (*a man with him*).
        """
        tree = self.tree
        start = tree.transparent(self.node[position])
        above = list(tree.ancestors(start))
        return {tree.head[word] for word in above[1:] if tree.is_adjunct_of_noun(word)}


def _why_no_antecedent(mention: Mention) -> str:
    if mention.pleonastic:
        return "pleonastic"
    if mention.pronoun_type in ("relative", "interrogative"):
        return mention.pronoun_type
    if mention.entity_type.upper() in TIME_AND_QUANTITY:
        return "time"
    return ""
