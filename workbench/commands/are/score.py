"""``workbench are score``: answers of one system, or a leaderboard of several."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, cast

import typer

from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.formats.are.reader import INPUTS
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.options import described, option_values
from anaphora_workbench.evaluation.counting.registry import metric_rules, metrics_named
from anaphora_workbench.workbench.base.errors import CommandError, Failure, one_line
from anaphora_workbench.workbench.base.progress import Advance, progress
from anaphora_workbench.workbench.base.signature import corpus_checksum, document_checksum, of_response, signature
from anaphora_workbench.workbench.commands.are.application import TaskOption, app
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.option_values import metric_options
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path, require_no_folder_beside
from anaphora_workbench.workbench.engine.running import each
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.files import ANSWER, KEY, pair_answers
from anaphora_workbench.workbench.exercise.scoring import ScoredAnswer, metrics_of, paired_tests, score_answer
from anaphora_workbench.workbench.report.exercise import leaderboard_json, leaderboard_tables, score_json, score_tables
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.scoring.metric_options import MetricOptions

InputsOption = Annotated[
    Path | None, shared.path_option("--inputs", help=f"Folder of the inputs [default: {INPUTS} next to the keys].")
]


@dataclass
class _Scored:
    """What was scored.

    Attributes:
        systems: counts by system, then by document. problems: of the answers, by system.
        failures: of keys and answers. checksums: of the keys, by document.
    """

    systems: dict[str, dict[str, Counts]] = field(default_factory=dict)
    problems: dict[str, list[FormatError]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    checksums: dict[str, str] = field(default_factory=dict)


@app.command("score")
def score_(
    keys: Annotated[Path, typer.Argument(parser=input_path, metavar="KEYS", help=f"File *{KEY} or a folder of them.")],
    answers: Annotated[
        list[Path],
        typer.Argument(
            parser=input_path,
            metavar="ANSWERS...",
            help=f"File *{ANSWER} or a folder of them; several for a leaderboard.",
        ),
    ],
    task: TaskOption,
    inputs: InputsOption = None,
    option: Annotated[
        list[str] | None, shared.what(help="Option of a measure, as are.overlap=head; repeatable.")
    ] = None,
    form: shared.FormOption = Form.text,
    jobs: shared.JobsOption = 0,
    quiet: shared.QuietOption = False,
) -> int:
    """Score answers to a task, of one system or of several.

    One system gets a row for each document and a total; several get a leaderboard with intervals and tests. Errors in
    an answer are reported with their lines. A missing answer, or one that is not XML, counts as empty.

    Example: workbench are score task1/keys answers --task 1
    """
    number = cast(ExerciseTask, task)
    if inputs is not None and not inputs.is_dir():
        raise CommandError(f"--inputs {inputs}: no such folder")
    require_no_folder_beside(keys, *answers)
    measures = metrics_named(metrics_of(number)).values()
    options = metric_options(MetricOptions(), option or (), measures)
    option_values(measures, options)
    workers = shared.jobs_wanted(jobs, list(keys.rglob(f"*{KEY}")) * len(answers))
    names = _system_names(answers)
    paired = {name: pair_answers(keys, path) for name, path in zip(names, answers, strict=True)}
    with progress("scoring", sum(len(pairs) for pairs, _ in paired.values()), quiet) as advance:
        score = partial(score_answer, task=number, inputs=inputs, options=options)
        scored = _scored(paired, score, workers, advance)
    # What is wrong with a key is so for every system.
    failures = list({failure.reason: failure for failure in scored.failures}.values())
    shared.report_failures(failures)
    documents = scored.systems[names[0]]
    if not documents:
        return shared.status(failures, 0)
    signed = _signed(number, keys, scored, documents)
    several = len(names) > 1
    tests = paired_tests(scored.systems, number) if several else []
    if form is not Form.json:
        tables = (
            leaderboard_tables(number, scored.systems, tests, [signed])
            if several
            else score_tables(number, documents, [signed])
        )
        show(tables, form)
    elif several:
        sys.stdout.write(json_text(leaderboard_json(number, scored.systems, tests, signed, scored.problems)))
    else:
        sys.stdout.write(json_text(score_json(number, documents, signed, scored.problems[names[0]])))
    return shared.status(failures, len(documents))


def _scored(
    paired: Mapping[str, tuple[list[FilePair], list[Path]]],
    score: Callable[[FilePair], ScoredAnswer],
    workers: int,
    advance: Advance,
) -> _Scored:
    scored = _Scored()
    for name, (pairs, without_key) in paired.items():
        counts, problems = scored.systems.setdefault(name, {}), scored.problems.setdefault(name, [])
        whose = f"{name}: " if len(paired) > 1 else ""
        for pair, outcome in each(partial(partial, score), pairs, workers):
            advance(pair.name)
            if isinstance(outcome, Failure):
                scored.failures.append(outcome)
                continue
            counts[pair.name] = outcome.counts
            scored.checksums[pair.name] = document_checksum(outcome.key)
            problems += outcome.problems
            if outcome.unreadable is not None:
                reason = f"{whose}{one_line(outcome.unreadable)}; counted as no answer"
                scored.failures.append(Failure(pair.name, reason))
        for problem in problems:
            shared.warn(one_line(problem))
        for path in without_key:
            shared.warn(f"{path}: no key for this answer; not counted")
    return scored


def _signed(task: ExerciseTask, keys: Path, scored: _Scored, documents: Mapping[str, Counts]) -> str:
    metrics = metrics_named(metrics_of(task))
    return str(
        signature(
            are=f"task{task}",
            key=f"{keys.name}@{corpus_checksum(scored.checksums.values())}",
            documents=len(documents),
            **described(metrics.values(), next(iter(documents.values())).options),
            **of_response([are.FORMAT.name]),
            metric_rules=metric_rules(metrics),
        )
    )


def _system_names(answers: list[Path]) -> list[str]:
    """What the systems are called: the names of their folders or files, their paths where names are the same."""
    names = [path.resolve().name.removesuffix(ANSWER) for path in answers]
    if len(set(names)) < len(names):
        names = [str(path) for path in answers]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise CommandError(f"{repeated} is given twice; expected each system's answers once")
    return names
