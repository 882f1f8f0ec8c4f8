"""``workbench compare``: the resolvers on identical input."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.descriptions import described
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.comparison import (
    COUNTED_WITH,
    Comparison,
    RunOptions,
    make_comparison,
)
from anaphora_workbench.workbench.commands.wiring.from_fields import FieldsOf, parameters_of, with_fields
from anaphora_workbench.workbench.commands.wiring.option_values import metric_options, split_options
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path, named_path
from anaphora_workbench.workbench.experiments.experiment import NO_RESOLVERS, Experiment, first_wave
from anaphora_workbench.workbench.experiments.experiment_file import SUFFIX, ExperimentFile, read_experiment
from anaphora_workbench.workbench.experiments.responses import responses_named
from anaphora_workbench.workbench.records.run_folder import RunFolder, opened
from anaphora_workbench.workbench.runs.asking import answering_offline, asks
from anaphora_workbench.workbench.scoring.metric_options import MetricOptions

# What an experiment file says, so that the command line must not.
_DESCRIBED = parameters_of(Experiment, "compare") | parameters_of(MetricOptions, "compare") | {"from_format"}
# What an ablation, which has one metric and a table of its own, would leave undone.
_NOT_ABLATED = frozenset(
    {"response", "by", "errors", "report", "table", "tables", "run", "resume", "engine", "scheduler"}
)
# What a run folder says, so that the command line must not.
_NOT_RESUMED = (_DESCRIBED | {"corpora", "run", "ablation"}) - {"resolver", "response", "option"}


@with_fields("compare")
def command(
    *,
    context: typer.Context,
    corpora: Annotated[
        list[Path] | None,
        typer.Argument(
            parser=input_path,
            metavar="CORPUS...",
            help="Files or folders with a key (with --report also without; PATH:ca names a language), or one "
            "experiment file (.toml).",
        ),
    ] = None,
    fields: Annotated[dict[str, Any], FieldsOf(Experiment)],
    metric_flags: MetricOptions,
    ablation: Annotated[
        bool,
        shared.what(
            "--ablate",
            help="Leave out one factor, rule or filter at a time instead; compares the success rate or one --metric.",
        ),
    ] = False,
    run: Annotated[
        Path | None,
        shared.running(
            parser=named_path, metavar="FOLDER", help="Keep the results of each document in this folder, for --resume."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        shared.running(
            parser=named_path,
            metavar="FOLDER",
            help="Resume the run in this folder; options for output and running may be given again, and all rows: "
            "--resolver and --response.",
        ),
    ] = None,
    given: RunOptions,
    from_format: shared.FromOption = None,
    offline: Annotated[
        bool, shared.running("--offline", help="Answer from kept answers of language models alone; ask for nothing.")
    ] = False,
    quiet: shared.QuietOption = False,
) -> int:
    """Compare resolvers on identical input: a table for every setting that a corpus allows, a row for every resolver.

    An experiment file can hold all of it: workbench compare experiment.toml

    Example: workbench compare samples --resolver mitkov --resolver kennedy-boguraev --report report.html
    """
    if ablation:
        _refuse(context, _NOT_ABLATED, "--ablate", "one of the two")
    if resume is not None:
        _refuse(context, _NOT_RESUMED, "--resume", "it in the run folder")
        wanted = _of_run_folder(opened(resume), given, _given(context), fields)
    elif not corpora:
        raise CommandError("no corpus; expected CORPUS..., as in workbench compare samples, or --resume FOLDER")
    elif len(corpora) == 1 and corpora[0].suffix == SUFFIX:
        _refuse(context, _DESCRIBED, str(corpora[0]), "it in the experiment file")
        wanted = _of_file(read_experiment(corpora[0]), given)
    else:
        wanted = Comparison(_experiment(fields, metric_flags, corpora, from_format), given)
    if offline:
        if not any(map(asks, wanted.experiment.resolvers)):
            raise CommandError("--offline without a resolver that asks a language model; expected one, as llm-choice")
        wanted = replace(wanted, experiment=answering_offline(wanted.experiment))
    if ablation:
        _check_metric_of_ablation(wanted)
        from anaphora_workbench.workbench.commands.wiring.ablation import make_ablation

        return make_ablation(wanted, given.output, quiet)
    done = make_comparison(wanted, run, quiet)
    if not (quiet or wanted.described_in or wanted.folder or fields.get("resolvers")):
        shared.remark("other rows by --resolver, as -r neural -r mitkov; workbench list resolvers has all")
    return done


def _of_run_folder(folder: RunFolder, given: RunOptions, names: list[str], fields: dict[str, Any]) -> Comparison:
    """The comparison that a run folder keeps, with what the command line gives instead."""
    kept = RunOptions.from_json(folder.options, folder.working_folder)
    resolvers = tuple(dict.fromkeys(fields.get("resolvers", ())))
    responses = responses_named(fields.get("responses", ()), resolvers, input_path)
    how = _how_asked(fields.get("resolver_options", ()), resolvers or folder.resolvers)
    return Comparison(folder.resumed(resolvers, responses, how), kept.with_given(given, names), folder=folder)


def _how_asked(values: Sequence[str], resolvers: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Options, by resolver, that say how language models are asked and not what, which may change within a run."""
    from anaphora_workbench.resolvers.llm.language_model import HOW

    for value in values:
        if value.partition("=")[0] not in [f"{shared.LANGUAGE_MODELS}.{name}" for name in HOW]:
            raise CommandError("--option next to --resume; expected it in the run folder")
    return shared.resolver_options(list(values), resolvers)


