"""How readily a ranker takes no candidate: a number added to the score of that, tuned on documents left out.

The rankers in question learn once from every second document by name, the key linking all other mentions, and answer
the others; then the two halves change places. F of all those answers is flat where it is highest, and which bias has
the highest to the last digit is chance: of those that have it to a tenth the one that answers most is taken, as whoever
reads an answer can judge it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from anaphora_workbench.resolvers.learned.learning import EmptyRankerWarning, NothingToLearnError
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.rankers import Links, choices, kept_pairs, learn_rankers, links_of_key
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument, folds

# From one that nearly always takes a candidate on.
TRIED = (-4.0, -3.0, *(number / 4 for number in range(-8, 9)))


class Tunable(Protocol):
    """What a system of rankers tells of itself."""

    tables: tuple[RankerTable, ...]
    biased: Mapping[str, float]

    def lesson_of(self, document: TrainingDocument) -> Sequence[str]: ...
    def given_links(self, document: TrainingDocument) -> Links: ...


def tuned_biases(
    system: Tunable, documents: Sequence[TrainingDocument], advance: Callable[[str], None], seed: int = 0
) -> tuple[dict[str, float], dict[str, Any]]:
    """The bias of each of a system's rankers that is to have one, and what F was with each number tried.

    Args:
        system: names those rankers, each with the weight β of recall in its F.
        seed: start of what is random in learning.
    """
    documents = [document for document in documents if not document.narrow]
    halves = folds(documents, 2)
    if not system.biased or not all(halves):
        return dict.fromkeys(system.biased, 0.0), {}
    tables = [table for table in system.tables if table.name in system.biased]
    judged: dict[str, list[Answer]] = {name: [] for name in system.biased}
    for half in halves:
        advance("biases")
        lesson = [documents[place] for place in sorted(half)]
        routes = [route_of_biased(document, system) for document in lesson]
        with warnings.catch_warnings():
            # What one half lacks the whole may have.
            warnings.simplefilter("ignore", EmptyRankerWarning)
            try:
                rankers = learn_rankers(
                    tables, lesson, routes, lambda document: links_around(document, system), 1, advance, seed
                )
            except NothingToLearnError:
                return dict.fromkeys(system.biased, 0.0), {}
        for place, document in enumerate(documents):
            if place not in half:
                for name, answer in _answers(document, rankers, system):
                    judged[name].append(answer)
    biases, figures = {}, {}
    for name, beta in system.biased.items():
        tried = {bias: round(f_of_answers(judged[name], bias, beta), 1) for bias in TRIED}
        biases[name] = readiest_of_highest(tried)
        figures[f"F{beta:g} of {name} by bias"] = {f"{bias:g}": f for bias, f in tried.items()}
    return biases, figures


# Whether the mention has an antecedent, whether the best candidate is one, and by how much it is better than none.
Answer = tuple[bool, bool, float]


def route_of_biased(document: TrainingDocument, system: Tunable) -> list[str]:
    """By mention the name of the ranker that it goes to, "" where that has no bias."""
    return [name if name in system.biased else "" for name in system.lesson_of(document)]


def links_around(document: TrainingDocument, system: Tunable) -> Links:
    """The key's links of the mentions of other rankers."""
    route = route_of_biased(document, system)
    links = {position: earlier for position, earlier in links_of_key(document).items() if not route[position]}
    return {**links, **system.given_links(document)}


def _answers(
    document: TrainingDocument, rankers: Mapping[str, Ranker], system: Tunable
) -> Iterator[tuple[str, Answer]]:
    entity, route = document.entity, route_of_biased(document, system)
    pairs = kept_pairs(document, [ranker.table for ranker in rankers.values()], route)
    for choice in choices(document.table, rankers, route, links_around(document, system), pairs=pairs):
        own = entity[choice.position]
        has_one = bool(own != NO_ENTITY and (entity[: choice.position] == own).any())
        right, margin = False, -np.inf
        if len(choice.scores) and choice.none is not None:
            best = int(choice.scores.argmax())
            right = bool(own != NO_ENTITY and entity[choice.candidates[best]] == own)
            margin = float(choice.scores[best] - choice.none)
        yield route[choice.position], (has_one, right, margin)


def readiest_of_highest(tried: Mapping[float, float]) -> float:
    """Of the biases with the highest F the one that answers most, the lowest; 0 where all have the same F.

    Args:
        tried: F by bias.
    """
    highest = max(tried.values())
    plateau = [bias for bias, f in tried.items() if f == highest]
    return 0.0 if len(plateau) == len(tried) else min(plateau)


def f_of_answers(judged: Sequence[Answer], bias: float, beta: float) -> float:
    """F of the answers in per cent, recall weighted β times as much as precision."""
    answered = [right for _, right, margin in judged if margin > bias]
    anaphors = sum(has_one for has_one, _, _ in judged)
    squared = beta * beta
    return 100 * (1 + squared) * sum(answered) / max(1, len(answered) + squared * anaphors)
