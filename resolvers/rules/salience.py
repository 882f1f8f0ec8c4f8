"""The salience engine that Lappin & Leass (1994) and Kennedy & Boguraev (1996) share.

Entities carry weights for what their members satisfy; weights are cut by a fixed factor for each further
sentence; a pronoun joins the weightiest entity that agreement and syntax leave. The two algorithms differ
in their tables of weights, their local adjustments and their binding of reflexives, and define those alone.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.reflexives import REFLEXIVES
from anaphora_workbench.resolvers.pronouns.stages.threshold import ABOVE_THRESHOLD, THRESHOLD
from anaphora_workbench.resolvers.pronouns.stages.windows import following, preceding
from anaphora_workbench.resolvers.words import FactorWords, Words

INSTANCES = (
    "an entity with members in several sentences counts each factor once, from the latest sentence that satisfies it, "
    "or accumulates one instance for each sentence"
)

MAX_SALIENCE, BELOW_THRESHOLD = "max-salience", "below-threshold"
# What a weight must be to be printed with two decimals.
_PRINTED = 0.005


@dataclass(frozen=True)
class Salient:
    """A salience factor.

    Attributes:
        weight: as published.
        holds: whether a mention, by its position, satisfies it; its docstring says what that is.
    """

    weight: float
    holds: Callable[[Discourse, int], bool]


@dataclass(frozen=True, kw_only=True)
class SalienceOptions(PronounOptions):
    """Options of both salience algorithms."""

    decay: float = option(0.5, "number that multiplies every weight for each further sentence", least=0)
    instances: str = option("refresh", INSTANCES, ("refresh", "accumulate"))
    threshold: float = option(
        1.0, "entities whose weight has faded below it are no candidates (the papers give no value)", least=0
    )
    entity_agreement: bool = option(True, "a candidate must agree as the entity it belongs to so far")
    cataphora: bool = option(False, "nouns after the pronoun in its sentence are candidates, at a penalty")
    weights: Mapping[str, float] = option({}, "other values for weights, as FACTOR=NUMBER,…")


class Weights:
    """Weights of all entities of a discourse, factor by factor.

    Args:
        values: weight of each factor.
        by_segment: the factor that counts within the pronoun's topical segment only, "" if there is none.
    """

    def __init__(self, values: Mapping[str, float], decay: float, accumulate: bool, by_segment: str = "") -> None:
        self.values = values
        self.decay = decay
        self.accumulate = accumulate
        self.by_segment = by_segment
        # Per entity: (factor, segment or -1) → the latest sentence that satisfies it, the weight then, and what makes
        # it up: sentences, each with the member that satisfied it.
        self._memory: list[dict[tuple[str, int], tuple[int, float, list[tuple[int, int]]]]] = []
        self._slots_of: dict[int, dict[str, tuple[str, int]]] = {}

    def add(self, entity: int, factors: Iterable[str], sentence: int, segment: int, member: int = -1) -> None:
        """Let a member of an entity, by its position, satisfy factors; each counts once in a sentence."""
        while len(self._memory) <= entity:
            self._memory.append({})
        memory, slots = self._memory[entity], self._slots(segment)
        for factor in factors:
            slot, kept, instances = slots[factor], 0.0, list[tuple[int, int]]()
            if slot in memory:
                latest, weight, earlier = memory[slot]
                if sentence <= latest:
                    continue
                if self.accumulate:
                    kept, instances = weight * self.decay ** (sentence - latest), earlier
            instances.append((sentence, member))
            memory[slot] = sentence, kept + self.values[factor], instances

    def of(self, entity: int, sentence: int, segment: int) -> dict[str, float]:
        """The contribution of each factor to an entity's salience, seen from a sentence."""
        memory = self._memory[entity]
        contributions = {}
        for factor, slot in self._slots(segment).items():
            if slot in memory:
                latest, weight, _ = memory[slot]
                faded = weight if latest >= sentence else weight * self.decay ** (sentence - latest)
                if faded:
                    contributions[factor] = faded
        return contributions

    def sources(self, entity: int, sentence: int, segment: int) -> dict[str, list[tuple[int, int]]]:
        """By factor the members that satisfied it and the sentences that each has faded for since, the latest first.

        Those whose part of the weight has faded below what is printed are left out, but for the latest.
        """
        memory = self._memory[entity]
        slots = self._slots(segment).items()
        return {factor: self._seen(factor, memory[slot][2], sentence) for factor, slot in slots if slot in memory}

    def _seen(self, factor: str, instances: list[tuple[int, int]], sentence: int) -> list[tuple[int, int]]:
        seen: list[tuple[int, int]] = []
        for at, member in reversed(instances):
            faded = max(0, sentence - at)
            if seen and self.values[factor] * self.decay**faded < _PRINTED:
                break
            seen.append((member, faded))
        return seen

    def _slots(self, segment: int) -> dict[str, tuple[str, int]]:
        """Where the factors that count in a segment are remembered, in their order."""
        slots = self._slots_of.get(segment)
        if slots is None:
            slots = {factor: (factor, segment if factor == self.by_segment else -1) for factor in self.values}
            self._slots_of[segment] = slots
        return slots

    def latest(self, entity: int, factor: str) -> int:
        """The latest sentence in which an entity satisfied a factor, -1 if it never did."""
        return self._memory[entity].get((factor, -1), (-1,))[0]


