"""B-cubed: how much of its own entity does each mention find?"""

from collections.abc import Hashable, Iterator
from fractions import Fraction

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, ExactSum
from anaphora_workbench.evaluation.counting.by_mention import ENTITY, by_mention_of, entity_of_each
from anaphora_workbench.evaluation.counting.metric import (
    Metric,
    Option,
    Options,
    Tally,
    recall_and_precision,
    tally_of,
    two_sided,
)
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.split_antecedents import Present, overlaps_with_split


def recall(table: Contingency) -> tuple[ExactSum, int]:
    """Sum over key mentions of the share of their entity that is with them in the response, and their number.

        recall = Σ_K Σ_R (|K ∩ R|² / |K|) / |M_K|    K, R: entities of key and response

    Precision is recall with key and response exchanged. A mention that the response lacks earns 0 and still counts.

    Source: Bagga & Baldwin (1998), in the form of Pradhan et al. (2014); metrics.md, section 5.

    >>> recall(Contingency.of(["abcd", "e"], ["ab", "cd", "e"]))[0].value()
    Fraction(3, 1)
    """
    sums: dict[int, int] = {}
    sizes = table.key_sizes
    for row, shared in zip(table.rows, table.overlaps, strict=True):
        size = sizes[row]
        sums[size] = sums.get(size, 0) + shared * shared
    return ExactSum(sums), table.key_mentions


def recall_by_entity(table: Contingency) -> tuple[ExactSum, int]:
    """The same where each entity weighs as much as any other: the mean over entities, not over mentions.

        recall = Σ_K Σ_R (|K ∩ R|² / |K|²) / number of K

    Source: Bagga & Baldwin (1998), whose weights w_i are 1/N or this; Žitkus et al. (2023, equations 5 and 13).

    >>> [float(part) for part in recall_by_entity(Contingency.of(["abcd", "e"], ["ab", "cd", "e"]))]
    [1.5, 2.0]
    """
    sums: dict[int, int] = {}
    for row, shared in zip(table.rows, table.overlaps, strict=True):
        size = table.key_sizes[row] ** 2
        sums[size] = sums.get(size, 0) + shared * shared
    return ExactSum(sums), len(table.key_sizes)


def recall_with_split(own: Entities, other: Entities, present: Present, options: Options) -> tuple[Exact, Exact]:
    """The same with split antecedents: one counts as a mention, and in an overlap to the degree it is present.

    Source: Paun, Yu et al. (2022); metrics.md, section 23.
    """
    table = overlaps_with_split(own, other, present)
    found = sum((overlap**2 / len(own[row]) for (row, _), overlap in table.items()), Fraction(0))
    return found, sum(map(len, own))


def shares(own: Entities, other: Entities) -> Iterator[tuple[Hashable, Exact, Exact]]:
    """What each mention adds to the recall of its side: the share of its entity that is with it on the other."""
    other_of = entity_of_each(other)
    for entity in own:
        together: dict[int | None, int] = {}
        for mention in entity:
            number = other_of.get(mention)
            together[number] = together.get(number, 0) + 1
        for mention in entity:
            number = other_of.get(mention)
            share = 0 if number is None else together[number]
            yield mention, ExactSum({len(entity): share}), 1


_count = two_sided(recall, recall_with_split, otherwise=("b_cubed_weights", ENTITY, recall_by_entity))


def count(comparison: Comparison, options: Options) -> Tally:
    """The counts of both sides; by the rule of the CoNLL scorer of a key that repeats mentions as it counts them.

    It looks for the entity of each response mention, the last that has it, and takes what both have in common, repeats
    in another entity too; what it divides by has every repeat (scorer 8.01, CorScorer.pm, BCUBED).
    """
    key = comparison.repeating_key
    if not key:
        return _count(comparison, options)
    owner = {mention: number for number, entity in enumerate(key) for mention in entity}
    members = list(map(set, key))
    found = right = Fraction(0)
    for entity in comparison.response:
        for row in (owner[mention] for mention in entity if mention in owner):
            common = sum(mention in members[row] for mention in entity)
            found += Fraction(common, len(key[row]))
            right += Fraction(common, len(entity))
    return tally_of((found, sum(map(len, key))), (right, sum(map(len, comparison.response))))


METRIC = Metric(
    name="b_cubed",
    description="share of its own entity that each mention finds",
    source="Bagga & Baldwin (1998); Pradhan et al. (2014)",
    count=count,
    score=recall_and_precision,
    definition=recall,
    by_mention=by_mention_of(shares, "b_cubed_weights"),
    options={
        "b_cubed_weights": Option(
            "mention", "what weighs the same: each mention or entity", ("mention", ENTITY), rare=True
        )
    },
    rank=12,
)
