"""The record of a run: the results of each document in SQLite, written in one transaction.

    run        name → value: what the run is of, as JSON; see ``runs.run_folder``; and a seal of these and the files
    file       the files of the corpora, in the order of the run, each with its SHA-256 and, once it was read to its
               end, how many documents it has
    document   a document that has results: id, checksum, what was counted, and a seal
    counting   which metrics were counted, with which options
    outcome    setting, row (resolver or response) and document → counts, seconds, decisions; of language models what
               was asked, as JSON
    detail     setting, row and document → details for a report
    apart      document and place → what several details of the document have in common, kept once

Decisions are JSON, ``[["m7", "m3"], ["m9", null]]``: anaphor and antecedent. Counts and details are deflated pickles of
plain values (``runs.pickles``).
"""

from __future__ import annotations

import hashlib
import json
import pickle
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.locks import FileLock
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.engine.pickles import packed, unpacked
from anaphora_workbench.workbench.records.document_results import DocumentResults

SCHEMA = 9
_SCHEMA = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (number INTEGER PRIMARY KEY, corpus TEXT NOT NULL, path TEXT NOT NULL, checksum TEXT NOT NULL,
    documents INTEGER);
CREATE TABLE document (number INTEGER PRIMARY KEY, id TEXT NOT NULL, checksum TEXT NOT NULL, counted TEXT NOT NULL,
    language TEXT NOT NULL, narrow INTEGER NOT NULL, unaligned TEXT NOT NULL, missing_words TEXT NOT NULL,
    from_chains TEXT NOT NULL, without_singletons BLOB, parser TEXT, unread TEXT NOT NULL, unanswered TEXT NOT NULL,
    said TEXT NOT NULL, misread TEXT NOT NULL, seal BLOB NOT NULL);
CREATE TABLE counting (number INTEGER PRIMARY KEY, metrics TEXT NOT NULL, options BLOB NOT NULL);
CREATE TABLE outcome (setting TEXT NOT NULL, row TEXT NOT NULL, document INTEGER NOT NULL, seconds REAL NOT NULL,
    counting INTEGER NOT NULL, counts BLOB NOT NULL, decisions TEXT NOT NULL, asked TEXT NOT NULL,
    PRIMARY KEY (setting, row, document)) WITHOUT ROWID;
