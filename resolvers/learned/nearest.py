"""Memory-based classification: the class of the stored instances that are nearest, features weighed by gain ratio.

The distance of two instances is the sum of the weights of the features in which they differ (overlap metric). A stored
instance that is the same answers alone; else those at the k smallest distances that occur vote, as in TiMBL. Source:
Daelemans & van den Bosch (2005, chapter 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learned.decision_tree import Attribute, Instances, Numbers, entropy, same_rows

# Small codes, one row for each instance.
Rows = NDArray[Any]
# Weights are whole numbers of these, so that sums are exact and equal distances are equal.
UNITS = 10_000
# Instances that are compared at a time.
_BLOCK = 2048
# Instances are sorted into groups by so many of the heaviest features, first small groups, then larger ones.
_SORTING = (14, 11, 8, 3)


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
    """

    rows: Rows
    count: Numbers
    positive: Numbers
    weights: Sequence[int]
    sizes: Sequence[int]
    k: int = 1

    def votes(self, asked: Rows) -> Votes:
        """The votes for rows that all differ.

        Each is first compared with the instances that have its values of the heaviest features: all others are at
        least as far away as the least of their weights. Only where that is not far enough, it is compared with more.
        """
        found = Votes(np.zeros(len(asked)), np.zeros(len(asked)), np.zeros(len(asked), dtype=np.intp))
        by_weight = np.argsort(-np.array(self.weights), kind="stable")
        unsettled = self._look_up(found, asked)
        for number in _SORTING:
            heaviest = by_weight[:number]
            bound = min(self.weights[feature] for feature in heaviest.tolist())
            group_of, left = dict(_groups(self.rows[:, heaviest])), [np.zeros(0, dtype=np.intp)]
            for values, places in _groups(asked[unsettled][:, heaviest]):
                rows, members = unsettled[places], group_of.get(values)
                left.append(rows if members is None else self._vote(found, asked, rows, members, bound))
            unsettled = np.sort(np.concatenate(left))
        self._vote(found, asked, unsettled, np.arange(len(self.rows)), None)
        return found

    def _look_up(self, found: Votes, asked: Rows) -> Codes:
        """Fill in the votes of the instances that are the same as rows; returns the other rows."""
        place = np.array([self._places.get(row.tobytes(), -1) for row in asked], dtype=np.intp)
        stored = np.flatnonzero(place >= 0)
        found.positive[stored], found.count[stored] = self.positive[place[stored]], self.count[place[stored]]
        return np.flatnonzero(place < 0)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {row.tobytes(): place for place, row in enumerate(self.rows)}

    def neighbours(self, row: Rows, most: int) -> list[tuple[int, int]]:
        """The instances that vote for a row, nearest and most frequent first, each with its distance in units."""
        if row.tobytes() in self._places:
            return [(self._places[row.tobytes()], 0)]
        distances = self._distances(row[None, :], np.arange(len(self.rows)))
        near = np.flatnonzero(distances[0] <= self._kth(distances)[0])
        order = np.lexsort((near, -self.count[near], distances[0, near]))[:most]
        return [(int(near[place]), int(distances[0, near[place]])) for place in order.tolist()]

    def _vote(self, found: Votes, asked: Rows, rows: Codes, members: Codes, bound: int | None) -> Codes:
        """Fill in the votes of some instances for rows; returns the rows of which others may be as near.

        Args:
            bound: the least distance of all other instances; None if there are none.
        """
        unsettled = [np.zeros(0, dtype=np.intp)]
        for start in range(0, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK]
            distances = self._distances(asked[block], members)
            kth = self._kth(distances)
            of_block, near = np.nonzero(distances <= kth[:, None])
            for votes, of_instance in ((found.positive, self.positive), (found.count, self.count)):
                votes[block] = np.bincount(of_block, weights=of_instance[members[near]], minlength=len(block))
            found.distance[block] = distances.min(axis=1)
            if bound is not None:
                unsettled.append(block[kth >= bound])
        return np.concatenate(unsettled)

    @cached_property
    def _same(self) -> NDArray[np.float32]:
        """By instance and by value of each feature the weight of having it; whole numbers, so that sums are exact."""
        return self._indicators(self.rows) * np.repeat(np.array(self.weights, dtype=np.float32), self.sizes)

    def _indicators(self, rows: Rows) -> NDArray[np.float32]:
        starts = np.r_[0, np.cumsum(self.sizes)]
        has = np.zeros((len(rows), int(starts[-1])), dtype=np.float32)
        np.put_along_axis(has, rows + starts[:-1], 1.0, axis=1)
        return has

    def _distances(self, asked: Rows, members: Codes) -> NDArray[np.float32]:
        same: NDArray[np.float32] = self._indicators(asked) @ self._same[members].T
        return np.float32(sum(self.weights)) - same

    def _kth(self, distances: NDArray[np.float32]) -> NDArray[np.float32]:
        """By row the k-th smallest distance that occurs."""
        kth: NDArray[np.float32] = distances.min(axis=1)
        for _ in range(self.k - 1):
            kth = np.where(distances > kth[:, None], distances, np.float32(np.inf)).min(axis=1)
        return kth


def _groups(rows: Rows) -> list[tuple[bytes, Codes]]:
    """Rows that are the same: their values and their places, in the order of the values."""
    if not len(rows):
        return []
    first, group = same_rows(list(rows.T))
    members = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group, minlength=len(first)))[:-1])
    return [(rows[place].tobytes(), places) for place, places in zip(first.tolist(), members, strict=True)]
