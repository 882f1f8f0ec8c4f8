"""Which *it* refers to nothing: patterns over the dependency tree.

The patterns of Lappin & Leass (1994, section 2.1.2) and, unless ``strict``, extensions to them: more
adjectives, nouns and verbs, clefts, weather and time (resolvers.md, 9.7). Each pattern has a name,
which the explanation of a decision shows. Which patterns a language has, each with its source and an
example, and the words they look for stand in its tables.
"""

from __future__ import annotations

from collections.abc import Callable

from anaphora_workbench.corpora.dependencies import (
    ACTIVE_CLAUSAL_SUBJECT,
    ADJECTIVE,
    ADVERB,
    ADVERBIAL_CLAUSE,
    ATTRIBUTE,
    BARE_ADVERBIAL,
    CLAUSAL_SUBJECT,
    COMPLEMENT_CLAUSE,
    DETERMINER,
    EXPLETIVE,
    MODIFYING_CLAUSE,
    NUMERAL,
    OBJECT,
    OBJECT_PREDICATE,
    OPEN_COMPLEMENT,
    PARTICLE,
    PASSIVE_AUXILIARY,
    PASSIVE_SUBJECT,
    POSSESSOR,
    PREDICATE_ADJECTIVE,
    PREPOSITION,
    RECIPIENT,
    RELATIVE_CLAUSE,
    SUBJECT,
    DependencyTree,
    Relations,
)
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import Lexicon

_CLAUSAL = COMPLEMENT_CLAUSE | OPEN_COMPLEMENT | ADVERBIAL_CLAUSE | CLAUSAL_SUBJECT | MODIFYING_CLAUSE
_FULL_CLAUSE = COMPLEMENT_CLAUSE | ACTIVE_CLAUSAL_SUBJECT
_PREDICATIVE = PREDICATE_ADJECTIVE | OBJECT_PREDICATE
_COMPLEMENTS_OF_INFINITIVE = (
    OBJECT
    | RECIPIENT
    | ATTRIBUTE
    | _PREDICATIVE
    | COMPLEMENT_CLAUSE
    | OPEN_COMPLEMENT
    | PREPOSITION
    | ADVERB
    | PARTICLE
)

# Whether a pattern holds of a pronoun and the word it hangs on.
Check = Callable[[int, int], bool]


