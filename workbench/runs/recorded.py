"""What a record has of a corpus: its documents and their counts, read when they are asked for."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from typing import Any

from anaphora_workbench.evaluation.counting import Counts, only
from anaphora_workbench.workbench.runs.record import Record
from anaphora_workbench.workbench.settings import Setting, setting_named

# Bytes of packed details that are held unpacked, which is about ten times as much.
_MOST_OPENED = 16_000_000


class RecordedCorpus:
    """What a record has of one corpus.

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
        # The details of those documents that were asked for last, each with the bytes that they take packed.
        self._opened: OrderedDict[int, tuple[dict[Setting, dict[str, Any]], int]] = OrderedDict()
        self._opened_bytes = 0

    @property
    def checksums(self) -> list[str]:
        """Of its documents as they were read."""
        return [checksum for (checksum,) in self._of_documents("checksum")]

    @property
    def narrow(self) -> int:
        """Documents whose key annotates some kinds of noun phrases only."""
        return sum(narrow for (narrow,) in self._of_documents("narrow"))

    @property
    def languages(self) -> set[str]:
        """Codes of the languages that its documents are in."""
        return {language for (language,) in self._of_documents("language")}

    @property
    def unaligned(self) -> Counter[str]:
        """Mentions of each response that have no counterpart in the words of the key."""
        total: Counter[str] = Counter()
        for (unaligned,) in self._of_documents("unaligned"):
            total.update(json.loads(unaligned))
        return total

    @property
    def from_chains(self) -> set[str]:
        """Responses whose answers to pronouns were read off their chains."""
        return {name for (names,) in self._of_documents("from_chains") for name in json.loads(names)}

    @property
    def without_singletons(self) -> dict[tuple[Setting, str], list[Counts]]:
        """Counts of responses that have no singletons, those of the key left out, by setting and response."""
        counts: dict[tuple[Setting, str], list[Counts]] = {}
        for (content,) in self._of_documents("without_singletons"):
            for setting, by_response in self._record.unpacked(content).items() if content is not None else ():
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

    def details(self, setting: Setting, row: str) -> Mapping[str, Any]:
        """What was kept of the resolutions of a row in a setting, by document."""
        return KeptDetails(self, setting, row)

    def details_of(self, number: int) -> dict[Setting, dict[str, Any]]:
        """What was kept of the resolutions of a document, by setting and row; empty for nothing."""
        if number not in self._opened:
            (details,) = self._record.first("SELECT details FROM document WHERE number = ?", number)
            if details is None:
                return {}
            while self._opened and self._opened_bytes + len(details) > _MOST_OPENED:
                _, (_, length) = self._opened.popitem(last=False)
                self._opened_bytes -= length
            self._opened[number] = self._record.unpacked(details), len(details)
            self._opened_bytes += len(details)
        self._opened.move_to_end(number)
        return self._opened[number][0]

    def counts(self, setting: Setting, row: str) -> KeptCounts:
        """The counts of a row in a setting, by document."""
        return KeptCounts(self._record, self.numbers, (str(setting), row), self._range)

    def _of_documents(self, columns: str) -> Iterator[tuple[Any, ...]]:
        return self._record.rows(
            f"SELECT {columns} FROM document WHERE number BETWEEN ? AND ? ORDER BY number", *self._range
        )


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
        first, *others = (metrics for metrics, _ in self._countings.values())
        self._common = [name for name in first if all(name in metrics for metrics in others)] if others else None

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

    def __init__(self, corpus: RecordedCorpus, setting: Setting, row: str) -> None:
        self._corpus = corpus
        self._setting = setting
        self._row = row

    def __iter__(self) -> Iterator[str]:
        return (id for id in self._corpus.numbers if id in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, id: object) -> bool:
        return self._row in self._of(id)

    def __getitem__(self, id: str) -> Any:
        return self._of(id)[self._row]

    def _of(self, id: object) -> dict[str, Any]:
        number = self._corpus.numbers.get(str(id))
        return {} if number is None else self._corpus.details_of(number).get(self._setting, {})


class _Items(ItemsView[str, Counts]):
    _mapping: KeptCounts

    def __iter__(self) -> Iterator[tuple[str, Counts]]:
        return self._mapping._all()


class _Values(ValuesView[Counts]):
    _mapping: KeptCounts

    def __iter__(self) -> Iterator[Counts]:
        return (counts for _, counts in self._mapping._all())
