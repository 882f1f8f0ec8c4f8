"""Time and memory of functions and of processes; of those that a process starts too, watched while they run (Linux)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

RUNS = 3
_EVERY = 0.25
_KIB = 1024
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


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


def workbench(*arguments: str) -> list[str]:
    """A command line of the workbench."""
    return python("-m", "anaphora_workbench", *arguments)


@dataclass(frozen=True)
class Taken:
    """What a command took.

    Attributes:
        largest: memory of its largest process at the highest, in MiB.
        together: memory of all its processes at the highest, what they share counted once, in MiB.
        seconds: of processor time of all its processes.
        busiest: of the process that took most, in seconds: what the command would wait for with a core for each.
    """

    largest: float
    together: float
    seconds: float
    busiest: float


def taken_by(command: Sequence[str]) -> Taken:
    """Run a command and watch it.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    # What it writes waits in a file: of a pipe that nobody reads before the end, a full one would stop it.
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        largest, together, of_process = 0.0, 0.0, dict[int, float]()
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            sizes = []
            for pid in tree(process.pid):
                seconds = _seconds(pid)
                if seconds is not None:
                    # Not the maximum that wait4 tells: a child begins with the memory of the process that makes it.
                    largest = max(largest, mebibytes(pid, "status", "VmHWM:"))
                    sizes.append(mebibytes(pid, "smaps_rollup", "Pss:"))
                    of_process[pid] = seconds
            together = max(together, sum(sizes))
            time.sleep(_EVERY)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            raise subprocess.CalledProcessError(process.returncode, list(command), stderr=errors.read())
    seconds = usage.ru_utime + usage.ru_stime
    return Taken(largest, together, seconds, max(of_process.values(), default=seconds))


def tree(root: int) -> list[int]:
    """A process and those below it."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            waiting += map(int, (_read(children) or "").split())
    return found


def mebibytes(pid: int, file: str, name: str) -> float:
    """A figure of a process; 0 of one that has ended."""
    lines = (_read(Path(f"/proc/{pid}/{file}")) or "").splitlines()
    return next((int(line.split()[1]) / _KIB for line in lines if line.startswith(name)), 0.0)


def _seconds(pid: int) -> float | None:
    """Processor time so far; None of a process that has ended."""
    fields = (_read(Path(f"/proc/{pid}/stat")) or "").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else None


def _read(file: Path) -> str | None:
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
