"""A corpus in a record: its documents and their counts, read on request."""

from __future__ import annotations

import json
import pickle
from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from functools import partial
from typing import Any

from anaphora_workbench.corpora.pairing.moved_spans import MovedSpans, OtherWords
from anaphora_workbench.evaluation.counting.counting import Counts, only
from anaphora_workbench.evaluation.counting.packed_counts import PackedCounts
from anaphora_workbench.workbench.base.settings import Setting, setting_named
from anaphora_workbench.workbench.records.record import AS_JSON, Record

# Bytes of packed data that are held unpacked, which is about ten times as much.
_MOST_OPENED = 16_000_000


class RecordedCorpus:
    """One corpus in a record.

    Args:
        name: of the corpus.

    Attributes:
        numbers: of its documents, by id, in the order of the corpus.
    """

    def __init__(self, record: Record, name: str) -> None:
        self._record = record
        self._range = record.numbers(name)
        rows = record.rows("SELECT id, number FROM document WHERE number BETWEEN ? AND ? ORDER BY number", *self._range)
        self.numbers: dict[str, int] = dict(rows)
        # What details have in common, of those documents that were asked for last, with the bytes that it takes packed.
        self._opened: OrderedDict[tuple[int, int], tuple[Any, int]] = OrderedDict()
        self._opened_bytes = 0

    def of_documents(self, column: str) -> list[Any]:
        """What is kept of each document in a column, in their order: plain values, or JSON as values."""
        return [value for _, value in self._by_document(column)]

    def of_responses(self, column: str) -> dict[str, dict[str, Any]]:
        """What a column keeps of the responses to each document, by response and document."""
        found: dict[str, dict[str, Any]] = {}
        for id, of_document in self._by_document(column):
            for name, of_response in of_document.items():
                found.setdefault(name, {})[id] = of_response
        return found

    @property
    def misread(self) -> dict[str, tuple[MovedSpans, dict[str, OtherWords]]]:
        """What of each response may be read otherwise than it is meant: spans, and other words by document."""
        found: dict[str, tuple[MovedSpans, dict[str, OtherWords]]] = {}
        for name, by_document in self.of_responses("misread").items():
            moved = sum(
                (MovedSpans.of_json(told).of_document(id) for id, (told, _) in by_document.items()), MovedSpans()
            )
            found[name] = moved, {id: OtherWords(*words) for id, (_, words) in by_document.items() if words}
        return found

    @property
    def without_singletons(self) -> dict[tuple[Setting, str], list[Counts]]:
        """Counts of responses that have no singletons, those of the key left out, by setting and response."""
        counts: dict[tuple[Setting, str], list[Counts]] = {}
        for content in filter(None, self.of_documents("without_singletons")):
            for setting, by_response in self._record.unpacked(content).items():
                for name, of_document in by_response.items():
                    counts.setdefault((setting, name), []).append(of_document)
        return counts

    def seconds(self) -> dict[Setting, dict[str, float]]:
        """That resolving took, by setting and row, for all that have results."""
        query = "SELECT setting, row, sum(seconds) FROM outcome WHERE document BETWEEN ? AND ? GROUP BY setting, row"
        seconds: dict[Setting, dict[str, float]] = {}
        for setting, row, total in self._record.rows(query, *self._range):
            seconds.setdefault(setting_named(setting), {})[row] = total
        return seconds

    def asked(self, setting: Setting, row: str) -> dict[str, dict[str, int]]:
        """What a row that asks a language model has asked about documents, by document; empty for any other row."""
        query = (
            "SELECT id, asked FROM outcome JOIN document ON number = document "
            "WHERE setting = ? AND row = ? AND document BETWEEN ? AND ? AND asked != '{}' ORDER BY document"
        )
        return {id: json.loads(asked) for id, asked in self._record.rows(query, str(setting), row, *self._range)}

    def details(self, setting: Setting, row: str) -> Mapping[str, Any]:
        """What was kept of the resolutions of a row in a setting, by document."""
        return KeptDetails(self._record, self, (str(setting), row), self._range)

    def apart(self, number: int, place: int) -> Any:
        """What several details of a document have in common."""
        key = number, place
        if key not in self._opened:
            query = "SELECT content FROM apart WHERE document = ? AND place = ?"
            found = self._record.first(query, number, place)
            if found is None:
                raise pickle.UnpicklingError(f"details refer to place {place} of document {number}, which is not kept")
            (content,) = found
            while self._opened and self._opened_bytes + len(content) > _MOST_OPENED:
                _, (_, length) = self._opened.popitem(last=False)
                self._opened_bytes -= length
            self._opened[key] = self._record.unpacked(content), len(content)
            self._opened_bytes += len(content)
        self._opened.move_to_end(key)
        return self._opened[key][0]

    def counts(self, setting: Setting, row: str) -> KeptCounts:
        """The counts of a row in a setting, by document."""
        return KeptCounts(self._record, self.numbers, (str(setting), row), self._range)

    def _by_document(self, column: str) -> Iterator[tuple[str, Any]]:
        query = f"SELECT id, {column} FROM document WHERE number BETWEEN ? AND ? ORDER BY number"
        for id, value in self._record.rows(query, *self._range):
            yield id, json.loads(value) if column in AS_JSON else value


