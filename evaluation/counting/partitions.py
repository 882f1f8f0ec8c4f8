"""Scores of partitions of any hashable mentions: the function to call inside a training loop."""

import warnings
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from anaphora_workbench.corpora.support.plugins import PluginWarning
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.foreign_metric import MetricError, counted, scored
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.options import COMMON, option_values
from anaphora_workbench.evaluation.counting.results_by_name import ResultsByName
from anaphora_workbench.evaluation.matching.comparison import Comparison

_OF_DOCUMENTS = ("mention_match", "zeros", "zero_match", "min_spans", "np_only", "remove_nested")


def evaluate(
    key: Iterable[Iterable[Hashable]],
    response: Iterable[Iterable[Hashable]],
    metrics: Iterable[str] | str | None = None,
    **options: Any,
) -> ResultsByName:
    """Score a response against a key.

    Args:
        key: true entities, each of mentions; no mention twice. Metrics that look at the order of mentions
            (``arcs_immediate``, ``prague``) want each entity as a sequence in text order.
        response: system entities; of a repeated mention only the first occurrence counts.
        metrics: names of metrics, or one name; None for all that need nothing but partitions.
        options: as for ``workbench score``, with underscores: ``twinless="semeval"``, ``blanc_rules="luo"``.

    Raises:
        ValueError: an unknown metric or option, a mention in two entities of the key, or a metric or option that
            needs documents.

    >>> evaluate([["a", "b", "c"]], [["a", "b"], ["c"]], metrics=["muc"])["muc"].recall
    0.5
    """
    if isinstance(metrics, str):
        metrics = [metrics]
    chosen = registry.metrics_named(registry.cluster_metrics() if metrics is None else metrics)
    values = option_values(chosen.values(), options)
    for name in _OF_DOCUMENTS:
        if values[name] != COMMON[name].default:
            raise ValueError(
                f"{name}={values[name]!r} asks where mentions are; expected documents, not bare partitions"
            )
    key, response = [list(entity) if isinstance(entity, Iterator) else entity for entity in key], list(response)
    _refuse_repeats(key)
    for metric in chosen.values():
        if metric.needs not in (Needs.PARTITIONS, Needs.ORDER):
            raise ValueError(f"{metric.name} needs {metric.needs.value}; expected documents, not bare partitions")
        if metric.needs is Needs.ORDER and any(isinstance(entity, set | frozenset) for entity in (*key, *response)):
            raise ValueError(f"{metric.name} needs the mentions of an entity in text order; expected lists, not sets")
    comparison = Comparison(key, response, values)
    results = {}
    for name, metric in chosen.items():
        try:
            results[name] = scored(metric, counted(metric, comparison, values), values)
        except MetricError as error:
            if metrics is not None:
                raise
            warnings.warn(f"{error}; it is left out, as it was not asked for by name", PluginWarning, stacklevel=2)
    return ResultsByName(results)


def _refuse_repeats(key: Iterable[Iterable[Hashable]]) -> None:
    entity_of: dict[Hashable, int] = {}
    for number, entity in enumerate(key):
        for mention in entity:
            if entity_of.setdefault(mention, number) != number:
                raise ValueError(f"the key has the mention {mention!r} twice; expected each mention in one entity")
