"""What the text after a pronoun, and who says the quotation around it, tell of the entities before it."""

import numpy as np
import pytest

from anaphora_workbench.corpora.document import Quotation
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable, feature_named
from hand_built import document, pronoun
from hand_built import np as noun

WOMAN, MAN = ({"kind": "proper", "gender": gender} for gender in "fm")
ANN, EVE, TOM, SHE, EVE_AGAIN, ANN_AGAIN = range(6)


def told(table, feature, later, entities, links=()):
    state = EntityState(table)
    for one, other in links:
        state.link(one, other)
    asked = feature_named(feature)
    return [asked.values[code] for code in asked.codes(state, later, np.array(entities))]


@pytest.fixture(scope="module")
def eve_goes_on():
    """*Ann met Eve and Tom. She left. Eve slept.*, and three sentences later *Ann*."""
    sentences = (
        "Ann/1/nsubj met/-/ROOT Eve/1/dobj Tom/1/dobj", "She/1/nsubj left/-/ROOT", "Eve/1/nsubj slept/-/ROOT",
        "yes/-/ROOT", "no/-/ROOT", "Ann/1/nsubj left/-/ROOT",
    )  # fmt: skip
    mentions = [
        noun("ann", 0, 1, "SUBJ", lemma="Ann", **WOMAN), noun("eve", 2, 3, "DOBJ", lemma="Eve", **WOMAN),
        noun("tom", 3, 4, "DOBJ", lemma="Tom", **MAN), pronoun("she", 4, "she", "SUBJ"),
        noun("eve2", 6, 7, "SUBJ", lemma="Eve", **WOMAN), noun("ann2", 10, 11, "SUBJ", lemma="Ann", **WOMAN),
    ]  # fmt: skip
    return MentionTable(Discourse(document(sentences, mentions)))


@pytest.mark.parametrize(
    ("feature", "expected"),
    [
        ("entity next named", ["1", "3-4", "never"]),
        ("entity named again", ["1", "2", "disagrees"]),
        ("entity place", ["1", "2", ""]),
    ],
)
def test_who_is_named_next(eve_goes_on, feature, expected):
    assert told(eve_goes_on, feature, SHE, [EVE, ANN, TOM]) == expected


def test_an_entity_is_named_by_all_its_nouns_and_a_pronoun_by_none(eve_goes_on):
    assert told(eve_goes_on, "entity next named", SHE, [ANN], [(EVE, ANN)]) == ["1"]
    assert told(eve_goes_on, "entity next named", EVE_AGAIN, [SHE, EVE]) == ["", "never"]
    assert told(eve_goes_on, "entity named again", EVE_AGAIN, [SHE, EVE, ANN]) == ["", "never", "1"]


def test_candidates_of_one_entity_have_one_place(eve_goes_on):
    assert told(eve_goes_on, "entity place", ANN_AGAIN, [EVE, EVE, ANN, TOM]) == ["1", "1", "2", ""]


@pytest.mark.parametrize("lemma", ["Ann", "Voss"])
@pytest.mark.parametrize(("role", "expected"), [("speaker", ["says it", ""]), ("addressee", ["hears it", ""])])
def test_who_says_a_quotation_is_known_by_name(role, expected, lemma):
    """*Ann Voss met Eve. “I left” said Ann*: the name behind tells of the one before, by its head or its words."""
    text = document(
        (
            "Ann/1/compound Voss/2/nsubj met/-/ROOT Eve/2/dobj",
            "“/2/punct I/2/nsubj left/4/ccomp ”/2/punct said/-/ROOT Ann/4/nsubj",
        ),
        [
            noun("ann", 0, 2, "SUBJ", lemma=lemma, **WOMAN), noun("eve", 3, 4, "DOBJ", lemma="Eve", **WOMAN),
            noun("i", 5, 6, "SUBJ", kind="pronoun", pronoun_type="personal", person=1, gender="mf"),
            noun("ann2", 9, 10, "SUBJ", lemma="Ann", **WOMAN),
        ],
    )  # fmt: skip
    text.quotations.append(Quotation(4, 8, **{role: 9}))
    table = MentionTable(Discourse(text))
    assert told(table, "entity party", 2, [0, 1]) == expected
    assert told(table, "entity party", 3, [0, 2]) == ["", ""], "outside"
    assert told(table, "entity party", 2, [1], [(3, 1)]) == [expected[0]], "one entity with who says it"


def test_what_was_told_of_entities_is_forgotten_when_they_change(eve_goes_on):
    state, asked, size = EntityState(eve_goes_on), np.array([ANN]), feature_named("entity size")
    assert state.told(size, SHE, asked, "pairs") is state.told(size, SHE, asked, "pairs")
    state.link(EVE, ANN)
    assert state.told(size, SHE, asked, "pairs").tolist() == size.codes(state, SHE, asked).tolist() == [1]
    assert state.told(size, SHE, np.array([TOM]), "other pairs").tolist() == [0]
    assert state.told(feature_named("entity gender"), SHE, np.array([ANN]), "pairs").tolist() == [1]
    assert state.told(feature_named("entity gender"), TOM, np.array([ANN]), "pairs").tolist() == [2], "the next mention"
