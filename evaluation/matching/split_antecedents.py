"""Split antecedents: key and response whose entities also have mentions that are sets of entities (*Ann … Tom … they*).

An entity with a split antecedent σ has it as one more mention. σ of key and of response are matched one to one, for the
largest sum of F1 of the metric being computed, taking the entities of each σ for a small partition. A matched σ is
present to the degree of that recall, precision or F1.

Source: Paun, Yu et al. (2022), Universal Anaphora scorer 2.0; metrics.md, section 23.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from anaphora_workbench.corpora.document import CoreferenceLayer
from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, exact
from anaphora_workbench.evaluation.assignment.assignment import best_assignment
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment

# Of two small partitions: recalled, of the key, right, of the response.
Small = Callable[[Contingency], tuple[Exact, Exact, Exact, Exact]]
# For a split antecedent the one it is matched with, and the degree to which it is present.
Present = Mapping["SplitAntecedent", tuple["SplitAntecedent", Fraction]]


@dataclass(frozen=True)
class SplitAntecedent:
    """The entities that are together an antecedent, each the names of its mentions."""

    entities: frozenset[frozenset[Hashable]]


@dataclass(frozen=True)
class Match:
    """Split antecedents of key and response that are matched, and what their entities score as a small partition."""

    key: SplitAntecedent
    response: SplitAntecedent
    recall: Fraction
    precision: Fraction
    f1: Fraction
    recalled: Exact
    right: Exact


@dataclass(frozen=True)
class SplitPartitions:
    """Key and response with their split antecedents as mentions."""

    key: Entities
    response: Entities

    def matches(self, small: Small) -> list[Match]:
        """The split antecedents that are matched, by a metric of small partitions.

        Of equal sums that matching is taken that is first by the entities of the key, then of the response.
        """
        keys, responses = split_of(self.key), split_of(self.response)
        rows, columns, candidates = [], [], []
        for row, true in enumerate(keys):
            for column, answered in enumerate(responses):
                recalled, of_key, right, of_response = map(exact, small(_table(true, answered)))
                recall = Fraction(recalled) / of_key if of_key else Fraction(0)
                precision = Fraction(right) / of_response if of_response else Fraction(0)
                if recall and precision:
                    f1 = 2 * recall * precision / (recall + precision)
                    rows.append(row)
                    columns.append(column)
                    candidates.append(Match(true, answered, recall, precision, f1, recalled, right))
        chosen = first_assignment(rows, columns, [match.f1 for match in candidates])
        return [candidates[cell] for cell in sorted(chosen)]

    def sizes(self, small: Small) -> tuple[Exact, Exact]:
        """The denominators of recall and of precision, over all split antecedents of key and of response."""
        of_key, of_response = (
            sum((exact(small(_table(split, split))[1]) for split in split_of(side)), Fraction(0))
            for side in (self.key, self.response)
        )
        return of_key, of_response


def _table(key: SplitAntecedent, response: SplitAntecedent) -> Contingency:
    return Contingency.of([list(entity) for entity in key.entities], [list(entity) for entity in response.entities])


def split_of(entities: Entities) -> list[SplitAntecedent]:
    """The split antecedents of entities, in their order."""
    return [mention for entity in entities for mention in entity if isinstance(mention, SplitAntecedent)]


def by_f1(matches: Sequence[Match]) -> Present:
    """For split antecedents of the key, present to the degree of F1."""
    return {match.key: (match.response, match.f1) for match in matches}


def counterparts(own: Entities, other: Entities, present: Present) -> list[list[tuple[int | None, Fraction]]]:
    """For each mention of each entity, the number of the entity of the other side that it is in, and its degree.

    None and 0 for a mention that the other side lacks.
    """
    other_of = {mention: number for number, entity in enumerate(other) for mention in entity}

    def counterpart(mention: Hashable) -> tuple[int | None, Fraction]:
        if isinstance(mention, SplitAntecedent):
            if mention not in present:
                return None, Fraction(0)
            matched, degree = present[mention]
            return other_of[matched], degree
        number = other_of.get(mention)
        return number, Fraction(number is not None)

    return [[counterpart(mention) for mention in entity] for entity in own]


def overlaps_with_split(own: Entities, other: Entities, present: Present) -> dict[tuple[int, int], Fraction]:
    """How much each entity shares with each of the other side: mentions in common, split antecedents by degree."""
    table: dict[tuple[int, int], Fraction] = {}
    for row, entity in enumerate(counterparts(own, other, present)):
        for column, degree in entity:
            if column is not None:
                table[row, column] = table.get((row, column), Fraction(0)) + degree
    return table


def best_similarity(table: Mapping[tuple[int, int], Fraction]) -> Fraction:
    """The largest total of a one-to-one map between the rows and columns of a table."""
    cells = list(table)
    values = [table[cell] for cell in cells]
    chosen = best_assignment([row for row, _ in cells], [column for _, column in cells], list(map(float, values)))
    return sum((values[cell] for cell in chosen), Fraction(0))


def with_split_antecedents(
    layer: CoreferenceLayer, names: Mapping[str, Hashable], entities: Entities
) -> list[list[Hashable]]:
    """The entities that are scored, with the split antecedents of their layer; equal ones join their entities.

    Members that have split antecedents themselves stand for their members; those without a scored mention are left out.

    Args:
        names: of the mentions, by id.
        entities: those that are scored, by these names.

    Raises:
        ValueError: an entity is part of its own split antecedent.
    """
    whole = [list(entity) for entity in entities]
    scored = {name: number for number, entity in enumerate(entities) for name in entity}
    by_id = {entity.id: entity for entity in layer.entities}
    place_of: dict[SplitAntecedent, int] = {}
    for entity in layer.entities:
        members: set[frozenset[Hashable]] = set()
        waiting, seen = list(entity.split_antecedent), set()
        while waiting:
            member = waiting.pop()
            if member == entity.id:
                raise ValueError(f"entity {member} is part of its own split antecedent; expected other entities")
            if member in seen or member not in by_id:
                continue
            seen.add(member)
            waiting += by_id[member].split_antecedent
            if not by_id[member].split_antecedent:
                members.add(frozenset(names[name] for name in by_id[member].mentions if names[name] in scored))
        members.discard(frozenset())
        if not members:
            continue
        split = SplitAntecedent(frozenset(members))
        own = next((scored[names[name]] for name in entity.mentions if names[name] in scored), None)
        if split in place_of:
            joined = place_of[split]
            if own is not None and own != joined:
                whole[joined] += whole[own]
                scored |= dict.fromkeys(whole[own], joined)  # type: ignore[arg-type]
                whole[own] = []
            continue
        if own is None:
            own = len(whole)
            whole.append([])
        whole[own].append(split)
        place_of[split] = own
    return [entity for entity in whole if entity]


def sum_of_products(degrees: Sequence[Fraction]) -> Fraction:
    """The sum of the products of all pairs.

    >>> sum_of_products([Fraction(1), Fraction(1, 2), Fraction(1, 2)])
    Fraction(5, 4)
    """
    total = sum(degrees, Fraction(0))
    return (total * total - sum((degree * degree for degree in degrees), Fraction(0))) / 2
