"""The best one-to-one map between rows and columns of a sparse table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Up to this many steps a component is solved here: importing scipy.optimize takes longer than a whole
# comparison of documents of usual size, whose components are hardly ever larger than 5 by 5.
_SMALL = 20_000


def best_assignment(rows: Sequence[int], columns: Sequence[int], weights: Sequence[float]) -> Iterable[int]:
    """Which cells of a sparse table to choose, at most one in each row and column, for the largest total weight.

    Rows and columns that share no cell never compete, so each connected component is solved by itself:
    a star by its heaviest cell, a small one here, a larger one by ``scipy.optimize.linear_sum_assignment``.

    Args:
        rows, columns, weights: one entry for each cell, all weights positive.

    Returns:
        Positions of the chosen cells.
    """
    in_column: dict[int, list[int]] = {}
    in_row: dict[int, list[int]] = {}
    for cell, (row, column) in enumerate(zip(rows, columns, strict=True)):
        in_row.setdefault(row, []).append(cell)
        in_column.setdefault(column, []).append(cell)
    chosen: list[int] = []
    seen: set[int] = set()
    for first, first_cells in in_row.items():
        if first in seen:
            continue
        if len(first_cells) == 1 and len(in_column[columns[first_cells[0]]]) == 1:
            chosen.append(first_cells[0])
            continue
        seen.add(first)
        waiting = [first]
        component: list[int] = []
        its_columns: set[int] = set()
        while waiting:
            for cell in in_row[waiting.pop()]:
                component.append(cell)
                column = columns[cell]
                if column in its_columns:
                    continue
                its_columns.add(column)
                for other in in_column[column]:
                    row = rows[other]
                    if row not in seen:
                        seen.add(row)
                        waiting.append(row)
        if len(its_columns) == 1 or len({rows[cell] for cell in component}) == 1:
            chosen.append(max(component, key=weights.__getitem__))
        else:
            chosen.extend(_solved(component, rows, columns, weights))
    return chosen


def _solved(
    component: list[int], rows: Sequence[int], columns: Sequence[int], weights: Sequence[float]
) -> Iterable[int]:
    row_place = {row: place for place, row in enumerate(dict.fromkeys(rows[cell] for cell in component))}
    column_place = {column: place for place, column in enumerate(dict.fromkeys(columns[cell] for cell in component))}
    cell_at = {(row_place[rows[cell]], column_place[columns[cell]]): cell for cell in component}
    short, long = sorted((len(row_place), len(column_place)))
    if short * short * long > _SMALL:
        chosen = _solved_by_scipy(cell_at, len(row_place), len(column_place), weights)
    elif len(row_place) == short:
        dense = [[weights[cell_at[row, column]] if (row, column) in cell_at else 0.0 for column in range(long)]
                 for row in range(short)]  # fmt: skip
        chosen = enumerate(assigned_columns(dense))
    else:
        dense = [[weights[cell_at[row, column]] if (row, column) in cell_at else 0.0 for row in range(long)]
                 for column in range(short)]  # fmt: skip
        chosen = ((row, column) for column, row in enumerate(assigned_columns(dense)))
    return [cell_at[place] for place in chosen if place in cell_at]


def assigned_columns(table: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row for the largest total weight, no column twice.

    Rows are taken up one after the other along shortest augmenting paths.

    Args:
        table: at least as many columns as rows.

    Source: Kuhn (1955), Munkres (1957), with the potentials of Jonker & Volgenant (1987).

    >>> assigned_columns([[3.0, 2.0], [3.0, 0.0]])
    [1, 0]
    """
    width = len(table[0])
    row_of: list[int] = [-1] * (width + 1)
    row_potential = [0.0] * len(table)
    column_potential = [0.0] * (width + 1)
    for first in range(len(table)):
        # The place after the last column stands for the row that has none yet.
        row_of[width] = first
        column = width
        nearest = [float("inf")] * width
        came_from = [width] * width
        reached = [False] * (width + 1)
        while row_of[column] >= 0:
            reached[column] = True
            row = row_of[column]
            weights, potential = table[row], row_potential[row]
            shortest, following = float("inf"), width
            for other in range(width):
                if reached[other]:
                    continue
                slack = -weights[other] - potential - column_potential[other]
                if slack < nearest[other]:
                    nearest[other] = slack
                    came_from[other] = column
                if nearest[other] < shortest:
                    shortest, following = nearest[other], other
            for other in range(width + 1):
                if reached[other]:
                    row_potential[row_of[other]] += shortest
                    column_potential[other] -= shortest
                elif other < width:
                    nearest[other] -= shortest
            column = following
        while column != width:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    chosen = [0] * len(table)
    for column, row in enumerate(row_of[:width]):
        if row >= 0:
            chosen[row] = column
    return chosen


def _solved_by_scipy(
    cell_at: dict[tuple[int, int], int], height: int, width: int, weights: Sequence[float]
) -> Iterable[tuple[int, int]]:
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    dense = np.zeros((height, width))
    for place, cell in cell_at.items():
        dense[place] = weights[cell]
    chosen_rows, chosen_columns = linear_sum_assignment(dense, maximize=True)
    return zip(chosen_rows.tolist(), chosen_columns.tolist(), strict=True)
