"""One function over many items: in this process, or in child processes that may die and are watched from outside.

Each child has one item at a time, so it is known whose fault its end is. Of the pools there are, concurrent.futures
does not say which item ended a worker, loky neither, and none bounds the time or the memory of one step of an item.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from anaphora_workbench.workbench.base.errors import CommandError, print_warning
from anaphora_workbench.workbench.engine import worker as child

SECONDS, SECONDS_A_WORD = 60.0, 0.002


@dataclass(frozen=True)
class Limits:
    """The limits of each resolver on each document, in a process of its own that is watched from outside.

    Attributes:
        timeout: seconds; None for 60 and 2 thousandths a word.
        memory: MiB of resident memory above what the process holds when the resolver begins; None for any.
    """

    timeout: float | None = None
    memory: int | None = None

    def seconds(self, words: int) -> float:
        """How long a document of so many words may take."""
        return SECONDS + SECONDS_A_WORD * words if self.timeout is None else self.timeout


def isolation(resolvers: Iterable[object], limits: Limits | None = None) -> Limits | None:
    """The limits under which resolvers work in a child process; None if they may work in this one.

    A resolver of another distribution never works in this one: it may end its process, or never end.
    """
    # Imported late: a score asks for no resolver.
    from anaphora_workbench.resolvers import is_foreign

    return limits or (Limits() if any(map(is_foreign, resolvers)) else None)


Item = TypeVar("Item")
Result = TypeVar("Result")
MOST_WORKERS = 8
_AHEAD = 3
_STARTS = 3
# Seconds between two looks at the workers, and the most that one look counts of a machine that was asleep.
_LOOK, _LONGEST_LOOK = 0.02, 0.5
# Seconds that a process may take to end after it has closed its pipe.
_GRACE = 1
_MIB = 1 << 20
_CODE = (
    "import sys; sys.path[:] = {path!r}; from anaphora_workbench.workbench.engine.worker import main; main({parent})"
)


@dataclass(frozen=True)
class WorkerDied(Generic[Item]):
    """Stands for the result of an item whose process ended before there was one.

    Attributes:
        reason: in words.
        resolver: which was at work, "" if none was.
    """

    item: Item
    reason: str = ""
    resolver: str = ""


@dataclass(frozen=True)
class Settled(Generic[Result]):
    """An item whose result is there already: it keeps its place among the others, and no process works on it."""

    result: Result


# A way to map a function over items, called as ``mapped`` is.
Engine = Callable[..., Iterator[Any]]


def processors() -> int:
    """How many processors this process may use, at most ``MOST_WORKERS``."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_WORKERS)


def mapped(
    make: Callable[[], Callable[[Item], Result]],
    items: Iterable[Item | Settled[Result]],
    jobs: int,
    limits: Limits | None = None,
) -> Iterator[Result | WorkerDied[Item]]:
    """The function's result for each item, in the order of the items.

    Items are taken from the iterable a few at a time. An item whose process dies is tried once more in another; one
    that was stopped at a limit is not. One with a method ``without`` is then tried without the resolver that was at
    work, so that the others' results are there.

    Args:
        make: makes the function; called once in each process, so what is slow to set up is set up once.
            It must be picklable, as must items and results.
        jobs: number of worker processes.
        limits: of each resolver's work on each item; None, with one job, works in this process.
    """
    if jobs <= 1 and limits is None:
        yield from _here(make, items)
        return
    crew = Crew(pickle.dumps(make), max(jobs, 1), limits or Limits())
    source = iter(items)
    waiting: dict[int, Item | Settled[Result]] = {}
    answers: dict[int, Answer] = {}
    given = count()
    try:
        for due in count():
            while len(waiting) < crew.size * _AHEAD and (item := next(source, _END)) is not _END:
                number = next(given)
                waiting[number] = item
                if isinstance(item, Settled):
                    answers[number] = Answer(child.DONE, item.result)
                    continue
                crew.give(number, pickle.dumps(item, pickle.HIGHEST_PROTOCOL))
            if not waiting:
                return
            again: Any = waiting[due]
            while again is not None:
                waiting[due] = again
                while due not in answers:
                    # With a time limit, since elsewhere than on Linux a lock without one does not hear Ctrl-C.
                    with suppress(Empty):
                        number, answer = crew.answers.get(timeout=1)
                        answers[number] = answer
                answer = answers.pop(due)
                again = without_resolver(waiting[due], answer)
                if again is not None:
                    crew.give(due, pickle.dumps(again, pickle.HIGHEST_PROTOCOL))
            item = waiting.pop(due)
            if answer.about == child.RAISED:
                raise answer.content
            if answer.about == child.DONE:
                yield answer.content
            else:
                assert not isinstance(item, Settled)
                yield WorkerDied(item, answer.content, answer.resolver)
    finally:
        crew.dismiss()


