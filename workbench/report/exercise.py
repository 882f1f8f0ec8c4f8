"""Results of the exercise as tables like those of its paper, with intervals, and the modern measures too."""

from collections.abc import Mapping, Sequence
from typing import Any

from anaphora_workbench.corpora.support.errors import FormatError, quantity
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Result, Score
from anaphora_workbench.evaluation.counting.counting import Counts, total
from anaphora_workbench.evaluation.counting.registry import metric_rules
from anaphora_workbench.evaluation.statistics.significance import intervals, too_few
from anaphora_workbench.workbench.base.errors import one_line
from anaphora_workbench.workbench.base.signature import METRIC_RULES, Signature, shared
from anaphora_workbench.workbench.exercise import ExerciseTask, scoring
from anaphora_workbench.workbench.exercise.running import ExerciseResults
from anaphora_workbench.workbench.experiments.results import Outcome, of_nothing
from anaphora_workbench.workbench.rankings.differences import few_documents
from anaphora_workbench.workbench.report.comparison import heading, in_blocks
from anaphora_workbench.workbench.report.tables import Column, Row, Table, columns_of
from anaphora_workbench.workbench.runs.pairwise import PairedTest

LEGEND = """\
All scores in %. Task 1: pronouns resolved among given entities; 2: chains of given entities; 3: pronouns resolved in
text; 4: chains found in text. Success: credit (0, ½, 1) / pronouns to resolve. P, R, F: precision, recall and F1; of
overlapping spans in tasks 3 and 4. Pooled: credit and pronouns of all documents added, then divided; mean: the mean
of the documents' scores, as in the paper's tables. –: a rate of nothing, which is 0 in a mean of documents.
95%: interval of the pooled score, by Student's t over documents; *: over 5 to 19 of them.
Modern measures compare whole chains; those of tasks 1 and 3 take from the key all but the pronouns asked."""
_SIDES = (("precision", "P"), ("recall", "R"), ("f1", "F"))


def exercise_tables(results: ExerciseResults) -> list[Table]:
    """Pooled scores with intervals, means over documents, and the modern measures, a row for each resolver."""
    tasks = list(results.outcomes)
    by_resolver: dict[str, dict[ExerciseTask, Outcome]] = {}
    for task, outcomes in results.outcomes.items():
        for resolver, outcome in outcomes.items():
            by_resolver.setdefault(resolver, {})[task] = outcome
    blocks = _blocks(by_resolver, tasks[0])
    groups = [len(block) for block in blocks]
    rows = [_row(name, by_resolver[name]) for block in blocks for name in block]
    documents = quantity(results.documents, "document")
    asked = _asked(by_resolver, tasks)
    title = f"{results.corpus}: {documents}{f', {asked} pronouns to resolve' if asked is not None else ''}"
    named = Column("resolver", "resolver")
    pooled, means = [named], [named]
    for task in tasks:
        pooled += _columns(task, "pooled")
        means += _columns(task, "mean")
    sure = [named, *(Column(f"task{t}_interval", f"Task {t}\n{_figures(t)[-1][1]}, 95%", "interval") for t in tasks)]
    # What tasks and resolvers have in common; each table has a column for either.
    signatures = [by_resolver[row["resolver"]][task].depends_on for row in rows for task in tasks]
    metrics = metric_rules(name for task in tasks for name in scoring.metrics_of(task))
    notes = [str(Signature({**shared(signatures).without("are"), METRIC_RULES: metrics}))]
    tables = [Table(f"{title}; pooled", pooled, rows, groups, notes)]
    if results.documents > 1:
        tables.append(Table(f"{title}; intervals of the pooled scores", sure, rows, groups))
    tables.append(Table(f"{title}; means over documents", means, rows, groups))
    for pair in ((1, 2), (3, 4)):
        tasks_shown = [task for task in tasks if task in pair]
        if tasks_shown:
            modern = [
                Column(f"task{task}_{name}", f"Task {task}\n{heading(name)}", "percent")
                for task in tasks_shown
                for name in scoring.MODERN
            ]
            numbers = " and ".join(map(str, tasks_shown))
            tables.append(Table(f"{title}; modern measures, task {numbers}", [named, *modern], rows, groups))
    return tables


