"""Several responses to one key, ranked: figures, intervals, and tests of each against the best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.pairing.pairing import without_endings
from anaphora_workbench.workbench.base.signature import Signature
from anaphora_workbench.workbench.scoring.scores import Interval, Scores

_CONLL = "conll"


@dataclass(frozen=True)
class Place:
    """A response's place on a leaderboard.

    Attributes:
        scores: over the documents that all responses have scores for.
        figures: by metric, or by column of the task's table; fractions.
        interval: of the figure that it is ranked by; None where there is none.
        p_randomisation: p-value of the difference to the best; None for the best itself and for a single document.
        p_corrected: the same after Holm's correction over the responses.
    """

    name: str
    scores: Scores
    figures: Mapping[str, float]
    interval: Interval | None = None
    p_randomisation: float | None = None
    p_corrected: float | None = None

    def as_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {"figures": dict(self.figures)}
        for name in ("interval", "p_randomisation", "p_corrected"):
            value = getattr(self, name)
            if value is not None:
                content[name] = list(value) if isinstance(value, tuple) else value
        return content | self.scores.as_json()


@dataclass(frozen=True)
class Leaderboard:
    """Responses, the best first.

    Attributes:
        ranked_by: the metric, or the column of the task's table.
        documents: how many all responses have scores for.
        left_out: ids of the documents that only some have scores for.
        is_mean: the figures are means over data sets, for which there are no intervals and tests.
    """

    ranked_by: str
    documents: int
    places: tuple[Place, ...]
    left_out: tuple[str, ...] = ()
    is_mean: bool = False

    def as_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {"ranked_by": self.ranked_by, "documents": self.documents}
        if self.left_out:
            content["left_out"] = len(self.left_out)
        return content | {"responses": {place.name: place.as_json() for place in self.places}}


def names_of(responses: Sequence[Path]) -> list[str]:
    """A name for each response: that of its file or folder without endings, its path where two have one name.

    Raises:
        ValueError: two are the same.
    """
    repeated = next((path for place, path in enumerate(responses) if path in responses[:place]), None)
    if repeated is not None:
        raise ValueError(f"{repeated}: the same response twice; expected different ones")
    short = [without_endings(path.name) for path in responses]
    return [name if short.count(name) == 1 else str(path) for name, path in zip(short, responses, strict=True)]


def leaderboard(responses: Mapping[str, Scores]) -> Leaderboard:
    """The leaderboard of responses to one key, by their CoNLL F1 or what their preset names, by their first metric
    where that was not counted, or by the first column of their task's table.

    Raises:
        ValueError: they have no document in common.
    """
    first = next(iter(responses.values()))
    common = [place for place in first.documents if all(place in scores.documents for scores in responses.values())]
    if not common:
        raise ValueError("the responses have no document in common; expected answers to one key")
    everything = {place for scores in responses.values() for place in scores.documents}
    by_name = {name: _over(scores, common) for name, scores in responses.items()}
    tables = {name: scores.task_table for name, scores in by_name.items()}
    table = next(iter(tables.values()))
    figures: dict[str, Mapping[str, float]] = {}
    for name, scores in by_name.items():
        of_task = tables[name]
        if of_task is not None:
            figures[name] = (of_task.mean or of_task.data_sets[0]).columns
        else:
            figures[name] = {metric: score.figure for metric, score in scores.metrics.items()}
    # A metric of a plug-in may have failed on one of them.
    columns = [column for column in figures[next(iter(by_name))] if all(column in of for of in figures.values())]
    figures = {name: {column: of_one[column] for column in columns} for name, of_one in figures.items()}
    wanted = first.preset.ranked_by if first.preset is not None else _CONLL
    ranked_by = columns[0] if table is not None or wanted not in columns else wanted
    is_mean = table is not None and table.mean is not None
    order = sorted(by_name, key=lambda name: (-figures[name][ranked_by], name))
    places = [Place(name, by_name[name], figures[name]) for name in order]
    if len(common) > 1 and not is_mean:
        metric = table.preset.columns[0].metric if table is not None else ranked_by
        places = _tested(places, metric)
    left_out = tuple(name for _, name in sorted(everything.difference(common)))
    return Leaderboard(ranked_by, len(common), tuple(places), left_out, is_mean)


def _over(scores: Scores, documents: Sequence[tuple[str, str]]) -> Scores:
    columns = {column: {place: counts[place] for place in documents} for column, counts in scores.columns.items()}
    signed = Signature({**scores.signature, "documents": len(documents)})
    counts = {place: scores.documents[place] for place in documents}
    return replace(scores, documents=counts, columns=columns, signature=signed)


def _tested(places: Sequence[Place], metric: str) -> list[Place]:
    from anaphora_workbench.evaluation.statistics import significance

    counts = [significance.to_resample(place.scores.documents.values(), [metric]) for place in places]
    values = [significance.approximate_randomisation(counts[0], others)[metric] for others in counts[1:]]
    tests = [(None, None), *zip(values, significance.holm(values), strict=True)]
    return [
        replace(
            place, interval=significance.intervals(own, [metric]).get(metric), p_randomisation=p, p_corrected=corrected
        )
        for place, own, (p, corrected) in zip(places, counts, tests, strict=True)
    ]
