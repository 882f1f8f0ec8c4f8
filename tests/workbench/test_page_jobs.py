"""Jobs of the page, what is told of them, the folder of what was sent, and the page under load."""

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from anaphora_workbench.corpora.support.locks import FileLock
from anaphora_workbench.workbench.engine.workers import Worker
from anaphora_workbench.workbench.page.desk import Desk
from anaphora_workbench.workbench.page.jobs import jobs as page_jobs
from anaphora_workbench.workbench.page.jobs.job_routes import job_routes
from anaphora_workbench.workbench.page.jobs.jobs import Job, JobLimits, Jobs, State
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, Uploads, form_of
from anaphora_workbench.workbench.page.serving import sent_folder
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
    with pytest.raises(RefusedError):
        jobs.ask(Sleepy(), "d")
    jobs.cancel(second)
    assert jobs.place(third) == 1


def test_a_class_of_thirty_waits_with_places_and_nobody_is_refused(start: Start) -> None:
    jobs = start()
    first = jobs.ask(Sleepy(LONG), "0")
    until(lambda: first.state == "working")
    others = [jobs.ask(Sleepy(), str(number)) for number in range(1, 30)]
    assert [jobs.place(job) for job in others] == list(range(1, 30))
    jobs.cancel(first)
    assert {ended(job).state for job in others} == {"done"}


def test_an_upload_that_is_broken_off_is_no_error_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def read() -> None:
        headers = [(b"content-type", b"multipart/form-data; boundary=edge")]
        async with form_of(Request({"type": "http", "headers": headers, "method": "POST"}, receive), 1000):
            pass

    # In a thread of its own: where a browser is driven, the main one has a loop that runs.
    with ThreadPoolExecutor(1) as thread, pytest.raises(RefusedError):
        thread.submit(lambda: asyncio.run(read())).result()
    assert capsys.readouterr().err == ""


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
def test_a_job_over_a_limit_fails(start: Start, limits: dict[str, float], question: Sleepy, reason: str) -> None:
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


class EndingWhileTold:
    """Jobs of which one ends while its events are written, between the look at its state and the next.

    Args:
        states: of the job, one after the other.
    """

    ready = True

    def __init__(self, states: list[State]) -> None:
        self.job = Job(Sleepy(), "a")
        self._states = states

    def get(self, id: str) -> Job:
        return self.job

    def place(self, job: Job) -> int:
        if self._states:
            job.state = self._states.pop(0)
        return 0


@pytest.mark.parametrize(
    ("states", "told"),
    [
        pytest.param(["done"], ["waiting", "done"], id="at the first look"),
        pytest.param(["working", "done"], ["waiting", "working", "done"], id="at a later look"),
        pytest.param(["working", "failed"], ["waiting", "working", "failed"], id="by a failure"),
        pytest.param(["cancelled"], ["waiting", "cancelled"], id="by its reader"),
    ],
)
def test_a_job_may_end_while_it_is_told(tmp_path: Path, states: list[State], told: list[str]) -> None:
    jobs = EndingWhileTold(states)
    desk = Desk(jobs, Uploads(tmp_path), 1, {}, {}, tmp_path)  # type: ignore[arg-type]
    events = next(route.endpoint for route in job_routes(desk) if route.path.endswith("/events"))

    async def lines() -> list[str]:
        response = await events(Request({"type": "http", "path_params": {"id": jobs.job.id}}))
        return [line async for line in response.body_iterator]

    # In a thread: where a browser is open, Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as thread:
        sent = thread.submit(lambda: asyncio.run(lines())).result()
    assert [json.loads(line.removeprefix("data: "))["state"] for line in sent] == told


SERVE = [sys.executable, "-m", "anaphora_workbench", "serve", "--no-browser", "--port", "0"]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this process and of those that it starts."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def sent(folder: Path, name: str, *, locked: bool = True) -> Path:
    """A folder with a text that a reader has sent, and the file that its server locks."""
    own = folder / name
    own.mkdir()
    (own / "text.txt").write_text("Ann left.", encoding="utf-8")
    if locked:
        (own / "lock").touch()
    return own


def test_what_killed_servers_have_left_is_removed_and_nothing_else(places: Path) -> None:
    killed = sent(places, "workbench-page-killed")
    running = sent(places, "workbench-page-running")
    starting = sent(places, "workbench-page-starting", locked=False)
    others = sent(places, "workbench-key-others")
    (places / "workbench-page-link").symlink_to(others)
    lock = FileLock(running / "lock")
    with sent_folder() as own:
        assert {path.name for path in places.iterdir()} == {
            own.name, running.name, starting.name, others.name, "workbench-page-link"
        }  # fmt: skip
        assert not killed.exists()
        with sent_folder() as second:
            assert own.exists()
            assert second != own
    lock.release()
    assert not own.exists()
    assert (others / "text.txt").exists()


def test_the_next_server_removes_what_a_killed_one_has_left(places: Path) -> None:
    for ending, left in ((signal.SIGKILL, 1), (signal.SIGTERM, 0)):
        server = subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http://127.0.0.1:")
        assert len(list(places.glob("workbench-page-*"))) == 1, "one of its own and none of before"
        server.send_signal(ending)
        server.wait(30)
        server.stdout.close()
        assert len(list(places.glob("workbench-page-*"))) == left
