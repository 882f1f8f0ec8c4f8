"""An exercise as one HTML file that needs no network and no other file.

It judges guesses by itself, so the answers lie in it: packed, so that nobody reads them by looking at the file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from anaphora_workbench.workbench.base.signature import tool_version
from anaphora_workbench.workbench.report.document.page_data import PiecesInPage
from anaphora_workbench.workbench.report.document.page_words import in_script, report_file, words_on_page

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
        report_file("classroom/exercise.html.j2")
    )
    return template.render(
        title=content["id"],
        has_key=content["has_key"],
        version=tool_version(),
        index=in_script(index),
        piece=pieces.texts[0],
        styles=[report_file("templates/report.css"), report_file("classroom/exercise.css")],
        scripts=[*(report_file(f"templates/{name}") for name in _SCRIPTS), report_file("classroom/exercise.js")],
    )
