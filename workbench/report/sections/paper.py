"""Scores as a paper prints them, a table for each setting, and all figures one to a line for statistics programs."""

import re
from collections.abc import Mapping
from typing import Any

from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.evaluation.statistics import significance
from anaphora_workbench.resolvers import available, joined_names, role_of
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.report.comparison import FACE, RANKED_BY, heading, in_blocks, undefined
from anaphora_workbench.workbench.report.figures import as_shown
from anaphora_workbench.workbench.report.sections import Placed, Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Printed, Row, Table, columns_of

_CITED = re.compile(r"(?P<authors>[^,;]*[^\W\d][^;]*?) (?P<year>\d{4})(?=$|[,;])")
# Largest corrected p-values, and their marks.
_MARKS = ((0.01, "‡"), (0.05, "†"))


def paper_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table:
    """The scores of one setting: the best of each column in bold, marks where a row differs from the baseline."""
    outcomes = corpus.common(setting)
    metrics = [
        name
        for name in results.experiment.metrics or FACE
        if any(name in outcome.scores for outcome in outcomes.values())
    ]
    ranked_by = RANKED_BY if RANKED_BY in metrics else metrics[0]
    figures = {
        name: {metric: outcome.scores[metric].figure for metric in metrics if metric in outcome.scores}
        for name, outcome in outcomes.items()
    }
    blocks = in_blocks(
        {name: of_row.get(ranked_by, 0.0) for name, of_row in figures.items()},
        [name for name, outcome in outcomes.items() if outcome.sees_key],
    )
    competing = [name for name in outcomes if not outcomes[name].sees_key and role_of(name) != "oracle"]
    best = {
        metric: max((figures[name][metric] for name in competing if metric in figures[name]), default=None)
        for metric in metrics
    }
    baseline = _baseline(results, competing, figures, ranked_by)
    marks = _marks(outcomes, competing, baseline, metrics) if baseline else {}
    rows: list[Row] = []
    for name in (name for block in blocks for name in block):
        row: dict[str, object] = {"resolver": name_in_papers(name, outcomes)}
        for metric, figure in figures[name].items():
            is_best = name in competing and figure == best[metric]
            shown = as_shown(metric, figure)
            row[metric] = shown if shown is None else Printed(figure, is_best, marks.get((name, metric), ""))
        rows.append(row | undefined(outcomes[name]))
    columns = [Column("resolver", "system"), *(Column(metric, heading(metric), "percent") for metric in metrics)]
    documents = max((len(outcome.documents) for outcome in outcomes.values()), default=0)
    caption = f"{corpus.name}, {setting.meaning} ({documents} documents)"
    note = (
        f"Differs from {name_in_papers(baseline, outcomes)}: {', '.join(f'{mark} p < {p}' for p, mark in _MARKS)} "
        f"(approximate randomisation over documents, {significance.TEST_SAMPLES} samples, Holm over rows)."
    )
    return Table(
        caption,
        columns,
        rows,
        [len(block) for block in blocks],
        [note] if marks else [],
        label=f"tab:{corpus.name}-{setting}",
    )


def name_in_papers(name: str, rows: Mapping[str, Any]) -> str:
    """*Kennedy & Boguraev (1996)*; the row's own name too where others are of the same paper, alone for baselines."""

    def cited(row: str) -> str:
        # Joined, it is of several papers.
        if row not in available() or len(joined_names(row)) != 1 or role_of(row) in ("baseline", "oracle"):
            return ""
        found = _CITED.match(available()[row].source.removeprefix("after "))
        return f"{found['authors']} ({found['year']})" if found else ""

    own = cited(name)
    return name if not own else f"{own}, {name}" if [cited(row) for row in rows].count(own) > 1 else own


def _baseline(
    results: Results, competing: list[str], figures: Mapping[str, Mapping[str, float]], ranked_by: str
) -> str:
    """The row that was chosen, else the best baseline; "" for none."""
    if results.baseline in competing:
        return results.baseline
    names = [name for name in competing if role_of(name) == "baseline"]
    return max(names, key=lambda name: figures[name].get(ranked_by, 0.0), default="")


def _marks(
    outcomes: Mapping[str, Outcome], competing: list[str], baseline: str, metrics: list[str]
) -> dict[tuple[str, str], str]:
    """The mark of each row and metric that differs from the baseline."""
    others = [name for name in competing if name != baseline]
    if len(outcomes[baseline].documents) < 2:
        return {}
    common = [name for name in metrics if all(name in outcomes[row].total.tallies for row in competing)]
    counts = {row: significance.to_resample(outcomes[row].documents.values(), common) for row in competing}
    values = {row: significance.approximate_randomisation(counts[row], counts[baseline]) for row in others}
    marks = {}
    for metric in common:
        for row, p in zip(others, significance.holm([values[row][metric] for row in others]), strict=True):
            marks[row, metric] = next((mark for most, mark in _MARKS if p < most), "")
    return marks


def tidy_table(results: Results) -> list[Placed]:
    """A line for each figure of all corpora and settings, under one heading."""
    columns = columns_of("text", "corpus", "setting", "documents", "anaphors", "resolver", "metric")
    columns += columns_of("number", "value", "low", "high")
    corpora = results.corpora.values()
    rows = [row for corpus in corpora for setting in corpus.settings for row in _figures(results, corpus, setting)]
    return [Placed(Table("all figures", columns, rows))] if rows else []


def _figures(results: Results, corpus: CorpusResults, setting: Setting) -> list[Row]:
    rows: list[Row] = []
    for name, outcome in corpus.settings[setting].items():
        intervals = outcome.intervals_shown(results.experiment.metrics)
        place: dict[str, Any] = {"corpus": corpus.name, "setting": str(setting), "resolver": name}
        place |= {"documents": len(outcome.documents), "anaphors": outcome.anaphors}
        for metric, score in outcome.scores.items():
            if results.experiment.metrics and metric not in results.experiment.metrics:
                continue
            low, high = intervals.get(metric, (None, None))
            rows.append(place | {"metric": metric, "value": score.figure, "low": low, "high": high})
            if isinstance(score, Score):
                sides = {"recall": score.recall.value, "precision": score.precision.value}
                rows += [place | {"metric": f"{metric}.{side}", "value": value} for side, value in sides.items()]
    return rows


PAPER = Section("paper", "As papers print it", tables=in_each_setting(paper_table), metrics=FACE, on_page=False)
TIDY = Section("tidy", "All figures, one to a line", tables=tidy_table, metrics=FACE, on_page=False)
