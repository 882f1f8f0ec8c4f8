"""Which names are of things that the lists of English have: countries, cities, firms."""

import pytest

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.known_things import is_known_thing
from hand_built import document, np


@pytest.mark.parametrize(
    ("words", "gender", "label", "known"),
    [
        pytest.param("Germany", "n", "GPE", True, id="a country with a people"),
        pytest.param("the UK", "n", "GPE", True, id="another name of one, with an article"),
        pytest.param("the United Kingdom", "n", "GPE", True, id="what that stands for"),
        pytest.param("Australia", "n", "GPE", True, id="a country of no demonym"),
        pytest.param("Coca - Cola", "n", "ORG", True, id="a hyphen that is a word"),
        pytest.param("Coca-Cola", "n", "ORG", True, id="a hyphen that is none"),
        pytest.param("Nestlé", "n", "ORG", True, id="an accent"),
        pytest.param("People 's Republic of Bangladesh", "n", "GPE", True, id="a possessor in a name"),
        pytest.param("Commonwealth of the Bahamas", "n", "GPE", True, id="an article in a name"),
        pytest.param("Côte d’Ivoire", "n", "GPE", True, id="an accent and a curly apostrophe"),
        pytest.param("New York", "n", "GPE", True, id="a city"),
        pytest.param("London 's", "n", "GPE", True, id="a possessor"),
        pytest.param("Microsoft", "mfn", "ORG", True, id="a firm, whatever gender it may have"),
        pytest.param("Toronto", "n", "", True, id="without a label"),
        pytest.param("Holborn", "n", "GPE", False, id="not listed"),
        pytest.param("Washington", "n", "GPE", False, id="persons are called so, too"),
        pytest.param("Germany Schulz", "n", "GPE", False, id="a part of a name"),
        pytest.param("Paris", "f", "GPE", False, id="a woman"),
        pytest.param("Paris", "mfn", "PERSON", False, id="a person by the recogniser"),
    ],
)
def test_names_of_listed_things(words, gender, label, known):
    assert is_known_thing(table_of(words, gender, label), 0) == known


@pytest.mark.parametrize("kind", ["places", "cities", "city_states", "cities_and_countries", "firms", "of_persons"])
def test_each_entry_is_a_name_that_texts_have(kind):
    english = language_named("en")
    for name in sorted(english.words(f"known_things.{kind}")):
        known = name not in english.words("known_things.of_persons")
        assert is_known_thing(table_of(name, "n", "GPE"), 0) == known, name


def table_of(words, gender, label):
    """The features of a text that is one noun phrase."""
    tokens = words.split()
    tree = " ".join(
        f"{word}/{len(tokens) - 1 if place < len(tokens) - 1 else '-'}/dep" for place, word in enumerate(tokens)
    )
    mention = np("m", 0, len(tokens), gender=gender, kind="proper", entity_type=label)
    return MentionTable(Discourse(document([tree], [mention])))


# Those of demonyms.tsv: what is in none of the lists counts as a country.
CITIES_WITH_A_PEOPLE = (
    "aberdeen", "argos", "athens", "babylon", "byzantium", "calcutta", "carthage", "corinth", "damascus", "delphi",
    "ephesus", "florence", "genoa", "glasgow", "lancaster", "liverpool", "manchester", "milan", "mycenae", "naples",
    "nazareth", "nicaea", "oxford", "paris", "rome", "sparta", "thebes", "troy", "tunis", "venice", "vienna",
    "washington", "washington d.c.",
)  # fmt: skip


def test_each_city_stands_in_one_list():
    english = language_named("en")
    kinds = [english.words(f"known_things.{kind}") for kind in ("cities", "city_states", "cities_and_countries")]
    assert len(frozenset().union(*kinds)) == sum(map(len, kinds))
    assert frozenset(CITIES_WITH_A_PEOPLE) <= frozenset().union(*kinds) & english.demonyms.keys()
