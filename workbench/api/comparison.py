"""A comparison in this process, with the details that a report shows: what the page asks for."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from anaphora_workbench.workbench.analysis.details import ReportDetails
from anaphora_workbench.workbench.base.descriptions import described
from anaphora_workbench.workbench.engine.workers import Limits, mapped
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.runs.comparing import run


def compared_here(fields: Mapping[str, Any], cache: Path, only: Collection[str]) -> Results:
    """Compare resolvers; without a result the failures say why.

    Args:
        fields: of an Experiment.
        cache: folder of preprocessed documents.
        only: metrics to count.
    """
    experiment = described(Experiment, dict(fields)).completed()
    return run(experiment, cache, 1, details=ReportDetails(), only=only, engine=here)


def here(make: Callable[[], Any], items: Iterable[Any], jobs: int, limits: Limits | None = None) -> Iterator[Any]:
    """An engine that needs no further process: this one is the page's, which watches whose resolver is at work."""
    return mapped(make, items, 1)
