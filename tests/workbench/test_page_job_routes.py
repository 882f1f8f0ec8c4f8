"""What is told of a job while it goes on: its end too, whenever that comes."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.requests import Request

from anaphora_workbench.workbench.page.desk import Desk
from anaphora_workbench.workbench.page.jobs.job_routes import job_routes
from anaphora_workbench.workbench.page.jobs.jobs import Job, State
from anaphora_workbench.workbench.page.questions.uploads import Uploads
from questions_of_tests import Sleepy


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
def test_a_job_that_ends_while_it_is_told_is_told_to_have_ended(
    tmp_path: Path, states: list[State], told: list[str]
) -> None:
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
