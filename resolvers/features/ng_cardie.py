"""The features of Ng & Cardie (2002, Table 3) that no other room has, with their values."""

import numpy as np

from anaphora_workbench.corpora.document.closure import closure
from anaphora_workbench.resolvers.features import agreement, form, soon, strings, syntax
from anaphora_workbench.resolvers.features.feature import Codes, Flags, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import INDEFINITE, NAME, MentionTable
from anaphora_workbench.resolvers.nominal.head_match import linked_nouns
from anaphora_workbench.resolvers.rules.kennedy_boguraev import KennedyBoguraev
from anaphora_workbench.resolvers.words import AGREEMENT, NEARNESS, OTHER, ROLE, SPEAKER, TALKED_ABOUT, WORDS_AND_NAMES

YES_NO = soon.YES_NO
_BOTH = ("both", "neither", "one")
_ANIMATE, _INANIMATE = 3, 4


def outermost(table: MentionTable) -> Codes:
    """Per mention the outermost mention that it is nested in, itself if it is in none."""
    found = np.arange(table.size, dtype=np.intp)
    # A mention stands behind those that it is nested in.
    for position, around in enumerate(table.discourse.embedded_in):
        if 0 <= around < position:
            found[position] = found[around]
    return found


def _nouns(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    return ~table.is_pronoun[later] & ~table.is_pronoun[earlier]


def _both(flags: Flags, later: Codes, earlier: Codes) -> Codes:
    own, other = flags[later], flags[earlier]
    return np.where(own & other, 0, np.where(own | other, 2, 1))


@of_pair("same pronoun", YES_NO, "Ng & Cardie 2002, PRO_STR", reason=WORDS_AND_NAMES)
def same_pronoun(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*she … she*: yes."""
    pronouns = table.is_pronoun[later] & table.is_pronoun[earlier]
    return pronouns & (table.form[later] == table.form[earlier])


@of_pair("same name", YES_NO, "Ng & Cardie 2002, PN_STR", reason=WORDS_AND_NAMES)
def same_name(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Ann … Ann*: yes."""
    return _names(table, later, earlier) & (table.form[later] == table.form[earlier])


@of_pair("same words of nouns", YES_NO, "Ng & Cardie 2002, WORDS_STR", reason=WORDS_AND_NAMES)
def same_words_of_nouns(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the lamp … the lamp*: yes."""
    return _nouns(table, later, earlier) & (table.form[later] == table.form[earlier])


@of_pair("same string of nouns", YES_NO, "Ng & Cardie 2002, SOON_STR_NONPRO", reason=WORDS_AND_NAMES)
def same_string_of_nouns(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*this lamp … the lamp*: yes."""
    return _nouns(table, later, earlier) & (soon.same_string.codes(table, later, earlier) > 0)


def _names(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    return (table.kind[later] == NAME) & (table.kind[earlier] == NAME)


@of_pair("a word in common", YES_NO, "Ng & Cardie 2002, WORD_OVERLAP", reason=WORDS_AND_NAMES)
def word_overlap(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the old lamp … an old pump*: yes."""
    return strings.words_in_common.codes(table, later, earlier) > 0


@of_pair("modifiers of one among those of the other", YES_NO, "Ng & Cardie 2002, MODIFIER", reason=WORDS_AND_NAMES)
def modifier(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the old red lamp … the red pump*: yes."""
    nouns = np.flatnonzero(_nouns(table, later, earlier))
    found = np.zeros(len(later), dtype=np.bool_)
    for place in nouns.tolist():
        own = strings.premodifiers(table, int(later[place]))
        other = strings.premodifiers(table, int(earlier[place]))
        found[place] = own <= other or other <= own
    return found


@of_pair("one name among the words of the other", YES_NO, "Ng & Cardie 2002, PN_SUBSTR", reason=WORDS_AND_NAMES)
def name_substring(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Clara Voss … Voss*: yes."""
    return _names(table, later, earlier) & (words_substring.codes(table, later, earlier) > 0)


@of_pair("one among the words of the other", YES_NO, "Ng & Cardie 2002, WORDS_SUBSTR", reason=WORDS_AND_NAMES)
def words_substring(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the old lamp … the lamp*: yes."""
    return np.isin(strings.words_in_common.codes(table, later, earlier), (2, 3))


@of_pair("both definite", _BOTH, "Ng & Cardie 2002, BOTH_DEFINITES", reason=WORDS_AND_NAMES)
def both_definite(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the lamp … the pump*: both."""
    return _both(table.values(soon.definite_article) > 0, later, earlier)


@of_pair("both embedded", _BOTH, "Ng & Cardie 2002, BOTH_EMBEDDED", reason=ROLE)
def both_embedded(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann's lamp … Tom's pump*: *Ann* and *Tom* are both."""
    return _both(table.values(form.embedded) > 0, later, earlier)


@of_pair("both quoted", _BOTH, "Ng & Cardie 2002, BOTH_IN_QUOTES", reason=SPEAKER)
def both_quoted(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*“Take the lamp to Ann,” said Tom*: *the lamp* and *Ann* are both."""
    return _both(table.quotation >= 0, later, earlier)


@of_pair("both pronouns", _BOTH, "Ng & Cardie 2002, BOTH_PRONOUNS", reason=WORDS_AND_NAMES)
def both_pronouns(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*he … his*: both."""
    return _both(table.is_pronoun, later, earlier)


@of_mention("subject", YES_NO, "Ng & Cardie 2002, SUBJECT_1, SUBJECT_2", reason=ROLE)
def subject(table: MentionTable) -> Flags:
    """*Tom* in *Tom lit the lamp*: yes."""
    return table.values(syntax.function) == 0


@of_pair("both subjects", _BOTH, "Ng & Cardie 2002, BOTH_SUBJECTS", reason=ROLE)
def both_subjects(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Tom lit it and Ann left*: *Tom* and *Ann* are both."""
    return _both(table.values(subject) > 0, later, earlier)


@of_pair("gender and number", ("both", "one or unknown", "neither"), "Ng & Cardie 2002, AGREEMENT", reason=AGREEMENT)
def gender_and_number(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Ann … she*: both; *Ann … they*: one or unknown."""
    numbers = agreement.number_agreement.codes(table, later, earlier)
    genders = soon.gender.codes(table, later, earlier)
    agree, neither = (numbers == 1) & (genders == 1), (numbers == 2) & (genders == 0)
    return np.where(agree, 0, np.where(neither, 2, 1))


@of_pair("animacy", YES_NO, "Ng & Cardie 2002, ANIMACY", reason=AGREEMENT)
def animacy(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Ann … it*: no."""
    own, other = table.gender[later], table.gender[earlier]
    return ((own & other & _INANIMATE) > 0) | (((own & _ANIMATE) > 0) & ((other & _ANIMATE) > 0))


@of_pair("maximal noun phrases differ", YES_NO, "Ng & Cardie 2002, MAXIMALNP", reason=ROLE)
def maximal_phrases_differ(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Tom … the lamp of Ann*: yes; *the lamp of Ann … Ann*: no."""
    root = table.once(outermost)
    return root[later] != root[earlier]


@of_pair("predicate nominal", YES_NO, "Ng & Cardie 2002, PREDNOM", reason=ROLE)
def predicate_nominal(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Tom is a doctor*: yes."""
    return syntax.renaming.codes(table, later, earlier) == 2


@of_pair("neither spans the other", YES_NO, "Ng & Cardie 2002, SPAN", reason=ROLE)
def no_span(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*city … city officials* within one phrase: no."""
    return syntax.containment.codes(table, later, earlier) == 0


@of_pair("binding allows it", YES_NO, "Ng & Cardie 2002, BINDING", reason=ROLE)
def binding_allows(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Tom saw him*: no."""
    return syntax.disjoint.codes(table, later, earlier) == 0


@of_pair("no preposition between", YES_NO, "Ng & Cardie 2002, CONTRAINDICES", reason=ROLE)
def no_preposition_between(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*the lamp on the table*: no."""
    preposition = table.once(_prepositions)
    between = (table.start[later] == table.end[earlier] + 1) & preposition[table.end[earlier]]
    return ~(between & _nouns(table, later, earlier))


def _prepositions(table: MentionTable) -> Flags:
    """By word, and one more behind the last, whether it is a preposition."""
    return np.array([word.upos == "ADP" for word in table.discourse.document.words] + [False], dtype=np.bool_)


@of_pair("syntax allows it", YES_NO, "Ng & Cardie 2002, SYNTAX", reason=ROLE)
def syntax_allows(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """No for each of binding, preposition between, span and one maximal noun phrase."""
    parts = (binding_allows, no_preposition_between, no_span, maximal_phrases_differ)
    return np.all([part.codes(table, later, earlier) > 0 for part in parts], axis=0)


@of_pair("later may be anaphoric", YES_NO, "Ng & Cardie 2002, INDEFINITE", reason=WORDS_AND_NAMES)
def not_indefinite(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Tom … a lamp*: no."""
    apposed = syntax.renaming.codes(table, later, earlier) == 1
    return (table.kind[later] != INDEFINITE) | apposed


@of_pair("no pronoun before a noun", YES_NO, "Ng & Cardie 2002, PRONOUN", reason=WORDS_AND_NAMES)
def no_pronoun_first(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*he … Tom*: no."""
    return ~(table.is_pronoun[earlier] & ~table.is_pronoun[later])


@of_pair("constraints", ("met", "broken", "open"), "Ng & Cardie 2002, CONSTRAINTS", reason=OTHER)
def constraints(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Met with agreement in gender and number and nothing against it, broken with anything against it."""
    numbers = agreement.number_agreement.codes(table, later, earlier)
    genders = soon.gender.codes(table, later, earlier)
    parts = (no_preposition_between, no_span, animacy, no_pronoun_first, names_inside_match)
    nothing_against = np.all([part.codes(table, later, earlier) > 0 for part in parts], axis=0)
    broken = (numbers == 2) | (genders == 0) | ~nothing_against
    return np.where(broken, 1, np.where((numbers == 1) & (genders == 1), 0, 2))


@of_pair("names inside match", YES_NO, "Ng & Cardie 2002, CONTAINS_PN", reason=WORDS_AND_NAMES)
def names_inside_match(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Voss engineers … Reed engineers*: no."""
    inside, has = table.once(_names_inside)
    match = np.ones(len(later), dtype=np.bool_)
    for place in np.flatnonzero(has[later] & has[earlier]).tolist():
        match[place] = not inside[later[place]].isdisjoint(inside[earlier[place]])
    return match


def _names_inside(table: MentionTable) -> tuple[list[frozenset[str]], Flags]:
    """Per mention the words that are names, and whether it has any and is no name itself."""
    words = table.discourse.document.words
    inside = [
        frozenset(word.form.lower() for word in words[mention.start : mention.end] if word.upos == "PROPN")
        for mention in table.discourse.mentions
    ]
    return inside, table.flags(map(bool, inside)) & (table.kind != NAME)


@of_pair("names share a word", YES_NO, "Ng & Cardie 2002, PROPER_NOUN", reason=WORDS_AND_NAMES)
def names_share_a_word(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Ann … Tom*: no."""
    names = _names(table, later, earlier)
    return ~names | (strings.words_in_common.codes(table, later, earlier) > 0)


@of_pair("no title", YES_NO, "Ng & Cardie 2002, TITLE", reason=WORDS_AND_NAMES)
def no_title(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """*Mr.* as a mention of its own: no."""
    title = table.once(_titles)
    return ~(title[later] | title[earlier])


def _titles(table: MentionTable) -> Flags:
    language = table.discourse.language
    titles = frozenset().union(*(language.words(f"titles.{kind}") for kind in ("masculine", "feminine", "either")))
    return table.flags(table.lexicon[form] in titles for form in table.form.tolist())


@of_pair("closest of its class", YES_NO, "Ng & Cardie 2002, CLOSEST_COMP", reason=NEARNESS)
def closest_of_its_class(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """The nearest mention before another, outside its phrase, with its class and nothing in syntax against it."""
    return table.once(_closest_of_class)[later] == earlier


def _closest_of_class(table: MentionTable) -> Codes:
    """Per mention the nearest before it of its semantic class, -1 for none."""
    closest, root = np.full(table.size, -1, dtype=np.intp), table.once(outermost)
    for mention in range(table.size):
        before = np.flatnonzero(root[:mention] != root[mention])[::-1]
        own = np.full(len(before), mention, dtype=np.intp)
        fits = (soon.semantic_class_agreement.codes(table, own, before) == 1) & (
            syntax_allows.codes(table, own, before) > 0
        )
        if fits.any():
            closest[mention] = before[fits.argmax()]
    return closest


@of_pair("antecedent by kennedy-boguraev", YES_NO, "Ng & Cardie 2002, PRO_RESOLVE", reason=TALKED_ABOUT)
def of_pronoun_resolver(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """Whether ``kennedy-boguraev`` takes the candidate for a pronoun's antecedent."""
    return table.once(_answers)[later] == earlier


def _answers(table: MentionTable) -> Codes:
    """Per mention the antecedent by ``kennedy-boguraev``, -1 for none."""
    antecedent = np.full(table.size, -1, dtype=np.intp)
    for case in KennedyBoguraev().answer(table.discourse, None, {}):
        if case.antecedent is not None:
            antecedent[case.anaphor] = case.antecedent
    return antecedent


@of_pair("one entity of head-match", YES_NO, "Ng & Cardie 2002, RULE_RESOLVE", reason=WORDS_AND_NAMES)
def of_rules(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """Whether ``head-match`` makes both one entity."""
    entity = table.once(_entities)
    return entity[later] == entity[earlier]


def _entities(table: MentionTable) -> Codes:
    """Per mention its entity by ``head-match``."""
    position, entity = table.discourse.position, np.zeros(table.size, dtype=np.intp)
    for number, chain in enumerate(closure(table.discourse.ids, linked_nouns(table.discourse))):
        entity[[position[mention] for mention in chain]] = number
    return entity
