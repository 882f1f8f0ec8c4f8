"""Corpora: the report of a comparison, which the page makes and serves piece by piece."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.corpora.formats.parts.files import place_number
from anaphora_workbench.resolvers import SUGGESTED, joined_names, shipped
from anaphora_workbench.workbench.base.settings import SETTINGS
from anaphora_workbench.workbench.page.answers.served_report import PAGE, SCRIPTS, part_of, piece_of
from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.questions.questions import CorpusQuestion
from anaphora_workbench.workbench.page.questions.resolver_choice import ROLES, known_resolvers, offered_resolvers
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, files_in, form_of, row_names


def _index(desk: Desk) -> Mapping[str, Any]:
    return {
        "corpora": list(desk.corpora),
        "first": [*shipped("algorithm"), *SUGGESTED["baseline"]],
        "resolvers": [
            {"name": info.name, "role": info.role, "about": info.description, "source": info.source}
            for info in offered_resolvers()
        ],
        "roles": list(ROLES.items()),
        "settings": {str(setting): setting.meaning for setting in SETTINGS},
    }


def _routes(desk: Desk) -> list[Route]:
    async def ask(request: Request) -> Response:
        """Take a comparison; one that was made before is there at once."""
        async with form_of(request, desk.largest) as form:
            question = await _question(form, desk)
            tab = str(form.get("tab", ""))[:64] or "corpus"
        report = question.folder.name
        if question.folder.is_dir():
            return JSONResponse({"report": report})
        return desk.ask(question, f"corpus {tab}", is_long=True, report=report)

    def served(name: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return Response(part_of(desk.reports / request.path_params["report"], name), media_type=media_type)

        return answer

    async def piece(request: Request) -> Response:
        number = place_number(request.path_params["number"])
        packed = piece_of(desk.reports / request.path_params["report"], number)
        return Response(packed, media_type="application/json", headers={"Content-Encoding": "deflate"})

    return [
        Route("/corpus/ask", ask, methods=["POST"]),
        Route("/corpus/{report}/", served(PAGE, "text/html")),
        Route("/corpus/{report}/sections.js", served(SCRIPTS, "text/javascript")),
        Route("/corpus/{report}/pieces/{number}", piece),
    ]


async def _question(form: FormData, desk: Desk) -> CorpusQuestion:
    """The comparison asked for. Raises RefusedError for unknown names."""
    corpora = [desk.corpus(str(name)) for name in form.getlist("corpus")]
    files = files_in(form, "file")
    corpora += [desk.uploads.path(await desk.uploads.file(file)) for file in files]
    if not corpora:
        raise RefusedError("There is no corpus; expected one by name, or a file with a key.")
    known, resolvers = known_resolvers(), tuple(dict.fromkeys(map(str, form.getlist("resolver"))))
    for name in resolvers:
        if any(part not in known for part in joined_names(name)):
            raise RefusedError(f"There is no resolver {name!r}; expected one of {', '.join(known)}.")
    settings = tuple(dict.fromkeys(map(str, form.getlist("setting"))))
    for name in settings:
        if name not in map(str, SETTINGS):
            raise RefusedError(f"There is no setting {name!r}; expected one of {', '.join(map(str, SETTINGS))}.")
    answers = files_in(form, "answers")
    responses = []
    for name, file in zip(row_names((file.filename for file in answers), resolvers or known), answers, strict=True):
        responses.append((name, desk.uploads.path(await desk.uploads.file(file))))
    if not resolvers and not responses:
        raise RefusedError("There is nothing to compare; expected resolvers, or files with answers.")
    state = await asyncio.to_thread(_state, corpora)
    asked = repr((corpora, state, resolvers, settings, responses))
    folder = desk.reports / hashlib.sha256(asked.encode()).hexdigest()[:24]
    return CorpusQuestion(tuple(corpora), resolvers, settings, tuple(responses), folder)


def _state(corpora: Iterable[Path]) -> list[tuple[str, int, int]]:
    """What tells that a file has changed since a comparison was made: its path, its size and its time."""
    files = [file for corpus in corpora for file in (sorted(corpus.rglob("*")) if corpus.is_dir() else [corpus])]
    return [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files if file.is_file()]


VIEW = View("corpus", "Corpus", "/corpus", ("asking.js", "corpus.js"), _index, _routes)
