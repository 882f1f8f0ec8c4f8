"""Scores as tables: a row for each metric, those made of parts with a row for each part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from anaphora_workbench.evaluation.arithmetic.scores import with_share
from anaphora_workbench.evaluation.statistics.significance import OverFew, Wilson
from anaphora_workbench.workbench.report.figures import OVER_ANAPHORS, as_shown, in_percent, plain_note
from anaphora_workbench.workbench.report.tables import Column, Kind, Plain, Row, Table, columns_of

if TYPE_CHECKING:
    from anaphora_workbench.workbench.scoring.task_table import TaskTable

TOTAL = "TOTAL"
_PART = " · "
_ZEROS = "zero_anaphora"
_PARTS = ("numerator", "denominator")
_DIFFERENCE = ("first", "second", "difference")


def score_rows(scores: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each metric and each of its parts.

    Args:
        scores: in their JSON form, by metric.
    """
    for name, score in scores.items():
        rows = _rows(name, score)
        yield from rows if in_percent(name) else map(_plain, rows)


def score_table(
    title: str, scores: Mapping[str, Mapping[str, Any]], notes: tuple[str, ...] = (), truncate: bool = False
) -> Table:
    """The scores of all documents.

    Args:
        truncate: cut percentages after two decimals, as the CoNLL scorer does.
    """
    rows = list(score_rows(scores))
    columns = [Column("metric", "metric"), *_columns(rows, truncate)]
    return Table(title, columns, rows, notes=(*plain_note(scores), *_interval_notes(rows), *notes))


def parts_table(
    breakdown: str,
    parts: Mapping[str, Mapping[str, Mapping[str, Any]]],
    truncate: bool = False,
    whole: Mapping[str, Mapping[str, Any]] | None = None,
    notes: tuple[str, ...] = (),
) -> Table:
    """The scores of each part of a breakdown, a block of rows for each.

    Args:
        parts: scores in their JSON form, by part and metric.
        whole: those of all parts together, for a last block; only of the metrics that the parts have.
    """
    rows: list[Row] = []
    groups = []
    counted = {name for scores in parts.values() for name in scores}
    in_total = {TOTAL: {name: with_share(score, 1.0) for name, score in (whole or {}).items() if name in counted}}
    for part, scores in {**parts, **(in_total if in_total[TOTAL] else {})}.items():
        of_part = [{"part": part, **row} for row in score_rows(scores)]
        rows += of_part
        groups.append(len(of_part))
    columns = [Column("part", breakdown), Column("metric", "metric"), *_columns(rows, truncate)]
    return Table(f"by {breakdown}", columns, rows, groups, (*_interval_notes(rows), *notes))


TASK_HEADINGS = {"mention_overlap": "MOR", "zero_anaphora": "zeros"}


def task_score_table(task: TaskTable) -> Table:
    """The table of a shared task: data sets in rows, and their mean."""
    columns = [Column("data_set", "data set"), Column("documents", "documents", "count")]
    columns += [
        Column(column.name, TASK_HEADINGS.get(column.name, column.name.replace("_with_", "\nwith ")), "score")
        for column in task.preset.columns
    ]
    rows = [
        {"data_set": data_set.name, "documents": data_set.documents, **data_set.columns}
        for data_set in (*task.data_sets, *([task.mean] if task.mean is not None else ()))
    ]
    groups = [len(task.data_sets), 1] if task.mean is not None else []
    note = f"{task.preset.source}. Systems are ranked by the first score. CoNLL F1; of MOR and zeros their own F1."
    return Table(task.preset.name, columns, rows, groups, (note, *_without_zeros(task)))


def _without_zeros(task: TaskTable) -> tuple[str, ...]:
    """Which data sets have no zero to resolve, where their 0 is in the mean."""
    asked = {
        data_set.name: data_set.metrics[_ZEROS]["recall"]["denominator"]
        for data_set in task.data_sets
        if _ZEROS in data_set.metrics
    }
    names = [name for name, zeros in asked.items() if not zeros]
    if task.mean is None or not names:
        return ()
    return (f"No zero to resolve, counted as 0 in the mean: {', '.join(names)}.",)


def data_set_table(task: TaskTable, truncate: bool = False, notes: tuple[str, ...] = ()) -> Table:
    """Every metric of each data set, and its mean over data sets, a block of rows for each."""
    parts: dict[str, Mapping[str, Mapping[str, Any]]] = {data_set.name: data_set.metrics for data_set in task.data_sets}
    table = parts_table("data set", parts, truncate)
    rows, groups = list(table.rows), list(table.groups)
    if task.mean is not None:
        rows += [{"part": task.mean.name, "metric": name, **score} for name, score in task.mean.metrics.items()]
        groups.append(len(task.mean.metrics))
    return replace(table, rows=rows, groups=groups, notes=notes)


def long_table(scores: Mapping[str, Mapping[str, Any]], by: Mapping[str, Mapping[str, Any]]) -> Table:
    """The scores of all documents and parts in one table for programs, numerators and denominators separate.

    Args:
        scores: in their JSON form, by metric.
        by: the parts in their JSON form, by breakdown and part.
    """
    rows = list(score_rows(scores))
    rows += [
        {"by": breakdown, "part": part, **row}
        for breakdown, parts in by.items()
        for part, counted in parts.items()
        for row in score_rows(counted["metrics"])
    ]
    places = [Column("by", "by"), Column("part", "part")] if by else []
    return Table("scores", [*places, Column("metric", "metric"), *_columns(rows, numbers=True)], rows)


