"""One view of a dependency tree, whatever label scheme it was annotated in; the only file that names a label.

Corpora come with Universal Dependencies, spaCy's English models with CLEAR labels. The two differ in
more than names: in UD the noun heads its preposition and the predicate heads its copula. A
DependencyTree shows both in the shape of CLEAR, so that grammatical functions, clauses and binding
are defined once. The words themselves keep the labels they came with.

Everybody else asks by name: *is this a subject or an object?* is ``tree.stands_as(word, SUBJECT | OBJECT)``,
*its possessors* are ``tree.dependents(noun, POSSESSOR)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Literal

from anaphora_workbench.corpora.document import ANY_NUMBER, FEMININE, MASCULINE, Document, Word
from anaphora_workbench.corpora.languages import Language, Pronoun, pronoun_of, tables_for
from anaphora_workbench.corpora.languages.pronouns import PERSONAL, REFLEXIVE, features

Relations = frozenset[str]
EITHER = frozenset({MASCULINE, FEMININE})


def _labelled(*labels: str) -> Relations:
    return frozenset(labels)


# What a word can be to its head, by name; ``|`` joins several. In each example the word stands in asterisks.
ROOT = _labelled("ROOT")  # The lamp *fell*.
NOMINAL_SUBJECT = _labelled("nsubj", "nsubjpass")  # The *lamp* fell.
ACTIVE_CLAUSAL_SUBJECT = _labelled("csubj")  # That the lamp *fell* surprised Tom.
CLAUSAL_SUBJECT = ACTIVE_CLAUSAL_SUBJECT | _labelled("csubjpass")  # That the lamp *fell* was seen by Tom.
SUBJECT = NOMINAL_SUBJECT | CLAUSAL_SUBJECT
ACTIVE_SUBJECT = _labelled("nsubj")  # The *lamp* fell.
PASSIVE_SUBJECT = _labelled("nsubjpass")  # The *lamp* was lit.
OBJECT = _labelled("dobj")  # Tom lit the *lamp*.
RECIPIENT = _labelled("dative")  # Tom gave *Ann* a lamp. (Or the *to* of: gave a lamp *to* Ann.)
AGENT = _labelled("agent")  # The lamp was lit *by* Tom.
ATTRIBUTE = _labelled("attr")  # It is a *lamp*.
OBJECT_PREDICATE = _labelled("oprd")  # They call it a *lamp*.
PREDICATE_ADJECTIVE = _labelled("acomp")  # The lamp is *bright*.
COMPLEMENT_CLAUSE = _labelled("ccomp")  # Tom knows that the lamp *fell*.
OPEN_COMPLEMENT = _labelled("xcomp")  # Tom wants to *leave*.
ADVERBIAL_CLAUSE = _labelled("advcl")  # Tom left when the lamp *fell*.
RELATIVE_CLAUSE = _labelled("relcl")  # The lamp that *fell* is broken.
ADNOMINAL_CLAUSE = _labelled("acl")  # The lamp *lit* by Tom is bright.
CLAUSE_OF_PREPOSITION = _labelled("pcomp")  # Tom left before *lighting* the lamp.
PARENTHESIS = _labelled("parataxis")  # The lamp, he *said*, fell.
PREPOSITION = _labelled("prep")  # Tom sat *in* the hall.
OBJECT_OF_PREPOSITION = _labelled("pobj")  # Tom sat in the *hall*.
PARTICLE = _labelled("prt")  # Tom blew the lamp *out*.
ADVERB = _labelled("advmod")  # The lamp fell *often*.
BARE_ADVERBIAL = _labelled("npadvmod")  # The lamp fell last *night*.
POSSESSOR = _labelled("poss")  # *Tom*'s lamp fell.
DETERMINER = _labelled("det")  # *The* lamp fell.
PREDETERMINER = _labelled("predet")  # *All* the lamps fell.
NUMERAL = _labelled("nummod")  # *Two* lamps fell.
PART_OF_NUMERAL = _labelled("quantmod")  # *About* two lamps fell.
ADJECTIVE = _labelled("amod")  # The *bright* lamp fell.
NOMINAL_MODIFIER = _labelled("nmod")  # A noun that modifies another without a preposition.
PART_OF_COMPOUND = _labelled("compound")  # The *desk* lamp fell.
# A noun that modifies another without a preposition, whatever the scheme makes of it.
NOUN_MODIFIER = PART_OF_COMPOUND | NOMINAL_MODIFIER  # *Keeper* Tom left.
PART_OF_NAME = _labelled("flat")  # *Clara* Voss left.
PART_OF_EXPRESSION = _labelled("fixed", "goeswith")  # Tom left because *of* the lamp.
POSTPOSED_CASE = _labelled("case")  # Tom*'s* lamp fell.
CONJUNCT = _labelled("conj")  # Tom and *Ann* left.
CONJUNCTION = _labelled("cc", "preconj")  # *Both* Tom *and* Ann left.
APPOSITION = _labelled("appos")  # Tom, the *keeper*, left.
EXPLETIVE = _labelled("expl")  # *There* is a lamp.
CLAUSE_MARK = _labelled("mark")  # Tom knows *that* the lamp fell.
AUXILIARY = _labelled("aux")  # Tom *has* left.
PASSIVE_AUXILIARY = _labelled("auxpass")  # The lamp *was* lit.
PUNCTUATION = _labelled("punct")  # Tom left*.*
VOCATIVE = _labelled("vocative")  # *Tom*, the lamp fell.
# Beside the sentence: *Oh*, *Tom*, the lamp, it fell.
LOOSE = VOCATIVE | _labelled("list", "dislocated", "discourse")

# Clauses of their own, for Word.clause (resolvers.md, 9.4); a verb of any of the second heads a verb clause.
FINITE_CLAUSE = COMPLEMENT_CLAUSE | ADVERBIAL_CLAUSE | RELATIVE_CLAUSE | CLAUSAL_SUBJECT | PARENTHESIS
VERB_CLAUSE = FINITE_CLAUSE | ROOT | OPEN_COMPLEMENT | ADNOMINAL_CLAUSE | CONJUNCT | CLAUSE_OF_PREPOSITION
# Clauses that modify a noun: *the lamp that fell*, *the lamp lit by Tom*.
MODIFYING_CLAUSE = RELATIVE_CLAUSE | ADNOMINAL_CLAUSE
# Adverbial by themselves; a prepositional phrase is so where it hangs on a verb.
ADVERBIAL = ADVERBIAL_CLAUSE | BARE_ADVERBIAL
# Joined to the first of several, whose function they share.
LATER_PART = CONJUNCT | APPOSITION
# A word that determines or modifies a noun or joins clauses, and so is no demonstrative or indefinite pronoun.
BEFORE_NOUN = DETERMINER | ADVERB | CLAUSE_MARK | PART_OF_NUMERAL | NUMERAL | ADJECTIVE | PREDETERMINER | CONJUNCTION
# How parsers attach a reflexive that stresses a noun: *the mayor herself*.
EMPHATIC = APPOSITION | BARE_ADVERBIAL | ADVERB | NOMINAL_MODIFIER
NOMINAL_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
VERB_TAGS = frozenset({"VERB", "AUX"})
# May be marked by a preposition and stay what they are: *vio a Ana*.
_OBJECTS = OBJECT | RECIPIENT
_HEAD_OF_NOTHING_ELSE = _labelled("punct", "case", "cc", "prep")
# Added to the depth of words that head a span only where nothing else can.
_NEVER_A_HEAD = 1000

# Labels of UD for words that a rule adds or puts right: zero subjects, clitics.
UD_SUBJECT, UD_OBJECT, UD_RECIPIENT = "nsubj", "obj", "iobj"
# UD label (subtype first, then plain) → CLEAR label; labels not listed are the same in both.
_UD_TO_CLEAR = {
    "root": "ROOT",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "obj": "dobj",
    "iobj": "dative",
    "aux:pass": "auxpass",
    "acl:relcl": "relcl",
    "advcl:relcl": "advcl",
    "nmod:poss": "poss",
    "nmod:desc": "compound",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "compound:prt": "prt",
    "obl:npmod": "npadvmod",
    "obl:tmod": "npadvmod",
    "obl:unmarked": "npadvmod",
    "nmod:npmod": "npadvmod",
    "nmod:tmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "obl": "npadvmod",
    "nmod": "nmod",
    "flat": "flat",
    "fixed": "fixed",
    "advmod": "advmod",
    "discourse": "intj",
    "vocative": "vocative",
}
# Dependents that belong to the clause and so go over to the copula when it becomes the head.
_OF_THE_CLAUSE = frozenset(
    {"nsubj", "nsubjpass", "csubj", "csubjpass", "aux", "auxpass", "mark", "expl", "advcl", "punct", "parataxis",
     "ccomp", "xcomp", "intj", "vocative", "dislocated", "cop", "orphan"}
)  # fmt: skip


def is_expletive(label: str) -> bool:
    """Whether a label of either scheme, with or without subtype, says that a word refers to nothing: *expl:impers*."""
    return label.partition(":")[0] in EXPLETIVE


def is_expletive_subject(label: str) -> bool:
    """Whether a label of UD says that a subject refers to nothing: *il pleut*."""
    return label == "expl:subj"


def is_nominal_argument(label: str) -> bool:
    """Whether a label of UD, with or without subtype, is one of noun phrases: a subject, object or oblique."""
    return label.partition(":")[0] in (UD_SUBJECT, UD_OBJECT, UD_RECIPIENT, "obl", "nmod")


def is_determiner(label: str) -> bool:
    """Whether a label of either scheme, with or without subtype, is that of a determiner."""
    return label.partition(":")[0] in DETERMINER


def is_conjunct(label: str) -> bool:
    """Whether a label of either scheme, with or without subtype, is that of a later part of a coordination."""
    return label.partition(":")[0] in CONJUNCT


def ud_predicate(words: list[Word], verb: int) -> int:
    """The word that heads the clause of a verb in UD, where copulas and auxiliaries hang on the predicate."""
    seen = set()
    while words[verb].relation.partition(":")[0] in ("cop", "aux") and words[verb].head >= 0 and verb not in seen:
        seen.add(verb)
        verb = words[verb].head
    return verb


def scheme_of(labels: Iterable[str]) -> Literal["ud", "clear"]:
    """The scheme that a parser's labels are of; a parser may know a relation by its subtypes only (*obl:arg*)."""
    return "ud" if {"obl", "case"} <= {label.partition(":")[0] for label in labels} else "clear"


