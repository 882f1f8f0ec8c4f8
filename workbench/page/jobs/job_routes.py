"""Routes of a job: its progress, its answer, and its cancellation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from anaphora_workbench.workbench.page.desk import Desk
from anaphora_workbench.workbench.page.jobs.jobs import ENDED, Job
from anaphora_workbench.workbench.page.questions.uploads import RefusedError

# A few readers look at their jobs this often, in seconds; a bridge between threads and the loop would cost more.
_LOOK = 0.05
_STILL_THERE = 15.0


def job_routes(desk: Desk) -> list[Route]:
    """The routes under ``/jobs``."""

    async def events(request: Request) -> Response:
        return StreamingResponse(_events(_job(request, desk), desk), media_type="text/event-stream")

    async def answer(request: Request) -> Response:
        job = _job(request, desk)
        if job.state == "failed":
            raise RefusedError(job.reason, 422)
        if job.state != "done":
            raise RefusedError(f"The job is {job.state}.", 409)
        return Response(job.answer, media_type="application/json")

    async def cancel(request: Request) -> Response:
        desk.jobs.cancel(_job(request, desk))
        return Response(status_code=204)

    return [
        Route("/jobs/{id}/events", events),
        Route("/jobs/{id}", answer),
        Route("/jobs/{id}", cancel, methods=["DELETE"]),
    ]


async def _events(job: Job, desk: Desk) -> AsyncIterator[str]:
    told, silent = "", 0.0
    while True:
        # Read once, since it may end while it is told.
        state = job.state
        about = {
            "state": state, "place": desk.jobs.place(job), "ready": desk.jobs.ready,
            "resolver": job.resolver, "begun": job.begun, "reason": job.reason,
        }  # fmt: skip
        event = f"data: {json.dumps(about)}\n\n"
        if event != told:
            told, silent = event, 0.0
            yield event
        if state in ENDED:
            return
        await asyncio.sleep(_LOOK)
        silent += _LOOK
        if silent > _STILL_THERE:
            silent = 0.0
            yield ": still there\n\n"


def _job(request: Request, desk: Desk) -> Job:
    job = desk.jobs.get(request.path_params["id"])
    if job is None:
        raise RefusedError("There is no such job, or it was forgotten; ask again.", 404)
    return job