CREATE INDEX outcome_of_document ON outcome (document);
CREATE TABLE detail (setting TEXT NOT NULL, row TEXT NOT NULL, document INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (setting, row, document));
CREATE INDEX detail_of_document ON detail (document);
CREATE TABLE apart (document INTEGER NOT NULL, place INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (document, place));
"""
# The columns of a document that hold JSON, of the results' attributes of these names.
AS_JSON = ("unaligned", "missing_words", "from_chains", "unread", "unanswered", "said", "misread")
_SEAL = "seal"
# The number of a document is that of its file, and in the lower bits its place there.
_PLACES = 1 << 32


class RecordError(CommandError):
    """A file of results that cannot be written or read."""


@dataclass(frozen=True)
class RecordedFile:
    """A file of a corpus.

    Attributes:
        number: in the order of the run.
        path: below that of the corpus.
        documents: how many it has; None until it was read to its end.
    """

    number: int
    path: Path
    checksum: str
    documents: int | None


@dataclass(frozen=True)
class Counted:
    """What was counted of a document besides the metrics.

    Attributes:
        by: breakdowns.
        details: what was kept of each resolution, by name; "" for nothing.
    """

    by: tuple[str, ...] = ()
    details: str = ""

    def has(self, wanted: Counted) -> bool:
        """Whether nothing that is wanted was left out."""
        return set(wanted.by) <= set(self.by) and wanted.details in ("", self.details)

    def as_json(self) -> str:
        return json.dumps({"by": self.by, "details": self.details})

    @classmethod
    def from_json(cls, text: str) -> Counted:
        content = json.loads(text)
        return cls(tuple(content["by"]), content["details"])


class Record:
    """The results of a run, in a file that outlives it.

    Args:
        path: made if there is none; None for a file of the system's that goes with the process.

    Attributes:
        lock: held as long as the record.

    Raises:
        RecordError: the file cannot be written, is damaged, or is not a record of this version.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._trusted = path is None
        self.lock: FileLock | None = None
        self._countings: dict[tuple[str, bytes], int] = {}
        with self._telling():
            self._connection = connected(path or "")
            self._open()

    def documents(self) -> int:
        """How many documents have results."""
        return int(self.first("SELECT count(*) FROM document")[0])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def value(self, name: str) -> Any:
        """What ``set_values`` kept under a name; None for nothing."""
        row = self.first("SELECT value FROM run WHERE name = ?", name)
        return None if row is None else json.loads(row[0])

    def begin(self, values: Mapping[str, Any], files: Iterable[tuple[str, Path, str]]) -> None:
        """Keep what the run is of, in one transaction.

        Args:
            values: by name, as JSON can hold them.
            files: corpus, path and SHA-256 of each file.
        """
        with self._transaction():
            for name, value in values.items():
                self._do("INSERT OR REPLACE INTO run VALUES (?, ?)", name, json.dumps(value))
            for number, (corpus, path, checksum) in enumerate(files):
                self._do("INSERT INTO file VALUES (?, ?, ?, ?, NULL)", number, corpus, str(path), checksum)
            self._do("INSERT INTO run VALUES (?, ?)", _SEAL, self._seal_of_run())

    def change(self, values: Mapping[str, Any]) -> None:
        """Keep other values of what the run is of, in one transaction."""
        with self._transaction():
            for name, value in values.items():
                self._do("INSERT OR REPLACE INTO run VALUES (?, ?)", name, json.dumps(value))
            self._do("INSERT OR REPLACE INTO run VALUES (?, ?)", _SEAL, self._seal_of_run())

    def files(self, corpus: str) -> list[RecordedFile]:
        """The files of a corpus."""
        rows = self.rows("SELECT number, path, checksum, documents FROM file WHERE corpus = ? ORDER BY number", corpus)
        return [RecordedFile(number, Path(path), checksum, documents) for number, path, checksum, documents in rows]

    def kept(self, file: RecordedFile, wanted: Counted) -> dict[int, str]:
        """The documents of a file that have all results wanted: ids by their places in the file.

        What is damaged is not kept any longer.
        """
        query = "SELECT number, id, counted, seal FROM document WHERE number BETWEEN ? AND ?"
        kept = {}
        for number, id, counted, seal in list(self.rows(query, *_numbers_in(file.number))):
            if self._seal(number, id) != seal:
                self._forget(number)
            elif Counted.from_json(counted).has(wanted):
                kept[number % _PLACES] = id
        strays = (
            "SELECT DISTINCT document FROM outcome WHERE document BETWEEN ? AND ? "
            "AND document NOT IN (SELECT number FROM document)"
        )
        for (number,) in list(self.rows(strays, *_numbers_in(file.number))):
            self._forget(number)
        return kept

    def missing(self, file: RecordedFile, rows: Iterable[str]) -> dict[int, frozenset[str]]:
        """The rows that documents of a file have no results of, by their places there, where there are some."""
        query = "SELECT DISTINCT document, row FROM outcome WHERE document BETWEEN ? AND ?"
        there: dict[int, set[str]] = {}
        for number, row in self.rows(query, *_numbers_in(file.number)):
            there.setdefault(number % _PLACES, set()).add(row)
        lacking = {place: frozenset(row for row in rows if storable(row) not in has) for place, has in there.items()}
        return {place: names for place, names in lacking.items() if names}

    def has_all(self, file: RecordedFile, documents: int) -> None:
        """Note that a file was read to its end, and how many documents it has."""
        with self._transaction():
            self._do("UPDATE file SET documents = ? WHERE number = ?", documents, file.number)

    def add(
        self,
        file: RecordedFile,
        place: int,
        id: str,
        counted: Counted,
        results: DocumentResults,
        rows: Collection[str] | None = None,
    ) -> None:
        """Keep the results of a document, in one transaction.

        Args:
            rows: that were answered, without details, next to those it has; None for all.
        """
        number, id = file.number * _PLACES + place, storable(id)
        with self._transaction():
            if rows is None:
                self._do("DELETE FROM outcome WHERE document = ?", number)
            else:
                results = self._next_to_others(number, results)
            for setting, by_row in results.counts.items():
                for row, counts in by_row.items():
                    # Options stand apart, being the same for all documents.
                    values = {name: value for name, value in vars(counts).items() if name != "options"}
                    self._do(
                        "INSERT OR REPLACE INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        str(setting),
                        row,
                        number,
                        results.seconds[setting][row],
                        self._counting(counts),
                        self._packed(values),
                        json.dumps(results.decisions.get(setting, {}).get(row, []), separators=(",", ":")),
                        json.dumps(results.asked.get(setting, {}).get(row, {})),
                    )
            columns = {
                "number": number,
                "id": id,
                "checksum": results.checksum,
                "counted": counted.as_json(),
                "language": results.language,
                "narrow": results.narrow,
                **{name: json.dumps(getattr(results, name), default=sorted) for name in AS_JSON},
                "without_singletons": self._packed(results.without_singletons) if results.without_singletons else None,
                "parser": results.parser,
                "seal": b"",
            }
            names, places = ", ".join(columns), ", ".join("?" * len(columns))
            self._do(f"INSERT OR REPLACE INTO document ({names}) VALUES ({places})", *columns.values())
            self._add_details(number, results.details if counted.details else {})
            self._do("UPDATE document SET seal = ? WHERE number = ?", self._seal(number, id), number)

    def _next_to_others(self, number: int, results: DocumentResults) -> DocumentResults:
        """The results of some rows, with what is kept of the others' documents, parser and singletons."""
        names = *AS_JSON, "without_singletons", "parser"
        row = self.first(f"SELECT {', '.join(names)} FROM document WHERE number = ?", number)
        had = {name: json.loads(value) if name in AS_JSON else value for name, value in zip(names, row, strict=True)}
        without = self.unpacked(had["without_singletons"]) if had["without_singletons"] is not None else {}
        return replace(
            results,
            **{name: had[name] | getattr(results, name) for name in AS_JSON if name not in ("from_chains", "said")},
            from_chains={*had["from_chains"], *results.from_chains},
            without_singletons={
                setting: without.get(setting, {}) | results.without_singletons.get(setting, {})
                for setting in {**without, **results.without_singletons}
            },
            parser=had["parser"] if results.parser is None else results.parser,
            said=list(dict.fromkeys([*had["said"], *results.said])),
        )

    def forget(self, file: RecordedFile, place: int) -> None:
        """Keep no results of a document, which has failed since."""
        self._forget(file.number * _PLACES + place)

    def forget_file(self, file: RecordedFile) -> None:
        """Keep no results of a file's documents, which are not those of the file that it was."""
        for (number,) in list(
            self.rows("SELECT number FROM document WHERE number BETWEEN ? AND ?", *_numbers_in(file.number))
        ):
            self._forget(number)

    def forget_row(self, row: str) -> None:
        """Keep no results of a resolver or response, which answers all documents anew in a later run."""
        with self._transaction():
            documents = list(self.rows("SELECT number, id, seal FROM document"))
            sound = [(number, id) for number, id, seal in documents if self._seal(number, id) == seal]
            for table in ("outcome", "detail"):
                self._do(f"DELETE FROM {table} WHERE row = ?", row)
            for number, id in sound:
                self._do("UPDATE document SET seal = ? WHERE number = ?", self._seal(number, id), number)

    def _forget(self, number: int) -> None:
        with self._transaction():
            self._do("DELETE FROM document WHERE number = ?", number)
            for table in ("outcome", "detail", "apart"):
                self._do(f"DELETE FROM {table} WHERE document = ?", number)

    def _add_details(self, number: int, details: Mapping[Setting, Mapping[str, Any]]) -> None:
        apart = _in_several(detail for by_row in details.values() for detail in by_row.values())
        for table in ("detail", "apart"):
            self._do(f"DELETE FROM {table} WHERE document = ?", number)
        for place, content in enumerate(apart):
            self._do("INSERT INTO apart VALUES (?, ?, ?)", number, place, self._packed(content))
        for setting, by_row in details.items():
            for row, detail in by_row.items():
                content = self._packed(detail, apart)
                self._do("INSERT INTO detail VALUES (?, ?, ?, ?)", str(setting), row, number, content)

    def numbers(self, corpus: str) -> tuple[int, int]:
        """The first and the last number that a document of a corpus can have."""
        first, last = self.first("SELECT min(number), max(number) FROM file WHERE corpus = ?", corpus)
        return _numbers_in(first)[0], _numbers_in(last)[1]

    def _open(self) -> None:
        if self.path is not None:
            self._do("PRAGMA journal_mode = WAL")
        # A process that is killed loses nothing, and a machine that stops not more than the last documents.
        self._do("PRAGMA synchronous = NORMAL")
        (schema,) = self.first("PRAGMA user_version")
        if schema == 0 and not self.first("SELECT count(*) FROM sqlite_master")[0]:
            with self._transaction():
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    self._do(statement)
                self._do(f"PRAGMA user_version = {SCHEMA}")
        elif schema != SCHEMA:
            raise RecordError(f"{self.path}: schema version {schema}; expected {SCHEMA}, of this version's runs")
        else:
            self._require_sound()

    def _require_sound(self) -> None:
        """Raise RecordError for a file that is damaged where no single document could be answered anew."""
        seal = self.first("SELECT value FROM run WHERE name = ?", _SEAL)
        has_begun = self.first("SELECT count(*) FROM run")[0] or self.first("SELECT count(*) FROM file")[0]
        sealed = seal[0] == self._seal_of_run() if seal is not None else not has_begun
        if not sealed or self.first("PRAGMA quick_check(1)") != ("ok",):
            raise RecordError(f"{self.path}: damaged; expected it as it was written, or a new run")

    def _packed(self, content: Any, apart: Sequence[Any] = ()) -> bytes:
        """What ``unpacked`` reads. Raises RecordError for what a later run could not read."""
        made = packed(content, apart)
        if not self._trusted:
            self.unpacked(made, apart.__getitem__)
        return made

    def _counting(self, counts: Counts) -> int:
        """The number of a set of metrics and options, which nearly all documents share."""
        key = json.dumps(list(counts.tallies)), packed(counts.options)
        if key not in self._countings:
            row = self.first("SELECT number FROM counting WHERE metrics = ? AND options = ?", *key)
            if row is None:
                row = (self._do("INSERT INTO counting (metrics, options) VALUES (?, ?)", *key).lastrowid,)
            self._countings[key] = row[0]
        return self._countings[key]

    def _seal_of_run(self) -> str:
        values = self.rows("SELECT name, value FROM run WHERE name != ? ORDER BY name", _SEAL)
        files = self.rows("SELECT number, corpus, path, checksum FROM file ORDER BY number")
        return hashlib.sha256(repr([*values, *files]).encode()).hexdigest()

    def _seal(self, number: int, id: str) -> bytes:
        """A checksum of all that is kept of a document."""
        document = (
            "SELECT id, checksum, counted, language, narrow, unaligned, missing_words, from_chains, "
            "without_singletons, parser, unread, unanswered, said, misread FROM document WHERE number = ?"
        )
        outcomes = (
            "SELECT setting, row, seconds, metrics, options, counts, decisions, asked FROM outcome "
            "JOIN counting ON counting.number = counting WHERE document = ? ORDER BY setting, row"
        )
        details = "SELECT setting, row, content FROM detail WHERE document = ? ORDER BY setting, row"
        apart = "SELECT place, content FROM apart WHERE document = ? ORDER BY place"
        checksum = hashlib.sha256(f"{number} {id}".encode())
        for query in (document, outcomes, details, apart):
            for row in self.rows(query, number):
                for part in row:
                    content = part if isinstance(part, bytes) else repr(part).encode()
                    checksum.update(f"{len(content)} ".encode() + content)
        return checksum.digest()

    def unpacked(self, content: bytes, apart: Callable[[int], Any] | None = None) -> Any:
        """What was kept as bytes: of any kind where this process has made it, else plain values and our own data.

        Args:
            apart: what was kept of the same document at a place in the table of this name.
        """
        try:
            return unpacked(content, apart, trusted=self._trusted)
        except pickle.UnpicklingError as error:
            raise RecordError(f"{self.path}: {error}") from error

    def rows(self, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, one after the other."""
        with self._telling():
            yield from self._connection.execute(query, _storable(values))

    def first(self, query: str, *values: Any) -> Any:
        """The first row of a query, None for none."""
        with self._telling():
            return self._connection.execute(query, _storable(values)).fetchone()

    def _do(self, statement: str, *values: Any) -> sqlite3.Cursor:
        with self._telling():
            return self._connection.execute(statement, _storable(values))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._do("BEGIN IMMEDIATE")
        try:
            yield
            self._do("COMMIT")
        except BaseException:
            # What failed in SQLite itself may have ended the transaction already.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            # What was counted may have been noted for the first time in it.
            self._countings.clear()
            raise

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if self.path is not None:
                raise RecordError(f"{self.path}: {error}") from error
            room = "expected room in the folder of temporary files, or another one in SQLITE_TMPDIR"
            raise RecordError(f"temporary results: {error}; {room}") from error


def connected(path: str | Path) -> sqlite3.Connection:
    """A connection to a file, "" for one that goes with the process; text that is damaged reads as other text."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.text_factory = lambda content: content.decode(errors="replace")
    return connection


def storable(text: str) -> str:
    """A text as the record has it: bytes of a file's name that are no text as ``\\xe9``."""
    return text.encode(errors="surrogateescape").decode(errors="backslashreplace")


def _in_several(details: Iterable[Any]) -> list[Any]:
    """The data that several details have as an attribute, such as the text of the document."""
    attributes: dict[int, list[Any]] = {}
    for detail in details:
        for field in fields(detail) if is_dataclass(detail) else ():
            attribute = getattr(detail, field.name)
            if is_dataclass(attribute):
                attributes.setdefault(id(attribute), []).append(attribute)
    return [same[0] for same in attributes.values() if len(same) > 1]


def _storable(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(storable(value) if isinstance(value, str) else value for value in values)


def _numbers_in(file: int) -> tuple[int, int]:
    """The first and the last number that a document of a file can have."""
    return file * _PLACES, (file + 1) * _PLACES - 1
