"""The best one-to-one map: equal to scipy's, whichever way a component is solved."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from anaphora_workbench.evaluation.assignment import assignment

TABLES = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0.0, 0.0, 0.5, 1.0, 2 / 3, 2.0, 7.0]), min_size=width, max_size=width),
        min_size=1,
        max_size=6,
    )
)


def total_of(table: list[list[float]]) -> float:
    rows, columns, weights = [], [], []
    for row, line in enumerate(table):
        for column, weight in enumerate(line):
            if weight:
                rows.append(row)
                columns.append(column)
                weights.append(weight)
    chosen = list(assignment.best_assignment(rows, columns, weights))
    assert len({rows[cell] for cell in chosen}) == len({columns[cell] for cell in chosen}) == len(chosen)
    return sum(weights[cell] for cell in chosen)


@given(TABLES)
def test_the_total_is_the_largest(table: list[list[float]]) -> None:
    dense = np.array(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "_TINY", 1_000)
        best = total_of(table)
    assert best == pytest.approx(dense[linear_sum_assignment(dense, maximize=True)].sum())


@given(TABLES)
def test_scipy_solves_what_is_large(table: list[list[float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "_TINY", 0)
        by_scipy = total_of(table)
        patch.setattr(assignment, "_DENSE", 0)
        assert total_of(table) == pytest.approx(by_scipy)
        patch.setattr(assignment, "_TINY", 1_000)
        assert total_of(table) == pytest.approx(by_scipy)


def test_nothing_to_map() -> None:
    assert list(assignment.best_assignment([], [], [])) == []
