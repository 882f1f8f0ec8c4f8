"""Whether tracebacks are shown: ``--debug`` may stand anywhere in a command line, so it is an option of no command."""

from __future__ import annotations

_wanted = False


def show_tracebacks(wanted: bool) -> None:
    """Say for the command that is about to run whether it shows them."""
    global _wanted
    _wanted = wanted


def tracebacks_are_shown() -> bool:
    """Whether the command line had ``--debug``."""
    return _wanted
