"""The first of all best one-to-one maps between rows and columns, so that the result is unique.

``best_assignment`` is enough where only the total counts. Where it counts which row goes to which column, equal
totals must be told apart by a rule, for its choice among them follows the order of the cells and the solver.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from anaphora_workbench.evaluation.assignment.assignment import Components, solved
from anaphora_workbench.evaluation.assignment.rounded_prices import prices_along, rounded_paths

# With so many cells a component's prices are first sought in floats; a smaller one is done before numpy is there.
_LARGE = 5_000


def first_assignment(rows: Sequence[int], columns: Sequence[int], weights: Sequence[Fraction]) -> list[int]:
    """Which cells of a sparse table to choose, at most one in each row and column, for the largest total weight.

    Of equal totals the choice is the one that is first when its cells, row after row, are compared by their
    column; a row without a cell counts as if it had one after the last column.

    Args:
        rows, columns: one entry for each cell, no two cells with both in common.
        weights: of the cells, not negative; totals are compared exactly.

    Returns:
        Positions of the chosen cells, in no particular order.
    """
    components = Components(rows, columns)
    chosen = list(components.alone)
    for component in components.larger:
        start = solved(component, rows, columns, {cell: float(weights[cell]) for cell in component})
        chosen.extend(_Map(component, rows, columns, weights, start).first())
    return chosen


class _Map:
    """A one-to-one map of a component that is improved until none is better and then until none is earlier.

    Rows and columns are numbered from 0 in their order. So that each row always has a column, row r has column
    width + r for itself, of weight 0: there it is left alone.

    Args:
        start: cells of any one-to-one map; the better it is the less there is to do.
    """

    def __init__(
        self,
        component: Sequence[int],
        rows: Sequence[int],
        columns: Sequence[int],
        weights: Sequence[Fraction],
        start: Iterable[int],
    ) -> None:
        row_number = {row: number for number, row in enumerate(sorted({rows[cell] for cell in component}))}
        column_number = {column: number for number, column in enumerate(sorted({columns[cell] for cell in component}))}
        self._width = len(column_number)
        self._cell_at = {(row_number[rows[cell]], column_number[columns[cell]]): cell for cell in component}
        # Whole numbers add up exactly, and much faster than fractions.
        common = lcm(*(weights[cell].denominator for cell in component))
        self._weights: list[dict[int, int]] = [{} for _ in row_number]
        for (row, column), cell in sorted(self._cell_at.items()):
            self._weights[row][column] = int(weights[cell] * common)
        for row, of_row in enumerate(self._weights):
            of_row[self._width + row] = 0
        self._column_of = [self._width + row for row in range(len(row_number))]
        for cell in start:
            self._column_of[row_number[rows[cell]]] = column_number[columns[cell]]
        self._row_of: list[int | None] = [None] * (self._width + len(row_number))
        for row, column in enumerate(self._column_of):
            self._row_of[column] = row

    def first(self) -> list[int]:
        """The cells of the first of the best maps.

        By complementary slackness the best maps are those whose cells are all tight (weight of the cell = price
        of its column + what its row keeps) and that leave only columns of price 0 empty. Row after row takes the
        first column that such a map allows, the rows before it staying where they are.
        """
        prices = self._prices()
        empty_allowed = [column for column, price in enumerate(prices) if not price]
        tight: list[list[int]] = []
        for of_row, held in zip(self._weights, self._column_of, strict=True):
            kept = of_row[held] - prices[held]
            tight.append([column for column, weight in of_row.items() if weight - prices[column] == kept])
        for row, allowed in enumerate(tight):
            for column in allowed:
                if column == self._column_of[row] or self._moved(row, column, tight, empty_allowed):
                    break
        places = enumerate(self._column_of)
        return [self._cell_at[row, column] for row, column in places if column < self._width]

    def _prices(self) -> list[int]:
        """The price of each column, empty columns 0: what the total would gain if it could be used once more.

        While there are none the map is not the best one: then rows move along a path or cycle that gains.

        Source: Bellman (1958) and Ford (1956) for the longest paths, Klein (1967) for the cycles.
        """
        while True:
            paths = rounded_paths(self._weights, self._column_of, self._row_of) if len(self._cell_at) >= _LARGE else {}
            prices, came_from = prices_along(paths, self._weights, self._row_of)
            waiting = deque(range(len(self._weights)))
            gaining = None
            while waiting and gaining is None:
                row = waiting.popleft()
                held = self._column_of[row]
                kept = self._weights[row][held] - prices[held]
                for column, weight in self._weights[row].items():
                    if weight - kept <= prices[column]:
                        continue
                    prices[column] = weight - kept
                    came_from[column] = held
                    holder = self._row_of[column]
                    if holder is None or _leads_back(column, came_from):
                        gaining = column
                        break
                    waiting.append(holder)
            if gaining is None:
                return prices
            moves = []
            column = gaining
            while column in came_from:
                moves.append((self._row_of[came_from[column]], column))
                column = came_from.pop(column)
            self._move(moves)

    def _moved(self, row: int, column: int, tight: list[list[int]], empty_allowed: list[int]) -> bool:
        """Give a row this column, if later rows can be moved so that all is tight and no column wrongly empty."""
        wanted = self._column_of[row]
        came_from = {column: -1}
        waiting = [column]
        # The list grows while it is gone through: who holds the column must go, and so on, until one goes to
        # where the row was, or that place may stay empty because an empty one was taken instead.
        for place in waiting:
            holder = self._row_of[place]
            if holder is not None and holder < row:
                continue
            for other in empty_allowed if holder is None else tight[holder]:
                if other in came_from:
                    continue
                came_from[other] = place
                if other == wanted:
                    moves: list[tuple[int | None, int]] = [(row, column)]
                    while other != column:
                        moves.append((self._row_of[came_from[other]], other))
                        other = came_from[other]
                    self._move(moves)
                    return True
                waiting.append(other)
        return False

    def _move(self, moves: Iterable[tuple[int | None, int]]) -> None:
        """Move rows to columns, all at once; None is nobody, who leaves an empty column."""
        movers = [(row, column) for row, column in moves if row is not None]
        for row, _ in movers:
            self._row_of[self._column_of[row]] = None
        for row, column in movers:
            self._column_of[row] = column
            self._row_of[column] = row


def _leads_back(column: int, came_from: dict[int, int]) -> bool:
    place = came_from[column]
    while place != column:
        if place not in came_from:
            return False
        place = came_from[place]
    return True
