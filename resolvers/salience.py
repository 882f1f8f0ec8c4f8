"""The salience engine that Lappin & Leass (1994) and Kennedy & Boguraev (1996) share.

Entities carry weights for what their members satisfy; weights are cut by a fixed factor for each further
sentence; a pronoun joins the weightiest entity that agreement and syntax leave. The two algorithms differ
in their tables of weights, their local adjustments and their binding of reflexives, and define those alone.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.candidates import CandidateLists, own_copies
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.entities import Entities
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.reflexives import bind
from anaphora_workbench.resolvers.resolver import Link, Resolver
from anaphora_workbench.resolvers.trace import Candidate, Trace


@dataclass(frozen=True, kw_only=True)
class SalienceOptions(PronounOptions):
    """Options of both salience algorithms."""

    decay: float = option(0.5, "what every weight is multiplied by for each further sentence", least=0)
    instances: str = option(
        "refresh",
        "an entity with members in several sentences counts each factor once, from the latest sentence that "
        "satisfies it, or accumulates one instance for each sentence",
        ("refresh", "accumulate"),
    )
    threshold: float = option(
        1.0, "entities whose weight has faded below it are no candidates (the papers give no value)", least=0
    )
    entity_agreement: bool = option(True, "a candidate must agree as the entity it belongs to so far")
    cataphora: bool = option(False, "nouns after the pronoun in its sentence are candidates, at a penalty")
    weights: Mapping[str, float] = option({}, "other values for weights, as FACTOR=NUMBER,…")
    prelink: str = option(
        "none", "link names and nouns by this nominal resolver first", ("none", "exact-match", "head-match")
    )


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
        # Per entity: (factor, segment or -1) → the latest sentence that satisfies it, and the weight then.
        self._memory: list[dict[tuple[str, int], tuple[int, float]]] = []
        self._slots_of: dict[int, dict[str, tuple[str, int]]] = {}

    def add(self, entity: int, factors: Iterable[str], sentence: int, segment: int) -> None:
        """Let a member of an entity satisfy factors; each counts once in a sentence."""
        while len(self._memory) <= entity:
            self._memory.append({})
        memory, slots = self._memory[entity], self._slots(segment)
        for factor in factors:
            slot, kept = slots[factor], 0.0
            if slot in memory:
                latest, weight = memory[slot]
                if sentence <= latest:
                    continue
                if self.accumulate:
                    kept = weight * self.decay ** (sentence - latest)
            memory[slot] = sentence, kept + self.values[factor]

    def of(self, entity: int, sentence: int, segment: int) -> dict[str, float]:
        """What each factor contributes to an entity's salience, seen from a sentence."""
        memory = self._memory[entity]
        shown = {}
        for factor, slot in self._slots(segment).items():
            if slot in memory:
                latest, weight = memory[slot]
                faded = weight if latest >= sentence else weight * self.decay ** (sentence - latest)
                if faded:
                    shown[factor] = faded
        return shown

    def _slots(self, segment: int) -> dict[str, tuple[str, int]]:
        """Where the factors that count in a segment are remembered, in their order."""
        slots = self._slots_of.get(segment)
        if slots is None:
            slots = {factor: (factor, segment if factor == self.by_segment else -1) for factor in self.values}
            self._slots_of[segment] = slots
        return slots

    def latest(self, entity: int, factor: str) -> int:
        """The latest sentence in which an entity satisfied a factor, -1 if it never did."""
        return self._memory[entity].get((factor, -1), (-1, 0.0))[0]


