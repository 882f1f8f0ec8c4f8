"""Metrics of other distributions: their errors and invalid results are reported with their name.

Ours are asked as they are; what is wrong with them is ours to mend, and checks of each count would cost time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from numbers import Number
from typing import Any, TypeVar

from anaphora_workbench.corpora.support.errors import brief, brief_error
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, printing_to_stderr
from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Result, Score
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.metric import Metric, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison

T = TypeVar("T")
# By which sums of fractions may exceed what they are shares of.
_ROUNDED = 1e-9


class MetricError(ValueError):
    """A metric of a plug-in that failed, or returned what is none.

    Attributes:
        metric: its name.
    """

    def __init__(self, metric: str, reason: str) -> None:
        super().__init__(reason)
        self.metric = metric

    def __reduce__(self) -> tuple[type[MetricError], tuple[str, str]]:
        # Pickled by its parts, so that it survives the way back from a worker process.
        return type(self), (self.metric, str(self))


def counted(metric: Metric, comparison: Comparison, options: Mapping[str, Any]) -> Tally:
    """The counts of a metric for a document. Raises MetricError."""
    if not is_foreign(metric.name):
        return metric.count(comparison, options)
    return _asked(metric, lambda: _tally(metric, metric.count(comparison, options)))


def counted_by_mention(
    metric: Metric, comparison: Comparison, options: Mapping[str, Any]
) -> Iterable[tuple[Hashable, Tally]]:
    """What each mention adds to that, none where the metric is not such a sum. Raises MetricError."""
    if metric.by_mention is None:
        return ()
    by_mention = metric.by_mention
    if not is_foreign(metric.name):
        return by_mention(comparison, options)

    def checked() -> Iterator[tuple[Hashable, Tally]]:
        for mention, tally in by_mention(comparison, options):
            yield mention, _tally(metric, tally)

    return _asked(metric, lambda: list(checked()))


def scored(metric: Metric, tally: Tally, options: Mapping[str, Any]) -> Result:
    """The score of a tally. Raises MetricError."""
    if not is_foreign(metric.name):
        return metric.score(tally, options)
    return _asked(metric, lambda: _result(metric, metric.score(tally, options), tally))


@cache
def is_foreign(name: str) -> bool:
    """Whether a metric is of a plug-in."""
    return registry.METRICS.origin(name).package != DISTRIBUTION


def _asked(metric: Metric, ask: Callable[[], T]) -> T:
    try:
        with printing_to_stderr():
            return ask()
    except MetricError:
        raise
    except Exception as error:  # whatever a plug-in raises, its user must know which one it was
        raise _error(metric, f"failed: {brief_error(error)}") from error


def _error(metric: Metric, wrong: str) -> MetricError:
    origin = registry.METRICS.origin(metric.name)
    whose = f"{origin.value}, package {origin.package} {origin.version}"
    return MetricError(metric.name, f"metric {metric.name!r} ({whose}) {wrong}")


def _tally(metric: Metric, tally: Any) -> Tally:
    right = isinstance(tally, Mapping) and all(isinstance(count, Number | ExactSum) for count in tally.values())
    if not right:
        raise _error(metric, f"counted {brief(repr(tally))}; expected numbers by name")
    return dict(tally)


def _result(metric: Metric, result: Any, tally: Tally) -> Result:
    if not isinstance(result, Result):
        raise _error(metric, f"was scored as {brief(repr(result))}; expected a Ratio, Score or other Result")
    if not math.isfinite(result.figure) or not isinstance(result.as_json(), dict):
        raise _error(metric, f"was scored as {brief(repr(result))}; expected a number as its figure, and JSON")
    figures = [result.figure, *(ratio.value for ratio in _ratios(result) if ratio.denominator)]
    if metric.bounded and not all(-_ROUNDED <= figure <= 1 + _ROUNDED for figure in figures):
        told = f"was scored as {brief(repr(result))}, outside of 0 to 1"
        raise _error(metric, f"{told}; expected figures within, or bounded=False of the Metric")
    for ratio in _ratios(result):
        if ratio.numerator and not ratio.denominator:
            names = brief(", ".join(map(str, tally)))
            raise _error(metric, f"was scored as {ratio.numerator} of 0, by the counts {names}; expected a denominator")
    return result


def _ratios(result: Result) -> Iterator[Ratio]:
    if isinstance(result, Ratio):
        yield result
    elif isinstance(result, Score):
        yield from (ratio for ratio in (result.recall, result.precision) if isinstance(ratio, Ratio))
        for part in result.parts.values():
            yield from _ratios(part)
