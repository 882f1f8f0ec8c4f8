"""Ablations as a table and as JSON."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from anaphora_workbench.workbench.rankings.differences import least_p
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.figures import as_shown
from anaphora_workbench.workbench.report.tables import Column, Table
from anaphora_workbench.workbench.runs.ablation import Ablated

_LEGEND = (
    "{metric}: without one factor, rule or filter, and what leaving it out changes. 95%: interval of the change,\n"
    "p: two-sided, by approximate randomisation over documents. A part that is worth something has a negative change."
)
_BEFORE = (Column("resolver", "resolver"), Column("without", "without"))
_AFTER = (Column("change", "change", "percent"), Column("interval", "95%", "interval"), Column("p", "p", "p"))


def legend(ablations: Sequence[Ablated]) -> str:
    """The notes under the tables."""
    return _LEGEND.format(metric=heading(ablations[0].metric))


def ablation_tables(ablations: Sequence[Ablated]) -> list[Table]:
    """A table for each corpus and setting: each resolver whole, then without each part, the dearest first.

    Under it stands the signature of each whole resolver.
    """
    tables = []
    for (corpus, setting), of_setting in groupby(ablations, key=lambda ablated: (ablated.corpus, ablated.setting)):
        rows: list[dict[str, Any]] = []
        blocks, notes = [], []
        for _, variants in groupby(of_setting, key=lambda ablated: ablated.resolver):
            of_resolver = list(variants)
            block = sorted(map(_row, of_resolver), key=lambda row: (row["without"] is not None, row["change"] or 0.0))
            rows += block
            blocks.append(len(block))
            notes.append(str(of_resolver[0].depends_on))
        documents = len(of_resolver[0].whole)
        if any(row["p"] is not None for row in rows) and (least := least_p(documents)):
            notes.insert(0, f"Over {documents} documents p is {least} at least.")
        if all(row[ablations[0].metric] is None for row in rows):
            notes.insert(0, f"There is nothing that {heading(ablations[0].metric)} counts.")
        tables.append(Table(f"Ablation: {corpus}, {setting}", _columns(ablations), rows, blocks, notes))
    return tables


def long_ablation_table(ablations: Sequence[Ablated]) -> Table:
    """All ablations in one table."""
    rows = [{"corpus": ablated.corpus, "setting": str(ablated.setting), **_row(ablated)} for ablated in ablations]
    return Table("", [Column("corpus", "corpus"), Column("setting", "setting"), *_columns(ablations)], rows)


def _columns(ablations: Sequence[Ablated]) -> list[Column]:
    metric = ablations[0].metric
    return [*_BEFORE, Column(metric, heading(metric), "percent"), *_AFTER]


def as_json(ablations: Sequence[Ablated]) -> dict[str, Any]:
    """``{"ablations": {CORPUS: {SETTING: {RESOLVER: {METRIC: …, "signature": …, "without": {PART: {…}}}}}}}``."""
    content: dict[str, Any] = {}
    for ablated in ablations:
        of_setting = content.setdefault(ablated.corpus, {}).setdefault(str(ablated.setting), {})
        row = _row(ablated)
        if not ablated.part:
            whole = {ablated.metric: row[ablated.metric], "signature": str(ablated.depends_on)}
            of_setting[ablated.resolver] = {**whole, "without": {}}
        else:
            without = {name: row[name] for name in (ablated.metric, "change", "interval", "p")}
            of_setting[ablated.resolver]["without"][ablated.part] = without
    return {"ablations": content}


def _row(ablated: Ablated) -> dict[str, Any]:
    return {
        "resolver": ablated.resolver,
        "without": ablated.part or None,
        ablated.metric: as_shown(ablated.metric, ablated.figure),
        "change": as_shown(ablated.metric, ablated.change) if ablated.part else None,
        "interval": as_shown(ablated.metric, ablated.interval) if ablated.part else None,
        "p": ablated.p if ablated.part else None,
    }
