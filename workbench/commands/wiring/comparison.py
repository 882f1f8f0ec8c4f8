"""Makes a comparison that ``workbench compare`` was asked for, and writes and shows it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import typer

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.counting.options import COMMON
from anaphora_workbench.evaluation.matching.mention_selection import REPEATS
from anaphora_workbench.workbench.base.errors import CommandError, Failure, keeps, says_incomplete
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.progress import asked_so_far, progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.standard_input import read_once
from anaphora_workbench.workbench.engine.running import number_of_documents
from anaphora_workbench.workbench.engine.workers import Engine, Limits, mapped
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.experiment_file import ExperimentFile
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.records.document_results import Details
from anaphora_workbench.workbench.records.run_folder import RunFolder, cached_record
from anaphora_workbench.workbench.report.comparison import FACE, comparison_tables, legend, long_table
from anaphora_workbench.workbench.report.sections import SECTIONS, breakdowns_needed, metrics_needed, table_names
from anaphora_workbench.workbench.report.sections.parts import part_tables
from anaphora_workbench.workbench.report.tables import Form, Table, in_width, json_text, sentences, show, width_of_lines
from anaphora_workbench.workbench.runs.asking import asks, with_models
from anaphora_workbench.workbench.runs.comparing import run as compared
from anaphora_workbench.workbench.runs.comparing import without_model

# What --table may be; every section of a report that has tables, those of plug-ins too.
TABLES = table_names()


def _table_named(name: str) -> str:
    if name not in TABLES:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, TABLES))}.")
    return name


@dataclass(frozen=True)
class RunOptions(shared.Running):
    """How a comparison runs, and what it writes and prints; the fields are parameters of the command.

    Attributes:
        title: of the report.
        table: tables to print instead of the comparison.
        baseline: the row that the table ``paper`` marks differences from.
    """

    errors: Annotated[
        bool,
        shared.printing("--errors", help="Show wrong decisions by cause, pronoun and distance, and errors in chains."),
    ] = False
    output: Annotated[
        Path | None,
        shared.path_option(
            "--output",
            "-o",
            help="Write all results to this JSON file, and next to it an experiment file that repeats the run.",
        ),
    ] = None
    report: Annotated[Path | None, shared.path_option(help="Write a report to this HTML file.")] = None
    table: Annotated[
        list[str] | None,
        shared.printing(
            parser=_table_named,
            metavar="TABLE",
            help=f"Print this table of the report instead: {', '.join(TABLES)}; repeatable.",
        ),
    ] = None
    tables: Annotated[
        Path | None, shared.path_option(help="Write all tables to this folder as CSV, JSON, LaTeX and Markdown.")
    ] = None
    baseline: Annotated[
        str | None, shared.printing(metavar="NAME", help="Mark differences from this row in --table paper.")
    ] = None
    timings: Annotated[
        bool, shared.printing("--timings", help="Add the seconds that each resolver took to JSON and CSV.")
    ] = False
    form: shared.FormOption = Form.text
    engine: Annotated[Literal["local", "dask"], shared.running(help="Run on this machine or on a Dask cluster.")] = (
        "local"
    )
    scheduler: Annotated[
        str | None,
        shared.running(
            metavar="ADDRESS",
            help="Scheduler of the Dask cluster, tcp://HOST:PORT [default: a cluster on this machine].",
        ),
    ] = None
    title: str = "Anaphora resolvers compared"

    @property
    def reported(self) -> bool:
        """Whether tables of the report are wanted, which need the traces of every answer."""
        return self.report is not None or self.tables is not None or bool(self.table)

    @property
    def figures(self) -> bool:
        """Whether figures are wanted elsewhere than in the report and the tables that every comparison prints."""
        asked = self.output is not None or self.tables is not None or bool(self.table)
        return asked or self.errors or self.form is not Form.text

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: str(value) if isinstance(value, Path) else value for name, value in values}

    @classmethod
    def from_json(cls, values: Mapping[str, Any], folder: Path) -> Self:
        """What was asked.

        Args:
            folder: that paths are relative to.
        """
        paths = {
            name: folder / values[name] for name in ("output", "report", "tables", "cache") if values[name] is not None
        }
        return cls(**(dict(values) | paths | {"form": Form(values["form"])}))

    def with_given(self, other: Self, given: Collection[str]) -> Self:
        """The same with what another says of some of the fields."""
        return replace(self, **{name: getattr(other, name) for name in given if name in self.__dataclass_fields__})


if TYPE_CHECKING:
    from anaphora_workbench.workbench.report.document.contents import ReportTables

# Said of every comparison, also where they have not been changed.
COUNTED_WITH = {"match": "head", "singletons": "keep", "twinless": COMMON["twinless"].default}
# What stands below a screenful of tables, and the least of them that is shown.
_BELOW, _FEWEST = 3, 15


@dataclass(frozen=True)
class Comparison:
    """A comparison to be made.

    Attributes:
        options: how it runs, and what it writes and prints.
        described_in: the file that describes it, None for the command line or a run folder.
        folder: that keeps its results, None for none.
    """

    experiment: Experiment
    options: RunOptions
    described_in: ExperimentFile | None = None
    folder: RunFolder | None = None

    @cached_property
    def files(self) -> list[Path]:
        """Those of all corpora."""
        return [file for corpus in self.experiment.corpora for file in corpus.files()]


def make_comparison(wanted: Comparison, run: Path | None, quiet: bool) -> int:
    """Make, write and show a comparison; returns the exit status.

    Args:
        run: the new run folder that is to keep its results, None for none.

    Raises:
        CommandError: something asked for cannot be done.
    """
    options, rows = wanted.options, wanted.experiment.names_of_rows
    if options.baseline and options.baseline not in rows:
        raise CommandError(f"--baseline {options.baseline}: no such row; {there_are(rows, options.baseline)}")
    written = _outputs(options, wanted.files)
    cached, limits = options.folder(), options.limits()
    wanted = replace(wanted, experiment=with_models(wanted.experiment, cached))
    work = _engine(options, wanted.experiment)
    corpora, responses = wanted.experiment.corpora, wanted.experiment.responses
    inputs = [*(corpus.path for corpus in corpora), *(response.path for response in responses)]
    once = next((given for path in inputs if (given := read_once(path)) is not None), None)
    if once is not None and options.output is not None:
        shared.warn(f"{once} can only be read once; the experiment next to {options.output} cannot be run")
    if run is not None:
        if once is not None:
            raise CommandError(
                f"--run next to {once}, which can only be read once; expected files, which --resume can read again"
            )
        folder = RunFolder(run)
        folder.begin(wanted.experiment, options.as_json())
        wanted = replace(wanted, folder=folder)
    results = _results(wanted, work, cached, limits, quiet)
    shared.report_failures(results.failures)
    if not results.corpora and not results.keyless:
        if results.left_out and options.form is Form.json:
            sys.stdout.write(json_text(results.as_json()))
        return shared.status(results.failures or [], len(results.left_out))
    warn_of_gaps(results)
    write_and_show(results, options, written)
    return shared.status(results.failures, len(results.corpora) + len(results.keyless), written.failed)


def _results(wanted: Comparison, work: Engine, cached: Path | None, limits: Limits | None, quiet: bool) -> Results:
    """The results of a comparison, with what failed."""
    experiment, options, folder, files = wanted.experiment, wanted.options, wanted.folder, wanted.files
    counting = _counting(options, experiment, folder is not None)
    if folder is not None:
        record = folder.record
        keeps(lambda: f"results of {quantity(record.documents(), 'document')} in {folder.path}")
        total = sum(number_of_documents(corpus.path, corpus.format) for corpus in experiment.corpora)
    else:
        record = cached_record(cached, counting.experiment, counting.only)
        total = len(files)
    asking = any(map(asks, experiment.resolvers))
    with (
        progress("comparing", total, quiet, folder is not None, files=folder is None) as advance,
        asked_so_far("asking", quiet or not asking) as tell,
    ):
        results = compared(
            counting.experiment,
            cached,
            options.workers(files),
            advance,
            counting.details,
            counting.only,
            limits,
            record,
            work,
            keyless=options.report is not None,
            tell=tell,
            ledger=record if folder is not None else None,
        )
    # What a report counts in addition must not change what is saved.
    results.experiment = experiment
    results.timed, results.baseline = options.timings, options.baseline or ""
    described_in = wanted.described_in
    if described_in is not None:
        results.failures += [Failure(str(described_in.path), reason) for reason in described_in.departures(results)]
    if not results.corpora and results.keyless and options.figures:
        names = ", ".join(results.keyless)
        results.failures.append(Failure(names, f"{names}: no key, so no figures to show; expected --report alone"))
    return results


def _outputs(options: RunOptions, files: list[Path]) -> Outputs:
    places: list[tuple[str, Path | None]] = [("--report", options.report)]
    if options.output is not None or options.tables is not None:
        from anaphora_workbench.workbench.report.document.saving import result_files, table_files

        places += [("--output", path) for path in result_files(options.output)] if options.output else []
        places += [("--tables", path) for path in table_files(TABLES, options.tables)] if options.tables else []
    return Outputs(places, files)


@dataclass(frozen=True)
class _Counting:
    """What is counted for what is shown: the arguments of ``comparing.run``."""

    experiment: Experiment
    details: Details | None
    only: tuple[str, ...]


def _counting(options: RunOptions, experiment: Experiment, everything: bool) -> _Counting:
    """What is to be counted."""
    whole = everything or options.output is not None or options.form in (Form.json, Form.csv)
    only = () if whole else metrics_needed() if options.reported else FACE
    match = experiment.metric_options.get("match", COUNTED_WITH["match"])
    details: Details | None = None
    # Imported where they are asked for: tables alone need neither.
    if options.reported:
        from anaphora_workbench.workbench.analysis.details import ReportDetails

        details = ReportDetails(match, experiment.metric_options)
    elif options.errors:
        from anaphora_workbench.workbench.analysis.error_analysis import ErrorDetails

        details = ErrorDetails(match, tuple(experiment.metric_options.items()))
    breakdowns = [*experiment.by, *(breakdowns_needed() if options.reported else ())]
    return _Counting(replace(experiment, by=tuple(dict.fromkeys(breakdowns))), details, tuple(only))


def _engine(options: RunOptions, experiment: Experiment) -> Engine:
    if options.engine == "local":
        if options.scheduler is not None:
            raise CommandError(f"--scheduler {options.scheduler} next to --engine local; expected --engine dask")
        return mapped
    from anaphora_workbench.workbench.runs.dask_engine import dask_engine

    return dask_engine(experiment, options.scheduler)


def write_and_show(results: Results, options: RunOptions, outputs: Outputs) -> None:
    """Write the files that were asked for, and print the tables; where nothing has a key, the report alone."""
    made: ReportTables | None = None
    if options.reported:
        from anaphora_workbench.workbench.report.document import contents

        made = contents.ReportTables(results)
    if not results.corpora:
        if made is not None:
            _write_page(made, options, outputs)
        return
    if options.output is not None:
        from anaphora_workbench.workbench.report.document.saving import save_results

        save_results(results, _content(results, options.errors), options.output, options.title, outputs.write)
    if made is not None:
        _write_page(made, options, outputs)
    if options.tables is not None and made is not None:
        from anaphora_workbench.workbench.report.document.saving import save_tables

        save_tables(made.by_name(), made.named("paper"), options.tables, outputs.write)
    if options.table and made is not None:
        for name in options.table:
            if not made.named(name) and not made.has_failed(name):
                missing = SECTIONS.get(name).missing
                shared.warn(f"nothing to show in the table {name}; {missing}")
        show([its_table for name in options.table for its_table in made.named(name)], options.form)
    else:
        _show(results, options.form, options.errors)


def _write_page(made: ReportTables, options: RunOptions, outputs: Outputs) -> None:
    if options.report is not None:
        # Imported late, as what follows for errors: tables alone need none of it.
        from anaphora_workbench.workbench.report.document.page import page

        outputs.write(options.report, page(made, options.title))


def warn_of_gaps(results: Results) -> None:
    """Say what the figures leave out."""
    for corpus in results.keyless.values():
        number = len(corpus.documents)
        documents = f"{quantity(number, 'document')} without a key"
        shared.warn(f"{corpus.name}: {documents}: the report shows the answers, and no figure counts them")
    for corpus in (*results.corpora.values(), *results.keyless.values()):
        its_words = "text" if corpus.name in results.keyless else "key"
        for reason in without_model(results.experiment, corpus):
            shared.warn(f"{corpus.name}: {reason}")
        for name, number in corpus.unaligned.items():
            mentions = f"{quantity(number, 'mention')} of response {name}"
            where = f"{'begins or ends' if number == 1 else 'begin or end'} where no word of the {its_words} does"
            shared.warn(f"{corpus.name}: {mentions} {where}")
        for name, missing in corpus.missing_words.items():
            says = says_incomplete(missing, f"response {name}", its_words)
            shared.warn(f"{corpus.name}: {says}")
        for said in corpus.warnings:
            shared.warn(said)
        for document, number in corpus.key_repeats.items():
            mentions = f"{quantity(number, 'mention')} repeated in the key"
            shared.warn(f"{document}: {mentions}; {REPEATS}")
    for breakdown in results.without_parts():
        shared.warn(f"nothing by {breakdown}: no mention has one, or no metric chosen is a sum over mentions")


def _content(results: Results, errors: bool) -> dict[str, Any]:
    if not errors:
        return results.as_json()
    from anaphora_workbench.workbench.report.errors import with_errors

    return with_errors(results)


def _show(results: Results, form: Form, errors: bool) -> None:
    if form is Form.json:
        sys.stdout.write(json_text(_content(results, errors)))
        return
    if form is Form.csv:
        show([long_table(results), *(_error_tables(results, form) if errors else [])], form)
        return
    parts = [placed.table for placed in part_tables(results)]
    if form is Form.text and sys.stdout.isatty() and (parts or errors):
        show(comparison_tables(results), form)
        _print_sentences("", *legend(results).splitlines())
        _show_a_screenful([each for each in (parts, _error_tables(results, form) if errors else []) if each])
        return
    show([*comparison_tables(results), *parts], form)
    if form is Form.text:
        _print_sentences("", *legend(results).splitlines())
    if errors:
        from anaphora_workbench.workbench.report.errors import error_legend

        print()
        show(_error_tables(results, form), form)
        if form is Form.text:
            _print_sentences(*error_legend(results).splitlines())


def _show_a_screenful(kinds: list[list[Table]]) -> None:
    """Print the first of what may be hundreds of lines of each kind of tables, and say where the rest is."""
    columns, height = shutil.get_terminal_size()
    kept = max(height // len(kinds) - _BELOW, _FEWEST)
    for tables in kinds:
        lines = [line for table in tables for line in ("", *in_width(table, columns).splitlines())]
        print("\n".join(lines[:kept]))
        if len(lines) > kept:
            more = quantity(len(lines) - kept, "more line")
            _print_sentences(f"… {more}: --report FILE.html has all, | less shows them here")


def _print_sentences(*lines: str) -> None:
    for line in lines:
        print("\n".join(sentences([line], width_of_lines())))


def _error_tables(results: Results, form: Form) -> list[Table]:
    """What went wrong, pronoun by pronoun and chain by chain."""
    from anaphora_workbench.workbench.report.chain_errors import chain_error_tables
    from anaphora_workbench.workbench.report.errors import error_tables, long_error_table

    of_pronouns = [long_error_table(results)] if form is Form.csv else error_tables(results)
    return [*of_pronouns, *chain_error_tables(results)]
