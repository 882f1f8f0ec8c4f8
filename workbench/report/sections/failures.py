"""Documents that have no results, and why."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.sections import Section


def _content(results: Results) -> dict[str, object] | None:
    reasons = [failure.reason for failure in results.failures]
    return {"reasons": reasons} if reasons else None


SECTION = Section(
    "failures", "Documents without results", template=Path(__file__).with_suffix(".html.j2"), content=_content
)
