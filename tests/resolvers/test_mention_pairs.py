"""Mention-pair resolvers: the examples printed in their papers, instances, trees, perceptron, decoding."""

import numpy as np
import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.ng_cardie import outermost
from anaphora_workbench.resolvers.learning.instances import earlier_mentions, instances_of
from anaphora_workbench.resolvers.learning.line_weights import logistic_regression
from anaphora_workbench.resolvers.learning.training import NO_ENTITY
from anaphora_workbench.resolvers.pair_models.decision_tree import DecisionTree, distinct, grow, prune
from anaphora_workbench.resolvers.pair_models.linear import averaged_perceptron
from anaphora_workbench.resolvers.pair_models.soon import TWELVE
from hand_built import document, noted, pronoun
from hand_built import np as noun_phrase


def leaf(positive):
    return {"positive": positive, "instances": 1}


def ask(feature, **branches):
    return {"positive": 0, "instances": 1, "feature": feature, "branches": branches}


# Soon et al. 2001, Figure 2: the tree of MUC-6.
FIGURE_2 = ask(
    "STR_MATCH",
    yes=leaf(1),
    no=ask(
        "J_PRONOUN",
        no=ask("APPOSITIVE", yes=leaf(1), no=ask("ALIAS", yes=leaf(1), no=leaf(0))),
        yes=ask(
            "GENDER",
            false=leaf(0),
            unknown=leaf(0),
            true=ask(
                "I_PRONOUN",
                yes=leaf(1),
                no={**ask("DIST", yes=ask("NUMBER", yes=leaf(1), no=leaf(0)), no=leaf(0)), "at_most": "0"},
            ),
        ),
    ),
)
ORDER_OF_TABLE_2 = (
    "DIST", "SEMCLASS", "NUMBER", "GENDER", "PROPER_NAME", "ALIAS", "J_PRONOUN", "DEF_NP", "DEM_NP", "STR_MATCH",
    "APPOSITIVE", "I_PRONOUN",
)  # fmt: skip


@pytest.mark.parametrize(
    ("vector", "corefers"),
    [
        ("0,1,-,2,-,-,+,-,-,-,-,-", False),
        ("0,1,+,1,-,-,+,-,-,-,-,-", True),
        ("1,0,+,0,-,-,+,-,-,-,-,-", False),
        ("2,0,+,0,-,-,+,-,-,-,-,-", False),
        ("3,1,+,0,-,-,+,-,-,-,-,-", False),
        ("3,1,+,1,-,-,+,-,-,-,-,+", True),
        ("1,0,+,0,-,-,-,-,-,-,-,-", False),
        ("1,1,+,2,-,-,-,-,-,-,-,-", False),
        ("1,1,+,1,-,-,-,-,-,-,-,+", False),
        ("2,0,+,0,+,-,-,-,-,-,-,-", False),
        ("3,0,+,0,+,-,-,-,-,-,-,-", False),
        ("4,1,+,0,+,-,-,-,-,-,-,-", False),
        ("4,1,+,1,-,-,-,-,-,-,-,+", False),
        ("4,1,-,2,-,-,-,-,-,-,-,-", False),
        ("4,1,+,1,+,+,-,-,-,+,-,-", True),
    ],
)
def test_the_tree_of_figure_2_on_the_pairs_of_table_2(vector, corefers):
    """Soon et al. 2001: the vectors that can be read of Table 2."""
    given = dict(zip(ORDER_OF_TABLE_2, vector.split(","), strict=True))
    columns = []
    for attribute in TWELVE.attributes:
        value = given[attribute.name]
        names = {"-": "no", "+": "yes"}
        if attribute.name in ("SEMCLASS", "GENDER"):
            names = {"0": "false", "1": "true", "2": "unknown"}
        columns.append(np.array([attribute.values.index(names.get(value, value))]))
    tree = DecisionTree(FIGURE_2, TWELVE.attributes)
    assert (tree.likelihood(columns)[0] > 0.5) == corefers


