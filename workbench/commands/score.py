"""``workbench score``: a response against a key."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.breakdown import BREAKDOWNS, OF_DOCUMENTS
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.workbench.base.errors import CommandError, Failure
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.from_fields import with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import metric_options, set_format_options
from anaphora_workbench.workbench.commands.wiring.score_warnings import warnings_of
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.scoring.metric_choice import metrics_for
from anaphora_workbench.workbench.scoring.metric_options import MetricOptions
from anaphora_workbench.workbench.scoring.pairs import file_pairs, files_of_side
from anaphora_workbench.workbench.scoring.presets import PRESETS, Preset, preset_named, request_of
from anaphora_workbench.workbench.scoring.request import Request
from anaphora_workbench.workbench.scoring.scores import Scores, scores_of

# Typer takes no list of literals.
Breakdown = StrEnum("Breakdown", {name: name for name in BREAKDOWNS})  # type: ignore[misc]
_SPLITS_IN_NO_PART = (
    "Split antecedents count in TOTAL and in no part, as they are sets of entities "
    "(--split-antecedents drop leaves them out)."
)


@dataclass(frozen=True)
class _Asked:
    key: Path
    request: Request
    task: Preset | None
    form: Form
    truncate: bool
    output: Path | None
    jobs: int
    quiet: bool


@with_fields("score")
def command(
    *,
    key: Annotated[
        Path, typer.Argument(parser=input_path, metavar="KEY", help="File or folder with the gold annotation.")
    ],
    responses: Annotated[
        list[Path],
        typer.Argument(
            parser=input_path, metavar="RESPONSE...", help="File or folder with a system's answers; several are ranked."
        ),
    ],
    metric: Annotated[
        list[str] | None, shared.what("--metric", "-m", help="Metric to compute; repeatable [default: all that apply].")
    ] = None,
    by: Annotated[
        list[Breakdown] | None,
        shared.what(metavar="PART", help=f"Also score each part: {', '.join(BREAKDOWNS)}; repeatable."),
    ] = None,
    metric_flags: MetricOptions,
    preset: Annotated[str | None, shared.what(help=f"Score as a shared task does: {', '.join(PRESETS)}.")] = None,
    option: Annotated[
        list[str] | None,
        shared.counting(
            metavar="METRIC.OPTION=VALUE",
            help="Option of a metric, such as blanc.rules=luo (see workbench list metrics NAME), or of a format, as "
            "brat.layer=Coref; repeatable.",
        ),
    ] = None,
    significance: Annotated[
        Path | None,
        shared.what(parser=input_path, metavar="PATH", help="Another response; tests the difference between the two."),
    ] = None,
    intervals: Annotated[bool, shared.printing("--intervals", help="Add 95% t-intervals over documents.")] = False,
    errors: Annotated[
        bool, shared.printing("--errors", help="Show the errors in chains, and the gain from repairing each kind.")
    ] = False,
    join: Annotated[
        Literal["topic"] | None,
        shared.counting(help="Score all documents of a topic as one; their ids begin with the topic."),
    ] = None,
    sides: Annotated[
        bool,
        shared.printing("--sides", help="Show recall and precision beside the F of each part, for several responses."),
    ] = False,
    truncate: Annotated[
        bool, shared.printing("--truncate", help="Cut percentages after two decimals, as the CoNLL scorer does.")
    ] = False,
    annotator: Annotated[str | None, shared.what(help="Layer of the response to score, if it has several.")] = None,
    language: shared.LanguageOption = None,
    output: shared.JsonOption = None,
    form: shared.FormOption = Form.text,
    from_format: shared.FromOption = None,
    jobs: shared.JobsOption = 1,
    quiet: shared.QuietOption = False,
) -> int:
    """Score a response against a key: two files, two folders paired by file names, or a folder beside one file.

    Documents of a folder beside a file are paired by their ids. Several responses are ranked.

    Example: workbench score key.conll response.conll --metric muc --metric b_cubed
    """
    option = set_format_options(option or ())
    if metric:
        registry.metrics_named(metric)
    if language is not None:
        language_named(language)
    request = Request(
        by=tuple(dict.fromkeys(breakdown.value for breakdown in by or ())),
        format=from_format,
        annotator=annotator,
        answers=significance is not None,
        errors=errors,
        join=join,
        language=language,
    )
    task = preset_named(preset) if preset is not None else None
    if task is not None:
        names = task.metrics
    else:
        names = tuple(dict.fromkeys(metric)) if metric else _metrics_of_all(key, responses, request)
    metrics = registry.metrics_named(names).values()
    options = metric_options(metric_flags, option, metrics)
    option_values(metrics, options)
    if task is not None:
        request = request_of(task, request, metric or (), options)
        truncate = truncate or task.truncate
    else:
        request = replace(request, metrics=names, options=tuple(options.items()), named=bool(metric))
    asked = _Asked(key, request, task, form, truncate, output, jobs, quiet)
    if len(responses) > 1:
        for flag, given in (("--significance", significance), ("--errors", errors)):
            if given:
                raise CommandError(
                    f"{flag} next to {len(responses)} responses, which are ranked; expected one response"
                )
        return _rank(asked, responses, sides)
    (response,) = responses
    return _score(asked, response, significance, intervals)


def _score(asked: _Asked, response: Path, significance: Path | None, intervals: bool) -> int:
    key, request, jobs = asked.key, asked.request, asked.jobs
    pairs, unpaired = file_pairs(key, response, request.format)
    other_pairs = file_pairs(key, significance, request.format)[0] if significance is not None else []
    sides = (key.name, response.name)
    outputs = Outputs([("--output", asked.output)], _files_of(pairs + other_pairs))
    with progress("scoring", len(pairs), asked.quiet) as advance:
        scores = scores_of(pairs, unpaired, request, sides, _workers(jobs, pairs), advance, asked.task)
    scores.with_intervals = intervals
    shared.report_failures(scores.failures)
    if not scores.documents:
        return shared.status(scores.failures or [Failure(str(key), "nothing to score")], 0)
    content = scores.as_json()
    for text in warnings_of(scores):
        shared.warn(text)
    if intervals and len(scores.documents) == 1:
        shared.warn("--intervals: one document has no interval over documents")
    if significance is not None:
        # Of the other response no parts and errors are shown.
        alone = replace(request, by=(), errors=False)
        others = scores_of(other_pairs, (), alone, (key.name, significance.name), _workers(jobs, other_pairs))
        content["significance"] = _tested(scores, others)
    if asked.output is not None:
        outputs.write(asked.output, json_text(content))
    _print(content, asked.form, asked.truncate, scores)
    return shared.status(scores.failures, len(scores.documents), outputs.failed)


def _tested(scores: Scores, others: Scores) -> dict[str, Any]:
    """The tests of the differences to another response; a warning says where documents are too few."""
    # Scores alone start faster.
    from anaphora_workbench.evaluation.statistics.significance import too_few
    from anaphora_workbench.workbench.rankings.differences import differences, few_documents

    if others.failures:
        raise CommandError(others.failures[0].reason)
    tested = differences(scores, others)
    if too_few(tested.documents):
        shared.warn(few_documents(tested.documents))
    return tested.as_json()


def _metrics_of_all(key: Path, responses: Sequence[Path], request: Request) -> tuple[str, ...]:
    """The metrics that apply to every response that can be scored."""
    of_each: list[tuple[str, ...]] = []
    reasons: list[ValueError] = []
    for response in responses:
        try:
            of_each.append(metrics_for(file_pairs(key, response, request.format)[0], request))
        except ValueError as reason:
            reasons.append(reason)
    if not of_each:
        raise reasons[0]
    return tuple(name for name in of_each[0] if all(name in names for names in of_each))


def _files_of(pairs: Iterable[FilePair]) -> list[Path]:
    sides = (side for pair in pairs for side in (pair.key, pair.response) if side is not None)
    return [file for side in sides for file in files_of_side(side)]


def _rank(asked: _Asked, responses: Sequence[Path], sides: bool) -> int:
    from anaphora_workbench.workbench.rankings.leaderboard import leaderboard, names_of
    from anaphora_workbench.workbench.report import leaderboard as ranked

    key, request = asked.key, asked.request
    scored: dict[str, Scores] = {}
    paired: dict[str, tuple[Path, list[FilePair], list[Path]]] = {}
    failures: list[Failure] = []
    for name, response in zip(names_of(responses), responses, strict=True):
        try:
            paired[name] = response, *file_pairs(key, response, request.format)
        except ValueError as error:
            # What is wrong with one response costs the others nothing.
            failures.append(Failure(str(response), str(error)))
    if not paired:
        raise CommandError(failures[0].reason)
    files = [file for _, pairs, _ in paired.values() for file in _files_of(pairs)]
    outputs = Outputs([("--output", asked.output)], [*responses, *files])
    with progress("scoring", len(paired), asked.quiet) as advance:
        for name, (response, pairs, unpaired) in paired.items():
            names, workers = (key.name, response.name), _workers(asked.jobs, pairs)
            scores = scores_of(pairs, unpaired, request, names, workers, preset=asked.task)
            advance(name)
            failures += scores.failures
            request = scores.request
            if scores.documents:
                scored[name] = scores
                for text in warnings_of(scores):
                    shared.warn(f"{name}: {text}")
    # What is wrong with the key is so for every response.
    shared.report_failures(list({failure.reason: failure for failure in failures}.values()))
    if not scored:
        return shared.status(failures or [Failure(str(key), "nothing to score")], 0)
    board = leaderboard(scored)
    for text in ranked.left_out(board):
        shared.warn(text)
    if asked.output is not None:
        outputs.write(asked.output, json_text(board.as_json()))
    if asked.form is Form.json:
        sys.stdout.write(json_text(board.as_json()))
    else:
        # In CSV responses have a line each.
        further = ranked.data_sets_table(board, asked.truncate) if asked.form is not Form.csv else None
        numbers = asked.form is Form.csv
        parts = ranked.parts_tables(board, request.by, sides or numbers, asked.truncate, numbers)
        first = ranked.leaderboard_table(board, asked.truncate)
        show([first, *([further] if further is not None else []), *parts], asked.form)
    return shared.status(failures, board.documents, outputs.failed)


def _workers(jobs: int, pairs: list[FilePair]) -> int:
    if jobs == 1 or len(pairs) == 1:
        return 1
    return shared.jobs_wanted(jobs, (pair.key for pair in pairs))


def _print(content: dict[str, Any], form: Form, truncate: bool, scores: Scores) -> None:
    if form is Form.json:
        sys.stdout.write(json_text(content))
        return
    from anaphora_workbench.workbench.report import scores as shown

    by, task = content.get("by", {}), scores.task_table
    tables = [shown.task_score_table(task)] if task is not None else []
    if form is Form.csv:
        tables.append(shown.long_table(content["metrics"], by))
    elif task is not None and task.mean is not None:
        tables.append(shown.data_set_table(task, truncate, (content["signature"],)))
    else:
        title = quantity(content["documents"], "document")
        tables.append(shown.score_table(title, content["metrics"], (content["signature"],), truncate))
    for breakdown, parts in by.items() if form is not Form.csv else ():
        if parts:
            of_parts = {part: figures["metrics"] for part, figures in parts.items()}
            notes = (_SPLITS_IN_NO_PART,) if scores.splits_scored and breakdown not in OF_DOCUMENTS else ()
            tables.append(shown.parts_table(breakdown, of_parts, truncate, content["metrics"], notes))
    if scores.errors is not None:
        from anaphora_workbench.workbench.report.chain_errors import chain_error_table

        tables.append(chain_error_table("errors in chains", {"": scores.errors}))
    if "significance" in content:
        tests = content["significance"]
        rows = [{"metric": name, "p_mcnemar": None, **test} for name, test in tests["metrics"].items()]
        tables.append(shown.comparison_table(rows, tests["samples"]))
    show(tables, form)