def is_impersonal(label: str) -> bool:
    """Whether a label says that a clause has no subject: *se vive bien*, *il faut*."""
    return label.partition(":")[2] == "impers"


class DependencyTree:
    """Heads, relations and children of all words of a document, in the shape of CLEAR labels.

    Attributes:
        head: offset of each word's head, -1 for roots and unparsed words. Heads that run in a circle,
            as only a damaged annotation has them, are cut at the circle's first word.
        relation: CLEAR label of each word, "" where there is no parse.
        children: offsets of each word's dependents, in text order.
        words: the document's words.
        language: the one the document is in, or one without tables.
    """

    def __init__(self, document: Document) -> None:
        self.words: list[Word] = document.words
        self.language = tables_for(document)
        self.head = [word.head for word in document.words]
        self.relation = [word.relation for word in document.words]
        if document.relations == "ud":
            if self.language.drops_subjects:
                _attach_empty_words(document, self.head, self.relation)
            _to_clear(document, self.head, self.relation, self.language)
        _cut_circles(self.head)
        self.children: list[list[int]] = [[] for _ in self.head]
        for offset, head in enumerate(self.head):
            if head >= 0:
                self.children[head].append(offset)

    def stands_as(self, offset: int, relations: Relations) -> bool:
        """Whether a word is to its head one of these: ``tree.stands_as(word, SUBJECT | OBJECT)``."""
        return self.relation[offset] in relations

    def dependents(self, offset: int, relations: Relations) -> list[int]:
        """The words that hang on a word as one of these, in text order: ``tree.dependents(noun, POSSESSOR)``."""
        return [child for child in self.children[offset] if self.relation[child] in relations]

    def has_parse(self, offset: int) -> bool:
        """Whether the parse says anything of a word."""
        return bool(self.relation[offset])

    def pronoun(self, offset: int) -> Pronoun | None:
        """What a word tells as a pronoun where it stands, None if it is none."""
        relation = self.relation[offset]
        if self.words[offset].empty and self.language.drops_subjects:
            return self._dropped(offset)
        pronoun = pronoun_of(
            self.words[offset],
            self.language,
            before_noun=relation in BEFORE_NOUN,
            possessor=relation in POSSESSOR,
            argument=self._is_argument_of_verb(offset),
        )
        if pronoun is not None and pronoun.type == REFLEXIVE and self._is_dative_before_accusative(offset):
            return replace(pronoun, type=PERSONAL, number=ANY_NUMBER, gender=EITHER)
        return pronoun

    def _is_dative_before_accusative(self, offset: int) -> bool:
        """*Se lo dio*: *se* stands for *le* before a pronoun of the accusative."""
        following = offset + 1
        return (
            following < len(self.words)
            and self.words[offset].form.lower() in self.language.words("clitics.dative_before_accusative")
            and self.words[following].form.lower() in self.language.words("clitics.accusative")
            and self.head[following] == self.head[offset]
        )

    def _dropped(self, offset: int) -> Pronoun | None:
        """What an empty subject tells: person and number of its verb, gender of what is predicated of it."""
        if self.words[offset].upos != "PRON" or self.relation[offset] not in SUBJECT or self.head[offset] < 0:
            return None
        clause = self.head[offset]
        told = {"Person": "3", "PronType": "Prs"}
        for word in (clause, *self.dependents(clause, AUXILIARY | PASSIVE_AUXILIARY)):
            own = features(self.words[word].morphology)
            if own.get("VerbForm") == "Fin" or "Person" in own:
                told |= {name: own[name] for name in ("Person", "Number") if name in own}
        # *Està cansada*, *fue elegida*: the participle after *haver* does not agree with the subject.
        agreeing = self.dependents(clause, PREDICATE_ADJECTIVE)
        agreeing += [clause] if self.dependents(clause, PASSIVE_AUXILIARY) else []
        genders = [features(self.words[word].morphology).get("Gender", "") for word in agreeing]
        if genders and genders[0] in ("Fem", "Masc"):
            told["Gender"] = genders[0]
        told |= features(self.words[offset].morphology)
        morphology = "|".join(f"{name}={value}" for name, value in sorted(told.items()))
        return pronoun_of(Word("", upos="PRON", morphology=morphology), self.language)

    def _is_argument_of_verb(self, offset: int) -> bool:
        """Whether a word is subject or object of a verb that is no gerund, which may have a possessor."""
        above = self.head[offset]
        if above < 0 or self.relation[offset] not in NOMINAL_SUBJECT | OBJECT | RECIPIENT or not self.is_verb(above):
            return False
        return not self.language.word_is(self.words[above], "gerund")

    def possessive_with_article(self, start: int, end: int) -> int | None:
        """The possessive of a span of two words that is an article and it (*la seva*), None if it is none."""
        articles = self.language.words("possessives.articles")
        if end - start != 2 or self.words[start].form.lower() not in articles:
            return None
        return start + 1 if self.relation[start + 1] in POSSESSOR else None

    def determiner(self, noun: int) -> int | None:
        """The first determiner or possessor of a noun, None if it has none."""
        return next(iter(self.dependents(noun, DETERMINER | POSSESSOR)), None)

    def preposition(self, offset: int) -> int | None:
        """The preposition that governs a noun, also through coordination; None if none does."""
        top = self.transparent(offset)
        return self.head[top] if self.relation[top] in OBJECT_OF_PREPOSITION and self.head[top] >= 0 else None

    def adjunct(self, offset: int) -> int | None:
        """The word at the top of the innermost adverbial adjunct around a word, itself included; None without one.

        An adjunct is an adverbial clause, a bare adverbial, or a prepositional phrase of a verb.
        """
        for word in (offset, *self.ancestors(offset)):
            if self.relation[word] in ADVERBIAL or self.is_phrase_of_verb(word):
                return word
        return None

    def is_phrase_of_verb(self, offset: int) -> bool:
        """Whether a word is a preposition that hangs on a verb."""
        above = self.head[offset]
        return self.relation[offset] in PREPOSITION and above >= 0 and self.is_verb(above)

    def is_adjunct_of_noun(self, offset: int) -> bool:
        """Whether a word is a preposition of place or company that hangs on a noun: *a driver in a truck*.

        Others open a complement: *a driver of a truck*, *a substitute for a truck*.
        """
        above = self.head[offset]
        if self.relation[offset] not in PREPOSITION or above < 0 or not self.is_nominal(above):
            return False
        return self.words[offset].form.lower() in self.language.words("place_prepositions.words")

    def root(self, start: int, end: int) -> int | None:
        """The first root of the tree among the words of a stretch (end exclusive), None if it has none."""
        return next((word for word in range(start, end) if self.relation[word] in ROOT), None)

    def is_infinitive(self, verb: int) -> bool:
        """Whether an auxiliary *to* stands with a verb."""
        marks = self.language.words("infinitive_marks.words")
        return any(self.words[child].form.lower() in marks for child in self.dependents(verb, AUXILIARY))

    def ancestors(self, offset: int) -> Iterator[int]:
        """The words above a word, nearest first."""
        head = self.head
        while (offset := head[offset]) >= 0:
            yield offset

    @cached_property
    def _depth(self) -> list[int]:
        """How many words stand above each word; made once, as a chain of n words would cost n² one by one."""
        depths = [0] * len(self.head)
        waiting = [offset for offset, head in enumerate(self.head) if head < 0]
        while waiting:
            offset = waiting.pop()
            for child in self.children[offset]:
                depths[child] = depths[offset] + 1
                waiting.append(child)
        return depths

    def dominates(self, upper: int, lower: int) -> bool:
        """Whether ``upper`` stands above ``lower``, or is it."""
        return upper == lower or upper in self.ancestors(lower)

    def subtree(self, offset: int, without: frozenset[int] = frozenset()) -> list[int]:
        """Offsets of a word and all words below it, except what hangs on words of ``without``; sorted."""
        below, waiting = [], [offset]
        while waiting:
            word = waiting.pop()
            below.append(word)
            waiting.extend(child for child in self.children[word] if child not in without)
        return sorted(below)

    def span_root(self, start: int, end: int) -> int:
        """The word of a span that heads it: the one nearest to the root of the sentence, first of equals."""
        best, best_depth = start, -1
        for offset in range(start, end):
            if start <= self.head[offset] < end:
                continue
            depth = self._depth[offset]
            if self.relation[offset] in _HEAD_OF_NOTHING_ELSE and end - start > 1:
                depth += _NEVER_A_HEAD
            if best_depth < 0 or depth < best_depth:
                best, best_depth = offset, depth
        if self.is_verb(best) and self.words[start].upos == "DET":
            # *the man who ran*, parsed as a clause: what the article belongs to is the head.
            noun = self.head[start]
            while start <= self.head[noun] < end and self.is_nominal(self.head[noun]):
                noun = self.head[noun]
            if start < noun < end and self.is_nominal(noun):
                return noun
        return best

    def transparent(self, offset: int) -> int:
        """The first element of the coordination or apposition that a word belongs to.

        Conjuncts and appositives have the function of the first one (resolvers.md, 9.3).
        """
        seen = {offset}
        while self.relation[offset] in LATER_PART and self.head[offset] >= 0 and self.head[offset] not in seen:
            offset = self.head[offset]
            seen.add(offset)
        return offset

    def conjuncts(self, offset: int) -> list[int]:
        """The coordinated words that a first conjunct opens, itself included, in text order.

        Reads both the chain of CLEAR (each hangs on the one before) and the star of UD.
        """
        coordinated, waiting = [], [offset]
        while waiting:
            word = waiting.pop()
            coordinated.append(word)
            waiting.extend(child for child in self.children[word] if self.relation[child] == "conj")
        return sorted(coordinated)

    def is_verb(self, offset: int) -> bool:
        return self.words[offset].upos in VERB_TAGS

    def is_nominal(self, offset: int) -> bool:
        return self.words[offset].upos in NOMINAL_TAGS

    def subject(self, verb: int) -> int | None:
        """The verb's own subject, None if it has none of its own."""
        return next((child for child in self.children[verb] if self.relation[child] in SUBJECT), None)

    def logical_subject(self, verb: int) -> int | None:
        """Who does it: the own subject, else the one shared in coordination or controlled from above.

        Source: resolvers.md, 2.3 (B): conj takes the first conjunct's subject; xcomp the object of the
        governing verb, else its subject, which is also that of *promise*; participial advcl, acl and pcomp
        the subject of the governing verb, for acl the modified noun.
        """
        seen: set[int] = set()
        while verb not in seen:
            seen.add(verb)
            own = self.subject(verb)
            if own is not None:
                return own
            relation, above = self.relation[verb], self.head[verb]
            if above < 0:
                return None
            if relation == "acl" and self.is_nominal(above):
                return above
            if relation == "xcomp" and not self._controlled_by_subject(above):
                for child in self.children[above]:
                    if self.relation[child] in ("dobj", "dative") and self.is_nominal(child):
                        return child
            if relation == "pcomp":
                governor = self.governing_verb(above)
                if governor is None:
                    return None
                above = governor
            elif relation not in ("conj", "xcomp", "advcl", "acl", "aux", "auxpass"):
                return None
            verb = above
        return None

    def _controlled_by_subject(self, verb: int) -> bool:
        """Whether the subject of a verb, not its object, is who does what its complement says: *promise*."""
        word = self.words[verb]
        return (word.lemma or word.form).lower() in self.language.words("subject_control.words")

    def arguments(self, predicate: int) -> list[int]:
        """Argument heads of a predicate: subject, objects, predicate nouns, recipients and agents."""
        heads = []
        for child in self.children[predicate]:
            relation = self.relation[child]
            if relation in ("nsubj", "nsubjpass", "dobj", "attr", "oprd"):
                heads.append(child)
            elif relation in ("dative", "agent"):
                objects = [below for below in self.children[child] if self.relation[below] == "pobj"]
                heads.extend(objects or [child])
        return heads

    def predicate_of(self, offset: int) -> int | None:
        """The word whose argument or prepositional adjunct a noun is, through coordination; None if there is none."""
        offset = self.transparent(offset)
        above = self.head[offset]
        if above < 0:
            return None
        if self.relation[offset] == "pobj" and self.head[above] >= 0:
            return self.head[above]
        return above

    def governing_verb(self, offset: int) -> int | None:
        """The verb above a noun with no other noun between, None if a noun lies between or no verb is above."""
        for above in self.ancestors(self.transparent(offset)):
            if self.is_verb(above):
                return above
            if self.is_nominal(above):
                return None
        return None

    def nearest_verb(self, offset: int) -> int | None:
        """The nearest verb above a word, even across nouns; the word itself if it is a verb."""
        if self.is_verb(offset):
            return offset
        return next((above for above in self.ancestors(offset) if self.is_verb(above)), None)

    def function(self, offset: int) -> str:
        """Grammatical function of a nominal head (resolvers.md, 9.3)."""
        relation = self.relation[offset]
        if relation == "appos" and self.head[offset] >= 0:
            return self.function(self.transparent(offset))
        offset = self.transparent(offset)
        relation, above = self.relation[offset], self.head[offset]
        if relation in SUBJECT:
            return "SUBJ"
        if relation == "dobj":
            return "DOBJ"
        if relation == "dative":
            return "IOBJ"
        if relation == "pobj" and above >= 0:
            governor = self.relation[above]
            return {"dative": "IOBJ", "agent": "AGENT"}.get(governor, "OBL")
        if relation == "poss":
            return "POSS"
        if relation in ("attr", "oprd"):
            return "PRED"
        return "ROOT" if relation == "ROOT" else "OTHER"

    def finite_clause(self, offset: int) -> int | None:
        """The verb that heads the finite clause around a word, None without a verb above (resolvers.md, 9.4)."""
        verb = self.nearest_verb(offset)
        if verb is None:
            return None
        top = verb
        for above in (verb, *self.ancestors(verb)):
            top = above
            relation = self.relation[above]
            if relation == "ROOT" or relation in FINITE_CLAUSE:
                break
            if relation == "conj" and self.is_verb(above) and self.subject(above) is not None:
                break
        return top

    def verb_clause(self, offset: int) -> int | None:
        """The lexical verb whose clause a word stands in; every lexical verb counts (resolvers.md, 9.4)."""
        verb = self.nearest_verb(offset)
        while verb is not None and self.relation[verb] in ("aux", "auxpass") and self.head[verb] >= 0:
            verb = self.nearest_verb(self.head[verb])
        return verb


