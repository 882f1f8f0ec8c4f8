"""Options of the commands that score, so that they are the same in each."""

from __future__ import annotations

from typing import Annotated

import typer

from anaphora_workbench.evaluation import twinless
from anaphora_workbench.workbench.commands.choices import BreakdownChoice, MatchChoice, SingletonsChoice

MetricsOption = Annotated[
    list[str] | None,
    typer.Option("--metric", "-m", help="Metric; repeatable [default: all that apply].", show_default=False),
]
MatchOption = Annotated[
    MatchChoice | None,
    typer.Option(
        "--match",
        help="When an antecedent is a mention of the key: same head or same span [default: head].",
        show_default=False,
    ),
]
SingletonsOption = Annotated[
    SingletonsChoice | None,
    typer.Option("--singletons", help="Entities of one mention, on both sides [default: keep].", show_default=False),
]
TwinlessOption = Annotated[
    str | None,
    typer.Option(
        "--twinless",
        help=f"What mentions count that only one side has: {', '.join(twinless.CHOICES)} "
        f"[default: {twinless.STANDARD}].",
        show_default=False,
    ),
]
BreakdownsOption = Annotated[
    list[BreakdownChoice] | None,
    typer.Option("--by", help="The scores of each part too; repeatable.", show_default=False),
]
