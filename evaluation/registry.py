"""Which metrics there are: ours and those of plug-ins, found by entry point."""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.plugins import Registry, instance_of
from anaphora_workbench.evaluation.metric import Metric

CLUSTER_METRICS = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll")
ANAPHORA_METRICS = (
    "precision",
    "recall",
    "success_rate",
    "non_trivial_success_rate",
    "critical_success_rate",
    "resolution_rate",
)
_ORDER = (
    *CLUSTER_METRICS,
    *ANAPHORA_METRICS,
    *("arcs_immediate", "arcs_inferred", "arcs_anchor", "prague", "parent", "lmuc", "lb_cubed", "lceaf", "typed"),
    *("ace_value", "gap", "are_task1", "are_task2", "are_task3", "are_task4"),
)


METRICS = Registry("anaphora_workbench.metrics", "metric", instance_of(Metric, "an evaluation.Metric"), _ORDER)


def names() -> list[str]:
    """The names of all metrics, in the order of tables: ours first."""
    return METRICS.names()


def get_metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        ValueError: there is none, and the message lists those there are; or it cannot be loaded.
    """
    return METRICS.get(name)


def available_metrics() -> dict[str, Metric]:
    """All metrics by name, those of plug-ins included; one that cannot be loaded is left out, with a warning."""
    return METRICS.available()


def metrics_named(wanted: Iterable[str]) -> dict[str, Metric]:
    """The metrics of these names. Raises ValueError that names every unknown one."""
    return METRICS.named(wanted)
