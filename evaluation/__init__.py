"""Key and response to scores: cluster, linguistic and anaphora metrics, intervals and tests."""

from evaluation.metric import Metric, Needs, Option
from evaluation.partitions import evaluate
from evaluation.registry import available_metrics, get_metric
from evaluation.scores import Average, Ratio, Result, Score

__all__ = [
    "Average",
    "Metric",
    "Needs",
    "Option",
    "Ratio",
    "Result",
    "Score",
    "available_metrics",
    "evaluate",
    "get_metric",
]
