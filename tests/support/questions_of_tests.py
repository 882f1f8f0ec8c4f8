"""Questions for the jobs of the page, and the worker's function that answers them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.workbench.engine.current_work import at_work


@dataclass(frozen=True)
class Sleepy:
    """Takes some seconds, in the hands of a resolver if one is named; what is left out is answered at once."""

    seconds: float = 0.0
    resolver: str = ""
    left_out: tuple[str, ...] = ()
    allocate: int = 0

    def without(self, resolver: str, reason: str, column: int | None) -> Self | None:
        return None if resolver in self.left_out else replace(self, left_out=(*self.left_out, f"{resolver}: {reason}"))


def answer(question: Sleepy) -> bytes:
    held = bytearray(question.allocate << 20)
    if question.left_out:
        return "; ".join(question.left_out).encode()
    if question.resolver:
        with at_work(question.resolver, Document("d", [Word("It")])):
            time.sleep(question.seconds)
    else:
        time.sleep(question.seconds)
    if question.seconds < 0.001 and question.allocate == 0 and not held:
        return b"done"
    return f"slept {question.seconds:g}".encode()


@dataclass(frozen=True)
class Answering:
    def __call__(self) -> Callable[[Sleepy], bytes]:
        return answer
