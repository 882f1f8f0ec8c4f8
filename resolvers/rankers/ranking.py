"""The specialised rankers of Denis & Baldridge (2008) behind a classifier of discourse status.

Five conditional log-linear models: third person pronouns, speech pronouns, proper names, definite descriptions and all
other mentions. They rank the candidates of the mentions that the classifier says take up an entity (section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import DEFINITE, FIRST, NAME, SECOND, THIRD
from anaphora_workbench.resolvers.learning.feature_table import features_in
from anaphora_workbench.resolvers.learning.instances import ranking_instances
from anaphora_workbench.resolvers.learning.mention_classifier import classifier_of_learnt
from anaphora_workbench.resolvers.learning.model_form import RankingForm
from anaphora_workbench.resolvers.learning.pairs import Window
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import NOT_ANAPHORIC
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST
from anaphora_workbench.resolvers.rankers.learning import Lesson
from anaphora_workbench.resolvers.rankers.ranker import Ranker, RankerTable
from anaphora_workbench.resolvers.rankers.rankers import as_learnt, of_learnt
from anaphora_workbench.resolvers.rankers.ranking_resolver import RankingResolver
from anaphora_workbench.resolvers.rankers.status import LINES, LINES_OF_PRONOUNS, learn_status, learn_status_of_pronouns

# Tables 2 and 3: linguistic form and context of the candidate, distance, agreement and semantic compatibility.
_ALL_FIVE = (
    "candidate.type", "candidate.tag before", "candidate.tag after", "candidate.tags around",
    "candidate.place in sentence", "candidate.embedded", "sentences", "mentions", "candidate.gender & mention.gender",
    "candidate.number & mention.number", "candidate.person & mention.person",
    "candidate.semantic class & mention.semantic class", "candidate.semantic class & mention.pronoun",
)  # fmt: skip
_STRINGS = ("same string", "left substring", "right substring", "same head")
_APPOSITION = ("renaming",)
_ACRONYM = ("names",)
# All mentions before, as far as any resolver looks back.
_ALL_BEFORE = Window(sentences=1_000_000, nearest=FARTHEST)
# One over the variance of the Gaussian prior (section 2).
_PRIOR = 1 / 1000


def _table(name: str, *further: str) -> RankerTable:
    return RankerTable(name, _ALL_BEFORE, (*_ALL_FIVE, *further), often=5, least=5, prior=_PRIOR)


THIRD_PERSON, SPEECH, NAMES, DEFINITE_DESCRIPTIONS, OTHERS = (
    _table("third person pronouns"),
    _table("speech pronouns"),
    _table("proper names", *_STRINGS, *_ACRONYM),
    _table("definite descriptions", *_STRINGS, *_APPOSITION),
    _table("other mentions", *_STRINGS, *_APPOSITION),
)
_RANKER_OF = {
    THIRD: THIRD_PERSON.name,
    FIRST: SPEECH.name,
    SECOND: SPEECH.name,
    NAME: NAMES.name,
    DEFINITE: DEFINITE_DESCRIPTIONS.name,
}
# A mention is taken to be new unless it is more likely to take up an entity.
_EVEN = 0.5
_PRIOR_OF_STATUS = 1.0


class Ranking(RankingResolver):
    """A mention that takes up an entity takes the candidate that its model ranks first; a new one takes none."""

    name = "ranking"
    description = "five specialised rankers of candidates, after a classifier of discourse-new mentions"
    source = "Denis & Baldridge 2008"
    form = RankingForm
    tables: ClassVar[tuple[RankerTable, ...]] = (THIRD_PERSON, SPEECH, NAMES, DEFINITE_DESCRIPTIONS, OTHERS)

    @classmethod
    def route(cls, table: MentionTable) -> Sequence[str]:
        return [_RANKER_OF.get(kind, OTHERS.name) for kind in table.kind.tolist()]

    def take(self, learnt: Mapping[str, Any]) -> None:
        self.rankers = of_learnt(self.tables, learnt["rankers"])
        self.status = classifier_of_learnt(learnt["status"])

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table = MentionTable(discourse)
        statuses = self.status.of(table)
        old = (statuses.likely > _EVEN).tolist()
        asked = [name if takes_up else "" for name, takes_up in zip(self.route(table), old, strict=True)]

        def new_in_the_discourse(position: int) -> Case[Any]:
            fired = sorted(statuses.fired(position).items(), key=lambda item: (item[1], item[0]))
            weights = ", ".join(f"{name} {weight:+.2f}" for name, weight in fired)
            note = f"new in the discourse with probability {1 - statuses.likely[position]:.2f}: {weights}"
            return self.trace(discourse, position, rule=NOT_ANAPHORIC, note=note)

        yield from self.cases(table, asked, new_in_the_discourse)

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        advance("discourse status")
        status = learn_status(documents, _PRIOR_OF_STATUS)
        pronouns = learn_status_of_pronouns(documents, _PRIOR_OF_STATUS)
        routes = [cls.route(document.table) for document in documents]
        rankers: dict[str, Ranker] = {}
        for table in cls.tables:
            advance(table.name)
            pairs = [
                ranking_instances(document, [name == table.name for name in route])
                for document, route in zip(documents, routes, strict=True)
            ]
            rankers[table.name] = Lesson(table, documents, pairs).learn()
        features = features_in([*LINES, *LINES_OF_PRONOUNS, *(line for table in cls.tables for line in table.pairs)])
        classifiers = {"status": status.as_learnt(), "pronouns": pronouns.as_learnt()}
        return {"rankers": as_learnt(rankers), **classifiers}, features, {}
