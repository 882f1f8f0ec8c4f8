"""Mention overlap ratio: how many words do mentions of key and response share?"""

from collections import Counter
from collections.abc import Sequence

from anaphora_workbench.evaluation.assignment.assignment import best_assignment
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Options, Tally, recall_and_precision, tally_of
from anaphora_workbench.evaluation.matching.comparison import Comparison


def count(comparison: Comparison, options: Options) -> Tally:
    """Words that mentions share, and words of mentions, in a map of mentions one to one that shares most.

        recall = Σ |K∩R| / Σ |K|    precision = Σ |K∩R| / Σ |R|

    The sums below the line run over all mentions that are scored, those above over the pairs of the map. Gaps of
    discontinuous mentions are left out. How mentions are matched for other metrics makes no difference. A response
    mention without a place in the words of the key counts as one word that is shared with nothing.

    Source: the CRAC 2022 shared task (Žabokrtský et al. 2022); metrics.md, section 3.
    """
    documents = comparison.documents
    key, response = (
        [tuple(mention.offsets) for entity in entities for mention in entity]
        for entities in (documents.key_mentions, documents.response_mentions)
    )
    shared = most_shared(key, response)
    of_key, of_response = (sum(max(1, len(words)) for words in side) for side in (key, response))
    return tally_of((shared, of_key), (shared, of_response))


def most_shared(key: Sequence[Sequence[int]], response: Sequence[Sequence[int]]) -> int:
    """The largest number of words that mentions share in a map one to one.

    >>> most_shared([(1, 2, 3), (5,), (6, 7), (8,)], [(2, 3), (4, 5), (6,)])
    4
    """
    at: dict[int, list[int]] = {}
    for column, words in enumerate(response):
        for word in words:
            at.setdefault(word, []).append(column)
    rows, columns, overlaps = [], [], []
    for row, words in enumerate(key):
        for column, overlap in Counter(column for word in words for column in at.get(word, ())).items():
            rows.append(row)
            columns.append(column)
            overlaps.append(overlap)
    return sum(overlaps[cell] for cell in best_assignment(rows, columns, overlaps))


METRIC = Metric(
    name="mention_overlap",
    description="words shared by mentions, matched for the largest overlap (MOR)",
    source="Žabokrtský et al. (2022)",
    count=count,
    score=recall_and_precision,
    needs=Needs.SPANS,
    definition=count,
    rank=29,
)
