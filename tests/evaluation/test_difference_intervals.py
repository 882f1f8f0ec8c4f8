"""Intervals of a difference: paired by document, so that what both responses share cancels out."""

from functools import partial

import pytest

from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.pronouns.anaphora import SUCCESS_RATE
from anaphora_workbench.evaluation.statistics import significance

difference_intervals = partial(significance.difference_intervals, fewest=2)
RATE = ("success_rate",)


def documents(*outcomes: tuple[int, int]) -> list[Counts]:
    """Counts of documents, each given as (correct, anaphors)."""
    values = option_values([SUCCESS_RATE], {})
    return [Counts({"success_rate": {"correct": right, "anaphors": all}}, values) for right, all in outcomes]


def test_equal_responses_have_no_difference():
    counts = documents((1, 4), (3, 4), (0, 4))
    assert difference_intervals(counts, counts, RATE) == {"success_rate": (0.0, 0.0)}


def test_a_constant_gain_has_an_interval_of_no_width():
    worse, better = documents((1, 4), (3, 4), (0, 4)), documents((2, 4), (4, 4), (1, 4))
    assert difference_intervals(better, worse, RATE)["success_rate"] == pytest.approx((0.25, 0.25))
    assert difference_intervals(worse, better, RATE)["success_rate"] == pytest.approx((-0.25, -0.25))


def test_the_interval_holds_the_difference_and_stays_within_its_bounds():
    worse, better = documents((0, 4), (3, 4), (0, 4), (2, 4)), documents((4, 4), (3, 4), (1, 4), (1, 4))
    low, high = difference_intervals(better, worse, RATE)["success_rate"]
    assert -1 <= low < 0.25 < high <= 1
    # Without a document the differences are 0, 4/12, 3/12 and 5/12; s² = 3/4 · 0.09722, t = 3.1824: ± 0.8593.
    assert (low, high) == pytest.approx((0.25 - 0.8593, 1), abs=1e-3)


def test_two_documents_are_enough():
    worse, better = documents((1, 4), (2, 4)), documents((2, 4), (4, 4))
    # Without a document the differences are 1/2 and 1/4; s² = 1/2 · 2/64, t = 1 for half of the confidence.
    interval = difference_intervals(better, worse, RATE, confidence=0.5)["success_rate"]
    assert interval == pytest.approx((3 / 8 - 1 / 8, 3 / 8 + 1 / 8))


def test_one_document_has_none_and_other_documents_are_refused():
    counts = documents((1, 4))
    assert difference_intervals(counts, counts, RATE) == {}
    with pytest.raises(ValueError, match="1 documents against 2"):
        difference_intervals(counts, documents((1, 4), (1, 4)), RATE)
