"""A resolver of full coreference that is a system of rankers: its tables, its routes, nothing else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.case import OUT_OF_SCOPE, PLEONASTIC, Candidate, Case
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learned.biases import tuned_biases
from anaphora_workbench.resolvers.learned.contradictions import Contradiction, linked_already
from anaphora_workbench.resolvers.learned.form import RankersForm
from anaphora_workbench.resolvers.learned.learned_resolver import HEAVIEST, LARGEST_SUM, LearnedResolver
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.rankers import (
    Choice,
    Links,
    Objections,
    as_learnt,
    choices,
    features_of,
    learn_rankers,
    of_learnt,
    pairs_by_ranker,
)
from anaphora_workbench.resolvers.learned.second_reading import left_alone, taken_too_early
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.stages.anaphoricity import NOT_ANAPHORIC

NEW = "no candidate"
NO_LINKS: Links = {}


class RankingResolver(LearnedResolver):
    """Each mention takes the candidate with the largest sum of weights, or none if that sum is larger.

    Attributes:
        tables: the feature tables of its rankers.
        rule: what the choice is called in traces.
        rounds: how often its rankers learn; after the first time from their own links.
        biased: the rankers for which it is tuned what is added to the score of taking no candidate, each with the
            weight of recall in the F that is to be highest.
        seconds: by ranker a second one that has a say in which candidate is the best.
    """

    tables: ClassVar[tuple[RankerTable, ...]]
    rule: ClassVar[str] = LARGEST_SUM
    words = HEAVIEST
    rounds: ClassVar[int] = 2
    form: ClassVar[Any] = RankersForm
    biased: ClassVar[Mapping[str, float]] = {}
    seconds: Mapping[str, Ranker] = MappingProxyType({})

    @classmethod
    @abstractmethod
    def route(cls, table: MentionTable) -> Sequence[str]:
        """Name of the ranker that each mention goes to, "" for none."""

    def asked(self, table: MentionTable) -> Sequence[str]:
        """The same as the resolver's options have it."""
        return self.route(table)

    def take(self, learnt: Mapping[str, Any]) -> None:
        self.rankers = of_learnt(self.tables, learnt["rankers"])
        if learnt["biases"].keys() != self.biased.keys():
            given, wanted = (", ".join(biases) or "none" for biases in (learnt["biases"], self.biased))
            raise ValueError(f"biases of {given}; expected those of {wanted}")
        self.biases = {str(name): float(bias) for name, bias in learnt["biases"].items()}

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table = MentionTable(discourse)
        yield from self.cases(table, self.asked(table))

    def cases(
        self,
        table: MentionTable,
        asked: Sequence[str],
        left_out: Callable[[int], Case[Any]] | None = None,
        given: Links = NO_LINKS,
        reluctance: Mapping[int, float] | None = None,
    ) -> Iterator[Case[Any]]:
        """The traces of a document's mentions.

        Args:
            asked: name of the ranker that each mention goes to, "" for none.
            left_out: the trace of a mention that goes to none; None: only pronouns have one, out of scope or
                pleonastic.
            given: links that rules make, whatever the rankers would say.
            reluctance: by mention what is added to the score of taking no candidate, besides the biases.
        """
        discourse = table.discourse
        pronouns = set(discourse.pronouns())
        not_ours = given.keys() if self.answers_pronouns else given.keys() | pronouns
        route = ["" if position in not_ours else name for position, name in enumerate(asked)]
        made = self.read(table, route, given, reluctance)
        for position in range(table.size):
            if position in given:
                rule = self.rule_of_given(table, position)
                yield self.trace(discourse, position, antecedent=given[position], rule=rule)
            elif position in made:
                yield self._case(discourse, made[position])
            elif left_out is not None and position not in not_ours:
                yield left_out(position)
            elif position in pronouns:
                pleonastic = discourse.mentions[position].pleonastic
                yield self.trace(discourse, position, rule=PLEONASTIC if pleonastic else OUT_OF_SCOPE)

    def read(
        self,
        table: MentionTable,
        route: Sequence[str],
        given: Links,
        reluctance: Mapping[int, float] | None = None,
    ) -> dict[int, Choice]:
        """What the rankers make of a document, by position; see ``cases``."""
        pairs = pairs_by_ranker(table, self.tables, route)

        def read(objections: Objections) -> dict[int, Choice]:
            made = choices(table, self.rankers, route, given, self.biases, reluctance, self.seconds, pairs, objections)
            return {choice.position: choice for choice in made}

        made = read(self.objections)
        alone = taken_too_early(table, made, given)
        if alone:
            made = read(
                lambda state, position, candidates: {
                    **self.objections(state, position, candidates),
                    **left_alone(state, position, candidates, alone.get(position, ())),
                }
            )
        self.reconsider(table, made, given)
        return made

    def objections(self, state: EntityState, position: int, candidates: Sequence[int]) -> Mapping[int, Contradiction]:
        """By their places, the candidates of a mention that it cannot take up, whatever the weights say; here none."""
        return {}

    def rule_of_given(self, table: MentionTable, position: int) -> str:
        """What a link of a mention that a rule makes is called in traces; here nobody gives any."""
        return ""

    def reconsider(self, table: MentionTable, made: Mapping[int, Choice], given: Links) -> None:
        """Change choices once the whole document is read; here none."""

    def _case(self, discourse: Discourse, choice: Choice) -> Case[Any]:
        """The trace of a choice: candidates from the largest sum to the least, the features that fired in each."""
        first = choice.weighed.reading.rows(choice.position).start
        ranked = [place for place in (-choice.preferred).argsort(kind="stable").tolist() if choice.left[place]]
        ranks = {place: rank for rank, place in enumerate(ranked, start=1)}
        candidates = [
            Candidate(position, factors=choice.fired(first + place), rank=ranks[place])
            if place in ranks
            else choice.barred[place].rejects(Candidate(position))
            if place in choice.barred
            else linked_already(Candidate(position))
            for place, position in enumerate(choice.candidates)
        ]
        if choice.antecedent is not None and choice.antecedent not in choice.candidates:
            candidates.append(Candidate(choice.antecedent))
        note = choice.note
        none, against = None, None
        if choice.none is not None and ranked:
            # Of two rankers the one that may take none decides that, whatever the mean is.
            surest = choice.surest
            told = f"taking none has {choice.none:.2f}"
            if choice.second is not None:
                best = discourse.mentions[choice.candidates[surest]]
                named = f"{discourse.document.mention_text(best)} ({best.id})"
                told += f", its best candidate, {named}, {choice.scores[surest]:.2f}"
                told = f"by the ranker that may take none, whose sums are not those of the table, {told}"
            note = "; ".join(filter(None, (note, told)))
            none, against = choice.fired_none(), (choice.candidates[surest], choice.weighed.fired(first + surest))
        return self.trace(
            discourse,
            choice.position,
            candidates=candidates,
            antecedent=choice.antecedent,
            rule=choice.rule or (self.rule if choice.antecedent is not None else NOT_ANAPHORIC),
            note=note,
            none=none,
            against_none=against,
        )

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        biases, tuned = tuned_biases(cls, documents, advance, seed)
        routes = [cls.lesson_of(document) for document in documents]
        rankers = learn_rankers(cls.tables, documents, routes, cls.given_links, cls.rounds, advance, seed)
        return {"rankers": as_learnt(rankers), "biases": biases}, features_of(cls.tables), tuned

    @classmethod
    def lesson_of(cls, document: TrainingDocument) -> Sequence[str]:
        """Name of the ranker that learns from each mention of a document, "" where the key says nothing of it."""
        route = cls.route(document.table)
        if not document.narrow:
            return route
        return [name if entity != NO_ENTITY else "" for name, entity in zip(route, document.entity, strict=True)]

    @classmethod
    def given_links(cls, document: TrainingDocument) -> Links:
        """Links of the mentions that no ranker learns from."""
        return {}
