"""Conjunctions of conditions: what they ask, what they weigh, and how they are learnt."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import FEATURES, EntityState, MentionTable
from anaphora_workbench.resolvers.learned.boosting import Asked, Boosting, Candidates, _conditions, _derivatives, boost
from anaphora_workbench.resolvers.learned.conjunctions import (
    Condition,
    Conjunction,
    ConjunctionArrays,
    Conjunctions,
    condition_of,
    of_learnt,
)
from anaphora_workbench.resolvers.learned.feature_table import line_named
from anaphora_workbench.resolvers.learned.log_linear import Choices, loss
from anaphora_workbench.resolvers.learned.model import Model
from anaphora_workbench.resolvers.learned.pairs import Pairs, Window, candidates_of
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.reading import Reading
from hand_built import document, pronoun
from hand_built import np as noun_phrase

NEAR = Condition("sentences", "2", from_on=True)
SUBJECT = Condition("candidate.function", "SUBJ")
PUMP = Condition("candidate.head", "pump")
# Lines come in the order of their names: candidate.function, candidate.head, sentences.
TWO = Conjunction((NEAR, SUBJECT), (0.5, 2.0, -1.0, -0.25))
ONE = Conjunction((PUMP,), (0.0, 0.125))


@pytest.mark.parametrize(
    ("told", "condition"),
    [
        ("sentences >= 2", NEAR),
        ("candidate.function = SUBJ", SUBJECT),
        ("candidate.head = a >= b", Condition("candidate.head", "a >= b")),
        ("candidate.head = a = b", Condition("candidate.head", "a = b")),
    ],
)
def test_a_condition_is_read_as_it_is_written(told, condition):
    assert condition_of(told) == condition
    assert str(condition) == told


@pytest.mark.parametrize(
    ("function", "head", "sentences", "expected"),
    # sentences >= 2 has place value 2, candidate.function = SUBJ 1; 0 stands for SUBJ, 1 for pump.
    [(3, 0, 1, 0.5), (0, 0, 1, 2.0), (3, 0, 2, -1.0), (0, 0, 4, -0.25), (0, 1, 1, 2.125)],
)
def test_each_combination_of_answers_has_its_weight(function, head, sentences, expected):
    side = ConjunctionArrays([TWO, ONE])
    assert [line.name for line in side.lines] == ["candidate.function", "candidate.head", "sentences"]
    codes = np.array([[function], [head], [sentences]], np.uint8)
    assert side.sums(codes).tolist() == [expected]


@given(st.lists(st.floats(-4, 4), min_size=8, max_size=8), st.integers(0, 9), st.integers(0, 1), st.integers(0, 8))
def test_what_conditions_move_adds_up_to_the_sum(weights, function, head, sentences):
    side = ConjunctionArrays([Conjunction((NEAR, SUBJECT, PUMP), tuple(weights)), TWO])
    codes = np.array([function, head, sentences], np.uint8)
    assert sum(side.shares(codes).values()) == pytest.approx(float(side.sums(codes[:, None])[0]), abs=1e-9)


def test_what_conditions_move_is_the_difference_of_the_means_that_they_leave():
    """Mean of all 0.3125; sentences >= 2 holds: −0.625; the candidate is a subject: −0.25."""
    assert ConjunctionArrays([TWO]).shares(np.array([0, 3], np.uint8)) == {
        "conjunctions: mean": 0.3125,
        "conjunctions: sentences = 3": -0.625 - 0.3125,
        "conjunctions: candidate.function = SUBJ": -0.25 + 0.625,
    }


@pytest.mark.parametrize(
    ("part", "value", "told"), [("candidate.head", "pump", "another"), ("containment", "inside it", "–")]
)
def test_what_no_condition_asks_for_has_a_name_in_traces(part, value, told):
    arrays = ConjunctionArrays([Conjunction((Condition(part, value),), (0.0, 0.125))])
    assert f"conjunctions: {part} = {told}" in arrays.shares(np.array([0], np.uint8))


def test_a_model_file_has_conditions_in_words():
    conjunctions = Conjunctions((TWO,), (Conjunction((Condition("mention.pleonastic", "yes"),), (0.0, 1.5)),))
    learnt = conjunctions.as_learnt()
    assert learnt["pairs"] == [{"if": "sentences >= 2 & candidate.function = SUBJ", "weights": [0.5, 2.0, -1.0, -0.25]}]
    assert of_learnt(learnt) == conjunctions
    assert conjunctions.size == 6


@pytest.mark.parametrize(
    ("conditions", "weights", "message"),
    [
        ("sentences", [0, 1], "'sentences' is no condition; expected a feature, = or >=, and a value"),
        ("sentences = 1", [0, 1, 2], "3 weights of 1 conditions; expected two to that power"),
        ("", [1], "'' is no condition"),
        ("sentences = 1", "12", "the weights of 'sentences = 1' are no list of numbers"),
        ("sentences = 1", {"1": 0, "2": 0}, "are no list of numbers"),
        ("sentences = 1", [True, False], "are no list of numbers"),
        ("sentences = 1", ["nan", "inf"], "are no list of numbers"),
        ("sentences = 77", [0, 1], "feature 'sentences' has no value '77'"),
        ("sentenses = 1", [0, 1], "no feature 'sentenses'; there are: "),
        ("candidate.function >= SUBJ", [0, 1], "the values of feature 'candidate.function' have no order"),
        ("containment = ", [0, 1], "feature 'containment' has no value ''"),
    ],
)
def test_conjunctions_that_do_not_fit_are_refused(conditions, weights, message):
    with pytest.raises(ValueError, match=message):
        _ = of_learnt({"pairs": [{"if": conditions, "weights": weights}], "alone": []}).arrays


@pytest.mark.parametrize(
    ("learnt", "message"),
    [
        ({"pairs": "", "alone": []}, "conjunctions are not in a list"),
        ({"pairs": [], "alone": {}}, "conjunctions are not in a list"),
        (
            {"pairs": [], "alone": [{"if": "sentences = 1", "weights": [0, 1]}]},
            "'sentences' is asked of a mention alone",
        ),
        ({"pairs": [], "alone": [{"if": "candidate.head = a", "weights": [0, 1]}]}, "'candidate.head' is asked of a"),
        (
            {"pairs": [{"if": f"candidate.head = {word}", "weights": [0, 1]} for word in range(256)], "alone": []},
            "'candidate.head' has 257 values; expected at most 256",
        ),
    ],
)
def test_sides_that_do_not_fit_are_refused(learnt, message):
    with pytest.raises(ValueError, match=message):
        _ = of_learnt(learnt).arrays


def test_a_reading_in_bytes_has_no_line_of_more_values(read):
    table, _, _, _ = read
    line = line_named("candidate.head", {"candidate.head": map(str, range(300))})
    with pytest.raises(ValueError, match=r"'candidate\.head' has 301 values; expected at most 256"):
        Reading(Pairs(table, [], []), [line], [], np.uint8)


def test_a_conjunction_and_several_numbers_are_one_line_of_a_model_file():
    many = {f"a value of number {number:02}": 0.5 for number in range(7)}
    learnt = {
        "conjunctions": [{"if": "a = b & c >= {2}", "weights": [0.5, -1e-05, 2]}],
        "words": ["[ 1,", "2 ]"],
        "none": [],
        "weights": {"a": 0.5, 'b "c", {d}': -1e-05},
        "many": many,
        "nobody": {},
    }
    text = Model("best", [], learnt).text()
    lines = [line.strip() for line in text.splitlines()]
    assert '{"if": "a = b & c >= {2}", "weights": [0.5,-1e-05,2]}' in lines
    assert r'"a": 0.5, "b \"c\", {d}": -1e-05' in lines
    assert [line.count("value") for line in lines if "value" in line] == [4, 3]
    assert max(map(len, text.splitlines())) <= 120
    assert json.loads(text)["learnt"] == learnt


def test_a_ranker_with_conjunctions_may_take_none():
    message = "names: conjunctions are for rankers of candidates that may take none"
    alone = ("mention.type",)
    for others in ({"conditions": ("sentences",)}, {"alone": alone, "conditions_alone": alone}):
        with pytest.raises(ValueError, match=message):
            RankerTable("names", Window(1, 5), ("sentences",), **others)


def candidates(right, none_right, costs=0.0):
    """Choices of three candidates each; what costs is added to wrong ones."""
    number = len(none_right)
    right, none_right = np.array(right), np.array(none_right)
    starts = np.arange(number) * 3
    return Candidates(starts, right, np.where(right, 0.0, costs), none_right, np.where(none_right, 0.0, costs))


def asked(*lines, ordered=False, sizes=None):
    sizes = sizes or [max(line) + 1 for line in lines]
    silent = [np.array([not ordered, *[False] * (size - 1)]) for size in sizes]
    return Asked(np.array(lines, np.uint8), sizes, [ordered] * len(lines), silent)


def of_one_line(codes, right, choices, ordered=False, costs=0.0):
    """The same choice of three candidates many times, with one line; of the mention alone nothing is known."""
    pairs = asked(np.tile(codes, choices), ordered=ordered, sizes=[4])
    alone = asked(np.zeros(choices, int), sizes=[2])
    return pairs, alone, candidates(np.tile(right, choices), np.zeros(choices, bool), costs)


ALL = Boosting(rounds=1, conditions=1, conditions_alone=1, features=1.0, choices=1.0)


def test_slopes_are_those_of_the_log_linear_model():
    """Each row with a weight of its own: the gradient of −log likelihood by them, turned round."""
    given = candidates([True, False, True, False, False, False], [False, True])
    total, none = np.array([0.3, -0.2, 0.5, 0.1, -0.4, 0.2]), np.array([0.1, 0.7])
    rows, alone = np.arange(1, 7, dtype=np.int32), np.array([7, 8], np.int32)
    same = Choices([rows], given.starts, given.right, given.costs, [alone], given.none_right, given.none_costs)
    gradient = loss(np.r_[0.0, total, none], same, same.choice_of, 0.0)[1]
    slopes, slopes_none, curves, curves_none = _derivatives(total, none, given, np.repeat([0, 1], 3))
    assert np.r_[slopes, slopes_none] == pytest.approx(-gradient[1:])
    shares = np.exp([0.3, -0.2, 0.5, 0.1]) / np.exp([0.3, -0.2, 0.5, 0.1]).sum()
    assert np.r_[curves[:3], curves_none[:1]] == pytest.approx(shares * (1 - shares))


@pytest.mark.parametrize("costs", [0.0, 1.0])
@pytest.mark.parametrize(("rate", "prior"), [(0.1, 20.0), (0.5, 2.0)])
def test_a_weight_is_a_damped_newton_step(costs, rate, prior):
    """Forty choices; the right candidate alone has value 1. Wrong ones and none start at their costs."""
    shares = np.exp([0.0, costs, costs, costs]) / np.exp([0.0, costs, costs, costs]).sum()
    slope, curve = np.array([1.0, 0.0, 0.0, 0.0]) - shares, shares * (1 - shares)
    given = of_one_line([1, 2, 3], [True, False, False], 40, costs=costs)
    (((conditions, weights),), _) = boost(*given, replace(ALL, rate=rate, prior=prior), 0)
    assert conditions == [(0, 1)]
    of_others = 40 * slope[1:3].sum() / (40 * curve[1:3].sum() + prior)
    assert weights == pytest.approx([rate * of_others, rate * 40 * slope[0] / (40 * curve[0] + prior)])


@pytest.mark.parametrize(
    ("codes", "right", "ordered", "condition"),
    [
        ([3, 0, 1], [True, False, False], True, (0, 2)),
        ([2, 3, 0], [True, True, False], True, (0, 1)),
        ([0, 2, 3], [True, False, False], True, (0, 1)),
        ([2, 1, 3], [True, False, False], False, (0, 2)),
        ([1, 3, 2], [False, False, True], False, (0, 2)),
    ],
)
def test_the_condition_is_the_one_that_tells_right_from_wrong(codes, right, ordered, condition):
    ((grown,), _) = boost(*of_one_line(codes, right, 40, ordered), ALL, 0)
    assert grown[0] == [condition]


@pytest.mark.parametrize("ordered", [True, False])
def test_no_condition_is_asked_that_explains_nothing(ordered):
    """All candidates have one value, of which nothing can be asked but what holds for all."""
    assert boost(*of_one_line([2, 2, 2], [True, False, False], 40, ordered), ALL, 0)[0] == []
    deep = replace(ALL, conditions=5)
    ((grown,), _) = boost(*of_one_line([1, 2, 2], [True, False, False], 40), deep, 0)
    assert len(grown[0]) == 1


def test_a_value_that_says_nothing_is_not_asked_for():
    ((grown,), _) = boost(*of_one_line([0, 1, 2], [True, False, False], 40), ALL, 0)
    assert grown[0][0][1] in (1, 2)


def telling(number):
    """Choices whose first candidate is right, with three lines that tell it in different ways."""
    right = np.tile([True, False, False], number)
    told = [np.tile([1, 2, 1], number), np.tile([1, 2, 3], number), np.tile([2, 1, 3], number)]
    return asked(*told), asked(np.ones(number, int)), candidates(right, np.zeros(number, bool))


def one_after_another(pairs, slopes, curves, most, prior):
    """The conditions by definition: each splits every combination of answers so far, and explains most of all."""
    parts, conditions = [np.arange(len(slopes))], []
    while len(conditions) < most:
        found = {}
        for line, size in enumerate(pairs.sizes):
            for code in range(1, size):
                codes = pairs.codes[line]
                holds = codes >= code if pairs.ordered[line] else codes == code
                halves = [half for part in parts for half in (part[~holds[part]], part[holds[part]])]
                explained = sum(slopes[half].sum() ** 2 / (curves[half].sum() + prior) for half in halves)
                found[line, code] = (explained, halves)
        best = max(found, key=lambda condition: found[condition][0])
        conditions.append(best)
        parts = found[best][1]
    return conditions


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_later_conditions_are_those_that_explain_most_in_all_parts(seed, ordered):
    """The sums of one part are the rest of those of the whole; they have to be what adding up anew gives."""
    random = np.random.default_rng(seed)
    pairs = asked(*random.integers(0, 5, (6, 300)), ordered=ordered, sizes=[5] * 6)
    slopes, curves = random.normal(size=300), random.random(300)
    found = _conditions(pairs, slopes, curves, np.arange(300), range(6), 5, 2.0)
    assert found == one_after_another(pairs, slopes, curves, 5, 2.0)


def test_a_seed_gives_the_same_conjunctions_again():
    boosting = Boosting(rounds=4, conditions=2)
    first, again, other = (boost(*telling(60), boosting, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_conditions_are_chosen_from_some_features():
    """Only one of three lines is drawn each round."""
    of_pairs, _ = boost(*telling(400), Boosting(rounds=30, conditions=3, features=0.34), 0)
    assert all(len({line for line, _ in conditions}) == 1 for conditions, _ in of_pairs)
    assert {line for conditions, _ in of_pairs for line, _ in conditions} == {0, 1, 2}


def test_from_few_choices_few_conjunctions_are_learnt():
    assert boost(*telling(9), Boosting(), 0) == ([], [])
    of_pairs, _ = boost(*telling(20), replace(ALL, rounds=300), 0)
    assert len(of_pairs) == 2


def test_features_with_an_order_are_bins_of_numbers():
    ordered = {"sentences", "mentions", "words", "Hobbs rank", "entity size", "length", "depth"}
    assert {name for name in ordered if FEATURES[name].is_ordered} == ordered
    for name in ("number agreement", "function", "head", "binding", "quotation"):
        assert not FEATURES[name].is_ordered


@pytest.fixture(scope="module")
def read():
    """A ranker with conjunctions over the pronouns of a text, and the same ranker without."""
    words = [f"{word}/-/ROOT" for word in ("Ann", "Tom", "she", "him")]
    mentions = [
        noun_phrase("ann", 0, 1, kind="proper", gender="f"),
        noun_phrase("tom", 1, 2, kind="proper", gender="m"),
        pronoun("she", 2, "she"),
        pronoun("him", 3, "him"),
    ]
    table = MentionTable(Discourse(document(words, mentions)))
    lines = {"paragraphs": {"0": 1.0}}, {"mention.pronoun": {"she": 0.25}}
    last = Condition("entity size", "2", from_on=True)
    conjunctions = Conjunctions(
        (Conjunction((Condition("gender agreement", "clash"), last), (0.5, 1.0, -2.0, -4.0)),),
        (Conjunction((Condition("mention.pronoun type", "personal"),), (0.0, 3.0)),),
    )
    ranker = RankerTable("pronouns", Window(5, 5), ("paragraphs",), ("mention.pronoun",))
    pronouns = [position for position in range(table.size) if table.is_pronoun[position]]
    pairs = Pairs(table, pronouns, candidates_of(table, ranker.window, pronouns))
    return table, pronouns, Ranker(ranker, *lines, conjunctions).weigh(pairs), Ranker(ranker, *lines).weigh(pairs)


def test_a_score_is_the_mean_of_lines_and_conjunctions(read):
    table, (she, him), weighed, lines = read
    state = EntityState(table)
    assert weighed.voices == 2
    assert lines.scores(she, state).tolist() == [1.0, 1.0]
    # The nearest first: Tom is a man, Ann a woman.
    assert weighed.scores(she, state).tolist() == [(1.0 - 2.0) / 2, (1.0 + 0.5) / 2]
    state.link(she, 0)
    assert weighed.scores(him, state).tolist() == [(1.0 - 4.0) / 2, (1.0 + 0.5) / 2, (1.0 - 4.0) / 2]
    assert weighed.score_of_none(she) == (0.25 + 3.0) / 2


def test_what_fired_adds_up_to_the_score(read):
    table, (she, _), weighed, _ = read
    rows, scores = weighed.reading.rows(she), weighed.scores(she, EntityState(table))
    for row, score in zip(range(rows.start, rows.stop), scores.tolist(), strict=True):
        assert sum(weighed.fired(row).values()) == pytest.approx(score)
    fired = weighed.fired_alone(she, 0.5)
    assert sum(fired.values()) == pytest.approx(weighed.score_of_none(she) + 0.5)
    assert fired["bias"] == 0.5
    assert fired["conjunctions: mention.pronoun type = personal"] == 0.75


def test_a_text_without_mentions_has_no_scores():
    table = MentionTable(Discourse(document(["Go/-/ROOT"], [])))
    ranker = Ranker(RankerTable("pronouns", Window(1, 5), ("sentences",)), {}, {}, Conjunctions((TWO,), ()))
    assert len(ranker.weigh(Pairs(table, [], [])).reading.pairs) == 0
