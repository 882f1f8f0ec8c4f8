"""Weights of lines: which words and values have one, how they are numbered, learnt alone and named in a model."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.learning.feature_table import JOINED_BY, Line, Part, Weights, part_named
from anaphora_workbench.resolvers.learning.log_linear import Choices, Numbers, learn
from anaphora_workbench.resolvers.learning.pairs import Pairs

BIAS = "bias"
_DIGITS = 6


def known_words(name: str, often: int, pairs: Sequence[Pairs]) -> set[str]:
    """The words that are the value of a part often enough, by mentions, or by pairs for a part about pairs."""
    return {word for word, count in _counted(name, pairs).items() if count >= often and JOINED_BY not in word}


def _counted(name: str, pairs: Sequence[Pairs]) -> Counter[str]:
    """How often each word is the value of a part."""
    counted: Counter[str] = Counter()
    part: Part = part_named(name)
    for of_document in pairs:
        table = of_document.table
        if part.feature.over == "mention":
            codes = table.values(part.feature)
        else:
            codes = part.feature.codes(table, of_document.later, of_document.earlier)
        for code, count in enumerate(np.bincount(codes, minlength=len(table.lexicon)).tolist()):
            if count and code:
                counted[table.lexicon[code]] += count
    return counted


def numbered(
    lines: Sequence[Line], pairs: Sequence[Pairs], least: int
) -> tuple[list[NDArray[np.int32]], list[tuple[int, int]]]:
    """By line the number of each instance's weight, from 2 on, and line and code of each weight."""
    columns: list[NDArray[np.int32]] = []
    names: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        codes = np.concatenate([of_document.joint(line).astype(np.int32) for of_document in pairs])
        wanted = np.flatnonzero((np.bincount(codes, minlength=line.size) >= least) & ~line.silent)
        weight_of = np.zeros(line.size, dtype=np.int32)
        weight_of[wanted] = 2 + len(names) + np.arange(len(wanted))
        columns.append(weight_of[codes])
        names += [(number, code) for code in wanted.tolist()]
    return columns, names


def logistic_regression(
    columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, prior: float
) -> Numbers:
    """Weights with a Gaussian prior: each pair is a choice between itself and nothing, which scores 0."""
    rows = len(right)
    given = Choices(
        [*columns, np.ones(rows, dtype=np.int32)],
        np.arange(rows, dtype=np.intp),
        right,
        np.zeros(rows),
        [],
        ~right,
        np.zeros(rows),
    )
    return learn(given, size, prior)


def by_line(
    lines: Sequence[Line], names: Sequence[tuple[int, int]], weights: Numbers, first: int, smallest: float = 0.0
) -> Weights:
    """Weights by line and value, rounded; those that are 0, or nearer to it than the smallest, are left out."""
    by_line: dict[str, dict[str, float]] = {}
    for place, (number, code) in enumerate(names):
        weight = float(f"{weights[first + place]:.{_DIGITS}g}")
        if weight and abs(weight) >= smallest:
            by_line.setdefault(lines[number].name, {})[lines[number].value(code)] = weight
    return by_line
