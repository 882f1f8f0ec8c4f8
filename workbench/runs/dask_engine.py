"""Documents on many machines: the function that local worker processes run, mapped by the scheduler of Dask.

On each of Dask's workers the work is done in a child process that is watched from outside, as on one machine: limits,
retries and the quarantine of a document that kills its process are the same. If a worker or its machine is lost, Dask
gives its documents to another.
"""

import logging
import pickle
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.engine.worker import DONE, RAISED
from anaphora_workbench.workbench.engine.workers import (
    Answer,
    Crew,
    Engine,
    Limits,
    Settled,
    WorkerDied,
    without_resolver,
)
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.experiment_file import software

# Documents that are with the scheduler for each thread of its workers, so that none of them waits.
_AHEAD = 3
# Seconds to wait for a scheduler, and for the processes of a cluster of our own to end.
_PATIENCE, _FAREWELL = 30, 1
# Runs of which a worker keeps idle processes.
_RUNS_KEPT = 2


def same_software(
    make: Callable[[], Callable[[Any], Any]], experiment: Experiment, expected: Mapping[str, str]
) -> Callable[[Any], Any]:
    """Make a function, but only where all is installed as it is here.

    Args:
        expected: see ``experiments.software``.

    Raises:
        CommandError: it is not.
    """
    found = software(experiment)
    for name, version in expected.items():
        if found.get(name) != version:
            there = found.get(name, "absent")
            raise CommandError(f"worker on {socket.gethostname()}: {name} is {there}; expected {version}, as here")
    return make()


def dask_engine(experiment: Experiment, address: str | None) -> Engine:
    """What maps a function over documents by Dask.

    Args:
        address: of a scheduler; None for a cluster of this machine, of as many workers as there are jobs.

    Raises:
        CommandError: Dask is not installed.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise CommandError(
            "--engine dask: distributed is not installed; expected pip install 'anaphora-workbench[dask]'"
        ) from None
    return partial(_mapped, experiment, address)


def _mapped(
    experiment: Experiment,
    address: str | None,
    make: Callable[[], Callable[[Any], Any]],
    items: Iterable[Any],
    jobs: int,
    limits: Limits | None = None,
) -> Iterator[Any]:
    """As ``workers.mapped``."""
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    checked = partial(same_software, make, experiment, software(experiment))
    work = pickle.dumps((checked, limits or Limits()))
    source = iter(items)
    waiting: deque[tuple[Any, Any]] = deque()
    with ExitStack() as stack:
        client = None
        while True:
            ahead = 1 if client is None else max(1, sum(client.nthreads().values())) * _AHEAD
            while len(waiting) < ahead and (item := next(source, _END)) is not _END:
                if isinstance(item, Settled):
                    waiting.append((item, None))
                    continue
                client = client or _client(stack, address, max(jobs, 1))
                content = pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
                waiting.append((item, client.submit(_by_child, work, content, pure=False)))
            if not waiting:
                return
            item, future = waiting.popleft()
            if isinstance(item, Settled):
                yield item.result
                continue
            try:
                answer: Answer = pickle.loads(future.result())
            except KilledWorker as error:
                yield WorkerDied(item, f"all of Dask's workers that had it ended, {error.last_worker.address} the last")
                continue
            except FutureCancelledError as error:
                raise CommandError(f"--engine dask: the scheduler has gone ({error.reason})") from None
            future.release()
            again = without_resolver(item, answer)
            if again is not None and client is not None:
                content = pickle.dumps(again, pickle.HIGHEST_PROTOCOL)
                waiting.appendleft((again, client.submit(_by_child, work, content, pure=False)))
                continue
            if answer.about == RAISED:
                raise answer.content
            yield answer.content if answer.about == DONE else WorkerDied(item, answer.content, answer.resolver)


_END: Any = object()


def _client(stack: ExitStack, address: str | None, jobs: int) -> Any:
    """A client of the scheduler, which ends, with its cluster if that is ours, with the stack."""
    import dask
    from distributed import Client, LocalCluster

    # What Dask has to say of workers that end is said of their documents.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    if address is None:
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 1}))
        cluster = LocalCluster(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None, memory_limit=0, silence_logs=logging.CRITICAL
        )
        stack.callback(_closed, cluster)
        address = cluster.scheduler_address
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CommandError(f"--scheduler {address}: no answer ({error}); expected a Dask scheduler") from None
    stack.callback(_closed, client)
    return client


def _closed(opened: Any) -> None:
    with suppress(Exception):  # it may have gone before
        opened.close(timeout=_FAREWELL)


# By the work of a run, of the latest runs only: a scheduler of one's own outlives many.
_idle: dict[bytes, SimpleQueue[Crew]] = {}
_lock = threading.Lock()


def _by_child(work: bytes, item: bytes) -> bytes:
    """The answer to an item, by a child process of this worker that does this work and has nothing else to do."""
    with _lock:
        # Taken out and put in again, it is the latest.
        idle = _idle.pop(work) if work in _idle else SimpleQueue()
        _idle[work] = idle
        older = [_idle.pop(other) for other in list(_idle)[:-_RUNS_KEPT]]
    for of_run in older:
        _dismiss(of_run)
    try:
        crew = idle.get_nowait()
    except Empty:
        make, limits = pickle.loads(work)
        crew = Crew(pickle.dumps(make), 1, limits)
    crew.give(0, item)
    _, answer = crew.answers.get()
    idle.put(crew)
    with _lock:
        kept = _idle.get(work) is idle
    if not kept:
        _dismiss(idle)
    return pickle.dumps(answer)


def _dismiss(crews: SimpleQueue[Crew]) -> None:
    """End all that are idle."""
    with suppress(Empty):
        while True:
            crews.get_nowait().dismiss()
