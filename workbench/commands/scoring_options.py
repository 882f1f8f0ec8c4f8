"""Options of the commands that score, so that they are the same in each."""

from __future__ import annotations

from typing import Annotated

import typer

from anaphora_workbench.workbench.commands.choices import BreakdownChoice

MetricsOption = Annotated[
    list[str] | None,
    typer.Option("--metric", "-m", help="Metric; repeatable [default: all that apply].", show_default=False),
]
BreakdownsOption = Annotated[
    list[BreakdownChoice] | None,
    typer.Option("--by", help="The scores of each part too; repeatable.", show_default=False),
]