class SalienceMemory(Memory):
    """Entities so far, their weights, and the pairs of functions linked so far.

    A text is taken sentence by sentence: first every noun phrase of the sentence that is not a pronoun in scope
    founds an entity; then reflexives and reciprocals are bound; then the other pronouns are resolved from left to
    right.
    """

    reads_nouns = True
    resolver: SalienceResolver
    parameters: SalienceOptions

    def __init__(
        self, resolver: SalienceResolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]
    ) -> None:
        super().__init__(resolver, discourse, key, tables)
        parameters = self.parameters
        self.values = resolver.values()
        lasting = {name: value for name, value in self.values.items() if name not in resolver.local_adjustments}
        self.weights = Weights(lasting, parameters.decay, parameters.instances == "accumulate", resolver.by_segment)
        self.founded = self.chains
        self.entities = self.founded if parameters.entity_agreement else None
        self.window = _reach(lasting, parameters)
        self.pairs: set[tuple[str, str]] = set()
        self._satisfied = resolver.satisfied(discourse)
        self._nominal = dict(resolver.nominal_links(discourse, None))
        self._bound: dict[int, list[int]] = {}

    def order(self) -> Iterator[int]:
        discourse, scope = self.discourse, frozenset(self.discourse.pronouns(self.shared.reciprocals))
        binds = REFLEXIVES not in self.shared.without
        for start, end in pairwise(discourse.sentence_start):
            lexical, others = [], []
            for position in range(start, end):
                mention = discourse.mentions[position]
                if position not in scope or mention.pleonastic:
                    yield position
                elif binds and mention.pronoun_type in LEXICAL_ANAPHORS:
                    lexical.append(position)
                else:
                    others.append(position)
            yield from lexical
            yield from others

    def read(self, position: int) -> None:
        self._place(position, self._nominal.get(position, self.discourse.renaming.demonstrative.get(position)))

    def answered(self, case: Case[Any]) -> None:
        if case.antecedent is not None and not case.lexical:
            self.pairs.add((case.mention(case.antecedent).function, case.pronoun.function))
        self._place(case.anaphor, case.antecedent)

    def done(self) -> None:
        self.tables["entities"] = sum(len(members) > 1 for members in self.founded.members)

    def _place(self, position: int, antecedent: int | None) -> None:
        """Let a mention join its antecedent's entity or found its own; what is bound to it goes along."""
        waiting = [(position, antecedent)]
        while waiting:
            position, antecedent = waiting.pop()
            entity = self.founded.of.get(antecedent) if antecedent is not None else None
            if antecedent is not None and entity is None:
                # Its antecedent is a pronoun of this sentence that is still to be resolved.
                self._bound.setdefault(antecedent, []).append(position)
                continue
            if entity is None:
                entity = self.founded.found(position)
            else:
                self.founded.join(position, entity)
            discourse = self.discourse
            self.weights.add(
                entity,
                self.factors_of(position),
                discourse.counted_sentence[position],
                discourse.segment[position],
                position,
            )
            if position in self._bound:
                waiting += [(bound, position) for bound in self._bound.pop(position)]

    def factors_of(self, position: int) -> list[str]:
        """The salience factors that a mention satisfies."""
        return [name for name, satisfied in self._satisfied if satisfied[position]]

    def salience(self, position: int, anaphor: int) -> dict[str, float]:
        """Factors of the entity of a mention, seen from a pronoun; of the mention alone if it has no entity yet."""
        discourse = self.discourse
        entity = self.founded.of.get(position)
        if entity is None:
            factors = self.factors_of(position)
            return {name: self.weights.values[name] for name in factors if self.weights.values[name]}
        return self.weights.of(entity, discourse.counted_sentence[anaphor], discourse.segment[anaphor])

    def sources(self, position: int, anaphor: int) -> dict[str, list[tuple[int, int]]]:
        """By factor of ``salience`` the mentions that satisfied it, and the sentences that each has faded for."""
        discourse, entity = self.discourse, self.founded.of.get(position)
        if entity is None:
            return {factor: [(position, 0)] for factor in self.factors_of(position)}
        return self.weights.sources(entity, discourse.counted_sentence[anaphor], discourse.segment[anaphor])


