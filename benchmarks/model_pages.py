"""Lays out docs/models.md from the models that the package carries; ``python -m benchmarks.pages`` writes it.

Scores in it are those that the models state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from benchmarks.columns import columns_of
from benchmarks.models import FOLDER, SYSTEMS
from benchmarks.places import DOCS

PAGE = DOCS / "models.md"
# Lines of a feature table that are shown.
_SHOWN = 10
_CLASSIFIERS = ("mentions", "status")


def models() -> dict[str, dict[str, Any]]:
    """The models of the package by name."""
    return {name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in sorted(SYSTEMS)}


def parts() -> dict[str, str]:
    """The parts of the page."""
    shipped = models()
    columns = columns_of("model; learns: how it decides")
    columns += [Column(name, name, "count") for name in ("features", "weights", "KiB")]
    table = [
        {
            "model": name,
            "learns": available()[name].description,
            "features": len(model["features"]),
            "weights": sum(1 for _ in rows(model["learnt"])) or None,
            "KiB": (FOLDER / f"{name}.json").stat().st_size // 1024,
        }
        for name, model in shipped.items()
    ]
    made = "".join(f"\n{', '.join(names)}: {of_names}\n" for of_names, names in _made(shipped).items())
    return {"models": as_markdown(Table("", columns, table)) + made, "weights": _extremes(shipped["ranking-pronouns"])}


def _made(shipped: Mapping[str, dict[str, Any]]) -> dict[str, list[str]]:
    """From which documents and with which versions models were made, and which of them."""
    found: dict[str, list[str]] = {}
    for name, model in shipped.items():
        corpora = (
            f"{corpus['name']} ({len(corpus['documents'])} documents, {corpus['licence']}, `{corpus['checksum']}`)"
            for corpus in model["trained_on"]
        )
        versions = ", ".join(f"{package} {version}" for package, version in model["versions"].items())
        found.setdefault(f"trained on {' and '.join(corpora)} with {versions}.", []).append(name)
    return found


def rows(learnt: Mapping[str, Any]) -> Iterator[tuple[str, str, str, float]]:
    """Ranker or classifier of mentions, line, value and weight of all weights; none of a system without rankers."""
    of_mentions = {name: {"alone": learnt[name]["weights"], "pairs": {}} for name in _CLASSIFIERS if learnt.get(name)}
    for ranker, of_ranker in {**learnt.get("rankers", learnt), **of_mentions}.items():
        for side in ("pairs", "alone") if isinstance(of_ranker, dict) and "alone" in of_ranker else ():
            for line, weights in of_ranker[side].items():
                for value, weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
                    yield ranker, line, value, weight


def _extremes(model: Mapping[str, Any]) -> str:
    """Of the lines of the feature table that differ most the values that speak most for a candidate and against it."""
    by_line: dict[str, list[tuple[str, float]]] = {}
    for _, line, value, weight in rows(model["learnt"]):
        by_line.setdefault(line, []).append((value, weight))
    widest = sorted(by_line, key=lambda line: by_line[line][-1][1] - by_line[line][0][1])[:_SHOWN]
    columns = [Column(name, name) for name in ("features", "most for", "most against")]
    extremes = [
        {
            "features": line,
            **{
                name: f"{value} {weight:+.2f}"
                for name, (value, weight) in zip(("most for", "most against"), ends, strict=True)
            },
        }
        for line, ends in ((line, (by_line[line][0], by_line[line][-1])) for line in by_line if line in widest)
    ]
    return as_markdown(Table("", columns, extremes))
