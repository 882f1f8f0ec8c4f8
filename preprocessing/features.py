"""The features of a noun phrase: number, gender, definiteness, grammatical function and its place in the clause.

Source: resolvers.md, sections 1.1, 2.2 and 9.3.
"""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import (
    ACTIVE_SUBJECT,
    ATTRIBUTE,
    DETERMINER,
    EXPLETIVE,
    NUMERAL,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    POSSESSOR,
    PREDETERMINER,
    DependencyTree,
)
from anaphora_workbench.corpora.document import (
    ANY_GENDER,
    ANY_NUMBER,
    Definiteness,
    Document,
    Kind,
    Mention,
    Source,
    Word,
)
from anaphora_workbench.corpora.languages import Lexicon, Pronoun
from anaphora_workbench.preprocessing.names import NameEvidence
from anaphora_workbench.preprocessing.noun_phrases import Span

SINGULAR, PLURAL = frozenset("s"), frozenset("p")
NEUTER, PERSON = frozenset("n"), frozenset("mf")

# What a named-entity or corpus label says of gender and number.
_PERSON_LABELS = frozenset({"PERSON", "PER", "person"})
_GROUP_LABELS = frozenset({"ORG", "NORP", "organization"})
_CORPUS_LABELS = frozenset(
    {"person", "organization", "animal", "place", "object", "event", "time", "substance", "plant", "abstract"}
)
_LABELS_OF_NUMBERS = frozenset({"DATE", "TIME", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "MONEY"})
_THING_LABELS = frozenset(
    {"GPE", "LOC", "FAC", "VEH", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"}
    | _LABELS_OF_NUMBERS
    | (_CORPUS_LABELS - {"person", "organization", "animal"})
)
_DETERMINING = DETERMINER | PREDETERMINER
_KIND_BY_TAG: dict[str, Kind] = {"PROPN": "proper", "NOUN": "common"}


class FeatureReader:
    """Reads the features of mentions off one document's words and dependency tree."""

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon) -> None:
        self.document = document
        self.tree = tree
        self.lexicon = lexicon
        self.language = tree.language
        lists, grammar = lexicon.words, tree.language.words
        self.names = NameEvidence(document, tree, lexicon)
        self._male_nouns, self._female_nouns = lists("gendered_nouns.masculine"), lists("gendered_nouns.feminine")
        self._person_nouns = lists("person_nouns.words")
        self._collectives = lists("collectives.words")
        self._plurals_as_it = lists("plurals_taken_up_by_it.words")
        self._partitives = lists("partitives.words")
        self._of, self._singling = grammar("partitives.prepositions"), grammar("partitives.singling")
        self._definite = grammar("determiners.definite_article") | grammar("determiners.demonstrative")
        self._quantifying = grammar("determiners.quantifying")
        self._distributive = grammar("determiners.distributive")
        self._or, self._one = grammar("coordination.alternative"), grammar("numerals.one")
        self._there = grammar("existential.words")

    def mention(self, span: Span, id: str, source: Source, entity_type: str = "") -> Mention:
        """The mention of a span with all features except ``embedded_in`` and ``pleonastic``.

        Args:
            entity_type: what the corpus says of this very mention; "" to take the head word's label.
        """
        words, tree, head = self.document.words, self.tree, span.head
        word = words[head]
        pronoun = self._pronoun(span)
        kind = self._kind(span, pronoun)
        label = entity_type or word.entity_type
        mention = Mention(
            id,
            span.start,
            span.end,
            head,
            lemma=(word.lemma or word.form).lower(),
            upos=word.upos,
            xpos=word.xpos,
            kind=kind,
            pronoun_type=pronoun.type if pronoun else None,
            person=pronoun.person if pronoun else 3,
            entity_type=label,
            source=source,
        )
        mention.number, mention.gender = self._agreement(span, word, pronoun, kind, label)
        mention.definiteness = self._definiteness(head, kind)
        mention.function = (
            "POSS" if pronoun and pronoun.type == "possessive" and not tree.has_parse(head) else tree.function(head)
        )
        mention.verb = tree.governing_verb(head)
        mention.preposition = self._preposition(head)
        mention.adjunct = tree.adjunct(head) is not None
        mention.existential = self._existential(head)
        return mention

    def _pronoun(self, span: Span) -> Pronoun | None:
        words = self.document.words
        forms = tuple(word.form.lower() for word in words[span.start : span.end])
        if forms in self.language.reciprocals:
            return self.language.reciprocals[forms]
        return None if span.end - span.start > 1 else self.tree.pronoun(span.head)

    def _kind(self, span: Span, pronoun: Pronoun | None) -> Kind:
        if span.coordination:
            return "coordination"
        if pronoun is not None:
            return "pronoun"
        return _KIND_BY_TAG.get(self.document.words[span.head].upos, "other")

    def _agreement(
        self, span: Span, word: Word, pronoun: Pronoun | None, kind: Kind, label: str
    ) -> tuple[frozenset[str], frozenset[str]]:
        if pronoun is not None:
            return pronoun.number, pronoun.gender
        if kind == "coordination" and not self._one_bearer(span):
            return self._coordinated(span), ANY_GENDER
        if kind == "other":
            return self._of_other(span, word, label)
        number = self._number(word)
        if kind == "common":
            partitive = self._partitive(span, word)
            if partitive is not None:
                return partitive
        gender, either_number = self._gender(span, word, kind, label)
        if number == PLURAL:
            return PLURAL, ANY_GENDER
        if kind == "coordination":
            return ANY_NUMBER, gender
        return (ANY_NUMBER if either_number or self._distributes(span.head) else number), gender

    def _coordinated(self, span: Span) -> frozenset[str]:
        words = self.document.words
        joined_by_or = any(
            word.form.lower() in self._or and word.upos == "CCONJ" for word in words[span.start : span.end]
        )
        return ANY_NUMBER if joined_by_or else PLURAL

    def _one_bearer(self, span: Span) -> bool:
        """Whether coordinated nouns share one determiner and so may name one thing: *a priest and historian*."""
        first, *others = self.tree.conjuncts(span.head)
        inside = [word for word in others if word < span.end]
        return (
            self.document.words[first].upos == "NOUN"
            and self._number(self.document.words[first]) == SINGULAR
            and self.tree.determiner(first) is not None
            and bool(inside)
            and all(
                self.document.words[word].upos == "NOUN"
                and self._number(self.document.words[word]) == SINGULAR
                and self.tree.determiner(word) is None
                for word in inside
            )
        )

    def _distributes(self, head: int) -> bool:
        """*Every leaf … they*: a distributive determiner lets the plural pronoun take up a singular."""
        determiner = self.tree.determiner(head)
        return determiner is not None and self.document.words[determiner].form.lower() in self._distributive

    def _of_other(self, span: Span, word: Word, label: str) -> tuple[frozenset[str], frozenset[str]]:
        """Heads that are no nouns: clauses, numerals, quantifiers, adjectives."""
        if word.upos in ("VERB", "AUX"):
            return SINGULAR, NEUTER
        if word.upos == "ADV":
            return ANY_NUMBER, NEUTER
        inner = self.tree.pronoun(span.head)
        if inner is not None and inner.type != "indefinite":
            return inner.number, inner.gender
        partitive = self._partitive(span, word)
        if partitive is not None:
            return partitive
        if inner is not None:
            return inner.number, inner.gender
        if label in _PERSON_LABELS:
            return ANY_NUMBER, PERSON
        if label in _THING_LABELS or label in _GROUP_LABELS:
            return ANY_NUMBER, NEUTER
        return ANY_NUMBER, ANY_GENDER

    def _partitive(self, span: Span, word: Word) -> tuple[frozenset[str], frozenset[str]] | None:
        """*One of the opponents*, *a lot of beaches*: the noun after *of* tells what it is."""
        words, tree = self.document.words, self.tree
        lemma = (word.lemma or word.form).lower()
        if lemma not in self._partitives:
            return None
        for preposition in tree.children[span.head]:
            if words[preposition].form.lower() not in self._of:
                continue
            for whole in tree.dependents(preposition, OBJECT_OF_PREPOSITION):
                if not span.start <= whole < span.end:
                    continue
                inner = Span(preposition + 1, span.end, whole)
                pronoun = tree.pronoun(whole)
                kind = _KIND_BY_TAG.get(words[whole].upos, "other")
                if pronoun is not None:
                    number, gender = pronoun.number, pronoun.gender
                elif kind == "other":
                    return None
                else:
                    number = self._number(words[whole])
                    gender = self._gender(inner, words[whole], kind, words[whole].entity_type)[0]
                if lemma in self._singling:
                    number = self._number(word)
                elif word.upos == "NOUN" and self._number(word) == SINGULAR:
                    # *a bunch of keys*: it or they.
                    number = number | SINGULAR
                return number, gender
        return None

    def _number(self, word: Word) -> frozenset[str]:
        form = word.form.lower()
        if form in self._plurals_as_it:
            return ANY_NUMBER
        if self.language.is_plural(word):
            return PLURAL
        if word.upos in ("NUM", "ADJ", "DET"):
            return SINGULAR if form in self._one else ANY_NUMBER
        return SINGULAR if self.language.is_singular(word) else ANY_NUMBER

    def _gender(self, span: Span, word: Word, kind: Kind, label: str) -> tuple[frozenset[str], bool]:
        """Possible genders, and whether the singular may also be taken up by *they*."""
        lemma, form = (word.lemma or word.form).lower(), word.form.lower()
        if kind == "proper":
            return self._gender_of_name(span, form, label)
        collective = lemma in self._collectives
        gendered = self._by_gendered_noun(lemma, form)
        if gendered is not None:
            return gendered, False
        if label in _PERSON_LABELS:
            return PERSON, collective
        if label in _GROUP_LABELS:
            return NEUTER, True
        if label == "animal":
            return ANY_GENDER, False
        if label in _THING_LABELS:
            return NEUTER, collective
        return self._by_noun_class(lemma, form, collective)

    def _gender_of_name(self, span: Span, form: str, label: str) -> tuple[frozenset[str], bool]:
        titled = self.names.titled(span.start, span.head)
        if titled is not None:
            return titled, False
        of_name = self.names.gender(span.head)
        collective = form in self._collectives
        if label in _CORPUS_LABELS:
            # What a corpus says of this very mention needs no second opinion.
            if label in _PERSON_LABELS:
                return (of_name or PERSON) & PERSON or PERSON, collective
            if label in _GROUP_LABELS:
                return NEUTER, True
            return (ANY_GENDER if label == "animal" else NEUTER), collective
        if of_name is not None:
            return of_name, not of_name & PERSON
        label = self.names.label(span.head) or label
        if label in _PERSON_LABELS:
            return PERSON, collective
        if label in _GROUP_LABELS:
            return NEUTER, True
        if label in _THING_LABELS and label not in _LABELS_OF_NUMBERS:
            return NEUTER, collective
        gender, either = self._by_noun_class(form, form, collective)
        return gender, either

    def _by_gendered_noun(self, lemma: str, form: str) -> frozenset[str] | None:
        if lemma in self._male_nouns or form in self._male_nouns:
            return frozenset("m")
        if lemma in self._female_nouns or form in self._female_nouns:
            return frozenset("f")
        kind = self.lexicon.nouns.get(lemma, "")
        return frozenset(kind[-1]) if kind.startswith("person:") else None

    def _by_noun_class(self, lemma: str, form: str, collective: bool) -> tuple[frozenset[str], bool]:
        if lemma in self._person_nouns or form in self._person_nouns:
            return PERSON, collective
        kind = self.lexicon.nouns.get(lemma) or self.lexicon.nouns.get(form)
        if kind is None and "-" in lemma:
            kind = self.lexicon.nouns.get(lemma.rsplit("-", 1)[1])
        if kind is None:
            return (NEUTER, True) if collective else (ANY_GENDER, False)
        if kind.startswith("person:"):
            return frozenset(kind[-1]), False
        if kind == "person":
            return PERSON, collective
        if kind in ("person?", "animal"):
            return ANY_GENDER, collective
        return NEUTER, collective or kind == "group"

    def _definiteness(self, head: int, kind: Kind) -> Definiteness:
        if kind in ("pronoun", "proper"):
            return "definite"
        words, tree = self.document.words, self.tree
        determined = False
        for child in tree.children[head]:
            form, determines = words[child].form.lower(), tree.stands_as(child, _DETERMINING)
            if tree.stands_as(child, POSSESSOR) or (determines and form in self._definite):
                return "definite"
            if determines or tree.stands_as(child, NUMERAL) or form in self._quantifying:
                determined = determined or child < head
        return "indefinite" if determined else "bare"

    def _preposition(self, head: int) -> str | None:
        preposition = self.tree.preposition(head)
        return None if preposition is None else self.document.words[preposition].form.lower()

    def _existential(self, head: int) -> bool:
        """Whether it is what *there is* says to exist."""
        tree, top = self.tree, self.tree.transparent(head)
        above = tree.head[top]
        return (
            above >= 0
            and tree.stands_as(top, ATTRIBUTE | ACTIVE_SUBJECT | OBJECT)
            and any(
                self.document.words[child].form.lower() in self._there for child in tree.dependents(above, EXPLETIVE)
            )
        )


def embed(mentions: list[Mention], tree: DependencyTree) -> None:
    """Set ``embedded_in`` of each mention to the innermost other one around it (EMBED; resolvers.md, 9.3).

    Its head must dominate this one's, so that the wrapper of a coordination or apposition, which shares
    its head with its first part, does not count.

    Args:
        mentions: in document order, all of one source.
    """
    open_mentions: list[Mention] = []
    for mention in mentions:
        while open_mentions and open_mentions[-1].end <= mention.start:
            open_mentions.pop()
        mention.embedded_in = next(
            (
                around.id
                for around in reversed(open_mentions)
                if around.contains(mention)
                and around.kind != "coordination"
                and around.head != mention.head
                and (tree.dominates(around.head, mention.head) or not tree.has_parse(mention.head))
            ),
            None,
        )
        open_mentions.append(mention)
