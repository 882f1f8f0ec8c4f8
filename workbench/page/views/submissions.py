"""Submissions: several systems' answers to a key that lies apart, checked, scored and ranked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.questions.questions import RankingQuestion
from anaphora_workbench.workbench.page.questions.uploads import RefusedError, files_in, form_of, row_names
from anaphora_workbench.workbench.scoring.presets import PRESETS

MOST_SUBMISSIONS = 64


def _index(desk: Desk) -> Mapping[str, Any]:
    presets = [[preset.name, f"{preset.name}: {preset.source}"] for preset in PRESETS.values()]
    return {"has_key": desk.key is not None, "presets": presets}


def _routes(desk: Desk) -> list[Route]:
    async def ask(request: Request) -> Response:
        """Take submissions."""
        if desk.key is None:
            raise RefusedError("There is no key; start the page with workbench serve --key FILE.", 409)
        async with form_of(request, desk.largest, MOST_SUBMISSIONS) as form:
            files = files_in(form, "submission")
            if not files:
                raise RefusedError("There is no submission; expected files with answers.")
            named: list[tuple[str, Path]] = []
            for name, file in zip(row_names(file.filename for file in files), files, strict=True):
                named.append((name, desk.uploads.path(await desk.uploads.file(file, may_be_empty=True))))
            tab, preset = str(form.get("tab", ""))[:64], str(form.get("preset", ""))
        if preset and preset not in PRESETS:
            raise RefusedError(f"There is no preset {preset[:64]!r}; expected one of the page's.")
        return desk.ask(RankingQuestion(desk.key, tuple(named), preset), f"submissions {tab}", is_long=True)

    return [Route("/submissions/ask", ask, methods=["POST"])]


VIEW = View("submissions", "Submissions", "/submissions", ("asking.js", "submissions.js"), _index, _routes)
