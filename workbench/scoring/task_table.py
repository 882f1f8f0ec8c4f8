"""The table of a shared task: a row for each data set, and the mean over them.

Systems are ranked by the unweighted mean over data sets, each scored as a whole (Žabokrtský et al. 2022; Novák et al.
2024). A data set is a folder of the key.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.evaluation.counting.counting import Counts, total
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.scoring.presets import Preset

Place = tuple[str, str]
_FIGURES = ("recall", "precision", "f1")


@dataclass(frozen=True)
class DataSetScores:
    """What a response reached on one data set.

    Attributes:
        documents: how many were counted.
        columns: figure of each column of the task's table, fractions.
        metrics: scores in their JSON form, by metric.
    """

    name: str
    documents: int
    columns: Mapping[str, float]
    metrics: Mapping[str, Mapping[str, Any]]

    def as_json(self) -> dict[str, Any]:
        return {"documents": self.documents, "columns": dict(self.columns), "metrics": dict(self.metrics)}


@dataclass(frozen=True)
class TaskTable:
    """The data sets of a key, in its order, and their mean.

    Attributes:
        mean: recall, precision and F1 of each metric and the figure of each column, each the unweighted mean over data
            sets; None where the key is no folder of data sets.
    """

    preset: Preset
    data_sets: tuple[DataSetScores, ...]
    mean: DataSetScores | None

    @property
    def score(self) -> float:
        """The figure that systems are ranked by."""
        overall = self.mean or self.data_sets[0]
        return overall.columns[self.preset.columns[0].name]

    def as_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {"score": self.score}
        if self.mean is None:
            content["columns"] = dict(self.data_sets[0].columns)
        else:
            content["macro_mean"] = self.mean.as_json()
            content["data_sets"] = {data_set.name: data_set.as_json() for data_set in self.data_sets}
        return content


def task_table(
    preset: Preset, documents: Mapping[Place, Counts], columns: Mapping[str, Mapping[Place, Counts]], key: str
) -> TaskTable:
    """The table of the counts.

    Args:
        documents: counts by document.
        columns: the same by column of the task's table, for columns with options of their own.
        key: the name of the key, for one that is no folder of data sets.

    Raises:
        CommandError: there are both files and folders in the key.
    """
    sizes = data_set_sizes(documents, key)
    of: Callable[[Place], str] = _data_set if sizes else (lambda place: key)
    data_sets = []
    for name in sizes or [key]:
        of_columns = {column: _in(counted, of, name) for column, counted in columns.items()}
        data_sets.append(_scored(preset, name, _in(documents, of, name), of_columns))
    return TaskTable(preset, tuple(data_sets), _mean(data_sets) if sizes else None)


def data_set_sizes(documents: Iterable[Place], key: str) -> Counter[str]:
    """How many documents each data set has; empty for a key that is no folder of data sets.

    Raises:
        CommandError: there are both files and folders in the key.
    """
    sizes = Counter(_data_set(place) for place in documents if "/" in place[0])
    loose = next((file for file, _ in documents if "/" not in file), None)
    if sizes and loose is not None:
        raise CommandError(f"{key}: file {loose} next to folders; expected a folder for each data set, or files alone")
    return sizes


def _data_set(place: Place) -> str:
    return place[0].partition("/")[0]


def _in(documents: Mapping[Place, Counts], of: Callable[[Place], str], name: str) -> Counts:
    # Counts may be unpacked whenever they are asked for, so only those of the data set are.
    return total(documents[place] for place in documents if of(place) == name)


def _scored(preset: Preset, name: str, counts: Counts, columns: Mapping[str, Counts]) -> DataSetScores:
    scores = counts.scores()
    figures = {
        column.name: (columns[column.name].scores() if column.options else scores)[column.metric].figure
        for column in preset.columns
    }
    return DataSetScores(name, counts.documents, figures, counts.as_json()["metrics"])


def _mean(data_sets: Iterable[DataSetScores]) -> DataSetScores:
    data_sets = list(data_sets)
    number = len(data_sets)
    columns = {name: sum(data_set.columns[name] for data_set in data_sets) / number for name in data_sets[0].columns}
    metrics: dict[str, dict[str, Any]] = {}
    for name, score in data_sets[0].metrics.items():
        metrics[name] = {}
        for figure in _FIGURES:
            if figure in score:
                values = [_value(data_set.metrics[name][figure]) for data_set in data_sets]
                metrics[name][figure] = sum(values) / number
    return DataSetScores("macro mean", sum(data_set.documents for data_set in data_sets), columns, metrics)


def _value(figure: Any) -> float:
    return float(figure["value"] if isinstance(figure, Mapping) else figure)
