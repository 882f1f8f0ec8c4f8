"""A system of rankers: each mention goes to one of them, and all read a text together from left to right."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learning.feature_table import features_in
from anaphora_workbench.resolvers.learning.pairs import Pairs, candidates_of
from anaphora_workbench.resolvers.learning.reading import Fired, Reading, Weighed
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.pronouns.grammar import Barred, Grammar
from anaphora_workbench.resolvers.rankers.learning import Lesson, NothingToLearnError, nothing_for
from anaphora_workbench.resolvers.rankers.ranker import Ranker, RankerTable

Links = Mapping[int, int]


def pairs_by_ranker(table: MentionTable, tables: Iterable[RankerTable], route: Sequence[str]) -> dict[str, Pairs]:
    """The pairs of a document for each ranker."""
    pairs = {}
    for ranker in tables:
        mentions = _mentions_of(ranker, route)
        pairs[ranker.name] = Pairs(table, mentions, candidates_of(table, ranker.window, mentions))
    return pairs


def _mentions_of(ranker: RankerTable, route: Sequence[str]) -> list[int]:
    return [position for position, name in enumerate(route) if name == ranker.name]


def walk(table: MentionTable, readings: Mapping[str, Reading], route: Sequence[str], links: Links) -> None:
    """Fill in what the entities that links make say of each mention's candidates, from left to right."""
    state = EntityState(table)
    for position, name in enumerate(route):
        if name in readings:
            readings[name].look(position, state)
        if position in links:
            state.link(position, links[position])


def links_of_key(document: TrainingDocument) -> dict[int, int]:
    """For each mention the one of its entity before it."""
    latest: dict[int, int] = {}
    links = {}
    for position, entity in enumerate(document.entity.tolist()):
        if entity != NO_ENTITY:
            if entity in latest:
                links[position] = latest[entity]
            latest[entity] = position
    return links


class Choice:
    """The decision of a ranker on one mention.

    Attributes:
        scores: of its candidates, in the order of its pairs. none: of taking no candidate, None if it has to.
        antecedent: position of the best, None for none.
        barred: by position the candidates that grammar keeps it from.
    """

    __slots__ = ("antecedent", "barred", "none", "position", "scores", "weighed")

    def __init__(self, weighed: Weighed, position: int, state: EntityState, grammar: Grammar | None = None) -> None:
        self.weighed, self.position = weighed, position
        self.scores = weighed.scores(position, state)
        self.barred: Barred = {} if grammar is None else grammar.barred(position, self.candidates)
        if self.barred:
            self.scores = self.scores.copy()
            self.scores[[place in self.barred for place in self.candidates]] = -np.inf
        self.none = weighed.score_of_none(position) if weighed.reading.alone else None
        self.antecedent: int | None = None
        least = -np.inf if self.none is None else self.none
        if len(self.scores) and self.scores[self.surest] > least:
            self.antecedent = self.candidates[self.surest]

    def fired(self, row: int) -> Fired:
        """The weights by which a candidate is preferred, by feature.

        Args:
            row: of the candidate's pair.
        """
        return self.weighed.fired(row)

    @property
    def surest(self) -> int:
        """Place of the candidate with the largest score."""
        return int(self.scores.argmax())

    @property
    def candidates(self) -> list[int]:
        """Positions of the candidates."""
        pairs = self.weighed.reading.pairs
        return pairs.earlier[self.weighed.reading.rows(self.position)].tolist()


def choices(
    table: MentionTable,
    rankers: Mapping[str, Ranker],
    route: Sequence[str],
    given: Links,
    pairs: Mapping[str, Pairs] | None = None,
    grammar: Grammar | None = None,
    pronouns: Collection[int] = (),
) -> Iterator[Choice]:
    """What the rankers make of a document's mentions, one after another, each seeing the links before.

    Args:
        given: links of mentions that no ranker answers.
        pairs: by ranker those of the document, where they have been made.
        grammar: what keeps the pronouns from candidates; None while they learn.
    """
    pairs_of = pairs or pairs_by_ranker(table, [ranker.table for ranker in rankers.values()], route)
    weighed = {name: rankers[name].weigh(pairs) for name, pairs in pairs_of.items()}
    state = EntityState(table)
    for position, name in enumerate(route):
        antecedent = given.get(position)
        if name:
            choice = Choice(weighed[name], position, state, grammar if position in pronouns else None)
            antecedent = choice.antecedent
            yield choice
        if antecedent is not None:
            state.link(position, antecedent)
            if grammar is not None:
                grammar.take(position, antecedent)


def links_of(made: Iterable[Choice]) -> dict[int, int]:
    """The links that choices make."""
    return {choice.position: choice.antecedent for choice in made if choice.antecedent is not None}


def learn_rankers(
    tables: Sequence[RankerTable],
    documents: Sequence[TrainingDocument],
    routes: Sequence[Sequence[str]],
    given: Callable[[TrainingDocument], Links],
    rounds: int,
    advance: Callable[[str], None],
) -> dict[str, Ranker]:
    """Rankers that learn from documents, first with the key's entities before each mention, then with their own.

    Args:
        routes: by document the name of the ranker that each mention goes to, "" for none.
        given: links of mentions that no ranker answers.
        rounds: how often they learn.

    Raises:
        NothingToLearnError: no ranker has a mention to learn from.
    """
    pairs = [
        pairs_by_ranker(document.table, tables, of_document)
        for document, of_document in zip(documents, routes, strict=True)
    ]
    lessons = {}
    for table in tables:
        advance(f"pairs: {table.name}")
        lessons[table.name] = Lesson(table, documents, [of_document[table.name] for of_document in pairs])
    if all(lesson.is_empty for lesson in lessons.values()):
        raise NothingToLearnError(nothing_for(lessons))
    rankers: dict[str, Ranker] = {}
    for number in range(rounds):
        for place, (document, of_document) in enumerate(zip(documents, routes, strict=True)):
            links: dict[int, int] = dict(given(document))
            if rankers:
                links |= links_of(choices(document.table, rankers, of_document, links, pairs=pairs[place]))
            else:
                links |= {
                    position: earlier for position, earlier in links_of_key(document).items() if of_document[position]
                }
            walk(document.table, {name: lesson.readings[place] for name, lesson in lessons.items()}, of_document, links)
        for name, lesson in lessons.items():
            advance(f"round {number + 1}: {name}")
            rankers[name] = lesson.learn(rankers.get(name))
    return rankers


def as_learnt(rankers: Mapping[str, Ranker]) -> dict[str, Any]:
    """Rankers as a model file keeps them."""
    return {name: {"pairs": ranker.pairs, "alone": ranker.alone} for name, ranker in rankers.items()}


def of_learnt(tables: Iterable[RankerTable], learnt: Mapping[str, Any]) -> dict[str, Ranker]:
    """The rankers of a model file.

    Raises:
        ValueError: a feature, a value or a ranker that there is not.
    """
    tables = list(tables)
    unknown = sorted(learnt.keys() - {table.name for table in tables})
    if unknown:
        raise ValueError(f"unknown ranker {unknown[0]!r}; expected {', '.join(table.name for table in tables)}")
    rankers = {table.name: Ranker(table, learnt[table.name]["pairs"], learnt[table.name]["alone"]) for table in tables}
    for ranker in rankers.values():
        ranker.take_weights()
    return rankers


def features_of(tables: Iterable[RankerTable]) -> list[str]:
    """Names of the features in tables."""
    return features_in(line for table in tables for line in (*table.pairs, *table.alone))