def exercise_json(results: Sequence[ExerciseResults], timed: bool = False) -> dict[str, Any]:
    """``{"corpora": {NAME: {"task1": {RESOLVER: {"metrics": …, "document_means": …}}}}}``.

    Args:
        timed: say how many seconds each resolver took.
    """
    return {
        "corpora": {
            of_corpus.corpus: {
                f"task{task}": {name: _outcome_json(task, outcome, timed) for name, outcome in outcomes.items()}
                for task, outcomes in of_corpus.outcomes.items()
            }
            for of_corpus in results
            if of_corpus.outcomes
        }
    }


def score_tables(task: ExerciseTask, documents: Mapping[str, Counts], notes: Sequence[str]) -> list[Table]:
    """Scores of one answer: a row for each document, then pooled and mean."""
    columns = [Column("document", "document")]
    names = [name for name, _ in _figures(task)]
    columns += [Column(name, title, "percent") for name, title in _figures(task)]
    columns += [Column(name, heading(name), "percent") for name in scoring.MODERN]
    rows: list[Row] = [{"document": name, **_flat(counts.scores(), task)} for name, counts in documents.items()]
    pooled = {"document": "pooled", **_flat(total(documents.values()).scores(), task)}
    means = scoring.document_means(documents.values(), scoring.metrics_of(task))
    mean: dict[str, Any] = {"document": "mean of documents"}
    own = means[scoring.measure_of(task)]
    mean.update({name: own[name] for name in names})
    mean.update({name: means[name]["f1"] for name in scoring.MODERN})
    return [Table(f"Task {task}", columns, [*rows, pooled, mean], [len(rows), 2], notes)]


def score_json(
    task: ExerciseTask, documents: dict[str, Counts], signed: str, problems: list[FormatError]
) -> dict[str, Any]:
    """Scores of one answer: pooled with the interval of the task's measure, mean and by document."""
    pooled = total(documents.values())
    measure = scoring.measure_of(task)
    content = {
        "signature": signed,
        **pooled.as_json(),
        "document_means": scoring.document_means(documents.values(), scoring.metrics_of(task)),
        "by": {"document": {name: {"metrics": counts.as_json()["metrics"]} for name, counts in documents.items()}},
        "problems": [
            {
                "file": str(error.path),
                "line": error.line,
                "problem": one_line(error).removeprefix(f"{error.path}:").strip(),
            }
            for error in problems
        ],
    }
    for name, interval in intervals(list(documents.values()), [measure]).items():
        content["metrics"][name]["interval"] = list(interval)
    return content


def leaderboard_tables(
    task: ExerciseTask, systems: scoring.Systems, tests: Sequence[PairedTest], notes: Sequence[str]
) -> list[Table]:
    """A row for each system, the best first, pooled and mean, and the tests of every pair."""
    names = scoring.ranked(systems, task)
    columns = [Column("system", "system"), *(Column(name, title, "percent") for name, title in _figures(task))]
    columns += [
        Column("interval", f"{_figures(task)[-1][1]}, 95%", "interval"),
        *(Column(f"mean_{name}", f"mean\n{title}", "percent") for name, title in _figures(task)),
        *(Column(name, heading(name), "percent") for name in scoring.MODERN),
    ]
    measure = scoring.measure_of(task)
    rows: list[Row] = []
    for name in names:
        documents = systems[name]
        mean = scoring.document_means(documents.values(), [measure])[measure]
        rows.append(
            {
                "system": name,
                **_flat(total(documents.values()).scores(), task),
                "interval": intervals(list(documents.values()), [measure]).get(measure),
                **{f"mean_{figure}": mean[figure] for figure, _ in _figures(task)},
            }
        )
    number = len(systems[names[0]])
    tables = [Table(f"Task {task}, {quantity(number, 'document')}, pooled", columns, rows, notes=notes)]
    if tests:
        tested = [*columns_of("text", first="better", second="than"), Column("difference", "difference", "percent")]
        tested += columns_of("p", bootstrap="p\nbootstrap", randomisation="p\nrandomisation", corrected="p after\nHolm")
        about = ["p after Holm: of the randomisation test, corrected for the number of pairs."]
        if too_few(number):
            about.append(few_documents(number))
        title = f"Differences in {_figures(task)[-1][1]}"
        tables.append(Table(title, tested, [test.as_json() for test in tests], notes=about))
    return tables


