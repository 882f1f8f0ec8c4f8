"""Memory-based classification: the class of the nearest stored instances, features weighted by gain ratio.

The distance of two instances is the sum of the weights of the features in which they differ (overlap metric), or of
these times how differently their values say that an instance is positive (modified value difference metric). A stored
instance that is the same answers alone; else those at the k smallest distances that occur vote, as in TiMBL. Source:
Daelemans & van den Bosch (2005, chapter 5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute, Instances, Numbers, entropy, same_rows

# Small codes, one row for each instance.
Rows = NDArray[Any]
# Numbers without a sign.
Whole = NDArray[Any]
# Weights are whole numbers of these, so that sums are exact and equal distances are equal.
UNITS = 10_000
# Rows that are compared at a time: their distances stay in the processor's cache.
_BLOCK = 64
# Into so many parts features are sorted.
_PARTS = 4


def gain_ratios(instances: Instances, attributes: Sequence[Attribute]) -> list[int]:
    """By feature its gain ratio in units: how much it tells of the class for each bit that its values have."""
    total, weights = instances.count.sum(), []
    before = float(entropy(instances.positive.sum(keepdims=True), total[None])[0])
    for column, attribute in zip(instances.columns, attributes, strict=True):
        size = len(attribute.values)
        counts = np.bincount(column, weights=instances.count, minlength=size).astype(np.float64)
        positives = np.bincount(column, weights=instances.positive, minlength=size).astype(np.float64)
        share = counts[counts > 0] / total
        split = -float((share * np.log2(share)).sum())
        gain = before - float((counts * entropy(positives, counts)).sum() / total)
        weights.append(round(UNITS * gain / split) if split > 0 else 0)
    return weights


def shares(instances: Instances, attributes: Sequence[Attribute]) -> list[list[float]]:
    """By feature and value how large a part of the instances with it is positive; 0 where there are none."""
    of_features = []
    for column, attribute in zip(instances.columns, attributes, strict=True):
        size = len(attribute.values)
        counts = np.bincount(column, weights=instances.count, minlength=size)
        positives = np.bincount(column, weights=instances.positive, minlength=size)
        of_features.append((positives / np.maximum(counts, 1)).tolist())
    return of_features


@dataclass(frozen=True)
class Votes:
    """What the nearest stored instances say of some rows; filled in row by row.

    Attributes:
        positive, count: of the instances that vote. distance: to the nearest, in units.
    """

    positive: Numbers
    count: Numbers
    distance: Codes


@dataclass(frozen=True)
class NearestNeighbours:
    """Stored instances, each different from all others.

    Attributes:
        rows: by instance the code of each feature.
        count, positive: how many there were of each, and how many of these were positive.
        weights: of the features, in units.
        sizes: by feature the number of values.
        k: of how many distances instances vote.
        shares: by feature and value how large a part of the training instances with it was positive, for the value
            difference metric; None for the overlap metric.
    """

    rows: Rows
    count: Numbers
    positive: Numbers
    weights: Sequence[int]
    sizes: Sequence[int]
    k: int = 1
    shares: Sequence[Sequence[float]] | None = None

    def votes(self, asked: Rows) -> Votes:
        """The votes for rows that all differ."""
        found = Votes(np.zeros(len(asked)), np.zeros(len(asked)), np.zeros(len(asked), dtype=np.intp))
        others = self._look_up(found, asked)
        distances = _Distances(self, asked[others])
        for start in range(0, len(others), _BLOCK):
            block = others[start : start + _BLOCK]
            of_block = distances.of(start, start + len(block))
            found.distance[block] = of_block.min(axis=1)
            near = np.flatnonzero(of_block <= self._kth(of_block)[:, None])
            row, instance = np.divmod(near, len(self.rows))
            for votes, of_instance in ((found.positive, self.positive), (found.count, self.count)):
                votes[block] = np.bincount(row, weights=of_instance[instance], minlength=len(block))
        return found

    def _look_up(self, found: Votes, asked: Rows) -> Codes:
        """Fill in the votes of the instances that are the same as rows; returns the other rows."""
        place = np.array([self._places.get(row.tobytes(), -1) for row in asked], dtype=np.intp)
        stored = np.flatnonzero(place >= 0)
        found.positive[stored], found.count[stored] = self.positive[place[stored]], self.count[place[stored]]
        return np.flatnonzero(place < 0)

    @cached_property
    def differences(self) -> list[Whole]:
        """By feature the distance of each two values, in units.

        Daelemans & van den Bosch (2005, 5.1.4): Σ |P(class | one) − P(class | other)| over the classes, of which there
        are two here.
        """
        of_features = []
        for number, (weight, size) in enumerate(zip(self.weights, self.sizes, strict=True)):
            if self.shares is None:
                apart = 1.0 - np.eye(size)
            else:
                share = np.array(self.shares[number])
                apart = 2 * np.abs(share[:, None] - share)
            of_features.append(np.rint(weight * apart).astype(np.int64))
        return of_features

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): place for place, row in enumerate(self.rows)}

    def neighbours(self, row: Rows, most: int) -> list[tuple[int, int]]:
        """The instances that vote for a row, nearest and most frequent first, each with its distance in units."""
        if row.tobytes() in self._places:
            return [(self._places[row.tobytes()], 0)]
        distances = _Distances(self, row[None, :]).of(0, 1)
        near = np.flatnonzero(distances[0] <= self._kth(distances)[0])
        order = np.lexsort((near, -self.count[near], distances[0, near]))[:most]
        return [(int(near[place]), int(distances[0, near[place]])) for place in order.tolist()]

    def _kth(self, distances: Whole) -> Whole:
        """By row the k-th smallest distance that occurs, the largest number of its type where fewer occur."""
        most = np.iinfo(distances.dtype).max
        kth: Whole = distances.min(axis=1)
        for _ in range(self.k - 1):
            # Numbers without a sign: what is not above the last distance comes out larger than all that is.
            above = kth + distances.dtype.type(1)
            following = above + (distances - above[:, None]).min(axis=1)
            kth = np.where(following > kth, following, most).astype(distances.dtype)
        return kth


class _Distances:
    """How far rows are from all instances.

    Features fall into a few parts. Rows have few different values of a part, of which the distances are worked out
    once; the distance of a row is a sum of as many as there are parts.
    """

    def __init__(self, memory: NearestNeighbours, asked: Rows) -> None:
        weights, differences = np.array(memory.weights), memory.differences
        # The sum has to leave room for one more, see _kth.
        largest = sum(int(of_feature.max()) for of_feature in differences)
        kind = np.uint16 if largest < np.iinfo(np.uint16).max else np.uint32
        by_weight = np.argsort(-weights, kind="stable")
        self._parts = []
        for part in range(min(_PARTS, len(weights))) if len(asked) else ():
            features = by_weight[part::_PARTS]
            first, which = same_rows(list(asked[:, features].T))
            distances = np.zeros((len(first), len(memory.rows)), dtype=kind)
            for feature in features.tolist():
                own, stored = asked[first, feature], memory.rows[:, feature]
                if memory.shares is None:
                    distances += (own[:, None] != stored) * kind(weights[feature])
                else:
                    distances += differences[feature].astype(kind)[own][:, stored]
            self._parts.append((distances, which))

    def of(self, start: int, end: int) -> Whole:
        """The distances of a stretch of rows, (rows, instances)."""
        (distances, which), *others = self._parts
        total: Whole = distances[which[start:end]]
        for distances, which in others:
            total += distances[which[start:end]]
        return total
