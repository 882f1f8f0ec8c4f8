"""A resolver of full coreference that is a system of rankers: its tables, its routes, nothing else."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, PLEONASTIC, Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learning.learned_resolver import HEAVIEST, LARGEST_SUM, LearnedResolver
from anaphora_workbench.resolvers.learning.model_form import RankersForm
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import NOT_ANAPHORIC
from anaphora_workbench.resolvers.rankers.ranker import RankerTable
from anaphora_workbench.resolvers.rankers.rankers import (
    Choice,
    as_learnt,
    choices,
    features_of,
    learn_rankers,
    of_learnt,
)


class RankingResolver(LearnedResolver):
    """Each mention takes the candidate with the largest sum of weights, or none if that sum is larger.

    Attributes:
        tables: the feature tables of its rankers.
        rule: what the choice is called in traces.
        rounds: how often its rankers learn; after the first time from their own links.
    """

    tables: ClassVar[tuple[RankerTable, ...]]
    rule: ClassVar[str] = LARGEST_SUM
    words = HEAVIEST
    rounds: ClassVar[int] = 2
    form: ClassVar[Any] = RankersForm

    @classmethod
    @abstractmethod
    def route(cls, table: MentionTable) -> Sequence[str]:
        """Name of the ranker that each mention goes to, "" for none."""

    def take(self, learnt: Mapping[str, Any]) -> None:
        self.rankers = of_learnt(self.tables, learnt["rankers"])

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table = MentionTable(discourse)
        yield from self.cases(table, self.route(table))

    def cases(
        self, table: MentionTable, asked: Sequence[str], left_out: Callable[[int], Case[Any]] | None = None
    ) -> Iterator[Case[Any]]:
        """The traces of a document's mentions.

        Args:
            asked: name of the ranker that each mention goes to, "" for none.
            left_out: the trace of a mention that goes to none; None: only pronouns have one, out of scope or
                pleonastic.
        """
        discourse = table.discourse
        pronouns, grammar = self.pronouns_of(discourse), self.grammar_of(discourse)
        not_ours: set[int] = set() if self.answers_pronouns else pronouns
        bound = self.bound(discourse, grammar, pronouns - not_ours)
        route = ["" if position in not_ours or position in bound else name for position, name in enumerate(asked)]
        given = {position: case.antecedent for position, case in bound.items() if case.antecedent is not None}
        made = {
            choice.position: choice
            for choice in choices(table, self.rankers, route, given, grammar=grammar, pronouns=pronouns)
        }
        for position in range(table.size):
            if position in bound:
                yield bound[position]
            elif position in made:
                yield self._case(discourse, made[position])
            elif left_out is not None and position not in not_ours:
                yield left_out(position)
            elif position in pronouns:
                pleonastic = discourse.mentions[position].pleonastic
                yield self.trace(discourse, position, rule=PLEONASTIC if pleonastic else OUT_OF_SCOPE)

    def _case(self, discourse: Discourse, choice: Choice) -> Case[Any]:
        """The trace of a choice: candidates from the largest sum to the least, the features that fired in each."""
        first = choice.weighed.reading.rows(choice.position).start
        ranked = (-choice.scores).argsort(kind="stable").tolist()
        ranks = {place: rank for rank, place in enumerate(ranked, start=1)}
        candidates = [
            Candidate(position).rejected(*choice.barred[position])
            if position in choice.barred
            else Candidate(position, factors=choice.fired(first + place), rank=ranks[place])
            for place, position in enumerate(choice.candidates)
        ]
        note = ""
        none, against = None, None
        if choice.none is not None and len(choice.barred) < len(ranked):
            surest = choice.surest
            note = f"taking none has {choice.none:.2f}"
            none = choice.weighed.fired_alone(choice.position)
            against = choice.candidates[surest], choice.fired(first + surest)
        return self.trace(
            discourse,
            choice.position,
            candidates=candidates,
            antecedent=choice.antecedent,
            rule=self.rule if choice.antecedent is not None else NOT_ANAPHORIC,
            note=note,
            none=none,
            against_none=against,
        )

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        routes = [cls.lesson_of(document) for document in documents]
        rankers = learn_rankers(cls.tables, documents, routes, lambda document: {}, cls.rounds, advance)
        return {"rankers": as_learnt(rankers)}, features_of(cls.tables), {}

    @classmethod
    def lesson_of(cls, document: TrainingDocument) -> Sequence[str]:
        """Name of the ranker that learns from each mention of a document, "" where the key says nothing of it."""
        route = cls.route(document.table)
        if not document.narrow:
            return route
        return [name if entity != NO_ENTITY else "" for name, entity in zip(route, document.entity, strict=True)]
