"""``ranking``: the instances that its rankers learn from, the classifier of discourse status, and its features."""

from types import SimpleNamespace

import numpy as np
import pytest

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable, feature_named
from anaphora_workbench.resolvers.learning.instances import ranking_instances
from anaphora_workbench.resolvers.learning.mention_classifier import MentionClassifier
from anaphora_workbench.resolvers.learning.training import NO_ENTITY
from anaphora_workbench.resolvers.rankers.status import learn_status
from hand_built import document, noted
from hand_built import np as noun_phrase

# Six sentences with a mention each: Voss (0) … the pump (1) … she (2) … the lamp (3) … the valve (4) … her (5).
SENTENCES = [f"{word}/-/ROOT" for word in ("Voss", "pump", "she", "lamp", "valve", "her")]
MENTIONS = noted(
    "voss 0-1 kind=proper | pump 1-2 definiteness=definite | she 2 she | "
    "lamp 3-4 definiteness=definite | valve 4-5 definiteness=definite | her 5 her"
)


def given(entities, narrow=False):
    """A training document; its entities by id of mention."""
    table = MentionTable(Discourse(document(SENTENCES, MENTIONS)))
    ids = [mention.id for mention in table.discourse.mentions]
    entity = np.array([entities.get(id, NO_ENTITY) for id in ids])
    return SimpleNamespace(table=table, entity=entity, narrow=narrow, ids=ids)


@pytest.mark.parametrize(
    ("entities", "instances"),
    [
        # A pronoun: the closest mention, and what does not corefer in the sentences two before it to two after it.
        ({"voss": 0, "she": 0, "her": 0}, {"she": ["pump", "voss"], "her": ["valve", "lamp", "she", "pump"]}),
        # A noun: the closest that is no pronoun.
        ({"voss": 0, "she": 0, "valve": 0}, {"she": ["pump", "voss"], "valve": ["pump", "voss"]}),
        # The window does not reach the last two.
        ({"voss": 0, "her": 0}, {"her": ["she", "pump", "voss"]}),
        # No antecedent, no instance; of a noun none either if only a pronoun comes before it.
        ({"voss": 0, "pump": 1}, {}),
        ({"she": 0, "lamp": 0}, {}),
    ],
)
def test_instances_are_those_of_denis_and_baldridge(entities, instances):
    """Denis & Baldridge 2008, section 2; nearest candidate first."""
    training = given(entities)
    pairs = ranking_instances(training, [True] * len(training.ids))
    found = {
        training.ids[mention]: [training.ids[earlier] for earlier in pairs.earlier[rows]]
        for mention, rows in pairs.groups()
    }
    assert found == instances


def test_a_ranker_learns_from_its_own_mentions_only():
    training = given({"voss": 0, "she": 0, "her": 0})
    wanted = [id == "her" for id in training.ids]
    assert [training.ids[mention] for mention in ranking_instances(training, wanted).mentions] == ["her"]


def test_status_is_the_logistic_function_of_the_weights_that_fire():
    table = given({}).table
    status = MentionClassifier(-1.0, {"mention.type": {"third person pronoun": 3.0, "name": -2.0}}).of(table)
    margins = [-3.0, -1.0, 2.0, -1.0, -1.0, 2.0]
    assert status.likely == pytest.approx([1 / (1 + np.exp(-margin)) for margin in margins])
    assert status.fired(2) == {"mention.type = third person pronoun": 3.0}
    assert status.fired(1) == {}


def test_status_learns_that_pronouns_take_up_entities():
    status = learn_status([given({"voss": 0, "she": 0, "her": 0, "pump": 1})] * 10, 1.0)
    assert status.weights["mention.type"]["third person pronoun"] > 0 > status.weights["mention.type"]["definite"]


@pytest.mark.parametrize("narrow", [False, True])
def test_status_learns_from_what_the_key_annotates(narrow):
    """In a key of some kinds of noun phrases only, what it leaves out is not said to be new."""
    training = given({"voss": 0, "she": 0}, narrow)
    likely = learn_status([training] * 20, 1e-3).of(training.table).likely
    assert likely[2] > 0.9 > 0.1 > likely[0]
    assert bool(likely[3] < 0.1) == (not narrow)


@pytest.mark.parametrize(
    ("feature", "first", "second", "fires"),
    [
        ("left substring", "Clara Voss", "Clara", True),
        ("left substring", "Clara", "Clara Voss", True),
        ("left substring", "Clara Voss", "Voss", False),
        ("right substring", "Clara Voss", "Voss", True),
        ("right substring", "Clara Voss", "Clara", False),
        ("right substring", "Clara Voss", "Clara Voss", True),
    ],
)
def test_substrings(feature, first, second, fires):
    """Denis & Baldridge 2008, Table 2."""
    sentences = [" ".join(f"{word}/-/ROOT" for word in text.split()) for text in (first, second)]
    end = len(first.split())
    mentions = [noun_phrase("1", 0, end), noun_phrase("2", end, end + len(second.split()))]
    table = MentionTable(Discourse(document(sentences, mentions)))
    found = feature_named(feature).codes(table, np.array([1]), np.array([0]))
    assert found.tolist() == [int(fires)]
