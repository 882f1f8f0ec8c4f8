"""Limits of time and memory for a resolver on one document."""

from collections.abc import Iterable
from dataclasses import dataclass

SECONDS, SECONDS_A_WORD = 60.0, 0.002


@dataclass(frozen=True)
class Limits:
    """The limits of each resolver on each document, in a process of its own that is watched from outside.

    Attributes:
        timeout: seconds; None for 60 and 2 thousandths a word.
        memory: MiB of resident memory above what the process holds when the resolver begins; None for any.
    """

    timeout: float | None = None
    memory: int | None = None

    def seconds(self, words: int) -> float:
        """How long a document of so many words may take."""
        return SECONDS + SECONDS_A_WORD * words if self.timeout is None else self.timeout


def isolation(resolvers: Iterable[object], limits: Limits | None = None) -> Limits | None:
    """The limits under which resolvers work in a child process; None if they may work in this one.

    A resolver of another distribution never works in this one: it may end its process, or never end.
    """
    # Imported late: a score asks for no resolver.
    from anaphora_workbench.resolvers import is_foreign

    return limits or (Limits() if any(map(is_foreign, resolvers)) else None)
