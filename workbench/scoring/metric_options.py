"""Options of metrics in general, each a flag: a new flag is one field here.

Those of one metric are ``--option METRIC.OPTION=VALUE``, all are keys of ``[metric-options]`` in an experiment file.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import Annotated, Any

from anaphora_workbench.evaluation.arithmetic import twinless
from anaphora_workbench.workbench.base.fields import COUNTED, Says

_counting = partial(Says, panel=COUNTED, named=True)
_of_score = partial(_counting, only=("score",))


@dataclass(frozen=True)
class MetricOptions:
    """What the metrics are asked; None leaves an option at its default, which the metric knows."""

    twinless: Annotated[
        str | None,
        _counting(f"Mentions that only one side has: {', '.join(twinless.CHOICES)} [default: {twinless.STANDARD}]."),
    ] = None
    singletons: Annotated[
        str | None,
        _counting("Keep or drop entities of one mention, on both sides [default: keep].", choices=("keep", "drop")),
    ] = None
    match: Annotated[
        str | None,
        _counting(
            "Match antecedents to mentions of the key by head or by span [default: head].", choices=("head", "exact")
        ),
    ] = None
    scope: Annotated[
        str | None,
        _counting(
            "Anaphors scored: pronouns, with-clauses (also demonstratives that take up a clause), or clauses (only "
            "what takes up a clause) [default: pronouns].",
            choices=("pronouns", "with-clauses", "clauses"),
        ),
    ] = None
    mention_match: Annotated[
        str | None, _of_score("Match mentions of chains by exact, partial, head or partial-craft [default: exact].")
    ] = None
    heads: Annotated[
        str | None,
        _of_score(
            "Heads of mentions without one: as the file tells otherwise, or the first word [default: file].",
            choices=("file", "first"),
        ),
    ] = None
    zeros: Annotated[
        str | None,
        _of_score("Keep or drop mentions headed by an empty node [default: keep].", choices=("keep", "drop")),
    ] = None
    zero_match: Annotated[
        str | None,
        _of_score("Match zeros by place, or by dependencies first [default: linear].", choices=("linear", "dependent")),
    ] = None
    split_antecedents: Annotated[
        str | None,
        _counting("Keep or drop split antecedents [default: keep; in compare: drop].", choices=("keep", "drop")),
    ] = None
    discourse_deixis: Annotated[bool, _of_score("Score discourse deixis instead of identity.")] = False
    min_spans: Annotated[bool, _of_score("Match mentions by their minimum spans in the key's parse.")] = False
    np_only: Annotated[bool, _of_score("Leave out mentions that are verb phrases in the key's parse.")] = False
    remove_nested: Annotated[bool, _of_score("Leave out mentions nested in another mention of their entity.")] = False

    def given(self) -> dict[str, Any]:
        """Those that were given, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, False)}