def _cut_circles(head: list[int]) -> None:
    """Make the first word of every circle of heads a root, in place; what is left are trees."""
    reached_from = [-1] * len(head)
    for start in range(len(head)):
        word = start
        while word >= 0 and reached_from[word] < 0:
            reached_from[word] = start
            word = head[word]
        if word >= 0 and reached_from[word] == start:
            circle = [word]
            while (following := head[circle[-1]]) != word:
                circle.append(following)
            head[min(circle)] = -1


def _to_clear(document: Document, head: list[int], relation: list[str], language: Language) -> None:
    """Turn the heads and relations of a UD tree, in place, into the shape of CLEAR."""
    words = document.words
    agents = {offset for offset, label in enumerate(relation) if label == "obl:agent"}
    obliques = {offset for offset, label in enumerate(relation) if label.split(":")[0] in ("obl", "nmod")}
    for offset, label in enumerate(relation):
        plain = label.split(":")[0]
        relation[offset] = _UD_TO_CLEAR.get(label) or _UD_TO_CLEAR.get(plain) or plain
    if language.possessives_agree:
        _possessives(words, relation)
    _names_headed_by_last_word(words, head, relation, language.names_hold_phrases)
    _copula_as_head(words, head, relation)
    _preposition_as_head(words, head, relation, obliques, agents, language)
    _conjunction_beside_first_conjunct(head, relation)
    _existential_as_attribute(words, head, relation, language)


