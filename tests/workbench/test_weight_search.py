"""The search for weights of indicators, on cases small enough to be solved by hand."""

import numpy as np
import pytest
from benchmarks.weights import Cases, search

# Two anaphors. The first has a wrong candidate with 2 by the first indicator and a right one with 1 by the second;
# the second has three candidates, of which the right one, the most recent, draws with the next and loses to none.
CASES = Cases(
    scores=np.array([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]),
    right=np.array([False, True, True, False, False]),
    starts=np.array([0, 2]),
)


@pytest.mark.parametrize(
    ("weights", "correct"),
    [
        ((1.0, 1.0), 1),  # the first is answered wrongly, 2 against 1; the second by the most recent of two equals
        ((0.5, 2.0), 2),  # 1 against 2
        ((0.5, 1.0), 1),  # a draw of the first, whose most recent candidate is wrong
        ((0.0, 0.0), 1),  # all draws: the most recent of each
        ((-1.0, 0.0), 1),  # the first right, the second answered by its last candidate
    ],
)
def test_correct_answers(weights, correct):
    assert CASES.correct(np.array(weights)) == correct


def test_search_finds_what_answers_all():
    weights = search(CASES)
    assert CASES.correct(weights) == 2
    assert (search(CASES) == weights).all(), "the same seed must give the same weights"