class KeptCounts(Mapping[str, Counts]):
    """Counts by document, read when they are asked for, so that memory does not grow with the corpus.

    Only metrics that all of the documents were counted by are given: figures of some of them would not add up.
    """

    def __init__(
        self, record: Record, numbers: Mapping[str, int], outcome: tuple[str, str], numbers_between: tuple[int, int]
    ) -> None:
        self._record = record
        self._numbers = numbers
        self._where = *outcome, *numbers_between
        countings = "SELECT number, metrics, options FROM counting WHERE number IN "
        used = "(SELECT counting FROM outcome WHERE setting = ? AND row = ? AND document BETWEEN ? AND ?)"
        self._countings: dict[int, tuple[list[str], dict[str, Any]]] = {
            number: (json.loads(metrics), record.unpacked(options))
            for number, metrics, options in record.rows(f"{countings}{used} ORDER BY number", *self._where)
        }
        asked = [metrics for metrics, _ in self._countings.values()]
        self._common = [name for name in asked[0] if all(name in of for of in asked)] if len(asked) > 1 else None

    def __reduce__(self) -> tuple[Callable[..., Mapping[str, Counts]], tuple[PackedCounts[str]]]:
        # A record is of one process.
        packed: PackedCounts[str] = PackedCounts()
        for id, counts in self.items():
            packed[id] = counts
        return _same, (packed,)

    def __len__(self) -> int:
        query = "SELECT count(*) FROM outcome WHERE setting = ? AND row = ? AND document BETWEEN ? AND ?"
        (number,) = self._record.first(query, *self._where)
        return int(number)

    def __iter__(self) -> Iterator[str]:
        return (id for id, _ in self._all())

    def __getitem__(self, id: str) -> Counts:
        query = "SELECT counting, counts FROM outcome WHERE setting = ? AND row = ? AND document = ?"
        row = self._record.first(query, *self._where[:2], self._numbers[id])
        if row is None:
            raise KeyError(id)
        return self._counts(*row)

    def items(self) -> ItemsView[str, Counts]:
        return _Items(self)

    def values(self) -> ValuesView[Counts]:
        return _Values(self)

    def _all(self) -> Iterator[tuple[str, Counts]]:
        query = (
            "SELECT id, counting, counts FROM outcome JOIN document ON number = document "
            "WHERE setting = ? AND row = ? AND document BETWEEN ? AND ? ORDER BY document"
        )
        for id, counting, counts in self._record.rows(query, *self._where):
            yield id, self._counts(counting, counts)

    def _counts(self, counting: int, content: bytes) -> Counts:
        _, options = self._countings[counting]
        counts = Counts(options=options, **self._record.unpacked(content))
        return counts if self._common is None else only(counts, self._common)


class KeptDetails(Mapping[str, Any]):
    """What was kept of resolutions by document, read when it is asked for, so that memory does not grow."""

    def __init__(
        self, record: Record, corpus: RecordedCorpus, detail: tuple[str, str], numbers_between: tuple[int, int]
    ) -> None:
        self._record = record
        self._corpus = corpus
        self._where = *detail, *numbers_between

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self.items()),)

    def __iter__(self) -> Iterator[str]:
        query = (
            "SELECT id FROM detail JOIN document ON number = document "
            "WHERE setting = ? AND row = ? AND document BETWEEN ? AND ? ORDER BY document"
        )
        return (id for (id,) in self._record.rows(query, *self._where))

    def __len__(self) -> int:
        query = "SELECT count(*) FROM detail WHERE setting = ? AND row = ? AND document BETWEEN ? AND ?"
        return int(self._record.first(query, *self._where)[0])

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, id: object) -> bool:
        return self._first("1", id) is not None

    def __getitem__(self, id: str) -> Any:
        found = self._first("document, content", id)
        if found is None:
            raise KeyError(id)
        number, content = found
        return self._record.unpacked(content, partial(self._corpus.apart, number))

    def _first(self, columns: str, id: object) -> Any:
        number = self._corpus.numbers.get(str(id))
        query = f"SELECT {columns} FROM detail WHERE setting = ? AND row = ? AND document = ?"
        return None if number is None else self._record.first(query, *self._where[:2], number)


def _same(counts: PackedCounts[str]) -> Mapping[str, Counts]:
    return counts


class _Items(ItemsView[str, Counts]):
    _mapping: KeptCounts

    def __iter__(self) -> Iterator[tuple[str, Counts]]:
        return self._mapping._all()


class _Values(ValuesView[Counts]):
    _mapping: KeptCounts

    def __iter__(self) -> Iterator[Counts]:
        return (counts for _, counts in self._mapping._all())
