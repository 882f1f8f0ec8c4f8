"""Split antecedents alone: how much of the antecedents of plural anaphors was found?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency
from anaphora_workbench.evaluation.arithmetic.exact import Exact
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.evaluation.clusters import b_cubed, ceaf, lea, muc
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Options, Tally, recall_and_precision, tally_of
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.split_antecedents import Small

_RECALLS: dict[str, Callable[[Contingency], tuple[Exact, Exact]]] = {
    "muc": muc.small_recall,
    "b_cubed": b_cubed.recall,
    "ceaf_m": ceaf.mention_recall,
    "ceaf_e": ceaf.entity_recall,
    "lea": lea.recall,
}
_FIGURE = "b_cubed"


def count(comparison: Comparison, options: Options) -> Tally:
    """What the entities of matched split antecedents score as small partitions, by each metric.

        recall = Σ recalled of matched σ / Σ of key σ    precision = Σ right of matched σ / Σ of response σ

    The sums below the line run over all split antecedents of a side. The figure is that of B³; the parts are those of
    each metric.

    Source: Paun, Yu et al. (2022); metrics.md, section 23.
    """
    tally: Tally = {}
    split = comparison.split
    for name in _RECALLS if split is not None else ():
        assert split is not None
        small = _both_sides(name)
        matches = split.matches(small)
        of_key, of_response = split.sizes(small)
        recalled, right = sum(match.recalled for match in matches), sum(match.right for match in matches)
        of_name = tally_of((recalled, of_key), (right, of_response))
        tally |= {(name, part): number for part, number in of_name.items()}
    return tally


def _both_sides(name: str) -> Small:
    recall = _RECALLS[name]

    def small(table: Contingency) -> tuple[Exact, Exact, Exact, Exact]:
        return (*recall(table), *recall(table.transposed))

    return small


def split_score(tally: Tally, options: Options) -> Score:
    """The figures of B³, those of the other metrics as parts."""
    parts = {name: recall_and_precision.of_part(name)(tally) for name in _RECALLS}
    return replace(parts[_FIGURE], parts=parts)


METRIC = Metric(
    name="split_antecedents",
    description="entities of split antecedents, by B³; other metrics as parts",
    source="Paun, Yu et al. (2022)",
    count=count,
    score=split_score,
    needs=Needs.SPLIT_ANTECEDENTS,
    definition=count,
    rank=45,
)
