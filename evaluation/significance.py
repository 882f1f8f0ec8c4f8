"""How sure a difference is: intervals by bootstrap over documents, and paired tests of two responses.

A document's counts are added or left out as a whole, so resampling documents is a product of matrices and
nothing is scored again. Every function takes the seed, and the same seed gives the same numbers.

Source: Efron & Tibshirani (1993) for the bootstrap; Koehn (2004) for the paired one; Noreen (1989) for
approximate randomisation, with p = (c + 1) / (n + 1), which is never zero; McNemar (1947).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from anaphora_workbench.evaluation import registry
from anaphora_workbench.evaluation.counting import Counts
from anaphora_workbench.evaluation.metric import Metric

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

SEED = 2001
CONFIDENCE = 0.95
INTERVAL_SAMPLES = 1_000
TEST_SAMPLES = 10_000
_CHUNK = 1_000
# Two differences this close are one and the same, added up in another order.
_EQUAL = 1e-12


def intervals(
    documents: Sequence[Counts],
    metrics: Sequence[str] | None = None,
    samples: int = INTERVAL_SAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
) -> dict[str, tuple[float, float]]:
    """The interval of each metric's figure, by percentiles of the bootstrap over documents.

    Args:
        documents: counts of single documents, at least two, or there is no interval.
        metrics: names, None for all that were counted.
    """
    if len(documents) < 2:
        return {}
    import numpy as np

    names = list(documents[0].tallies) if metrics is None else metrics
    tables = {name: _Table(name, [documents]) for name in names}
    drawn: dict[str, list[Matrix]] = {name: [] for name in names}
    for weights in _resamples(len(documents), samples, seed):
        for name, table in tables.items():
            drawn[name].append(table.figures(weights @ table.counts[0]))
    return {name: _percentiles(np.concatenate(figures), confidence) for name, figures in drawn.items()}


def difference_intervals(
    first: Sequence[Counts],
    second: Sequence[Counts],
    metrics: Sequence[str] | None = None,
    samples: int = INTERVAL_SAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
) -> dict[str, tuple[float, float]]:
    """The interval of each metric's figure of one response minus that of another, by paired bootstrap.

    Args:
        first, second: counts of single documents, in the same order, at least two, or there is no interval.
        metrics: names, None for all that both counted.
    """
    _check_paired(first, second)
    if len(first) < 2:
        return {}
    import numpy as np

    names = [name for name in first[0].tallies if name in second[0].tallies] if metrics is None else metrics
    tables = {name: _Table(name, [first, second]) for name in names}
    drawn: dict[str, list[Matrix]] = {name: [] for name in names}
    for weights in _resamples(len(first), samples, seed):
        for name, table in tables.items():
            of_first, of_second = (table.figures(weights @ counts) for counts in table.counts)
            drawn[name].append(of_first - of_second)
    return {name: _percentiles(np.concatenate(figures), confidence) for name, figures in drawn.items()}


def paired_bootstrap(
    first: Sequence[Counts], second: Sequence[Counts], samples: int = TEST_SAMPLES, seed: int = SEED
) -> dict[str, float]:
    """Two-sided p-value of the difference between two responses to the same documents, for each metric.

    It is the share of resamples in which the difference departs from the one observed by at least as much.

    Args:
        first, second: counts of single documents, in the same order.
    """

    def resampled() -> Iterator[tuple[Matrix, Matrix | None]]:
        for weights in _resamples(len(first), samples, seed):
            yield weights, None

    return _p_values(first, second, samples, resampled, centred=True)


def approximate_randomisation(
    first: Sequence[Counts], second: Sequence[Counts], samples: int = TEST_SAMPLES, seed: int = SEED
) -> dict[str, float]:
    """Two-sided p-value of the difference when the responses of each document are exchanged at random.

    Args:
        first, second: counts of single documents, in the same order.
    """

    def exchanged() -> Iterator[tuple[Matrix, Matrix | None]]:
        import numpy as np

        generator = np.random.default_rng(seed)
        for size in _chunks(samples):
            kept = generator.integers(0, 2, (size, len(first))).astype(float)
            yield kept, 1 - kept

    return _p_values(first, second, samples, exchanged, centred=False)


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """Exact two-sided p-value of two lists of right and wrong answers to the same questions.

    Only questions count that one answered right and the other wrong; 1 where there are none.
    """
    from scipy.stats import binomtest

    only_first = sum(right and not also_right for right, also_right in zip(first, second, strict=True))
    only_second = sum(also_right and not right for right, also_right in zip(first, second, strict=True))
    if not only_first + only_second:
        return 1.0
    return float(binomtest(only_first, only_first + only_second).pvalue)


class _Table:
    """The counts of one metric as matrices, a row for each document, one matrix for each response."""

    def __init__(self, name: str, responses: Sequence[Sequence[Counts]]) -> None:
        import numpy as np

        self._metric: Metric = registry.get_metric(name)
        self._options = responses[0][0].options
        self._fields = list(
            dict.fromkeys(field for documents in responses for counts in documents for field in counts.tallies[name])
        )
        self.counts = [
            np.array([[float(counts.tallies[name].get(field, 0)) for field in self._fields] for counts in documents])
            for documents in responses
        ]

    def figures(self, sums: Matrix) -> Matrix:
        """The figure of each row of sums."""
        import numpy as np

        if self._metric.formula is not None:
            return self._metric.formula.figures(lambda names: self._sum(sums, names))
        score, options = self._metric.score, self._options
        rows = (dict(zip(self._fields, row, strict=True)) for row in sums.tolist())
        return np.array([score(row, options).figure for row in rows])

    def _sum(self, sums: Matrix, names: Sequence[Any]) -> Matrix:
        return sums[:, [place for place, name in enumerate(self._fields) if name in names]].sum(axis=1)


def _p_values(
    first: Sequence[Counts],
    second: Sequence[Counts],
    samples: int,
    draw: Callable[[], Iterator[tuple[Matrix, Matrix | None]]],
    centred: bool,
) -> dict[str, float]:
    _check_paired(first, second)
    import numpy as np

    names = [name for name in first[0].tallies if name in second[0].tallies] if first else []
    tables = {name: _Table(name, [first, second]) for name in names}
    everything = np.ones((1, len(first)))
    observed = {
        name: (table.figures(everything @ table.counts[0]) - table.figures(everything @ table.counts[1]))[0]
        for name, table in tables.items()
    }
    as_large = dict.fromkeys(names, 0)
    for kept, exchanged in draw():
        for name, table in tables.items():
            of_first, of_second = table.counts
            sums_of_first, sums_of_second = kept @ of_first, kept @ of_second
            if exchanged is not None:
                sums_of_first, sums_of_second = (
                    sums_of_first + exchanged @ of_second,
                    sums_of_second + exchanged @ of_first,
                )
            differences = table.figures(sums_of_first) - table.figures(sums_of_second)
            if centred:
                differences = differences - observed[name]
            as_large[name] += int((abs(differences) >= abs(observed[name]) - _EQUAL).sum())
    return {name: (number + 1) / (samples + 1) for name, number in as_large.items()}


def _check_paired(first: Sequence[Counts], second: Sequence[Counts]) -> None:
    if len(first) != len(second):
        raise ValueError(f"{len(first)} documents against {len(second)}; expected the same documents on both sides")


def _percentiles(figures: Matrix, confidence: float) -> tuple[float, float]:
    import numpy as np

    tail = (1 - confidence) / 2
    low, high = np.quantile(figures, [tail, 1 - tail])
    return float(low), float(high)


def _resamples(documents: int, samples: int, seed: int) -> Iterator[Matrix]:
    """How often each document was drawn, a row for each resample."""
    import numpy as np

    generator = np.random.default_rng(seed)
    for size in _chunks(samples):
        yield generator.multinomial(documents, [1 / documents] * documents, size=size).astype(float)


def _chunks(samples: int) -> Iterator[int]:
    for start in range(0, samples, _CHUNK):
        yield min(_CHUNK, samples - start)
