"""Relaxation labelling and constraints: the update worked out by hand, the constraint of a paper, pruning, CEAF."""

import numpy as np
import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.pair_models import relaxcor
from anaphora_workbench.resolvers.pair_models.constraints import constraint_named, learnt_constraints
from anaphora_workbench.resolvers.pair_models.decision_tree import Instances
from anaphora_workbench.resolvers.pair_models.relaxation import LEAST_CHANGE, initial, neighbours, relax, step
from anaphora_workbench.resolvers.pair_models.relaxcor import Graph, common_mentions, links_of
from anaphora_workbench.resolvers.pair_models.relaxcor_attributes import NAMES, AttributeBits, masks
from hand_built import document, pronoun
from hand_built import np as noun_phrase

SAMPLES = packaged("samples")


def square(size, **weights):
    """Weights by edge: ``e21=0.4`` from variable 2 to 1."""
    edges = np.zeros((size, size))
    for name, weight in weights.items():
        edges[int(name[1]), int(name[2])] = weight
    return edges


def test_the_first_state_makes_a_new_entity_twice_as_probable_but_for_pronouns():
    """Sapena et al. 2010, 3.3: 1/(L+1) and 2/(L+1); pronouns 1/L."""
    assert initial(np.array([False, False, False, True])).tolist() == [
        [1, 0, 0, 0],
        [1 / 3, 2 / 3, 0, 0],
        [1 / 4, 1 / 4, 2 / 4, 0],
        [1 / 4, 1 / 4, 1 / 4, 1 / 4],
    ]


def test_one_update_is_that_of_figure_1():
    """Three mentions, w(1, 0) = 0.5, w(2, 0) = −0.25, w(2, 1) = 0.5; by hand.

    S(1, 0) = 0.5 · 1; h(1) = (1/3 · 1.5, 2/3) / (7/6) = (3/7, 4/7).
    S(2, 0) = −0.25 · 1 + 0.5 · 1/3 = −1/12, S(2, 1) = 0.5 · 2/3 = 1/3;
    h(2) = (1/4 · 11/12, 1/4 · 4/3, 1/2) / (51/48) = (11/51, 16/51, 24/51).
    """
    state, edges = initial(np.zeros(3, bool)), square(3, e10=0.5, e20=-0.25, e21=0.5)
    support = edges @ state
    assert support[1, 0] == 0.5
    assert support[2].tolist() == pytest.approx([-1 / 12, 1 / 3, 0])
    changed = step(state, support)
    assert changed[1].tolist() == pytest.approx([3 / 7, 4 / 7, 0])
    assert changed[2].tolist() == pytest.approx([11 / 51, 16 / 51, 24 / 51])


def test_a_variable_of_which_nothing_is_left_keeps_its_state():
    """Its own label's probability has become 0, and the other label's support falls below −1."""
    state = np.array([[1.0, 0.0], [1.0, 0.0]])
    assert step(state, np.array([[0.0, 0.0], [-2.0, 0.0]])).tolist() == state.tolist()


@pytest.mark.parametrize(
    ("weights", "labels"),
    [
        ({"e10": 0.5, "e21": 0.5}, [0, 0, 0]),
        ({"e10": -0.5, "e21": 0.5}, [0, 1, 1]),
        # He may be A. Smith, but not Alice Smith, who is A. Smith (2010, 3.4).
        ({"e10": 0.9, "e20": 0.3, "e21": -0.5}, [0, 0, 2]),
        ({}, [0, 1, 2]),
        # 1 + S would be negative: it is 0.
        ({"e10": -3.0}, [0, 1, 2]),
    ],
)
def test_the_process_ends_in_the_partition_that_the_weights_ask_for(weights, labels):
    ended = relax(neighbours(square(3, **weights), 6), initial(np.zeros(3, bool)))
    assert ended.probability.argmax(axis=1).tolist() == labels
    assert ended.probability.sum(axis=1) == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("seed", range(8))
