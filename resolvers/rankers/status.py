"""Discourse status: whether a mention takes up an entity or begins one, by logistic regression over it alone.

Source: Denis & Baldridge (2008, sections 2 and 4), whose classifier asks for the form of the mention, its place in the
text and how it compares with the mentions before it. What comes before says little of a pronoun, nearly all of which
take up an entity, so that a second classifier learns from them alone what stands around them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.mention_classifier import MentionClassifier, learn_classifier
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument

# (i) form, (ii) place, (iii) comparison with what stands before.
LINES = (
    "mention.type", "mention.expression", "mention.length & mention.type", "mention.person",
    "mention.number & mention.type", "mention.place in text & mention.type", "mention.place in sentence & mention.type",
    "mention.embedded & mention.type", "mention.renames & mention.type",
    "mention.mentions with its head before & mention.type", "mention.mentions with its words before & mention.type",
    "mention.pleonastic",
)  # fmt: skip
# Of pronouns: form, place and the words around.
LINES_OF_PRONOUNS = (
    "mention.pronoun", "mention.function & mention.pronoun", "mention.governor & mention.pronoun",
    "mention.word before & mention.pronoun", "mention.word after & mention.pronoun",
    "mention.place in sentence & mention.pronoun", "mention.place in text & mention.pronoun",
    "mention.main clause & mention.pronoun", "mention.quoted & mention.pronoun",
)  # fmt: skip
_OFTEN, _LEAST = 20, 5


def learn_status(documents: Sequence[TrainingDocument], prior: float) -> MentionClassifier:
    """A classifier of which of the mentions that the keys annotate take up an entity.

    Args:
        prior: one over the variance of the Gaussian prior.
    """
    return _learn(LINES, documents, [_annotated(document) for document in documents], prior)


def learn_status_of_pronouns(documents: Sequence[TrainingDocument], prior: float) -> MentionClassifier:
    """The same of third person pronouns alone, those that patterns take for pleonastic left out."""
    return _learn(LINES_OF_PRONOUNS, documents, [_pronouns(document) for document in documents], prior)


def _learn(
    lines: Sequence[str], documents: Sequence[TrainingDocument], asked: Sequence[Codes], prior: float
) -> MentionClassifier:
    old = [_takes_up(document.entity)[positions] for document, positions in zip(documents, asked, strict=True)]
    return learn_classifier(lines, [document.table for document in documents], asked, old, prior, _OFTEN, _LEAST)


def _pronouns(document: TrainingDocument) -> Codes:
    mentions, annotated = document.discourse.mentions, set(_annotated(document).tolist())
    listed = (position for position in document.discourse.pronouns() if not mentions[position].pleonastic)
    return np.array([position for position in listed if position in annotated], dtype=np.intp)


def _annotated(document: TrainingDocument) -> Codes:
    everything = np.arange(document.table.size, dtype=np.intp)
    return everything[document.entity != NO_ENTITY] if document.narrow else everything


def _takes_up(entity: Codes) -> NDArray[np.bool_]:
    """Whether each mention has one of its entity before it."""
    firsts = np.unique(entity, return_index=True)[1]
    old = entity != NO_ENTITY
    old[firsts] = False
    return old
