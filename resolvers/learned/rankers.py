"""A system of rankers: each mention goes to one of them, and all read a text together from left to right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learned.conjunctions import of_learnt as conjunctions_of_learnt
from anaphora_workbench.resolvers.learned.contradictions import Contradiction
from anaphora_workbench.resolvers.learned.feature_table import features_in
from anaphora_workbench.resolvers.learned.learning import Lesson, NothingToLearnError, nothing_for
from anaphora_workbench.resolvers.learned.pairs import Pairs, candidates_of
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.reading import Fired, MeanOfFired, Reading, Weighed
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument

Links = Mapping[int, int]
# By their places, the candidates of a mention that it cannot take up, whatever the weights say.
Objections = Callable[[EntityState, int, Sequence[int]], Mapping[int, Contradiction]]
_CONJUNCTIONS = "conjunctions"


def pairs_by_ranker(table: MentionTable, tables: Iterable[RankerTable], route: Sequence[str]) -> dict[str, Pairs]:
    """The pairs of a document for each ranker."""
    pairs = {}
    for ranker in tables:
        mentions = _mentions_of(ranker, route)
        pairs[ranker.name] = Pairs(table, mentions, candidates_of(table, ranker.window, mentions))
    return pairs


def kept_pairs(document: TrainingDocument, tables: Iterable[RankerTable], route: Sequence[str]) -> dict[str, Pairs]:
    """The same of a document to learn from, which is read often: made once for the same mentions and window."""
    pairs = {}
    for ranker in tables:
        asked = ranker.window, tuple(_mentions_of(ranker, route))
        if asked not in document.kept_pairs:
            document.kept_pairs[asked] = pairs_by_ranker(document.table, (ranker,), route)[ranker.name]
        pairs[ranker.name] = document.kept_pairs[asked]
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
    """What a ranker made of one mention.

    Attributes:
        scores: of its candidates, in the order of its pairs. none: of taking no candidate, None if it has to.
        bias: what is added to that.
        preferred: by what the best is chosen: the scores, or their mean with those of a second ranker.
        barred: by their places the candidates that it cannot take up.
        left: whether it can take up each candidate: while rankers learn all, then all but what is barred, and what is
            the mention's entity already.
        antecedent: position of the best, None for none; of another one where something else than scores has decided.
        rule: what that was, "" for scores. note: what is to be said of it.
    """

    __slots__ = (
        "antecedent",
        "barred",
        "bias",
        "left",
        "none",
        "note",
        "position",
        "preferred",
        "rule",
        "scores",
        "second",
        "weighed",
    )

    def __init__(
        self,
        weighed: Weighed,
        position: int,
        state: EntityState,
        bias: float = 0.0,
        second: Weighed | None = None,
        objections: Objections | None = None,
    ) -> None:
        self.weighed, self.second, self.position = weighed, second, position
        self.scores = self.preferred = weighed.scores(position, state)
        if second is not None:
            voices = weighed.voices
            self.preferred = (voices * self.scores + second.scores(position, state)) / (voices + 1)
        self.bias = bias
        self.none = weighed.score_of_none(position) + bias if weighed.reading.alone else None
        self.antecedent: int | None = None
        self.rule = self.note = ""
        self.barred = objections(state, position, self.candidates) if objections else {}
        self.left = (state.of[self.candidates] != state.of[position]) | (objections is None)
        self.left[list(self.barred)] = False
        if self.left.any() and (self.none is None or self.scores[self.surest] > self.none):
            self.antecedent = self.candidates[int(np.where(self.left, self.preferred, -np.inf).argmax())]

    def fired(self, row: int) -> Fired:
        """The weights by which a candidate is preferred, by feature: of two rankers their means.

        Args:
            row: of the candidate's pair.
        """
        fired = self.weighed.fired(row)
        return fired if self.second is None else MeanOfFired(fired, self.second.fired(row), self.weighed.voices)

    def fired_none(self) -> Fired:
        """What the score of taking no candidate is the sum of."""
        return self.weighed.fired_alone(self.position, self.bias)

    @property
    def surest(self) -> int:
        """Place of the candidate left that has the largest score, which is what taking none is compared with."""
        return int(np.where(self.left, self.scores, -np.inf).argmax())

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
    biases: Mapping[str, float] | None = None,
    reluctance: Mapping[int, float] | None = None,
    seconds: Mapping[str, Ranker] | None = None,
    pairs: Mapping[str, Pairs] | None = None,
    objections: Objections | None = None,
) -> Iterator[Choice]:
    """What the rankers make of a document's mentions, one after another, each seeing the links before.

    Args:
        given: links of mentions that no ranker answers.
        biases: by ranker what is added to the score of taking no candidate.
        reluctance: by mention what is added to it besides.
        seconds: by ranker a second one, of the same candidates, which has a say in which is the best.
        pairs: by ranker those of the document, where they have been made.
        objections: tells of the candidates that a mention cannot take up; None: it can take up all.
    """
    pairs_of = pairs or pairs_by_ranker(table, [ranker.table for ranker in rankers.values()], route)
    weighed = {name: rankers[name].weigh(pairs) for name, pairs in pairs_of.items()}
    again = {name: second.weigh(pairs_of[name]) for name, second in (seconds or {}).items()}
    state = EntityState(table)
    for position, name in enumerate(route):
        antecedent = given.get(position)
        if name:
            bias = (biases or {}).get(name, 0.0) + (reluctance or {}).get(position, 0.0)
            choice = Choice(weighed[name], position, state, bias, again.get(name), objections)
            antecedent = choice.antecedent
            yield choice
        if antecedent is not None:
            state.link(position, antecedent)


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
    seed: int = 0,
) -> dict[str, Ranker]:
    """Rankers that learn from documents, first with the key's entities before each mention, then with their own.

    Args:
        routes: by document the name of the ranker that each mention goes to, "" for none.
        given: links of mentions that no ranker answers.
        rounds: how often they learn; conjunctions are learnt once, at the end.
        seed: start of what is random in that.

    Raises:
        NothingToLearnError: no ranker has a mention to learn from.
    """
    pairs = [kept_pairs(document, tables, of_document) for document, of_document in zip(documents, routes, strict=True)]
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
    with_conjunctions = {
        name: lesson for name, lesson in lessons.items() if lesson.table.conditions and not lesson.is_empty
    }
    if with_conjunctions:
        for place, (document, of_document) in enumerate(zip(documents, routes, strict=True)):
            links = dict(given(document))
            links |= links_of(choices(document.table, rankers, of_document, links, pairs=pairs[place]))
            readings = {name: lesson.asked_readings[place] for name, lesson in with_conjunctions.items()}
            walk(document.table, readings, of_document, links)
    for name, lesson in with_conjunctions.items():
        advance(f"conjunctions: {name}")
        rankers[name] = lesson.learn_conjunctions(rankers[name], seed)
    return rankers


def as_learnt(rankers: Mapping[str, Ranker]) -> dict[str, Any]:
    """Rankers as a model file keeps them."""
    return {name: _as_learnt(ranker) for name, ranker in rankers.items()}


def _as_learnt(ranker: Ranker) -> dict[str, Any]:
    learnt: dict[str, Any] = {"pairs": ranker.pairs, "alone": ranker.alone}
    return learnt if ranker.conjunctions is None else {**learnt, _CONJUNCTIONS: ranker.conjunctions.as_learnt()}


def of_learnt(tables: Iterable[RankerTable], learnt: Mapping[str, Any]) -> dict[str, Ranker]:
    """The rankers of a model file.

    Raises:
        ValueError: a feature, a value or a ranker that there is not.
    """
    tables = list(tables)
    unknown = sorted(learnt.keys() - {table.name for table in tables})
    if unknown:
        raise ValueError(f"unknown ranker {unknown[0]!r}; expected {', '.join(table.name for table in tables)}")
    rankers = {table.name: _of_learnt(table, learnt[table.name]) for table in tables}
    for ranker in rankers.values():
        ranker.take_weights()
    return rankers


def _of_learnt(table: RankerTable, learnt: Mapping[str, Any]) -> Ranker:
    conjunctions = conjunctions_of_learnt(learnt[_CONJUNCTIONS]) if _CONJUNCTIONS in learnt else None
    return Ranker(table, learnt["pairs"], learnt["alone"], conjunctions)


def features_of(tables: Iterable[RankerTable]) -> list[str]:
    """Names of the features in tables."""
    return features_in(
        line for table in tables for line in (*table.pairs, *table.alone, *table.conditions, *table.conditions_alone)
    )