def _of_file(described_in: ExperimentFile, given: RunOptions) -> Comparison:
    """The comparison that an experiment file describes; the command line may name other places to write to."""
    outputs = described_in.outputs
    for warning in described_in.other_versions():
        shared.warn(warning)
    options = replace(
        given,
        title=described_in.title,
        output=given.output or outputs.get("json"),
        report=given.report or outputs.get("report"),
        tables=given.tables or outputs.get("tables"),
    )
    return Comparison(described_in.experiment, options, described_in)


def _experiment(fields: dict[str, Any], flags: MetricOptions, corpora: list[Path], format: str | None) -> Experiment:
    """The experiment that the command line describes."""
    resolvers = tuple(dict.fromkeys(fields.get("resolvers", ()))) or first_wave()
    named = () if resolvers == NO_RESOLVERS else resolvers
    of_metrics, of_resolvers = split_options(fields.get("resolver_options", ()), named)
    texts = {
        "resolver_options": of_resolvers,
        "responses": responses_named(fields.get("responses", ()), named, input_path),
    }
    places = corpora_at(corpora, format)
    counted_with = COUNTED_WITH | metric_options(flags, of_metrics)
    return described(Experiment, fields | texts | {"corpora": places, "metric_options": counted_with}).completed()


def _check_metric_of_ablation(wanted: Comparison) -> None:
    """Raise CommandError for several metrics on the command line; warn of those of an experiment file."""
    if len(wanted.experiment.metrics) < 2:
        return
    named = ", ".join(wanted.experiment.metrics)
    if wanted.described_in is None:
        raise CommandError(f"--ablate judges by one metric; expected one --metric, got {named}")
    place = wanted.described_in.path
    from anaphora_workbench.workbench.runs.ablation import METRIC

    shared.warn(f"--ablate judges by one metric, {METRIC}; {place} names {named}")


def _given(context: typer.Context) -> list[str]:
    names = [parameter.name or "" for parameter in context.command.params]
    sources = ((name, context.get_parameter_source(name)) for name in names)
    return [name for name, source in sources if source is not None and source.name == "COMMANDLINE"]


def _refuse(context: typer.Context, parameters: frozenset[str], next_to: str, expected: str) -> None:
    """Raise CommandError for an option of the command line that would be left undone or say otherwise."""
    given = _given(context)
    for parameter in context.command.params:
        if parameter.name in parameters and parameter.name in given:
            raise CommandError(f"{parameter.opts[0]} next to {next_to}; expected {expected}")
