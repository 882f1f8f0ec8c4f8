"""Antecedent indicators: what scores a candidate in Mitkov (1998), and the procedure that sums them up.

Each indicator is a function from a Case to its score. Source: R. Mitkov, "Robust pronoun resolution with
limited knowledge", COLING-ACL 1998, section 2.1; what is operational in them is in resolvers.md, 5.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.resolvers.candidates import CandidateLists, own_copies
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.document_tables import DocumentTables
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.reflexives import bind
from anaphora_workbench.resolvers.resolver import Resolver
from anaphora_workbench.resolvers.trace import Candidate, Trace


@dataclass(slots=True)
class Case:
    """One candidate of one pronoun.

    Attributes:
        mention: the candidate itself.
        distance: sentences back to it.
        lemma: head lemma of the candidate; of a pronoun that of the noun it was resolved to, "" if none is known.
        immediate: candidates that an immediate reference of this pronoun points to.
        frequent: head lemmas of the candidates that compete most often (MARS).
    """

    tables: DocumentTables
    anaphor: int
    candidate: int
    lemma: str
    immediate: frozenset[int] = frozenset()
    frequent: frozenset[str] = frozenset()
    discourse: Discourse = field(init=False)
    mention: Mention = field(init=False)
    distance: int = field(init=False)

    def __post_init__(self) -> None:
        self.discourse = discourse = self.tables.discourse
        self.mention = discourse.mentions[self.candidate]
        self.distance = discourse.sentence[self.anaphor] - discourse.sentence[self.candidate]


Indicator = Callable[[Case], int]
# How many lemmas count as frequent candidates (MARS).
FREQUENT_CANDIDATES = 3


def definiteness(case: Case) -> int:
    """0 for a definite noun phrase, −1 for another; off in paragraphs without any definite determiner."""
    if case.discourse.paragraph[case.anaphor] not in case.tables.definite_paragraphs:
        return 0
    return 0 if case.mention.definiteness == "definite" else -1


def givenness(case: Case) -> int:
    """1 for the first noun phrase of a previous, non-imperative sentence."""
    sentence = case.discourse.sentence[case.candidate]
    first = case.distance > 0 and case.candidate in case.tables.first_of_sentence
    return int(first and not case.tables.imperative[sentence])


def indicating_verbs(case: Case) -> int:
    """1 for the first noun phrase after an indicating verb."""
    return int(case.candidate in case.tables.indicated)


def lexical_reiteration(case: Case) -> int:
    """2 if the head is repeated twice or more in the paragraph, 1 if once."""
    if not case.lemma:
        return 0
    return min(2, case.tables.repetitions(case.candidate, case.lemma, case.anaphor))


def section_heading(case: Case) -> int:
    """1 if the head occurs in the heading of the section."""
    return int(bool(case.lemma) and case.tables.in_heading(case.candidate, case.lemma, case.anaphor))


def prepositional(case: Case) -> int:
    """−1 for the complement of a preposition."""
    return 0 if case.mention.preposition is None else -1


def collocation(case: Case) -> int:
    """2 if the candidate, or an earlier noun phrase with its head, stands on the pronoun's side of the same verb."""
    return 2 * case.tables.collocates(case.candidate, case.lemma, case.anaphor)


def immediate_reference(case: Case) -> int:
    """2 for the noun phrase after V1 in *(you) V1 NP … con (you) V2 it*."""
    return 2 * (case.candidate in case.immediate)


def referential_distance(case: Case) -> int:
    """2, 1, 0, −1 for the same sentence and one, two, three back in a complex sentence; 1 at most in a simple one."""
    if case.distance <= 0:
        return 2 if case.tables.complex_sentence(case.anaphor) else 1
    return {1: 1, 2: 0}.get(case.distance, -1)


def term_preference(case: Case) -> int:
    """1 for a term of the field."""
    return int(case.lemma in case.tables.terms)


@dataclass(frozen=True, kw_only=True)
class IndicatorOptions(PronounOptions):
    """Options of ``mitkov`` and ``mars``."""

    window: int | None = option(2, "sentences back in which candidates are looked for; none: no limit", least=0)
    pronoun_candidates: bool = option(True, "pronouns are candidates; they take lexical scores from their noun")
    stop_at_heading: bool = option(True, "look for no candidates before the section that the pronoun stands in")
    terms: tuple[str, ...] = option(
        (), "head lemmas of the terms of the field, comma-separated; empty: the ten most frequent of the document"
    )
    immediate: str = option(
        "object",
        "immediate reference wants the pronoun right after V2, as its object (the paper's text), or takes other "
        "complements too (its worked example)",
        ("object", "complement"),
    )
    weights: Mapping[str, float] = option({}, "what the scores of indicators are multiplied by, as INDICATOR=NUMBER,…")


