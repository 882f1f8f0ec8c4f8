"""Text in, side by side, and why: a text is answered by columns, and each answer explains itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.page.desk import Desk
from anaphora_workbench.workbench.page.jobs import Job, TooManyJobsError
from anaphora_workbench.workbench.page.questions import TextQuestion
from anaphora_workbench.workbench.page.uploads import RefusedError, form_of
from anaphora_workbench.workbench.page.view import View
from anaphora_workbench.workbench.runs.columns import Column

MOST_COLUMNS = 4
LONGEST_PASTED = 200_000
_FIRST = ("mitkov", "kennedy-boguraev")
# A few readers look at their jobs this often, in seconds; a bridge between threads and the loop would cost more.
_LOOK = 0.05
_STILL_THERE = 15.0


def _index(desk: Desk) -> Mapping[str, Any]:
    return {
        "most": MOST_COLUMNS,
        "first": _FIRST,
        "samples": list(desk.samples),
        "resolvers": [
            {
                "name": info.name,
                "role": info.role,
                "about": info.description,
                "source": info.source,
                "needs_key": info.needs_key,
                "options": {
                    name: {"default": _plain(option.default), "help": option.help, "choices": option.choices}
                    for name, option in info.options.items()
                },
            }
            for info in available().values()
            if not info.error
        ],
    }


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return ",".join(f"{name}={number}" for name, number in value.items())
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else value


def _routes(desk: Desk) -> list[Route]:
    async def ask(request: Request) -> Response:
        """Take a text and columns; the answer names the job and the text, by which it can be asked again."""
        async with form_of(request, desk.largest) as form:
            tab = str(form.get("tab", ""))
            if not tab or len(tab) > 64:
                raise RefusedError("No tab; expected a name of up to 64 characters.")
            columns = _columns(str(form.get("columns", "")), desk)
            text, path = await _text(form.get("text"), form.get("file"), form.get("kept"), form.get("sample"), desk)
            question = TextQuestion(path, columns, _number(form.get("place")), str(form.get("setting", "")))
        try:
            job = desk.jobs.ask(question, tab)
        except TooManyJobsError:
            raise RefusedError("Too many texts wait already; try again in a moment.", 503) from None
        return JSONResponse({"job": job.id, "text": text}, 202)

    async def keep(request: Request) -> Response:
        """Keep a file of answers for a column."""
        async with form_of(request, desk.largest) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise RefusedError("No file; expected one.")
            return JSONResponse({"kept": await desk.uploads.file(file), "name": file.filename}, 201)

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
        Route("/ask", ask, methods=["POST"]),
        Route("/files", keep, methods=["POST"]),
        Route("/jobs/{id}/events", events),
        Route("/jobs/{id}", answer),
        Route("/jobs/{id}", cancel, methods=["DELETE"]),
    ]


async def _events(job: Job, desk: Desk) -> AsyncIterator[str]:
    """What becomes of a job, told whenever it changes."""
    told, silent = "", 0.0
    while True:
        state = {"state": job.state, "place": desk.jobs.place(job), "resolver": job.resolver, "begun": job.begun}
        event = f"data: {json.dumps(state | {'reason': job.reason})}\n\n"
        if event != told:
            told, silent = event, 0.0
            yield event
        if job.ended:
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


async def _text(text: object, file: object, kept: object, sample: object, desk: Desk) -> tuple[str, Path]:
    """The id of a text that is kept, "" for a sample, and its file."""
    if isinstance(file, UploadFile):
        id = await desk.uploads.file(file)
        return id, desk.uploads.path(id)
    if isinstance(kept, str) and kept:
        return kept, desk.uploads.path(kept)
    if isinstance(sample, str) and sample:
        if sample not in desk.samples:
            raise RefusedError(f"There is no sample {sample!r}; expected one of {', '.join(desk.samples)}.")
        return "", desk.samples[sample]
    if not isinstance(text, str):
        raise RefusedError("There is no text; expected one, a file, or the name of a sample.")
    if len(text) > LONGEST_PASTED:
        raise RefusedError(f"The text has {len(text)} characters; expected at most {LONGEST_PASTED}.", 413)
    id = desk.uploads.text(text)
    return id, desk.uploads.path(id)


def _columns(text: str, desk: Desk) -> tuple[Column, ...]:
    """The columns that are asked for. Raises RefusedError for none, too many, or one that is not of the form."""
    try:
        asked = json.loads(text)
        columns = tuple(
            Column(response=desk.uploads.path(str(column["response"])))
            if "response" in column
            else Column(str(column["resolver"]), dict(column.get("options", {}).items()))
            for column in asked
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        raise RefusedError('No such columns; expected [{"resolver": NAME, "options": {…}}, …].') from None
    if not 1 <= len(columns) <= MOST_COLUMNS:
        raise RefusedError(f"{len(columns)} columns; expected 1 to {MOST_COLUMNS}.")
    known = available()
    for column in columns:
        for part in column.resolver.split("+") if column.response is None else ():
            if part not in known:
                raise RefusedError(f"There is no resolver {part!r}; expected one of {', '.join(known)}.")
    return columns


def _number(text: object) -> int:
    return int(text) if isinstance(text, str) and text.isdigit() and len(text) < 7 else 0


VIEW = View(
    "text",
    "Text",
    "/",
    ("chains.js", "traces.js", "why.js", "steps.js", "columns.js", "text.js"),
    _index,
    _routes,
)
