"""Rows of yes-or-no attributes, 64 to a number, so that a conjunction is looked up in a few operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Flags

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
        for number, packed in enumerate(self._numbers):
            places = [(attribute - _IN_ONE * number, wanted) for attribute, wanted in conditions]
            own = [(1 << place, wanted) for place, wanted in places if 0 <= place < _IN_ONE]
            if own:
                asked, needed = sum(bit for bit, _ in own), sum(bit for bit, wanted in own if wanted)
                holds &= (packed & np.uint64(asked)) == np.uint64(needed)
        return holds

    def row(self, place: int) -> int:
        """The attributes that one row has, the first as the lowest bit."""
        return sum(int(packed[place]) << (_IN_ONE * number) for number, packed in enumerate(self._numbers))


def masks(conditions: Conditions) -> tuple[int, int]:
    """The bits of the attributes that conditions ask for, and of these that have to be there; as in ``row``."""
    return sum(1 << attribute for attribute, _ in conditions), sum(1 << place for place, wanted in conditions if wanted)
