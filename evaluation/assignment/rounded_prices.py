"""Where the columns of a one-to-one map get their prices from, found quickly in floats.

Exact prices of large components take whole numbers of thousands of digits, and long paths visit every row many
times. In floats that is fast; what rounding leaves open is put right by exact numbers afterwards.
"""

from collections import deque
from collections.abc import Mapping, Sequence

# Gains up to this part of the largest weight may come from rounding alone.
_ROUNDING = 1e-12
# So many visits of each row, on average, before the search is given up: a map that is not the best one by more
# than rounding has no end of them.
_VISITS = 1000


def rounded_paths(
    weights: Sequence[Mapping[int, int]], column_of: Sequence[int], row_of: Sequence[int | None]
) -> dict[int, int]:
    """From which column the path to a column comes that gains most, as far as floats tell.

    Args:
        weights: of the cells of each row, by column.
        column_of: the column that each row holds.
        row_of: the row that holds each column.

    Returns:
        The column before, of each column that some path gains by; columns that nobody holds have none.

    Source: Bellman (1958) and Ford (1956) for the longest paths.
    """
    import numpy as np

    # Whole numbers of thousands of digits are beyond the floats, their ratios are not.
    unit = max(max(of_row.values()) for of_row in weights) or 1
    columns, gains = [], []
    for of_row, held in zip(weights, column_of, strict=True):
        there = [column for column in of_row if row_of[column] is not None]
        columns.append(np.array(there))
        gains.append(np.array([of_row[column] / unit for column in there]) - of_row[held] / unit)
    prices = np.zeros(len(row_of))
    came_from = np.full(len(row_of), -1)
    waiting = deque(range(len(weights)))
    is_waiting = [True] * len(weights)
    visits_left = _VISITS * len(weights)
    while waiting and visits_left:
        visits_left -= 1
        row = waiting.popleft()
        is_waiting[row] = False
        held = column_of[row]
        offered = gains[row] + prices[held]
        better = offered > prices[columns[row]] + _ROUNDING
        if not better.any():
            continue
        reached = columns[row][better]
        prices[reached] = offered[better]
        came_from[reached] = held
        for column in reached.tolist():
            holder = row_of[column]
            if holder is not None and not is_waiting[holder]:
                is_waiting[holder] = True
                waiting.append(holder)
    return {column: before for column, before in enumerate(came_from.tolist()) if before >= 0}


def prices_along(
    paths: Mapping[int, int], weights: Sequence[Mapping[int, int]], row_of: Sequence[int | None]
) -> tuple[list[int], dict[int, int]]:
    """The exact prices that paths give, and the paths without those that gain nothing or lead in a circle.

    Args:
        paths: the column before each column that has one.
        weights, row_of: as for ``rounded_paths``.
    """
    prices = [0] * len(row_of)
    came_from: dict[int, int] = {}
    known: set[int] = set()
    for last in paths:
        path: list[int] = []
        column = last
        on_path: set[int] = set()
        while column in paths and column not in known and column not in on_path:
            path.append(column)
            on_path.add(column)
            column = paths[column]
        known.update(path)
        if column in on_path:
            continue
        for column in reversed(path):
            before = paths[column]
            holder = row_of[before]
            assert holder is not None
            price = prices[before] + weights[holder][column] - weights[holder][before]
            if price > 0:
                prices[column] = price
                came_from[column] = before
    return prices, came_from
