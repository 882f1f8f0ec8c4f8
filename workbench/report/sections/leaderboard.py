"""The leaderboard: the scores of every resolver, a table for each corpus and setting."""

from pathlib import Path

from anaphora_workbench.workbench.report.comparison import FACE, comparison_table, legend
from anaphora_workbench.workbench.report.sections import Section, in_each_setting

SECTION = Section(
    "leaderboard",
    "Leaderboard",
    link="Leaderboard",
    tables=in_each_setting(comparison_table),
    metrics=FACE,
    template=Path(__file__).with_suffix(".html.j2"),
    content=lambda results: {"legend": legend(results)},
)
