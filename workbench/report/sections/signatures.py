"""All that each figure depends on."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.report.sections import Section
from anaphora_workbench.workbench.results import Results


def _content(results: Results) -> dict[str, object] | None:
    signatures = [
        str(outcome.depends_on)
        for corpus in results.corpora.values()
        for by_resolver in corpus.settings.values()
        for outcome in by_resolver.values()
    ]
    return {"signatures": signatures} if signatures else None


SECTION = Section(
    "signatures",
    "Signatures",
    link="Signatures",
    template=Path(__file__).with_suffix(".html.j2"),
    content=_content,
)
