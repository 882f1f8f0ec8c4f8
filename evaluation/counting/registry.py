"""The registry of metrics, built in or from plug-ins, found by entry point."""

from collections.abc import Iterable
from pathlib import Path

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, Registry, instance_of
from anaphora_workbench.corpora.support.rules import summary
from anaphora_workbench.evaluation.counting.metric import Metric, Needs

METRICS = Registry(
    "anaphora_workbench.metrics",
    "metric",
    instance_of(Metric, "an evaluation.Metric"),
    rules_table=Path(__file__).with_name("rules.tsv"),
)


def get_metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        ValueError: there is none, and the message lists those there are; or it cannot be loaded.
    """
    return metrics_named([name])[name]


def available_metrics() -> dict[str, Metric]:
    """All metrics by name, in the order of tables, those of plug-ins included.

    One that cannot be loaded is left out, with a warning.
    """
    ranked = sorted(METRICS.available().values(), key=lambda metric: (metric.rank, metric.name))
    return {metric.name: metric for metric in ranked}


def shipped_metrics() -> dict[str, Metric]:
    """The metrics of this distribution by name, in the order of tables: what is counted where nobody names any."""
    return {name: metric for name, metric in available_metrics().items() if _is_ours(name)}


def cluster_metrics() -> list[str]:
    """The names of the metrics that need nothing but partitions."""
    return _needing(Needs.PARTITIONS)


def anaphora_metrics() -> list[str]:
    """The names of our metrics of pronouns that were answered one by one, which every comparison counts."""
    return [name for name in _needing(Needs.DECISIONS, Needs.CANDIDATES) if _is_ours(name)]


def metrics_named(wanted: Iterable[str]) -> dict[str, Metric]:
    """The metrics of these names. Raises ValueError that names every unknown one."""
    wanted = list(wanted)
    registered = METRICS.names()
    unknown = [name for name in wanted if name not in registered]
    if unknown and registered:
        # In the order of tables, for which all must be loaded: too slow to be done at every start.
        listed = ", ".join(map(repr, unknown))
        raise ValueError(f"no metric {listed}; {there_are(available_metrics(), *unknown)}")
    return METRICS.named(wanted)


def metric_rules(names: Iterable[str]) -> str:
    """Which rules metrics have, for a signature."""
    return summary({name: METRICS.rules(name) for name in names})


def _is_ours(name: str) -> bool:
    return METRICS.origin(name).package == DISTRIBUTION


def _needing(*needs: Needs) -> list[str]:
    return [name for name, metric in available_metrics().items() if metric.needs in needs]
