"""What a command that is interrupted leaves behind, for its last line to say."""

from __future__ import annotations

from collections.abc import Callable

_told_by: list[Callable[[], str]] = []


def keeps(tell: Callable[[], str]) -> None:
    """Note a place that keeps what was done.

    Args:
        tell: what it has by then, in a few words; "" for nothing.
    """
    _told_by.append(tell)


def forget() -> None:
    """A command begins, or has ended."""
    _told_by.clear()


def kept() -> str:
    """All that is kept, in a few words."""
    return ", ".join(filter(None, (tell() for tell in _told_by))) or "nothing"
