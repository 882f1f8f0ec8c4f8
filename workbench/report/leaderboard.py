"""The leaderboard of several responses as a table."""

from collections.abc import Iterator

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.statistics.significance import TEST_SAMPLES
from anaphora_workbench.workbench.base.errors import first_of
from anaphora_workbench.workbench.base.signature import shared
from anaphora_workbench.workbench.rankings.differences import least_p
from anaphora_workbench.workbench.rankings.leaderboard import Leaderboard
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.figures import as_shown, plain_note
from anaphora_workbench.workbench.report.scores import TASK_HEADINGS
from anaphora_workbench.workbench.report.tables import Column, Kind, Table


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
    if any(" " in place.scores.answered for place in board.places):
        columns.append(Column("answered", "documents"))
    rows = [
        {
            "response": place.name,
            "answered": place.scores.answered,
            **{name: as_shown(name, figure) for name, figure in place.figures.items()},
            "interval": as_shown(board.ranked_by, place.interval),
            "p_randomisation": place.p_randomisation,
            "p_corrected": place.p_corrected,
        }
        for place in board.places
    ]
    title = f"{quantity(len(rows), 'response')}, {quantity(board.documents, 'document')}"
    return Table(title, columns, rows, notes=tuple(_notes(board)))


def data_sets_table(board: Leaderboard, truncate: bool = False) -> Table | None:
    """What the mean that responses are ranked by is made of, a column for each data set; None where it is no mean."""
    if not board.is_mean:
        return None
    kind: Kind = "cut score" if truncate else "score"
    of_each = {place.name: task for place in board.places if (task := place.scores.task_table) is not None}
    names = [data_set.name for data_set in of_each[board.places[0].name].data_sets]
    columns = [Column("response", "response"), *(Column(f"data set {name}", name, kind) for name in names)]
    rows = [
        {"response": response}
        | {f"data set {data_set.name}": data_set.columns[board.ranked_by] for data_set in task.data_sets}
        for response, task in of_each.items()
    ]
    return Table(f"{board.ranked_by}, by data set", columns, rows)


def left_out(board: Leaderboard) -> Iterator[str]:
    """A note on the documents that the leaderboard leaves out."""
    if board.left_out:
        what = f"{quantity(len(board.left_out), 'document')} left out, as not every response has a score for each"
        yield f"{what}: {first_of(board.left_out)}"


def _notes(board: Leaderboard) -> Iterator[str]:
    if board.is_mean:
        yield "Means over data sets, for which there are no intervals and tests."
    elif any(place.p_randomisation is not None for place in board.places):
        intervals = any(place.interval is not None for place in board.places)
        least = least_p(board.documents)
        at_least = f" Over {board.documents} documents p is {least} at least." if least else ""
        yield "95%: Student's t over documents; *: over 5 to 19 of them. " * intervals + (
            f"p: of the difference to the best, by approximate randomisation over documents, {TEST_SAMPLES} samples; "
            f"corrected for the number of responses (Holm).{at_least}"
        )
    yield from left_out(board)
    yield from plain_note(board.places[0].figures)
    yield str(shared(place.scores.signature for place in board.places).without("response"))
