"""Jobs of the page: few at once, each in a worker process that is watched; the others wait and know their place.

A process that runs over a limit is killed and replaced. A cancelled job may end by itself for as long as a new process
took to begin, which has a model to load.
"""

from __future__ import annotations

import pickle
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from anaphora_workbench.workbench.engine.worker import DONE, READY
from anaphora_workbench.workbench.engine.workers import Answer, Limits, Worker
from anaphora_workbench.workbench.page.questions.questions import Question
from anaphora_workbench.workbench.page.questions.uploads import RefusedError

if TYPE_CHECKING:
    from anaphora_workbench.workbench.page.jobs.answering import Answerer

State = Literal["waiting", "working", "done", "failed", "cancelled"]
ENDED = ("done", "failed", "cancelled")
_LOOK, _LONGEST_LOOK = 0.05, 0.5
_MIB = 1 << 20


@dataclass(frozen=True)
class JobLimits:
    """How much may be asked at once, and what one job may take.

    Attributes:
        at_once: worker processes.
        waiting: jobs that may wait; a further one is refused.
        seconds: of a job with a text.
        long_seconds: of a job that says it is long.
        memory: MiB that a worker process may hold.
        resolver_seconds: of one resolver on one document.
        kept: answers that are kept, the latest.
    """

    at_once: int = 2
    waiting: int = 64
    seconds: float = 120.0
    long_seconds: float = 3600.0
    memory: int = 4096
    resolver_seconds: float = 30.0
    kept: int = 40


@dataclass
class Job:
    """A question on its way to its answer.

    Attributes:
        asked_by: the tab that asked; its newer question cancels this one.
        resolver: which is at work, "" for none.
        begun: resolvers that have begun.
        reason: why it failed.
        answer: packed by the worker, sent as it is.
    """

    question: Question
    asked_by: str
    is_long: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: State = "waiting"
    resolver: str = ""
    begun: int = 0
    reason: str = ""
    answer: bytes = b""
    started: float = 0.0
    cancelled_at: float = 0.0

    @property
    def ended(self) -> bool:
        return self.state in ENDED


