"""Lays out docs/models.md from the models that the package carries; ``python -m benchmarks.pages`` writes it.

Scores in it are those that the models state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from benchmarks.models import FOLDER, SYSTEMS

_HEAD = """\
# Model cards

Models that come with the package. `python -m benchmarks.pages` writes this page from their files, `make models` trains
them anew. Every model is a readable file ([Learned resolvers](reference/learned.md), 5), which states its features, the
documents that it has learnt from, the command that made it and the figures by which its parameters were chosen.

No model has seen a development or test document. All are English only. They learnt from the written and spoken English
of GUM and from English fiction of 1719 to 1922 (LitBank), and these texts' view of men and women is in their weights;
[results.md](results.md#gap) has resolvers on corpora of bias. The models are made for comparing resolvers and for
reading. Look at their errors before you decide anything about people by them.

Licence: CC BY-NC-SA 4.0, as they were trained on GUM; see the NOTICE next to the files.
"""
_WEIGHTS = """\
## The weights of ranking-pronouns

For each line of the feature table the value that speaks most for a candidate and the value that speaks most against it;
the model file has all of them. The candidate with the largest sum is the antecedent; a difference of 1 makes it 2.7
times as probable. [Learned resolvers](reference/learned.md) explains the names of features.
"""
_CLASSIFIERS = ("mentions", "status")


def models() -> dict[str, dict[str, Any]]:
    """The models of the package by name."""
    return {name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in sorted(SYSTEMS)}


def page() -> str:
    """The text of docs/models.md."""
    shipped = models()
    columns = [Column("model", "model"), Column("learns", "how it decides")]
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
    parts = [_HEAD, as_markdown(Table("", columns, table))]
    parts += [f"{', '.join(names)}: {made}\n" for made, names in _made(shipped).items()]
    return "\n".join([*parts, _WEIGHTS, as_markdown(_extremes(shipped["ranking-pronouns"]["learnt"]))])


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


def _extremes(learnt: Mapping[str, Any]) -> Table:
    by_line: dict[str, list[str]] = {}
    for _, line, value, weight in rows(learnt):
        by_line.setdefault(line, []).append(f"{value} {weight:+.2f}")
    columns = [Column(name, name) for name in ("features", "most for", "most against")]
    extremes = [
        {"features": line, "most for": values[0], "most against": values[-1]} for line, values in by_line.items()
    ]
    return Table("", columns, extremes)
