"""Which names are of things that the lists of English have: countries, cities, firms."""

import pytest

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.known_things import is_known_thing
from hand_built import document, np


@pytest.mark.parametrize(
    ("words", "gender", "label", "known"),
    [
        pytest.param("Germany", "n", "GPE", True, id="a country with a people"),
        pytest.param("the UK", "n", "GPE", True, id="another name of one, with an article"),
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
    tokens = words.split()
    tree = " ".join(
        f"{word}/{len(tokens) - 1 if place < len(tokens) - 1 else '-'}/dep" for place, word in enumerate(tokens)
    )
    mention = np("m", 0, len(tokens), gender=gender, kind="proper", entity_type=label)
    table = MentionTable(Discourse(document([tree], [mention])))
    assert is_known_thing(table, 0) == known
