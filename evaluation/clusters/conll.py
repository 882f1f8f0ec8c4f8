"""The CoNLL average: mean F1 of MUC, B-cubed and CEAF-e."""

from __future__ import annotations

from anaphora_workbench.evaluation.clusters import b_cubed, ceaf, muc
from anaphora_workbench.evaluation.comparison import Comparison
from anaphora_workbench.evaluation.metric import OF_KEY, OF_RESPONSE, PRECISION, RECALL, Metric, Options, Tally, Terms
from anaphora_workbench.evaluation.scores import Average

_AVERAGED = (muc.METRIC, b_cubed.METRIC, ceaf.CEAF_E)


def count(comparison: Comparison, options: Options) -> Tally:
    """The tallies of the three metrics side by side."""
    return {
        (metric.name, name): number
        for metric in _AVERAGED
        for name, number in metric.count(comparison, options).items()
    }


def average(tally: Tally, options: Options) -> Average:
    """Mean of the three F1 of the whole corpus.

    Source: Denis & Baldridge (2009), MELA; CoNLL-2011/2012 shared tasks (metrics.md, section 9).
    """
    split: dict[str, Tally] = {metric.name: {} for metric in _AVERAGED}
    for both, number in tally.items():
        assert isinstance(both, tuple)
        split[both[0]][both[1]] = number
    scores = [metric.score(split[metric.name], options) for metric in _AVERAGED]
    return Average(sum(one.figure for one in scores) / len(scores))


METRIC = Metric(
    name="conll",
    description="mean F1 of muc, b_cubed and ceaf_e",
    source="Denis & Baldridge (2009); Pradhan et al. (2012)",
    count=count,
    score=average,
    definition=average,
    terms=tuple(
        Terms(((name, RECALL),), ((name, OF_KEY),), ((name, PRECISION),), ((name, OF_RESPONSE),))
        for name in (metric.name for metric in _AVERAGED)
    ),
)
