"""A column of a text that is answered side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple


class FeatureChange(NamedTuple):
    """Another number or gender of a mention.

    Attributes:
        start, end: its span, offsets of words.
        values: letters of those that are possible, as in interfaces.md, 2.
    """

    start: int
    end: int
    feature: Literal["number", "gender"]
    values: str


@dataclass(frozen=True)
class Column:
    """A resolver with options, or the answers in a file.

    Attributes:
        resolver: its name; "" for a response.
        options: those that are not the default, as text or as values.
        response: a file with answers.
        changes: what the resolver is told of mentions instead of what was found.
    """

    resolver: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    response: Path | None = None
    changes: tuple[FeatureChange, ...] = ()
