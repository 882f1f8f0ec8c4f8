"""Weights in four bits: groups of numbers that share a scale, each number one of sixteen steps."""

import numpy as np
from numpy.typing import NDArray

GROUP = 32
_MIDDLE = 8
# Shares of the largest number of a group that are tried as the end of its scale; the least squared error decides.
_SHRUNK = np.linspace(1.0, 0.7, 13)

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


def quantised(matrix: Floats) -> tuple[Bytes, NDArray[np.float16]]:
    """A matrix in four bits.

    Args:
        matrix: (rows, columns), columns a multiple of GROUP.

    Returns:
        Two numbers a byte, the first in the low half: (rows, columns / 2); scales: (rows, columns / GROUP).
    """
    rows, columns = matrix.shape
    groups = matrix.reshape(-1, GROUP)
    places = np.abs(groups).argmax(axis=1)
    # The number of the largest size takes the end of the range that has a step more, -8.
    extreme = groups[np.arange(len(groups)), places]
    best = np.full(len(groups), np.inf, dtype=np.float32)
    scales = np.zeros(len(groups), dtype=np.float16)
    for share in _SHRUNK:
        tried = (extreme * np.float32(share) / -_MIDDLE).astype(np.float16)
        error = ((_steps(groups, tried) - _MIDDLE) * tried.astype(np.float32)[:, None] - groups).astype(np.float32)
        squared = (error * error).sum(axis=1)
        better = squared < best
        best[better], scales[better] = squared[better], tried[better]
    steps = _steps(groups, scales).astype(np.uint8).reshape(rows, columns)
    packed: Bytes = steps[:, 0::2] | (steps[:, 1::2] << np.uint8(4))
    return packed, scales.reshape(rows, columns // GROUP)


def _steps(groups: Floats, scales: NDArray[np.float16]) -> Floats:
    wide = scales.astype(np.float32)[:, None]
    divided = np.divide(groups, wide, out=np.zeros_like(groups), where=wide != 0)
    steps: Floats = np.clip(np.rint(divided) + _MIDDLE, 0, 15)
    return steps


def restored(packed: Bytes, scales: NDArray[np.float16]) -> Floats:
    """The numbers of rows that ``quantised`` packed, (rows, columns)."""
    steps = np.empty((len(packed), packed.shape[1] * 2), dtype=np.float32)
    steps[:, 0::2] = packed & 15
    steps[:, 1::2] = packed >> 4
    groups = (steps - _MIDDLE).reshape(len(packed), -1, GROUP) * scales.astype(np.float32)[:, :, None]
    return groups.reshape(len(packed), -1)
