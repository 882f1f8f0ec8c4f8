"""Features of the entities that an earlier resolver found, on a document built by hand."""

import numpy as np
import pytest

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable, feature_named
from hand_built import document, pronoun
from hand_built import np as noun


def table_of(entities):
    """*Ann saw Tom. She knew Ann. He lit the lamp.*, with the mentions Ann 0, Tom 1, She 2, Ann 3, He 4, the lamp 5."""
    name = {"kind": "proper", "definiteness": "definite"}
    text = document(
        (
            "Ann/1/nsubj saw/-/ROOT Tom/1/dobj ./1/punct",
            "She/1/nsubj knew/-/ROOT Ann/1/dobj ./1/punct",
            "He/1/nsubj lit/-/ROOT the/3/det lamp/1/dobj ./1/punct",
        ),
        [
            noun("a", 0, 1, "SUBJ", gender="f", lemma="Ann", **name),
            noun("b", 2, 3, "DOBJ", gender="m", lemma="Tom", **name),
            pronoun("c", 4, "she", "SUBJ"),
            noun("d", 6, 7, "DOBJ", gender="f", lemma="Ann", **name),
            pronoun("e", 8, "he", "SUBJ"),
            noun("f", 10, 12, "DOBJ", number="sp", gender="n", kind="common", lemma="lamp", definiteness="definite"),
        ],
    )
    table = MentionTable(Discourse(text))
    if entities is not None:
        table.entities = np.array(entities)
    return table


ENTITIES = [0, 1, 0, 0, 1, 5]


@pytest.mark.parametrize(
    ("name", "later", "earlier", "expected"),
    [
        ("one entity before", 3, 0, "yes"),
        ("one entity before", 4, 3, "no"),
        ("closest of one entity before", 3, 2, "yes"),
        ("closest of one entity before", 3, 0, "no"),
        ("closest of one entity before", 2, 0, "yes"),
        ("closest of one entity before", 4, 3, "no"),
        # The last of Ann, She, Ann before the mention is She, and Ann in the first sentence.
        ("sentences to its entity before", 4, 0, "1"),
        ("sentences to its entity before", 3, 0, "0"),
        ("sentences to its entity before", 4, 1, "2"),
        ("number of its entity before", 4, 0, "same"),
        ("number of its entity before", 5, 0, "open"),
        ("gender of its entity before", 4, 0, "clash"),
        ("gender of its entity before", 2, 0, "same"),
        ("gender of its entity before", 2, 1, "clash"),
        ("heads of its entity before", 3, 2, "the same"),
        ("heads of its entity before", 3, 1, "other"),
        ("heads of its entity before", 2, 0, "other"),
        ("words of its entity before", 3, 2, "the same"),
        ("words of its entity before", 2, 0, "other"),
    ],
)
def test_what_an_entity_tells_of_a_pair(name, later, earlier, expected):
    feature = feature_named(name)
    code = int(feature.codes(table_of(ENTITIES), np.array([later]), np.array([earlier]))[0])
    assert feature.values[code] == expected


@pytest.mark.parametrize(
    ("name", "entities", "expected"),
    [
        ("size of its entity before", ENTITIES, ["3", "2", "3", "3", "2", "1"]),
        ("place in its entity before", ENTITIES, ["first", "first", "later", "later", "later", "alone"]),
        ("its entity before has", ENTITIES, ["a name", "a name", "a name", "a name", "a name", "nouns"]),
        ("its entity before has", [0, 1, 2, 0, 2, 2], ["a name", "a name", "nouns", "a name", "nouns", "nouns"]),
        ("its entity before has", [0, 1, 2, 0, 2, 5],
         ["a name", "a name", "pronouns only", "a name", "pronouns only", "nouns"]),
        ("place in its entity before", None, ["alone"] * 6),
    ],
)  # fmt: skip
def test_what_an_entity_tells_of_its_mentions(name, entities, expected):
    feature = feature_named(name)
    assert [feature.values[code] for code in feature.codes(table_of(entities)).tolist()] == expected
