"""Text in, side by side, and why: a text is answered by columns, and each answer explains itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER
from anaphora_workbench.corpora.formats.parts.files import place_number
from anaphora_workbench.resolvers import SUGGESTED, Resolver, ResolverInfo, get_resolver, joined_names
from anaphora_workbench.workbench.page.desk import Desk, View
from anaphora_workbench.workbench.page.questions.questions import ExerciseQuestion, TextQuestion, TryingQuestion
from anaphora_workbench.workbench.page.questions.resolver_choice import ROLES, known_resolvers, offered_resolvers
from anaphora_workbench.workbench.page.questions.uploads import LONGEST_PASTED, RefusedError, form_of
from anaphora_workbench.workbench.runs.column import Column, FeatureChange

MOST_COLUMNS = 4
_NO_FILE = Path()
_GONE = "this file of answers is no longer stored; choose it again"


def _index(desk: Desk) -> Mapping[str, Any]:
    return {
        "most": MOST_COLUMNS,
        "longest": LONGEST_PASTED,
        "first": SUGGESTED["algorithm"],
        # Unless a reader takes the tick away.
        "joined": SUGGESTED["nominal"],
        "samples": list(desk.samples),
        "corpora": list(desk.corpora),
        "roles": list(ROLES.items()),
        "resolvers": [
            {
                "name": info.name,
                "role": info.role,
                "about": info.description,
                "source": info.source,
                "needs_key": info.needs_key,
                "parts": _parts(info),
                "options": {
                    name: {"default": _plain(option.default), "help": option.help, "choices": option.choices}
                    for name, option in info.options.items()
                    if not option.is_private
                },
            }
            for info in offered_resolvers()
        ],
    }


def _parts(info: ResolverInfo) -> list[tuple[str, float | None]]:
    """The parts that can be left out of a resolver, each with its weight if that can be changed."""
    if "without" not in info.options:
        return []
    resolver = get_resolver(info.name)
    weights = resolver.values() if isinstance(resolver, Resolver) and "weights" in info.options else {}
    removable = resolver.removable() if isinstance(resolver, Resolver) else info.parts
    return [(part, weights.get(part)) for part in removable]


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return ",".join(f"{name}={number}" for name, number in value.items())
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else value


def _routes(desk: Desk) -> list[Route]:
    async def asked(request: Request) -> tuple[str, str, TextQuestion]:
        """The tab that asks, the id of its text, and the question."""
        async with form_of(request, desk.largest) as form:
            tab = str(form.get("tab", ""))
            if not tab or len(tab) > 64:
                raise RefusedError("No tab; expected a name of up to 64 characters.")
            columns = _columns(str(form.get("columns", "")), desk)
            text, path = await _text(form.get("text"), form.get("file"), form.get("kept"), form.get("sample"), desk)
            gone = tuple((number, _GONE) for number, column in enumerate(columns) if column.response == _NO_FILE)
            question = TextQuestion(path, columns, _number(form.get("place")), str(form.get("setting", "")), gone)
        return tab, text, question

    async def ask(request: Request) -> Response:
        """Take a text and columns; the answer names the job and the text, by which it can be asked again."""
        tab, text, question = await asked(request)
        return desk.ask(question, tab, text=text)

    async def exercise(request: Request) -> Response:
        """Take a text and columns, for an exercise."""
        tab, _, question = await asked(request)
        return desk.ask(ExerciseQuestion(question), f"exercise {tab}")

    async def try_on(request: Request) -> Response:
        """Take two columns of one resolver, to be compared on a corpus."""
        async with form_of(request, desk.largest) as form:
            before, after = _pair(str(form.get("columns", "")), desk)
            name = str(form.get("corpus", ""))
            tab = str(form.get("tab", ""))[:64]
        question = TryingQuestion(name, desk.corpus(name), before.resolver, before.options, after.options)
        return desk.ask(question, f"try {tab}", is_long=True)

    async def keep(request: Request) -> Response:
        """Keep a file of answers for a column."""
        async with form_of(request, desk.largest) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise RefusedError("No file; expected one.")
            return JSONResponse({"kept": await desk.uploads.file(file), "name": file.filename}, 201)

    return [
        Route("/ask", ask, methods=["POST"]),
        Route("/exercise", exercise, methods=["POST"]),
        Route("/try", try_on, methods=["POST"]),
        Route("/files", keep, methods=["POST"]),
    ]


async def _text(text: object, file: object, kept: object, sample: object, desk: Desk) -> tuple[str, Path]:
    """The id of a text that is kept, "" for a sample, and its file."""
    if isinstance(file, UploadFile):
        id = await desk.uploads.file(file)
        return id, desk.uploads.path(id)
    if isinstance(kept, str) and kept:
        return kept, desk.uploads.path(kept)
    if isinstance(sample, str) and sample:
        return "", desk.sample(sample)
    if not isinstance(text, str):
        raise RefusedError("There is no text; expected one, a file, or the name of a sample.")
    id = desk.uploads.text(text)
    return id, desk.uploads.path(id)


def _columns(text: str, desk: Desk) -> tuple[Column, ...]:
    """The columns that are asked for. Raises RefusedError for none, too many, or one that is not of the form."""
    try:
        asked = json.loads(text)
        columns = tuple(
            Column(response=_answers(str(column["response"]), desk))
            if "response" in column
            else Column(
                str(column["resolver"]),
                dict(column.get("options", {}).items()),
                changes=tuple(_change(change) for change in column.get("changes", ())),
            )
            for column in asked
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise RefusedError('No such columns; expected [{"resolver": NAME, "options": {…}}, …].') from None
    if not 1 <= len(columns) <= MOST_COLUMNS:
        raise RefusedError(f"{len(columns)} columns; expected 1 to {MOST_COLUMNS}.")
    known = known_resolvers()
    for column in columns:
        for part in joined_names(column.resolver) if column.response is None else ():
            if part not in known:
                raise RefusedError(f"There is no resolver {part!r}; expected one of {', '.join(known)}.")
            _refuse_private(part, column.options, known[part])
    return columns


def _answers(id: str, desk: Desk) -> Path:
    """The file of answers of an id; one that is not kept costs its column, and not the text."""
    try:
        return desk.uploads.path(id)
    except RefusedError:
        return _NO_FILE


def _refuse_private(resolver: str, options: Mapping[str, Any], info: ResolverInfo) -> None:
    """Raise RefusedError for an option that is not the reader's, as the path of a file of the server."""
    for name, option in info.options.items():
        # Of joined resolvers an option is also given with the name of its part.
        given = [str(value) for key, value in options.items() if str(key).rpartition(".")[2] == name]
        if option.is_private and any(value != option.default for value in given):
            kind = "a file of the server, which the page opens for nobody" if option.is_file else "set by who serves it"
            raise RefusedError(f"Option {name} of {resolver} is {kind}.")


