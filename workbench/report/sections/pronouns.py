"""All pronouns of a setting, to be filtered and walked through."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.report.sections import Section

SECTION = Section(
    "pronouns",
    "Pronouns",
    link="Pronouns",
    template=Path(__file__).with_suffix(".html.j2"),
    script=Path(__file__).with_suffix(".js"),
)
