"""Workers: order, errors, and one that dies."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from workbench.parallel import WorkerDied, mapped


def make_double(always: int | None = None, once: tuple[int, str] | None = None):
    return partial(double, always, once)


def double(always: int | None, once: tuple[int, str] | None, number: int) -> int:
    """Twice the number; ends its process always at one number, or once at another."""
    if number == always:
        os._exit(1)
    if once is not None and number == once[0] and not Path(once[1]).exists():
        Path(once[1]).touch()
        os._exit(1)
    return 2 * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(mapped(make_double, range(20), jobs)) == [2 * number for number in range(20)]


def test_nothing_to_do() -> None:
    assert list(mapped(make_double, [], 2)) == []


def test_a_worker_that_dies_twice_costs_only_its_item() -> None:
    outcomes = list(mapped(partial(make_double, 3), range(9), 2))
    assert outcomes == [0, 2, 4, WorkerDied(3), 8, 10, 12, 14, 16]


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    outcomes = list(mapped(partial(make_double, None, (5, str(tmp_path / "died"))), range(9), 2))
    assert outcomes == [0, 2, 4, 6, 8, 10, 12, 14, 16]
    assert (tmp_path / "died").exists()


def make_failing():
    return failing


def failing(number: int) -> int:
    raise LookupError(f"item {number}")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_function_raises_is_raised(jobs: int) -> None:
    with pytest.raises(LookupError, match="item 0"):
        list(mapped(make_failing, range(3), jobs))
