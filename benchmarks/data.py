"""Measured figures as CSV files in docs/data, and the tables of pages, which are made of these files alone.

Figures are rounded as tables show them; an interval is two columns, ``KEY_low`` and ``KEY_high``. ``signatures.csv``
says of the scores in a file what they depend on.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.workbench.exercise.running import ExerciseResults
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown, shown
from benchmarks.columns import columns_of
from benchmarks.places import DOCS

DATA = DOCS / "data"
SIGNATURES = "signatures"
PLACE = columns_of("corpus; setting")
_SIGNED = ("file", "corpus", "size", "notes", "signature")
_WORKBENCH = "workbench:"
Figures = list[dict[str, str]]
Complete = TypeVar("Complete", Results, ExerciseResults)


def write_figures(name: str, columns: Sequence[Column], rows: Iterable[Row]) -> None:
    """Write a file of docs/data.

    Args:
        name: of the file, without its suffix.
        columns: those of the file; their headings are not written.
        rows: values as reports have them.
    """
    _write(name, [key for column in columns for key in _keys(column)], (_cells(row, columns) for row in rows))


def figures(name: str) -> Figures:
    """The rows of a file of docs/data; an undefined figure is empty."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(columns: Iterable[Column], rows: Iterable[Mapping[str, str]], title: str = "") -> str:
    """A table of a page.

    Args:
        columns: those of the page.
        rows: as ``figures`` and ``beside`` give them.
    """
    as_read = [column if column.kind == "text" else replace(column, kind="count") for column in columns]
    laid_out = [{column.key: _shown(row, column.key) for column in as_read} for row in rows]
    return as_markdown(Table(title, as_read, laid_out))


def beside(rows: Iterable[Mapping[str, str]], settings: Sequence[str]) -> Figures:
    """A row for each resolver with its figures in several settings, in the order of the last of these.

    Args:
        rows: of one corpus.
        settings: ``KEY`` of a setting becomes ``SETTING KEY``.
    """
    joined: dict[str, dict[str, str]] = {}
    by_setting = {setting: [row for row in rows if row["setting"] == setting] for setting in settings}
    for setting in reversed(settings):
        for row in by_setting[setting]:
            of_resolver = joined.setdefault(row["resolver"], {"resolver": row["resolver"]})
            of_resolver |= {f"{setting} {key}": value for key, value in row.items()}
    return list(joined.values())


def in_settings(settings: Sequence[str], *columns: Column) -> list[Column]:
    """The resolver, and columns for each setting, headed by it."""
    return [
        Column("resolver", "resolver"),
        *(
            replace(column, key=f"{setting} {column.key}", heading=f"{'' if place else setting + ': '}{column.heading}")
            for setting in settings
            for place, column in enumerate(columns)
        ),
    ]


def write_comparison(name: str, columns: Sequence[Column], compared: Iterable[Results]) -> None:
    """Write the scores of comparisons to one file, and their signatures.

    Args:
        name: of the file.
        columns: after corpus, setting and resolver.
        compared: none of them with a document that failed.

    Raises:
        ValueError: a document or a setting has no result.
    """
    rows: list[Row] = []
    signed: list[tuple[str, str, list[str], str]] = []
    for results in compared:
        complete(results)
        for corpus in results.corpora.values():
            if missing := [str(setting) for setting in results.experiment.settings if setting not in corpus.settings]:
                raise ValueError(
                    f"{corpus.name}: no scores in {missing[0]}; expected its annotation or a pipeline for it"
                )
            tables = {str(setting): comparison_table(results, corpus, setting) for setting in corpus.settings}
            for setting, table in tables.items():
                rows += [{"corpus": corpus.name, "setting": setting, **row} for row in table.rows]
            size = next(iter(tables.values())).title.rpartition("; ")[2]
            notes = [
                f"{setting}: {note}"
                for setting, table in tables.items()
                for note in table.notes
                if not note.startswith(_WORKBENCH)
            ]
            signed.append((corpus.name, size, notes, one_signature(table.notes for table in tables.values())))
    write_figures(name, (*PLACE, Column("resolver", "resolver"), *columns), rows)
    sign(name, signed)