def test_a_tree_with_more_positive_instances_than_instances_is_refused():
    with pytest.raises(ValueError, match="a node of the tree has 3 positive instances of 2"):
        DecisionTree({"positive": 3, "instances": 2}, TWELVE.attributes)


def test_the_path_says_which_conditions_were_met():
    columns = {"STR_MATCH": "no", "J_PRONOUN": "yes", "GENDER": "true", "I_PRONOUN": "no", "DIST": "1"}
    codes = [
        attribute.values.index(columns.get(attribute.name, attribute.values[0])) for attribute in TWELVE.attributes
    ]
    conditions, at = DecisionTree(FIGURE_2, TWELVE.attributes).path(codes)
    assert conditions == ["STR_MATCH = no", "J_PRONOUN = yes", "GENDER = true", "I_PRONOUN = no", "DIST > 0"]
    assert at == leaf(0)


# Quinlan 1986, Table 1: outlook, humidity, windy, play; temperature is left out, as his tree leaves it out.
SATURDAYS = """
sunny high no no|sunny high yes no|overcast high no yes|rain high no yes|rain normal no yes|rain normal yes no
overcast normal yes yes|sunny high no no|sunny normal no yes|rain normal no yes|sunny normal yes yes
overcast high yes yes|overcast normal no yes|rain high yes no
"""


def test_a_tree_is_that_of_quinlan_s_saturday_mornings():
    from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute

    rows = [row.split() for line in SATURDAYS.split("\n") for row in line.split("|") if row]
    attributes = [
        Attribute("outlook", ("sunny", "overcast", "rain")),
        Attribute("humidity", ("high", "normal")),
        Attribute("windy", ("no", "yes")),
    ]
    columns = [
        np.array([attribute.values.index(row[place]) for row in rows]) for place, attribute in enumerate(attributes)
    ]
    tree = grow(distinct(columns, np.array([row[3] == "yes" for row in rows])), attributes, 1)
    assert (tree["positive"], tree["instances"], tree["feature"]) == (9, 14, "outlook")
    assert tree["branches"]["overcast"] == {"positive": 4, "instances": 4}
    assert tree["branches"]["sunny"]["feature"] == "humidity"
    assert tree["branches"]["rain"]["feature"] == "windy"
    assert tree["branches"]["rain"]["branches"]["yes"] == {"positive": 0, "instances": 2}


def test_pruning_makes_a_leaf_of_a_subtree_with_more_estimated_errors():
    """Quinlan 1993, 4.2, Figure 4-2: three leaves of 6, 9 and 1 instances, one class but for the last, become one."""
    subtree = {
        "positive": 15, "instances": 16, "feature": "education",
        "branches": {
            "no": {"positive": 6, "instances": 6},
            "yes": {"positive": 9, "instances": 9},
            "other": {"positive": 0, "instances": 1},
        },
    }  # fmt: skip
    assert prune(subtree, 0.25) == {"positive": 15, "instances": 16}
    assert prune(subtree, 1.0) == subtree


class Given:
    """A training document as far as instances ask."""

    def __init__(self, given, entity_of):
        self.table = MentionTable(Discourse(given))
        self.ids = self.table.discourse.ids
        self.entity = np.array([entity_of.get(id, NO_ENTITY) for id in self.ids])

    def instances(self, **more):
        found = instances_of(self, **more)
        pairs = zip(found.pairs.earlier, found.pairs.later, found.right, strict=True)
        return [(self.ids[earlier], self.ids[later], bool(right)) for earlier, later, right in pairs]


