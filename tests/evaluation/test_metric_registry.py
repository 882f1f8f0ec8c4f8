"""The order of metrics and their families are derived from the metrics themselves."""

from collections import Counter
from typing import get_args

from anaphora_workbench.evaluation import Average, Ratio, Score, available_metrics
from anaphora_workbench.evaluation.counting.metric import Metric
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.registry import METRICS, anaphora_metrics, cluster_metrics
from anaphora_workbench.evaluation.counting.results_by_name import NameOfAverage, NameOfRatio, NameOfScore


def test_metrics_stand_in_the_order_of_tables() -> None:
    """Scores are printed in this order, so it does not change by itself."""
    clusters = ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll"]
    rates = ["precision", "recall", "success_rate"]
    rates += ["non_trivial_success_rate", "critical_success_rate", "resolution_rate", "resolution_f1"]
    rates += ["common_non_trivial_success_rate", "common_critical_success_rate"]
    assert cluster_metrics() == clusters
    assert anaphora_metrics() == rates
    assert list(available_metrics())[:17] == clusters + rates
    assert list(available_metrics())[-4:] == ["are_task1", "are_task2", "are_task3", "are_task4"]


def test_no_two_metrics_of_ours_have_the_same_place() -> None:
    ours = [name for name in available_metrics() if METRICS.origin(name).package == "anaphora-workbench"]
    ranks = Counter(available_metrics()[name].rank for name in ours)
    assert all(10 <= rank <= 69 for rank in ranks)
    assert ranks.most_common(1)[0][1] == 1


def test_a_metric_that_names_no_place_follows_ours() -> None:
    unranked = Metric("aaa", "", "", lambda comparison, options: {}, available_metrics()["muc"].score)
    assert unranked.rank > max(metric.rank for metric in available_metrics().values())


def test_type_checkers_know_what_each_metric_gives() -> None:
    given: dict[type, set[str]] = {}
    for name, metric in available_metrics().items():
        # *gap* gives one score for each gender too, which a tally of nothing does not show.
        if METRICS.origin(name).package == "anaphora-workbench" and name != "gap":
            given.setdefault(type(metric.score({}, option_values([metric], {}))), set()).add(name)
    for kind, names in ((Score, NameOfScore), (Average, NameOfAverage), (Ratio, NameOfRatio)):
        assert given[kind] == set(get_args(names)), kind
