"""One function over many documents: in this process, or in a pool whose workers may die.

Source of the rule for dying workers: design.md, 5: a worker that dies costs its document's retry, not the run.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
MOST_WORKERS = 8
DIED = "the process working on it ended twice (out of memory?)"
_AHEAD = 3

_function: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class WorkerDied(Generic[Item]):
    """Stands for the result of an item that ended the process working on it, twice."""

    item: Item


def processors() -> int:
    """How many processors this process may use, at most ``MOST_WORKERS``."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_WORKERS)


def mapped(
    make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], jobs: int
) -> Iterator[Result | WorkerDied[Item]]:
    """The function's result for each item, in the order of the items.

    Items are taken from the iterable a few at a time. An item whose worker dies is tried once more, alone.

    Args:
        make: makes the function; called once in each process, so what is slow to set up is set up once.
            It must be picklable, as must items and results.
        jobs: number of worker processes; 1 works in this process.
    """
    if jobs <= 1:
        function = make()
        for item in items:
            yield function(item)
        return
    pool = _pool(make, jobs)
    waiting: deque[tuple[Item, Future[Any]]] = deque()
    source = iter(items)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (item := next(source, _END)) is not _END:
                try:
                    waiting.append((item, pool.submit(_call, item)))
                except BrokenProcessPool as error:
                    failed: Future[Any] = Future()
                    failed.set_exception(error)
                    waiting.append((item, failed))
            if not waiting:
                # All is done, so this takes no time; at exit Python trips over a pool that is still closing.
                pool.shutdown(wait=True)
                return
            item, future = waiting.popleft()
            try:
                yield future.result()
            except BrokenProcessPool:
                # Any of the waiting ones may have killed it, so each is tried where it can harm no other.
                pool.shutdown(wait=False, cancel_futures=True)
                suspects = [(item, future), *waiting]
                waiting.clear()
                for suspect, outcome in suspects:
                    yield _settled(make, suspect, outcome)
                pool = _pool(make, jobs)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_END: Any = object()


def _pool(make: Callable[[], Callable[[Item], Result]], jobs: int) -> ProcessPoolExecutor:
    # Not fork: the progress bar has a thread, and a fork of threads can hang.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(make,))


def _start(make: Callable[[], Callable[[Any], Any]]) -> None:
    global _function
    # Ctrl-C reaches the whole group of processes; the parent's one line is enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _function = make()


def _call(item: Any) -> Any:
    assert _function is not None
    return _function(item)


def _settled(
    make: Callable[[], Callable[[Item], Result]], item: Item, outcome: Future[Any]
) -> Result | WorkerDied[Item]:
    """The result that is there already, or that of a second try in a process of its own."""
    if outcome.done() and not outcome.cancelled() and outcome.exception() is None:
        settled: Result = outcome.result()
        return settled
    with _pool(make, 1) as alone:
        try:
            answer: Result = alone.submit(_call, item).result()
            return answer
        except BrokenProcessPool:
            return WorkerDied(item)
