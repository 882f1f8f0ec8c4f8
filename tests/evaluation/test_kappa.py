"""Kappa, worked by hand."""

import pytest

from anaphora_workbench.evaluation.statistics.kappa import LabelledTwice


@pytest.mark.parametrize(
    ("counts", "observed", "expected", "kappa"),
    [
        # Cohen (1960): 200 patients in three categories by two judges; p_o = .70, p_e = .41, κ = .29 / .59.
        pytest.param([[88, 14, 18], [10, 40, 10], [2, 6, 12]], 140 / 200, 0.41, 29 / 59, id="Cohen's example"),
        # 45 of 100 are agreed on, and chance gives (60·70 + 40·30) / 100² = 0.54: (0.60 − 0.54) / 0.46.
        pytest.param([[45, 15], [25, 15]], 0.60, 0.54, 6 / 46, id="two labels"),
        pytest.param([[5, 0], [0, 3]], 1, 34 / 64, 1, id="perfect"),
        pytest.param([[0, 2], [2, 0]], 0, 0.5, -1, id="the opposite"),
        pytest.param([[25, 25], [25, 25]], 0.5, 0.5, 0, id="chance"),
        pytest.param([[7, 0], [0, 0]], 1, 1, None, id="one label only is nothing to agree on"),
        pytest.param([[0]], 0, 0, None, id="no items"),
    ],
)
def test_kappa(counts: list[list[int]], observed: float, expected: float, kappa: float | None) -> None:
    labelled = LabelledTwice({(row, column): n for row, line in enumerate(counts) for column, n in enumerate(line)})
    assert labelled.items == sum(map(sum, counts))
    assert (labelled.observed, labelled.expected) == pytest.approx((observed, expected))
    assert labelled.kappa == (None if kappa is None else pytest.approx(kappa))


def test_documents_add_up_before_the_division() -> None:
    first, second = LabelledTwice.of([(0, 0), (0, 1)]), LabelledTwice.of([(1, 1), (1, 1)])
    together = LabelledTwice.of([(0, 0), (0, 1), (1, 1), (1, 1)])
    assert (first + second).kappa == together.kappa == 0.5
