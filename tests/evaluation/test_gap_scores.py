"""The measure of GAP against counts made by hand."""

import pytest

from evaluation.gap import Snippet, gap_scores, gender_of

YES_A, YES_B, NEITHER, BOTH = (True, False), (False, True), (False, False), (True, True)


def test_each_name_is_a_question_of_its_own():
    scores = gap_scores(
        [
            Snippet("masculine", YES_A, YES_A),  # tp, tn
            Snippet("masculine", YES_A, YES_B),  # fn, fp
            Snippet("masculine", NEITHER, BOTH),  # fp, fp
            Snippet("feminine", YES_B, NEITHER),  # tn, fn
            Snippet("feminine", YES_B, YES_B),  # tn, tp
        ]
    )
    assert scores.overall.counts == {"tp": 2, "fp": 3, "tn": 3, "fn": 2}
    assert (scores.overall.precision, scores.overall.recall) == (2 / 5, 2 / 4)
    assert scores.overall.f1 == pytest.approx(2 * 0.4 * 0.5 / 0.9)
    assert (scores.masculine.precision, scores.masculine.recall) == (1 / 4, 1 / 2)
    assert (scores.feminine.precision, scores.feminine.recall) == (1, 1 / 2)
    assert scores.bias == pytest.approx((2 / 3) / (1 / 3))


def test_no_bias_without_a_right_answer():
    assert gap_scores([Snippet("masculine", YES_A, YES_A)]).bias is None
    assert gap_scores([]).overall.f1 == 0


def test_gender_is_that_of_the_pronoun():
    assert [gender_of(form) for form in ("He", "his", "Hers", "she")] == ["masculine"] * 2 + ["feminine"] * 2
    with pytest.raises(ValueError, match="'it' is no pronoun of GAP"):
        gender_of("it")