class SalienceResolver(Resolver):
    """The common procedure, sentence by sentence.

    First every noun phrase of the sentence that is no pronoun in scope founds an entity; then reflexives
    and reciprocals are bound; then the other pronouns are resolved from left to right.
    """

    Options = SalienceOptions
    weights: ClassVar[Mapping[str, float]]
    by_segment = ""
    local_adjustments: tuple[str, ...] = ()

    @abstractmethod
    def factors_of(self, discourse: Discourse, position: int) -> list[str]:
        """The salience factors that a mention satisfies."""

    @abstractmethod
    def adjustments(self, run: Run, anaphor: int, candidate: int) -> dict[str, float]:
        """What is added to a candidate's salience for this pronoun only."""

    def bind(self, run: Run, anaphor: int, candidates: list[Candidate]) -> tuple[int | None, str]:
        """The antecedent of a reflexive or reciprocal."""
        return bind(run.discourse, anaphor, candidates)

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        run = Run(self, discourse)
        for sentence in range(len(discourse.sentence_start) - 1):
            yield from run.sentence(sentence)
        tables["entities"] = sum(len(members) > 1 for members in run.entities.members)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        if self.settings.prelink == "none":
            return []
        from anaphora_workbench.resolvers.nominal import linked_nouns

        return linked_nouns(discourse, self.settings.prelink)

    def idle_parts(self) -> frozenset[str]:
        """The penalty of cataphora too, where nouns after a pronoun are no candidates."""
        return super().idle_parts() | (frozenset() if self.settings.cataphora else {"cataphora"})

    def values(self) -> dict[str, float]:
        """Weights in force: the published ones, those set by option, without those left out."""
        unknown = set(self.settings.weights) - set(self.parts)
        if unknown:
            raise ValueError(
                f"option weights of {self.name}: no factor {sorted(unknown)[0]!r}; there are: {', '.join(self.parts)}"
            )
        values = {**self.weights, **self.settings.weights}
        return {factor: 0.0 if factor in self.settings.without else value for factor, value in values.items()}


