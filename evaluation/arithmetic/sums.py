"""Records that add up field by field, for figures over many documents."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self


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
