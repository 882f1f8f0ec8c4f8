"""The resolver and document at work, named in errors and watched for time limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import brief
from anaphora_workbench.workbench.base.errors import ResolverError, Terminated, one_line

# Characters that a message quotes of what a plug-in raised.
_LONGEST = 1000
# In a worker process: told the resolver, the words of its document and the number of its column when it begins, and ""
# when it ends; no number of words while it is being made, none of a column where there are no columns.
Watcher = Callable[[str, int | None, int | None], None]
_watcher: Watcher | None = None
_column: int | None = None


def watched_by(watcher: Watcher) -> None:
    """Have all work in this process reported."""
    global _watcher
    _watcher = watcher


@contextmanager
def for_column(number: int) -> Iterator[None]:
    """Around the work for a column, as several may have one resolver with other options."""
    global _column
    _column = number
    try:
        yield
    finally:
        _column = None


@contextmanager
def at_work(resolver: str, document: Document) -> Iterator[None]:
    """Around a resolver's work on a document.

    Raises:
        ResolverError: the resolver raised something, were it ``SystemExit``.
    """
    if _watcher is not None:
        _watcher(resolver, len(document.words), _column)
    try:
        yield
    except BaseException as error:  # a plug-in may raise anything, and its user must know which one it was
        # A worker process hears no Ctrl-C and nobody leaves its loop, so there it is the resolver that raised it.
        ours = isinstance(error, GeneratorExit | KeyboardInterrupt | Terminated)
        if ours and _watcher is None:
            raise
        raise ResolverError(resolver, f"resolver {resolver}: {described(error)}") from error
    finally:
        if _watcher is not None:
            _watcher("", 0, _column)


@contextmanager
def being_made(resolver: str) -> Iterator[None]:
    """Around the making of a resolver: a plug-in may load a model that takes all memory, and end its process."""
    if _watcher is not None:
        _watcher(resolver, None, _column)
    try:
        yield
    finally:
        if _watcher is not None:
            _watcher("", 0, _column)


def described(error: object) -> str:
    """The kind of an error and what it says, on one line; a ValueError's is for a person as it is."""
    kind = type(error).__name__
    try:
        words = brief(one_line(error), _LONGEST)
    except BaseException:  # the error is of the plug-in's making, too
        return kind
    if isinstance(error, ValueError) and words:
        return words
    return f"{kind}: {words}" if words and words != kind else kind
