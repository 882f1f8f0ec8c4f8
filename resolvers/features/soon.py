"""The features of Soon, Ng & Lim (2001, section 2.2), with the values of the paper."""

import numpy as np

from anaphora_workbench.resolvers.discourse.telling_words import as_acronym, initials
from anaphora_workbench.resolvers.features import strings, syntax
from anaphora_workbench.resolvers.features.feature import Codes, Flags, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import NAME, MentionTable
from anaphora_workbench.resolvers.words import AGREEMENT, ROLE, WORDS_AND_NAMES

YES_NO = ("no", "yes")
_COMPARED = ("false", "true", "unknown")
# Semantic classes; female and male are kinds of person, all others kinds of object.
_CLASSES = (
    "unknown", "female", "male", "person", "organization", "location", "date", "time", "money", "percent", "object",
)  # fmt: skip
_CLASS_OF_TYPE = {
    "PERSON": "person", "PER": "person", "ORG": "organization", "GPE": "location", "LOC": "location",
    "FAC": "location", "PLACE": "location", "DATE": "date", "TIME": "time", "MONEY": "money", "PERCENT": "percent",
    "ORGANIZATION": "organization",
}  # fmt: skip
# Classes of persons, and of what has no acronym by the letters of its words.
_PERSONS = tuple(_CLASSES.index(name) for name in ("female", "male", "person"))
_NO_FIRMS = (*_PERSONS, *(_CLASSES.index(name) for name in ("date", "time", "money", "percent")))
# Acronyms that a name may have: of the whole, and without what follows a firm.
_FORMS = 2
_PERSON, _OBJECT = _CLASSES.index("person"), _CLASSES.index("object")
_MATCHES = strings.names.values or ()
_RENAMINGS = syntax.renaming.values or ()
# By gender as bits: m 1, f 2, n 4.
_CLASS_OF_GENDER = {1: "male", 2: "female", 3: "person", 4: "object"}


@of_mention("is pronoun", YES_NO, "Soon et al. 2001, I_PRONOUN, J_PRONOUN", reason=WORDS_AND_NAMES)
def is_pronoun(table: MentionTable) -> Flags:
    """*him*: yes."""
    return table.is_pronoun


@of_mention("definite article", YES_NO, "Soon et al. 2001, DEF_NP", reason=WORDS_AND_NAMES)
def definite_article(table: MentionTable) -> Flags:
    """*the lamp*: yes."""
    return _first_word_in(table, "determiners.definite_article")


@of_mention("demonstrative", YES_NO, "Soon et al. 2001, DEM_NP", reason=WORDS_AND_NAMES)
def demonstrative(table: MentionTable) -> Flags:
    """*this lamp*: yes."""
    return _first_word_in(table, "determiners.demonstrative")


def _first_word_in(table: MentionTable, name: str) -> Flags:
    words, listed = table.discourse.document.words, table.discourse.language.words(name)
    starts = table.flags(words[start].form.lower() in listed for start in table.start)
    return starts & ~table.is_pronoun


