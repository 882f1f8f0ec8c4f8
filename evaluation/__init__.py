"""Key and response to scores: cluster, linguistic and anaphora metrics, intervals and tests."""

from anaphora_workbench.evaluation.arithmetic.scores import Average, Ratio, Result, Score
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option
from anaphora_workbench.evaluation.counting.partitions import compute, evaluate
from anaphora_workbench.evaluation.counting.registry import available_metrics, get_metric

__all__ = [
    "Average", "Metric", "Needs", "Option", "Ratio", "Result", "Score", "available_metrics", "compute", "evaluate",
    "get_metric",
]  # fmt: skip
