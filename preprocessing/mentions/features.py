"""The features of a noun phrase: number, gender, definiteness, grammatical function and its place in the clause.

Source: resolvers.md, sections 1.1, 2.2 and 9.3.
"""

from anaphora_workbench.corpora.document import (
    ANY_GENDER,
    ANY_NUMBER,
    Definiteness,
    Document,
    Evidence,
    Kind,
    Mention,
    Source,
    Word,
)
from anaphora_workbench.corpora.languages import Lexicon, Pronoun
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.mentions.gender import (
    LABELS_OF_NUMBERS,
    UNKNOWN,
    Gender,
    GenderReader,
    GrammaticalGender,
    of_several,
    told,
)
from anaphora_workbench.preprocessing.mentions.names import NEUTER, PERSON, PERSON_LABELS, NameEvidence
from anaphora_workbench.preprocessing.mentions.noun_phrases import Span

SINGULAR, PLURAL = frozenset("s"), frozenset("p")
_TOLD_BY_NAME = frozenset({"title", "name list", "other mentions"})
# Possible numbers, and what tells them.
Number = tuple[frozenset[str], Evidence]
_DETERMINING = labels.DETERMINER | labels.PREDETERMINER
_KIND_BY_TAG: dict[str, Kind] = {"PROPN": "proper", "NOUN": "common"}


