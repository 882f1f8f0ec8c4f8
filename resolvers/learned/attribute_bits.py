"""Rows of yes-or-no attributes, 64 to a number, so that a conjunction is looked up in a few operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes, Flags

# Numbers of attributes, each with whether it has to hold.
Conditions = Sequence[tuple[int, bool]]
_IN_ONE = 64


class AttributeBits:
    """Which attributes each row has.

    Args:
        columns: by attribute whether each row has it.
    """

    def __init__(self, columns: Sequence[NDArray[Any]]) -> None:
        self._size = len(columns[0]) if columns else 0
        self._numbers = []
        for start in range(0, len(columns), _IN_ONE):
            packed = np.zeros(self._size, dtype=np.uint64)
            for place, column in enumerate(columns[start : start + _IN_ONE]):
                packed |= (column != 0).astype(np.uint64) << np.uint64(place)
            self._numbers.append(packed)

    def holding(self, conditions: Conditions) -> Flags:
        """The rows for which all conditions hold."""
        holds = np.ones(self._size, dtype=np.bool_)
        for failing in self._failing(conditions):
            holds &= failing == 0
        return holds

    def failing_once(self, conditions: Conditions) -> tuple[Codes, Codes]:
        """The rows for which one condition does not hold, and the attribute that it asks for."""
        every = self._failing(conditions)
        rows, attributes = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
        for number, failing in enumerate(every):
            # A power of two has no bit in common with the number before it.
            once = (failing != 0) & ((failing & (failing - np.uint64(1))) == 0)
            for other in (*every[:number], *every[number + 1 :]):
                once &= other == 0
            rows.append(np.flatnonzero(once))
            attributes.append(_IN_ONE * number + np.log2(failing[rows[-1]].astype(np.float64)).astype(np.intp))
        return np.concatenate(rows), np.concatenate(attributes)

    def _failing(self, conditions: Conditions) -> list[NDArray[np.uint64]]:
        """By number its attributes that are not as the conditions have them."""
        failing = []
        for number, packed in enumerate(self._numbers):
            bits = [(attribute - _IN_ONE * number, wanted) for attribute, wanted in conditions]
            own = [(1 << place, wanted) for place, wanted in bits if 0 <= place < _IN_ONE]
            asked = np.uint64(sum(bit for bit, _ in own))
            failing.append((packed ^ np.uint64(sum(bit for bit, wanted in own if wanted))) & asked)
        return failing
