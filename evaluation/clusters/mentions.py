"""Mention detection: how many mentions of the key were found?"""

from collections.abc import Hashable, Iterable

from anaphora_workbench.corpora.pairing.heads import knows_heads
from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, ExactSum
from anaphora_workbench.evaluation.arithmetic.twinless import SEMEVAL, Pair, mentions_of
from anaphora_workbench.evaluation.counting.metric import (
    SIDES,
    Metric,
    Option,
    Options,
    Tally,
    recall_and_precision,
    tally_of,
)
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts


def count(comparison: Comparison, options: Options) -> Tally:
    """Mentions found, and those of key and response.

        recall = |M_K ∩ M_R| / |M_K|    precision = |M_K ∩ M_R| / |M_R|

    With half credit a response span inside a key mention that holds its head counts ½ (Màrquez, Recasens &
    Sapena 2012, section 4.2.6); each mention is used once, equal spans first, then as many halves as possible. Under
    the SemEval adjustment a key without heads gives none.

    Mentions are counted before the SemEval adjustment, which makes those of both sides equal (section 4.2.5 there).

    Source: Pradhan et al. (2014); metrics.md, section 3.
    """
    for_recall, for_precision = _pairs(comparison, options)
    table, other = (
        (comparison.for_recall, comparison.for_precision)
        if for_recall is comparison.pair_for_recall
        else (Contingency.of(*for_recall),) * 2
    )
    recalled: Exact = table.common_mentions
    right: Exact = other.common_mentions
    if options["mention_credit"] == "partial" and _gives_halves(comparison, options):
        recalled += ExactSum({2: _halves(comparison, *for_recall)})
        right += ExactSum({2: _halves(comparison, *for_precision)})
    return tally_of((recalled, table.key_mentions), (right, other.response_mentions))


def _halves(comparison: Comparison, key: Entities, response: Entities) -> int:
    """How many mentions of a response earn half a point."""
    in_key, in_response = mentions_of(key), mentions_of(response)
    of_key, of_response = comparison.documents.key_facts, comparison.documents.response_facts
    return half_matches(
        [of_key[mention] for mention in in_key - in_response if mention in of_key],
        [of_response[mention] for mention in in_response - in_key if mention in of_response],
    )


def _gives_halves(comparison: Comparison, options: Options) -> bool:
    """Whether spans without equals may count; as SemEval scored, only with a key that has heads."""
    return options["twinless"] != SEMEVAL or knows_heads(comparison.documents.pair.key)


def _pairs(comparison: Comparison, options: Options) -> tuple[Pair, Pair]:
    """Key and response for recall and for precision; as they are under an adjustment that makes mentions equal."""
    if options["twinless"] == SEMEVAL:
        unadjusted = (comparison.key, comparison.response)
        return unadjusted, unadjusted
    return comparison.pair_for_recall, comparison.pair_for_precision


def half_matches(missed: list[MentionFacts], spurious: list[MentionFacts]) -> int:
    """How many spurious mentions can each be paired with a missed one that they lie in, its head included.

    Source: a maximum matching, so the number does not depend on the order of mentions.
    """
    around: dict[int, list[int]] = {}
    for row, mention in enumerate(missed):
        around.setdefault(mention.head, []).append(row)
    rows, columns = [], []
    for column, mention in enumerate(spurious):
        inside = set(mention.offsets)
        for offset in mention.offsets:
            for row in around.get(offset, ()):
                if inside <= set(missed[row].offsets):
                    rows.append(row)
                    columns.append(column)
    if not rows:
        return 0
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    graph = csr_array(([1] * len(rows), (rows, columns)), shape=(len(missed), len(spurious)))
    return int((maximum_bipartite_matching(graph, perm_type="column") >= 0).sum())


def by_mention(comparison: Comparison, options: Options) -> Iterable[tuple[Hashable, Tally]]:
    """Whether each mention was found, by equal spans."""
    for_recall, for_precision = _pairs(comparison, options)
    for (key, response), (earned, total) in zip((for_recall, for_precision[::-1]), SIDES, strict=True):
        others = mentions_of(response)
        for entity in key:
            for mention in entity:
                yield mention, {earned: int(mention in others), total: 1}


METRIC = Metric(
    name="mentions",
    description="mentions found",
    source="Pradhan et al. (2014); Màrquez, Recasens & Sapena (2012) for half credit",
    count=count,
    score=recall_and_precision,
    definition=count,
    options={
        "mention_credit": Option(
            "strict",
            "whether a span inside a key mention that contains its head earns half a point",
            ("strict", "partial"),
            spelled="mentions.credit",
        )
    },
    by_mention=by_mention,
    rank=10,
)
