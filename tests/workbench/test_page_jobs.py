"""Jobs of the page: few at once, the others wait in a known place, and none outlives its limits."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from anaphora_workbench.workbench.engine.workers import Worker
from anaphora_workbench.workbench.page.jobs import jobs as page_jobs
from anaphora_workbench.workbench.page.jobs.jobs import Job, JobLimits, Jobs, TooManyJobsError
from questions_of_tests import Answering, Sleepy

LONG = 600.0
PATIENCE = 60.0
Start = Callable[..., Jobs]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[Jobs] = []

    def started(**limits: float) -> Jobs:
        running.append(Jobs(Answering(), JobLimits(**{"at_once": 1} | limits)))  # type: ignore[arg-type]
        return running[-1]

    yield started
    for jobs in running:
        jobs.close()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


def ended(job: Job) -> Job:
    until(lambda: job.ended)
    return job


def test_a_question_is_answered(start: Start) -> None:
    job = ended(start().ask(Sleepy(), "a"))
    assert (job.state, job.answer) == ("done", b"done")


def test_those_that_wait_know_their_place_and_one_more_is_refused(start: Start) -> None:
    jobs = start(waiting=2)
    first = jobs.ask(Sleepy(LONG), "a")
    until(lambda: first.state == "working")
    second, third = jobs.ask(Sleepy(), "b"), jobs.ask(Sleepy(), "c")
    assert [jobs.place(job) for job in (first, second, third)] == [0, 1, 2]
    with pytest.raises(TooManyJobsError):
        jobs.ask(Sleepy(), "d")
    jobs.cancel(second)
    assert jobs.place(third) == 1


def test_a_newer_question_of_a_tab_cancels_its_older_ones_only(start: Start) -> None:
    jobs = start()
    working = jobs.ask(Sleepy(LONG), "a")
    until(lambda: working.state == "working")
    waiting, of_another = jobs.ask(Sleepy(LONG), "b"), jobs.ask(Sleepy(), "c")
    newer = jobs.ask(Sleepy(), "b")
    assert (waiting.state, of_another.state) == ("cancelled", "waiting")
    jobs.ask(Sleepy(), "a")
    assert working.state == "cancelled"
    assert ended(newer).state == "done"
    assert ended(of_another).state == "done"


def test_a_cancelled_job_gives_its_process_back(start: Start) -> None:
    jobs = start()
    job = jobs.ask(Sleepy(LONG), "a")
    until(lambda: job.state == "working")
    jobs.cancel(job)
    assert ended(jobs.ask(Sleepy(), "b")).state == "done"


@pytest.mark.parametrize(
    ("limits", "question", "reason"),
    [
        pytest.param({"seconds": 3}, Sleepy(LONG), "it took more than 3 seconds", id="the whole takes too long"),
        pytest.param({"memory": 200}, Sleepy(LONG, allocate=400), "it took more than 200 MiB of memory", id="memory"),
    ],
)
def test_a_job_over_a_limit_fails_and_the_next_is_answered(
    start: Start, limits: dict[str, float], question: Sleepy, reason: str
) -> None:
    jobs = start(**limits)
    failed = ended(jobs.ask(question, "a"))
    assert (failed.state, failed.reason) == ("failed", reason)
    assert ended(jobs.ask(Sleepy(), "b")).state == "done"


def test_a_resolver_that_hangs_is_left_out_and_the_others_answer(start: Start) -> None:
    job = ended(start(resolver_seconds=0.3).ask(Sleepy(LONG, resolver="stuck"), "a"))
    assert (job.state, job.answer) == ("done", b"stuck: it took more than 0.3 seconds (--timeout)")


@pytest.mark.parametrize(
    ("failures", "states"),
    [
        pytest.param(1, ["done", "done"], id="only before the first question"),
        pytest.param(2, ["failed", "done"], id="at the first question too"),
        pytest.param(3, ["failed", "failed"], id="always"),
    ],
)
def test_a_process_that_cannot_be_started_fails_its_job_and_no_other(
    start: Start, monkeypatch: pytest.MonkeyPatch, failures: int, states: list[str]
) -> None:
    left = [BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))] * failures

    def made(*arguments: Any) -> Worker:
        if left:
            raise left.pop()
        return Worker(*arguments)

    monkeypatch.setattr(page_jobs, "Worker", made)
    jobs = start()
    asked = [ended(jobs.ask(Sleepy(), tab)) for tab in ("a", "b")]
    assert [job.state for job in asked] == states
    reason = "BlockingIOError: [Errno 11] Resource temporarily unavailable"
    assert [job.reason for job in asked] == [reason if state == "failed" else "" for state in states]


def test_a_process_is_started_before_there_is_a_question(start: Start) -> None:
    jobs = start()
    until(lambda: jobs.ready)


def test_only_the_latest_answers_are_kept(start: Start) -> None:
    jobs = start(kept=2)
    asked = [ended(jobs.ask(Sleepy(), f"tab {number}")) for number in range(4)]
    jobs.ask(Sleepy(), "last")
    assert [jobs.get(job.id) is job for job in asked] == [False, False, True, True]
