"""The leaderboard of several responses as a table."""

from __future__ import annotations

from collections.abc import Iterator

from anaphora_workbench.corpora.errors import quantity
from anaphora_workbench.evaluation.significance import TEST_SAMPLES
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.figures import as_shown, plain_note
from anaphora_workbench.workbench.report.scores import TASK_HEADINGS
from anaphora_workbench.workbench.report.tables import Column, Kind, Table
from anaphora_workbench.workbench.runs.leaderboard import Leaderboard


def leaderboard_table(board: Leaderboard, truncate: bool = False) -> Table:
    """Responses in rows, the best first, what they are ranked by in the first column of figures.

    Args:
        truncate: cut percentages after two decimals.
    """
    kind: Kind = "cut score" if truncate else "score"
    figures = board.places[0].figures
    order = [board.ranked_by, *(name for name in figures if name != board.ranked_by)]
    columns = [Column("response", "response")]
    for name in order:
        columns.append(Column(name, TASK_HEADINGS.get(name, heading(name)), kind))
        if name == board.ranked_by:
            columns += [
                Column("interval", "95%", "interval"),
                Column("p_randomisation", "p", "p"),
                Column("p_corrected", "p\ncorrected", "p"),
            ]
    rows = [
        {
            "response": place.name,
            **{name: as_shown(name, figure) for name, figure in place.figures.items()},
            "interval": as_shown(board.ranked_by, place.interval),
            "p_randomisation": place.p_randomisation,
            "p_corrected": place.p_corrected,
        }
        for place in board.places
    ]
    title = f"{quantity(len(rows), 'response')}, {quantity(board.documents, 'document')}"
    return Table(title, columns, rows, notes=tuple(_notes(board)))


def _notes(board: Leaderboard) -> Iterator[str]:
    if board.is_mean:
        yield "Means over data sets, for which there are no intervals and tests."
    elif board.places[0].interval is not None:
        yield (
            "95%: Student's t over documents. p: of the difference to the best, by approximate randomisation over "
            f"documents, {TEST_SAMPLES} samples; corrected for the number of responses (Holm)."
        )
    yield from plain_note(board.places[0].figures)
    yield str(board.places[0].scores.signature.without("response"))
