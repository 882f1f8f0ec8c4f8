"""A comparison for the page: the report of ``workbench compare``, in pieces that the browser asks for one by one."""

import json
import secrets
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.api.comparison import compared_here
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.engine.current_work import being_made
from anaphora_workbench.workbench.experiments.responses import Response
from anaphora_workbench.workbench.page.answers.served_report import PAGE, PIECES, PLACES, SCRIPTS
from anaphora_workbench.workbench.page.questions.questions import CorpusQuestion
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.report.document.page import AFTER_SECTIONS, BEFORE_SECTIONS, rendered, report_content
from anaphora_workbench.workbench.report.document.page_data import PiecesInFile
from anaphora_workbench.workbench.report.sections import breakdowns_needed, metrics_needed

_TITLE = "Anaphora resolvers compared"


def compared(question: CorpusQuestion, cache: Path, told: Callable[[str], str]) -> dict[str, Any]:
    """Compare, and write the report to the question's folder.

    Args:
        told: a reason as readers are told it.

    Returns:
        why documents or resolvers are missing from it.

    Raises:
        ValueError: there is no result at all.
    """
    for name in question.resolvers:
        # Before all of them are made at once, so that it is known which one ended the process; what cannot be made
        # is told below.
        with suppress(ValueError), being_made(name):
            get_resolver(name)
    fields = {
        "corpora": corpora_at(question.corpora),
        "resolvers": question.resolvers,
        "settings": question.settings,
        "responses": tuple(Response(name, path) for name, path in question.responses),
        "by": breakdowns_needed(),
    }
    results = compared_here(fields, cache, metrics_needed())
    results.failures = _told(results.failures, told)
    for corpus in results.corpora.values():
        corpus.left_out = _told(corpus.left_out, told)
    failures = [failure.reason for failure in results.failures]
    if not results.corpora:
        raise ValueError("; ".join(failures) or "there are no documents with a key")
    write_report(ReportTables(results), question.folder)
    return {"failures": failures, "left_out": [f"{name}: {reason}" for name, reason in question.left_out]}


def _told(failures: Iterable[Failure], told: Callable[[str], str]) -> list[Failure]:
    return [replace(failure, where=told(failure.where), reason=told(failure.reason)) for failure in failures]


def write_report(tables: ReportTables, folder: Path) -> None:
    """Write the parts of the report; the folder is there when all of them are."""
    unfinished = folder.with_name(secrets.token_hex(8))
    unfinished.mkdir(parents=True)
    with (unfinished / PIECES).open("wb") as file:
        pieces = PiecesInFile(file)
        content = report_content(tables, _TITLE, pieces)
    scripts = [f"/static/{name}" for name in BEFORE_SECTIONS], [f"/static/{name}" for name in AFTER_SECTIONS]
    html = rendered(content, served=True, scripts=[*scripts[0], SCRIPTS, *scripts[1]])
    (unfinished / PAGE).write_text(html, encoding="utf-8")
    (unfinished / SCRIPTS).write_text("\n".join(content.scripts), encoding="utf-8")
    (unfinished / PLACES).write_text(json.dumps(pieces.places), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.rename(folder)
