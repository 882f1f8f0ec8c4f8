"""Relations of a word to its head, by name, and their labels in both schemes.

Everybody asks by these names: *is this a subject or an object?* is ``tree.stands_as(word, SUBJECT | OBJECT)``, *its
possessors* are ``tree.dependents(noun, POSSESSOR)``.
"""

from collections.abc import Iterable
from typing import Literal

from anaphora_workbench.corpora.document import Word

Relations = frozenset[str]


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
LOOSE = VOCATIVE | _labelled("list", "dislocated", "discourse", "intj")
NEGATION = _labelled("neg")  # Tom did *not* leave.

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

# What tells the schemes apart: labels that only one of them has, beside the subtypes of UD (*nsubj:pass*).
_UD_ONLY = _labelled("root", "obj", "iobj", "obl", "cop", "fixed", "flat")
_CLEAR_ONLY = (
    PASSIVE_SUBJECT | OBJECT | RECIPIENT | AGENT | ATTRIBUTE | OBJECT_PREDICATE | PREDICATE_ADJECTIVE | PREPOSITION
    | OBJECT_OF_PREPOSITION | PARTICLE | BARE_ADVERBIAL | POSSESSOR | PREDETERMINER | PART_OF_NUMERAL | NEGATION
    | PASSIVE_AUXILIARY | CLAUSE_OF_PREPOSITION
)  # fmt: skip

# Labels of UD for words that a rule adds or puts right: zero subjects, clitics.
UD_SUBJECT, UD_OBJECT, UD_RECIPIENT = "nsubj", "obj", "iobj"
# Labels of CLEAR for words that a rule puts right.
CLEAR_SUBJECT = "nsubj"
CLEAR_PREPOSITION, CLEAR_OBJECT_OF_PREPOSITION = "prep", "pobj"
CLEAR_ADVERBIAL = "npadvmod"
# And for what was taken for a part of a noun phrase.
CLEAR_CLAUSE, CLEAR_RECIPIENT, CLEAR_DETERMINER = "ccomp", "dative", "det"


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


def scheme_told(labels: Iterable[str]) -> Literal["ud", "clear", ""]:
    """The scheme that the labels of a parsed text are of, which may be few; "" where all are of both."""
    there = set(labels)
    if any(":" in label or label in _UD_ONLY for label in there):
        return "ud"
    return "clear" if there & _CLEAR_ONLY else ""


def is_impersonal(label: str) -> bool:
    """Whether a label says that a clause has no subject: *se vive bien*, *il faut*."""
    return label.partition(":")[2] == "impers"


# The labels below a noun by which borders of phrases are learnt (``resolvers/neural/borders.py``), in the order of the
# models; spaCy's for English.
BELOW_NOUNS = (
    "prep", "relcl", "acl", "appos", "conj", "cc", "punct", "nmod", "amod", "compound", "det", "poss", "nummod", "case",
    "advmod", "npadvmod", "ccomp", "mark", "advcl",
)  # fmt: skip
