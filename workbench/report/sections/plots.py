"""Where A and B succeed: bars, distances, agreement."""

from __future__ import annotations

from pathlib import Path

from anaphora_workbench.workbench.report.sections import Section

SECTION = Section(
    "plots",
    "Where A and B succeed",
    link="Plots",
    template=Path(__file__).with_suffix(".html.j2"),
    script=Path(__file__).with_suffix(".js"),
)
