"""Predicates around a pleonastic *it*, and the clauses that belong to them.

An infinitive or gerund may lack an object that *it* supplies (*it is easy to find*, *it is worth reading*): such an
*it* refers, as the lamp is what is found. Source: Huddleston & Pullum (2002, chapter 14, 6.3), hollow clauses.
"""

from collections.abc import Iterable, Iterator

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree

CLAUSES = (
    labels.COMPLEMENT_CLAUSE | labels.OPEN_COMPLEMENT | labels.ADVERBIAL_CLAUSE | labels.CLAUSAL_SUBJECT
    | labels.MODIFYING_CLAUSE
)  # fmt: skip
PREDICATIVE = labels.PREDICATE_ADJECTIVE | labels.OBJECT_PREDICATE


class Predicates:
    """The predicates of one document and what hangs on them.

    Attributes:
        strict: only what Lappin & Leass (1994) published.
        listed: words of ``words.toml``, section ``pleonastic``, by list.
    """

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon, strict: bool) -> None:
        self.words, self.tree, self.language, self.strict = document.words, tree, tree.language, strict
        self._lexicon = lexicon
        self._copulas = self.grammar("expletive_words.copulas")
        self._open_marks = self.grammar("expletive.open_clause_marks")
        self._conditional_marks = self.grammar("expletive.conditional_marks")
        self._degree = self.grammar("expletive.degree_words")
        self._that = self.grammar("expletive.that_marks")
        self._doubt = self.listed("words_of_doubt")

    def grammar(self, name: str) -> frozenset[str]:
        """A list of ``grammar.toml``."""
        return self.language.words(name)

    def listed(self, name: str) -> frozenset[str]:
        """A list of the section ``pleonastic`` of ``words.toml``, with our additions unless strict."""
        plain = self._lexicon.words(f"pleonastic.{name}")
        if self.strict:
            return plain
        more = self._lexicon.words(f"pleonastic.more_{name}")
        doubtful = self._lexicon.words(f"pleonastic.doubtful_{name}")
        return (plain | more) - doubtful

    def form(self, offset: int) -> str:
        return self.words[offset].form.lower()

    def lemma(self, offset: int) -> str:
        return (self.words[offset].lemma or self.words[offset].form).lower()

    def is_in(self, offset: int, words: frozenset[str]) -> bool:
        """Whether a word is in a list, by lemma or form (*better*)."""
        return self.lemma(offset) in words or self.form(offset) in words

    def is_word(self, offset: int, word: str) -> bool:
        """Whether it is a word, by lemma or form."""
        return word in (self.lemma(offset), self.form(offset))

    def is_subject(self, offset: int) -> bool:
        return self.tree.stands_as(offset, labels.SUBJECT)

    def is_copula(self, offset: int) -> bool:
        # By form, too: the lemma of a curly *’s* is often wrong.
        return self.is_in(offset, self._copulas)

    def below(self, offset: int, relations: labels.Relations) -> list[int]:
        return self.tree.dependents(offset, relations)

    def forms_below(self, offset: int) -> set[str]:
        return {self.form(child) for child in self.tree.children[offset]}

    def is_infinitive(self, verb: int) -> bool:
        """Whether *to* stands with a verb."""
        return any(self.language.word_is(self.words[child], "infinitive_mark") for child in self.tree.children[verb])

    def has_own_subject(self, verb: int) -> bool:
        return self.tree.subject(verb) is not None

    def marked_that(self, verb: int) -> bool:
        """Whether a clause begins with the conjunction *that*, which is no part of the clause."""
        return {self.form(mark) for mark in self.below(verb, labels.CLAUSE_MARK)} <= self._that and bool(
            self.below(verb, labels.CLAUSE_MARK)
        )

    def follows_that(self, noun: int, clause: int) -> bool:
        """Whether a clause stands behind a noun and *that*, conjunction or relative pronoun."""
        return noun + 1 < clause and self.form(noun + 1) in self._that

    def clauses(self, *tops: int, after: int) -> Iterator[int]:
        """The verbs of the open clauses (*that …*, *to …*, *whether …*) on one of the words that follow ``after``."""
        for top in tops:
            for child in self.below(top, CLAUSES):
                if child > after and self._opens_clause(child, top, after):
                    yield child
            # *illegal for shops to sell them*, parsed as *shops to sell them*.
            for preposition in self.below(top, labels.PREPOSITION):
                if preposition > after and self.form(preposition) in self.grammar("expletive.for_marks"):
                    for first in self.below(preposition, labels.OBJECT_OF_PREPOSITION):
                        for noun in self.tree.conjuncts(first):
                            yield from filter(self.is_infinitive, self.below(noun, CLAUSES))

    def _opens_clause(self, verb: int, top: int, after: int) -> bool:
        tree = self.tree
        before = [word for word in tree.children[verb] if after < word <= verb]
        marks = {self.form(word) for word in before}
        if tree.stands_as(verb, labels.ADVERBIAL_CLAUSE) and marks & self._degree:
            # *so that it works* says what for.
            return False
        if marks & self._conditional_marks and not tree.stands_as(verb, labels.MODIFYING_CLAUSE):
            return self.is_in(top, self._doubt) or self.is_in(after, self._doubt)
        if tree.stands_as(verb, labels.COMPLEMENT_CLAUSE | labels.CLAUSAL_SUBJECT):
            return True
        if tree.stands_as(verb, labels.RELATIVE_CLAUSE):
            # *time to go*, *a pity that it broke* are parsed like *a key that fits*; there *that* is a pronoun.
            return any(self.language.word_is(self.words[word], "infinitive_mark", "subordinator") for word in before)
        if marks & self._open_marks:
            return True
        return tree.stands_as(verb, labels.OPEN_COMPLEMENT) or self.language.word_is(self.words[verb], "gerund")

    def has_clause(self, *tops: int, after: int) -> bool:
        return any(True for _ in self.clauses(*tops, after=after))

    def predicate_of(self, subject: int) -> int:
        """The word that a subject belongs to, above its auxiliaries; -1 for none."""
        above = self.tree.head[subject]
        while above >= 0 and self.tree.stands_as(above, labels.AUXILIARY | labels.PASSIVE_AUXILIARY):
            above = self.tree.head[above]
        return above

    def raised(self, verb: int) -> Iterator[int]:
        """The infinitives that a subject may really belong to: *it seems, is likely, is expected to rain*."""
        transparent = () if self.strict else (verb, *self.below(verb, PREDICATIVE))
        for word in transparent:
            expected = bool(self.below(word, labels.PASSIVE_AUXILIARY)) and self.lemma(word) in self.listed(
                "cognition_verbs"
            )
            if expected or self.is_in(word, self.grammar("expletive_words.raising")):
                for infinitive in {
                    *self.below(word, labels.OPEN_COMPLEMENT),
                    *self.below(verb, labels.OPEN_COMPLEMENT),
                }:
                    if self.is_infinitive(infinitive) and not self.has_own_subject(infinitive):
                        yield infinitive
                        yield from self.raised(infinitive)


