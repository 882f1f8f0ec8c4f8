"""Decision trees over named values, as C4.5 grows and prunes them: readable as nested conditions.

A node has the counts of its instances and, unless it is a leaf, the name of a feature with a branch for each value, or
for an ordered feature the branches ``yes`` and ``no`` of ``at_most``. An instance with a value that no branch has stays
at the node. Source: Quinlan (1993, chapters 2 and 4): gain ratio, pessimistic pruning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes

Numbers = NDArray[np.float64]
Node = dict[str, Any]
POSITIVE, INSTANCES, FEATURE, AT_MOST, BRANCHES = "positive", "instances", "feature", "at_most", "branches"
YES, NO = "yes", "no"
# A subtree is replaced by a leaf whose estimated errors are not more than this above its own.
_SLACK = 0.1
_LARGEST_KEY = 2**62


@dataclass(frozen=True)
class Attribute:
    """A feature as a tree asks for it.

    Attributes:
        values: names by code.
        ordered: larger codes are larger values, and the tree asks for at most one of them.
    """

    name: str
    values: tuple[str, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Instances:
    """Instances that differ, each with how many there are.

    Attributes:
        columns: by attribute the code of each. count, positive: how many there are, and how many of these are positive.
    """

    columns: Sequence[NDArray[Any]]
    count: Numbers
    positive: Numbers

    def those(self, kept: Any) -> Instances:
        return Instances([column[kept] for column in self.columns], self.count[kept], self.positive[kept])


def distinct(columns: Sequence[Codes], right: NDArray[np.bool_]) -> Instances:
    """Instances counted: those with the same codes are one."""
    return counted(columns, np.ones(len(right)), right)


def counted(columns: Sequence[NDArray[Any]], count: NDArray[Any], positive: NDArray[Any]) -> Instances:
    """Instances that already have counts, those with the same codes as one; in the order of their codes."""
    first, inverse = same_rows(columns)
    of_first = [column[first] for column in columns]
    counts = np.bincount(inverse, weights=count, minlength=len(first)).astype(np.float64)
    return Instances(of_first, counts, np.bincount(inverse, weights=positive, minlength=len(first)).astype(np.float64))


def same_rows(columns: Sequence[NDArray[Any]]) -> tuple[Codes, Codes]:
    """Which rows of columns differ: the first of each, in the order of their codes, and for each row which of them."""
    key, span = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        size = int(column.max(initial=0)) + 1
        if span * size >= _LARGEST_KEY:
            values, key = np.unique(key, return_inverse=True)
            span = len(values)
        key, span = key * size + column, span * size
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse


def grow(instances: Instances, attributes: Sequence[Attribute], least: int) -> Node:
    """The tree before pruning.

    Args:
        least: instances that two branches at least must have.
    """
    count, positive = float(instances.count.sum()), float(instances.positive.sum())
    node: Node = {POSITIVE: int(positive), INSTANCES: int(count)}
    if count < 2 * least or positive in (0.0, count):
        return node
    splits = [
        (number, *found)
        for number, attribute in enumerate(attributes)
        if (found := _split(instances, number, attribute, least)) is not None
    ]
    if not splits:
        return node
    # Of the features with an average gain at least that with the best ratio, else features of many values win.
    average = sum(gain for _, gain, _, _ in splits) / len(splits)
    number, _, _, bound = max(
        (split for split in splits if split[1] >= average - 1e-12), key=lambda split: (split[2], -split[0])
    )
    column, attribute = instances.columns[number], attributes[number]
    node[FEATURE] = attribute.name
    if attribute.ordered:
        node[AT_MOST] = attribute.values[bound]
        parts = {YES: column <= bound, NO: column > bound}
    else:
        parts = {attribute.values[code]: column == code for code in np.unique(column).tolist()}
    node[BRANCHES] = {value: grow(instances.those(part), attributes, least) for value, part in parts.items()}
    return node


def entropy(positive: Numbers, count: Numbers) -> Numbers:
    """Bits by group."""
    share = np.divide(positive, count, out=np.zeros_like(count), where=count > 0)
    rest = 1.0 - share
    return -share * np.log2(np.maximum(share, 1e-300)) - rest * np.log2(np.maximum(rest, 1e-300))


def _split(instances: Instances, number: int, attribute: Attribute, least: int) -> tuple[float, float, int] | None:
    """Gain, gain ratio and threshold of the best split by an attribute; None if there is no useful one."""
    size = len(attribute.values)
    column = instances.columns[number]
    counts = np.bincount(column, weights=instances.count, minlength=size).astype(np.float64)
    positives = np.bincount(column, weights=instances.positive, minlength=size).astype(np.float64)
    if not attribute.ordered:
        return _gain(counts, positives, least, -1)
    splits = []
    for bound in range(size - 1):
        sides = [[part[: bound + 1].sum(), part[bound + 1 :].sum()] for part in (counts, positives)]
        splits.append(_gain(np.array(sides[0]), np.array(sides[1]), least, bound))
    return max((split for split in splits if split is not None), key=lambda split: split[0], default=None)


def _gain(counts: Numbers, positives: Numbers, least: int, bound: int) -> tuple[float, float, int] | None:
    if np.count_nonzero(counts >= least) < 2:
        return None
    total = counts.sum()
    before = float(entropy(positives.sum(keepdims=True), counts.sum(keepdims=True))[0])
    gain = before - float((counts * entropy(positives, counts)).sum() / total)
    if gain <= 1e-9:
        return None
    share = counts[counts > 0] / total
    return gain, gain / float(-(share * np.log2(share)).sum()), bound


def prune(node: Node, confidence: float) -> Node:
    """A copy with leaves where a subtree's estimated errors are not fewer; confidence 1 prunes nothing."""
    return _pruned(node, confidence)[0] if confidence < 1 else node


