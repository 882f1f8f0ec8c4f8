"""Significance tests of every pair of resolvers on the same documents, corrected for their number.

Source: evaluation.significance for the tests; Holm (1979) for the correction over all pairs of one setting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from anaphora_workbench.evaluation.statistics import significance
from anaphora_workbench.resolvers import role_of
from anaphora_workbench.workbench.experiments.results import Outcome

TESTED = ("success_rate", "conll")


@dataclass(frozen=True)
class PairedTest:
    """The difference between two resolvers in one metric.

    Attributes:
        difference: figure of the first minus figure of the second, a fraction.
        bootstrap, randomisation: p-values of the paired bootstrap and of approximate randomisation over documents.
        mcnemar: p-value over anaphors; None where there are no answers one by one, or for another metric.
        corrected: the randomisation's p-value after Holm's correction over all pairs of the metric.
    """

    first: str
    second: str
    metric: str
    difference: float
    bootstrap: float
    randomisation: float
    mcnemar: float | None
    corrected: float

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def paired_tests(outcomes: dict[str, Outcome], seed: int, samples: int = significance.TEST_SAMPLES) -> list[PairedTest]:
    """Tests of every pair of resolvers, the best baseline among them; oracles and other baselines left out.

    Pairs of fewer than two documents, or of different numbers of them, are left out: there is nothing to resample.
    """
    names = _worth_testing(outcomes)
    tested = [metric for metric in TESTED if all(metric in outcomes[name].total.tallies for name in names)]
    counts = {name: significance.to_resample(outcomes[name].documents.values(), tested) for name in names}
    figures = {name: {metric: outcomes[name].scores[metric].figure for metric in tested} for name in names}

    def by_anaphor(first: str, second: str) -> float | None:
        answers = answers_in_common(outcomes[first], outcomes[second])
        return None if answers is None else significance.mcnemar(*answers)

    return pairs_tested(counts, figures, tested, by_anaphor, samples, seed)


def pairs_tested(
    counts: Mapping[str, Any],
    figures: Mapping[str, Mapping[str, float]],
    metrics: Sequence[str],
    by_anaphor: Callable[[str, str], float | None] = lambda first, second: None,
    samples: int = significance.TEST_SAMPLES,
    seed: int = significance.SEED,
) -> list[PairedTest]:
    """Tests of every pair, in the order of the counts, metric by metric, corrected for the number of pairs.

    Args:
        counts: by name, see ``significance.to_resample``.
        figures: by name and metric.
        by_anaphor: the p-value of the success rate over anaphors.
    """
    tests: list[PairedTest] = []
    for first, second in combinations(counts, 2):
        ours, theirs = counts[first], counts[second]
        if len(ours) < 2 or len(ours) != len(theirs):
            continue
        bootstrap = significance.paired_bootstrap(ours, theirs, samples, seed)
        randomisation = significance.approximate_randomisation(ours, theirs, samples, seed)
        for metric in metrics:
            difference = figures[first][metric] - figures[second][metric]
            p_mcnemar = by_anaphor(first, second) if metric == "success_rate" else None
            values = difference, bootstrap[metric], randomisation[metric], p_mcnemar, randomisation[metric]
            tests.append(PairedTest(first, second, metric, *values))
    return [test for metric in metrics for test in _corrected([test for test in tests if test.metric == metric])]


def _corrected(tests: list[PairedTest]) -> list[PairedTest]:
    """The tests of one metric with their p-values corrected for their number."""
    values = significance.holm([test.randomisation for test in tests])
    return [replace(test, corrected=value) for test, value in zip(tests, values, strict=True)]


def _worth_testing(outcomes: dict[str, Outcome]) -> list[str]:
    def success(name: str) -> float:
        return outcomes[name].scores["success_rate"].figure

    baselines = sorted(
        (name for name in outcomes if role_of(name) == "baseline"), key=lambda name: (-success(name), name)
    )
    own = [name for name in outcomes if role_of(name) not in ("baseline", "oracle") and not outcomes[name].sees_key]
    return sorted([*own, *baselines[:1]], key=lambda name: (-success(name), name))


def answers_in_common(first: Outcome, second: Outcome) -> tuple[list[bool], list[bool]] | None:
    """Right or wrong for each anaphor that both evaluated; None where a run kept no answers."""
    if not first.details or not second.details:
        return None
    right = [
        {
            (name, answer.offset): answer.verdict == "right"
            for name, details in outcome.details.items()
            for answer in details.answers
            if answer.verdict in ("right", "wrong", "none")
        }
        for outcome in (first, second)
    ]
    common = [place for place in right[0] if place in right[1]]
    return [right[0][place] for place in common], [right[1][place] for place in common]
