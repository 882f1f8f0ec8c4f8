"""Names of things that the lists of a language have: countries, large cities, firms.

A named-entity recogniser takes many a person for a place or a firm (*Angelica's locket*); where a list agrees it
hardly errs. In contests between names of GUM train, LitBank's training part and GAP's validation part, 23 of 1,606
listed names that only a recogniser takes for things were of the right entity, all of countries that are *she* or *he*;
of the other 4,222 it was 108. Source: our own.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.corpora.languages.language import Language
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.nominal import PERSONS
from anaphora_workbench.resolvers.telling_words import determiners


def is_known_thing(table: MentionTable, position: int) -> bool:
    """Whether a name is that of a listed place or firm, which no recogniser takes for a person's."""
    mention = table.discourse.mentions[position]
    if NEUTER not in mention.gender or mention.entity_type in PERSONS:
        return False
    return _plain(" ".join(table.telling[position])) in _listed(table.discourse.language)


@lru_cache(maxsize=8)
def _listed(language: Language) -> frozenset[str]:
    words = (language.words(f"known_things.{kind}") for kind in ("places", "cities", "cities_and_countries", "firms"))
    countries = (language.words(f"countries.{kind}") for kind in ("other", "name"))
    listed = frozenset(language.demonyms).union(*words, *countries)
    left_out = determiners(language)
    return frozenset(
        " ".join(word for word in _plain(name).split() if word not in left_out)
        for name in listed - language.words("known_things.of_persons")
    )


def _plain(name: str) -> str:
    """Without accents and hyphens, which texts have or not, and possessive *'s*, which the words of mentions lack."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return " ".join("".join(letters).replace("'s", "").replace("-", " ").split())
