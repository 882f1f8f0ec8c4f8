"""``workbench compare``: the resolvers on identical input."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from anaphora_workbench.evaluation.options import COMMON
from anaphora_workbench.workbench.ablation import METRIC, ablate, parts_of
from anaphora_workbench.workbench.commands.asked import Asked
from anaphora_workbench.workbench.commands.comparison_shown import show_ablations, warn, write_and_show
from anaphora_workbench.workbench.commands.from_fields import FieldsOf, parameters_of, with_fields
from anaphora_workbench.workbench.commands.options import (
    CacheOption,
    FormOption,
    FromOption,
    JobsOption,
    MemoryOption,
    NoCacheOption,
    QuietOption,
    TimeoutOption,
    cache_wanted,
    jobs_wanted,
    limits_wanted,
    path_option,
    report_failures,
    resolver_options,
    status,
)
from anaphora_workbench.workbench.commands.standard_input import input_path, named_path, read_once
from anaphora_workbench.workbench.corpus import corpora_at
from anaphora_workbench.workbench.cumulation import cumulate
from anaphora_workbench.workbench.details import ReportDetails
from anaphora_workbench.workbench.error_analysis import ErrorDetails
from anaphora_workbench.workbench.errors import CommandError, Failure
from anaphora_workbench.workbench.kept import keeps
from anaphora_workbench.workbench.outputs import Outputs
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.comparison import FACE
from anaphora_workbench.workbench.report.saving import result_files, table_files
from anaphora_workbench.workbench.report.sections import breakdowns_needed, metrics_needed, table_names
from anaphora_workbench.workbench.report.tables import Form
from anaphora_workbench.workbench.responses import responses_named
from anaphora_workbench.workbench.runs.comparing import run as compared
from anaphora_workbench.workbench.runs.described import described
from anaphora_workbench.workbench.runs.document_results import Details
from anaphora_workbench.workbench.runs.experiment import Experiment, first_wave
from anaphora_workbench.workbench.runs.experiment_file import SUFFIX, read_experiment
from anaphora_workbench.workbench.runs.metric_options import MetricOptions
from anaphora_workbench.workbench.runs.run_folder import RunFolder, cached_record, opened
from anaphora_workbench.workbench.runs.running import number_of_documents
from anaphora_workbench.workbench.runs.workers import Engine, mapped

# What an experiment file says, so that the command line must not.
_DESCRIBED = parameters_of(Experiment, "compare") | parameters_of(MetricOptions, "compare") | {"from_format"}
# What an ablation, which has one metric and a table of its own, would leave undone.
_NOT_ABLATED = frozenset(
    {"response", "by", "errors", "report", "table", "tables", "run", "resume", "engine", "scheduler"}
)
# What a run folder says, so that the command line must not.
_NOT_RESUMED = _DESCRIBED | {"corpora", "run", "ablation"}
# What --table may be; every section of a report that has tables, those of plug-ins too.
_TABLES = table_names()


def _table_named(name: str) -> str:
    if name not in _TABLES:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, _TABLES))}.")
    return name


# Said of every comparison, also where they have not been changed.
_COUNTED_WITH = {"match": "head", "singletons": "keep", "twinless": COMMON["twinless"].default}


@with_fields("compare")
def command(
    *,
    context: typer.Context,
    corpora: Annotated[
        list[Path] | None,
        typer.Argument(
            parser=input_path,
            metavar="CORPUS...",
            help="Files or folders with a key (for --report also without), or one experiment file (.toml).",
        ),
    ] = None,
    asked: Annotated[dict[str, Any], FieldsOf(Experiment)],
    metric_options: MetricOptions,
    errors: Annotated[
        bool,
        typer.Option("--errors", help="Show wrong decisions by cause, pronoun and distance, and errors in chains."),
    ] = False,
    ablation: Annotated[
        bool,
        typer.Option(
            "--ablate",
            help="Instead, leave out one factor, rule or filter at a time; judged by success rate, or by one --metric.",
        ),
    ] = False,
    run: Annotated[
        Path | None,
        typer.Option(
            "--run",
            parser=named_path,
            metavar="FOLDER",
            help="Keep the results of each document in this folder, so that --resume can go on.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            parser=named_path,
            metavar="FOLDER",
            help="Go on with the run in this folder, which says all else; how to write and print may be said anew.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        path_option(
            "--output",
            "-o",
            help="Write all results as JSON to this file, and next to it the experiment, to be run again.",
            show_default=False,
        ),
    ] = None,
    report: Annotated[
        Path | None,
        path_option(
            "--report",
            help="Write a report to this HTML file.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            parser=_table_named,
            metavar=f"<{'|'.join(_TABLES)}>",
            help="Print these tables of the report instead; repeatable.",
            show_default=False,
        ),
    ] = None,
    tables: Annotated[
        Path | None,
        path_option(
            "--tables",
            help="Write every table to this folder as CSV, JSON, LaTeX and Markdown.",
            show_default=False,
        ),
    ] = None,
    timings: Annotated[
        bool, typer.Option("--timings", help="Say in JSON and CSV how many seconds each resolver took.")
    ] = False,
    form: FormOption = Form.text,
    from_format: FromOption = None,
    cache: CacheOption = None,
    no_cache: NoCacheOption = False,
    jobs: JobsOption = 0,
    timeout: TimeoutOption = None,
    memory: MemoryOption = None,
    engine: Annotated[
        Literal["local", "dask"], typer.Option("--engine", help="Work on this machine, or on a cluster of Dask.")
    ] = "local",
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Scheduler of the cluster, tcp://HOST:PORT [default: a cluster on this machine].",
            show_default=False,
        ),
    ] = None,
    quiet: QuietOption = False,
) -> int:
    """Compare resolvers on identical input: every setting that a corpus allows, every resolver, one table each.

    An experiment file says all of it: workbench compare experiment.toml

    Example: workbench compare corpora/samples --resolver mitkov --resolver kennedy-boguraev --report report.html
    """
    title = "Anaphora resolvers compared"
    chosen = tuple(table or ())
    how = (cache, no_cache, jobs, timeout, memory, engine, scheduler)
    wanted = Asked(title, errors, output, report, chosen, tables, form, timings, *how)
    described_in = folder = None
    if ablation:
        _refuse(context, _NOT_ABLATED, "--ablate", "one of the two")
    if resume is not None:
        _refuse(context, _NOT_RESUMED, "--resume", "the run folder to say it")
        folder = opened(resume)
        wanted = Asked.from_json(folder.options, folder.working_folder).with_given(wanted, _given(context))
        experiment = folder.resumed()
    elif not corpora:
        raise CommandError("no corpus; expected CORPUS..., or --resume FOLDER")
    elif len(corpora) == 1 and corpora[0].suffix == SUFFIX:
        _refuse(context, _DESCRIBED, str(corpora[0]), "the experiment file to say it")
        described_in = read_experiment(corpora[0])
        experiment = described_in.experiment
        outputs = described_in.outputs
        wanted = replace(
            wanted,
            title=described_in.title,
            output=output or outputs.get("json"),
            report=report or outputs.get("report"),
            tables=tables or outputs.get("tables"),
        )
        for warning in described_in.other_versions():
            typer.echo(f"warning: {warning}", err=True)
    else:
        experiment = _asked(asked, metric_options, corpora, from_format)
    if ablation:
        _check_metric_of_ablation(experiment, None if described_in is None else described_in.path)
    files = [file for corpus in experiment.corpora for file in corpus.files()]
    written = _outputs(wanted, files, ablation)
    workers = jobs_wanted(wanted.jobs, sum(file.stat().st_size for file in files))
    work = _engine(wanted, experiment)
    cached = cache_wanted(wanted.cache, wanted.no_cache)
    limits = limits_wanted(wanted.timeout, wanted.memory)
    if ablation:
        with progress("ablating", len(files), quiet, files=True) as advance:
            ablations, failures = ablate(experiment, cached, workers, advance, limits)
        cumulated, more = cumulate(experiment, cached, workers, limits=limits)
        failures += [failure for failure in more if all(failure.where != known.where for known in failures)]
        report_failures(failures)
        without = [name for name in experiment.resolvers if not parts_of(name, experiment.options_of(name))]
        if without:
            typer.echo(f"warning: no rows of {', '.join(without)}: nothing can be left out of them", err=True)
        show_ablations(ablations, cumulated, form, output, written)
        return status(failures, len(ablations), written.failed)
    once = _read_once(experiment)
    if once is not None and wanted.output is not None:
        typer.echo(f"warning: {once} can be read once; the experiment next to {wanted.output} cannot be run", err=True)
    if run is not None:
        if once is not None:
            raise CommandError(f"--run next to {once}, which can be read once; expected files, to be read by --resume")
        folder = RunFolder(run)
        folder.begin(experiment, wanted.as_json())
    counting = _counting(wanted, experiment, folder is not None)
    if folder is not None:
        record = folder.record
        keeps(partial(_kept_in, folder))
        total = sum(number_of_documents(corpus.path, corpus.format) for corpus in experiment.corpora)
    else:
        record = cached_record(cached, counting.experiment, counting.only)
        total = len(files)
    with progress("comparing", total, quiet, folder is not None, files=folder is None) as advance:
        results = compared(
            counting.experiment,
            cached,
            workers,
            advance,
            counting.details,
            counting.only,
            limits,
            record,
            work,
            keyless=wanted.report is not None,
        )
    # What a report counts in addition must not change what is saved.
    results.experiment = experiment
    results.timed = wanted.timings
    if described_in is not None:
        results.failures += [Failure(str(described_in.path), reason) for reason in described_in.departures(results)]
    if not results.corpora and results.keyless and wanted.figures:
        names = ", ".join(results.keyless)
        results.failures.append(Failure(names, f"{names}: no key, so no figures to show; expected --report alone"))
    report_failures(results.failures)
    if not results.corpora and not results.keyless:
        return status(results.failures or [], 0)
    warn(results)
    write_and_show(results, wanted, written)
    return status(results.failures, len(results.corpora) + len(results.keyless), written.failed)


def _outputs(asked: Asked, files: list[Path], ablation: bool) -> Outputs:
    """The places that are written to, tried."""
    places: list[tuple[str, Path | None]] = [("--report", asked.report)]
    if asked.output is not None:
        places += [("--output", path) for path in ([asked.output] if ablation else result_files(asked.output))]
    if asked.tables is not None:
        places += [("--tables", path) for path in table_files(_TABLES, asked.tables)]
    return Outputs(places, files)


def _read_once(experiment: Experiment) -> str | None:
    """The name of an input of an experiment that cannot be read again, None for none."""
    places = [*(corpus.path for corpus in experiment.corpora), *(response.path for response in experiment.responses)]
    return next((given for place in places if (given := read_once(place)) is not None), None)


@dataclass(frozen=True)
class _Counting:
    """What is counted for what is shown: the arguments of ``comparing.run``."""

    experiment: Experiment
    details: Details | None
    only: tuple[str, ...]


def _counting(asked: Asked, experiment: Experiment, everything: bool) -> _Counting:
    """What is to be counted.

    Args:
        everything: whatever may be shown later.
    """
    whole = everything or asked.output is not None or asked.form in (Form.json, Form.csv)
    only = () if whole else metrics_needed() if asked.reported else FACE
    match = dict(experiment.metric_options).get("match", _COUNTED_WITH["match"])
    details: Details | None = None
    if asked.reported:
        details = ReportDetails(match, dict(experiment.metric_options))
    elif asked.errors:
        details = ErrorDetails(match, tuple(dict(experiment.metric_options).items()))
    breakdowns = [*experiment.by, *(breakdowns_needed() if asked.reported else ())]
    return _Counting(replace(experiment, by=tuple(dict.fromkeys(breakdowns))), details, tuple(only))


def _engine(asked: Asked, experiment: Experiment) -> Engine:
    """Where the work on documents is done."""
    if asked.engine == "local":
        if asked.scheduler is not None:
            raise CommandError(f"--scheduler {asked.scheduler} next to --engine local; expected --engine dask")
        return mapped
    from anaphora_workbench.workbench.runs.dask_engine import dask_engine

    return dask_engine(experiment, asked.scheduler)


def _kept_in(folder: RunFolder) -> str:
    number = folder.record.documents()
    return f"results of {number} document{'s' * (number != 1)} in {folder.path}"


def _asked(asked: dict[str, Any], flags: MetricOptions, corpora: list[Path], format: str | None) -> Experiment:
    """The experiment that the options ask for."""
    resolvers = tuple(dict.fromkeys(asked.get("resolvers", ()))) or first_wave()
    texts = {
        "resolver_options": resolver_options(asked.get("resolver_options"), resolvers),
        "responses": responses_named(asked.get("responses", ()), resolvers, input_path),
    }
    places = corpora_at(corpora, format)
    options = _COUNTED_WITH | flags.given()
    return described(Experiment, asked | texts | {"corpora": places, "metric_options": options}).completed()


def _check_metric_of_ablation(experiment: Experiment, described_in: Path | None) -> None:
    """Raise CommandError for several metrics on the command line; warn of those of an experiment file."""
    if len(experiment.metrics) < 2:
        return
    named = ", ".join(experiment.metrics)
    if described_in is None:
        raise CommandError(f"--ablate judges by one metric; expected one --metric, got {named}")
    typer.echo(f"warning: --ablate judges by one metric, {METRIC}; {described_in} names {named}", err=True)


def _given(context: typer.Context) -> list[str]:
    """The parameters that the command line gives."""
    names = [parameter.name or "" for parameter in context.command.params]
    sources = ((name, context.get_parameter_source(name)) for name in names)
    return [name for name, source in sources if source is not None and source.name == "COMMANDLINE"]


def _refuse(context: typer.Context, parameters: frozenset[str], next_to: str, expected: str) -> None:
    """Raise CommandError for an option of the command line that would be left undone or say otherwise."""
    given = _given(context)
    for parameter in context.command.params:
        if parameter.name in parameters and parameter.name in given:
            raise CommandError(f"{parameter.opts[0]} next to {next_to}; expected {expected}")
