"""Intervals and paired tests, against values that can be counted, and against scipy."""

import math
import random
from functools import partial

import numpy as np
import pytest
from scipy import stats

from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.evaluation.counting.counting import Counts, count, count_entities, total
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.registry import cluster_metrics, get_metric
from anaphora_workbench.evaluation.pronouns.anaphora import SUCCESS_RATE
from anaphora_workbench.evaluation.statistics import significance

# What is worked by hand has few documents.
intervals, differences = (
    partial(interval, fewest=2) for interval in (significance.intervals, significance.difference_intervals)
)


def documents(number: int = 12, seed: int = 3, spoil: float = 0.3) -> list[Counts]:
    """Counts of documents whose responses are keys with some mentions moved."""
    source = random.Random(seed)
    counted = []
    for name in range(number):
        key = [[(entity, mention) for mention in range(source.randint(1, 6))] for entity in range(5)]
        response: list[list[tuple[int, int]]] = [[] for _ in key]
        for place, entity in enumerate(key):
            for mention in entity:
                response[source.randrange(5) if source.random() < spoil else place].append(mention)
        counted.append(count_entities(str(name), key, response, cluster_metrics()))
    return counted


@pytest.fixture(scope="module")
def counted() -> list[Counts]:
    return documents()


def test_an_interval_holds_the_figure_and_is_the_same_again(counted: list[Counts]) -> None:
    found = significance.intervals(counted)
    scores = total(counted).scores()
    # Each document has all mentions.
    assert found.keys() == set(cluster_metrics()) - {"mentions"}
    for name, (low, high) in found.items():
        assert low < scores[name].figure < high, name
    assert significance.intervals(counted) == found


@pytest.mark.parametrize("name", cluster_metrics())
def test_figures_of_many_sums_are_those_of_the_metric(name: str, counted: list[Counts]) -> None:
    table = significance._Table(name, [significance._Columns(counted, None)])
    some = [counted[0], counted[0], counted[3], counted[7]]
    weights = np.array([[2.0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]])
    assert table.figures(weights @ table.counts[0])[0] == pytest.approx(total(some).scores()[name].figure)


def test_an_interval_of_a_mean_is_close_to_the_normal_one() -> None:
    # Rates with one anaphor a document are means, whose interval is known.
    generator = random.Random(1)
    right = [generator.random() < 0.7 for _ in range(400)]
    counted = [_one_anaphor(correct) for correct in right]
    low, high = intervals(counted)["success_rate"]
    mean = sum(right) / 400
    half = 1.96 * (mean * (1 - mean) / 400) ** 0.5
    assert (low, high) == pytest.approx((mean - half, mean + half), abs=0.01)


def test_an_interval_worked_by_hand() -> None:
    """Three documents, 1, 2 and 3 right of 4 each: without one of them 5/8, 1/2, 3/8, so s² = 2/3 · 2/64, s = 0.1443;
    t = 4.3027 for two degrees of freedom; logit(1/2) = 0, and s is 4 times as large there: ± 2.4841."""
    values = option_values([SUCCESS_RATE], {})
    counted = [Counts({"success_rate": {"correct": right, "anaphors": 4}}, values) for right in (1, 2, 3)]
    low, high = intervals(counted)["success_rate"]
    assert (low, high) == pytest.approx((1 / (1 + math.exp(2.4841)), 1 / (1 + math.exp(-2.4841))), abs=1e-4)
    # Half of the confidence: t = 0.8165.
    low, high = intervals(counted, confidence=0.5)["success_rate"]
    assert math.log(high / (1 - high)) == pytest.approx(4 * 0.8165 * 0.14434, abs=1e-4)


def test_a_rate_never_leaves_its_bounds_and_a_value_may() -> None:
    values = option_values([SUCCESS_RATE], {})
    counted = [Counts({"success_rate": {"correct": right, "anaphors": 9}}, values) for right in (9, 9, 1)]
    low, high = intervals(counted)["success_rate"]
    assert 0 < low < 19 / 27 < high < 1
    perfect = [Counts({"success_rate": {"correct": 9, "anaphors": 9}}, values) for _ in range(3)]
    assert intervals(perfect) == {}
    assert significance.intervals(perfect * 7)["success_rate"] == (1, 1)
    assert not get_metric("ace_value").bounded


@pytest.mark.parametrize(
    ("documents", "least", "most"),
    [
        (10, 0.91, 0.96),
        pytest.param(30, 0.93, 0.96, marks=pytest.mark.slow),
        pytest.param(100, 0.94, 0.96, marks=pytest.mark.slow),
    ],
)
def test_intervals_hold_the_true_figure_as_often_as_they_say(documents: int, least: float, most: float) -> None:
    from benchmarks.coverage import coverage

    for held in coverage(documents).values():
        assert least <= held <= most


def test_the_randomisation_keeps_its_level_where_the_bootstrap_does_not() -> None:
    from benchmarks.coverage import rejections

    rejected = rejections(20, 300)
    assert rejected["randomisation"] <= 0.06 < 0.07 <= rejected["bootstrap"]


