"""Agreement: two annotators' keys of one text are compared, and their differences settled one by one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.questions.questions import AgreementQuestion
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, files_in, form_of


def _routes(desk: Desk) -> list[Route]:
    async def ask(request: Request) -> Response:
        """Take the files of two annotators."""
        async with form_of(request, desk.largest) as form:
            paths = []
            for annotator in ("a", "b"):
                files = files_in(form, annotator)
                if not files:
                    raise RefusedError(f"There is no file of annotator {annotator.upper()}; expected two files.")
                paths.append(desk.uploads.path(await desk.uploads.file(files[-1])))
            tab = str(form.get("tab", ""))[:64]
        return desk.ask(AgreementQuestion(*paths), f"agreement {tab}")

    return [Route("/agreement/ask", ask, methods=["POST"])]


VIEW = View(
    "agreement",
    "Agreement",
    "/agreement",
    ("asking.js", "chains.js", "key_state.js", "key_drafts.js", "adjudication.js", "agreement.js"),
    routes=_routes,
)
