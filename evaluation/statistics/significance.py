"""Intervals and tests: t-intervals over documents, and paired tests of two responses.

An interval is that of a mean over documents: the figure is linearised by leaving out one document at a time (the
jackknife), and a rate is put on the logit, so that no interval leaves [0, 1]. Percentiles of the bootstrap are too
narrow below a hundred documents; ``python -m benchmarks.coverage`` counts how often each holds the true figure.

A document's counts are added or left out as a whole, so resampling documents is a product of matrices and
nothing is scored again. Every test takes the seed, and the same seed gives the same numbers. The paired bootstrap
rejects too often where there are few documents: quote the randomisation, whose level is exact.

Source: Tukey (1958) and Miller (1974) for the jackknife, with Student's t; Efron & Tibshirani (1993) and Koehn (2004)
for the paired bootstrap; Noreen (1989) for approximate randomisation, with p = (c + 1) / (n + 1), which is never zero;
Holm (1979) for several tests at once; McNemar (1947).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.foreign_metric import scored
from anaphora_workbench.evaluation.counting.metric import Metric

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

SEED = 2001
CONFIDENCE = 0.95
ENOUGH_FOR_BOOTSTRAP = 20
# Documents below which there is no interval at all.
FEWEST = 5
# Of the standard normal distribution, for 95%.
_NORMAL = 1.959963984540054
TEST_SAMPLES = 10_000
_CHUNK = 1_000
# Two differences this close are one and the same, added up in another order.
_EQUAL = 1e-12


class OverFew(tuple[float, float]):
    """A t-interval over so few documents that its level is not certain; tables mark it."""

    __slots__ = ()
    mark = "*"


class Wilson(tuple[float, float]):
    """An interval of a rate as if what it is over were independent, where documents are too few; tables mark it."""

    __slots__ = ()
    mark = "W"


def wilson(right: int, total: int) -> Wilson:
    """The 95% interval of a share (Wilson 1927).

    >>> tuple(round(bound, 4) for bound in wilson(3, 4))
    (0.3006, 0.9544)
    """
    share, square = right / total, _NORMAL**2 / total
    centre = (share + square / 2) / (1 + square)
    half = _NORMAL / (1 + square) * math.sqrt(share * (1 - share) / total + square / (4 * total))
    return Wilson((max(0.0, centre - half), min(1.0, centre + half)))


def intervals(
    documents: Iterable[Counts],
    metrics: Sequence[str] | None = None,
    confidence: float = CONFIDENCE,
    fewest: int = FEWEST,
) -> dict[str, tuple[float, float]]:
    """The t-interval of each metric's figure over documents.

        θ ± t · s, s² = (n-1)/n · Σ (θ₋ᵢ - mean θ₋ᵢ)²    θ₋ᵢ: the figure without document i

    with θ and s on the logit where the figure lies between 0 and 1 and cannot lie outside. A figure at either bound
    that every document shares has an interval of no width. A document in which a metric has nothing to count is none
    of its n: of a pronoun resolver's success rate, one without anaphors.

    Args:
        documents: counts of single documents, gone through once.
        metrics: names, None for all that were counted.
        fewest: documents that a metric must count something in; with fewer than twenty (``OverFew``) it has no interval
            either where each has the same figure, which is no sign that the next would.
    """
    columns = _Columns(documents, metrics)
    found = {}
    for name in columns.tallies:
        table = _Table(name, [columns])
        few = too_few(len(table.counting))
        if len(table.counting) < fewest or (few and table.is_constant):
            continue
        figure, deviations = table.left_out(0)
        half = half_width(deviations, confidence)
        if table.is_rate and 0 < figure < 1:
            found[name] = _on_the_logit(figure, half)
        else:
            found[name] = figure - half, figure + half
            if table.is_rate:
                found[name] = max(0.0, figure - half), min(1.0, figure + half)
        if few:
            found[name] = OverFew(found[name])
    return found


def difference_intervals(
    first: Sequence[Counts],
    second: Sequence[Counts],
    metrics: Sequence[str] | None = None,
    confidence: float = CONFIDENCE,
    fewest: int = FEWEST,
) -> dict[str, tuple[float, float]]:
    """The t-interval of each metric's figure of one response minus that of another, paired by document.

    Args:
        first, second: counts of single documents, in the same order.
        metrics: names, None for all that both counted; see ``intervals`` for those without one.
    """
    _check_paired(first, second)
    if not first:
        return {}
    names = [name for name in first[0].tallies if name in second[0].tallies] if metrics is None else metrics
    sides = [_Columns(first, names), _Columns(second, names)]
    found = {}
    for name in names:
        table = _Table(name, sides)
        if len(table.counting) < fewest:
            continue
        (figure, deviations), (other, other_deviations) = table.left_out(0), table.left_out(1)
        half = half_width(deviations - other_deviations, confidence)
        low, high = figure - other - half, figure - other + half
        found[name] = (max(-1.0, low), min(1.0, high)) if table.is_rate else (low, high)
        if too_few(len(table.counting)):
            found[name] = OverFew(found[name])
    return found


def too_few(documents: int) -> bool:
    """Whether there are so few documents that the paired bootstrap rejects clearly more often than it says."""
    return documents < ENOUGH_FOR_BOOTSTRAP


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected for their number by Holm's step-down procedure.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected = [0.0] * len(values)
    most = 0.0
    for place, number in enumerate(order):
        most = max(most, min(1.0, values[number] * (len(values) - place)))
        corrected[number] = most
    return corrected


def to_resample(documents: Iterable[Counts], metrics: Iterable[str]) -> list[Counts]:
    """Counts of documents with these metrics alone and without parts: all that their tests read, in little memory."""
    names = tuple(metrics)
    return [replace(counts, tallies={name: counts.tallies[name] for name in names}, parts={}) for counts in documents]


def paired_bootstrap(
    first: Sequence[Counts], second: Sequence[Counts], samples: int = TEST_SAMPLES, seed: int = SEED
) -> dict[str, float]:
    """Two-sided p-value of the difference between two responses to the same documents, for each metric.

    Below twenty documents it is too small (``too_few``): with ten, 5% rejects about 9% of true hypotheses.
    It is the share of resamples in which the difference departs from the one observed by at least as much.

    Args:
        first, second: counts of single documents, in the same order.
    """

    resampled = ((weights, None) for weights in _resamples(len(first), samples, seed))
    return _p_values(first, second, samples, resampled, centred=True)


def approximate_randomisation(
    first: Sequence[Counts],
    second: Sequence[Counts],
    samples: int = TEST_SAMPLES,
    seed: int = SEED,
    metrics: Sequence[str] | None = None,
) -> dict[str, float]:
    """Two-sided p-value of the difference when the responses of each document are exchanged at random.

    Args:
        first, second: counts of single documents, in the same order.
        metrics: names, None for all that both counted.
    """

    exchanged = _exchanges(len(first), samples, seed)
    return _p_values(first, second, samples, exchanged, centred=False, metrics=metrics)


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


class _Columns:
    """The counts of documents as columns of numbers, which take a tenth of the memory.

    Attributes:
        tallies: columns by metric and name of the count.
        documents: how many there are.
    """

    def __init__(self, documents: Iterable[Counts], metrics: Sequence[str] | None) -> None:
        self.tallies: dict[str, dict[Hashable, array[float]]] = {name: {} for name in metrics or ()}
        self.options: Mapping[str, Any] = {}
        self.documents = 0
        for counts in documents:
            if self.documents == 0:
                self.options = counts.options
                if metrics is None:
                    self.tallies = {name: {} for name in counts.tallies}
            for name, columns in self.tallies.items():
                tally = counts.tallies[name]
                for field in tally:
                    if field not in columns:
                        columns[field] = array("d", bytes(8 * self.documents))
                for field, column in columns.items():
                    column.append(float(tally.get(field, 0)))
            self.documents += 1


class _Table:
    """The counts of one metric as matrices, a row for each document, one matrix for each response."""

    def __init__(self, name: str, responses: Sequence[_Columns]) -> None:
        import numpy as np

        self._metric: Metric = registry.get_metric(name)
        self._options = responses[0].options
        self._fields = list(dict.fromkeys(field for columns in responses for field in columns.tallies[name]))
        self.counts = []
        for columns in responses:
            counts = np.zeros((columns.documents, len(self._fields)))
            for place, field in enumerate(self._fields):
                if field in columns.tallies[name]:
                    counts[:, place] = columns.tallies[name][field]
            self.counts.append(counts)

    @cached_property
    def counting(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        """The rows of the documents in which either response has something that the figure is made of."""
        import numpy as np

        fields = set(self._fields)
        if self._metric.formula is not None:
            fields = set()

            def noted(names: Sequence[Any]) -> Matrix:
                fields.update(names)
                return np.zeros(1)

            # A tally may have the counts of several metrics.
            self._metric.formula.figures(noted)
        places = [place for place, field in enumerate(self._fields) if field in fields]
        return np.flatnonzero(np.any([counts[:, places].any(axis=1) for counts in self.counts], axis=0))

    @property
    def is_rate(self) -> bool:
        """Whether the figure cannot lie outside of [0, 1]."""
        return self._metric.bounded

    @property
    def is_constant(self) -> bool:
        """Whether each document that counts has the same figure."""
        figures = self.figures(self.counts[0][self.counting])
        return bool((abs(figures - figures[0]) < _EQUAL).all())

    def left_out(self, response: int) -> tuple[float, Matrix]:
        """The figure of all documents, and how much those without one that counts depart from their mean."""
        counts = self.counts[response][self.counting]
        everything = counts.sum(axis=0)
        figures = self.figures(everything - counts)
        return float(self.figures(everything[None])[0]), figures - figures.mean()

    def figures(self, sums: Matrix) -> Matrix:
        """The figure of each row of sums."""
        import numpy as np

        if self._metric.formula is not None:
            places = {name: place for place, name in enumerate(self._fields)}
            return self._metric.formula.figures(
                lambda names: sums[:, [places[name] for name in self._fields if name in names]].sum(axis=1)
            )
        metric, options = self._metric, self._options
        rows = (dict(zip(self._fields, row, strict=True)) for row in sums.tolist())
        return np.array([scored(metric, row, options).figure for row in rows])


def _p_values(
    first: Sequence[Counts],
    second: Sequence[Counts],
    samples: int,
    drawn: Iterable[tuple[Matrix, Matrix | None]],
    centred: bool,
    metrics: Sequence[str] | None = None,
) -> dict[str, float]:
    _check_paired(first, second)
    import numpy as np

    counted = [name for name in first[0].tallies if name in second[0].tallies] if first else []
    names = counted if metrics is None else [name for name in counted if name in metrics]
    sides = [_Columns(first, names), _Columns(second, names)]
    tables = {name: _Table(name, sides) for name in names}
    everything = np.ones((1, len(first)))
    observed = {
        name: (table.figures(everything @ table.counts[0]) - table.figures(everything @ table.counts[1]))[0]
        for name, table in tables.items()
    }
    as_large = dict.fromkeys(names, 0)
    for kept, exchanged in drawn:
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


def half_width(deviations: Matrix, confidence: float) -> float:
    """Half of a t-interval.

    Args:
        deviations: of the figure without each document from the mean of these figures.
    """
    import numpy as np
    from scipy.special import stdtrit  # scipy.stats takes a second to import

    documents = len(deviations)
    error = np.sqrt((documents - 1) / documents * (deviations**2).sum())
    return float(stdtrit(documents - 1, (1 + confidence) / 2) * error)


def _on_the_logit(figure: float, half: float) -> tuple[float, float]:
    """The interval of a rate, made as wide on the logit as its tangent there says."""
    centre, half = math.log(figure / (1 - figure)), half / (figure * (1 - figure))
    low, high = (1 / (1 + math.exp(min(700.0, -edge))) for edge in (centre - half, centre + half))
    return low, high


def _resamples(documents: int, samples: int, seed: int) -> Iterator[Matrix]:
    """How often each document was drawn, a row for each resample."""
    import numpy as np

    generator = np.random.default_rng(seed)
    for size in _chunks(samples):
        yield generator.multinomial(documents, [1 / documents] * documents, size=size).astype(float)


def _exchanges(documents: int, samples: int, seed: int) -> Iterator[tuple[Matrix, Matrix]]:
    """Which documents were kept, and which exchanged, a row for each sample."""
    import numpy as np

    generator = np.random.default_rng(seed)
    for size in _chunks(samples):
        kept = generator.integers(0, 2, (size, documents)).astype(float)
        yield kept, 1 - kept


def _chunks(samples: int) -> Iterator[int]:
    for start in range(0, samples, _CHUNK):
        yield min(_CHUNK, samples - start)
