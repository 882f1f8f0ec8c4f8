"""``workbench agreement``: how far two annotators agree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.workbench.commands.options import FormOption, FromOption, report_failures, status
from anaphora_workbench.workbench.commands.standard_input import input_path
from anaphora_workbench.workbench.report.tables import Form, json_text, show


def command(
    first: Annotated[Path, typer.Argument(parser=input_path, metavar="FIRST", help="One annotator's file or folder.")],
    second: Annotated[Path, typer.Argument(parser=input_path, metavar="SECOND", help="The other annotator's.")],
    form: FormOption = Form.text,
    from_format: FromOption = None,
) -> int:
    """Say how far two annotators of the same texts agree, and list where they differ.

    Kappa is on whether a pronoun, or a mention, is anaphoric; MUC, B³ and the others are between the two.

    Example: workbench agreement ann.np.xml ben.np.xml
    """
    from anaphora_workbench.workbench.agreement import agreement_of, annotator_names

    agreement = agreement_of(first, second, from_format)
    report_failures(agreement.failures)
    if form is Form.json:
        sys.stdout.write(json_text(agreement.as_json()))
    else:
        from anaphora_workbench.workbench.report.agreement import agreement_tables

        show(agreement_tables(agreement, annotator_names(first, second)), form)
    return status(agreement.failures, len(agreement.documents))
