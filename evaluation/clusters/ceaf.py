"""CEAF: how similar are key and response when each entity is matched with one of the other side?"""

from __future__ import annotations

from anaphora_workbench.evaluation.contingency import Contingency
from anaphora_workbench.evaluation.exact import ExactSum
from anaphora_workbench.evaluation.metric import Metric, recall_and_precision, two_sided


def mention_recall(table: Contingency) -> tuple[ExactSum, int]:
    """Mentions in common under the best one-to-one map of entities, and the mentions of the key.

        recall = max_g Σ φ3(K, g(K)) / Σ φ3(K, K)    φ3(K, R) = |K ∩ R|    g: a one-to-one map

    Precision is recall with key and response exchanged: its denominator is the mentions of the response.

    Source: Luo (2005), similarity φ3; metrics.md, section 6.

    >>> mention_recall(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))[0].value()
    Fraction(4, 1)
    """
    return table.best_similarity("mentions", _common), table.key_mentions


def entity_recall(table: Contingency) -> tuple[ExactSum, int]:
    """Similarity of entities under the best one-to-one map, and the entities of the key.

        recall = max_g Σ φ4(K, g(K)) / Σ φ4(K, K)    φ4(K, R) = 2|K ∩ R| / (|K| + |R|)    g: a one-to-one map

    Precision is recall with key and response exchanged: its denominator is the entities of the response.

    Source: Luo (2005), similarity φ4; metrics.md, section 6.

    >>> entity_recall(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))[0].value()
    Fraction(13, 10)
    """
    return table.best_similarity("entities", _dice), len(table.key_sizes)


def _common(shared: int, key_size: int, response_size: int) -> tuple[int, int]:
    return shared, 1


def _dice(shared: int, key_size: int, response_size: int) -> tuple[int, int]:
    return 2 * shared, key_size + response_size


CEAF_M = Metric(
    name="ceaf_m",
    description="mentions shared by entities that are matched one to one",
    source="Luo (2005), φ3",
    count=two_sided(mention_recall),
    score=recall_and_precision,
    definition=mention_recall,
    rank=13,
)
CEAF_E = Metric(
    name="ceaf_e",
    description="similarity of entities that are matched one to one",
    source="Luo (2005), φ4",
    count=two_sided(entity_recall),
    score=recall_and_precision,
    definition=entity_recall,
    rank=14,
)
