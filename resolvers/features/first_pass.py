"""Features from the entities that an earlier resolver found, for resolvers stacked on others.

A table without such entities has each mention alone. Source: Björkelund & Farkas (2012) stack two resolvers; these
features are our own.
"""

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes, Flags, bin_names, binned, of_mention, of_pair
from anaphora_workbench.resolvers.features.mention_table import NAME, MentionTable
from anaphora_workbench.resolvers.words import AGREEMENT, NEARNESS, TALKED_ABOUT, WORDS_AND_NAMES

_SIZES = (2, 3, 4, 6, 11, 21)
_SENTENCES = (1, 2, 3, 4, 6, 10)
_ANY_NUMBER, _ANY_GENDER = 3, 7
_COMPARED = ("open", "same", "clash")


def _sizes(table: MentionTable) -> Codes:
    """Mentions of each mention's entity."""
    entities = table.entities
    return np.bincount(entities, minlength=table.size)[entities]


@of_mention("size of its entity before", bin_names(_SIZES, 1), reason=TALKED_ABOUT)
def size(table: MentionTable) -> Codes:
    """Mentions of its entity in the whole text."""
    return binned(_sizes(table), _SIZES)


@of_mention("place in its entity before", ("alone", "first", "later"), reason=TALKED_ABOUT)
def place(table: MentionTable) -> Codes:
    """Whether it is the first mention of its entity."""
    _, first = np.unique(table.entities, return_index=True)
    begins = np.zeros(table.size, dtype=np.bool_)
    begins[first] = True
    return np.where(_sizes(table) == 1, 0, np.where(begins, 1, 2))


@of_mention("its entity before has", ("pronouns only", "nouns", "a name"), reason=TALKED_ABOUT)
def content(table: MentionTable) -> Codes:
    """Whether a mention of its entity is a name, or a noun."""
    named, nominal = np.zeros((2, table.size), dtype=np.bool_)
    np.logical_or.at(named, table.entities, table.kind == NAME)
    np.logical_or.at(nominal, table.entities, ~table.is_pronoun)
    return np.where(named, 2, np.where(nominal, 1, 0))[table.entities]


@of_pair("one entity before", ("no", "yes"), reason=TALKED_ABOUT)
def same(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether both are in one entity."""
    return table.entities[later] == table.entities[earlier]


@of_pair("closest of one entity before", ("no", "yes"), reason=TALKED_ABOUT)
def closest(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether the candidate is the last mention of the mention's entity before it."""
    order = np.argsort(table.entities, kind="stable")
    previous = np.full(table.size, -1, dtype=np.intp)
    follows = table.entities[order[1:]] == table.entities[order[:-1]]
    previous[order[1:][follows]] = order[:-1][follows]
    return previous[later] == earlier


@of_pair("sentences to its entity before", bin_names(_SENTENCES), reason=NEARNESS)
def sentences(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Sentences back to the last mention of the candidate's entity."""
    order = np.argsort(table.entities, kind="stable")
    # Mentions of one entity follow each other, and are in the order of the text.
    place = np.searchsorted(table.entities[order] * table.size + order, table.entities[earlier] * table.size + later)
    return binned(table.sentence[later] - table.sentence[order[place - 1]], _SENTENCES)


@of_pair("number of its entity before", _COMPARED, reason=AGREEMENT)
def number(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether the numbers of the other mentions of the candidate's entity agree with the mention's."""
    return _agreement(table, table.number, _ANY_NUMBER, later, earlier)


@of_pair("gender of its entity before", _COMPARED, reason=AGREEMENT)
def gender(table: MentionTable, later: Codes, earlier: Codes) -> Codes:
    """Whether the genders of the other mentions of the candidate's entity agree with the mention's."""
    return _agreement(table, table.gender, _ANY_GENDER, later, earlier)


@of_pair("heads of its entity before", ("other", "the same"), reason=WORDS_AND_NAMES)
def head(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """Whether another mention of the candidate's entity has the mention's head."""
    return ~table.is_pronoun[later] & (_alike(table, table.lemma, later, earlier) > 0)


@of_pair("words of its entity before", ("other", "the same"), reason=WORDS_AND_NAMES)
def words(table: MentionTable, later: Codes, earlier: Codes) -> Flags:
    """Whether another mention of the candidate's entity has the mention's words."""
    return _alike(table, table.form, later, earlier) > 0


def _alike(table: MentionTable, values: Codes, later: Codes, earlier: Codes) -> Codes:
    """How many mentions of the candidate's entity, besides the mention itself, have the mention's value."""
    span = int(values.max(initial=0)) + 1
    keys, counts = np.unique(table.entities * span + values, return_counts=True)
    wanted = table.entities[earlier] * span + values[later]
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: Codes = np.where(keys[place] == wanted, counts[place], 0) - (
        table.entities[later] == table.entities[earlier]
    )
    return found


def _agreement(table: MentionTable, values: Codes, anything: int, later: Codes, earlier: Codes) -> Codes:
    every = np.arange(anything + 1)
    counts = np.zeros((table.size, len(every)), dtype=np.intp)
    np.add.at(counts, (table.entities, values), 1)
    clashing = counts @ ((every[:, None] & every) == 0)
    known = counts @ ((every[:, None] != anything) & (every != anything))
    entity, wanted = table.entities[earlier], values[later]
    own = (table.entities[later] == entity) & (wanted != anything)
    return np.where(clashing[entity, wanted] > 0, 2, np.where(known[entity, wanted] - own > 0, 1, 0))
