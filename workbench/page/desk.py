"""A view of the page, and what the views of one running page share: its jobs and what readers have sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.workbench.page.jobs.jobs import Jobs
from anaphora_workbench.workbench.page.questions.questions import Question
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, Uploads

# Characters of a name that a message quotes.
_QUOTED = 80


@dataclass(frozen=True)
class Desk:
    """The state that the views of one running page share.

    Attributes:
        largest: bytes of one request.
        samples: the packaged documents by name.
        corpora: those that readers may compare resolvers on, by name.
        reports: folder of the reports that were made.
        key: that submissions are ranked by; None for none. It is never served.
    """

    jobs: Jobs
    uploads: Uploads
    largest: int
    samples: dict[str, Path]
    corpora: dict[str, Path]
    reports: Path
    key: Path | None = None

    def ask(self, question: Question, asked_by: str, is_long: bool = False, **further: str) -> Response:
        """Have a question answered, as ``Jobs.ask`` does; what is sent names the job.

        Args:
            further: to be sent with it.
        """
        job = self.jobs.ask(question, asked_by, is_long)
        return JSONResponse({**further, "job": job.id}, 202)

    def sample(self, name: str) -> Path:
        """The packaged document of a name. Raises RefusedError for one that there is not."""
        return _named("sample", name, self.samples)

    def corpus(self, name: str) -> Path:
        """The corpus of a name. Raises RefusedError for one that there is not."""
        return _named("corpus", name, self.corpora)


def _named(what: str, name: str, places: dict[str, Path]) -> Path:
    if name not in places:
        raise RefusedError(f"There is no {what} {name[:_QUOTED]!r}; expected one of {', '.join(places)}.")
    return places[name]


@dataclass(frozen=True)
class View:
    """A view of the page.

    Attributes:
        name: of its template and its scripts.
        title: its heading and its link.
        path: its address.
        scripts: in the order in which they are loaded, after those that all views share.
        index: what its scripts know from the start, besides the words.
        routes: what they ask the server for.
    """

    name: str
    title: str
    path: str
    scripts: tuple[str, ...]
    index: Callable[[Desk], Mapping[str, Any]] = lambda desk: {}
    routes: Callable[[Desk], list[Route]] = lambda desk: []
