"""Makes an ablation that ``workbench compare --ablate`` was asked for, and writes and shows it."""

import sys
from pathlib import Path

from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.base.progress import progress
from anaphora_workbench.workbench.commands.wiring.comparison import Comparison
from anaphora_workbench.workbench.commands.wiring.options import report_failures, status, warn
from anaphora_workbench.workbench.report.ablation import ablation_tables, long_ablation_table
from anaphora_workbench.workbench.report.ablation import as_json as ablation_json
from anaphora_workbench.workbench.report.ablation import legend as ablation_legend
from anaphora_workbench.workbench.report.cumulation import LEGEND as CUMULATIVE_LEGEND
from anaphora_workbench.workbench.report.cumulation import as_json as cumulation_json
from anaphora_workbench.workbench.report.cumulation import cumulative_tables
from anaphora_workbench.workbench.report.tables import Form, json_text, show
from anaphora_workbench.workbench.runs.ablation import Ablated, ablate, parts_of
from anaphora_workbench.workbench.runs.cumulation import Cumulated, cumulate


def make_ablation(wanted: Comparison, output: Path | None, quiet: bool) -> int:
    """Make and show an ablation; returns the exit status.

    Args:
        output: the file for its figures, None for none; those of an experiment file are for its comparison.
    """
    experiment, options, files = wanted.experiment, wanted.options, wanted.files
    written = Outputs([("--output", output)], files)
    if wanted.described_in is not None and wanted.described_in.outputs:
        instead = "; --output FILE writes what --ablate finds" * (output is None)
        warn(f"{wanted.described_in.path}: its [output] is of the comparison, and is not written{instead}")
    workers = options.workers(files)
    cached, limits = options.folder(), options.limits()
    with progress("ablating", len(files), quiet, files=True) as advance:
        ablations, failures = ablate(experiment, cached, workers, advance, limits)
    cumulated, more = cumulate(experiment, cached, workers, limits=limits)
    failures += [failure for failure in more if all(failure.where != known.where for known in failures)]
    report_failures(failures)
    without = [name for name in experiment.resolvers if not parts_of(name, experiment.options_of(name))]
    if without:
        warn(f"no rows of {', '.join(without)}: nothing can be left out of them")
    show_ablations(ablations, cumulated, options.form, output, written)
    return status(failures, len(ablations), written.failed)


def show_ablations(
    ablations: list[Ablated], cumulated: list[Cumulated], form: Form, output: Path | None, outputs: Outputs
) -> None:
    """Write and print what resolvers reach without some of their parts."""
    if not ablations:
        return
    if output is not None or form is Form.json:
        cumulative = {"cumulative": cumulation_json(cumulated)} if cumulated else {}
        text = json_text(ablation_json(ablations) | cumulative)
        if output is not None:
            outputs.write(output, text)
        if form is Form.json:
            sys.stdout.write(text)
            return
    if form is Form.csv:
        show([long_ablation_table(ablations), *cumulative_tables(cumulated)], form)
    else:
        show([*ablation_tables(ablations), *cumulative_tables(cumulated)], form)
        if form is Form.text:
            print(ablation_legend(ablations))
            if cumulated:
                print(CUMULATIVE_LEGEND)
