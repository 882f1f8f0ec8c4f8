"""Which metrics there are: ours and those of plug-ins, found by entry point."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from anaphora_workbench.evaluation.metric import Metric

ENTRY_POINT_GROUP = "anaphora_workbench.metrics"
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


@cache
def _entry_points() -> dict[str, EntryPoint]:
    found = {one.name: one for one in entry_points(group=ENTRY_POINT_GROUP)}
    place = {name: number for number, name in enumerate(_ORDER)}
    return {name: found[name] for name in sorted(found, key=lambda name: (place.get(name, len(place)), name))}


def names() -> list[str]:
    """The names of all metrics, in the order of tables: ours first."""
    return list(_entry_points())


@cache
def get_metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        ValueError: there is none, and the message lists those there are; or it cannot be loaded.
    """
    known = _entry_points()
    if name not in known:
        raise ValueError(f"no metric {name!r}; there are: {', '.join(known)}")
    whose = f"metric {name!r} ({known[name].value})"
    try:
        metric = known[name].load()
    except Exception as error:  # whatever a plug-in raises, its user must know which one it was
        raise ValueError(f"{whose} cannot be loaded: {error}") from error
    if not isinstance(metric, Metric):
        raise ValueError(f"{whose} is of type {type(metric).__name__}; expected an evaluation.Metric")
    return metric


def available_metrics() -> dict[str, Metric]:
    """All metrics by name, those of plug-ins included."""
    return {name: get_metric(name) for name in names()}


def metrics_named(wanted: Iterable[str]) -> dict[str, Metric]:
    """The metrics of these names. Raises ValueError that names every unknown one."""
    wanted = list(wanted)
    unknown = [name for name in wanted if name not in _entry_points()]
    if unknown:
        raise ValueError(f"no metric {', '.join(map(repr, unknown))}; there are: {', '.join(names())}")
    return {name: get_metric(name) for name in wanted}