def test_one_document_has_no_interval() -> None:
    assert significance.intervals(documents(1)) == {}
    assert significance.intervals([]) == significance.difference_intervals([], []) == {}


def test_a_document_in_which_nothing_is_counted_is_none_of_an_interval() -> None:
    values = option_values([SUCCESS_RATE], {})
    first, second = (
        [Counts({"success_rate": {"correct": right, "anaphors": 4}}, values) for right in of_response]
        for of_response in ((1, 2, 3), (2, 2, 4))
    )
    nothing = Counts({"success_rate": {"correct": 0, "anaphors": 0, "attempted": 3}}, values)
    assert intervals([nothing, *first, nothing]) == intervals(first)
    assert differences([nothing, *first], [nothing, *second]) == (differences(first, second))
    assert intervals([first[0], nothing]) == {}
    assert differences([first[0], nothing], [second[0], nothing]) == {}


@pytest.mark.parametrize(
    ("right", "kind"),
    [
        ([1, 2, 3, 2], None),
        ([1, 2, 3, 2, 1], significance.OverFew),
        ([1, 2, 3, 2] * 4 + [1, 2, 3], significance.OverFew),
        ([1, 2, 3, 2] * 5, tuple),
        ([4] * 19, None),
        ([4] * 20, tuple),
        ([2] * 5, None),
    ],
    ids=["four", "five", "nineteen", "twenty", "nineteen alike", "twenty alike", "five alike"],
)
def test_how_many_documents_an_interval_takes(right: list[int], kind: type | None) -> None:
    values = option_values([SUCCESS_RATE], {})
    nothing = {"correct": 0, "anaphors": 0, "attempted": 3}
    tallies = [*({"correct": number, "anaphors": 4} for number in right), nothing]
    found = significance.intervals(Counts({"success_rate": dict(tally)}, values) for tally in tallies)
    assert type(found.get("success_rate", None)) is (kind or type(None))


def test_equal_responses_do_not_differ(counted: list[Counts]) -> None:
    for test in (significance.paired_bootstrap, significance.approximate_randomisation):
        assert set(test(counted, counted, samples=200).values()) == {1.0}


def test_p_values_are_never_zero_and_small_for_a_clear_difference(counted: list[Counts]) -> None:
    perfect = documents(spoil=0)
    samples = 2_000
    for test in (significance.paired_bootstrap, significance.approximate_randomisation):
        p_values = test(perfect, documents(spoil=0.9), samples=samples)
        assert 1 / (samples + 1) <= p_values["b_cubed"] < 0.01
        assert p_values["mentions"] == 1


def test_randomisation_agrees_with_counting_all_exchanges() -> None:
    first = [_one_anaphor(correct) for correct in (1, 1, 1, 1, 1, 0, 1)]
    second = [_one_anaphor(correct) for correct in (0, 0, 0, 1, 0, 0, 1)]
    # Four documents differ, all in favour of the first: 2 of 16 exchanges are as extreme.
    p_value = significance.approximate_randomisation(first, second, samples=20_000)["success_rate"]
    assert p_value == pytest.approx(2 / 16, abs=0.01)


def test_differences_that_only_rounding_tells_apart_are_equal() -> None:
    """0.1 + 0.2 > 0.3 in floats. Exchanging the first three documents leaves the difference of 0.4, so that 10 of 16
    exchanges are as extreme; 8 if the rounding counted."""
    values = option_values([SUCCESS_RATE], {})
    first, second = (
        [Counts({"success_rate": {"correct": correct, "anaphors": 1}}, values) for correct in side]
        for side in ((0.1, 0.2, 0, 0.4), (0, 0, 0.3, 0))
    )
    p_value = significance.approximate_randomisation(first, second, samples=20_000)["success_rate"]
    assert p_value == pytest.approx(10 / 16, abs=0.01)


def test_documents_must_be_the_same(counted: list[Counts]) -> None:
    with pytest.raises(ValueError, match="expected the same documents"):
        significance.paired_bootstrap(counted, counted[:3])


@pytest.mark.parametrize(("only_first", "only_second"), [(8, 1), (3, 3), (0, 5), (0, 0)])
def test_mcnemar(only_first: int, only_second: int) -> None:
    first = [True] * only_first + [False] * only_second + [True, False]
    second = [False] * only_first + [True] * only_second + [True, False]
    discordant = only_first + only_second
    expected = 2 * stats.binom.cdf(min(only_first, only_second), discordant, 0.5) if discordant else 1
    assert significance.mcnemar(first, second) == pytest.approx(min(1, expected))


def _one_anaphor(right: bool | int) -> Counts:
    from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity, Mention

    def document(decisions: list[Decision] | None) -> Document:
        made = Document("d", anaphors=["p"])
        made.mentions = [Mention(name, -1, -1, -1, kind="pronoun" if name == "p" else "proper") for name in "anp"]
        entities = [Entity("1", ["a", "p"]), Entity("2", ["n"])]
        made.coreference["gold"] = CoreferenceLayer("gold", entities, decisions)
        return made

    key, response = document(None), document([Decision("p", "a" if right else "n")])
    return count(DocumentPair("d", key, key.key, response, response.key), ["success_rate"])
