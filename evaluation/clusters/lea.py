"""LEA: how much of each entity is resolved, weighted by size?"""

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, ExactSum, rational
from anaphora_workbench.evaluation.counting.by_mention import ENTITY, by_mention_of, entity_of_each
from anaphora_workbench.evaluation.counting.metric import Metric, Option, Options, recall_and_precision, two_sided
from anaphora_workbench.evaluation.matching.split_antecedents import (
    Present,
    SplitAntecedent,
    counterparts,
    sum_of_products,
)


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


def recall_by_entity(table: Contingency) -> tuple[ExactSum, int]:
    """The same where each entity is as important as any other, however large it is.

        recall = Σ_K Σ_R link(K ∩ R) / link(K) / number of K

    Source: Moosavi & Strube (2016), who leave the importance open; Žitkus et al. (2023, equation 26).

    >>> [float(part) for part in recall_by_entity(Contingency.of(["abcd", "e"], ["ab", "cd", "e"]))]
    [1.3333333333333333, 2.0]
    """
    sums: dict[int, int] = {}
    for row, column, shared in zip(table.rows, table.columns, table.overlaps, strict=True):
        size = table.key_sizes[row]
        if size > 1:
            sums[size * (size - 1)] = sums.get(size * (size - 1), 0) + shared * (shared - 1)
        elif table.response_sizes[column] == 1:
            sums[1] = sums.get(1, 0) + 1
    return ExactSum(sums), len(table.key_sizes)


def recall_with_split(own: Entities, other: Entities, present: Present, options: Options) -> tuple[Exact, Exact]:
    """The same with split antecedents: a link weighs the product of the degrees to which its mentions are present.

    Entities with a split antecedent count ``split_importance`` times as much.

    Source: Paun, Yu et al. (2022); metrics.md, section 23.
    """
    found = of_own = Fraction(0)
    for entity, of_entity in zip(own, counterparts(own, other, present), strict=True):
        size = len(entity)
        split = any(isinstance(mention, SplitAntecedent) for mention in entity)
        importance = rational(options["split_importance"]) if split else Fraction(1)
        of_own += importance * size
        if size == 1:
            number, degree = of_entity[0]
            found += importance * degree if number is not None and len(other[number]) == 1 else 0
            continue
        in_one: dict[int, list[Fraction]] = {}
        for counterpart, degree in of_entity:
            if counterpart is not None:
                in_one.setdefault(counterpart, []).append(degree)
        links = sum(map(sum_of_products, in_one.values()), Fraction(0))
        found += importance * size * links / (size * (size - 1) // 2)
    return found, of_own


def shares(own: Entities, other: Entities) -> Iterator[tuple[Hashable, Exact, Exact]]:
    """What each mention adds to the recall of its side: its links to the mentions of its entity before it.

    Each weighs |E| / link(E) = 2 / (|E| - 1). A singleton adds its link to itself.

    >>> [(mention, found.value()) for mention, found, _ in shares(["abc"], ["ac", "b"])]
    [('a', Fraction(0, 1)), ('b', Fraction(0, 1)), ('c', Fraction(1, 1))]
    """
    other_of = entity_of_each(other)
    for entity in own:
        if len(entity) == 1:
            number = other_of.get(entity[0])
            yield entity[0], int(number is not None and len(other[number]) == 1), 1
            continue
        before: Counter[int] = Counter()
        for place, mention in enumerate(entity):
            number = other_of.get(mention)
            links = before[number] if number is not None else 0
            yield mention, ExactSum({len(entity) - 1: 2 * links}), ExactSum({len(entity) - 1: 2 * place})
            if number is not None:
                before[number] += 1


METRIC = Metric(
    name="lea",
    description="links of each entity found, weighted by its size",
    source="Moosavi & Strube (2016)",
    count=two_sided(recall, recall_with_split, otherwise=("lea_weights", ENTITY, recall_by_entity)),
    score=recall_and_precision,
    definition=recall,
    by_mention=by_mention_of(shares, "lea_weights"),
    options={
        "lea_weights": Option(
            "size", "the importance of an entity: its size, or all the same", ("size", ENTITY), rare=True
        ),
        "split_importance": Option(
            1, "how much more entities with a split antecedent count in LEA", spelled="lea.importance"
        ),
    },
    rank=16,
)
