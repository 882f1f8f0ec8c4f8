"""The record of a comparison that is in the cache: only a copy, which costs no results where its file takes no more."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from anaphora_workbench.workbench.base.cache import CacheWarning
from anaphora_workbench.workbench.records.document_results import DocumentResults
from anaphora_workbench.workbench.records.record import Counted, Record, RecordedFile, RecordError, connected


class CachedRecord(Record):
    """A record that goes on in a file that goes with the process, with a warning, where its own cannot be written.

    What its own file had until then stays there for a later run.
    """

    def begin(self, values: Mapping[str, Any], files: Iterable[tuple[str, Path, str]]) -> None:
        files = list(files)
        self._here_or_apart(lambda: super(CachedRecord, self).begin(values, files))

    def has_all(self, file: RecordedFile, documents: int) -> None:
        self._here_or_apart(lambda: super(CachedRecord, self).has_all(file, documents))

    def add(self, file: RecordedFile, place: int, id: str, counted: Counted, results: DocumentResults) -> None:
        self._here_or_apart(lambda: super(CachedRecord, self).add(file, place, id, counted, results))

    def forget_row(self, row: str) -> None:
        self._here_or_apart(lambda: super(CachedRecord, self).forget_row(row))

    def _forget(self, number: int) -> None:
        self._here_or_apart(lambda: super(CachedRecord, self)._forget(number))

    def _here_or_apart(self, write: Callable[[], None]) -> None:
        try:
            write()
        except RecordError as error:
            if self.path is None:
                raise
            self._go_apart()
            warnings.warn(f"results not kept in the cache: {error}", CacheWarning, stacklevel=4)
            write()

    def _go_apart(self) -> None:
        """Take what is there to a file of the system's. Raises RecordError where there is no room for it either."""
        with self._telling():
            apart = connected("")
            self._connection.backup(apart)
            self._connection.close()
        self._connection, self.path = apart, None
