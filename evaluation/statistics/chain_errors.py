"""Errors in chains: the operations that turn the chains of a response into those of the key.

Source: a reconstruction of Kummerfeld & Klein (2013); metrics.md, section 22.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.counting.counting import Counts, compare, count_comparison, total
from anaphora_workbench.evaluation.counting.options import COMMON, option_values
from anaphora_workbench.evaluation.counting.registry import metrics_named
from anaphora_workbench.evaluation.matching.comparison import Comparison, DocumentComparison
from anaphora_workbench.evaluation.matching.matching import matched, placed

SPAN, CONFLATED, DIVIDED = "span", "conflated entities", "divided entity"
EXTRA_ENTITY, EXTRA_MENTION = "extra entity", "extra mention"
MISSING_ENTITY, MISSING_MENTION = "missing entity", "missing mention"
CLASSES = (SPAN, CONFLATED, EXTRA_ENTITY, EXTRA_MENTION, MISSING_ENTITY, MISSING_MENTION, DIVIDED)
TYPES = ("name", "nominal", "pronoun", "other")
METRICS = ("muc", "b_cubed", "conll")

Partition = list[list[Hashable]]
# Class and type of mention.
Error = tuple[str, str]


@dataclass
class ChainErrors:
    """The errors of responses, and what the scores would be without them; ``+`` adds documents.

    Attributes:
        numbers: of errors by class and type of mention.
        before: counts of the response as it is.
        alone: counts by class, with the errors of this class repaired and no others.
        in_order: counts by class, with the errors of this class and of those before it repaired.
        untagged: mentions that are of the type "other" only because no part of speech is known.
    """

    numbers: Counter[Error]
    before: Counts
    alone: dict[str, Counts] = field(default_factory=dict)
    in_order: dict[str, Counts] = field(default_factory=dict)
    untagged: int = 0

    def __add__(self, other: ChainErrors) -> ChainErrors:
        return sum_of([self, other])

    def number(self, name: str, type: str | None = None) -> int:
        """How many errors there are of a class, of one type of mention or of all."""
        return sum(self.numbers[name, each] for each in ([type] if type is not None else TYPES))

    def gain(self, name: str, metric: str) -> float:
        """The gain in F1 of a metric if only the errors of a class are repaired."""
        return _figure(self.alone[name], metric) - _figure(self.before, metric)

    def gain_in_order(self, name: str, metric: str) -> float:
        """The gain after the errors of the classes before have been repaired."""
        place = CLASSES.index(name)
        start = self.in_order[CLASSES[place - 1]] if place else self.before
        return _figure(self.in_order[name], metric) - _figure(start, metric)

    def as_json(self) -> dict[str, Any]:
        return {
            name: {
                "number": self.number(name),
                "types": {type: self.number(name, type) for type in TYPES},
                "gain": {metric: self.gain(name, metric) for metric in METRICS},
                "gain_in_order": {metric: self.gain_in_order(name, metric) for metric in METRICS},
            }
            for name in CLASSES
        }


def sum_of(errors: Iterable[ChainErrors]) -> ChainErrors:
    """The errors of many documents, at least one."""
    of_each = list(errors)
    return ChainErrors(
        sum((each.numbers for each in of_each), Counter()),
        total(each.before for each in of_each),
        {name: total(each.alone[name] for each in of_each) for name in CLASSES},
        {name: total(each.in_order[name] for each in of_each) for name in CLASSES},
        sum(each.untagged for each in of_each),
    )


def chain_errors(pair: DocumentPair, options: Mapping[str, Any] | None = None) -> ChainErrors:
    """The errors in the chains of a response.

    Args:
        options: of the evaluation; those that are a metric's own are not asked.

    Raises:
        ValueError: documents that cannot be compared.
    """
    common = {name: value for name, value in (options or {}).items() if name in COMMON}
    values = option_values(metrics_named(METRICS).values(), common)
    comparison = compare(pair, values)
    facts = comparison.facts

    def type_of(mention: Hashable) -> str:
        return facts(mention).kind

    errors = errors_of_partitions(comparison.key, comparison.response, _span_errors(comparison), type_of, values)
    errors.untagged = sum(
        type_of(mention) == "other" and not facts(mention).tagged
        for mention in {mention for side in (comparison.key, comparison.response) for mention in chain(*side)}
    )
    return errors


def errors_of_partitions(
    key: Entities,
    response: Entities,
    spans: Mapping[Hashable, Hashable],
    type_of: Callable[[Hashable], str],
    values: Mapping[str, Any],
) -> ChainErrors:
    """The same of two partitions.

    Args:
        spans: mentions of the response with a wrong span, and those of the key that they are taken for.
        type_of: the type of a mention, one of ``TYPES``.
        values: of all options of ``METRICS``.
    """
    # Singletons that are not scored have gone by now; those that a repair makes stay.
    values = {**values, "singletons": "keep"}

    def counted(repaired: Partition) -> Counts:
        return count_comparison(Comparison(key, repaired, values), METRICS)

    given: Partition = [list(entity) for entity in response]
    before = counted(given)
    as_given = _Chains(key, spans)
    corrected = _Chains(key, {})
    numbers: Counter[Error] = Counter((SPAN, type_of(true)) for true in spans.values())
    numbers.update((name, _best_type(part, type_of)) for name, part in as_given.errors(given))
    result = ChainErrors(numbers, before)
    repaired, reached = given, before
    for name in CLASSES:
        result.alone[name] = before
        if result.number(name):
            result.alone[name] = counted(as_given.repair(name, given))
            repaired = (as_given if name == SPAN else corrected).repair(name, repaired)
            reached = counted(repaired)
        result.in_order[name] = reached
    return result


class _Chains:
    """The entities of the key, and which of them the mentions of a response are from, wrong spans put right."""

    def __init__(self, key: Entities, spans: Mapping[Hashable, Hashable]) -> None:
        self.key = key
        self.spans = spans
        self.number_of = {mention: number for number, entity in enumerate(key) for mention in entity}
        self._repairs: dict[str, Callable[[Partition], Partition]] = {
            SPAN: self._with_spans,
            CONFLATED: self._split,
            EXTRA_ENTITY: lambda response: [entity for entity in response if any(map(self._entity, entity))],
            EXTRA_MENTION: self._without_extra_mentions,
            MISSING_ENTITY: self._with_missing_entities,
            MISSING_MENTION: self._with_missing_mentions,
            DIVIDED: self._merged,
        }

    def repair(self, name: str, response: Partition) -> Partition:
        """The response without the errors of one class."""
        return self._repairs[name](response)

    def errors(self, response: Partition) -> Iterator[tuple[str, Sequence[Hashable]]]:
        """Class of each error but wrong spans, with the mentions that it is about."""
        for entity in response:
            parts, extra = self._parts(entity)
            for part in parts[1:]:
                yield CONFLATED, part
            if parts:
                for mention in extra:
                    yield EXTRA_MENTION, [mention]
            else:
                yield EXTRA_ENTITY, extra
        for number, held in enumerate(self._held(response)):
            missing = self._missing(number, held)
            if not held:
                yield MISSING_ENTITY, self.key[number]
            else:
                for mention in missing:
                    yield MISSING_MENTION, [mention]
            for _, part in held[1:]:
                yield DIVIDED, part

    def _entity(self, mention: Hashable) -> list[int]:
        """The number of the key's entity that a mention is of, in a list; none for a spurious mention."""
        number = self.number_of.get(self.spans.get(mention, mention))
        return [] if number is None else [number]

    def _parts(self, entity: Sequence[Hashable]) -> tuple[Partition, list[Hashable]]:
        """The mentions of an entity by entity of the key, the largest part first, and the spurious ones."""
        parts: dict[int, list[Hashable]] = {}
        extra = []
        for mention in entity:
            for number in self._entity(mention):
                parts.setdefault(number, []).append(mention)
            if not self._entity(mention):
                extra.append(mention)
        return sorted(parts.values(), key=lambda part: -len(part)), extra

    def _held(self, response: Partition) -> list[list[tuple[int, list[Hashable]]]]:
        """For each entity of the key its parts in the response with the number of their entity, largest first."""
        held: list[dict[int, list[Hashable]]] = [{} for _ in self.key]
        for place, entity in enumerate(response):
            for mention in entity:
                for number in self._entity(mention):
                    held[number].setdefault(place, []).append(mention)
        return [sorted(parts.items(), key=lambda part: -len(part[1])) for parts in held]

    def _missing(self, number: int, held: list[tuple[int, list[Hashable]]]) -> list[Hashable]:
        present = {self.spans.get(mention, mention) for _, part in held for mention in part}
        return [mention for mention in self.key[number] if mention not in present]

    def _with_spans(self, response: Partition) -> Partition:
        return [[self.spans.get(mention, mention) for mention in entity] for entity in response]

    def _split(self, response: Partition) -> Partition:
        """Parts of entities of the key apart; spurious mentions stay with the largest."""
        split: Partition = []
        for entity in response:
            parts, extra = self._parts(entity)
            split += [parts[0] + extra, *parts[1:]] if parts else [extra]
        return split

    def _without_extra_mentions(self, response: Partition) -> Partition:
        kept = [[mention for mention in entity if self._entity(mention)] for entity in response]
        return [real or entity for real, entity in zip(kept, response, strict=True)]

    def _with_missing_entities(self, response: Partition) -> Partition:
        held = self._held(response)
        return [*response, *(list(entity) for entity, parts in zip(self.key, held, strict=True) if not parts)]

    def _with_missing_mentions(self, response: Partition) -> Partition:
        """Each missing mention in the entity that has most of its own."""
        added = [list(entity) for entity in response]
        for number, held in enumerate(self._held(response)):
            if held:
                added[held[0][0]] += self._missing(number, held)
        return added

    def _merged(self, response: Partition) -> Partition:
        """Each part of an entity of the key in the entity that has most of it."""
        place_of = {mention: place for place, entity in enumerate(response) for mention in entity}
        for held in self._held(response):
            place_of |= {mention: held[0][0] for _, part in held[1:] for mention in part}
        merged: Partition = [[] for _ in response]
        for mention, place in place_of.items():
            merged[place].append(mention)
        return [entity for entity in merged if entity]


def _best_type(mentions: Iterable[Hashable], type_of: Callable[[Hashable], str]) -> str:
    """The type of the mention that says most: a name, else a noun phrase, else a pronoun."""
    return min(map(type_of, mentions), key=TYPES.index)


def _span_errors(comparison: DocumentComparison) -> dict[Hashable, Hashable]:
    """Mentions of the response that only have the head of one of the key, and that one; by names."""
    of_key, of_response = comparison.key_names, comparison.response_names
    in_key = {mention for entity in comparison.key for mention in entity}
    in_response = {mention for entity in comparison.response for mention in entity}
    true = [m for entity in comparison.key_mentions for m in entity if of_key[m.id] not in in_response]
    answered = [m for entity in comparison.response_mentions for m in entity if of_response[m.id] not in in_key]
    true = [mention for mention in true if mention.start >= 0]
    answered = [mention for mention in answered if mention.start >= 0]
    pairs = matched([placed(mention) for mention in true], [placed(mention) for mention in answered], "head")
    return {of_response[answered[column].id]: of_key[true[row].id] for row, column in pairs}


def _figure(counts: Counts, metric: str) -> float:
    return counts.scores()[metric].figure
