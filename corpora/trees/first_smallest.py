"""The place of the first smallest number in a range, in logarithmic time."""

from __future__ import annotations

from collections.abc import Sequence


class FirstSmallest:
    """A segment tree over numbers.

    Args:
        numbers: at least one.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._size = len(numbers)
        leaves = [(number, place) for place, number in enumerate(numbers)]
        self._smallest = [*leaves, *leaves]
        for node in range(self._size - 1, 0, -1):
            self._smallest[node] = min(self._smallest[2 * node], self._smallest[2 * node + 1])

    def place(self, start: int, end: int) -> int:
        """The place of the smallest number from ``start`` to before ``end``, which lies behind it; first of equals."""
        left, right = start + self._size, end + self._size
        found = self._smallest[left]
        while left < right:
            if left % 2:
                found = min(found, self._smallest[left])
                left += 1
            if right % 2:
                right -= 1
                found = min(found, self._smallest[right])
            left, right = left // 2, right // 2
        return found[1]
