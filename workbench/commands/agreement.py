"""``workbench agreement``: the agreement of two annotators."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.workbench.commands.wiring.options import FormOption, FromOption, report_failures, status
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path
from anaphora_workbench.workbench.report.tables import Form, json_text, show


def command(
    first: Annotated[Path, typer.Argument(parser=input_path, metavar="FIRST", help="File or folder of one annotator.")],
    second: Annotated[Path, typer.Argument(parser=input_path, metavar="SECOND", help="File or folder of the other.")],
    form: FormOption = Form.text,
    from_format: FromOption = None,
) -> int:
    """Measure the agreement of two annotators of the same texts, and list where they differ.

    Kappa measures agreement on which pronouns and mentions are anaphoric; MUC, B³ and others compare the chains.

    Example: workbench agreement ann.np.xml ben.np.xml
    """
    from anaphora_workbench.workbench.rankings.annotators import agreement_of, annotator_names

    agreement = agreement_of(first, second, from_format)
    report_failures(agreement.failures)
    if form is Form.json:
        sys.stdout.write(json_text(agreement.as_json()))
    else:
        from anaphora_workbench.workbench.report.annotators import agreement_tables

        show(agreement_tables(agreement, annotator_names(first, second)), form)
    return status(agreement.failures, len(agreement.documents))
