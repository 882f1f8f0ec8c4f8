"""Figures as tables show them: in %, but for those of metrics that are no shares of anything."""

from collections.abc import Iterable
from typing import Any

from anaphora_workbench.evaluation.counting.registry import METRICS, get_metric
from anaphora_workbench.workbench.report.tables import Plain


def in_percent(metric: str) -> bool:
    """Whether figures of a metric are shown in %; so is the column of a table that is no metric."""
    return metric not in METRICS.names() or get_metric(metric).in_percent


def as_shown(metric: str, figure: Any) -> Any:
    """A figure of a metric, an interval or None, marked as plain where it is not shown in %."""
    if figure is None or in_percent(metric):
        return figure
    return type(figure)(map(Plain, figure)) if isinstance(figure, tuple) else Plain(figure)


def plain_ones(metrics: Iterable[str]) -> list[str]:
    """The metrics whose figures are not shown in %."""
    return [metric for metric in metrics if not in_percent(metric)]


OVER_ANAPHORS = "W: documents too few or all alike; Wilson's over anaphors, as if they were independent, so too narrow."


def plain_note(metrics: Iterable[str]) -> tuple[str, ...]:
    """The note under a table of scores in which some are not in %."""
    plain = plain_ones(metrics)
    return (f"In %, but for {', '.join(plain)}.",) if plain else ()