def _pruned(node: Node, confidence: float) -> tuple[Node, float]:
    of_leaf = estimated_errors(min(node[POSITIVE], node[INSTANCES] - node[POSITIVE]), node[INSTANCES], confidence)
    leaf = {POSITIVE: node[POSITIVE], INSTANCES: node[INSTANCES]}
    if BRANCHES not in node:
        return leaf, of_leaf
    branches, of_branches = {}, 0.0
    for value, branch in node[BRANCHES].items():
        branches[value], errors = _pruned(branch, confidence)
        of_branches += errors
    if of_leaf <= of_branches + _SLACK:
        return leaf, of_leaf
    return {**node, BRANCHES: branches}, of_branches


def estimated_errors(errors: int, instances: int, confidence: float) -> float:
    """Upper bound of the errors to expect at a leaf that made some: U_CF(E, N) · N (Quinlan 1993, 4.2).

    Of (1, 16) his program, which interpolates in a table, prints 2.51; the binomial's own bound is 2.55.

    >>> round(estimated_errors(0, 6, 0.25), 2), round(estimated_errors(1, 16, 0.25), 2)
    (1.24, 2.55)
    """
    from scipy.special import betaincinv

    if errors >= instances:
        return float(instances)
    return float(betaincinv(errors + 1, instances - errors, 1 - confidence)) * instances


class DecisionTree:
    """A tree with the attributes that it asks for.

    Raises:
        ValueError: it asks for a feature or a value that there is not, or a node has other counts or branches than any.
    """

    def __init__(self, root: Node, attributes: Sequence[Attribute]) -> None:
        self.root, self.attributes = root, attributes
        self._number = {attribute.name: number for number, attribute in enumerate(attributes)}
        self._require(root)

    def _require(self, node: Mapping[str, Any]) -> None:
        if not 0 <= node[POSITIVE] <= node[INSTANCES]:
            raise ValueError(f"a node of the tree has {node[POSITIVE]} positive instances of {node[INSTANCES]}")
        if BRANCHES not in node:
            if FEATURE in node or AT_MOST in node:
                raise ValueError("a node of the tree asks for a feature and has no branches")
            return
        if not node[BRANCHES] or FEATURE not in node:
            raise ValueError("a node of the tree has branches of nothing")
        if node[FEATURE] not in self._number:
            raise ValueError(f"the tree asks for {node[FEATURE]!r}, which does not exist")
        attribute = self.attributes[self._number[node[FEATURE]]]
        asked = [node[AT_MOST]] if AT_MOST in node else list(node[BRANCHES])
        for value in asked:
            if value not in attribute.values:
                raise ValueError(f"feature {attribute.name!r} has no value {value!r}")
        if AT_MOST in node and not attribute.ordered:
            raise ValueError(f"the values of {attribute.name} have no order; expected a branch for each")
        if AT_MOST in node and set(node[BRANCHES]) != {YES, NO}:
            raise ValueError(
                f"{attribute.name} ≤ {node[AT_MOST]} has the branches {', '.join(node[BRANCHES])}; expected yes, no"
            )
        for branch in node[BRANCHES].values():
            self._require(branch)

    @property
    def asks(self) -> set[str]:
        """Names of the features that it asks for."""
        found: set[str] = set()
        nodes = [self.root]
        while nodes:
            node = nodes.pop()
            if BRANCHES in node:
                found.add(node[FEATURE])
                nodes += node[BRANCHES].values()
        return found

    def likelihood(self, columns: Sequence[Codes]) -> Numbers:
        """For each row (p + 1) / (t + 2) of its leaf with p positive of t instances (Ng & Cardie 2002, note 3).

        Args:
            columns: by attribute the codes; those that the tree does not ask for are not looked at.
        """
        likely = np.zeros(len(columns[0]))
        self._fill(self.root, np.arange(len(likely)), columns, likely)
        return likely

    def _fill(self, node: Node, rows: Codes, columns: Sequence[Codes], likely: Numbers) -> None:
        likely[rows] = likelihood_of(node)
        if BRANCHES not in node or not len(rows):
            return
        number = self._number[node[FEATURE]]
        codes, values = columns[number][rows], self.attributes[number].values
        if AT_MOST in node:
            below = codes <= values.index(node[AT_MOST])
            parts = {YES: below, NO: ~below}
        else:
            parts = {value: codes == values.index(value) for value in node[BRANCHES]}
        for value, branch in node[BRANCHES].items():
            self._fill(branch, rows[parts[value]], columns, likely)

    def path(self, codes: Sequence[int]) -> tuple[list[str], Node]:
        """The conditions that lead one row to its leaf, and the leaf."""
        node, conditions = self.root, []
        while BRANCHES in node:
            number = self._number[node[FEATURE]]
            name, values = node[FEATURE], self.attributes[number].values
            if AT_MOST in node:
                below = codes[number] <= values.index(node[AT_MOST])
                conditions.append(f"{name} {'≤' if below else '>'} {node[AT_MOST]}")
                node = node[BRANCHES][YES if below else NO]
                continue
            value = values[codes[number]]
            if value not in node[BRANCHES]:
                break
            conditions.append(f"{name} = {value}")
            node = node[BRANCHES][value]
        return conditions, node


def likelihood_of(node: Mapping[str, Any]) -> float:
    """(p + 1) / (t + 2) of a node."""
    return float((node[POSITIVE] + 1) / (node[INSTANCES] + 2))
