"""Names: parts of names, acronyms, titles and persons."""

from __future__ import annotations

import numpy as np

from anaphora_workbench.resolvers.discourse.acronyms import as_acronym, initials
from anaphora_workbench.resolvers.features.feature import Codes, of_pair
from anaphora_workbench.resolvers.features.mention_table import NAME, MentionTable
from anaphora_workbench.resolvers.words import WORDS_AND_NAMES


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
