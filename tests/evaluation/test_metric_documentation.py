"""Every metric says where it is from."""

import inspect
import re

import pytest

from anaphora_workbench.evaluation import available_metrics
from anaphora_workbench.evaluation.counting.registry import get_metric


def ours() -> dict:
    room = "anaphora_workbench.evaluation."
    return {name: metric for name, metric in available_metrics().items() if metric.count.__module__.startswith(room)}


@pytest.mark.parametrize("name", list(ours()))
def test_every_metric_names_its_paper_where_it_is_computed(name: str) -> None:
    metric = get_metric(name)
    assert metric.name == name
    assert re.search(r"\((?:\d{4}|in )", metric.source), metric.source
    assert metric.definition is not None
    explained = (inspect.getdoc(metric.definition) or "") + (inspect.getdoc(inspect.getmodule(metric.definition)) or "")
    assert re.search(r"\(?(?:19|20)\d\d", explained), f"{metric.definition.__qualname__} names no paper"
