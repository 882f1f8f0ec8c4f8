"""``python -m benchmarks.exercise``: does the Anaphora Resolution Exercise and writes docs/are.md.

It takes some minutes, most of them for LitBank. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.exercise import TASKS
from anaphora_workbench.workbench.exercise.preparing import Rules
from anaphora_workbench.workbench.exercise.running import Exercise, ExerciseResults, run
from anaphora_workbench.workbench.exercise.scoring import MODERN, document_means, measure_of
from anaphora_workbench.workbench.report.comparison import heading as heading_of
from anaphora_workbench.workbench.report.exercise import exercise_tables
from anaphora_workbench.workbench.report.tables import Column, Row
from benchmarks.columns import columns_of
from benchmarks.data import SIGNATURES, complete, figures, markdown, one_signature, sign, write_figures
from benchmarks.places import DOCS, ROOT
from benchmarks.runs import Runs, remake

PAGE = DOCS / "are.md"
# Task 1 success; tasks 2 to 4 P, R, F; published.md.
_PUBLISHED: dict[str, dict[int, tuple[float, ...]]] = {
    "ARE 2007 baseline": {1: (33.16,), 3: (23.44, 19.09, 19.52), 4: (45.89, 60.18, 50.28)},
    "ARE 2007 S1": {1: (43.07,), 2: (53.01, 45.72, 48.32), 3: (25.41, 8.23, 11.65), 4: (32.87, 13.09, 17.68)},
    "ARE 2007 S2": {1: (71.55,), 3: (65.45, 65.45, 65.45), 4: (49.08, 27.68, 33.93)},
    "ARE 2007 S3": {4: (62.34, 56.07, 58.02)},
}
_COMPARED = ("are-like", "most-recent", "mitkov", "kennedy-boguraev", "oracle")
_FEW = ("kennedy-boguraev", "mitkov", "are-like", "oracle")
_FIGURES = ("precision", "recall", "f1")
# Tasks 1 and 3 take the chains of all that is not asked from the key, so modern measures say less of them.
_OF_CHAINS = (2, 4)
_ROW = columns_of("corpus; resolver")
MEANS = (
    Column("1", "Task 1 success", "score"),
    *(Column(f"{task}{side}", f"Task {task} {side[0].upper()}", "score") for task in TASKS[1:] for side in _FIGURES),
)


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures of the page to docs/data; returns the parts of the page."""
    everything = Exercise((*shipped("algorithm", "baseline"), "oracle"))
    few = Exercise(_FEW, rules=Rules(drop_crossing=True))
    samples = run(everything, Corpus(ROOT / "corpora" / "samples", "samples"), runs.cache, runs.jobs)
    gum = run(everything, runs.corpus("gum/dev", "GUM dev"), runs.cache, runs.jobs)
    litbank = run(few, runs.corpus("litbank/conll", "LitBank"), runs.cache, runs.jobs)
    rows: list[Row] = []
    signed = []
    for results in (samples, gum, litbank):
        pooled = exercise_tables(complete(results))[0]
        rows += [{"corpus": results.corpus, **row} for row in pooled.rows]
        size = pooled.title.removeprefix(f"{results.corpus}: ").removesuffix("; pooled")
        signed.append((results.corpus, size, (), one_signature([pooled.notes])))
    write_figures("are", (*_ROW, *_scores()), rows)
    sign("are", signed)
    write_figures("are-means", (*_ROW, *MEANS), (row for results in (samples, gum) for row in _means(results)))
    return parts()


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    shown = [_ROW[1], *(column for column in _scores() if column.key in _SHOWN)]
    made: dict[str, str] = {}
    for row in figures(SIGNATURES):
        if row["file"] == "are":
            of_corpus = [scores for scores in figures("are") if scores["corpus"] == row["corpus"]]
            made[row["corpus"]] = f"{row['size'].capitalize()}.\n\n{markdown(shown, of_corpus)}"
    published = [{"system": system, **_by_task(of_system)} for system, of_system in _PUBLISHED.items()]
    ours = [{"system": f"{row['corpus']}: {row['resolver']}", **row} for row in figures("are-means")]
    return made | {"means": markdown((Column("system", "system"), *MEANS), [*published, *ours])}


_SHOWN = (
    "task1_pooled_value", "task1_interval", "task2_pooled_f1", "task2_ceaf_e",
    "task3_pooled_f1", "task4_pooled_f1", "task4_ceaf_e",
)  # fmt: skip


def _scores() -> Iterator[Column]:
    for task in TASKS:
        for name in ("value",) if task == 1 else _FIGURES:
            heading = "success" if task == 1 else name[0].upper()
            yield Column(f"task{task}_pooled_{name}", f"Task {task} {heading}", "percent")
        yield Column(f"task{task}_interval", "95%", "interval")
        for name in MODERN if task in _OF_CHAINS else ():
            yield Column(f"task{task}_{name}", f"Task {task} {heading_of(name)}", "percent")


def _by_task(published: Mapping[int, tuple[float, ...]]) -> dict[str, str]:
    return {
        key: f"{value:.2f}"
        for task, values in published.items()
        for key, value in zip(("1",) if task == 1 else (f"{task}{side}" for side in _FIGURES), values, strict=True)
    }


def _means(results: ExerciseResults) -> Iterator[Row]:
    """Means over documents, as in the paper."""
    for resolver in _COMPARED:
        row: dict[str, object] = {"corpus": results.corpus, "resolver": resolver}
        for task in TASKS:
            measure_name = measure_of(task)
            documents = results.outcomes[task][resolver].documents.values()
            means = document_means(documents, [measure_name])[measure_name]
            row |= {"1": means["value"]} if task == 1 else {f"{task}{side}": means[side] for side in _FIGURES}
        yield row


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
