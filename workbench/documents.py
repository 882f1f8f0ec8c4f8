"""Documents as commands take them, one after another; what is wrong with one costs only that one."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from anaphora_workbench.corpora import FormatError, find
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import ModelError
from anaphora_workbench.workbench.errors import Failure, one_line
from anaphora_workbench.workbench.parallel import DIED, WorkerDied, mapped

Result = TypeVar("Result")


@dataclass(frozen=True)
class Task:
    """A document and the file it was read from."""

    file: Path
    document: Document


def tasks_of(paths: Iterable[Path], format: str | None, on_failure: Callable[[Failure], None]) -> Iterator[Task]:
    """The documents of files and folders; a file that cannot be read is reported and the others are read.

    Raises:
        FormatError: there is nothing at a path, or no format knows it; said before the first document.
    """
    files = [found for path in paths for found in find(path, format)]
    return _read(files, on_failure)


def size_of(paths: Iterable[Path], format: str | None) -> int:
    """Size of the files of the paths in bytes. Raises FormatError like ``tasks_of``."""
    return sum(file.stat().st_size for path in paths for file, _ in find(path, format))


def _read(files: Iterable[tuple[Path, object]], on_failure: Callable[[Failure], None]) -> Iterator[Task]:
    for file, its_format in files:
        try:
            for document in its_format.read(file):  # type: ignore[attr-defined]
                yield Task(file, document)
        except FormatError as error:
            on_failure(Failure(str(file), one_line(error)))


def each_document(
    make: Callable[[], Callable[[Document], Result]], tasks: Iterable[Task], jobs: int
) -> Iterator[tuple[str, Result | Failure]]:
    """A function's result for each document, or its Failure, with the document's id; in order.

    Args:
        make: makes the function, once in each process; see ``parallel.mapped``.

    Raises:
        ModelError: the spaCy model is not installed.
    """
    for outcome in mapped(partial(_Guarded, make), tasks, jobs):
        if isinstance(outcome, WorkerDied):
            task = outcome.item
            reason = f"{task.file}: {task.document.id}: {DIED}"
            yield task.document.id, Failure(task.document.id, reason)
        else:
            yield outcome


class _Guarded(Generic[Result]):
    """A function of documents that returns a Failure where the function raises."""

    def __init__(self, make: Callable[[], Callable[[Document], Result]]) -> None:
        self.function = make()

    def __call__(self, task: Task) -> tuple[str, Result | Failure]:
        document = task.document
        try:
            return document.id, self.function(document)
        except ModelError:
            # It would be the same for every document.
            raise
        except Exception as error:  # a plug-in may raise anything, and one document must not end the run
            reason = one_line(error)
            if not isinstance(error, ValueError):
                reason = f"{type(error).__name__}: {reason}"
            for place in (document.id, str(task.file)):
                if place not in reason:
                    reason = f"{place}: {reason}"
            return document.id, Failure(document.id, reason, traceback.format_exc())