def _here(
    make: Callable[[], Callable[[Item], Result]], items: Iterable[Item | Settled[Result]]
) -> Iterator[Result | WorkerDied[Item]]:
    function = None
    for item in items:
        if isinstance(item, Settled):
            yield item.result
            continue
        function = function or make()
        yield function(item)


_END: Any = object()
STOPPED = -1


@dataclass
class Answer:
    """The outcome of an item: its result, an exception, or the reason why its process ended.

    Attributes:
        resolver: that was at work then.
        column: for which it was, where there are columns.
    """

    about: int
    content: Any
    resolver: str = ""
    column: int | None = None


def without_resolver(item: Any, answer: Answer) -> Any:
    """What is left of an item without the resolver whose work has ended its process; None for nothing to be tried."""
    without = getattr(item, "without", None)
    if without is None or answer.about in (child.DONE, child.RAISED) or not answer.resolver:
        return None
    return without(answer.resolver, answer.content)


class Crew:
    """Threads with a worker process each, and one that watches them.

    Args:
        make: pickled; see ``mapped``.
        size: how many processes, at most; no more than there are tasks.

    Attributes:
        answers: gives the answers with these numbers, as they come.
    """

    def __init__(self, make: bytes, size: int, limits: Limits) -> None:
        self.size = size
        self._tasks: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self.answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._make = make
        self._limits = limits
        self._workers: list[Worker | None] = [None] * size
        self._dismissed = threading.Event()
        self._threads: list[threading.Thread] = []
        threading.Thread(target=self._watch, daemon=True).start()

    def give(self, number: int, item: bytes) -> None:
        """Have a pickled item worked on; its answer comes with the number."""
        if len(self._threads) < self.size:
            thread = threading.Thread(target=self._serve, args=(len(self._threads),), daemon=True)
            thread.start()
            self._threads.append(thread)
        self._tasks.put((number, item))

    def dismiss(self) -> None:
        """End all processes, busy ones too."""
        self._dismissed.set()
        for _ in self._threads:
            self._tasks.put(None)
        for worker in self._workers:
            if worker is not None:
                worker.kill()
        for thread in self._threads:
            thread.join(1)

    def _serve(self, place: int) -> None:
        """Do tasks, one after the other, by a process that is replaced when it dies.

        Linux kills a process with the thread that started it, so this one lives as long as its process.
        """
        while (task := self._tasks.get()) is not None and not self._dismissed.is_set():
            number, item = task
            try:
                answer = self._answer(place, item)
            except Exception as error:  # as no process can be started; whoever waits for the answer must have one
                answer = Answer(child.RAISED, error)
            self.answers.put((number, answer))
        worker = self._workers[place]
        if worker is not None:
            worker.end()

    def _answer(self, place: int, item: bytes) -> Answer:
        answer = Answer(STOPPED, "")
        for _ in range(2):
            worker = self._workers[place]
            if worker is None or worker.ended or worker.over:
                if worker is not None:
                    worker.end()
                worker, answer = self._started(place)
                if answer.about != child.READY:
                    return answer
            answer = worker.ask(item)
            if answer.about != STOPPED or worker.over or self._dismissed.is_set():
                return answer
        answer.content = f"the process working on it ended twice ({answer.content})"
        return answer

    def _started(self, place: int) -> tuple[Worker, Answer]:
        for _ in range(_STARTS):
            worker = self._workers[place] = Worker(self._limits)
            if self._dismissed.is_set():
                # It may have come too late for those who end the others.
                worker.kill()
            answer = worker.ask(self._make)
            if answer.about != STOPPED or self._dismissed.is_set():
                return worker, answer
        ended = CommandError(f"a worker process ended while it was starting ({answer.content})")
        return worker, Answer(child.RAISED, ended)

    def _watch(self) -> None:
        last = time.monotonic()
        while not self._dismissed.wait(_LOOK):
            now = time.monotonic()
            for worker in self._workers:
                if worker is not None:
                    worker.look(min(now - last, _LONGEST_LOOK))
            last = now


