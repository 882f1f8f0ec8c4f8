"""The loop over documents; an error in one document costs only that document."""

import gc
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from anaphora_workbench.corpora import FormatError, find
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import Format
from anaphora_workbench.corpora.pairing.pairing import duplicate_id
from anaphora_workbench.workbench.base.errors import Failure, ResolverError, one_line
from anaphora_workbench.workbench.engine.workers import Engine, Limits, Settled, WorkerDied, mapped

# New objects after which Python's garbage collector looks at them. What resolvers make of a long document lives until
# they are done with it, and the collector, which looks every 700 objects, finds nothing there. Some 100 MB, so that a
# plug-in's cycles do not fill the memory.
OBJECTS = 1_000_000
_lock = threading.Lock()
_inside = 0
_before = gc.get_threshold()


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Within, the collector looks at new objects a million at a time; afterwards as often as before.

    Threads may be within at the same time. A collector that is turned off stays so, and one that looks yet more rarely.
    """
    global _inside, _before
    with _lock:
        if not _inside:
            _before = gc.get_threshold()
            # 0 is never.
            if 0 < _before[0] < OBJECTS:
                gc.set_threshold(OBJECTS, *_before[1:])
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                gc.set_threshold(*_before)


class Task(Protocol):
    """A piece of work."""

    @property
    def name(self) -> str:
        """What its result and its failure go by."""

    @property
    def place(self) -> Path:
        """The file that it comes from."""


Work = TypeVar("Work", bound=Task)
Result = TypeVar("Result")
Make = Callable[[], Callable[[Work], Result]]
# Called with the id and the file of a document that is done.
OnDocument = Callable[[str, Path], None]


@dataclass(frozen=True)
class Named:
    """The name and the place of a task that was done, without its content."""

    name: str
    place: Path


# What came of a task: its result or its failure.
Outcome = tuple[Named, Any]


@dataclass(frozen=True)
class DocumentTask:
    """A document and the file it was read from."""

    place: Path
    document: Document

    @property
    def name(self) -> str:
        return self.document.id


Documented = TypeVar("Documented", bound=DocumentTask)


def documents_of(paths: Iterable[Path], format: str | None) -> Iterator[DocumentTask | Settled[Outcome]]:
    """The documents of files and folders; a file that cannot be read is a failure and the others are read.

    Raises:
        FormatError: there is nothing at a path, or no format knows it; said before the first document.
    """
    return documents_at(((path, "") for path in paths), format)


def documents_at(places: Iterable[tuple[Path, str]], format: str | None) -> Iterator[DocumentTask | Settled[Outcome]]:
    """The same of places with the codes of their languages, "" for none, which hold for documents that name none."""
    files = [(*file, language) for path, language in places for file in find(path, format)]
    return (task for file, its_format, language in files for task in documents_in(file, its_format, language))


def documents_in(file: Path, its_format: Format, language: str = "") -> Iterator[DocumentTask | Settled[Outcome]]:
    """The documents of a file, and a failure where it cannot be read to its end.

    Args:
        language: code of that of documents that name none; "" where nothing is said of it.
    """
    read = 0
    try:
        for document in its_format.read(file):
            if language and document.names_no_language:
                document = replace(document, language=language, language_said=True)
            yield DocumentTask(file, document)
            read += 1
    except FormatError as error:
        reason = one_line(error)
        if read:
            before = "1 document was" if read == 1 else f"{read} documents were"
            reason += f"; {before} read before it, and nothing after it"
        yield settled(str(file), file, Failure(str(file), reason))


def settled(name: str, place: Path, outcome: Any) -> Settled[Outcome]:
    """A task whose outcome is there already, in its place among those that are to be done."""
    return Settled((Named(name, place), outcome))


def input_paths(paths: Iterable[Path], format: str | None) -> list[Path]:
    """The files of files and folders. Raises FormatError like ``documents_of``."""
    return [file for path in paths for file, _ in find(path, format)]


def number_of_documents(path: Path, format: str | None) -> int:
    """How many documents a file or folder has, as far as they can be read. Raises FormatError like ``documents_of``."""
    number = 0
    for file, its_format in find(path, format):
        with suppress(FormatError):
            number += 1 if its_format.one_document else sum(1 for _ in its_format.read(file))
    return number


def each_document(
    make: Callable[[], Callable[[Document], Result]],
    documents: Iterable[DocumentTask | Settled[Outcome]],
    jobs: int,
    failures: list[Failure],
    on_document: OnDocument = lambda name, place: None,
    unique: bool = True,
    limits: Limits | None = None,
) -> Iterator[tuple[str, Result]]:
    """A function's result for each document that has one, with the document's id; in order.

    Args:
        make: makes the function, once in each process; see ``workers.mapped``.
        failures: takes those of the other documents.
        on_document: called with each document's id and file when it is done.
        unique: of several documents with one id all but the first are failures.
        limits: of each resolver's work on each document; see ``workers.mapped``.

    Raises:
        ModelError: the spaCy model is not installed.
    """
    tasks = with_ids_that_differ(documents) if unique else documents
    for task, outcome in each(partial(_OfDocument, make), tasks, jobs, limits):
        on_document(task.name, task.place)
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            yield task.name, outcome


def with_ids_that_differ(tasks: Iterable[Documented | Settled[Outcome]]) -> Iterator[Documented | Settled[Outcome]]:
    """The tasks, of several documents with one id all but the first as failures."""
    places: dict[str, Path] = {}
    for task in tasks:
        if isinstance(task, Settled):
            named, outcome = task.result
            if not isinstance(outcome, Failure):
                places.setdefault(named.name, named.place)
        elif task.name in places:
            reason = duplicate_id(task.place, task.name, places[task.name])
            task = settled(task.name, task.place, Failure(task.name, reason))
        else:
            places[task.name] = task.place
        yield task


def each(
    make: Make[Work, Result],
    tasks: Iterable[Work | Settled[Outcome]],
    jobs: int,
    limits: Limits | None = None,
    engine: Engine = mapped,
) -> Iterator[tuple[Named, Result | Failure]]:
    """A function's result for each task, or its Failure; in order.

    A task fails where the function raises, where it ends the process that works on it, twice, or at a limit.

    Args:
        make: makes the function, once in each process; see ``workers.mapped``.
        limits: of each resolver's work on each task; likewise.
        engine: where the work is done.

    Raises:
        ModelError: the spaCy model is not installed, which would be the same for every task.
    """
    for outcome in engine(partial(_Guarded, make), tasks, jobs, limits):
        if isinstance(outcome, WorkerDied):
            task = Named(outcome.item.name, outcome.item.place)
            yield task, ended(task, outcome.reason, outcome.resolver)
        else:
            yield outcome


def ended(task: Task, reason: str, resolver: str) -> Failure:
    """The failure of a task whose process has ended while a resolver, "" for none, was at work."""
    whose = f"resolver {resolver}: " if resolver else ""
    return Failure(task.name, f"{task.place}: {task.name}: {whose}{reason}", resolver=resolver)


class _OfDocument(Generic[Result]):
    def __init__(self, make: Callable[[], Callable[[Document], Result]]) -> None:
        self.function = make()

    def __call__(self, task: DocumentTask) -> Result:
        return self.function(task.document)


class _Guarded(Generic[Work, Result]):
    def __init__(self, make: Make[Work, Result]) -> None:
        self.function = make()

    def __call__(self, task: Work) -> tuple[Named, Result | Failure]:
        named = Named(task.name, task.place)
        try:
            with collecting_rarely():
                return named, self.function(task)
        except Exception as error:  # a plug-in may raise anything, and one document must not end the run
            from anaphora_workbench.preprocessing import ModelError  # not at the start: scoring does without

            if isinstance(error, ModelError):
                raise
            return named, failure_of(error, named)


def failure_of(error: Exception, task: Task) -> Failure:
    """The failure of a task that has raised something, with where that was."""
    reason = one_line(error)
    if not isinstance(error, ValueError):
        reason = f"{type(error).__name__}: {reason}"
    for place in (task.name, str(task.place)):
        if place not in reason:
            reason = f"{place}: {reason}"
    resolver = error.resolver if isinstance(error, ResolverError) else ""
    return Failure(task.name, reason, traceback.format_exc(), resolver)