def test_the_negatives_are_those_of_the_union_example():
    """Soon et al. 2001, 2.3: the noun phrases 5 to 14, in words of our own.

    7 stands inside 8, and 13 inside 14; of 7 and 13 the negatives are 9, 10, 11 and 12.
    """
    words = " ".join(f"w{place}/-/dep" for place in range(12))
    spans = {
        "5": (0, 1, None), "6": (0, 2, None), "8": (3, 5, None), "7": (3, 4, "8"), "9": (5, 6, None),
        "11": (6, 8, None), "10": (6, 7, "11"), "12": (8, 9, None), "14": (9, 11, None), "13": (9, 10, "14"),
    }  # fmt: skip
    spans["5"] = (0, 1, "6")
    mentions = [noun_phrase(id, start, end, embedded_in=around) for id, (start, end, around) in spans.items()]
    given = Given(document([words], mentions), {"7": 0, "13": 0})
    found = given.instances()
    assert sorted(found, key=lambda pair: int(pair[0])) == [
        ("7", "13", True), ("9", "13", False), ("10", "13", False), ("11", "13", False), ("12", "13", False),
    ]  # fmt: skip


def test_a_nested_mention_is_not_compared_with_its_own_phrase():
    """Soon et al. 2001, 2.5: *Mr. Tom's daughter … His daughter's eyes*."""
    mentions = [
        noun_phrase("Mr. Tom's daughter", 0, 3),
        noun_phrase("Mr. Tom", 0, 2, embedded_in="Mr. Tom's daughter"),
        noun_phrase("His daughter's eyes", 3, 6),
        noun_phrase("His daughter", 3, 5, embedded_in="His daughter's eyes"),
        pronoun("His", 3, "his", embedded_in="His daughter"),
    ]
    table = MentionTable(Discourse(document([" ".join(f"w{place}/-/dep" for place in range(6))], mentions)))
    position = table.discourse.position
    before = earlier_mentions(table, position["His"], outermost(table))
    assert [table.discourse.ids[place] for place in before] == ["Mr. Tom", "Mr. Tom's daughter"]


def test_a_mention_is_compared_with_the_nearest_thousand_and_those_of_its_word_further_back():
    lemmas = ["lamp", "pump", *(f"noun{place}" for place in range(1_200)), "lamp"]
    mentions = [noun_phrase(f"m{place}", place, place + 1, lemma=lemma) for place, lemma in enumerate(lemmas)]
    table = MentionTable(Discourse(document([" ".join(f"{lemma}/-/dep" for lemma in lemmas)], mentions)))
    assert get_resolver("soon").candidates(table, 1_202).tolist() == [*range(1_201, 201, -1), 0]


def test_the_confident_antecedent_of_a_noun_is_a_noun():
    """Ng & Cardie 2002, section 3: *Tom … the lamp … he … Tom*."""
    mentions = noted("Tom1 0-1 kind=proper | lamp 1-2 | he 2 he | Tom2 3-4 kind=proper")
    given = Given(document(["w0/-/dep w1/-/dep w2/-/dep w3/-/dep"], mentions), {"Tom1": 0, "he": 0, "Tom2": 0})
    of_he = [("lamp", "he", False), ("Tom1", "he", True)]
    assert given.instances() == [*of_he, ("he", "Tom2", True)]
    assert given.instances(confident=True) == [*of_he, ("lamp", "Tom2", False), ("Tom1", "Tom2", True)]


def test_logistic_regression_without_features_is_the_share_of_the_positive():
    """With a weak prior the bias is log(p / (1 − p))."""
    right = np.array([True] * 20 + [False] * 80)
    weights = logistic_regression([np.zeros(100, np.int32)], right, 2, 1e-6)
    assert weights[1] == pytest.approx(np.log(0.2 / 0.8), abs=0.01)


def test_the_perceptron_averages_the_weights_after_each_instance():
    """One feature, weight 2: two instances, one of each class; worked out by hand.

    A right instance with the feature is wrong at 0: weights (bias 1, feature 1). Then one without it and false is wrong
    at 1: bias 0. The second round has no mistake in any order that begins so.
    """
    columns = [np.array([2, 0], np.int32)]
    weights = averaged_perceptron(columns, np.array([True, False]), 3, 50, 0)
    assert weights[0] == 0.0
    assert weights[2] + weights[1] > 0 > weights[1]
