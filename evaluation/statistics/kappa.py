"""Kappa: the agreement of two annotators on labels, beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class LabelledTwice:
    """How two annotators labelled the same items; documents add up by their counts.

        κ = (p_o − p_e) / (1 − p_e)    p_o = Σ_l n(l, l) / N    p_e = Σ_l n(l, ·) · n(·, l) / N²

    Attributes:
        counts: items n(l, m) that the first annotator gave label l and the second label m.

    Source: Cohen (1960, equation 1); metrics.md, section 24.

    >>> of_four = LabelledTwice.of([("yes", "yes"), ("yes", "no"), ("no", "no"), ("no", "no")])
    >>> of_four.observed, of_four.expected, of_four.kappa
    (0.75, 0.5, 0.5)
    """

    counts: Mapping[tuple[Hashable, Hashable], int]

    @classmethod
    def of(cls, labels: Iterable[tuple[Hashable, Hashable]]) -> Self:
        """From the two labels of each item."""
        return cls(Counter(labels))

    def __add__(self, other: LabelledTwice) -> LabelledTwice:
        return LabelledTwice(Counter(self.counts) + Counter(other.counts))

    @property
    def items(self) -> int:
        """How many items were labelled."""
        return sum(self.counts.values())

    @property
    def observed(self) -> float:
        """The share of items with one label; 0 without items."""
        return self._share(sum(number for (first, second), number in self.counts.items() if first == second), 1)

    @property
    def expected(self) -> float:
        """The share that chance gives, where each annotator keeps the shares of his labels; 0 without items."""
        by_first: Counter[Hashable] = Counter()
        by_second: Counter[Hashable] = Counter()
        for (first, second), number in self.counts.items():
            by_first[first] += number
            by_second[second] += number
        return self._share(sum(number * by_second[label] for label, number in by_first.items()), 2)

    @property
    def kappa(self) -> float | None:
        """1 for perfect agreement, 0 for that of chance; None where both gave all items one label, or there is none."""
        expected = self.expected
        return None if not self.items or expected == 1 else (self.observed - expected) / (1 - expected)

    def _share(self, number: int, power: int) -> float:
        return number / self.items**power if self.items else 0.0
