"""Counts of many documents in little memory: a kilobyte for each instead of thirty."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

from anaphora_workbench.evaluation.counting.counting import Counts

Place = TypeVar("Place", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


class PackedCounts(Mapping[Place, Counts]):
    """Counts by document, kept as bytes and made anew each time they are asked for."""

    def __init__(self) -> None:
        self._packed: dict[Place, tuple[int, bytes]] = {}
        # Nearly always one for all documents.
        self._options: list[dict[str, Any]] = []

    def __getitem__(self, place: Place) -> Counts:
        options, content = self._packed[place]
        return Counts(options=self._options[options], **pickle.loads(zlib.decompress(content)))

    def __iter__(self) -> Iterator[Place]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)

    def __setitem__(self, place: Place, counts: Counts) -> None:
        if counts.options not in self._options:
            self._options.append(counts.options)
        content = {name: value for name, value in vars(counts).items() if name != "options"}
        packed = zlib.compress(pickle.dumps(content, pickle.HIGHEST_PROTOCOL), 1)
        self._packed[place] = self._options.index(counts.options), packed

    def add(self, other: PackedCounts[Other], place_of: Callable[[Other], Place]) -> None:
        """Add those of another, under other places."""
        for options in other._options:
            if options not in self._options:
                self._options.append(options)
        number_of = [self._options.index(options) for options in other._options]
        for place, (options_number, content) in other._packed.items():
            self._packed[place_of(place)] = number_of[options_number], content

    def sort(self, order: Mapping[Place, int]) -> None:
        """Put the documents into an order: their places by number."""
        self._packed = dict(sorted(self._packed.items(), key=lambda entry: order[entry[0]]))
