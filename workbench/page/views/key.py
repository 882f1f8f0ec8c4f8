"""Key: chains are made by hand, saved, and opened again."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.writing import write_file
from anaphora_workbench.resolvers import SUGGESTED, shipped
from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.questions.key_form import document_of_form
from anaphora_workbench.workbench.page.questions.questions import KeyQuestion
from anaphora_workbench.workbench.page.questions.uploads import LONGEST_PASTED, RefusedError, form_of

FORMATS = ("np-xml", "conllu", "conll2012")


def _index(desk: Desk) -> Mapping[str, Any]:
    return {
        "samples": list(desk.samples),
        "longest": LONGEST_PASTED,
        "resolvers": list(shipped("algorithm")),
        "first": SUGGESTED["algorithm"][0],
        "formats": FORMATS,
    }


def _routes(desk: Desk) -> list[Route]:
    async def open_(request: Request) -> Response:
        """Take a text, a file or a key that was begun."""
        async with form_of(request, desk.largest) as form:
            path = await _path(form, desk)
            resolver = str(form.get("resolver", ""))
            if resolver and resolver not in shipped("algorithm"):
                known = ", ".join(shipped("algorithm"))
                raise RefusedError(f"There is no resolver {resolver[:80]!r}; expected one of {known}.")
            place = str(form.get("place", ""))
            question = KeyQuestion(path, int(place) if place.isdecimal() and len(place) < 7 else 0, resolver)
            tab = str(form.get("tab", ""))[:64]
        return desk.ask(question, f"key {tab}")

    async def save(request: Request) -> Response:
        """The file of a key, for the browser to save, or the id of the stored key to score against."""
        async with form_of(request, desk.largest) as form:
            content, its_format = str(form.get("key", "")), str(form.get("format", ""))
            is_kept = form.get("keep") == "1"
        if its_format not in FORMATS:
            raise RefusedError(f"There is no format {its_format[:80]!r} here; expected one of {', '.join(FORMATS)}.")
        name, written, lost = await asyncio.to_thread(_written, content, its_format)
        if is_kept:
            return JSONResponse({"kept": desk.uploads.content(name, written)}, 201)
        return JSONResponse({"name": name, "content": written.decode(), "lost": lost})

    return [Route("/key/open", open_, methods=["POST"]), Route("/key/save", save, methods=["POST"])]


async def _path(form: FormData, desk: Desk) -> Path:
    file, key, sample, text = (form.get(name) for name in ("file", "key", "sample", "text"))
    if isinstance(file, UploadFile):
        return desk.uploads.path(await desk.uploads.file(file))
    if isinstance(key, str) and key:
        name, written, _ = await asyncio.to_thread(_written, key, FORMATS[0])
        return desk.uploads.path(desk.uploads.content(name, written))
    if isinstance(sample, str) and sample:
        return desk.sample(sample)
    if not isinstance(text, str):
        raise RefusedError("There is no text; expected one, a file, a key, or the name of a sample.")
    return desk.uploads.path(desk.uploads.text(text))


def _written(content: str, its_format: str) -> tuple[str, bytes, list[str]]:
    try:
        document = document_of_form(json.loads(content))
    except RecursionError:
        raise RefusedError("This is not a key: nested too deeply; expected a key that the page sent.") from None
    except ValueError as error:
        raise RefusedError(f"This is no key: {error}.") from None
    chosen = get_format(its_format)
    with tempfile.TemporaryDirectory(prefix="workbench-key-") as folder:
        path = Path(folder) / f"key{chosen.suffixes[0]}"
        try:
            write_file([document], path, chosen)
        except ValueError as error:
            raise RefusedError(f"{its_format}: {str(error).replace(f'{path}: ', '')}.", 422) from None
        return file_name(document.id, chosen.suffixes[0]), path.read_bytes(), chosen.cannot_hold(document)


VIEW = View(
    "key",
    "Key",
    "/key",
    ("asking.js", "chains.js", "key_state.js", "key_drafts.js", "key_text.js", "key_panel.js", "key.js", "key_keys.js"),
    _index,
    _routes,
)