def _attach_empty_words(document: Document, head: list[int], relation: list[str]) -> None:
    """Give empty words, which have no place in the basic tree, that of their first enhanced dependency."""
    for sentence in document.sentences:
        offset_of: dict[str, int] = {}
        for offset in range(sentence.start, sentence.end):
            if not document.words[offset].empty:
                offset_of[str(len(offset_of) + 1)] = offset
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.empty and head[offset] < 0 and word.enhanced:
                governor, _, label = word.enhanced.split("|")[0].partition(":")
                above = offset_of.get(governor, -1)
                # A subject may hang on an auxiliary in AnCora: the clause is that of its verb.
                head[offset] = ud_predicate(document.words, above) if above >= 0 else -1
                relation[offset] = label


def _possessives(words: list[Word], relation: list[str]) -> None:
    """*su casa*: a possessive that agrees with its noun is a determiner in UD, a possessor in CLEAR.

    Likewise *li*, an oblique pronoun without a preposition, is a recipient.
    """
    for offset, word in enumerate(words):
        told = features(word.morphology)
        if relation[offset] in ("det", "amod", "nmod") and told.get("Poss") == "Yes":
            relation[offset] = "poss"
        elif word.upos == "PRON" and relation[offset] == "npadvmod" and "Dat" in told.get("Case", "").split(","):
            relation[offset] = "dative"


