"""The contribution of each mention to a metric, for scores by class of mention.

The parts add up to the whole, numerator by numerator. What counts mentions is divided by mention; what counts links, by
the later mention of each link, which is the one that is resolved. Split antecedents are left out.

Source: our reading of Màrquez, Recasens & Sapena (2012, Table 8), which does not say how a measure is divided
(metrics.md, section 25).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, divided
from anaphora_workbench.evaluation.counting.metric import SIDES, Options, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison

# The value of an option by which each entity weighs the same, however large it is.
ENTITY = "entity"
# What each mention of the own side adds to numerator and denominator of recall.
Shares = Callable[[Entities, Entities], Iterable[tuple[Hashable, Exact, Exact]]]
ByMention = Callable[[Comparison, Options], Iterable[tuple[Hashable, Tally]]]


def by_mention_of(shares: Shares, by_entity: str = "") -> ByMention:
    """What each mention adds to a metric whose precision is its recall with key and response exchanged.

    Args:
        by_entity: the option by which each entity weighs the same, so that what a mention adds is divided by the size
            of its entity; "" for none.
    """

    def by_mention(comparison: Comparison, options: Options) -> Iterator[tuple[Hashable, Tally]]:
        pairs = comparison.pair_for_recall, comparison.pair_for_precision[::-1]
        for (own, other), (earned, total) in zip(pairs, SIDES, strict=True):
            equal = by_entity and options.get(by_entity) == ENTITY
            size_of = {mention: len(entity) for entity in own for mention in entity} if equal else {}
            for mention, found, of_own in shares(own, other):
                size = size_of.get(mention, 1)
                yield mention, {earned: divided(found, size), total: divided(of_own, size)}

    return by_mention


def entity_of_each(entities: Entities) -> dict[Hashable, int]:
    """The number of each mention's entity."""
    return {mention: number for number, entity in enumerate(entities) for mention in entity}


def in_text_order(comparison: Comparison, entities: Entities) -> list[Hashable]:
    """All mentions of one side, longer ones first; those without a place in the text last, entity by entity."""
    facts = comparison.documents.facts

    def place(mention: Hashable) -> tuple[float, float]:
        offsets: Sequence[int] = facts(mention).offsets
        return (offsets[0], -offsets[-1]) if offsets else (float("inf"), 0)

    return sorted((mention for entity in entities for mention in entity), key=place)
