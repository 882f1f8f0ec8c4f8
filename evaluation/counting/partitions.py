"""Scores of partitions of any hashable mentions: the function to call inside a training loop."""

import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping
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
        TypeError: a dictionary or words for entities, or a mention that is no tuple, string or number.

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
    key, response = _entities(key, "key"), _entities(response, "response")
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


def _entities(side: Iterable[Iterable[Hashable]], name: str) -> list[Iterable[Hashable]]:
    """The entities of a side; whose names or letters would be taken for mentions is refused."""
    if isinstance(side, Mapping | str | bytes):
        wrong = f"the {name} is a {type(side).__name__}"
        raise TypeError(f"{wrong}; expected a list of entities, as list(entities.values()) of a dict with their ids")
    entities = [list(entity) if isinstance(entity, Iterator) else entity for entity in side]
    for entity in entities:
        if isinstance(entity, Mapping | str | bytes) or not isinstance(entity, Iterable):
            raise TypeError(f"the {name} has {entity!r} for an entity; expected a list of mentions")
        try:
            frozenset(entity)
        except TypeError:
            wrong = f"the {name} has an entity {entity!r}, whose mentions cannot be looked up"
            raise TypeError(f"{wrong}; expected tuples for spans, not lists: (3, 5)") from None
    return entities


def _refuse_repeats(key: Iterable[Iterable[Hashable]]) -> None:
    entity_of: dict[Hashable, int] = {}
    for number, entity in enumerate(key):
        for mention in entity:
            if entity_of.setdefault(mention, number) != number:
                raise ValueError(f"the key has the mention {mention!r} twice; expected each mention in one entity")