def complete(results: Complete) -> Complete:
    """The same results. Raises ValueError if a document is not among them."""
    if results.failures:
        raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
    return results


def sign(name: str, signed: Iterable[tuple[str, str, Iterable[str], str]]) -> None:
    """Put the signatures of a file in the place of those it had.

    Args:
        signed: for each corpus its name, how large it is, notes of its tables, and the signature.
    """
    rows = [row for row in figures(SIGNATURES) if row["file"] != name]
    for corpus, size, notes, signature in signed:
        rows.append(dict(zip(_SIGNED, (name, corpus, size, "\n".join(notes), signature), strict=True)))
    rows.sort(key=lambda row: row["file"])
    _write(SIGNATURES, _SIGNED, ([row[key] for key in _SIGNED] for row in rows))


def one_signature(notes: Iterable[Iterable[str]]) -> str:
    """The signatures among the notes of tables as one: where they differ, the values stand side by side.

    >>> one_signature([["workbench:1|mentions:true"], ["a note", "workbench:1|mentions:system"]])
    'workbench:1|mentions:true,system'
    """
    values: dict[str, dict[str, None]] = {}
    for of_table in notes:
        (signature,) = (note for note in of_table if note.startswith(_WORKBENCH))
        for part in signature.split("|"):
            name, _, value = part.partition(":")
            values.setdefault(name, {})[value] = None
    return "|".join(f"{name}:{','.join(of_name)}" for name, of_name in values.items())


def filled(page: Path, parts: Mapping[str, str]) -> str:
    """The text of a page with its parts made anew: what stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->``.

    Args:
        parts: Markdown by name.

    Raises:
        ValueError: the page has no such marks.
    """
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        marks = re.compile(f"(<!-- {name}(?: [^>]*)? -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        text, found = marks.subn(lambda marks, part=part: f"{marks[1]}\n{part.rstrip()}\n\n{marks[2]}", text)
        if found != 1:
            raise ValueError(f"{page}: {found} places between <!-- {name} --> and <!-- end of {name} -->; expected one")
    return text


def of_corpus(name: str, corpus: str, columns: Sequence[Column]) -> str:
    """The table of a corpus, its settings side by side, the resolvers ranked as in the last one; and its notes.

    Args:
        name: of a file that ``write_comparison`` wrote.
        columns: those to show; one without any figure is left out.
    """
    rows = [row for row in figures(name) if row["corpus"] == corpus]
    settings = tuple(dict.fromkeys(row["setting"] for row in rows))
    signed = (row for row in figures(SIGNATURES) if (row["file"], row["corpus"]) == (name, corpus))
    notes = (f"{note.removesuffix('.')}.\n" for row in signed for note in row["notes"].splitlines())
    return "\n".join([markdown(in_settings(settings, *columns), beside(rows, settings)), *notes])


def _write(name: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(DATA / f"{name}.csv", text.getvalue())


def _keys(column: Column) -> tuple[str, ...]:
    return (f"{column.key}_low", f"{column.key}_high") if column.kind == "interval" else (column.key,)


def _cells(row: Row, columns: Sequence[Column]) -> list[str]:
    cells: list[str] = []
    for column in columns:
        value = row.get(column.key)
        values = value if value is not None and column.kind == "interval" else [value] * len(_keys(column))
        kind = "percent" if column.kind == "interval" else column.kind
        cells += ["" if one is None else shown(one, kind) for one in values]
    return cells


def _shown(row: Mapping[str, str], key: str) -> str | None:
    """A cell of a page; of an interval both ends."""
    if key in row:
        return row[key] or None
    low, high = row.get(f"{key}_low"), row.get(f"{key}_high")
    if not low or not high:
        return None
    return f"{low} to {high}" if low.startswith("-") else f"{low}–{high}"
