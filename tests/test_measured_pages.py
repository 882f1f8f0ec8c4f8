"""Figures that take an hour to measure were measured with the rules of today.

Under each table stands a signature, and it names the rules (``corpora/rules.py``). A page that fails here is stale:
``python -m benchmarks.results``, ``.reproduction``, ``.exercise`` and ``.full_coreference`` measure anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.full_coreference import METRICS as FULL_COREFERENCE

from anaphora_workbench.evaluation.registry import METRICS, anaphora_metrics
from anaphora_workbench.preprocessing.pipeline import VERSION
from anaphora_workbench.resolvers.registry import RESOLVERS
from anaphora_workbench.workbench.exercise import TASKS
from anaphora_workbench.workbench.exercise.scoring import metrics_of
from anaphora_workbench.workbench.report.comparison import FACE

DOCS = Path(__file__).resolve().parents[1] / "docs"
METRICS_OF = {
    "results.md": {*FACE, *anaphora_metrics()},
    "reproduction.md": set(anaphora_metrics()),
    "are.md": {name for task in TASKS for name in metrics_of(task)},
    "full-coreference.md": {*FULL_COREFERENCE, "gap"},
}


def tables(page: str) -> list[tuple[set[str], dict[str, str]]]:
    """The resolvers in the rows of each table with a signature, and the signature."""
    found = []
    rows: set[str] = set()
    for line in (DOCS / page).read_text(encoding="utf-8").replace(r"\|", "¦").splitlines():
        cell = re.match(r"\| ([\w-]+) \|", line)
        if cell:
            # Not all tables have a signature: one begins with its head.
            rows = set() if cell[1] == "resolver" else rows | {cell[1]}
        signature = re.search(r"workbench:[^`]*", line)
        if signature:
            parts = (part.partition(":") for part in re.split(r"[¦|]", signature[0]))
            found.append((rows & set(RESOLVERS.names()), {name: value for name, _, value in parts}))
            rows = set()
    return found


def number(summary: str, name: str) -> str:
    """What a summary of rules says of one name."""
    most, *others = summary.split(",")
    return dict(other.split("=") for other in others).get(name, most)


@pytest.mark.parametrize("page", METRICS_OF)
def test_the_page_was_measured_with_the_rules_of_today(page: str) -> None:
    measured = tables(page)
    assert any(resolvers for resolvers, _ in measured)
    for resolvers, signature in measured:
        assert signature["preprocessing"] == VERSION
        # Tables of GAP have its own metric, and no other is in their signatures.
        counted = {"gap"} if "gap-missing" in signature else METRICS_OF[page]
        of_metrics = {name: number(signature["metric-rules"], name) for name in counted}
        assert of_metrics == {name: METRICS.rules(name) for name in counted}
        of_resolvers = {name: number(signature["resolver-rules"], name) for name in resolvers}
        assert of_resolvers == {name: RESOLVERS.rules(name) for name in resolvers}