class PleonasticPatterns:
    """Tells pleonastic *it* in one document.

    Args:
        strict: only the patterns as Lappin & Leass published them.
    """

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon, strict: bool = False) -> None:
        self.words, self.tree, self.language = document.words, tree, tree.language
        words, grammar = lexicon.words, tree.language.words
        self.pronouns = grammar("expletive.pronouns")
        self.copulas = grammar("expletive_words.copulas")
        # *it was late when we left* says nothing of it; *it was green when ripe* does.
        self.open_clause_marks = grammar("expletive.open_clause_marks")

        def listed(name: str) -> frozenset[str]:
            plain = words(f"pleonastic.{name}")
            if strict:
                return plain
            return (plain | words(f"pleonastic.more_{name}")) - words(f"pleonastic.doubtful_{name}")

        self.adjectives = listed("modal_adjectives")
        self.handling = frozenset() if strict else words("pleonastic.handling_adjectives")
        self.cognition = listed("cognition_verbs")
        self.raising = listed("raising_verbs")
        self.nouns = grammar("expletive_words.published_nouns") if strict else words("pleonastic.nouns")
        self.weather_verbs = words("pleonastic.weather_verbs")
        self.weather_adjectives = words("pleonastic.weather_adjectives")
        self.time_nouns = words("pleonastic.time_nouns")
        published = grammar("expletive_words.published_causative_verbs")
        self.causative = published if strict else words("pleonastic.causative_verbs")
        self.patterns = [
            (pattern.name, self._check(pattern.name))
            for pattern in self.language.patterns
            if pattern.published or not strict
        ]

    def _check(self, name: str) -> Check:
        """The code of a pattern.

        Raises:
            ValueError: there is none of that name.
        """
        checks: dict[str, Check] = {
            "object with adjective and clause": self._object_predicate,
            "adjective with clause": self._adjective_with_clause,
            "noun with clause": self._noun_with_clause,
            "passive verb of cognition": self._passive_cognition,
            "verb of appearance": self._raising,
            "weather": self._weather,
            "time": self._time,
            "cleft": self._cleft,
            "it takes": self._takes,
        }
        if name not in checks:
            raise ValueError(f"{self.language.code}: no pattern {name!r}; there are: {', '.join(checks)}")
        return checks[name]

    def pattern(self, offset: int) -> str | None:
        """Name of the pattern by which the word is pleonastic, None if it is none.

        An expletive that the parse itself marks (UD ``expl``) needs no pattern.
        """
        word = self.words[offset]
        if word.form.lower() not in self.pronouns or self.language.word_is(word, "possessive"):
            return None
        if self.tree.stands_as(offset, EXPLETIVE):
            return "expletive in the parse"
        above = self.tree.head[offset]
        if above < 0:
            return None
        return next((name for name, holds in self.patterns if holds(offset, above)), None)

    def _lemma(self, offset: int) -> str:
        return (self.words[offset].lemma or self.words[offset].form).lower()

    def _is_listed(self, adjective: int) -> bool:
        """Whether an adjective takes a clause as its subject, by lemma or form (*better*)."""
        return self._lemma(adjective) in self.adjectives or self.words[adjective].form.lower() in self.adjectives

    def _complements(self, verb: int, relations: Relations) -> list[int]:
        return self.tree.dependents(verb, relations)

    def _is_subject(self, offset: int) -> bool:
        return self.tree.stands_as(offset, SUBJECT)

    def _clause_below(self, *tops: int, after: int) -> bool:
        """Whether an open clause (*that …*, *to …*, *if …*) hangs on one of the words and follows ``after``."""
        return any(
            child > after and self._opens_clause(child, after)
            for top in tops
            for child in self.tree.dependents(top, _CLAUSAL)
        )

    def _opens_clause(self, verb: int, after: int) -> bool:
        tree = self.tree
        if tree.stands_as(verb, COMPLEMENT_CLAUSE | CLAUSAL_SUBJECT):
            return True
        below = [word for word in self.tree.children[verb] if after < word <= verb]
        marks = {self.words[word].form.lower() for word in below}
        if tree.stands_as(verb, RELATIVE_CLAUSE):
            # *time to go*, *a pity that it broke* are parsed like *a key that fits*; there *that* is a pronoun.
            return any(self.language.word_is(self.words[word], "infinitive_mark", "subordinator") for word in below)
        if marks & self.open_clause_marks:
            return True
        return tree.stands_as(verb, OPEN_COMPLEMENT) or self.language.word_is(self.words[verb], "gerund")

    def _adjective_with_clause(self, it: int, above: int) -> bool:
        if not self._is_subject(it):
            return False
        if self._is_listed(above) and self.words[above].upos == "ADJ":
            return self._clause_below(above, after=above) and not self._fills_gap(above)
        for adjective in self._complements(above, _PREDICATIVE | ATTRIBUTE | ADVERB):
            if self._is_listed(adjective):
                return self._clause_below(above, adjective, after=adjective) and not self._fills_gap(adjective)
        return False

    def _fills_gap(self, adjective: int) -> bool:
        """Whether *it* is what the infinitive after the adjective lacks: *it is easy to find*.

        So only with adjectives that say how a thing is to handle, and an infinitive without any complement.
        """
        if self._lemma(adjective) not in self.handling:
            return False
        clauses = [
            child
            for top in (adjective, self.tree.head[adjective])
            if top >= 0
            for child in self.tree.dependents(
                top, OPEN_COMPLEMENT | ADVERBIAL_CLAUSE | COMPLEMENT_CLAUSE | MODIFYING_CLAUSE
            )
            if child > adjective
        ]
        infinitives = [
            verb
            for verb in clauses
            if any(self.language.word_is(self.words[word], "infinitive_mark") for word in self.tree.children[verb])
        ]
        return bool(infinitives) and not self._complements(infinitives[0], _COMPLEMENTS_OF_INFINITIVE)

    def _noun_with_clause(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.copulas:
            return False
        return any(
            self._lemma(noun) in self.nouns and self._clause_below(above, noun, after=noun)
            for noun in self._complements(above, ATTRIBUTE | OBJECT_PREDICATE)
        )

    def _passive_cognition(self, it: int, above: int) -> bool:
        passive = self.tree.stands_as(it, PASSIVE_SUBJECT) or bool(self.tree.dependents(above, PASSIVE_AUXILIARY))
        # *It is supposed to be good* is no such pattern: only a full clause can be what is said.
        return (
            passive
            and self._lemma(above) in self.cognition
            and any(clause > it for clause in self._complements(above, _FULL_CLAUSE))
        )

    def _raising(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.raising:
            return False
        if any(clause > above for clause in self._complements(above, _FULL_CLAUSE)):
            return True
        # *It seems as if he left*, but not *it looks like a lamp*.
        marks = self.language.words("expletive.comparison_marks")
        return any(
            self.tree.subject(clause) is not None
            and any(self.words[mark].form.lower() in marks for mark in self.tree.children[clause])
            for clause in self._complements(above, ADVERBIAL_CLAUSE)
            if clause > above
        )

    def _object_predicate(self, it: int, above: int) -> bool:
        tree = self.tree
        if self._is_subject(it) and self.words[above].upos in ("ADJ", "NOUN"):
            governor = tree.head[above]
            return (
                tree.stands_as(above, COMPLEMENT_CLAUSE | OPEN_COMPLEMENT | OBJECT_PREDICATE)
                and governor >= 0
                and self._lemma(governor) in self.causative
                and (self._is_listed(above) or self.words[above].upos == "NOUN")
                and self._clause_below(above, governor, after=above)
                and not self._fills_gap(above)
            )
        if tree.stands_as(it, OBJECT) and self._lemma(above) in self.causative:
            return any(
                predicate > it and self._is_listed(predicate) and self._clause_below(above, predicate, after=predicate)
                for predicate in self._complements(above, _PREDICATIVE | COMPLEMENT_CLAUSE | OPEN_COMPLEMENT | ADVERB)
            )
        return False

    def _weather(self, it: int, above: int) -> bool:
        if not self._is_subject(it):
            return False
        if self._lemma(above) in self.weather_verbs:
            return True
        return self._lemma(above) in self.copulas and any(
            self._lemma(word) in self.weather_adjectives and self.words[word].upos == "ADJ"
            for word in self._complements(above, PREDICATE_ADJECTIVE)
        )

    def _time(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.copulas:
            return False
        articles = self.language.words("determiners.indefinite_article")
        return any(
            self._lemma(word) in self.time_nouns
            and all(
                self.words[child].form.lower() in articles
                for child in self.tree.dependents(word, DETERMINER | POSSESSOR)
            )
            for word in self._complements(above, ATTRIBUTE | BARE_ADVERBIAL | PREDICATE_ADJECTIVE)
        )

    def _cleft(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.language.words("expletive.cleft_copulas"):
            return False
        wanted = self.language.words("expletive.cleft_marks")
        for focus in self._complements(above, ATTRIBUTE | PREPOSITION | ADVERB | BARE_ADVERBIAL):
            if focus < above or not self._is_focus(focus):
                continue
            for clause in self._complements(focus, MODIFYING_CLAUSE | COMPLEMENT_CLAUSE) + self._complements(
                above, RELATIVE_CLAUSE | COMPLEMENT_CLAUSE | ADVERBIAL_CLAUSE
            ):
                marks = {self.words[word].form.lower() for word in self.tree.children[clause] if word < clause}
                if clause > focus and marks & wanted:
                    return True
        return False

    def _is_focus(self, offset: int) -> bool:
        """Whether a cleft may single it out: no *something that*, no *a pump that*, no *the first that*."""
        word = self.words[offset]
        if not self.tree.stands_as(offset, ATTRIBUTE):
            return True
        if word.upos == "PRON":
            return self.language.word_is(word, "personal")
        if word.upos not in ("NOUN", "PROPN"):
            return False
        determiners = {
            self.words[child].form.lower()
            for child in self.tree.dependents(offset, DETERMINER | NUMERAL | POSSESSOR | ADJECTIVE)
        }
        grammar = self.language.words
        return determiners.isdisjoint(
            grammar("expletive.never_in_focus_after") | grammar("expletive_words.never_in_focus_after")
        )

    def _takes(self, it: int, above: int) -> bool:
        if not self._is_subject(it) or self._lemma(above) not in self.language.words("expletive_words.taking_verbs"):
            return False
        measures = self._complements(above, OBJECT | BARE_ADVERBIAL)
        return bool(measures) and self._clause_below(above, *measures, after=above)
