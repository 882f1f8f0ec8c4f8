"""``workbench compare``: the resolvers on identical input."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphora_workbench.evaluation.options import COMMON
from anaphora_workbench.workbench.ablation import Ablated, ablate
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
    report_failures,
    resolver_options,
    status,
)
from anaphora_workbench.workbench.commands.standard_input import input_path
from anaphora_workbench.workbench.corpus import corpora_at
from anaphora_workbench.workbench.cumulation import Cumulated, cumulate
from anaphora_workbench.workbench.details import ReportDetails
from anaphora_workbench.workbench.error_analysis import ErrorDetails
from anaphora_workbench.workbench.errors import CommandError, Failure
from anaphora_workbench.workbench.outputs import Outputs
from anaphora_workbench.workbench.progress import progress
from anaphora_workbench.workbench.report.ablation import LEGEND, ablation_tables, long_ablation_table
from anaphora_workbench.workbench.report.ablation import as_json as ablation_json
from anaphora_workbench.workbench.report.chain_errors import chain_error_tables
from anaphora_workbench.workbench.report.comparison import FACE, comparison_tables, legend, long_table
from anaphora_workbench.workbench.report.contents import ReportTables
from anaphora_workbench.workbench.report.cumulation import LEGEND as CUMULATIVE_LEGEND
from anaphora_workbench.workbench.report.cumulation import as_json as cumulation_json
from anaphora_workbench.workbench.report.cumulation import cumulative_tables
from anaphora_workbench.workbench.report.errors import error_legend, error_tables, long_error_table, with_errors
from anaphora_workbench.workbench.report.page import page
from anaphora_workbench.workbench.report.saving import result_files, save_results, save_tables, table_files
from anaphora_workbench.workbench.report.sections import SECTIONS, breakdowns_needed, metrics_needed, table_names
from anaphora_workbench.workbench.report.sections.parts import part_tables
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.responses import responses_named
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import Details, run
from anaphora_workbench.workbench.runs.described import described
from anaphora_workbench.workbench.runs.experiment import Experiment, first_wave
from anaphora_workbench.workbench.runs.experiment_file import SUFFIX, read_experiment
from anaphora_workbench.workbench.runs.metric_options import MetricOptions

# What an experiment file says, so that the command line must not.
_DESCRIBED = parameters_of(Experiment, "compare") | parameters_of(MetricOptions, "compare") | {"from_format"}
# What an ablation, which has success rates and a table of its own, would leave undone.
_NOT_ABLATED = frozenset({"metric", "response", "by", "errors", "report", "table", "tables"})
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
        list[Path],
        typer.Argument(
            parser=input_path, metavar="CORPUS...", help="Files or folders with a key, or one experiment file (.toml)."
        ),
    ],
    asked: Annotated[dict[str, Any], FieldsOf(Experiment)],
    metric_options: MetricOptions,
    errors: Annotated[
        bool,
        typer.Option("--errors", help="Show wrong decisions by cause, pronoun and distance, and errors in chains."),
    ] = False,
    ablation: Annotated[
        bool, typer.Option("--ablate", help="Instead, leave out one factor, rule or filter at a time.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Write all results as JSON to this file, and next to it the experiment, to be run again.",
            show_default=False,
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a report to this HTML file.", show_default=False)
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
        typer.Option(
            "--tables", help="Write every table to this folder as CSV, JSON, LaTeX and Markdown.", show_default=False
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
    quiet: QuietOption = False,
) -> int:
    """Compare resolvers on identical input: every setting that a corpus allows, every resolver, one table each.

    An experiment file says all of it: workbench compare experiment.toml

    Example: workbench compare corpora/samples --resolver mitkov --resolver kennedy-boguraev --report report.html
    """
    if ablation:
        _refuse(context, _NOT_ABLATED, "--ablate", "one of the two")
    described_in = None
    if len(corpora) == 1 and corpora[0].suffix == SUFFIX:
        _refuse(context, _DESCRIBED, str(corpora[0]), "the experiment file to say it")
        described_in = read_experiment(corpora[0])
        experiment: Experiment = described_in.experiment
        output = output or described_in.outputs.get("json")
        report = report or described_in.outputs.get("report")
        tables = tables or described_in.outputs.get("tables")
        for warning in described_in.other_versions():
            typer.echo(f"warning: {warning}", err=True)
    else:
        experiment = _asked(asked, metric_options, corpora, from_format)
    files = [file for corpus in experiment.corpora for file in corpus.files()]
    places: list[tuple[str, Path | None]] = [("--report", report)]
    if output is not None:
        places += [("--output", path) for path in ([output] if ablation else result_files(output))]
    if tables is not None:
        places += [("--tables", path) for path in table_files(_TABLES, tables)]
    outputs = Outputs(places, files)
    workers = jobs_wanted(jobs, sum(file.stat().st_size for file in files))
    folder = cache_wanted(cache, no_cache)
    if ablation:
        with progress("ablating", len(files), quiet) as advance:
            ablations, failures = ablate(experiment, folder, workers, advance, limits_wanted(timeout, memory))
        cumulated, more = cumulate(experiment, folder, workers, limits=limits_wanted(timeout, memory))
        failures += [failure for failure in more if all(failure.where != known.where for known in failures)]
        report_failures(failures)
        _show_ablations(ablations, cumulated, form, output, outputs)
        return status(failures, len(ablations), outputs.failed)
    reported = report is not None or tables is not None or bool(table)
    only = () if output is not None or form in (Form.json, Form.csv) else metrics_needed() if reported else FACE
    asked_match = dict(experiment.metric_options).get("match", _COUNTED_WITH["match"])
    details: Details | None = None
    if reported:
        details = ReportDetails(asked_match, dict(experiment.metric_options))
    elif errors:
        details = ErrorDetails(asked_match, tuple(dict(experiment.metric_options).items()))
    counted = replace(experiment, by=tuple(dict.fromkeys([*experiment.by, *(breakdowns_needed() if reported else ())])))
    with progress("comparing", len(files), quiet) as advance:
        results = run(counted, folder, workers, advance, details, only, limits_wanted(timeout, memory))
    # What a report counts in addition must not change what is saved.
    results.experiment = experiment
    results.timed = timings
    if described_in is not None:
        results.failures += [Failure(str(described_in.path), reason) for reason in described_in.departures(results)]
    report_failures(results.failures)
    if not results.corpora:
        return status(results.failures or [], 0)
    _warn(results)
    title = described_in.title if described_in is not None else "Anaphora resolvers compared"
    if output is not None:
        save_results(results, _content(results, errors), output, title, outputs.write)
    made = ReportTables(results) if reported else None
    if report is not None and made is not None:
        outputs.write(report, page(made, title))
    if tables is not None and made is not None:
        save_tables(made.by_name(), tables, outputs.write)
    if table and made is not None:
        for name in table:
            if not made.named(name):
                missing = SECTIONS.get(name).missing
                typer.echo(f"warning: nothing to show in the table {name}; {missing}", err=True)
        show([its_table for name in table for its_table in made.named(name)], form)
    else:
        _show(results, form, errors)
    return status(results.failures, len(results.corpora), outputs.failed)


def _asked(asked: dict[str, Any], flags: MetricOptions, corpora: list[Path], format: str | None) -> Experiment:
    """The experiment that the options ask for."""
    resolvers = tuple(dict.fromkeys(asked.get("resolvers", ()))) or first_wave()
    texts = {
        "resolver_options": resolver_options(asked.get("resolver_options"), resolvers),
        "responses": responses_named(asked.get("responses", ()), resolvers),
    }
    places = corpora_at(corpora, format)
    options = _COUNTED_WITH | flags.given()
    return described(Experiment, asked | texts | {"corpora": places, "metric_options": options}).completed()


def _warn(results: Results) -> None:
    """Say what the figures leave out."""
    for corpus in results.corpora.values():
        for name, number in corpus.unaligned.items():
            mentions = f"{number} mention{'s' * (number > 1)} of response {name}"
            typer.echo(f"warning: {corpus.name}: {mentions} begin or end inside a word of the key", err=True)
        for document, number in corpus.key_repeats.items():
            mentions = f"{number} mention{'s' * (number > 1)} repeated in the key"
            typer.echo(f"warning: {document}: {mentions}; the last of each counts, as for the CoNLL scorer", err=True)
    for breakdown in results.without_parts():
        typer.echo(
            f"warning: nothing by {breakdown}: no mention has one, or no metric chosen is a sum over mentions", err=True
        )


def _content(results: Results, errors: bool) -> dict[str, Any]:
    return with_errors(results) if errors else results.as_json()


def _show(results: Results, form: Form, errors: bool) -> None:
    if form is Form.json:
        sys.stdout.write(json_text(_content(results, errors)))
        return
    if form is Form.csv:
        of_errors = [long_error_table(results), *chain_error_tables(results)] if errors else []
        show([long_table(results), *of_errors], form)
        return
    show([*comparison_tables(results), *(placed.table for placed in part_tables(results))], form)
    if form is Form.text:
        print(f"\n{legend(results)}")
    if errors:
        print()
        show([*error_tables(results), *chain_error_tables(results)], form)
        if form is Form.text:
            print(error_legend(results))


def _refuse(context: typer.Context, parameters: frozenset[str], next_to: str, expected: str) -> None:
    """Raise CommandError for an option of the command line that would be left undone or say otherwise."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in parameters and source is not None and source.name == "COMMANDLINE":
            raise CommandError(f"{parameter.opts[0]} next to {next_to}; expected {expected}")


def _show_ablations(
    ablations: list[Ablated], cumulated: list[Cumulated], form: Form, output: Path | None, outputs: Outputs
) -> None:
    if not ablations:
        return
    cumulative = {"cumulative": cumulation_json(cumulated)} if cumulated else {}
    text = json_text(ablation_json(ablations) | cumulative)
    if output is not None:
        outputs.write(output, text)
    if form is Form.json:
        sys.stdout.write(text)
    elif form is Form.csv:
        show([long_ablation_table(ablations), *cumulative_tables(cumulated)], form)
    else:
        show([*ablation_tables(ablations), *cumulative_tables(cumulated)], form)
        if form is Form.text:
            print(LEGEND)
            if cumulated:
                print(CUMULATIVE_LEGEND)
