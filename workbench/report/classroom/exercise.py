"""An exercise as one HTML file that needs no network and no other file.

It judges guesses by itself, so the answers lie in it: packed, so that nobody reads them by looking at the file.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from anaphora_workbench.workbench.base.signature import tool_version
from anaphora_workbench.workbench.report.document.page_data import PiecesInPage
from anaphora_workbench.workbench.report.document.page_words import words_on_page

_SCRIPTS = ("elements.js", "keys.js", "chains.js", "traces.js", "case.js", "steps.js", "glossary.js")


def exercise_page(content: Mapping[str, Any], columns: Sequence[tuple[str, str]]) -> str:
    """The exercise on a text as HTML.

    Args:
        content: the text as columns answered it, see ``api.side_by_side``.
        columns: what each is called, and its resolver, "" for a file of answers.
    """
    from jinja2 import Environment, StrictUndefined

    failures = [column["failure"] for column in content["columns"]]
    index = {
        "words": words_on_page(resolver for _, resolver in columns if resolver),
        "columns": [{"name": name, "place": place} for place, (name, _) in enumerate(columns) if not failures[place]],
        "has_key": content["has_key"],
    }
    pieces = PiecesInPage()
    pieces.add(content["answered"])
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True).from_string(
        _text("exercise.html.j2")
    )
    return template.render(
        title=content["id"],
        has_key=content["has_key"],
        version=tool_version(),
        index=json.dumps(index, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        piece=pieces.texts[0],
        styles=[_shared("report.css"), _text("exercise.css")],
        scripts=[*map(_shared, _SCRIPTS), _text("exercise.js")],
    )


@cache
def _room() -> Traversable:
    return resources.files("anaphora_workbench.workbench.report")


def _text(name: str) -> str:
    return (_room() / "classroom" / name).read_text(encoding="utf-8")


def _shared(name: str) -> str:
    return (_room() / "templates" / name).read_text(encoding="utf-8")
