"""PARENT: does each referring mention point to entities that it belongs to?"""

from __future__ import annotations

from collections.abc import Hashable

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.counting.metric import (
    Metric,
    Needs,
    Option,
    Options,
    Tally,
    recall_and_precision,
    tally_of,
)
from anaphora_workbench.evaluation.linguistic.outcomes import MentionTest
from anaphora_workbench.evaluation.matching.comparison import Comparison


def parent(
    key: Entities, response: Entities, defines: MentionTest, refers: MentionTest, require_defining: bool = False
) -> tuple[int, int, int]:
    """Pairs of referring mention and entity that are in both, in the key, in the response.

        recall = |G ∩ S| / |G|    precision = |G ∩ S| / |S|    G, S: the pairs of key and response

    In the response a mention points to the key entities of all defining mentions beside it; a defining
    mention that the key lacks is an entity of its own.

    Args:
        defines: names and nouns.
        refers: pronouns.
        require_defining: leave out key entities without a defining mention, which nothing can point to.

    Source: Kaczmarek & Marcińczuk (2015); metrics.md, section 14.
    """
    entity_of = {mention: number for number, entity in enumerate(key) for mention in entity}
    in_key = {
        mention
        for entity in key
        if not require_defining or any(defines(mention) for mention in entity)
        for mention in entity
        if refers(mention)
    }
    both = in_response = 0
    for entity in response:
        # A mention stands in one response entity, so pairs can be counted without making them.
        pointed_at = {entity_of.get(mention, ("unknown", mention)) for mention in entity if defines(mention)}
        referring = [mention for mention in entity if refers(mention)]
        in_response += len(referring) * len(pointed_at)
        both += sum(mention in in_key and entity_of[mention] in pointed_at for mention in referring)
    return both, len(in_key), in_response


def count(comparison: Comparison, options: Options) -> Tally:
    """Pairs of the document; defining are names and nouns, referring are pronouns."""

    def defines(mention: Hashable) -> bool:
        return comparison.documents.facts(mention).kind in ("name", "nominal")

    def refers(mention: Hashable) -> bool:
        return comparison.documents.facts(mention).kind == "pronoun"

    strict = options["parent_require_defining"]
    recalled, in_key, _ = parent(*comparison.pair_for_recall, defines, refers, strict)
    right, _, in_response = parent(*comparison.pair_for_precision, defines, refers, strict)
    return tally_of((recalled, in_key), (right, in_response))


METRIC = Metric(
    name="parent",
    description="pronouns that point to the entity they belong to",
    source="Kaczmarek & Marcińczuk (2015)",
    count=count,
    score=recall_and_precision,
    definition=parent,
    needs=Needs.TAGS,
    options={
        "parent_require_defining": Option(
            False, "leave out key entities without a name or noun, as no pronoun can point to them"
        )
    },
    rank=34,
)
