"""The page as an application: its views, the files they load, and the guard before all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.corpora.support.samples import SAMPLES, packaged
from anaphora_workbench.workbench.base.signature import tool_version
from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.jobs.job_routes import job_routes
from anaphora_workbench.workbench.page.jobs.jobs import JobLimits, Jobs, answering
from anaphora_workbench.workbench.page.questions.questions import RankingQuestion, for_readers
from anaphora_workbench.workbench.page.questions.resolver_choice import offered_resolvers
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, Uploads
from anaphora_workbench.workbench.page.safety import Guard
from anaphora_workbench.workbench.page.views import views
from anaphora_workbench.workbench.report.document.page_words import in_script, words_on_page

LARGEST_REQUEST = 8_000_000
_FOLDERS = (("anaphora_workbench.workbench.report", "templates"), ("anaphora_workbench.workbench.page", "static"))
_KINDS = {".js": "text/javascript", ".css": "text/css"}
# What every view loads, before its own.
_SHARED = ("elements.js", "keys.js", "theme.js")


def application(
    folder: Path,
    token: str,
    host: str,
    limits: JobLimits | None = None,
    corpora: Mapping[str, Path] | None = None,
    key: Path | None = None,
) -> Starlette:
    """The page.

    Args:
        folder: for what readers send and what is made of it; whoever calls removes it.
        token: that the first address has.
        host: that the server listens to.
        limits: of jobs.
        corpora: that readers may compare resolvers on, by name, besides the samples.
        key: that submissions are ranked by.
    """
    uploads = Uploads(folder / "sent")
    jobs = Jobs(
        partial(answering, folder / "prepared", uploads.folder),
        limits,
        lambda question, reason: _told(question, reason, uploads),
    )
    samples = {file.name.partition(".")[0]: file for file in sorted(packaged(SAMPLES).glob("*.conllu"))}
    offered = {SAMPLES: packaged(SAMPLES), **(corpora or {})}
    desk = Desk(jobs, uploads, LARGEST_REQUEST, samples, offered, folder / "reports", key)
    all_views = views()
    page = _Pages(desk, all_views)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        jobs.close()

    return Starlette(
        routes=[
            *(Route(view.path, page.of(view), name=view.name) for view in all_views),
            *job_routes(desk),
            *(route for view in all_views for route in view.routes(desk)),
            Route("/static/{name}", _files()),
        ],
        middleware=[Middleware(Guard, token=token, host=host, largest=LARGEST_REQUEST)],
        exception_handlers={RefusedError: _refused, HTTPException: _not_found, Exception: _broken},
        lifespan=lifespan,
    )


class _Pages:
    def __init__(self, desk: Desk, all_views: list[View]) -> None:
        self._desk = desk
        self._views = all_views
        self._words = words_on_page(info.name for info in offered_resolvers())
        self._templates = Environment(
            loader=PackageLoader("anaphora_workbench.workbench.page"),
            autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip

    def of(self, view: View) -> Callable[[Request], Awaitable[Response]]:
        index = {"words": self._words, **view.index(self._desk)}
        html = self._templates.get_template(f"{view.name}.html.j2").render(
            view=view, views=self._views, index=in_script(index), version=tool_version(),
            scripts=(*_SHARED, *view.scripts, "glossary.js"),
        )  # fmt: skip

        async def answer(request: Request) -> Response:
            return HTMLResponse(html)

        return answer


def _files() -> Callable[[Request], Awaitable[Response]]:
    """The scripts and styles, of which there are so many and no more."""
    every = (file for package, folder in _FOLDERS for file in (resources.files(package) / folder).iterdir())
    file_of = {file.name: file for file in every if Path(file.name).suffix in _KINDS}

    async def answer(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in file_of:
            return JSONResponse({"reason": "There is no such file."}, 404)
        return Response(file_of[name].read_bytes(), media_type=_KINDS[Path(name).suffix])

    return answer


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"reason": str(error)}, getattr(error, "status", 400))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"reason": error.detail}, error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    return JSONResponse({"reason": "Something went wrong; the terminal of the page shows the error."}, 500)


def _told(question: Any, reason: str, uploads: Uploads) -> str:
    if isinstance(question, RankingQuestion):
        # A reason may quote the key.
        return "the submissions could not be scored against the key"
    return for_readers(reason, question, uploads.folder)
