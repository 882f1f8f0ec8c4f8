"""A feature: one function over arrays of mentions, with the names of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.words import OTHER, FeatureWords

Codes = NDArray[np.intp]
Flags = NDArray[np.bool_]
Over = Literal["mention", "pair", "entity"]


@dataclass(frozen=True)
class Feature:
    """What is asked of mentions.

    Attributes:
        name: as feature tables and model files have it.
        over: ``mention``: ``codes(table)`` has a value for each mention; ``pair``: ``codes(table, later, earlier)``
            for each pair of positions; ``entity``: ``codes(state, later, entities)`` for a mention and each of the
            entities so far.
        values: names of the values, by code; a value "" says nothing and is never counted. None for words, whose
            codes number ``table.lexicon``, the words of the document.
        source: the papers that use it.
        words: what it is called, and the reason that it counts for.
    """

    name: str
    over: Over
    values: tuple[str, ...] | None
    source: str
    codes: Callable[..., Codes]
    words: FeatureWords = field(default_factory=FeatureWords, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether its values are words or paths, of which a model keeps those that it has seen often."""
        return self.values is None


class _CodesOf:
    """The codes that a function gives; pickled as those of the feature that stands in its module by its name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *given: Any) -> Codes:
        return np.asarray(self._function(*given), dtype=np.intp)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        return _codes_in, (self._function.__module__, self._function.__name__)


def _codes_in(module: str, name: str) -> Callable[..., Codes]:
    feature: Feature = getattr(import_module(module), name)
    return feature.codes


def _decorator(over: Over) -> Callable[..., Callable[[Callable[..., Any]], Feature]]:
    def named(
        name: str,
        values: tuple[str, ...] | None = ("", "yes"),
        source: str = "our own",
        *,
        reason: str = OTHER,
        called: str = "",
        said: Mapping[str, str] | None = None,
    ) -> Callable[[Callable[..., Any]], Feature]:
        def made_of(function: Callable[..., Any]) -> Feature:
            words = FeatureWords(called, reason, said or {})
            return Feature(name, over, values, source, _CodesOf(function), words)

        return made_of

    return named


of_mention = _decorator("mention")
of_pair = _decorator("pair")
of_entity = _decorator("entity")


def binned(numbers: NDArray[Any], edges: tuple[int, ...]) -> Codes:
    """Which bin each number falls in: code 0 below the first edge, 1 from it on, and so forth.

    >>> binned(np.array([0, 1, 2, 7]), (1, 2, 5)).tolist()
    [0, 1, 2, 3]
    """
    return np.searchsorted(np.array(edges), numbers, side="right").astype(np.intp)


def stretches(later: Codes) -> list[tuple[int, int]]:
    """Where the pairs of each mention begin and end, of pairs that stand mention by mention.

    >>> stretches(np.array([4, 4, 7]))
    [(0, 2), (2, 3)]
    """
    edges = np.flatnonzero(np.r_[True, later[1:] != later[:-1], True]) if len(later) else np.zeros(0, dtype=np.intp)
    return list(pairwise(edges.tolist()))


def bin_names(edges: tuple[int, ...], first: int = 0) -> tuple[str, ...]:
    """Names of the bins that ``binned`` makes of whole numbers.

    >>> bin_names((1, 2, 5))
    ('0', '1', '2-4', '5+')
    """
    starts, ends = (first, *edges), (*(edge - 1 for edge in edges), None)
    return tuple(
        f"{start}+" if end is None else f"{start}" if start == end else f"{start}-{end}"
        for start, end in zip(starts, ends, strict=True)
    )
