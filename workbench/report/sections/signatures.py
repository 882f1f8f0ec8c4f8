"""The signatures of all figures."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.sections import Section


def _content(results: Results) -> dict[str, object] | None:
    signatures = [outcome.signature for outcome in results.outcomes]
    return {"signatures": signatures} if signatures else None


SECTION = Section(
    "signatures",
    "Signatures",
    link="Signatures",
    template=Path(__file__).with_suffix(".html.j2"),
    content=_content,
)
