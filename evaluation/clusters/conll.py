"""The CoNLL average: mean F1 of MUC, B-cubed and CEAF-e."""

from anaphora_workbench.evaluation.arithmetic.formula import MeanOf
from anaphora_workbench.evaluation.clusters import b_cubed, ceaf, muc
from anaphora_workbench.evaluation.counting.metric import Metric, Options, Tally, recall_and_precision
from anaphora_workbench.evaluation.matching.comparison import Comparison

_AVERAGED = (muc.METRIC, b_cubed.METRIC, ceaf.CEAF_E)


def count(comparison: Comparison, options: Options) -> Tally:
    """The tallies of the three metrics side by side; the score is the mean of their F1 over the whole corpus.

        CoNLL = (F_MUC + F_B³ + F_CEAF-e) / 3

    Source: Denis & Baldridge (2009), MELA; CoNLL-2011/2012 shared tasks (metrics.md, section 9).
    """
    # Options that only one of them has are of its own figure.
    common = {name: value for name, value in options.items() if all(name not in metric.options for metric in _AVERAGED)}
    return {
        (metric.name, name): number for metric in _AVERAGED for name, number in metric.count(comparison, common).items()
    }


METRIC = Metric(
    name="conll",
    description="mean F1 of muc, b_cubed and ceaf_e",
    source="Denis & Baldridge (2009); Pradhan et al. (2012)",
    count=count,
    score=MeanOf(tuple(recall_and_precision.of_part(metric.name) for metric in _AVERAGED)),
    definition=count,
    rank=17,
)
