"""Progress: a bar on a terminal, elsewhere an occasional line for a log."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from anaphora_workbench.workbench.base.errors import CommandError


class Advance(Protocol):
    """Counts a step."""

    def __call__(self, step: str, place: Path | None = None) -> None:
        """Count a step, of which these are the name and, where they are documents of files, the file."""


# Seconds between two lines, unless this variable of the environment has other ones.
_PAUSE = 30.0
PAUSE = "WORKBENCH_PROGRESS_SECONDS"


@contextmanager
def progress(
    task: str, total: int | None, quiet: bool = False, lines: bool = False, files: bool = False
) -> Iterator[Advance]:
    """A function to call after each step.

    Args:
        total: number of steps, None if unknown.
        files: the total is that of the files whose documents are the steps, in their order.
        lines: where there is no terminal, also say the beginning and the end.

    Raises:
        CommandError: the variable of the environment for the time between two lines holds no number.
    """
    if quiet or sys.stderr is None:
        yield lambda step, place=None: None
        return
    if not sys.stderr.isatty():
        written = _Lines(task, total, files)
        if lines:
            written.write()
        yield written.advance
        if lines:
            written.write()
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
    )
    further = bars.TimeRemainingColumn(), bars.TextColumn("{task.fields[step]}")
    with bars.Progress(*columns, *further, console=Console(stderr=True), transient=True) as bar:
        number = bar.add_task(task, total=total, step="")
        steps = _Steps(files)

        def advance(step: str, place: Path | None = None) -> None:
            steps.count(place)
            told = f"{steps.done:,} {_documents(steps.done)}: {step}" if files else step
            bar.update(number, completed=steps.reached, step=told)

        yield advance


def _documents(number: int) -> str:
    return "document" if number == 1 else "documents"


@contextmanager
def asked_so_far(task: str, quiet: bool) -> Iterator[Callable[[str], None]]:
    """A function to call with what was done so far, which writes it now and then."""
    if quiet or sys.stderr is None:
        yield lambda told: None
        return
    pause, written = _pause(), time.monotonic()
    last = ""

    def tell(told: str) -> None:
        nonlocal written, last
        last = told
        if time.monotonic() - written >= pause:
            written = time.monotonic()
            print(f"{task}: {told}", file=sys.stderr, flush=True)

    yield tell
    if last:
        print(f"{task}: {last}", file=sys.stderr, flush=True)


class _Steps:
    """How many steps are done, and from how many files they are."""

    def __init__(self, of_files: bool) -> None:
        self.done = self.files = 0
        self._of_files = of_files
        self._place: Path | None = None

    @property
    def reached(self) -> int:
        return self.files if self._of_files else self.done

    def count(self, place: Path | None) -> None:
        """Count a step from a file."""
        self.done += 1
        self.files += place != self._place
        self._place = place


class _Lines:
    """Writes how many steps are done, and how long the others will take at the pace since the last line."""

    def __init__(self, task: str, total: int | None, files: bool) -> None:
        self._task, self._total, self._files = task, total, files
        self._steps = _Steps(files)
        self._told = 0
        self._written = time.monotonic()
        self._pause = _pause()

    def advance(self, step: str, place: Path | None = None) -> None:
        """Count a step, and write a line if the last one is long ago."""
        self._steps.count(place)
        if time.monotonic() - self._written >= self._pause:
            self.write()

    def write(self) -> None:
        """Write a line."""
        now = time.monotonic()
        reached = self._steps.reached
        says = f"{self._task}: {self._steps.done:,}"
        if self._total is not None and reached <= self._total:
            of = f" of {self._total:,}"
            says += f" {_documents(self._steps.done)}, file {reached:,}{of}" if self._files else of
            since = reached - self._told
            if since and reached < self._total:
                left = (now - self._written) / since * (self._total - reached)
                says += f", {duration(left)} left"
        self._written, self._told = now, reached
        print(says, file=sys.stderr, flush=True)


def _pause() -> float:
    told = os.environ.get(PAUSE, "")
    try:
        return float(told) if told else _PAUSE
    except ValueError:
        raise CommandError(
            f"{PAUSE}={told[:60]}: not a number; expected the seconds between two lines of progress"
        ) from None


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(42), duration(3_700), duration(200_000)
    ('42 s', '1 h 1 min', '2 d 7 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{whole // 60} min"
    if whole < 86_400:
        return f"{whole // 3_600} h {whole % 3_600 // 60} min"
    return f"{whole // 86_400} d {whole % 86_400 // 3_600} h"


def downloading(name: str) -> Callable[[int, int | None], None] | None:
    """What shows, on a terminal, how far a download is; None elsewhere."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int | None) -> None:
        of = f" of {total / 1e6:.1f}" if total else ""
        print(f"\r{name}: {done / 1e6:.1f}{of} MB", end="", file=sys.stderr, flush=True)

    return show
