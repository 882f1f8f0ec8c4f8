"""MUC: how many of the links that hold an entity together were found?"""

from __future__ import annotations

from anaphora_workbench.evaluation.contingency import Contingency
from anaphora_workbench.evaluation.metric import Metric, recall_and_precision, two_sided


def recall(table: Contingency) -> tuple[int, int]:
    """Links found and links of the key.

        recall = Σ (|K| − |p(K)|) / Σ (|K| − 1)    p(K): the parts into which the response breaks the key entity K

    Precision is recall with key and response exchanged.
    An entity of n mentions takes n - 1 links; each part into which the response breaks it costs one.
    A partition of singletons has no link, so a perfect response to it scores 0.

    Source: Vilain et al. (1995); Žitkus et al. (2023, equations 9 and 10); metrics.md, section 4.

    >>> recall(Contingency.of(["abcd"], ["ab", "cd"]))
    (2, 3)
    """
    return table.common_mentions - len(table.rows), table.key_mentions - len(table.key_sizes)


METRIC = Metric(
    name="muc",
    description="links needed to join the mentions of an entity",
    source="Vilain et al. (1995)",
    count=two_sided(recall),
    score=recall_and_precision,
    definition=recall,
    rank=11,
)