def test_variables_left_out_of_rounds_change_nothing(seed):
    """The oracle is Figure 1 as printed: every variable in every round."""
    drawn = np.random.default_rng(seed)
    size = 25
    edges = neighbours(np.tril(drawn.normal(0, 0.5, (size, size)), -1), 6)
    first = initial(drawn.random(size) < 0.3)
    plain, change = first, 1.0
    while change >= LEAST_CHANGE:
        changed = step(plain, edges @ plain)
        plain, change = changed, np.abs(changed - plain).max()
    ended = relax(edges, first)
    assert ended.rounds > 40
    assert ended.probability.argmax(axis=1).tolist() == plain.argmax(axis=1).tolist()
    assert np.abs(ended.probability - plain).max() < LEAST_CHANGE


@pytest.mark.model
@pytest.mark.parametrize(
    ("sample", "mentions", "others"),
    [("manual_sync", 163, 0), pytest.param("fiction_piano", 224, 8, marks=pytest.mark.slow)],
)
def test_what_is_left_out_of_rounds_changes_labels_of_documents(sample, mentions, others):
    """The figures of resolvers.md, 8.11; the oracle is Figure 1 in double precision."""
    (text,) = read(SAMPLES / f"{sample}.conllu")
    given = Preprocessor().annotate(text, "predicted").with_mentions("system")
    resolver = get_resolver("relaxcor")
    graph = Graph(MentionTable(Discourse(given)), resolver.constraints)
    weights = graph.weights(resolver.balance)[np.ix_(graph.order, graph.order)]
    are_pronouns = MentionTable(Discourse(given)).is_pronoun[graph.order]
    edges, plain, change = neighbours(weights, resolver.pruning), initial(are_pronouns), 1.0
    while change >= LEAST_CHANGE:
        changed = step(plain, edges @ plain)
        plain, change = changed, np.abs(changed - plain).max()
    labels = graph.labelling(graph.order, resolver.balance, resolver.pruning).probability.argmax(axis=1)
    assert (len(labels), (labels != plain.argmax(axis=1)).sum()) == (mentions, others)


def test_a_document_without_mentions_has_no_labels():
    assert relax(neighbours(np.zeros((0, 0)), 6), initial(np.zeros(0, bool))).probability.size == 0


def test_pruning_leaves_half_of_the_edges_at_each_end():
    """2010, 3.2; an edge of weight 0 says nothing."""
    weights = square(6, e50=0.4, e51=0.2, e52=0.3, e53=-0.1, e54=-0.6, e10=0.0)
    kept = neighbours(weights, 2).toarray()
    assert {(int(row), int(column)) for row, column in zip(*np.nonzero(kept), strict=True)} == {(5, 0), (5, 4)}
    assert np.count_nonzero(neighbours(weights, 4).toarray()) == 4


# W11-1902, Figure 3, whose caption says that I_FIRST does not hold.
FIGURE_3 = (
    "DIST_SEN_1 & GENDER_YES & not I_FIRST & I_MAXIMALNP & J_MAXIMALNP & I_SRL_ARG_0 & J_SRL_ARG_0 & I_TYPE_P & "
    "J_TYPE_P"
)


@pytest.mark.parametrize(
    ("first", "second", "function", "holds"),
    [("he", "he", "SUBJ", True), ("he", "she", "SUBJ", False), ("he", "he", "DOBJ", False)],
)
def test_the_printed_constraint_weighs_its_precision_less_the_balance(first, second, function, holds):
    """*Yesterday he came. He left*: 480 of 501 are 0.9581; edges of other pairs have no weight."""
    mentions = [noun_phrase("yesterday", 0, 1), pronoun("i", 1, first, "SUBJ"), pronoun("j", 3, second, function)]
    text = document(["w0/2/dep w1/2/nsubj w2/-/ROOT", "w3/1/nsubj w4/-/ROOT"], mentions)
    constraint = constraint_named(FIGURE_3, 480, 501, NAMES)
    assert round(constraint.precision, 4) == 0.9581
    graph = Graph(MentionTable(Discourse(text)), [[], [], [constraint]])
    weights = graph.weights(0.5)
    assert graph.order.tolist() == [0, 1, 2]
    assert weights[2, 1] == (pytest.approx(0.4581, abs=1e-4) if holds else 0)
    assert np.count_nonzero(weights) == 2 * holds
    assert graph.holding(2, 1) == ([constraint] if holds else [])


