"""``python -m benchmarks.halves [SEED]``: rounds and conditions of the conjunctions of ``best``, on training documents.

Its ranker of third persons learns from every second training document by name and answers the others, all other links
being the key's; then the two halves change places. Counted are the pronouns that have an antecedent among mentions as
the workbench finds them; taking none has the bias of the model that is shipped. SEED begins what is random in learning.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from anaphora_workbench.resolvers.best import Best
from anaphora_workbench.resolvers.best_rankers import SECOND_OPINION, THIRD_PERSONS
from anaphora_workbench.resolvers.learned.biases import links_around, route_of_biased
from anaphora_workbench.resolvers.learned.boosting import Boosting
from anaphora_workbench.resolvers.learned.contradictions import contradicted
from anaphora_workbench.resolvers.learned.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.learned.rankers import Links, choices, learn_rankers
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument, folds
from anaphora_workbench.resolvers.ranking_pronouns import learn_pronouns
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from benchmarks.lessons import lessons
from benchmarks.model_pages import models
from benchmarks.models import training_files
from benchmarks.places import corpora_folder

_NAME = THIRD_PERSONS.name
_ROUNDS = 2
_VARIANTS: dict[str, RankerTable] = {
    "no conjunctions": replace(THIRD_PERSONS, conditions=(), conditions_alone=()),
    "300 rounds, five conditions": replace(THIRD_PERSONS, boosting=Boosting()),
    "500 rounds, six conditions": THIRD_PERSONS,
}
_COLUMNS = (
    Column("variant", "conjunctions"),
    Column("right", "right", "count"),
    Column("pronouns", "pronouns", "count"),
    Column("share", "right, %", "percent"),
)


class _ThirdPersons:
    """``best`` with one ranker only."""

    tables = (THIRD_PERSONS,)
    biased: ClassVar[Mapping[str, float]] = {_NAME: Best.biased[_NAME]}
    lesson_of = staticmethod(Best.lesson_of)
    given_links = staticmethod(Best.given_links)


def main(words: Sequence[str]) -> int:
    """Learn, judge and print; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    if len(words) > 1 or not all(word.isdecimal() for word in words):
        print("expected one whole number at most: SEED", file=sys.stderr)
        return 2
    seed = int(words[0]) if words else 0
    documents = lessons(training_files(corpora, ""), Best.trained_in)
    biases = models()["best"]["learnt"]["biases"]
    right, pronouns = Counter[str](), Counter[str]()
    for half in folds(documents, 2):
        lesson = [documents[place] for place in sorted(half)]
        others = [
            document
            for place, document in enumerate(documents)
            if place not in half and not document.has_mentions_of_key
        ]
        second = learn_pronouns(SECOND_OPINION, lesson, lambda _: None)[SECOND_OPINION.name]
        for variant, table in _VARIANTS.items():
            rankers = learn_rankers([table], lesson, [*map(_route, lesson)], _links, _ROUNDS, lambda _: None, seed)
            answers = [answer for document in others for answer in _answers(document, rankers, second, biases)]
            right[variant] += sum(answers)
            pronouns[variant] += len(answers)
    rows: list[Row] = [
        {
            "variant": variant,
            "right": right[variant],
            "pronouns": pronouns[variant],
            "share": right[variant] / pronouns[variant],
        }
        for variant in _VARIANTS
    ]
    print(as_markdown(Table(f"Third persons on halves of the training documents, seed {seed}", _COLUMNS, rows)))
    return 0


def _route(document: TrainingDocument) -> list[str]:
    return route_of_biased(document, _ThirdPersons)


def _links(document: TrainingDocument) -> Links:
    return links_around(document, _ThirdPersons)


def _answers(
    document: TrainingDocument, rankers: Mapping[str, Ranker], second: Ranker, biases: Mapping[str, float]
) -> Iterator[bool]:
    """Of each pronoun that has an antecedent, whether it is answered by one."""
    entity, seconds = document.entity, {_NAME: second}
    made = choices(
        document.table, rankers, _route(document), _links(document), biases, None, seconds, None, contradicted
    )
    for choice in made:
        own = entity[choice.position]
        if own != NO_ENTITY and (entity[: choice.position] == own).any():
            yield choice.antecedent is not None and bool(entity[choice.antecedent] == own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