def _existential_as_attribute(words: list[Word], head: list[int], relation: list[str], language: Language) -> None:
    """*There is a way*: UD calls *way* the subject, CLEAR an attribute."""
    existential = language.words("existential.words")
    for there, label in enumerate(relation):
        if label == "expl" and words[there].form.lower() in existential:
            for noun in range(there + 1, len(head)):
                if head[noun] == head[there] and relation[noun] == "nsubj":
                    relation[noun] = "attr"
                    break
                if head[noun] == -1 and noun != head[there]:
                    break


def _children(head: list[int]) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for offset, above in enumerate(head):
        if above >= 0:
            children.setdefault(above, []).append(offset)
    return children


def _names_headed_by_last_word(
    words: list[Word], head: list[int], relation: list[str], names_hold_phrases: bool
) -> None:
    """*Clara Voss*: UD makes the first word of a flat name its head, CLEAR the last.

    Args:
        names_hold_phrases: a name with a preposition or comma in it keeps its first word: *Banco de España*.
    """
    children = _children(head)
    last_of: dict[int, int] = {}
    for offset, label in enumerate(relation):
        if label == "flat" and head[offset] >= 0:
            last_of[head[offset]] = max(last_of.get(head[offset], -1), offset)
    for first, last in last_of.items():
        if last < first:
            continue
        if names_hold_phrases and any(words[word].upos != "PROPN" for word in range(first, last + 1)):
            continue
        for child in children[first]:
            if child != last:
                head[child] = last
                if relation[child] == "flat":
                    relation[child] = "compound"
        head[last], relation[last] = head[first], relation[first]
        head[first], relation[first] = last, "compound"