def comparison_table(rows: Sequence[Row], samples: int) -> Table:
    """Two responses side by side, with the p-values of their difference.

    Args:
        samples: of the resampling.
    """
    columns = [Column("metric", "metric")]
    columns += columns_of("score", first="response", second="other", difference="difference")
    columns += columns_of("p", p_randomisation="p\nrandomisation", p_corrected="p\ncorrected")
    columns += columns_of("p", p_bootstrap="p\nbootstrap", p_mcnemar="p\nMcNemar")
    note = (
        f"p: approximate randomisation and paired bootstrap over documents, {samples} samples; corrected: that of the "
        f"randomisation by Holm over all metrics shown, {len(rows)}; McNemar: exact, over anaphors."
    )
    marked = [
        {name: as_shown(row["metric"], value) if name in _DIFFERENCE else value for name, value in row.items()}
        for row in rows
    ]
    return Table("significance", columns, marked, notes=(*plain_note(row["metric"] for row in rows), note))


_WRONG_TYPE = "wt"
# Of metrics that count them, in the order of their columns.
OUTCOMES = ("tp", _WRONG_TYPE, "wl", "wtl", "fp", "fn")


def _interval_notes(rows: Sequence[Row]) -> Iterator[str]:
    by_wilson = {isinstance(row["interval"], Wilson) for row in rows if "interval" in row}
    if False in by_wilson:
        yield "95%: of F1 or rate, by Student's t over documents; *: over 5 to 19 of them."
    if True in by_wilson:
        yield OVER_ANAPHORS


def _columns(rows: Sequence[Row], truncate: bool = False, numbers: bool = False) -> list[Column]:
    kind: Kind = "cut score" if truncate else "score"
    columns = [Column("share", "share\nof key", "percent")] if any("share" in row for row in rows) else []
    columns += [
        *columns_of(kind, "recall", "precision", f1="F1"),
        *([Column("f_beta", "Fβ", kind)] if any("f_beta" in row for row in rows) else []),
        Column("value", "rate", kind),
        Column("interval", "95%", "interval"),
    ]
    if numbers:
        columns += numbers_of_sides()
    else:
        columns += [Column("recall_of", "of recall\nor rate", "count"), Column("precision_of", "of precision", "count")]
    if any(row.get("counts") for row in rows):
        columns.append(Column("counts", "counts"))
    if any(_WRONG_TYPE in row for row in rows):
        columns += [Column(name, name.upper(), "count") for name in OUTCOMES]
        columns += [Column("earned", "S*", "number"), Column("untyped", "untyped", "count")]
    return columns


def numbers_of_sides() -> list[Column]:
    """Numerators and denominators of recall, precision and rates, apart."""
    places = [f"{side}_{part}" for side in ("recall", "precision") for part in _PARTS]
    return [Column(name, "", "number") for name in (*places, *_PARTS)]


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    scores = {key: Plain(row[key]) for key in ("recall", "precision", "f1", "f_beta", "value") if key in row}
    return (
        row | scores | ({"interval": type(row["interval"])(map(Plain, row["interval"]))} if "interval" in row else {})
    )


def _quotient(ratio: Mapping[str, Any]) -> str:
    """*2.83/7*: at most two decimals, none for whole numbers."""
    return "/".join(f"{ratio[part]:.2f}".rstrip("0").rstrip(".") for part in _PARTS)


def _rows(name: str, score: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    row: dict[str, Any] = {"metric": name}
    nested = []
    for key, value in score.items():
        if key in ("recall", "precision"):
            row[key] = value["value"]
            row[f"{key}_of"] = _quotient(value)
            row[f"{key}_numerator"] = value["numerator"]
            row[f"{key}_denominator"] = value["denominator"]
        elif key in ("f1", "f_beta", "value", "share"):
            row[key] = value
        elif key in _PARTS:
            row[key] = value
            row["recall_of"] = _quotient(score)
        elif key == "interval":
            row[key] = OverFew(value) if score.get("few_documents") else tuple(value)
        elif key == "wilson":
            row["interval"] = Wilson(value)
        elif key == "counts":
            row[key] = " ".join(f"{outcome}:{number}" for outcome, number in value.items())
            if _WRONG_TYPE in value:
                # What is earned is the numerator of both sides.
                row |= value | {"earned": score["recall"]["numerator"], key: ""}
        elif key == "f_phi":
            row["f1"] = value
        elif isinstance(value, Mapping):
            nested.append((key, value))
    if len(row) > 1:
        row.setdefault("counts", "")
        yield row
    for key, value in nested:
        if key == "classes":
            for part, nested_score in value.items():
                yield from _of_class(f"{name}{_PART}", part, nested_score, dict(nested).get("types", {}))
        elif key != "types":
            yield from _rows(f"{name}{_PART}{key.replace('_', ' ')}", value)


def _of_class(name: str, part: str, score: Mapping[str, Any], types: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A class of coreference as in Tables D1 to D3 of Žitkus et al. (2023): its types, the other links, and all."""
    own = {kind: of_type for kind, of_type in types.items() if part and kind.startswith(part) and kind != part}
    for kind, of_type in own.items():
        yield from _rows(f"{name}{kind}", of_type)
    if own and part in types:
        yield from _rows(f"{name}{part}{_PART}Other", types[part])
    yield from _rows(f"{name}{part}{_PART}All" if own else f"{name}{part or 'Other'}", score)
