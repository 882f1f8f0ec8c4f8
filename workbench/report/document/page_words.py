"""The words that the scripts of a page use, as data."""

import json
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from anaphora_workbench.resolvers import DIMENSIONS, VALUES, words_of
from anaphora_workbench.workbench.analysis.packed_traces import OTHER_FACTORS
from anaphora_workbench.workbench.report.document.page_forms import WordsOnPage
from anaphora_workbench.workbench.report.explanations.words import UNSEEN, VERDICTS, WITHOUT_KEY, words_of_filters


def report_file(path: str) -> str:
    """The text of a file of the report's, by its path below the room."""
    return (resources.files("anaphora_workbench.workbench.report") / path).read_text(encoding="utf-8")


def in_script(content: object) -> str:
    """JSON that no text in it can end the script element with."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _glossary() -> list[dict[str, Any]]:
    """The words that have a meaning of their own, in the order of the alphabet."""
    words: list[dict[str, Any]] = tomllib.loads(report_file("glossary.toml"))["word"]
    return words


def words_on_page(resolvers: Iterable[str]) -> WordsOnPage:
    """The words that the scripts of a page use.

    Args:
        resolvers: whose answers the page may show.
    """
    words = words_of(resolvers)
    names = {name: factor.name for name, factor in words.factors.items() if factor.name}
    return {
        "features": DIMENSIONS,
        "filters": {
            name: {"cause": of_filter.cause, "meaning": of_filter.meaning, "compares": of_filter.compares}
            for name, of_filter in words_of_filters().items()
        },
        "factors": {name: (factor.gains, factor.loses) for name, factor in words.factors.items()},
        "factor_names": {**names, OTHER_FACTORS: "all other factors"},
        "learned": {
            "features": {name: feature.name for name, feature in words.features.items() if feature.name},
            "values": {name: feature.values for name, feature in words.features.items() if feature.values},
            "published": words.published,
        },
        "labels": words.labels,
        "rules": {**words.rules, **words.rules_on_page},
        "conditions": {**words.conditions, **words.conditions_on_page},
        "of_others": {beginning: on_page for beginning, (_, on_page) in words.of_others.items()},
        "no_answer": {**words.no_answer, **words.no_answer_on_page},
        "skipped": words.skipped,
        "values": VALUES,
        "glossary": _glossary(),
        "verdicts": {
            verdict.letter: {"name": verdict.name, "sign": verdict.sign, "text": verdict.text}
            for verdict in (*VERDICTS, *WITHOUT_KEY, UNSEEN)
        },
    }