class SalienceResolver(PronounResolver):
    """The common table of stages; an algorithm adds its factors and what it adjusts for a single decision.

    Attributes:
        factors: the published table, each factor with its weight and what satisfies it.
        adjustments: what is added to a candidate's salience for one pronoun only, with the published value.
        by_segment: the factor that counts within the pronoun's topical segment only, "" if there is none.
    """

    Options = SalienceOptions
    Memory = SalienceMemory
    window = (preceding, following)
    filters = (*PronounResolver.filters, ABOVE_THRESHOLD)
    factors: ClassVar[Mapping[str, Salient]]
    adjustments: ClassVar[Mapping[str, float]] = {}
    by_segment = ""
    words = Words(
        rules={MAX_SALIENCE: "the most salient entity"},
        no_answer={BELOW_THRESHOLD: "what is left has faded from salience"},
        factors={
            "parallelism": FactorWords("has the same role as the pronoun"),
            "cataphora": FactorWords(loses="comes after the pronoun"),
        },
    )

    @property
    def local_adjustments(self) -> tuple[str, ...]:
        return tuple(self.adjustments)

    def satisfied(self, discourse: Discourse) -> list[tuple[str, list[bool]]]:
        """By factor whether each mention satisfies it; the two algorithms share what their factors have in common."""
        every = range(len(discourse.mentions))
        for factor in self.factors.values():
            if factor.holds not in discourse.satisfied:
                discourse.satisfied[factor.holds] = [factor.holds(discourse, position) for position in every]
        return [(name, discourse.satisfied[factor.holds]) for name, factor in self.factors.items()]

    @abstractmethod
    def adjusted(self, case: Case[SalienceMemory], candidate: int) -> dict[str, float]:
        """The adjustments of a candidate's salience for this pronoun only."""

    def choose(self, case: Case[SalienceMemory]) -> int | None:
        ranked = self._ranked(case)
        if not ranked:
            faded = any(candidate.rejected_by == THRESHOLD for candidate in case.candidates)
            case.rule = BELOW_THRESHOLD if faded else NO_CANDIDATE
            return None
        case.rule = MAX_SALIENCE
        case.tie_break = "nearest" if len(ranked) > 1 and ranked[0].score == ranked[1].score else None
        return ranked[0].position

    def _ranked(self, case: Case[SalienceMemory]) -> list[Candidate]:
        """The most recent member of each entity, scored, best first; notes the entities of the candidates."""
        memory = case.memory
        members_of: dict[int, tuple[list[int], int]] = {}
        case.entities = members_of
        speakers: dict[int, Candidate] = {}
        for candidate in case.left:
            position = candidate.position
            entity = memory.founded.of[position]
            members = memory.founded.members[entity]
            members_of[position] = members, len(members)
            if entity in speakers:
                candidate.represented_by = speakers[entity].position
                continue
            speakers[entity] = candidate
            candidate.factors = memory.salience(position, case.anaphor)
            candidate.adjust = self.adjusted(case, position)
            candidate.sources = memory.sources(position, case.anaphor)
        ABOVE_THRESHOLD.judge(case)
        compared = [
            (-_total(candidate), _proximity(case, candidate.position), candidate)
            for candidate in speakers.values()
            if not candidate.rejected_by
        ]
        compared.sort(key=itemgetter(0, 1))
        ranked = [candidate for _, _, candidate in compared]
        for rank, candidate in enumerate(ranked, start=1):
            candidate.rank = rank
        return ranked

    def idle_parts(self) -> frozenset[str]:
        """Not the penalty of cataphora, where nouns after a pronoun are candidates."""
        return super().idle_parts() - ({"cataphora"} if self.parameters.cataphora else frozenset())

    def values(self) -> dict[str, float]:
        """Weights in force: the published ones, those set by option, without those left out."""
        unknown = set(self.parameters.weights) - set(self.parts)
        if unknown:
            raise ValueError(
                f"option weights of {self.name}: no factor {min(unknown)!r}; {there_are(self.parts, min(unknown))}"
            )
        published = weights_of(self.factors) | dict(self.adjustments)
        values = published | dict(self.parameters.weights)
        return {factor: 0.0 if factor in self.parameters.without else value for factor, value in values.items()}


def weights_of(factors: Mapping[str, Salient]) -> dict[str, float]:
    """The weights of a published table, by factor."""
    return {name: factor.weight for name, factor in factors.items()}


def _total(candidate: Candidate) -> float:
    """What a candidate is compared by: its lasting weight, then what is added for this decision."""
    return sum((candidate.factors or {}).values()) + sum((candidate.adjust or {}).values())


def _proximity(case: Case[SalienceMemory], position: int) -> tuple[int, int, int]:
    """How near on the surface, in either direction; of equals the shorter, then the one before."""
    mention = case.mention(position)
    return abs(case.pronoun.start - mention.start), mention.end - mention.start, -position


def _reach(values: Mapping[str, float], parameters: SalienceOptions) -> int | None:
    """Sentences back after which the weight of an entity that satisfied every factor is below the threshold."""
    if not 0 < parameters.decay < 1 or parameters.threshold <= 0 or parameters.instances == "accumulate":
        return parameters.window
    heaviest = sum(value for value in values.values() if value > 0)
    if heaviest <= parameters.threshold:
        return parameters.window
    reach = math.ceil(math.log(parameters.threshold / heaviest) / math.log(parameters.decay))
    return reach if parameters.window is None else min(reach, parameters.window)
