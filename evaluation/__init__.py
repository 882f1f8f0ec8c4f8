"""Key and response to scores: cluster, linguistic and anaphora metrics, intervals and tests."""

from anaphora_workbench.evaluation.metric import Metric, Needs, Option
from anaphora_workbench.evaluation.partitions import evaluate
from anaphora_workbench.evaluation.registry import available_metrics, get_metric
from anaphora_workbench.evaluation.scores import Average, Ratio, Result, Score

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