def _change(given: object) -> FeatureChange:
    """A change of a mention's feature. Raises ValueError or TypeError for what is none."""
    if not isinstance(given, list) or len(given) != len(FeatureChange._fields):
        raise ValueError
    start, end, feature, values = given
    possible = {"number": ANY_NUMBER, "gender": ANY_GENDER}[feature]
    if not values or not possible.issuperset(values):
        raise ValueError
    return FeatureChange(int(start), int(end), feature, "".join(values))


def _pair(text: str, desk: Desk) -> tuple[Column, Column]:
    """Two columns of one resolver. Raises RefusedError for others."""
    columns = _columns(text, desk)
    if len(columns) != len(("before", "after")) or columns[0].resolver != columns[1].resolver or columns[0].response:
        raise RefusedError(
            "These are not two columns of one resolver; expected the resolver before and after a change."
        )
    return columns[0], columns[1]


def _number(text: object) -> int:
    return max(0, place_number(text)) if isinstance(text, str) else 0


VIEW = View(
    "text",
    "Text",
    "/",
    (
        *("asking.js", "chains.js", "traces.js", "case.js", "steps.js", "figure.js", "figures.js", "why.js"),
        *("columns.js", "changes.js", "try.js", "edits.js", "text.js"),
    ),
    _index,
    _routes,
)