class Run:
    """The state of one resolution: entities, their weights, the pairs of functions linked so far."""

    def __init__(self, resolver: SalienceResolver, discourse: Discourse) -> None:
        settings: SalienceOptions = resolver.settings
        self.resolver = resolver
        self.discourse = discourse
        self.settings = settings
        self.values = resolver.values()
        lasting = {name: value for name, value in self.values.items() if name not in resolver.local_adjustments}
        self.weights = Weights(lasting, settings.decay, settings.instances == "accumulate", resolver.by_segment)
        self.entities = Entities(discourse)
        self.lists = CandidateLists(discourse, settings)
        self.pairs: set[tuple[str, str]] = set()
        self._window = _reach(lasting, settings)
        self._nominal = dict(resolver.nominal_links(discourse, None))
        self._bound: dict[int, list[int]] = {}

    def sentence(self, number: int) -> Iterator[Trace]:
        """Read one sentence and answer its pronouns."""
        discourse = self.discourse
        positions = range(discourse.sentence_start[number], discourse.sentence_start[number + 1])
        lexical, others = [], []
        for position in positions:
            if not discourse.in_scope(position, self.settings.reciprocals):
                self.place(position, self._nominal.get(position))
            elif discourse.mentions[position].pleonastic:
                yield self.resolver.trace(discourse, position, rule="pleonastic")
            elif discourse.mentions[position].pronoun_type in LEXICAL_ANAPHORS:
                lexical.append(position)
            else:
                others.append(position)
        for position in lexical:
            yield self._bind(position)
        for position in others:
            yield self._resolve(position)

    def place(self, position: int, antecedent: int | None) -> None:
        """Let a mention join its antecedent's entity or found its own; what is bound to it goes along."""
        waiting = [(position, antecedent)]
        while waiting:
            position, antecedent = waiting.pop()
            entity = self.entities.of.get(antecedent) if antecedent is not None else None
            if antecedent is not None and entity is None:
                # Its antecedent is a pronoun of this sentence that is still to be resolved.
                self._bound.setdefault(antecedent, []).append(position)
                continue
            if entity is None:
                entity = self.entities.found(position)
            else:
                self.entities.join(position, entity)
            discourse = self.discourse
            self.weights.add(
                entity,
                self.resolver.factors_of(discourse, position),
                discourse.sentence[position],
                discourse.segment[position],
            )
            if position in self._bound:
                waiting += [(bound, position) for bound in self._bound.pop(position)]

    def salience(self, position: int, anaphor: int) -> dict[str, float]:
        """Factors of the entity of a mention, seen from a pronoun; of the mention alone if it has no entity yet."""
        discourse = self.discourse
        entity = self.entities.of.get(position)
        if entity is None:
            factors = self.resolver.factors_of(discourse, position)
            return {name: self.weights.values[name] for name in factors if self.weights.values[name]}
        return self.weights.of(entity, discourse.sentence[anaphor], discourse.segment[anaphor])

    def _bind(self, anaphor: int) -> Trace:
        candidates = self.lists.filtered(anaphor, self.lists.before(anaphor, 0), syntax=False)
        antecedent, step = self.resolver.bind(self, anaphor, candidates)
        self.place(anaphor, antecedent)
        rule = step if antecedent is None else f"binding: {step}"
        return self.resolver.trace(self.discourse, anaphor, candidates=candidates, antecedent=antecedent, rule=rule)

    def _resolve(self, anaphor: int) -> Trace:
        positions = self.lists.before(anaphor, self._window)
        if self.settings.cataphora:
            positions += self.lists.after(anaphor)
        together = self.entities if self.settings.entity_agreement else None
        candidates = own_copies(self.lists.filtered(anaphor, positions, together))
        known: dict[int, tuple[list[int], int]] = {}
        ranked = self._ranked(anaphor, candidates, known)
        if not ranked:
            faded = any(candidate.rejected_by == "threshold" for candidate in candidates)
            rule, antecedent, tie_break = "below-threshold" if faded else "no-candidate", None, None
        else:
            antecedent, rule = ranked[0].position, "max-salience"
            tie_break = "nearest" if len(ranked) > 1 and ranked[0].score == ranked[1].score else None
            mentions = self.discourse.mentions
            self.pairs.add((mentions[antecedent].function, mentions[anaphor].function))
        self.place(anaphor, antecedent)
        return self.resolver.trace(
            self.discourse,
            anaphor,
            candidates=candidates,
            antecedent=antecedent,
            rule=rule,
            tie_break=tie_break,
            entities=known,
        )

    def _ranked(
        self, anaphor: int, candidates: list[Candidate], known: dict[int, tuple[list[int], int]]
    ) -> list[Candidate]:
        """The most recent member of each entity, scored, best first; notes the entities of the candidates."""
        speakers: dict[int, Candidate] = {}
        compared = []
        for candidate in candidates:
            if candidate.rejected_by:
                continue
            position = candidate.position
            entity = self.entities.of[position]
            members = self.entities.members[entity]
            known[position] = members, len(members)
            if entity in speakers:
                candidate.represented_by = speakers[entity].position
                continue
            speakers[entity] = candidate
            candidate.factors = self.salience(position, anaphor)
            candidate.adjust = self.resolver.adjustments(self, anaphor, position)
            lasting = sum(candidate.factors.values())
            if lasting < self.settings.threshold:
                candidate.rejected_by = "threshold"
            else:
                score = lasting + sum(candidate.adjust.values())
                compared.append((-score, self._proximity(anaphor, position), candidate))
        compared.sort(key=itemgetter(0, 1))
        ranked = [candidate for _, _, candidate in compared]
        for rank, candidate in enumerate(ranked, start=1):
            candidate.rank = rank
        return ranked

    def _proximity(self, anaphor: int, position: int) -> tuple[int, int, int]:
        """How near on the surface, in either direction; of equals the shorter, then the one before."""
        one, other = self.discourse.mentions[anaphor], self.discourse.mentions[position]
        return abs(one.start - other.start), other.end - other.start, -position


def _reach(values: Mapping[str, float], settings: SalienceOptions) -> int | None:
    """Sentences back after which the weight of an entity that satisfied every factor is below the threshold."""
    if not 0 < settings.decay < 1 or settings.threshold <= 0 or settings.instances == "accumulate":
        return settings.window
    heaviest = sum(value for value in values.values() if value > 0)
    if heaviest <= settings.threshold:
        return settings.window
    reach = math.ceil(math.log(settings.threshold / heaviest) / math.log(settings.decay))
    return reach if settings.window is None else min(reach, settings.window)
