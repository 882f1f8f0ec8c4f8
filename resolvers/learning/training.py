"""Documents to learn from: a text as resolvers get it, with the entity of each mention by the key."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.baselines.oracle import KeyEntities
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes

NO_ENTITY = -1


@dataclass
class TrainingDocument:
    """A document to learn from.

    Attributes:
        given: with the mentions of the setting and no key, as a resolver gets it.
        key: the same text with the gold layer.
        narrow: the key annotates some kinds of noun phrases only, so that what it leaves out says nothing.
        corpus: name of the corpus that it is from.
    """

    given: Document
    key: Document
    narrow: bool = False
    corpus: str = ""

    @cached_property
    def discourse(self) -> Discourse:
        return Discourse(self.given)

    @cached_property
    def table(self) -> MentionTable:
        return MentionTable(self.discourse)

    @cached_property
    def _entities(self) -> KeyEntities:
        return KeyEntities(self.discourse, self.key)

    @cached_property
    def entity(self) -> Codes:
        """Per mention the number of its entity, NO_ENTITY where the key has no such mention.

        A mention is that of the key with the same words, else the one with the same head that no other mention is.
        """
        entities = self._entities
        labels = np.full(self.table.size, NO_ENTITY, dtype=np.intp)
        taken = {self.discourse.mentions[position].head for position in entities.exact}
        for position, entity in entities.near.items():
            if position in entities.exact or self.discourse.mentions[position].head not in taken:
                labels[position] = entity
        return labels


def in_order(documents: Iterable[TrainingDocument]) -> list[TrainingDocument]:
    """Documents by name, so that a model does not depend on the order in which they were given."""
    return sorted(documents, key=lambda document: (document.given.id, document.corpus, document.given.annotation))


def folds(documents: Sequence[TrainingDocument], number: int) -> list[frozenset[int]]:
    """Places of the documents, dealt out by name into parts; what has one name is in one part.

    Args:
        number: of parts; with fewer names the last ones are empty.
    """
    names = sorted({document.given.id for document in documents})
    part_of = {name: place % number for place, name in enumerate(names)}
    parts = [part_of[document.given.id] for document in documents]
    return [frozenset(place for place, part in enumerate(parts) if part == fold) for fold in range(number)]
