"""Sums of fractions without rounding, so that a score does not depend on the order of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm
from typing import Any, Self


class ExactSum:
    """A sum of fractions, kept as one whole numerator for each denominator until its value is asked for.

    A corpus has thousands of terms but few denominators (sizes of entities), so adding is as fast as
    adding whole numbers (metrics.md, section 17).

    >>> (ExactSum({2: 1, 3: 1}) + ExactSum({3: 1})).value()
    Fraction(7, 6)
    """

    __slots__ = ("numerators",)

    def __init__(self, numerators: Mapping[int, int] | None = None) -> None:
        self.numerators = dict(numerators or {})

    def __add__(self, other: Exact) -> ExactSum:
        merged = dict(self.numerators)
        for denominator, numerator in _terms(other):
            merged[denominator] = merged.get(denominator, 0) + numerator
        return ExactSum(merged)

    __radd__ = __add__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | ExactSum) and self.value() == exact(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"ExactSum({self.numerators})"

    def __float__(self) -> float:
        return float(self.value())

    def value(self) -> Fraction:
        """The sum as one fraction."""
        common = lcm(*self.numerators)
        total = sum(numerator * (common // denominator) for denominator, numerator in self.numerators.items())
        return Fraction(total, common)


Exact = int | Fraction | ExactSum


def exact(number: Exact) -> int | Fraction:
    """The number itself, a sum as its value."""
    return number.value() if isinstance(number, ExactSum) else number


def divided(number: Exact, by: int) -> Exact:
    """A number divided by a whole one, term by term."""
    return number if by == 1 else ExactSum({below * by: above for below, above in _terms(number)})


def rational(number: float | str | Fraction) -> Fraction:
    """A weight as the fraction it is written as: 0.1 is 1/10."""
    return number if isinstance(number, Fraction) else Fraction(str(number))


def _terms(number: Exact) -> list[tuple[int, int]]:
    if isinstance(number, ExactSum):
        return list(number.numerators.items())
    return [(number.denominator, number.numerator)]


@dataclass
class Sums:
    """A base for dataclasses of numbers, each with a default of 0; ``+`` adds documents.

    >>> @dataclass
    ... class Found(Sums):
    ...     right: int = 0
    ...     wrong: int = 0
    >>> sum([Found(1, 2), Found(right=3)], Found())
    Found(right=4, wrong=2)
    """

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def by_name(self) -> dict[str, Any]:
        """The numbers by the names of their fields."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