_COMPLEMENTS = (
    labels.OBJECT | labels.RECIPIENT | labels.ATTRIBUTE | PREDICATIVE | labels.COMPLEMENT_CLAUSE
    | labels.CLAUSAL_SUBJECT | labels.AGENT
)  # fmt: skip


def fills_gap(at: Predicates, adjective: int, clauses: Iterable[int]) -> bool:
    """Whether *it* is what the first clause after an adjective lacks.

    So only with adjectives that say how a thing is to handle, and verbs that have an object elsewhere.
    """
    if not at.is_in(adjective, at.listed("handling_adjectives")):
        return False
    first = next(iter(clauses), None)
    return first is not None and lacks_object(at, first)


def lacks_object(at: Predicates, verb: int) -> bool:
    """Whether a transitive infinitive or gerund, or the last infinitive below it, has no object of its own."""
    infinitive = at.is_infinitive(verb) or at.language.word_is(at.words[verb], "gerund")
    if not infinitive or at.below(verb, labels.PASSIVE_AUXILIARY):
        return False
    if any(
        not at.below(preposition, labels.OBJECT_OF_PREPOSITION) for preposition in at.below(verb, labels.PREPOSITION)
    ):
        # *hard to live with*; *easy to keep from falling* has a clause there.
        return all(not at.tree.children[preposition] for preposition in at.below(verb, labels.PREPOSITION))
    if at.below(verb, _COMPLEMENTS):
        return False
    further = [below for below in at.below(verb, labels.OPEN_COMPLEMENT) if below > verb]
    if further:
        return lacks_object(at, further[0])
    if at.lemma(verb) in at.listed("verbs_without_object"):
        return False
    after_gap = at.grammar("expletive.prepositions_after_gap")
    return all(at.form(preposition) in after_gap for preposition in at.below(verb, labels.PREPOSITION))
