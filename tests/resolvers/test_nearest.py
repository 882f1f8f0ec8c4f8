"""Memory-based classification: gain ratio, distances, ties, exact look-up; baskets and how mentions join them."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from anaphora_workbench.resolvers.pair_models import cistell
from anaphora_workbench.resolvers.pair_models.cistell import Cistell, CistellOptions
from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute, Instances
from anaphora_workbench.resolvers.pair_models.nearest import UNITS, NearestNeighbours, gain_ratios, shares


def test_gain_ratio_is_that_of_quinlan_s_saturday_mornings():
    """Quinlan 1986, section 4 and 7: gain of outlook 0.246 bits, of windy 0.048; information of outlook 1.578."""
    outlook = np.repeat([0, 1, 2], [5, 4, 5])
    plays = np.array([1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    windy = np.array([0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1])
    instances = Instances([outlook, windy], np.ones(14), plays.astype(float))
    attributes = [Attribute("outlook", ("sunny", "overcast", "rain")), Attribute("windy", ("no", "yes"))]
    assert gain_ratios(instances, attributes) == [
        round(UNITS * 0.2467 / 1.5774),
        pytest.approx(UNITS * 0.0481 / 0.9852, abs=2),
    ]


def memory(rows, positive, count, weights, k=1):
    return NearestNeighbours(
        np.array(rows, np.uint8), np.array(count, float), np.array(positive, float), weights, [3] * len(weights), k
    )


def said(stored, row):
    votes = stored.votes(np.array([row], np.uint8))
    return votes.positive[0], votes.count[0], votes.distance[0]


# Three features of weights 50, 30 and 20.
STORED = ([[0, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 2]], [1, 8, 0, 3], [2, 9, 40, 3])


@pytest.mark.parametrize(
    ("row", "k", "expected"),
    [
        ([0, 1, 0], 1, (8, 9, 0)),
        ([0, 1, 0], 3, (8, 9, 0)),
        # Nearest by weight, not by number of features: [0, 0, 0] and [0, 0, 2] both at 20.
        ([0, 0, 1], 1, (1 + 3, 2 + 3, 20)),
        # There are three distances: 20, 50 and 80.
        ([0, 0, 1], 3, (1 + 8 + 0 + 3, 2 + 9 + 40 + 3, 20)),
        ([0, 0, 1], 9, (1 + 8 + 0 + 3, 2 + 9 + 40 + 3, 20)),
        # The next distance is that of [0, 1, 0] and [1, 1, 1]: 50 and 80.
        ([0, 0, 1], 2, (1 + 3 + 8, 2 + 3 + 9, 20)),
        ([2, 2, 2], 1, (3, 3, 80)),
    ],
)
def test_the_nearest_stored_instances_vote(row, k, expected):
    assert said(memory(*STORED, [50, 30, 20], k), row) == expected


# Of pairs with value 0, 1 and 2 of a feature so many corefer; two classes, so a difference of shares counts twice.
OF_VALUES = [[1.0, 0.5, 0.0], [0.25, 0.25, 0.75], [0.0, 0.1, 0.2]]


@pytest.mark.parametrize(
    ("row", "k", "expected"),
    [
        ([0, 1, 0], 1, (8, 9, 0)),
        # To [0, 0, 0] 2 · 20 · 0.1, to [0, 1, 0] the same, as values 0 and 1 of the second feature say the same.
        ([0, 0, 1], 1, (1 + 8 + 3, 2 + 9 + 3, 4)),
        # To [1, 1, 1] 2 · 50 · 0.5 besides 2 · 30 · 0.5; to [0, 0, 2] 2 · 30 · 0.5 and 2 · 20 · 0.1.
        ([0, 2, 1], 1, (1 + 8 + 3, 2 + 9 + 3, 34)),
        ([0, 2, 1], 2, (1 + 8 + 3, 2 + 9 + 40 + 3, 34)),
        ([2, 1, 1], 1, (0, 40, 50)),
    ],
)
def test_the_value_difference_metric_of_daelemans_and_van_den_bosch(row, k, expected):
    """2005, 5.1.4: values are as far apart as the shares of the classes among the instances with them."""
    assert said(replace(memory(*STORED, [50, 30, 20], k), shares=OF_VALUES), row) == expected


def test_shares_are_of_all_instances_with_a_value():
    instances = Instances([np.array([0, 0, 1]), np.array([2, 2, 2])], np.array([4.0, 1, 2]), np.array([1.0, 1, 0]))
    attributes = [Attribute("one", ("a", "b")), Attribute("other", ("a", "b", "c"))]
    assert shares(instances, attributes) == [[2 / 5, 0.0], [0.0, 0.0, 2 / 7]]


@pytest.mark.parametrize(
    "weights",
    [
        pytest.param([900, 400, 250, 60, 30, 30, 9, 5, 2, 1], id="two bytes"),
        pytest.param([65525, *[1] * 9], id="the largest sum of two bytes"),
        pytest.param([65526, *[1] * 9], id="four bytes"),
    ],
)
def test_votes_are_those_of_a_search_through_all(weights):
    random = np.random.default_rng(3)
    stored = np.unique(random.integers(0, 3, (300, 10)).astype(np.uint8), axis=0)
    count = random.integers(1, 9, len(stored)).astype(float)
    asked = np.unique(random.integers(0, 3, (200, 10)).astype(np.uint8), axis=0)
    for k in (1, 3):
        found = memory(stored, count // 2, count, weights, k).votes(asked)
        for place, row in enumerate(asked):
            distances = ((stored != row) * np.array(weights)).sum(axis=1)
            near = distances <= sorted(set(distances.tolist()))[k - 1]
            if distances.min() == 0:
                near = distances == 0
            assert found.distance[place] == distances.min()
            assert (found.positive[place], found.count[place]) == ((count[near] // 2).sum(), count[near].sum())


def test_neighbours_are_named_nearest_and_most_frequent_first():
    stored = memory(*STORED, [50, 30, 20], 2)
    assert stored.neighbours(np.array([0, 0, 1], np.uint8), 5) == [(3, 20), (0, 20), (1, 50)]
    assert stored.neighbours(np.array([1, 1, 1], np.uint8), 5) == [(2, 0)]


class Asked:
    """Pairs with given votes: which mentions match, and how many of ten neighbours say so."""

    def __init__(self, shares):
        self.rows = {pair: row for row, pair in enumerate(itertools.combinations(range(9), 2))}
        positive = np.array([shares.get(pair, 0.0) for pair in self.rows])
        self.votes = cistell.Votes(positive, np.ones(len(positive)), np.zeros(len(positive), int))

    def of(self, mention):
        return np.array([self.rows[other, mention] for other in range(mention)], dtype=int)


# Baskets {0, 1}, {2} and {3}: mention 4 matches 0, 2 and 3, but not 1.
BASKETS = np.array([0, 0, 2, 3])
SHARES = {(0, 4): 0.9, (1, 4): 0.4, (2, 4): 0.6, (3, 4): 0.8}


@pytest.mark.parametrize(
    ("match", "direction", "ranked"),
    [
        ("strong", "forward", [2, 3]),
        ("strong", "backward", [3, 2]),
        ("best", "forward", [3, 2]),
        ("weak", "forward", [0, 2, 3]),
        ("weak", "backward", [3, 2, 0]),
    ],
)
def test_a_mention_joins_a_basket_all_of_which_it_matches(match, direction, ranked):
    """Recasens & Hovy 2010, 3.2."""
    resolver = object.__new__(Cistell)
    resolver.match, resolver.direction = match, direction
    asked = Asked(SHARES)
    matching = asked.votes.positive[asked.of(4)] > 0.5
    assert resolver._ranked(asked, 4, matching, BASKETS) == ranked


def test_options_are_those_of_the_paper():
    assert CistellOptions().match == "strong"
    assert CistellOptions().direction == "forward"
