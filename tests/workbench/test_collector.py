"""The garbage collector looks for cycles rarely while a document is worked on, and as before afterwards."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.engine.running import OBJECTS, Named, collecting_rarely, each

USUAL = (700, 10, 10)


@pytest.fixture(autouse=True)
def usual_threshold() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("before", "within"),
    [
        pytest.param(USUAL, (OBJECTS, 10, 10), id="as Python sets it"),
        pytest.param((5_000, 20, 30), (OBJECTS, 20, 30), id="the older generations keep their thresholds"),
        pytest.param((OBJECTS + 1, 10, 10), (OBJECTS + 1, 10, 10), id="more rarely already"),
        pytest.param((0, 10, 10), (0, 10, 10), id="never"),
    ],
)
def test_threshold(before: tuple[int, int, int], within: tuple[int, int, int]) -> None:
    gc.set_threshold(*before)
    with collecting_rarely():
        assert gc.get_threshold() == within
    assert gc.get_threshold() == before


def test_restored_after_an_error() -> None:
    with pytest.raises(ValueError, match="of the function"), collecting_rarely():
        raise ValueError("of the function")
    assert gc.get_threshold() == USUAL


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with collecting_rarely():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_threads_that_overlap() -> None:
    """The first to enter leaves first; the threshold is restored when the last has left."""
    entered, may_leave = threading.Event(), threading.Event()

    def second() -> None:
        with collecting_rarely():
            entered.set()
            may_leave.wait(10)

    thread = threading.Thread(target=second)
    with collecting_rarely():
        thread.start()
        assert entered.wait(10)
    assert gc.get_threshold() == (OBJECTS, 10, 10)
    may_leave.set()
    thread.join()
    assert gc.get_threshold() == USUAL


def _threshold(task: Named) -> tuple[int, int, int]:
    if task.name == "wrong":
        raise ValueError("a document that fails")
    return gc.get_threshold()


def _make() -> Callable[[Named], tuple[int, int, int]]:
    return _threshold


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_loop_over_documents(jobs: int) -> None:
    """Each task has the raised threshold, in this process and in others; between tasks it is the usual one here."""
    outcomes = []
    for _, outcome in each(_make, [Named(name, Path(name)) for name in ("right", "wrong", "right")], jobs):
        assert gc.get_threshold() == USUAL
        outcomes.append("failed" if isinstance(outcome, Failure) else outcome)
    assert outcomes == [(OBJECTS, 10, 10), "failed", (OBJECTS, 10, 10)]
