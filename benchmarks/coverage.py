"""``python -m benchmarks.coverage``: how often intervals hold the true figure, and tests reject what is true.

Documents are drawn from a population whose figures are known: sizes vary twentyfold (gamma and Poisson), and each
document has a difficulty of its own (beta), long ones being a little harder. The figures are a success rate and an F1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.statistics.significance import approximate_randomisation, intervals, paired_bootstrap
from anaphora_workbench.workbench.report.tables import Column, Table, show

METRICS = ("success_rate", "muc")
SEED = 1974
_POPULATION = 2_000_000
_REPETITIONS = 4_000
_TESTS = 1_000
_TEST_SAMPLES = 500
_LEVEL = 0.05


def drawn(generator: np.random.Generator, documents: int) -> np.ndarray:
    """Counts of documents, (documents, 5): correct, anaphors, links found, links of the key, links of the response."""
    anaphors = 1 + generator.poisson(generator.gamma(1.2, 20, documents))
    mean = np.clip(0.62 - 0.03 * np.log(anaphors / 25), 0.05, 0.95)
    rate = generator.beta(9 * mean, 9 * (1 - mean))
    correct = generator.binomial(anaphors, rate)
    links = 3 * anaphors
    found = generator.binomial(links, generator.beta(12 * rate + 0.1, 12 * (1 - rate) + 0.1))
    return np.stack([correct, anaphors, found, links, found + generator.binomial(links, 0.35)], axis=1)


def counts_of(rows: np.ndarray) -> list[Counts]:
    """The rows as counts of documents."""
    return [
        Counts(
            {
                "success_rate": {"correct": correct, "anaphors": anaphors},
                "muc": {"recall": found, "of key": key, "precision": found, "of response": response},
            },
            {},
        )
        for correct, anaphors, found, key, response in rows.tolist()
    ]


def true_figures(generator: np.random.Generator) -> tuple[float, float]:
    """The figures of the whole population."""
    correct, anaphors, found, key, response = drawn(generator, _POPULATION).sum(axis=0)
    return correct / anaphors, 2 * found / (key + response)


def coverage(documents: int, repetitions: int = _REPETITIONS, seed: int = SEED) -> dict[str, float]:
    """The share of samples of so many documents whose nominal 95% interval holds the true figure, by metric."""
    generator = np.random.default_rng(seed)
    true = dict(zip(METRICS, true_figures(generator), strict=True))
    held = dict.fromkeys(METRICS, 0)
    for _ in range(repetitions):
        for name, (low, high) in intervals(counts_of(drawn(generator, documents)), METRICS).items():
            held[name] += low <= true[name] <= high
    return {name: number / repetitions for name, number in held.items()}


def rejections(documents: int, repetitions: int = _TESTS, seed: int = SEED) -> dict[str, float]:
    """The share of pairs of responses without a true difference that a test at 5% takes for different, by test."""
    generator = np.random.default_rng(seed)
    rejected = {"bootstrap": 0, "randomisation": 0}
    for _ in range(repetitions):
        first = drawn(generator, documents)
        second = first.copy()
        # Answers to the same anaphors by another response that is as good.
        second[:, 0] = generator.binomial(first[:, 1], np.clip(first[:, 0] / first[:, 1], 0.05, 0.95))
        swap = generator.random(documents) < 0.5
        first[swap], second[swap] = second[swap].copy(), first[swap].copy()
        sides = counts_of(first), counts_of(second)
        for name, test in (("bootstrap", paired_bootstrap), ("randomisation", approximate_randomisation)):
            rejected[name] += test(*sides, _TEST_SAMPLES)["success_rate"] <= _LEVEL
    return {name: number / repetitions for name, number in rejected.items()}


def coverage_tables() -> Iterator[Table]:
    """Both tables."""
    columns = [Column("documents", "documents", "count"), *(Column(name, name, "percent") for name in METRICS)]
    rows = [{"documents": number, **coverage(number)} for number in (5, 10, 20, 30, 100)]
    yield Table(f"nominal 95% intervals that hold the true figure, {_REPETITIONS} samples each", columns, rows)
    columns = [Column("documents", "documents", "count")]
    columns += [Column(name, name, "percent") for name in ("bootstrap", "randomisation")]
    rows = [{"documents": number, **rejections(number)} for number in (10, 20, 30)]
    yield Table(f"true hypotheses rejected at 5%, {_TESTS} pairs each", columns, rows)


if __name__ == "__main__":
    show(list(coverage_tables()))
    sys.exit(0)