class FeatureReader:
    """Reads the features of mentions off one document's words and dependency tree."""

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon) -> None:
        self.document = document
        self.tree = tree
        self.lexicon = lexicon
        self.language = tree.language
        lists, grammar = lexicon.words, tree.language.words
        self.genders = GenderReader(lexicon, NameEvidence(document, tree, lexicon))
        self._grammatical = GrammaticalGender(tree, lexicon) if tree.language.grammatical_gender else None
        self._plurals_as_it = lists("plurals_taken_up_by_it.words")
        self._singulars_in_s = lists("singulars_in_s.words")
        self._partitives = lists("partitives.words")
        self._of, self._singling = grammar("partitives.prepositions"), grammar("partitives.singling")
        self._definite = grammar("determiners.definite_article") | grammar("determiners.demonstrative")
        self._quantifying = grammar("determiners.quantifying")
        self._distributive = grammar("determiners.distributive")
        self._or, self._one = grammar("coordination.alternative"), grammar("numerals.one")
        self._several = grammar("numerals.several")
        self._there = grammar("existential.words")
        self._possessive_marks = grammar("possessive_marks.straight") | grammar("possessive_marks.curly")

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
            person=self._person(span, kind),
            entity_type=label,
            source=source,
        )
        number, gender = self._agreement(span, word, pronoun, kind, label)
        mention.number, mention.number_from = number
        mention.gender, mention.gender_from, mention.animacy_from = gender.values, gender.told_by, gender.life_told_by
        mention.life = gender.life if gender.life != mention.animacy else ""
        red_one = word.form.lower() in self._one and tree.determiner(head) is not None
        thousands = label == "CARDINAL" and word.upos == "NOUN"
        someone = kind == "proper" and gender.values <= PERSON and gender.told_by != "noun list"
        if number[1] == "parts" or red_one or thousands or someone:
            # *one of the guests*, *the red one*, *thousands*, *April smiled*: neither quantities nor times, whatever
            # the recogniser says.
            mention.entity_type = "" if label in LABELS_OF_NUMBERS else label
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
        if forms[-1:] and forms[-1] in self._possessive_marks:
            forms = forms[:-1] if forms[:-1] in self.language.reciprocals else forms
        if forms in self.language.reciprocals:
            return self.language.reciprocals[forms]
        possessive = self.tree.possessive_with_article(span.start, span.end)
        if possessive is not None:
            return self.tree.pronoun(possessive)
        return None if span.end - span.start > 1 else self.tree.pronoun(span.head)

    def _person(self, span: Span, kind: Kind) -> int:
        """That of the pronoun that it is or that heads it: *you there* is *you*; every noun is 3."""
        pronoun = self._pronoun(span)
        if pronoun is None and kind == "other":
            pronoun = self.tree.pronoun(span.head)
        return 3 if pronoun is None else pronoun.person

    def _kind(self, span: Span, pronoun: Pronoun | None) -> Kind:
        if span.coordination:
            return "coordination"
        if pronoun is not None:
            return "pronoun"
        return _KIND_BY_TAG.get(self.document.words[span.head].upos, "other")

    def _agreement(
        self, span: Span, word: Word, pronoun: Pronoun | None, kind: Kind, label: str
    ) -> tuple[Number, Gender]:
        if pronoun is not None:
            return (pronoun.number, "form"), _of_pronoun(pronoun)
        if kind == "coordination" and not self._one_bearer(span):
            return self._coordinated(span)
        if kind == "other":
            return self._of_other(span, word, label)
        number = self._number(word)
        if self._grammatical is not None:
            gender = self._gender(span, word, kind, label)
            if kind == "coordination" or gender.either_number or self._distributes(span.head):
                return (ANY_NUMBER, gender.told_by), gender
            return number, gender
        if kind == "common":
            partitive = self._partitive(span, word)
            if partitive is not None:
                return partitive
            if word.form.lower() in self._one:
                # *the red one*: a person or a thing.
                return number, UNKNOWN
            if word.form.lower() in self._several:
                return (PLURAL, "noun list"), UNKNOWN
        gender = self._gender(span, word, kind, label)
        if number[0] == PLURAL and kind == "proper" and gender.either_number:
            # *Dean Foods*: a firm, it or they.
            return (ANY_NUMBER, gender.told_by), gender
        if number[0] == PLURAL and kind == "proper" and self._one_person(span.head, gender):
            return (SINGULAR, gender.told_by), gender
        if number[0] == PLURAL:
            return number, UNKNOWN
        if kind == "coordination":
            return (ANY_NUMBER, "parts"), gender
        if gender.either_number:
            return (ANY_NUMBER, gender.told_by), gender
        return ((ANY_NUMBER, "form") if self._distributes(span.head) else number), gender

    def _one_person(self, head: int, gender: Gender) -> bool:
        """Whether a name tagged as a plural is one person's: *Felicia Hemans*; not *Georgia Republicans*."""
        word = self.document.words[head]
        noun = (word.lemma or word.form).lower() in self.lexicon.nouns and not self.lexicon.is_surname(word.form)
        labelled = word.entity_type in PERSON_LABELS or self.genders.names.is_certain(head)
        person = labelled and gender.values <= PERSON and gender.told_by in _TOLD_BY_NAME
        return person and not noun and not self.tree.dependents(head, labels.DETERMINER | labels.NUMERAL)

    def _coordinated(self, span: Span) -> tuple[Number, Gender]:
        """*Tom and Ann* are several; *Tom or Ann* is one of them or both, of either's gender."""
        words = self.document.words
        if self._grammatical is not None:
            parts = [part for part in self.tree.conjuncts(span.head) if span.start <= part < span.end]
            several = told(of_several(self._of_part(part) for part in parts), "parts")
            alternative = any(word.form.lower() in self._or for word in words[span.start : span.end])
            return (ANY_NUMBER if alternative else PLURAL, "parts"), several
        if not any(word.form.lower() in self._or and word.upos == "CCONJ" for word in words[span.start : span.end]):
            return (PLURAL, "parts"), UNKNOWN
        genders = frozenset[str]()
        for part in self.tree.conjuncts(span.head):
            if span.start <= part < span.end:
                genders |= self._of_part(part)
        return (ANY_NUMBER, "parts"), told(genders or ANY_GENDER, "parts")

    def _of_part(self, head: int) -> frozenset[str]:
        """Possible genders of one part of a coordination."""
        word, pronoun = self.document.words[head], self.tree.pronoun(head)
        if pronoun is not None:
            return pronoun.gender
        kind = _KIND_BY_TAG.get(word.upos, "other")
        return (
            ANY_GENDER
            if kind == "other"
            else self._gender(Span(head, head + 1, head), word, kind, word.entity_type).values
        )

    def _one_bearer(self, span: Span) -> bool:
        """Whether coordinated nouns share one determiner and so may name one thing: *a priest and historian*."""
        first, *others = self.tree.conjuncts(span.head)
        inside = [word for word in others if word < span.end]
        return (
            self.document.words[first].upos == "NOUN"
            and self._number(self.document.words[first])[0] == SINGULAR
            and self.tree.determiner(first) is not None
            and bool(inside)
            and all(
                self.document.words[word].upos == "NOUN"
                and self._number(self.document.words[word])[0] == SINGULAR
                and self.tree.determiner(word) is None
                for word in inside
            )
        )

    def _distributes(self, head: int) -> bool:
        """*Every leaf … they*: a distributive determiner lets the plural pronoun take up a singular."""
        determiner = self.tree.determiner(head)
        return determiner is not None and self.document.words[determiner].form.lower() in self._distributive

    def _of_other(self, span: Span, word: Word, label: str) -> tuple[Number, Gender]:
        """Heads that are no nouns: clauses, numerals, quantifiers, adjectives."""
        if word.upos in ("VERB", "AUX"):
            return (SINGULAR, "form"), told(NEUTER, "form")
        if word.upos == "ADV":
            return (ANY_NUMBER, ""), told(NEUTER, "form")
        inner = self.tree.pronoun(span.head)
        if self._grammatical is not None and inner is None:
            return self._number(word), self._grammatical.of(span.head, self.genders.by_label(label))
        if inner is not None and inner.type != "indefinite":
            return (inner.number, "form"), _of_pronoun(inner)
        partitive = self._partitive(span, word)
        if partitive is not None:
            return partitive
        if inner is not None:
            return (inner.number, "form"), _of_pronoun(inner)
        if word.form.lower() in self._one:
            return (SINGULAR, "form"), UNKNOWN
        if word.form.lower() in self._several:
            return (PLURAL, "noun list"), UNKNOWN
        return (ANY_NUMBER, ""), self.genders.by_label(label)

    def _partitive(self, span: Span, word: Word) -> tuple[Number, Gender] | None:
        """*One of the opponents*, *a lot of beaches*: the noun after *of* tells what it is."""
        words, tree = self.document.words, self.tree
        lemma = (word.lemma or word.form).lower()
        if lemma not in self._partitives:
            return None
        for preposition in tree.children[span.head]:
            if words[preposition].form.lower() not in self._of:
                continue
            for whole in tree.dependents(preposition, labels.OBJECT_OF_PREPOSITION):
                if not span.start <= whole < span.end:
                    continue
                inner = Span(preposition + 1, span.end, whole)
                pronoun = tree.pronoun(whole)
                kind = _KIND_BY_TAG.get(words[whole].upos, "other")
                if pronoun is not None:
                    number, gender = pronoun.number, _of_pronoun(pronoun)
                elif kind == "other":
                    return None
                else:
                    number = self._number(words[whole])[0]
                    gender = self._gender(inner, words[whole], kind, words[whole].entity_type)
                if word.form.lower() in self._several:
                    return (PLURAL, "parts"), UNKNOWN
                if lemma in self._singling:
                    number = self._number(word)[0]
                elif word.upos == "NOUN" and self._number(word)[0] == SINGULAR:
                    # *a bunch of keys*: it or they.
                    number = number | SINGULAR
                return (number, "parts"), gender
        return None

    def _number(self, word: Word) -> Number:
        form = word.form.lower()
        if form in self._plurals_as_it:
            return ANY_NUMBER, "noun list"
        if form in self._singulars_in_s:
            return SINGULAR, "noun list"
        if self.language.is_plural(word):
            return PLURAL, "form"
        if word.upos in ("NUM", "ADJ", "DET"):
            return (SINGULAR, "form") if form in self._one else (ANY_NUMBER, "")
        return (SINGULAR, "form") if self.language.is_singular(word) else (ANY_NUMBER, "")

    def _gender(self, span: Span, word: Word, kind: Kind, label: str) -> Gender:
        natural = (
            self.genders.of_name(span.start, span.head, word, label)
            if kind == "proper"
            else self.genders.of_noun(word, label)
        )
        return natural if self._grammatical is None else self._grammatical.of(span.head, natural)

    def _definiteness(self, head: int, kind: Kind) -> Definiteness:
        if kind in ("pronoun", "proper"):
            return "definite"
        words, tree = self.document.words, self.tree
        determined = False
        for child in tree.children[head]:
            form, determines = words[child].form.lower(), tree.stands_as(child, _DETERMINING)
            if tree.stands_as(child, labels.POSSESSOR) or (determines and form in self._definite):
                return "definite"
            if determines or tree.stands_as(child, labels.NUMERAL) or form in self._quantifying:
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
            and tree.stands_as(top, labels.ATTRIBUTE | labels.ACTIVE_SUBJECT | labels.OBJECT)
            and any(
                self.document.words[child].form.lower() in self._there
                for child in tree.dependents(above, labels.EXPLETIVE)
            )
        )


def _of_pronoun(pronoun: Pronoun) -> Gender:
    return told(pronoun.gender, "form")


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
