"""The interval of the bias of GAP, which no other score needs."""

from collections.abc import Iterable

from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.pronouns.gap import FEMININE, MASCULINE, METRIC
from anaphora_workbench.evaluation.statistics.significance import CONFIDENCE, FEWEST, half_width

# F1 = 2 · tp / (2 · tp + fp + fn)
_WEIGHTS = {"tp": 2, "fp": 1, "fn": 1}


def bias_interval(snippets: Iterable[Counts], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """The t-interval of feminine F1 / masculine F1; None where without some snippet one of them is 0.

    It is that of the ratio's logarithm, as neither side of the ratio has an end, with the jackknife:

        log b ± t · s, s² = (n-1)/n · Σ (log b₋ᵢ - mean log b₋ᵢ)²    b₋ᵢ: the bias without snippet i

    Args:
        snippets: counts of single snippets, the metric ``gap`` among them.
    """
    import numpy as np

    tallies = [counts.tallies[METRIC.name] for counts in snippets]
    if len(tallies) < FEWEST:
        return None
    counts = np.zeros((len(tallies), 2, len(_WEIGHTS)))
    for row, tally in enumerate(tallies):
        for side, gender in enumerate((FEMININE, MASCULINE)):
            counts[row, side] = [tally.get((gender, outcome), 0) for outcome in _WEIGHTS]
    counts = counts[counts.any(axis=(1, 2))]
    everything = counts.sum(axis=0)
    sums = np.concatenate([everything[None], everything - counts])
    right, answers = 2 * sums[..., 0], sums @ list(_WEIGHTS.values())
    if not right.all():
        return None
    figure, *without_one = np.log(right / answers) @ (1, -1)
    half = half_width(without_one - np.mean(without_one), confidence)
    return float(np.exp(figure - half)), float(np.exp(figure + half))
