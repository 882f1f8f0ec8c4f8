"""Scores of partitions of any hashable mentions: the function to call inside a training loop."""

import warnings
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from anaphora_workbench.corpora.support.plugins import PluginWarning
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.foreign_metric import MetricError, counted, scored
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Tally, add_to
from anaphora_workbench.evaluation.counting.options import COMMON, option_values
from anaphora_workbench.evaluation.counting.results_by_name import ResultsByName
from anaphora_workbench.evaluation.matching.comparison import Comparison

_OF_DOCUMENTS = ("mention_match", "zeros", "zero_match", "min_spans", "np_only", "remove_nested")


Partition = Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]]


def evaluate(
    key: Partition | None = None,
    response: Partition | None = None,
    metrics: Iterable[str] | str | None = None,
    *,
    references: Partition | None = None,
    predictions: Partition | None = None,
    **options: Any,
) -> ResultsByName:
    """Score a response against a key.

    Args:
        key: true entities, each of mentions; no mention twice. Metrics that look at the order of mentions
            (``arcs_immediate``, ``prague``) want each entity as a sequence in text order. A dict holds entities by
            their ids, and a list of numbers is a span.
        response: system entities; of a repeated mention only the first occurrence counts.
        metrics: names of metrics, or one name; None for all that need nothing but partitions.
        references, predictions: other names of key and response.
        options: as for ``workbench score``, with underscores: ``twinless="semeval"``, ``blanc_rules="luo"``.

    Raises:
        ValueError: what is given is no partition, an unknown metric or option, a mention in two entities of the key,
            or a metric or option that needs documents.

    >>> evaluate([["a", "b", "c"]], [["a", "b"], ["c"]], metrics=["muc"])["muc"].recall
    0.5
    """
    true = _one_of("key", key, "references", references)
    answer = _one_of("response", response, "predictions", predictions)
    return _scores([(true, answer)], ("key", "response"), metrics, options)


def compute(
    *,
    predictions: Iterable[Partition],
    references: Iterable[Partition],
    metrics: Iterable[str] | str | None = None,
    **options: Any,
) -> ResultsByName:
    """Score many documents together, in the manner of the library ``evaluate``.

    Args:
        predictions, references: the response and the key of each document, as :func:`evaluate` takes them.
        metrics, options: likewise.

    Raises:
        ValueError: as there, or there are more documents on one side.

    >>> compute(predictions=[[["a", "b"], ["c"]], [["d", "e"]]], references=[[["a", "b", "c"]], [["d", "e"]]],
    ...     metrics="muc")["muc"].recall
    0.6666666666666666
    """
    for side, given in (("predictions", predictions), ("references", references)):
        if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
            raise ValueError(f"{side} are a {type(given).__name__}; expected a list of documents")
    answers, keys = list(predictions), list(references)
    if len(answers) != len(keys) or not keys:
        raise ValueError(f"{len(answers)} predictions and {len(keys)} references; expected one for each document")
    sides = ("reference of document {}", "prediction of document {}")
    return _scores(list(zip(keys, answers, strict=True)), sides, metrics, options)


def _one_of(name: str, value: Any, other: str, other_value: Any) -> Any:
    if value is not None and other_value is not None:
        raise ValueError(f"both {name} and {other}; expected one of the two")
    if value is None and other_value is None:
        raise ValueError(f"no {name}; expected a list of entities, each a list of mentions")
    return other_value if value is None else value


def _scores(
    pairs: list[tuple[Any, Any]], sides: tuple[str, str], metrics: Iterable[str] | str | None, options: dict[str, Any]
) -> ResultsByName:
    """The scores of documents, each a key and a response.

    Args:
        sides: what messages call the two, {} for the number of the document.
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
    comparisons = [
        _compared(key, response, (sides[0].format(number), sides[1].format(number)), chosen.values(), values)
        for number, (key, response) in enumerate(pairs, start=1)
    ]
    results = {}
    for name, metric in chosen.items():
        try:
            tally: Tally = {}
            for comparison in comparisons:
                add_to(tally, counted(metric, comparison, values))
            results[name] = scored(metric, tally, values)
        except MetricError as error:
            if metrics is not None:
                raise
            warnings.warn(f"{error}; it is left out, as it was not asked for by name", PluginWarning, stacklevel=3)
    return ResultsByName(results)


def _compared(
    key: Any, response: Any, names: tuple[str, str], metrics: Iterable[Metric], values: Mapping[str, Any]
) -> Comparison:
    from anaphora_workbench.evaluation.counting.shapes import partition  # what scores files starts faster without

    key, response = partition(key, names[0]), partition(response, names[1])
    _refuse_repeats(key, names[0])
    for metric in metrics:
        if metric.needs not in (Needs.PARTITIONS, Needs.ORDER):
            raise ValueError(f"{metric.name} needs {metric.needs.value}; expected documents, not bare partitions")
        if metric.needs is Needs.ORDER and any(isinstance(entity, set | frozenset) for entity in (*key, *response)):
            raise ValueError(f"{metric.name} needs the mentions of an entity in text order; expected lists, not sets")
    return Comparison(key, response, values)


def _refuse_repeats(key: Iterable[Iterable[Hashable]], its_name: str) -> None:
    entity_of: dict[Hashable, int] = {}
    for number, entity in enumerate(key):
        for mention in entity:
            if entity_of.setdefault(mention, number) != number:
                wrong = f"the {its_name} has the mention {mention!r} twice"
                raise ValueError(f"{wrong}; expected each mention in one entity")
