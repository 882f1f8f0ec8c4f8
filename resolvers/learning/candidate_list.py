"""Candidates in the trace of a pair resolver, listed only on request because a text has millions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from anaphora_workbench.resolvers.contract.case import Candidate
from anaphora_workbench.resolvers.features.feature import Codes

# What the answer for one candidate, by its number, is made of.
Reasons = Callable[[int], Mapping[str, Any]]


class Listed(Sequence[Candidate]):
    """Candidates, nearest first.

    Args:
        positions: of the candidates that are listed.
        places: their numbers among all candidates of the mention.
        ranks: place of each among those that corefer, as they would be taken; 0 for one that does not.
        marked: places of those that have marks.
        explained: gives reasons for all candidates of the mention, factors and marks, when it is first called.
        barred: by place the filter that rejects a candidate, why, and the mention that it is one entity with.
    """

    def __init__(
        self,
        positions: Codes,
        places: Codes,
        ranks: Codes,
        marked: frozenset[int],
        explained: Explained,
        barred: Mapping[int, tuple[str, str, int | None]] | None = None,
    ) -> None:
        self._positions, self._places, self._ranks = positions, places, ranks
        self._marked, self._explained, self._barred = marked, explained, barred or {}

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Candidate]:
        rows = zip(self._positions.tolist(), self._places.tolist(), self._ranks.tolist(), strict=True)
        return (self._candidate(*row) for row in rows)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...

    @overload
    def __getitem__(self, index: slice) -> list[Candidate]: ...

    def __getitem__(self, index: int | slice) -> Candidate | list[Candidate]:
        if isinstance(index, slice):
            return list(self)[index]
        return self._candidate(int(self._positions[index]), int(self._places[index]), int(self._ranks[index]))

    def _candidate(self, position: int, place: int, rank: int) -> Candidate:
        if place in self._barred:
            return Candidate(position).rejected(*self._barred[place])
        explained = self._explained
        marks = Worked(explained.marks, place) if place in self._marked else None
        return Candidate(position, factors=Worked(explained.factors, place), rank=rank or None, marks=marks)


class Explained:
    """Why each candidate of one mention was taken for coreferent or not, worked out when somebody asks."""

    def __init__(self, work: Callable[[], tuple[Reasons, Reasons]]) -> None:
        self._work = work

    def __reduce__(self) -> tuple[type[Explained], tuple[Callable[[], tuple[Reasons, Reasons]]]]:
        # What was worked out is worked out again.
        return type(self), (self._work,)

    @cached_property
    def _reasons(self) -> tuple[Reasons, Reasons]:
        return self._work()

    def factors(self, place: int) -> Mapping[str, Any]:
        return self._reasons[0](place)

    def marks(self, place: int) -> Mapping[str, Any]:
        return self._reasons[1](place)


class Worked(Mapping[str, Any]):
    """The reasons of one candidate, worked out when somebody asks."""

    __slots__ = ("_known", "_place", "_reasons")

    def __init__(self, reasons: Reasons, place: int) -> None:
        self._reasons, self._place = reasons, place
        self._known: Mapping[str, Any] | None = None

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[Mapping[str, Any]]]:
        return dict, (self._worked_out(),)

    def _worked_out(self) -> Mapping[str, Any]:
        if self._known is None:
            self._known = self._reasons(self._place)
        return self._known

    def __getitem__(self, name: str) -> Any:
        return self._worked_out()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._worked_out())

    def __len__(self) -> int:
        return len(self._worked_out())
