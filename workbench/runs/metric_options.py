"""Options of metrics in general, each a flag: a new flag is one field here.

Those of one metric are ``--option METRIC.OPTION=VALUE``, all are keys of ``[metric-options]`` in an experiment file.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from anaphora_workbench.evaluation import twinless
from anaphora_workbench.workbench.runs.fields import Says

_SCORE = ("score",)


@dataclass(frozen=True)
class MetricOptions:
    """What the metrics are asked; None leaves an option at its default, which the metric knows."""

    twinless: Annotated[
        str | None,
        Says(
            f"What mentions count that only one side has: {', '.join(twinless.CHOICES)} "
            f"[default: {twinless.STANDARD}].",
            ("--twinless",),
        ),
    ] = None
    singletons: Annotated[
        str | None,
        Says("Entities of one mention, on both sides [default: keep].", ("--singletons",), ("keep", "drop")),
    ] = None
    match: Annotated[
        str | None,
        Says(
            "When an antecedent is a mention of the key: same head or same span [default: head].",
            ("--match",),
            ("head", "exact"),
        ),
    ] = None
    mention_match: Annotated[
        str | None,
        Says(
            "Mentions of chains by exact, partial, head or partial-craft match [exact].",
            ("--mention-match",),
            only=_SCORE,
        ),
    ] = None
    zeros: Annotated[
        str | None,
        Says("Mentions whose head is an empty node [keep].", ("--zeros",), ("keep", "drop"), only=_SCORE),
    ] = None
    zero_match: Annotated[
        str | None,
        Says(
            "Zeros by place, or by dependencies first [linear].",
            ("--zero-match",),
            ("linear", "dependent"),
            only=_SCORE,
        ),
    ] = None
    split_antecedents: Annotated[
        str | None,
        Says("Split antecedents [keep; drop in compare].", ("--split-antecedents",), ("keep", "drop")),
    ] = None
    discourse_deixis: Annotated[
        bool, Says("Discourse deixis instead of identity.", ("--discourse-deixis",), only=_SCORE)
    ] = False
    min_spans: Annotated[
        bool,
        Says("Mentions with equal minimum spans, by the key's parse, are the same.", ("--min-spans",), only=_SCORE),
    ] = False
    np_only: Annotated[bool, Says("Leave out verb phrases, by the key's parse.", ("--np-only",), only=_SCORE)] = False
    remove_nested: Annotated[
        bool, Says("Leave out mentions inside another of their entity.", ("--remove-nested",), only=_SCORE)
    ] = False

    def given(self) -> dict[str, Any]:
        """Those that were given, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, False)}
