"""The documents of a file of answers that can be read: one that is broken costs only itself."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import FormatError, collecting
from anaphora_workbench.workbench.base.errors import one_line

_MOST = 1_000_000


def readable(file: Path, read: Callable[[Path], Iterator[Document]], broken: dict[str, str]) -> Iterator[Document]:
    """The documents of a file, one after the other, those that are broken left out.

    Args:
        read: of the file's format.
        broken: takes what is wrong by document's id; by "" where it is nobody's or the reader cannot go on.
    """
    whole = 0
    try:
        for document in read(file):
            yield document
            whole += 1
    except FormatError as error:
        others, further = _others(file, read, whole)
        for id, wrong in (further or {"": one_line(error)}).items():
            # Of several files, each may have something that is nobody's.
            broken[id] = f"{broken[id]}; {wrong}" if id in broken else wrong
        yield from others


def _others(
    file: Path, read: Callable[[Path], Iterator[Document]], known: int
) -> tuple[list[Document], dict[str, str]]:
    """The sound documents behind the first few, and what is wrong with the others."""
    documents: list[Document] = []
    broken: dict[str, str] = {}
    with collecting(_MOST) as complaints:
        noticed: list[int] = []
        try:
            for document in read(file):
                noticed.append(complaints.since(document, sum(noticed)))
                documents.append(document)
        except FormatError as error:
            broken[""] = f"{one_line(error)}; nothing after it was read"
        places = [complaints.place_of(document) for document in documents]
    starts = [place[1] for place in places if place is not None and place[1] is not None]
    lines = [error.line for error in complaints.errors if error.line is not None]
    if len(starts) == len(documents) and len(lines) == len(complaints.errors):
        # A reader may have read on before it gives a document.
        owners = [bisect_right(starts, line) - 1 for line in lines]
    else:
        owners = [number for number, errors in enumerate(noticed) for _ in range(errors)]
    for owner, complaint in zip(owners, complaints.errors, strict=False):
        broken.setdefault(documents[owner].id if owner >= 0 else "", one_line(complaint))
    return [document for document in documents[known:] if document.id not in broken], broken
