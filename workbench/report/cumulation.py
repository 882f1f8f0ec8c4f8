"""Cumulative scores by pass, as a table and as JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from anaphora_workbench.workbench.report.tables import Column, Table, columns_of
from anaphora_workbench.workbench.runs.cumulation import Cumulated

LEGEND = (
    "Cumulative: with the passes up to this one (Raghunathan et al. 2010, Table 2). Pairwise: over pairs of\n"
    "mentions of one entity, the coreference links of BLANC."
)
_SIDES = (("precision", "P"), ("recall", "R"), ("f1", "F1"))
_METRICS = (("muc", "MUC"), ("b_cubed", "B³"), ("pairwise", "pairwise"))
_COLUMNS = (
    *columns_of("text", "resolver", "passes", last="up to"),
    *(Column(f"{metric}_{side}", f"{name} {short}", "percent") for metric, name in _METRICS for side, short in _SIDES),
    *columns_of("percent", conll="CoNLL", success_rate="success"),
)


def cumulative_tables(cumulated: Sequence[Cumulated]) -> list[Table]:
    """A table for each corpus and setting, a row for each pass."""
    return [
        Table(f"Cumulative score by pass: {corpus}, {setting}", _COLUMNS, list(map(_row, of_setting)))
        for (corpus, setting), of_setting in groupby(cumulated, key=lambda row: (row.corpus, row.setting))
    ]


def as_json(cumulated: Sequence[Cumulated]) -> dict[str, Any]:
    """``{CORPUS: {SETTING: {RESOLVER: [{"passes": 1, "last": NAME, "metrics": {…}}]}}}``."""
    content: dict[str, Any] = {}
    for row in cumulated:
        of_setting = content.setdefault(row.corpus, {}).setdefault(str(row.setting), {})
        metrics = {name: score.as_json() for name, score in row.scores.items()}
        of_setting.setdefault(row.resolver, []).append({"passes": row.passes, "last": row.last, "metrics": metrics})
    return content


def _row(cumulated: Cumulated) -> dict[str, Any]:
    return {
        "resolver": cumulated.resolver,
        "passes": cumulated.passes,
        "last": cumulated.last,
        **{name: cumulated.scores[name].figure for name in ("conll", "success_rate")},
        **dict(_sides(cumulated)),
    }


def _sides(cumulated: Cumulated) -> Iterator[tuple[str, float]]:
    scores = {name: score.as_json() for name, score in cumulated.scores.items()}
    scores["pairwise"] = scores["blanc"]["coreference_links"]
    for metric, _ in _METRICS:
        for side, _ in _SIDES:
            value = scores[metric][side]
            yield f"{metric}_{side}", value["value"] if isinstance(value, dict) else value