@of_pair("same string", YES_NO, "Soon et al. 2001, STR_MATCH", reason=WORDS_AND_NAMES)
def same_string(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*this lamp … the lamp*, *he … he*: all words but articles and demonstratives."""
    strings = table.values(string)
    return (strings[later] == strings[earlier]) & (strings[later] > 0)


@of_mention("string", None, "Soon et al. 2001, STR_MATCH", reason=WORDS_AND_NAMES)
def string(table: MentionTable) -> Codes:
    """*lamp* of *the lamp*: the words but articles and demonstratives."""
    language, words = table.discourse.language, table.discourse.document.words
    left_out = frozenset().union(
        *(language.words(f"determiners.{kind}") for kind in ("definite_article", "indefinite_article", "demonstrative"))
    )
    forms = ([word.form.lower() for word in words[mention.start : mention.end]] for mention in table.discourse.mentions)
    return table.words(" ".join(form for form in of_mention if form not in left_out) for of_mention in forms)


@of_pair("both singular or both plural", YES_NO, "Soon et al. 2001, NUMBER", reason=AGREEMENT)
def number(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the pumps … they*: yes."""
    return (table.number[later] & table.number[earlier]) > 0


@of_mention("semantic class", _CLASSES, "Soon et al. 2001, SEMCLASS", reason=WORDS_AND_NAMES)
def semantic_class(table: MentionTable) -> Codes:
    """*Ann*: female; *the pilot*: person; *the Rhine*: location."""
    classes = []
    for mention, gender in zip(table.discourse.mentions, table.gender.tolist(), strict=True):
        name = _CLASS_OF_TYPE.get(mention.entity_type.upper(), "")
        if name in ("", "person") and gender in _CLASS_OF_GENDER:
            name = _CLASS_OF_GENDER[gender]
        elif not name and mention.person in (1, 2) and mention.is_pronoun:
            name = "person"
        classes.append(_CLASSES.index(name or "unknown"))
    return table.array(classes)


def _parent(classes: Codes) -> Codes:
    persons = (classes > 0) & (classes < _PERSON)
    return np.where(persons, _PERSON, np.where((classes > _PERSON) & (classes < _OBJECT), _OBJECT, -1))


@of_pair("semantic class agreement", _COMPARED, "Soon et al. 2001, SEMCLASS", reason=WORDS_AND_NAMES)
def semantic_class_agreement(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the pilot … Ann*: true; where one has no class, whether the heads are the same, else unknown."""
    classes = table.values(semantic_class)
    own, other = classes[later], classes[earlier]
    agree = (own == other) | (_parent(own) == other) | (_parent(other) == own)
    known = (own > 0) & (other > 0)
    same_head = table.lemma[later] == table.lemma[earlier]
    return np.where(known, np.where(agree, 1, 0), np.where(same_head, 1, 2))


@of_pair("same gender", _COMPARED, "Soon et al. 2001, GENDER", reason=AGREEMENT)
def gender(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann … he*: false; *the pilot … he*: unknown."""
    own, other = table.gender[later], table.gender[earlier]
    known = np.isin(own, (1, 2, 4)) & np.isin(other, (1, 2, 4))
    return np.where(known, np.where(own == other, 1, 0), 2)


@of_pair("both names", YES_NO, "Soon et al. 2001, PROPER_NAME", reason=WORDS_AND_NAMES)
def both_names(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Ann … Tom*: yes."""
    return (table.kind[later] == NAME) & (table.kind[earlier] == NAME)


@of_pair("alias", YES_NO, "Soon et al. 2001, ALIAS", reason=WORDS_AND_NAMES)
def alias(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Clara Voss … Ms. Voss*, *Voss Pump Works Ltd. … V.P.W.*; not *Voss Works … Reed Works*."""
    matched = strings.names.codes(table, later, earlier)
    same, last = (_MATCHES.index(value) for value in ("same", "last word"))
    classes = table.values(semantic_class)
    person = np.isin(classes, _PERSONS)
    persons = person[later] & person[earlier]
    acronyms = table.once(_acronyms)
    acronym = _is_acronym(acronyms, later, earlier) | _is_acronym(acronyms, earlier, later)
    firms = ~np.isin(classes, _NO_FIRMS)
    return (matched == same) | (acronym & firms[later] & firms[earlier]) | ((matched == last) & persons)


def _acronyms(table: MentionTable) -> tuple[Codes, Codes]:
    """By mention the number of the acronym that it is, and of two that it may have; 0 for none."""
    positions = range(table.size)
    own = table.words(as_acronym(table.discourse, position) for position in positions)
    of_names = ([*initials(table.discourse, position), "", ""][:_FORMS] for position in positions)
    return own, table.words(letters for of_name in of_names for letters in of_name).reshape(-1, _FORMS)


def _is_acronym(acronyms: tuple[Codes, Codes], short: Codes, long: Codes) -> Flags:
    own, of_name = acronyms
    wanted = own[short]
    return (wanted > 0) & np.logical_or.reduce([of_form[long] == wanted for of_form in of_name.T])


@of_pair("apposition of a name", YES_NO, "Soon et al. 2001, APPOSITIVE", reason=ROLE)
def appositive(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Tom Reed, a doctor*: yes."""
    name = (table.kind[later] == NAME) | (table.kind[earlier] == NAME)
    return name & (syntax.renaming.codes(table, later, earlier) == _RENAMINGS.index("apposition"))
