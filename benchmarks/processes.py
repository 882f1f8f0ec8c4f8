"""Time and memory of whole processes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

RUNS = 3


@dataclass(frozen=True)
class Measured:
    """Median seconds of some runs and the largest memory in MiB, None where it was not measured."""

    seconds: float
    mebibytes: float | None = None


def timed(function: Callable[[], object], runs: int = RUNS) -> Measured:
    """A function of this process."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return Measured(median(seconds))


# Run by a small process of its own, since a child begins with the memory of the process that makes it.
_WATCH = """
import resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
sys.exit(status)
"""


def processes(commands: Sequence[Sequence[str]], runs: int = RUNS) -> Measured:
    """Commands run one after the other, start-up included.

    Raises:
        subprocess.CalledProcessError: one of them fails.
    """
    seconds, memory = [], 0.0
    for _ in range(runs):
        together = 0.0
        for command in commands:
            watched = subprocess.run(python("-c", _WATCH, *command), capture_output=True, text=True, check=True)
            needed, largest = map(float, watched.stdout.split())
            together += needed
            memory = max(memory, largest)
        seconds.append(together)
    return Measured(median(seconds), memory)


def python(*arguments: str) -> list[str]:
    """A command for the Python that runs this."""
    return [sys.executable, *arguments]
