"""A document three times over: the key's chains, A's and B's; without a key twice."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.explanations.words import VERDICTS, WITHOUT_KEY
from anaphora_workbench.workbench.report.sections import Section


def _content(results: Results) -> dict[str, object]:
    return {"verdicts": VERDICTS, "without_key": WITHOUT_KEY}


SECTION = Section(
    "documents",
    "Documents",
    link="Documents",
    template=Path(__file__).with_suffix(".html.j2"),
    content=_content,
    script=Path(__file__).with_suffix(".js"),
)
