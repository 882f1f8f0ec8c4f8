"""The leaderboard: the scores of every resolver, a table for each corpus and setting."""

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.comparison import FACE, comparison_table, legend
from anaphora_workbench.workbench.report.sections import Section, in_each_setting


def _content(results: Results) -> dict[str, object]:
    return {"legend": legend(results)}


SECTION = Section(
    "leaderboard",
    "Leaderboard",
    link="Leaderboard",
    tables=in_each_setting(comparison_table),
    metrics=FACE,
    template=Path(__file__).with_suffix(".html.j2"),
    content=_content,
)
