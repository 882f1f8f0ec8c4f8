"""One function over many items: in this process, or in a pool whose workers may die.

A worker that dies costs its item's retry, not the run. loky does not say whose worker died. pebble (5.2.3) does and is
as fast, but of four runs in which a worker was killed from outside it ended two and hung in one; this pool went on in
five of five.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from anaphora_workbench.corpora.plugins import PluginWarning

if TYPE_CHECKING:  # loaded when there is a pool: what works in one process starts without them
    from concurrent.futures import Future, ProcessPoolExecutor

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
        yield from map(make(), items)
        return
    from concurrent.futures.process import BrokenProcessPool

    pool = _pool(make, jobs)
    waiting: deque[tuple[Item, Future[Any]]] = deque()
    source = iter(items)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (item := next(source, _END)) is not _END:
                waiting.append((item, _submitted(pool, item)))
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
    except KeyboardInterrupt:
        from multiprocessing import active_children

        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_END: Any = object()


def _pool(make: Callable[[], Callable[[Item], Result]], jobs: int) -> ProcessPoolExecutor:
    # Not fork: the progress bar has a thread, and a fork of threads can hang.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(make,))


def _submitted(pool: ProcessPoolExecutor, item: Any) -> Future[Any]:
    """The future of an item; of a pool that is broken already, one that says so."""
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    with _deaf_to_interrupts():
        try:
            return pool.submit(_call, item)
        except BrokenProcessPool as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started within do not hear Ctrl-C, from their first moment.

    It reaches the whole group of processes, and the parent's one line is enough.
    """
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):  # Windows: there a worker that is still being started may print
        yield
        return
    # It unblocks what we block when it starts, so it must be there before.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _start(make: Callable[[], Callable[[Any], Any]]) -> None:
    global _function
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A plug-in that is left out is named by the parent, once.
    warnings.simplefilter("ignore", PluginWarning)
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
    from concurrent.futures.process import BrokenProcessPool

    with _pool(make, 1) as alone:
        try:
            answer: Result = _submitted(alone, item).result()
            return answer
        except BrokenProcessPool:
            return WorkerDied(item)
