"""Names as the lists of a language have them: in lower case, without determiners, accents and hyphens.

Source: our own.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.resolvers.telling_words import determiners

DEMONYMS = "demonyms"
COUNTRIES = (DEMONYMS, "known_things.places", "countries.other", "countries.name")
CITIES, CITY_STATES = "known_things.cities", "known_things.city_states"
CITIES_AND_COUNTRIES, FIRMS = "known_things.cities_and_countries", "known_things.firms"


def plain(name: str) -> str:
    """A name without accents and hyphens, which texts have or not, and possessive *'s*, which mentions lack."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(letter))
    return " ".join("".join(letters).replace("’", "'").replace("'s", "").replace("-", " ").split())


@lru_cache(maxsize=64)
def listed(language: Language, *lists: str) -> frozenset[str]:
    """The names of lists of a language's grammar, plain and without determiners.

    Args:
        lists: their names as ``Language.words`` has them; ``demonyms`` for the places of the table of demonyms.
    """
    names = frozenset[str]().union(*(language.demonyms if name == DEMONYMS else language.words(name) for name in lists))
    left_out = determiners(language)
    return frozenset(" ".join(word for word in plain(name).split() if word not in left_out) for name in names)
