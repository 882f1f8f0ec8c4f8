"""What ``workbench compare`` writes and prints of its results."""

from __future__ import annotations

import sys
from typing import Any

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.matching.kept_mentions import KEY_REPEATS
from anaphora_workbench.workbench.base.outputs import Outputs
from anaphora_workbench.workbench.commands.wiring.incomplete import says_incomplete
from anaphora_workbench.workbench.commands.wiring.options import warn
from anaphora_workbench.workbench.commands.wiring.run_options import RunOptions
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.comparison import comparison_tables, legend, long_table
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.report.document.saving import save_results, save_tables
from anaphora_workbench.workbench.report.sections import SECTIONS
from anaphora_workbench.workbench.report.sections.parts import part_tables
from anaphora_workbench.workbench.report.tables import Form, Table, json_text, show
from anaphora_workbench.workbench.runs.comparing import without_model


def write_and_show(results: Results, options: RunOptions, outputs: Outputs) -> None:
    """Write the files that were asked for, and print the tables; where nothing has a key, the report alone."""
    if not results.corpora:
        if options.report is not None:
            _write_page(ReportTables(results), options, outputs)
        return
    if options.output is not None:
        save_results(results, _content(results, options.errors), options.output, options.title, outputs.write)
    made = ReportTables(results) if options.reported else None
    if made is not None:
        _write_page(made, options, outputs)
    if options.tables is not None and made is not None:
        save_tables(made.by_name(), options.tables, outputs.write)
    if options.table and made is not None:
        for name in options.table:
            if not made.named(name) and not made.has_failed(name):
                missing = SECTIONS.get(name).missing
                warn(f"nothing to show in the table {name}; {missing}")
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
        warn(f"{corpus.name}: {documents}: the report shows the answers, and no figure counts them")
    for corpus in (*results.corpora.values(), *results.keyless.values()):
        its_words = "text" if corpus.name in results.keyless else "key"
        for reason in without_model(results.experiment, corpus):
            warn(f"{corpus.name}: {reason}")
        for name, number in corpus.unaligned.items():
            mentions = f"{quantity(number, 'mention')} of response {name}"
            where = f"{'begins or ends' if number == 1 else 'begin or end'} where no word of the {its_words} does"
            warn(f"{corpus.name}: {mentions} {where}")
        for name, missing in corpus.missing_words.items():
            says = says_incomplete(missing, f"response {name}", its_words)
            warn(f"{corpus.name}: {says}")
        for document, number in corpus.key_repeats.items():
            mentions = f"{quantity(number, 'mention')} repeated in the key"
            warn(f"{document}: {mentions}; {KEY_REPEATS}")
    for breakdown in results.without_parts():
        warn(f"nothing by {breakdown}: no mention has one, or no metric chosen is a sum over mentions")


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
    show([*comparison_tables(results), *(placed.table for placed in part_tables(results))], form)
    if form is Form.text:
        print(f"\n{legend(results)}")
    if errors:
        from anaphora_workbench.workbench.report.errors import error_legend

        print()
        show(_error_tables(results, form), form)
        if form is Form.text:
            print(error_legend(results))


def _error_tables(results: Results, form: Form) -> list[Table]:
    """What went wrong, pronoun by pronoun and chain by chain."""
    from anaphora_workbench.workbench.report.chain_errors import chain_error_tables
    from anaphora_workbench.workbench.report.errors import error_tables, long_error_table

    of_pronouns = [long_error_table(results)] if form is Form.csv else error_tables(results)
    return [*of_pronouns, *chain_error_tables(results)]