def _copula_as_head(words: list[Word], head: list[int], relation: list[str]) -> None:
    """*She is a doctor*: UD makes *doctor* the head of *is*, CLEAR *is* the head of *doctor*."""
    children = _children(head)
    for copula, label in enumerate(relation):
        predicate = head[copula]
        if label != "cop" or predicate < 0:
            continue
        nominal = words[predicate].upos in NOMINAL_TAGS or words[predicate].upos == "DET"
        head[copula], relation[copula] = head[predicate], relation[predicate]
        for child in children.get(predicate, ()):
            if child == copula or head[child] != predicate:
                continue
            moves = relation[child] in _OF_THE_CLAUSE and not (nominal and relation[child] == "acl")
            before = child < copula and relation[child] in ("advmod", "npadvmod", "cc", "prep")
            clausal = relation[child] == "conj" and (
                words[child].upos in VERB_TAGS or any(relation[below] == "cop" for below in children.get(child, ()))
            )
            if moves or before or clausal:
                head[child] = copula
                if relation[child] == "cop":
                    relation[child] = "aux"
        head[predicate] = copula
        adjective = "acomp" if words[predicate].upos in ("ADJ", "VERB") else "advmod"
        relation[predicate] = "attr" if nominal else adjective


def _preposition_as_head(
    words: list[Word],
    head: list[int],
    relation: list[str],
    obliques: set[int],
    agents: set[int],
    language: Language,
) -> None:
    """*in the house*: UD hangs *in* on *house*, CLEAR *house* on *in*."""
    children = _children(head)
    possessive_marks = language.words("possessive_marks.straight")
    object_marks = language.words("object_marks.words")
    for noun in sorted(children):
        cases = [
            word
            for word in children[noun]
            if relation[word] == "case"
            and not language.tag_is(words[word].xpos, "possessive_mark")
            and words[word].form not in possessive_marks
        ]
        if not cases or head[noun] == noun:
            continue
        preposition = cases[0]
        if relation[noun] in PART_OF_NAME and language.names_hold_phrases:
            continue
        if preposition > noun or (relation[noun] in _OBJECTS and words[preposition].form.lower() in object_marks):
            continue
        for other in cases[1:]:
            head[other], relation[other] = preposition, "fixed"
        label, above = relation[noun], head[noun]
        if label == "conj" and above >= 0 and relation[above] == "pobj":
            head[preposition], relation[preposition] = head[above], "conj"
        else:
            head[preposition] = above
            relation[preposition] = "agent" if noun in agents else ("ROOT" if label == "ROOT" else "prep")
            if label in ("acl", "advcl", "relcl", "ccomp", "parataxis", "conj"):
                relation[preposition] = label if label != "conj" else "prep"
        head[noun], relation[noun] = preposition, "pobj"
        # What stands before the preposition modifies the phrase, not the noun: *just before lunch*.
        for child in children[noun]:
            if head[child] == noun and child < preposition:
                head[child] = preposition


def _conjunction_beside_first_conjunct(head: list[int], relation: list[str]) -> None:
    """*A and B*: UD hangs *and* on *B*, CLEAR on *A*; so the span of *B* does not begin with *and*."""
    for offset, label in enumerate(relation):
        above = head[offset]
        if label in ("cc", "punct") and above >= 0 and relation[above] == "conj" and offset < above:
            head[offset] = head[above]