class IndicatorResolver(Resolver):
    """The common procedure: agreement leaves candidates, indicators score them, the highest sum wins."""

    Options = IndicatorOptions
    indicators: Mapping[str, Indicator]
    ties: tuple[str, ...] = ()

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        run = IndicatorRun(self, discourse)
        tables["terms"] = list(run.tables.terms)
        if run.competing:
            tables["competing"] = dict(run.competing.most_common())
        for position in discourse.pronouns(self.settings.reciprocals):
            mention = discourse.mentions[position]
            if mention.pleonastic:
                yield self.trace(discourse, position, rule="pleonastic")
            elif mention.pronoun_type in LEXICAL_ANAPHORS:
                yield run.bind(position)
            else:
                yield run.resolve(position)

    def candidates(self, run: IndicatorRun, anaphor: int) -> list[int]:
        """Positions of the candidates before any filter, most recent first."""
        discourse, settings = run.discourse, self.settings
        found = run.lists.before(anaphor)
        sentence = discourse.sentence[anaphor]
        heading = discourse.heading_of[sentence]
        if settings.stop_at_heading and heading < sentence:
            found = [position for position in found if discourse.sentence[position] > heading]
        if not settings.pronoun_candidates:
            found = [position for position in found if not discourse.mentions[position].is_pronoun]
        return found

    def competing(self, run: IndicatorRun) -> Counter[str]:
        """How often each head lemma stands in a candidate list, for the algorithm that asks for it."""
        return Counter()


class IndicatorRun:
    """The state of one resolution: the document's tables and the noun that each pronoun leads to."""

    def __init__(self, resolver: IndicatorResolver, discourse: Discourse) -> None:
        self.resolver = resolver
        self.discourse = discourse
        self.tables = DocumentTables(discourse, resolver.settings.terms)
        self.lists = CandidateLists(discourse, resolver.settings)
        self.noun_of: dict[int, int] = {}
        self._listed: dict[int, list[Candidate]] = {}
        self._factor = _multipliers(resolver)
        self._complements = resolver.settings.immediate == "complement"
        self.competing = resolver.competing(self)
        self._frequent = frozenset(lemma for lemma, _ in self.competing.most_common(FREQUENT_CANDIDATES))

    def lemma(self, position: int) -> str:
        """Head lemma of a mention, of a pronoun that of its noun, "" if it has none yet."""
        if self.discourse.mentions[position].is_pronoun:
            noun = self.noun_of.get(position)
            return "" if noun is None else self.tables.lemmas[noun]
        return self.tables.lemmas[position]

    def listed(self, anaphor: int) -> list[Candidate]:
        """The filtered candidates of a pronoun; none of this depends on answers, so two passes may ask for it."""
        if anaphor not in self._listed:
            self._listed[anaphor] = self.lists.filtered(anaphor, self.resolver.candidates(self, anaphor))
        return self._listed[anaphor]

    def bind(self, anaphor: int) -> Trace:
        candidates = self.lists.filtered(anaphor, self.lists.before(anaphor, 0), syntax=False)
        antecedent, step = bind(self.discourse, anaphor, candidates)
        rule = step if antecedent is None else f"binding: {step}"
        return self._answered(anaphor, candidates, antecedent, rule, None)

    def resolve(self, anaphor: int) -> Trace:
        candidates = own_copies(self.listed(anaphor))
        remaining = [candidate for candidate in candidates if not candidate.rejected_by]
        immediate = frozenset(self.tables.immediate_reference(anaphor, self._complements))
        for candidate in remaining:
            place = candidate.position
            case = Case(self.tables, anaphor, place, self.lemma(place), immediate, self._frequent)
            candidate.factors = {
                name: self._factor[name] * indicator(case) for name, indicator in self.resolver.indicators.items()
            }
        # Sorting keeps the order of equals, and the list comes most recent first.
        remaining.sort(key=lambda candidate: [-value for value in self._standing(candidate)])
        for rank, candidate in enumerate(remaining, start=1):
            candidate.rank = rank
        if not remaining:
            return self._answered(anaphor, candidates, None, "no-candidate", None)
        best = remaining[0]
        tie_break = self._tie_break(best, remaining[1]) if len(remaining) > 1 else None
        return self._answered(anaphor, candidates, best.position, "highest-score", tie_break)

    def _standing(self, candidate: Candidate) -> list[float]:
        """The score, then the scores that settle ties, in their order."""
        factors = candidate.factors or {}
        return [candidate.score or 0.0, *(factors[name] for name in self.resolver.ties)]

    def _tie_break(self, best: Candidate, second: Candidate) -> str | None:
        levels = (None, *self.resolver.ties)
        pairs = zip(levels, self._standing(best), self._standing(second), strict=True)
        return next((level for level, one, other in pairs if one != other), "most recent")

    def _answered(
        self, anaphor: int, candidates: list[Candidate], antecedent: int | None, rule: str, tie_break: str | None
    ) -> Trace:
        resolved_to = None
        if antecedent is not None:
            nominal = not self.discourse.mentions[antecedent].is_pronoun
            noun = antecedent if nominal else self.noun_of.get(antecedent)
            if noun is not None:
                self.noun_of[anaphor] = noun
                resolved_to = None if nominal else noun
        return self.resolver.trace(
            self.discourse,
            anaphor,
            candidates=candidates,
            antecedent=antecedent,
            rule=rule,
            tie_break=tie_break,
            resolved_to=resolved_to,
        )


def _multipliers(resolver: IndicatorResolver) -> dict[str, float]:
    settings = resolver.settings
    unknown = set(settings.weights) - set(resolver.indicators)
    if unknown:
        known = ", ".join(resolver.indicators)
        raise ValueError(f"option weights of {resolver.name}: no indicator {min(unknown)!r}; there are: {known}")
    return {name: 0.0 if name in settings.without else settings.weights.get(name, 1.0) for name in resolver.indicators}