def test_traces_do_not_work_out_attributes_again(monkeypatch):
    """A million edges of a long document ask which constraints hold; their attributes are known."""
    mentions = [pronoun("i", 0, "he", "SUBJ"), pronoun("j", 2, "he", "SUBJ")]
    text = document(["w0/1/nsubj w1/-/ROOT", "w2/1/nsubj w3/-/ROOT"], mentions)
    constraint = constraint_named("DIST_SEN_1 & I_TYPE_P & not DIST_SEN_0", 9, 10, NAMES)
    graph = Graph(MentionTable(Discourse(text)), [[], [], [constraint]])
    monkeypatch.setattr(relaxcor, "attributes_of", None)
    assert graph.holding(1, 0) == graph.holding(0, 1) == [constraint]


def test_names_come_first_and_pronouns_last_wherever_they_stand():
    mentions = [
        pronoun("he", 0, "he"),
        noun_phrase("the man", 1, 2),
        noun_phrase("Tom", 2, 3, kind="proper"),
        noun_phrase("Ann", 3, 4, kind="proper"),
    ]
    graph = Graph(MentionTable(Discourse(document(["w0/-/dep w1/-/dep w2/-/dep w3/-/dep"], mentions))), [[], [], []])
    assert graph.order.tolist() == [2, 3, 1, 0]


def test_constraints_are_the_paths_of_a_pruned_tree():
    """By hand: A tells nearly everything; below it the tree would ask for B too, which spares no error."""
    columns = [np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])]
    instances = Instances(columns, np.full(4, 50.0), np.array([50.0, 49.0, 0.0, 0.0]))
    learnt = learnt_constraints(instances, ["A", "B"], 2)
    assert [(found.text(["A", "B"]), found.positive, found.instances) for found in learnt] == [
        ("not A", 0, 100),
        ("A", 99, 100),
    ]
    alike = Instances(columns, np.full(4, 50.0), np.full(4, 1.0))
    assert learnt_constraints(alike, ["A", "B"], 2) == []


def test_a_constraint_of_an_unknown_attribute_is_refused():
    with pytest.raises(ValueError, match="asks for 'MOOD', which does not exist"):
        constraint_named("DIST_SEN_1 & not MOOD", 1, 2, NAMES)


def test_mentions_in_common_are_those_of_the_best_alignment():
    """Luo 2005, Figure 2: the key {1 … 5} {6, 7} {8, 9, A, B, C}, of 12 mentions."""
    key = np.array([0] * 5 + [1] * 2 + [2] * 5)
    assert common_mentions(key, np.array([0] * 5 + [1] * 7)) == 10
    assert common_mentions(key, np.array([0] * 5 + [1] * 2 + [0] * 5)) == 7
    assert common_mentions(key, np.zeros(12, int)) == 5
    assert common_mentions(key, np.arange(12)) == 3
    assert common_mentions(np.full(3, -1), np.zeros(3, int)) == 0


def test_mentions_of_one_label_are_linked_in_the_order_of_the_text():
    assert links_of(np.array([3, 0, 2, 1]), np.array([0, 1, 1, 0])) == [(2, 0), (3, 1)]


@pytest.mark.parametrize(
    ("conditions", "holding"),
    [
        ([(0, True)], [0, 1]),
        ([(0, True), (64, True)], [0]),
        ([(0, True), (64, False)], [1]),
        ([(0, True), (1, True)], []),
        ([(69, False)], [0, 1, 2, 3]),
        ([], [0, 1, 2, 3]),
    ],
)
def test_conjunctions_of_more_attributes_than_a_number_has_bits(conditions, holding):
    """Of 70 attributes, rows have 0 and 64; 0; 64; 1."""
    columns = [np.zeros(4, bool) for _ in range(70)]
    columns[0][[0, 1]] = columns[64][[0, 2]] = columns[1][3] = True
    rows = AttributeBits(columns)
    assert np.flatnonzero(rows.holding(conditions)).tolist() == holding
    asked, needed = masks(conditions)
    assert [row for row in range(4) if rows.row(row) & asked == needed] == holding