def leaderboard_json(
    task: ExerciseTask,
    systems: scoring.Systems,
    tests: Sequence[PairedTest],
    signed: str,
    problems: Mapping[str, list[FormatError]],
) -> dict[str, Any]:
    """``{"signature": …, "documents": n, "answers": {SYSTEM: as of one answer}, "significance": […]}``, best first."""
    answers = {}
    for name in scoring.ranked(systems, task):
        content = score_json(task, dict(systems[name]), signed, problems[name])
        del content["signature"]
        answers[name] = content
    return {
        "signature": signed,
        "documents": len(next(iter(systems.values()))),
        "answers": answers,
        "significance": [test.as_json() for test in tests],
    }


def _figures(task: ExerciseTask) -> tuple[tuple[str, str], ...]:
    return (("value", "success"),) if task == 1 else _SIDES


def _columns(task: ExerciseTask, kind: str) -> list[Column]:
    return [Column(f"task{task}_{kind}_{name}", f"Task {task}\n{title}", "percent") for name, title in _figures(task)]


def _flat(scores: Mapping[str, Result], task: ExerciseTask) -> dict[str, Any]:
    measure = scores[scoring.measure_of(task)]
    shown: dict[str, Result] = {"value": measure}
    if isinstance(measure, Score):
        shown = {"precision": measure.precision, "recall": measure.recall, "f1": measure}
    shown |= {name: scores[name] for name in scoring.MODERN}
    return {name: None if of_nothing(score) else score.figure for name, score in shown.items()}


def _row(name: str, by_task: Mapping[ExerciseTask, Outcome]) -> dict[str, Any]:
    row: dict[str, Any] = {"resolver": name}
    for task, outcome in by_task.items():
        flat = _flat(outcome.scores, task)
        measure = scoring.measure_of(task)
        mean = scoring.document_means(outcome.documents.values(), [measure])[measure]
        for figure, _ in _figures(task):
            row[f"task{task}_pooled_{figure}"] = flat[figure]
            row[f"task{task}_mean_{figure}"] = mean[figure]
        row.update({f"task{task}_{metric}": flat[metric] for metric in scoring.MODERN})
        row[f"task{task}_interval"] = outcome.intervals((measure,)).get(measure)
    return row


def _outcome_json(task: ExerciseTask, outcome: Outcome, timed: bool) -> dict[str, Any]:
    of_measure = outcome.intervals((scoring.measure_of(task),))
    metrics = {}
    for name, score in outcome.scores.items():
        metrics[name] = score.as_json()
        if name in of_measure:
            metrics[name]["interval"] = list(of_measure[name])
    return {
        "metrics": metrics,
        "document_means": scoring.document_means(outcome.documents.values(), scoring.metrics_of(task)),
        **({"seconds": round(outcome.seconds, 4)} if timed else {}),
        "documents": len(outcome.documents),
        "signature": outcome.signature,
    }


def _asked(by_resolver: Mapping[str, Mapping[ExerciseTask, Outcome]], tasks: Sequence[ExerciseTask]) -> int | None:
    for by_task in by_resolver.values():
        for task in tasks:
            score = by_task[task].scores[scoring.measure_of(task)]
            if task in (1, 3):
                ratio = score if isinstance(score, Ratio) else score.recall if isinstance(score, Score) else None
                return int(ratio.denominator) if ratio is not None else None
    return None


def _blocks(by_resolver: Mapping[str, Mapping[ExerciseTask, Outcome]], first: ExerciseTask) -> list[list[str]]:
    """As in a comparison, the best in the first task first."""
    figures = {name: by_task[first].scores[scoring.measure_of(first)].figure for name, by_task in by_resolver.items()}
    return in_blocks(figures, [name for name, by_task in by_resolver.items() if by_task[first].sees_key])
