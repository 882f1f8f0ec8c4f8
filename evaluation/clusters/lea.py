"""LEA: how much of each entity is resolved, the larger entities weighing more?"""

from __future__ import annotations

from anaphora_workbench.evaluation.contingency import Contingency
from anaphora_workbench.evaluation.exact import ExactSum
from anaphora_workbench.evaluation.metric import Metric, recall_and_precision, two_sided


def recall(table: Contingency) -> tuple[ExactSum, int]:
    """Sum over key entities of size times share of their links found, and the sum of the sizes.

        recall = Σ_K (|K| · Σ_R link(K ∩ R) / link(K)) / Σ_K |K|    link(E) = |E| (|E| − 1) / 2 for |E| > 1

    Precision is recall with key and response exchanged. A singleton has one link, to itself, which is
    found only by an equal singleton.

    Source: Moosavi & Strube (2016), link-based entity-aware metric; Žitkus et al. (2023, equations 26 to 28,
    corrected); metrics.md, section 8.

    >>> recall(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))[0].value()
    Fraction(5, 3)
    """
    sums: dict[int, int] = {}
    of_key, of_response = table.key_sizes, table.response_sizes
    for row, column, shared in zip(table.rows, table.columns, table.overlaps, strict=True):
        size = of_key[row]
        if size > 1:
            # |K| · C(n,2) / C(|K|,2) = n(n - 1) / (|K| - 1)
            sums[size - 1] = sums.get(size - 1, 0) + shared * (shared - 1)
        elif of_response[column] == 1:
            sums[1] = sums.get(1, 0) + 1
    return ExactSum(sums), table.key_mentions


METRIC = Metric(
    name="lea",
    description="links of each entity found, weighted by its size",
    source="Moosavi & Strube (2016)",
    count=two_sided(recall),
    score=recall_and_precision,
    definition=recall,
    rank=16,
)
