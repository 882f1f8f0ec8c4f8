"""What to report as saved after an interruption."""

from collections.abc import Callable

_told_by: list[Callable[[], str]] = []
_last_words = ""


def keeps(tell: Callable[[], str]) -> None:
    """Note a place that keeps what was done.

    Args:
        tell: what it has by then, in a few words; "" for nothing.
    """
    _told_by.append(tell)


def ends_with(words: str) -> None:
    """Note the last line of a command that has no other end than to be interrupted."""
    global _last_words
    _last_words = words


def last_words() -> str:
    """What a command that is meant to be interrupted says at its end; "" for one that is not."""
    return _last_words


def forget() -> None:
    """A command begins, or has ended."""
    _told_by.clear()
    ends_with("")


def kept() -> str:
    """All that is kept, in a few words."""
    return ", ".join(filter(None, (tell() for tell in _told_by))) or "nothing"
