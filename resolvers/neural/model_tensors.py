"""Weights in a model file: each a name, a shape and numbers of 16 bits in base64."""

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.neural.scorer import Weights


def as_learnt(weights: Weights) -> dict[str, Any]:
    """Weights as JSON has them."""
    return {
        name: {"shape": list(of_name.shape), "float16": base64.b64encode(of_name.astype("<f2").tobytes()).decode()}
        for name, of_name in weights.items()
    }


def of_learnt(learnt: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> Weights:
    """The weights of a model file.

    Args:
        shapes: of those that there have to be.

    Raises:
        ValueError: one is missing, there is one more, or one has another shape or numbers that are none.
    """
    odd = sorted(learnt.keys() ^ shapes.keys())
    if odd:
        raise ValueError(f"{'no' if odd[0] in shapes else 'unknown'} weights {odd[0]!r}")
    weights = {}
    for name, shape in shapes.items():
        numbers = np.frombuffer(base64.b64decode(learnt[name]["float16"]), dtype="<f2").astype(np.float32)
        if tuple(learnt[name]["shape"]) != shape or numbers.size != np.prod(shape):
            raise ValueError(f"weights {name!r} of the shape {learnt[name]['shape']}; expected {list(shape)}")
        if not np.isfinite(numbers).all():
            raise ValueError(f"weights {name!r} have a number that is none")
        weights[name] = numbers.reshape(shape)
    return weights
