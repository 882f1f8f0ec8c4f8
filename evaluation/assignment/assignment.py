"""The best one-to-one map between rows and columns of a sparse table."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

# By number of cell.
Weights = Sequence[float] | Mapping[int, float]
# Up to this many steps a component is solved here: importing scipy.optimize takes longer than a whole
# comparison of documents of usual size, whose components are hardly ever larger than 5 by 5.
_SMALL = 100_000
# The same where scipy.optimize has been imported already.
_TINY = 60
# Up to this many places a component is laid out as a table; a larger one stays sparse, or memory would run out.
_DENSE = 4_000_000


class Components:
    """The cells of a sparse table, apart where rows and columns that share no cell cannot compete.

    Args:
        rows, columns: one entry for each cell.

    Attributes:
        alone: cells with nothing else in their row and column.
        larger: the other connected components, each a list of cells.
    """

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        self.rows = rows
        self.columns = columns
        in_row, in_column = Counter(rows), Counter(columns)
        self.alone: list[int] = []
        self.larger: list[list[int]] = []
        competing: list[int] = []
        for cell, (row, column) in enumerate(zip(rows, columns, strict=True)):
            (self.alone if in_row[row] == in_column[column] == 1 else competing).append(cell)
        cells_in_row: dict[int, list[int]] = {}
        cells_in_column: dict[int, list[int]] = {}
        for cell in competing:
            cells_in_row.setdefault(rows[cell], []).append(cell)
            cells_in_column.setdefault(columns[cell], []).append(cell)
        while cells_in_row:
            _, component = cells_in_row.popitem()
            # The list grows while it is gone through, until nothing is connected to it any more.
            for cell in component:
                for other in cells_in_column.pop(columns[cell], ()):
                    component.extend(cells_in_row.pop(rows[other], ()))
            self.larger.append(component)


def best_assignment(
    rows: Sequence[int], columns: Sequence[int], weights: Weights, components: Components | None = None
) -> Iterable[int]:
    """Which cells of a sparse table to choose, at most one in each row and column, for the largest total weight.

    Each connected component is solved by itself: a star by its heaviest cell, a small one here, a larger one
    by ``scipy.optimize.linear_sum_assignment``. Which cells are chosen of equal totals depends on their order and
    on the solver, so where more than the total counts, take ``first_assignment``.

    Args:
        rows, columns: one entry for each cell.
        weights: of the cells, positive; those of cells without competitors are not asked for.
        components: of these rows and columns, if they are known.

    Returns:
        Positions of the chosen cells.
    """
    components = components or Components(rows, columns)
    chosen = list(components.alone)
    for component in components.larger:
        first = component[0]
        row, column = rows[first], columns[first]
        if all(rows[cell] == row for cell in component) or all(columns[cell] == column for cell in component):
            chosen.append(max(component, key=weights.__getitem__))
        else:
            chosen.extend(solved(component, rows, columns, weights))
    return chosen


def solved(component: list[int], rows: Sequence[int], columns: Sequence[int], weights: Weights) -> Iterable[int]:
    """The cells to choose of one connected component; which ones of equal totals depends on order and solver."""
    row_place = {row: place for place, row in enumerate(dict.fromkeys(rows[cell] for cell in component))}
    column_place = {column: place for place, column in enumerate(dict.fromkeys(columns[cell] for cell in component))}
    cell_at = {(row_place[rows[cell]], column_place[columns[cell]]): cell for cell in component}
    short, long = sorted((len(row_place), len(column_place)))
    if short * short * long > (_TINY if "scipy.optimize" in sys.modules else _SMALL):
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
    cell_at: dict[tuple[int, int], int], height: int, width: int, weights: Weights
) -> Iterable[tuple[int, int]]:
    if height * width > _DENSE:
        return _solved_sparsely(cell_at, height, width, weights)
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    dense = np.zeros((height, width))
    for place, cell in cell_at.items():
        dense[place] = weights[cell]
    chosen_rows, chosen_columns = linear_sum_assignment(dense, maximize=True)
    return zip(chosen_rows.tolist(), chosen_columns.tolist(), strict=True)


def _solved_sparsely(
    cell_at: dict[tuple[int, int], int], height: int, width: int, weights: Weights
) -> Iterable[tuple[int, int]]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    # The solver wants a column for each row, so each row has one of its own to which it may go for nothing.
    # All weights are one larger than they are, since nothing cannot be stored; each row counts that one once.
    rows = [row for row, _ in cell_at] + list(range(height))
    columns = [column for _, column in cell_at] + list(range(width, width + height))
    values = [weights[cell] + 1 for cell in cell_at.values()] + [1.0] * height
    graph = csr_array((values, (rows, columns)), shape=(height, width + height))
    chosen_rows, chosen_columns = min_weight_full_bipartite_matching(graph, maximize=True)
    return zip(chosen_rows.tolist(), chosen_columns.tolist(), strict=True)