class Jobs:
    """Takes questions and has them answered.

    Args:
        make: makes the function from a question to a packed answer, in each process once; picklable.
        words: turns a reason into one that a reader may see.

    Attributes:
        ready: a worker has begun; until then its model is loaded.
    """

    def __init__(
        self,
        make: Callable[[], Callable[[Any], bytes]],
        limits: JobLimits | None = None,
        words: Callable[[Question, str], str] = lambda question, reason: reason,
    ) -> None:
        self.limits = limits or JobLimits()
        self.ready = False
        self._seconds_to_begin = 0.0
        self._make = pickle.dumps(make)
        self._words = words
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._at_work: dict[int, tuple[Job | None, Worker]] = {}
        self._threads = [
            threading.Thread(target=self._serve, args=(place,), daemon=True) for place in range(self.limits.at_once)
        ]
        for thread in (*self._threads, threading.Thread(target=self._watch, daemon=True)):
            thread.start()

    def ask(self, question: Question, asked_by: str, is_long: bool = False) -> Job:
        """Take a question; the earlier ones of the same tab are cancelled. Raises RefusedError where too many wait."""
        with self._changed:
            for job in self._jobs.values():
                if job.asked_by == asked_by:
                    self._cancel(job)
            if len(self._waiting) >= self.limits.waiting:
                raise RefusedError("Too many jobs wait already; try again in a moment.", 503)
            job = Job(question, asked_by, is_long)
            self._jobs[job.id] = job
            self._waiting.append(job)
            ended = [id for id, job in self._jobs.items() if job.ended]
            for id in ended[: max(0, len(ended) - self.limits.kept)]:
                del self._jobs[id]
            self._changed.notify()
        return job

    def get(self, id: str) -> Job | None:
        return self._jobs.get(id)

    def place(self, job: Job) -> int:
        """How many jobs are before a waiting one, it included; 0 for one that does not wait."""
        with self._changed:
            return self._waiting.index(job) + 1 if job in self._waiting else 0

    def cancel(self, job: Job) -> None:
        """End a job; one that has ended stays as it is."""
        with self._changed:
            self._cancel(job)

    def close(self) -> None:
        """End all processes."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        for _, worker in list(self._at_work.values()):
            worker.kill()
        for thread in self._threads:
            thread.join(2)

    def _cancel(self, job: Job) -> None:
        if not job.ended:
            if job in self._waiting:
                self._waiting.remove(job)
            job.state, job.cancelled_at = "cancelled", time.monotonic()

    def _next(self) -> Job | None:
        with self._changed:
            while not self._waiting and not self._closed.is_set():
                self._changed.wait(1)
            if self._closed.is_set():
                return None
            job = self._waiting.popleft()
            job.state, job.started = "working", time.monotonic()
            return job

    def _serve(self, place: int) -> None:
        """Do jobs one after the other; Linux ends a process with the thread that started it, so this one stays."""
        worker: Worker | None = None
        # Before the first question, as it has a model to load. What is wrong is told to the question, if it still is.
        with suppress(Exception):
            worker = self._started(place)
        while (job := self._next()) is not None:
            try:
                if worker is None or worker.ended or worker.over:
                    if worker is not None:
                        worker.end()
                        worker = None
                    worker = self._started(place)
                if worker is None:
                    self._end(job, Answer(-1, "a worker process cannot be started"))
                    continue
                self._is_at_work(place, job, worker)
                answer = worker.ask(pickle.dumps(job.question))
                self._is_at_work(place, None, worker)
                self._end(job, answer)
            except Exception as error:  # whoever waits for the job must hear of its end
                self._end(job, Answer(-1, f"{type(error).__name__}: {error}"))
        if worker is not None:
            worker.end()

    def _started(self, place: int) -> Worker | None:
        limits, began = Limits(self.limits.resolver_seconds), time.monotonic()
        worker = Worker(limits, lambda resolver: self._note(place, resolver))
        self._is_at_work(place, None, worker)
        if worker.ask(self._make).about == READY and not self._closed.is_set():
            self.ready = True
            self._seconds_to_begin = max(self._seconds_to_begin, time.monotonic() - began)
            return worker
        worker.end()
        return None

    def _is_at_work(self, place: int, job: Job | None, worker: Worker) -> None:
        with self._changed:
            self._at_work[place] = job, worker

    def _note(self, place: int, resolver: str) -> None:
        job = self._at_work[place][0]
        if job is not None:
            job.resolver = resolver
            job.begun += bool(resolver)

    def _end(self, job: Job, answer: Answer) -> None:
        with self._changed:
            if job.state != "working":
                return
            if answer.about == DONE:
                job.answer, job.state = answer.content, "done"
                return
            reason = str(answer.content) if not isinstance(answer.content, Exception) else _told(answer.content)
            less = job.question.without(answer.resolver, reason, answer.column) if answer.resolver else None
            if less is not None:
                # The other columns can still be answered.
                job.question, job.state, job.begun = less, "waiting", 0
                self._waiting.appendleft(job)
                self._changed.notify()
                return
            job.reason, job.state = self._words(job.question, reason), "failed"

    def _seconds(self, job: Job) -> float:
        return self.limits.long_seconds if job.is_long else self.limits.seconds

    def _too_much(self, job: Job, worker: Worker, now: float) -> str:
        """Why a process must leave its job; "" if it may go on."""
        if job.state == "cancelled":
            return "cancelled" if now - job.cancelled_at > self._seconds_to_begin else ""
        if job.state != "working":
            return ""
        if now - job.started > self._seconds(job):
            return f"it took more than {self._seconds(job):g} seconds"
        if worker.memory > self.limits.memory * _MIB:
            return f"it took more than {self.limits.memory} MiB of memory"
        return ""

    def _watch(self) -> None:
        last = time.monotonic()
        while not self._closed.wait(_LOOK):
            now = time.monotonic()
            for _, worker in list(self._at_work.values()):
                worker.look(min(now - last, _LONGEST_LOOK))
            # A process must not be stopped for a job that it has just ended.
            with self._changed:
                for job, worker in self._at_work.values():
                    if job is not None and (reason := self._too_much(job, worker, now)):
                        worker.stop(reason)
            last = now


def _told(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def answering(cache: Path, sent: Path) -> Answerer:
    """What answers; the model is loaded there and then, before the first question.

    Args:
        cache: folder of preprocessed documents, gone with the server.
        sent: folder of what readers have sent.
    """
    # Not at the start: the server itself never needs numpy, and its first page is there the sooner.
    from anaphora_workbench.workbench.page.jobs.answering import Answerer

    answerer = Answerer(cache, sent)
    answerer.prepared.preprocessor.process("It rains.")
    return answerer
