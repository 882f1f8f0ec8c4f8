"""Form: what kind of expression a mention is, its words, and the words next to it."""

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, Flags, bin_names, binned, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import TYPES, MentionTable
from anaphora_workbench.resolvers.words import ROLE, TALKED_ABOUT, WORDS_AND_NAMES

_LENGTHS = (2, 3, 4, 6, 10)
_PRONOUN_TYPES = (
    "", "personal", "possessive", "reflexive", "reciprocal", "demonstrative", "relative", "interrogative", "indefinite"
)  # fmt: skip
_SOURCE = "Durrett & Klein 2013"


@of_mention(
    "type",
    TYPES,
    "Soon et al. 2001, I_PRONOUN, J_PRONOUN, DEF_NP, DEM_NP",
    reason=WORDS_AND_NAMES,
    called="kind of phrase",
)
def type_of_mention(table: MentionTable) -> Codes:
    """*the old pump*: definite."""
    return table.kind


@of_mention("pronoun type", _PRONOUN_TYPES, "Denis & Baldridge 2008", reason=WORDS_AND_NAMES, called="type")
def pronoun_type(table: MentionTable) -> Codes:
    """*his*: possessive."""
    return table.array(_PRONOUN_TYPES.index(mention.pronoun_type or "") for mention in table.discourse.mentions)


@of_mention("pronoun", None, _SOURCE, reason=WORDS_AND_NAMES, called="form")
def pronoun(table: MentionTable) -> Codes:
    """The form of a pronoun: *his*; nothing for other mentions."""
    return np.where(table.is_pronoun, table.form, 0)


@of_mention("expression", None, _SOURCE, reason=WORDS_AND_NAMES, called="words")
def expression(table: MentionTable) -> Codes:
    """The form of a pronoun, the type of any other mention: *his*, definite."""
    names = table.words(f"<{name}>" for name in TYPES)
    return np.where(table.is_pronoun, table.form, names[table.kind])


@of_mention("head", None, _SOURCE, reason=WORDS_AND_NAMES, called="head noun")
def head(table: MentionTable) -> Codes:
    """Lemma of the head of a mention that is not a pronoun."""
    return np.where(table.is_pronoun, 0, table.lemma)


@of_mention("first word", None, _SOURCE, reason=WORDS_AND_NAMES)
def first_word(table: MentionTable) -> Codes:
    """*the* in *the old pump*."""
    words = table.discourse.document.words
    return table.words(words[start].form.lower() for start in table.start)


@of_mention("last word", None, _SOURCE, reason=WORDS_AND_NAMES)
def last_word(table: MentionTable) -> Codes:
    """*pump* in *the old pump*."""
    words = table.discourse.document.words
    return table.words(words[end - 1].form.lower() for end in table.end)


@of_mention("word before", None, _SOURCE, reason=WORDS_AND_NAMES)
def word_before(table: MentionTable) -> Codes:
    """The word that stands before a mention."""
    words = table.discourse.document.words
    return table.words(words[start - 1].form.lower() if start else "<start>" for start in table.start)


@of_mention("word after", None, _SOURCE, reason=WORDS_AND_NAMES)
def word_after(table: MentionTable) -> Codes:
    """The word that stands behind a mention."""
    words = table.discourse.document.words
    return table.words(words[end].form.lower() if end < len(words) else "<end>" for end in table.end)


@of_mention("length", bin_names(_LENGTHS, 1), _SOURCE, reason=WORDS_AND_NAMES, called="number of words")
def length(table: MentionTable) -> Codes:
    """Length in words."""
    return binned(table.end - table.start, _LENGTHS)


@of_mention("embedded", source="Kennedy & Boguraev 1996, EMBED", reason=ROLE, called="inside another noun phrase")
def embedded(table: MentionTable) -> Flags:
    """Whether it stands inside another mention: *the roof* in *the colour of the roof*."""
    return table.array(table.discourse.embedded_in) >= 0


@of_mention("pleonastic", reason=TALKED_ABOUT, called="refers to nothing")
def pleonastic(table: MentionTable) -> Flags:
    """Whether a pattern tells that a pronoun refers to nothing: *it* in *it rains*."""
    return table.flags(mention.pleonastic for mention in table.discourse.mentions)


@of_mention(
    "cannot be antecedent",
    ("", "pleonastic", "relative", "interrogative", "time", "renaming"),
    reason=TALKED_ABOUT,
    called="cannot be referred to, being",
)
def cannot_be_antecedent(table: MentionTable) -> Codes:
    """Why it is nobody's antecedent for the resolvers that have rules."""
    known = {"": 0, "pleonastic": 1, "relative": 2, "interrogative": 3, "time": 4}
    return table.array(known.get(reason, 5) for reason in table.discourse.skip)


@of_pair("expressions", None, _SOURCE, reason=WORDS_AND_NAMES, called="both phrases")
def expressions(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """The expressions of both: *he … his*, *it … definite*."""
    own = table.values(expression)
    pairs, inverse = np.unique(own[later] * len(table.lexicon) + own[earlier], return_inverse=True)
    size = len(table.lexicon)
    named = [f"{table.lexicon[pair // size]} … {table.lexicon[pair % size]}" for pair in pairs.tolist()]
    return table.words(named)[inverse]


@of_pair("heads", None, "Haghighi & Klein 2009", reason=WORDS_AND_NAMES, called="both heads")
def heads(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """The head lemmas of two nouns that differ: *city … town*."""
    own = table.values(head)
    size = len(table.lexicon)
    apart = (own[later] != own[earlier]) & (own[later] > 0) & (own[earlier] > 0)
    pairs, inverse = np.unique(np.where(apart, own[later] * size + own[earlier], 0), return_inverse=True)
    named = [f"{table.lexicon[pair // size]} … {table.lexicon[pair % size]}" if pair else "" for pair in pairs.tolist()]
    return table.words(named)[inverse]