class Worker:
    """A worker process.

    Args:
        limits: of each resolver's work.
        on_resolver: told the resolver that begins to work, and "" when it ends.

    Attributes:
        over: the limit that it was stopped at, in words.
    """

    def __init__(self, limits: Limits, on_resolver: Callable[[str], None] = lambda name: None) -> None:
        code = _CODE.format(path=sys.path, parent=os.getpid())
        command = [sys.executable, *subprocess._args_from_interpreter_flags(), "-c", code]  # type: ignore[attr-defined]
        # In a group of its own, which ends with it; Ctrl-C reaches this process only, whose one line is enough.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self._limits = limits
        self._on_resolver = on_resolver
        self._lock = threading.Lock()
        self._resolver = ""
        self._column: int | None = None
        self._seconds = self._spent = self._before = 0.0
        self._left = False
        self.over = ""

    @property
    def memory(self) -> int:
        """Bytes that it and its children hold."""
        return resident_with_children(self._process.pid)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def ask(self, task: bytes) -> Answer:
        """Have a task done; the answer of one that dies has how it ended and who was at work."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            child.send(self._process.stdin, task)
            while (message := child.receive(self._process.stdout)) is not None:
                about, content = pickle.loads(message)
                if about == child.WARNED:
                    print_warning(content)
                elif about in (child.BEGUN, child.ENDED):
                    self._note(*content)
                else:
                    return Answer(about, content)
        except OSError:  # it was gone before it had the task
            pass
        except Exception:  # what a plug-in wrote in the pipe may be anything
            self.stop("something else than its answer was in its pipe")
        how = self._ending()
        with self._lock:
            resolver, self._resolver = self._resolver, ""
        self.end()
        return Answer(STOPPED, self.over or how, resolver, self._column)

    def kill(self) -> None:
        """End the process and those of its group, whatever they do; who waits for an answer will see there is none."""
        if self._left:  # its number may be another's by now
            return
        child.end_group(self._process.pid)
        with suppress(OSError):
            self._process.kill()

    def stop(self, why: str) -> None:
        """End the process at a limit."""
        with self._lock:
            self.over = self.over or why
        self.kill()

    def end(self) -> None:
        """End the process, nobody waiting for an answer."""
        self.kill()
        self._left = True
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            # What could not be sent is not to be sent now.
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def look(self, passed: float) -> None:
        """Stop the process if its resolver is over a limit.

        Args:
            passed: seconds since the last look.
        """
        if self.ended:
            # What it has started may hold its pipe, and who waits for its answer would wait for that.
            self.kill()
        with self._lock:
            if not self._resolver or self.over:
                return
            self._spent += passed
            if self._spent > self._seconds:
                self.over = f"it took more than {self._seconds:g} seconds (--timeout)"
            memory = self._limits.memory
            if memory is not None and self.memory - self._before > memory * _MIB:
                self.over = f"it took more than {memory} MiB of memory (--memory)"
            if self.over:
                self.kill()

    def _ending(self) -> str:
        """How a process that says no more has ended; one that goes on without its pipe is ended."""
        try:
            return _ending(self._process.wait(_GRACE))
        except subprocess.TimeoutExpired:
            return _ending(child.PIPES_CLOSED)

    def _note(self, resolver: str, words: int | None, column: int | None) -> None:
        before = self.memory if resolver and self._limits.memory is not None else 0
        with self._lock:
            self._resolver, self._column, self._spent, self._before = resolver, column, 0.0, before
            # The limit of time is of its work on a document; making it may load a model.
            self._seconds = math.inf if words is None else self._limits.seconds(words)
        if words is not None:
            self._on_resolver(resolver)


def resident_with_children(process: int) -> int:
    """Bytes of memory that a process holds, and those that its children hold alone, where Linux tells of them."""
    total, processes = resident(process), [process]
    for number in processes:
        with suppress(OSError, ValueError):
            for of_thread in Path(f"/proc/{number}/task").glob("*/children"):
                processes += map(int, of_thread.read_text().split())
            # A fork shares nearly all with its parent.
            if number != process:
                told = Path(f"/proc/{number}/smaps_rollup").read_text()
                total += 1024 * sum(int(line.split()[1]) for line in told.splitlines() if line.startswith("Private_"))
    return total


def resident(process: int) -> int:
    """Bytes of memory that a process holds, 0 if it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        pass
    try:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False)
        return int(told.stdout) * 1024
    except (OSError, ValueError):
        return 0


def _ending(status: int) -> str:
    if status == child.PIPES_CLOSED:
        return "its pipes were closed"
    if status >= 0:
        return f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"{name}: out of memory?" if name == "SIGKILL" else name
