"""MUC: how many of the links that hold an entity together were found?"""

from collections.abc import Hashable, Iterator
from fractions import Fraction

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact
from anaphora_workbench.evaluation.counting.by_mention import by_mention_of, entity_of_each
from anaphora_workbench.evaluation.counting.metric import Metric, Options, recall_and_precision, two_sided
from anaphora_workbench.evaluation.matching.split_antecedents import Present, SplitAntecedent, counterparts


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


def recall_with_split(own: Entities, other: Entities, present: Present, options: Options) -> tuple[Exact, Exact]:
    """The same with split antecedents.

    One that is missing costs a link. One that is present to the degree ρ costs 1 − ρ if its counterpart is in an entity
    that another mention of its entity is in, else a link.

    Source: Paun, Yu et al. (2022); metrics.md, section 23.
    """
    found = Fraction(0)
    for entity, of_entity in zip(own, counterparts(own, other, present), strict=True):
        linked = {
            number
            for mention, (number, _) in zip(entity, of_entity, strict=True)
            if number is not None and not isinstance(mention, SplitAntecedent)
        }
        found -= len(linked)
        for mention, (number, degree) in zip(entity, of_entity, strict=True):
            found += degree if not isinstance(mention, SplitAntecedent) or number in linked else 0
    return found, sum(map(len, own)) - len(own)


def small_recall(table: Contingency) -> tuple[int, int]:
    """Recall of the entities of a split antecedent: a singleton has one link, found if it is one on the other side too.

    >>> small_recall(Contingency.of(["ab", "e"], ["ab", "e"]))
    (2, 2)
    """
    single = {row for row, size in enumerate(table.key_sizes) if size == 1}
    found = sum(
        table.response_sizes[column] == 1
        for row, column in zip(table.rows, table.columns, strict=True)
        if row in single
    )
    links, of_key = recall(table)
    return links + found, of_key + len(single)


def shares(own: Entities, other: Entities) -> Iterator[tuple[Hashable, Exact, Exact]]:
    """What each mention adds to the recall of its side: a link, unless it is the first of its entity.

    The link is found if an earlier mention of the entity is with it on the other side.

    >>> [(mention, found) for mention, found, _ in shares(["abcd"], ["ac", "bd"])]
    [('a', 0), ('b', 0), ('c', 1), ('d', 1)]
    """
    other_of = entity_of_each(other)
    for entity in own:
        before: set[int] = set()
        for place, mention in enumerate(entity):
            number = other_of.get(mention)
            yield mention, int(number in before), int(place > 0)
            if number is not None:
                before.add(number)


METRIC = Metric(
    name="muc",
    description="links needed to join the mentions of an entity",
    source="Vilain et al. (1995)",
    count=two_sided(recall, recall_with_split, small_recall),
    score=recall_and_precision,
    definition=recall,
    by_mention=by_mention_of(shares),
    rank=11,
)
