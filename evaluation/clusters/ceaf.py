"""CEAF: how similar are key and response when each entity is matched with one of the other side?"""

from collections.abc import Hashable, Iterator
from fractions import Fraction

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, ExactSum
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.counting.by_mention import entity_of_each
from anaphora_workbench.evaluation.counting.metric import SIDES, Metric, Options, Tally, recall_and_precision, two_sided
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.split_antecedents import Present, best_similarity, overlaps_with_split


def mention_recall(table: Contingency) -> tuple[ExactSum, int]:
    """Mentions in common under the best one-to-one map of entities, and the mentions of the key.

        recall = max_g Σ φ3(K, g(K)) / Σ φ3(K, K)    φ3(K, R) = |K ∩ R|    g: a one-to-one map

    Precision is recall with key and response exchanged: its denominator is the mentions of the response.

    Source: Luo (2005), similarity φ3; metrics.md, section 6.

    >>> mention_recall(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))[0].value()
    Fraction(4, 1)
    """
    return table.best_similarity("mentions", lambda shared, key, response: (shared, 1)), table.key_mentions


def entity_recall(table: Contingency) -> tuple[ExactSum, int]:
    """Similarity of entities under the best one-to-one map, and the entities of the key.

        recall = max_g Σ φ4(K, g(K)) / Σ φ4(K, K)    φ4(K, R) = 2|K ∩ R| / (|K| + |R|)    g: a one-to-one map

    Precision is recall with key and response exchanged: its denominator is the entities of the response.

    Source: Luo (2005), similarity φ4; metrics.md, section 6.

    >>> entity_recall(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))[0].value()
    Fraction(13, 10)
    """
    dice = table.best_similarity("entities", lambda shared, key, response: (2 * shared, key + response))
    return dice, len(table.key_sizes)


def mention_recall_with_split(
    own: Entities, other: Entities, present: Present, options: Options
) -> tuple[Exact, Exact]:
    """The first with split antecedents, each a mention that is in an overlap to the degree of F1.

    Source: Paun, Yu et al. (2022); metrics.md, section 23.
    """
    return best_similarity(overlaps_with_split(own, other, present)), sum(map(len, own))


def entity_recall_with_split(own: Entities, other: Entities, present: Present, options: Options) -> tuple[Exact, Exact]:
    """The second, likewise."""
    table = {
        (row, column): 2 * overlap / (len(own[row]) + len(other[column]))
        for (row, column), overlap in overlaps_with_split(own, other, present).items()
    }
    return best_similarity(table), len(own)


def by_mention(comparison: Comparison, options: Options) -> Iterator[tuple[Hashable, Tally]]:
    """Whether each mention is in the entity that its own entity is matched with.

    Of equally good maps of entities it is the first: key entities in their order, each with the first it can have.
    """
    for place, (earned, total) in enumerate(SIDES):
        pair = (comparison.pair_for_recall, comparison.pair_for_precision)[place]
        table = Contingency.of(*pair)
        cells = first_assignment(table.rows, table.columns, [Fraction(overlap) for overlap in table.overlaps])
        matched = ((table.rows[cell], table.columns[cell]) for cell in cells)
        partner = {cell[place]: cell[1 - place] for cell in matched}
        other_of = entity_of_each(pair[1 - place])
        for number, entity in enumerate(pair[place]):
            for mention in entity:
                found = mention in other_of and other_of[mention] == partner.get(number)
                yield mention, {earned: int(found), total: 1}


CEAF_M = Metric(
    name="ceaf_m",
    description="mentions shared by entities that are matched one to one",
    source="Luo (2005), φ3",
    count=two_sided(mention_recall, mention_recall_with_split, symmetric=True),
    score=recall_and_precision,
    definition=mention_recall,
    by_mention=by_mention,
    rank=13,
)
CEAF_E = Metric(
    name="ceaf_e",
    description="similarity of entities that are matched one to one",
    source="Luo (2005), φ4",
    count=two_sided(entity_recall, entity_recall_with_split, symmetric=True),
    score=recall_and_precision,
    definition=entity_recall,
    rank=14,
)
