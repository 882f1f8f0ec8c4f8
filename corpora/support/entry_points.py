"""Entry points, by which the workbench's own packages and plug-ins add to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any


def entry_points_of(group: str) -> Iterable[EntryPoint]:
    """The installed entry points of a group."""
    entry_points: Iterable[EntryPoint] = _installed().select(group=group)
    return entry_points


def groups() -> list[str]:
    """The groups of entry points by which something is added to the workbench."""
    return sorted(group for group in _installed().groups if group.startswith("anaphora_workbench."))


@cache
def _installed() -> Any:
    # All groups at once: each call reads the entry points of every installed distribution.
    return entry_points()
