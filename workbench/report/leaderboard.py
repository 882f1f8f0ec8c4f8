"""The leaderboard of several responses as a table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.arithmetic.scores import with_share
from anaphora_workbench.evaluation.statistics.significance import TEST_SAMPLES
from anaphora_workbench.workbench.base.errors import first_of
from anaphora_workbench.workbench.base.signature import shared
from anaphora_workbench.workbench.rankings.differences import least_p
from anaphora_workbench.workbench.rankings.leaderboard import Leaderboard
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.figures import as_shown, plain_note
from anaphora_workbench.workbench.report.scores import OUTCOMES, TASK_HEADINGS, TOTAL, numbers_of_sides, score_rows
from anaphora_workbench.workbench.report.tables import Column, Kind, Table, columns_of


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
            columns.append(Column("interval", "95%", "interval"))
            columns += columns_of("p", p_randomisation="p", p_corrected="p\ncorrected")
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


def parts_tables(
    board: Leaderboard, breakdowns: Iterable[str], sides: bool, truncate: bool = False, numbers: bool = False
) -> list[Table]:
    """A table for each breakdown and metric: a block for each part, a row for each response, TOTAL last.

    As in Tuggener (2014, Tables 3 and 4) and Žitkus et al. (2023, Table 2).

    Args:
        sides: show recall, precision and what they count, too.
        numbers: numerators and denominators apart, for programs.
    """
    of_responses = {place.name: place.scores.as_json() for place in board.places}
    tables = []
    for breakdown in breakdowns:
        parts = dict.fromkeys(part for content in of_responses.values() for part in content["by"][breakdown])
        metrics = dict.fromkeys(
            metric
            for content in of_responses.values()
            for part in content["by"][breakdown].values()
            for metric in part["metrics"]
        )
        for metric in metrics:
            blocks = [
                [
                    {"part": part, "response": response, **row}
                    for response, content in of_responses.items()
                    if metric in (scores := content["by"][breakdown].get(part, {"metrics": {}})["metrics"])
                    for row in score_rows({metric: scores[metric]})
                ]
                for part in parts
            ]
            blocks.append(
                [
                    {"part": TOTAL, "response": response, **row}
                    for response, content in of_responses.items()
                    for row in score_rows({metric: _whole(metric, content, breakdown)})
                ]
            )
            filled = [block for block in blocks if block]
            tables.append(_parts_table(breakdown, metric, filled, sides, truncate, numbers))
    return tables


def _whole(metric: str, content: dict[str, Any], breakdown: str) -> dict[str, Any]:
    """The score of all parts, with a share where each of them has one."""
    score: dict[str, Any] = content["metrics"][metric]
    parts = (part["metrics"].get(metric, {}) for part in content["by"][breakdown].values())
    return with_share(score, 1.0) if any("share" in part.get("micro", part) for part in parts) else score


def _parts_table(
    breakdown: str, metric: str, blocks: Sequence[Sequence[dict[str, Any]]], sides: bool, truncate: bool, numbers: bool
) -> Table:
    rows = []
    for row in (row for block in blocks for row in block):
        counted = (text.partition(":") for text in row.get("counts", "").split())
        rows.append(row | {outcome: int(number) for outcome, _, number in counted})
    kind: Kind = "cut score" if truncate else "score"
    has_parts = any(row["metric"] != metric for row in rows)
    columns = [Column("part", breakdown), Column("share", "share\nof key", "percent"), Column("response", "response")]
    columns += [Column("metric", "metric")] * has_parts
    columns += [Column("recall", "R", kind), Column("precision", "P", kind)] * sides
    columns += [Column("f1", "F", kind), Column("f_beta", "Fβ", kind), Column("value", "rate", kind)]
    counts = [Column("recall_of", "of R\nor rate", "count"), Column("precision_of", "of P", "count")]
    columns += (numbers_of_sides() if numbers else counts) * sides
    columns += [Column(outcome, outcome.upper(), "count") for outcome in OUTCOMES]
    columns += [Column("earned", "S*", "number")] * sides
    groups = [len(block) for block in blocks]
    return Table(f"{heading(metric)} by {breakdown}", columns, rows, groups, plain_note([metric]))


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
