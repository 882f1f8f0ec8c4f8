"""A progress bar on standard error, where somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[str], None]


@contextmanager
def progress(task: str, total: int | None, quiet: bool = False) -> Iterator[Advance]:
    """A function to call after each step with a word on the next; it shows nothing unless on a terminal.

    Args:
        total: number of steps, None if unknown.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.fields[step]}"), console=Console(stderr=True), transient=True) as bar:
        number = bar.add_task(task, total=total, step="")
        yield lambda step: bar.update(number, advance=1, step=step)
