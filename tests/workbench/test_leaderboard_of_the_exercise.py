"""Several systems' answers to a task of the exercise: their order and the tests between them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.workbench.exercise.scoring import paired_tests, ranked


def answers(*documents: tuple[int, int]) -> dict[str, Counts]:
    """Counts by document: credit earned and pronouns to resolve."""
    return {
        f"d{number}": Counts({"are_task1": {"recall": Fraction(credit), "of key": asked}}, {})
        for number, (credit, asked) in enumerate(documents)
    }


# Pooled 1/4, 1/4 and 2/4; as means of documents 1/6, 1/2 and 1/3.
SYSTEMS = {"b": answers((1, 1), (0, 3)), "a": answers((0, 1), (1, 3)), "c": answers((0, 1), (2, 3))}


def test_the_best_pooled_figure_is_first_then_the_alphabet() -> None:
    assert ranked(SYSTEMS, 1) == ["c", "a", "b"]


def test_the_better_one_of_a_pair_is_named_first() -> None:
    tests = {
        (test.first, test.second): (test.metric, test.difference, test.mcnemar) for test in paired_tests(SYSTEMS, 1)
    }
    assert tests == {
        ("c", "a"): ("are_task1", pytest.approx(1 / 4), None),
        ("c", "b"): ("are_task1", pytest.approx(1 / 4), None),
        ("a", "b"): ("are_task1", 0, None),
    }


def test_p_values_are_corrected_for_the_number_of_pairs() -> None:
    """Holm (1979): the least of three times 3, the next, which is as great, not below it, and 1 stays 1."""
    wrong = answers(*[(0, 2)] * 9)
    tests = paired_tests({"right": answers(*[(2, 2)] * 9), "wrong": wrong, "wrong too": wrong}, 1)
    p = tests[0].randomisation
    assert 0 < p < 0.05
    assert [test.randomisation for test in tests] == [p, p, 1]
    assert [test.corrected for test in tests] == pytest.approx([3 * p, 3 * p, 1])


def test_one_document_is_nothing_to_resample() -> None:
    assert paired_tests({"a": answers((1, 2)), "b": answers((2, 2))}, 1) == []
