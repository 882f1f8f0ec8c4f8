"""Tables that ``make docs`` adds to the pages: of what is installed, and of the files in docs/data.

A page asks for one by a comment, ``<!-- table: metrics -->`` or ``<!-- table: NAME.csv -->``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from anaphora_workbench.evaluation import available_metrics
from anaphora_workbench.evaluation.counting.options import COMMON
from anaphora_workbench.resolvers import available

DATA = Path(__file__).resolve().parents[1] / "data"
PLACE = re.compile(r"<!-- table: ([\w.-]+) -->")


def filled(page: str) -> str:
    """A page with its tables in the place of the comments that ask for them."""
    return PLACE.sub(lambda place: _of_file(place[1]) if place[1].endswith(".csv") else TABLES[place[1]](), page)


def metrics() -> str:
    """Each metric with its source, and the options of each."""
    shown = available_metrics().values()
    rows = [
        (f"`{metric.name}`", metric.description, metric.source, metric.needs.value, _parts(metric)) for metric in shown
    ]
    table = _table(("metric", "counts", "source", "needs", "`--by`"), rows)
    options = [("all metrics", COMMON), *((f"`{metric.name}`", metric.options) for metric in shown)]
    return f"{table}\n\n{_options(options)}"


def resolvers() -> str:
    """The options of each resolver; what all pronoun resolvers have stands once."""
    options_of = {name: info.options for name, info in available().items()}
    with_window = [options for options in options_of.values() if "window" in options]
    of_all = {
        name: option
        for name, option in with_window[0].items()
        if all(options.get(name) == option for options in with_window)
    }
    own = [
        (f"`{name}`", {option: about for option, about in options.items() if about != of_all.get(option)})
        for name, options in options_of.items()
    ]
    return _options([("all pronoun resolvers", of_all), *own])


TABLES = {"metrics": metrics, "resolvers": resolvers}


def _of_file(name: str) -> str:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        head, *rows = map(tuple, csv.reader(file))
    return _table(head, rows)


def _parts(metric: Any) -> str:
    return "all" if metric.by_mention else "document, genre"


def _options(owners: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    rows = [
        (owner, f"`{name}`", _value(option.default), ", ".join(f"`{choice}`" for choice in option.choices), option.help)
        for owner, options in owners
        for name, option in options.items()
    ]
    return _table(("of", "option", "default", "values", "meaning"), rows)


def _value(default: object) -> str:
    return f"`{default}`" if default not in ("", (), None) else ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
