"""LMetrics: MUC, B-cubed and CEAF in which a link counts by how informative its mentions are.

Source: Chen & Ng (2013); metrics.md, section 11. What a link weighs is our reading: the weight of its more
informative end, a name, a nominal or a pronoun, and of the links that join a set of mentions the heaviest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.exact import rational
from anaphora_workbench.evaluation.assignment.assignment import best_assignment
from anaphora_workbench.evaluation.counting.metric import (
    Metric,
    Needs,
    Option,
    Options,
    Tally,
    recall_and_precision,
    tally_of,
)
from anaphora_workbench.evaluation.matching.comparison import Comparison

WEIGHTS = {
    "w_nam": Option(1.0, "weight of a link to a name, 0 to 1", spelled="lmetrics.w-nam"),
    "w_nom": Option(0.5, "weight of a link to a nominal, 0 to 1", spelled="lmetrics.w-nom"),
    "w_pro": Option(0.25, "weight of a link between pronouns, 0 to 1", spelled="lmetrics.w-pro"),
    "w_sing": Option(0.0, "weight of a singleton, 0 to 1", spelled="lmetrics.w-sing"),
}
_WEIGHT_OF_KIND = {"name": "w_nam", "nominal": "w_nom", "pronoun": "w_pro", "other": "w_nom"}
WeightOfMention = Callable[[Hashable], Fraction]


@dataclass(frozen=True)
class WeightedTable:
    """The weights of key entities, of response entities and of what they share.

    Attributes:
        shared: number of the key entity, of the response entity, weight.
    """

    key: list[Fraction]
    response: list[Fraction]
    shared: list[tuple[int, int, Fraction]]

    @property
    def transposed(self) -> WeightedTable:
        return WeightedTable(self.response, self.key, [(column, row, weight) for row, column, weight in self.shared])


def weighted_table(key: Entities, response: Entities, weight: WeightOfMention, singleton: Fraction) -> WeightedTable:
    """The table of two partitions.

    Args:
        weight: of a link whose more informative end is this mention.
        singleton: of an entity of one mention, where both sides have it.
    """

    def of(mentions: Sequence[Hashable]) -> Fraction:
        if len(mentions) == 1:
            return singleton
        # The heaviest tree joins all mentions to the most informative one.
        return (len(mentions) - 1) * max(weight(mention) for mention in mentions)

    entity_of = {mention: number for number, entity in enumerate(key) for mention in entity}
    common: dict[tuple[int, int], list[Hashable]] = {}
    for column, entity in enumerate(response):
        for mention in entity:
            if mention in entity_of:
                common.setdefault((entity_of[mention], column), []).append(mention)
    shared = [
        (row, column, of(mentions))
        for (row, column), mentions in common.items()
        if len(mentions) > 1 or len(key[row]) == len(response[column]) == 1
    ]
    return WeightedTable([of(entity) for entity in key], [of(entity) for entity in response], shared)


def lmuc_recall(table: WeightedTable) -> tuple[Fraction, Fraction]:
    """Weight of the links found, and of those of the key.

        recall = Σ w(K ∩ R) / Σ w(K)    w(X) = (|X| − 1) · weight of the most informative mention of X

    Precision is recall with key and response exchanged. Of a singleton w is ``w_sing``.

    Source: Chen & Ng (2013); metrics.md, section 11.
    """
    return _sum(weight for _, _, weight in table.shared), _sum(table.key)


def lb_cubed_recall(table: WeightedTable) -> tuple[Fraction, Fraction]:
    """Sum over overlaps of the share of the key entity's weight, weighted, and the weight of the key.

        recall = Σ (w(K ∩ R)² / w(K)) / Σ w(K)    w as in LMUC

    Precision is recall with key and response exchanged.

    Source: Chen & Ng (2013); metrics.md, section 11.
    """
    earned = (weight * weight / table.key[row] for row, _, weight in table.shared if table.key[row])
    return _sum(earned), _sum(table.key)


def lceaf_recall(table: WeightedTable) -> tuple[Fraction, Fraction]:
    """Weight in common under the best one-to-one map of entities, and the weight of the key.

        recall = max_g Σ w(K ∩ g(K)) / Σ w(K)    w as in LMUC, g: a one-to-one map of entities

    Precision is recall with key and response exchanged.

    Source: Chen & Ng (2013), similarity φ3; metrics.md, section 11.
    """
    return _mapped(table, lambda row, column, weight: weight), _sum(table.key)


def lceaf_entity_recall(table: WeightedTable) -> tuple[Fraction, Fraction]:
    """Similarity under the best one-to-one map of entities, and the entities of the key.

        recall = max_g Σ 2w(K ∩ g(K)) / (w(K) + w(g(K))) / |{K}|    w as in LMUC, g: a one-to-one map of entities

    Source: Chen & Ng (2013), similarity φ4; metrics.md, section 11.
    """

    def dice(row: int, column: int, weight: Fraction) -> Fraction:
        return 2 * weight / (table.key[row] + table.response[column])

    return _mapped(table, dice), Fraction(len(table.key))


def _mapped(table: WeightedTable, similarity: Callable[[int, int, Fraction], Fraction]) -> Fraction:
    cells = [(row, column, weight) for row, column, weight in table.shared if weight]
    values = [similarity(*cell) for cell in cells]
    rows, columns = [row for row, _, _ in cells], [column for _, column, _ in cells]
    return _sum(values[cell] for cell in best_assignment(rows, columns, [float(value) for value in values]))


def _sum(weights: Iterable[Fraction]) -> Fraction:
    return sum(weights, start=Fraction(0))


def _counting(
    recall: Callable[[WeightedTable], tuple[Fraction, Fraction]],
    by_entity: Callable[[WeightedTable], tuple[Fraction, Fraction]] | None = None,
) -> Callable[[Comparison, Options], Tally]:
    def count(comparison: Comparison, options: Options) -> Tally:
        measure = by_entity if by_entity is not None and options["lceaf"] == "entity" else recall
        weights = {name: rational(options[name]) for name in WEIGHTS}
        if any(not 0 <= weight <= 1 for weight in weights.values()):
            raise ValueError("a weight of LMetrics lies outside of 0 to 1")

        def weight(mention: Hashable) -> Fraction:
            return weights[_WEIGHT_OF_KIND[comparison.documents.facts(mention).kind]]

        singleton = weights["w_sing"]
        table = weighted_table(*comparison.pair_for_recall, weight, singleton)
        same = comparison.pair_for_recall is comparison.pair_for_precision
        other = table if same else weighted_table(*comparison.pair_for_precision, weight, singleton)
        return tally_of(measure(table), measure(other.transposed))

    return count


def _metric(
    rank: int,
    name: str,
    what: str,
    recall: Callable[[WeightedTable], tuple[Fraction, Fraction]],
    by_entity: Callable[[WeightedTable], tuple[Fraction, Fraction]] | None = None,
    options: Mapping[str, Option] = WEIGHTS,
) -> Metric:
    description, count = f"{what} with links weighted by how informative they are", _counting(recall, by_entity)
    source = "Chen & Ng (2013)"
    return Metric(
        name, description, source, count, recall_and_precision, Needs.TAGS, options, definition=recall, rank=rank
    )


LMUC = _metric(35, "lmuc", "MUC", lmuc_recall)
LB_CUBED = _metric(36, "lb_cubed", "B-cubed", lb_cubed_recall)
_LCEAF_BY = Option(
    "mention", "similarity of entities: φ3, or φ4 relative to their weights", ("mention", "entity"), spelled="lceaf.by"
)
LCEAF = _metric(37, "lceaf", "CEAF", lceaf_recall, lceaf_entity_recall, {**WEIGHTS, "lceaf": _LCEAF_BY})
