"""Strings: how the words and heads of two mentions match, and names: parts of names and acronyms."""

import numpy as np

from anaphora_workbench.corpora.trees.labels import ADJECTIVE, NUMERAL, PART_OF_COMPOUND
from anaphora_workbench.resolvers.discourse.telling_words import as_acronym, initials
from anaphora_workbench.resolvers.features.feature import Codes, Flags, bin_names, binned, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import NAME, MentionTable
from anaphora_workbench.resolvers.words import TALKED_ABOUT, WORDS_AND_NAMES

_PREMODIFIERS = ADJECTIVE | PART_OF_COMPOUND | NUMERAL
_COUNTS = (1, 2, 3, 5, 9)
# More than any document has words.
_MANY = 1 << 32


def _nouns(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    return ~table.is_pronoun[later] & ~table.is_pronoun[earlier]


@of_pair("same words", source="Soon et al. 2001, STR_MATCH", reason=WORDS_AND_NAMES)
def same_words(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the lamp … a lamp*: all words but determiners."""
    same = table.bare_form[later] == table.bare_form[earlier]
    return same & (table.bare_form[later] > 0) & _nouns(table, later, earlier)


@of_pair("same form", source="Durrett & Klein 2013", reason=WORDS_AND_NAMES)
def same_form(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*her … her*: every word."""
    return table.form[later] == table.form[earlier]


@of_pair("same head", source="Bengtson & Roth 2008", reason=WORDS_AND_NAMES)
def same_head(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*the lamp … old lamps*."""
    return (table.lemma[later] == table.lemma[earlier]) & _nouns(table, later, earlier)


@of_pair(
    "modifiers",
    ("", "none new", "new ones", "other ones"),
    "Raghunathan et al. 2010, compatible modifiers",
    reason=WORDS_AND_NAMES,
)
def modifiers(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Of mentions with one head, whether the later has premodifiers that the earlier lacks, or both have others."""
    codes = np.zeros(len(later), dtype=np.intp)
    for place in np.flatnonzero((table.lemma[later] == table.lemma[earlier]) & _nouns(table, later, earlier)):
        own, other = premodifiers(table, int(later[place])), premodifiers(table, int(earlier[place]))
        codes[place] = 1 if own <= other else 3 if other - own else 2
    return codes


def premodifiers(table: MentionTable, position: int) -> frozenset[str]:
    """Lemmas of the adjectives, nouns and numerals before the head."""
    kept = table.premodifiers.get(position)
    if kept is None:
        discourse, node = table.discourse, int(table.node[position])
        words = discourse.document.words
        before = (word for word in discourse.tree.dependents(node, _PREMODIFIERS) if word < node)
        kept = table.premodifiers[position] = frozenset(
            (words[word].lemma or words[word].form).lower() for word in before
        )
    return kept


@of_pair(
    "words in common",
    ("", "a few", "all of the later", "all of the earlier", "all of both"),
    "Ng & Cardie 2002",
    reason=WORDS_AND_NAMES,
)
def words_in_common(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """*Clara Voss … Voss*: all of the later."""
    content = table.content
    codes = np.zeros(len(later), dtype=np.intp)
    for place in np.flatnonzero(_nouns(table, later, earlier)).tolist():
        own, other = content[later[place]], content[earlier[place]]
        if not own.isdisjoint(other):
            codes[place] = 4 if own == other else 2 if own <= other else 3 if own >= other else 1
    return codes


@of_pair(
    "head among words",
    ("", "of the earlier", "of the later", "of each other"),
    "Raghunathan et al. 2010, relaxed head",
    reason=WORDS_AND_NAMES,
)
def head_among_words(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether the head of one is a word of the other: *Voss* in *Voss Pumps*."""
    heads, words = table.once(_heads_and_words)
    codes = np.zeros(len(later), dtype=np.intp)
    nouns = np.flatnonzero(_nouns(table, later, earlier))
    own, other = later[nouns], earlier[nouns]
    codes[nouns] = _has(words, other, heads[own]) + 2 * _has(words, own, heads[other])
    return codes


def _heads_and_words(table: MentionTable) -> tuple[Codes, Codes]:
    """The number of each mention's head word, and for each word of a mention the pair of both as one number, sorted."""
    document = table.discourse.document
    heads = table.words(document.words[head].form.lower() for head in table.head.tolist())
    words = [[table.word(word) for word in content] for content in table.content]
    pairs = [mention * _MANY + word for mention, of_mention in enumerate(words) for word in of_mention]
    return heads, np.sort(table.array(pairs))


def _has(words: Codes, mentions: Codes, wanted: Codes) -> Codes:
    """1 where a mention has a word, by ``_heads_and_words``."""
    pairs = mentions * _MANY + wanted
    places = np.minimum(np.searchsorted(words, pairs), max(0, len(words) - 1))
    return (words[places] == pairs).astype(np.intp) if len(words) else np.zeros_like(pairs)


@of_mention(
    "mentions with its head before",
    bin_names(_COUNTS),
    "Ng & Cardie 2002, anaphoricity",
    reason=TALKED_ABOUT,
    called="earlier phrases with its head",
)
def mentions_with_head_before(table: MentionTable) -> Codes:
    """How many mentions before have the same head lemma."""
    return binned(_earlier(table, table.lemma), _COUNTS)


@of_mention(
    "mentions with its words before",
    bin_names(_COUNTS),
    "Ng & Cardie 2002, anaphoricity",
    reason=TALKED_ABOUT,
    called="earlier phrases with its words",
)
def mentions_with_words_before(table: MentionTable) -> Codes:
    """How many mentions before have the same words but for determiners."""
    return binned(_earlier(table, table.bare_form), _COUNTS)


def _earlier(table: MentionTable, words: Codes) -> Codes:
    seen: dict[int, int] = {}
    counts = []
    for word, pronoun in zip(words.tolist(), table.is_pronoun.tolist(), strict=True):
        counts.append(0 if pronoun else seen.get(word, 0))
        if not pronoun:
            seen[word] = seen.get(word, 0) + 1
    return table.array(counts)


@of_pair(
    "names",
    ("", "same", "last word", "part", "acronym", "different"),
    "Soon et al. 2001, ALIAS",
    reason=WORDS_AND_NAMES,
    called="names of both",
)
def names(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """How two names match: *Clara Voss … Voss*: last word."""
    codes = np.zeros(len(later), dtype=np.intp)
    for place in np.flatnonzero((table.kind[later] == NAME) & (table.kind[earlier] == NAME)).tolist():
        codes[place] = _match(table, int(later[place]), int(earlier[place]))
    return codes


def _match(table: MentionTable, later: int, earlier: int) -> int:
    own, other = table.lexicon[table.bare_form[later]].split(), table.lexicon[table.bare_form[earlier]].split()
    if own == other:
        return 1
    if own and other and own[-1] == other[-1]:
        return 2
    if not set(own).isdisjoint(other):
        return 3
    acronym = table.once(_acronyms)
    (short, of_short), (long, of_long) = acronym[later], acronym[earlier]
    return 4 if (short and short in of_long) or (long and long in of_short) else 5


def _acronyms(table: MentionTable) -> list[tuple[str, list[str]]]:
    """By mention the acronym that it is, and those that it may have."""
    return [(as_acronym(table.discourse, place), initials(table.discourse, place)) for place in range(table.size)]
