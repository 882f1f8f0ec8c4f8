"""Discourse status: whether a mention takes up an entity or begins one, by logistic regression over it alone.

Source: Denis & Baldridge (2008, section 2), whose classifier asks for the form of the mention, its place in the
text and how it compares with the mentions before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learned.feature_table import Line, Weights, line_named, line_of_weights
from anaphora_workbench.resolvers.learned.learning import by_line, known_words
from anaphora_workbench.resolvers.learned.linear import BIAS, logistic_regression, numbered
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument

# (i) form, (ii) place, (iii) comparison with what stands before.
LINES = (
    "mention.type",
    "mention.expression",
    "mention.length & mention.type",
    "mention.person",
    "mention.number & mention.type",
    "mention.place in text & mention.type",
    "mention.place in sentence & mention.type",
    "mention.embedded & mention.type",
    "mention.renames & mention.type",
    "mention.mentions with its head before & mention.type",
    "mention.mentions with its words before & mention.type",
    "mention.pleonastic",
)
_OFTEN, _LEAST = 20, 5


class Statuses:
    """What the classifier says of the mentions of a document.

    Attributes:
        likely: how likely each is to take up an entity.
    """

    def __init__(self, bias: float, lines: Sequence[tuple[Line, Codes, NDArray[np.float64]]], size: int) -> None:
        # Imported late: whoever lists the resolvers imports this module.
        from scipy.special import expit

        self._lines = lines
        margin = np.full(size, bias)
        for _, codes, weights in lines:
            margin += weights[codes]
        self.likely = np.asarray(expit(margin), dtype=np.float64)

    def fired(self, position: int) -> dict[str, float]:
        """The weights of a mention by name."""
        return {
            f"{line.name} = {line.value(int(codes[position]))}": float(weights[codes[position]])
            for line, codes, weights in self._lines
            if weights[codes[position]]
        }


@dataclass(frozen=True)
class DiscourseStatus:
    """A classifier of mentions.

    Attributes:
        bias: the logarithm of the odds of a mention of which no line says anything.
        weights: by line and value; positive ones speak for taking up an entity.
    """

    bias: float
    weights: Weights

    @cached_property
    def _lines(self) -> list[tuple[Line, NDArray[np.float64]]]:
        lines = [line_of_weights(name, of_line) for name, of_line in self.weights.items()]
        return [(line, line.weights(self.weights[line.name])) for line in lines]

    def of(self, table: MentionTable) -> Statuses:
        """What it says of the mentions of a document."""
        pairs = _alone(table, range(table.size))
        return Statuses(self.bias, [(line, pairs.joint(line), weights) for line, weights in self._lines], table.size)

    def as_learnt(self) -> dict[str, Any]:
        """The classifier as a model file keeps it."""
        return {BIAS: self.bias, "weights": self.weights}


def status_of_learnt(learnt: Mapping[str, Any]) -> DiscourseStatus:
    """The classifier of a model file."""
    return DiscourseStatus(float(learnt[BIAS]), learnt["weights"])


def learn_status(documents: Sequence[TrainingDocument], prior: float) -> DiscourseStatus:
    """A classifier of the mentions that the keys annotate.

    Args:
        prior: one over the variance of the Gaussian prior.
    """
    kept = [_annotated(document) for document in documents]
    pairs = [_alone(document.table, of_document) for document, of_document in zip(documents, kept, strict=True)]
    old = np.concatenate(
        [_takes_up(document.entity)[of_document] for document, of_document in zip(documents, kept, strict=True)]
    )
    lines = [line_named(name, {part: known_words(part, _OFTEN, pairs) for part in _opened(name)}) for name in LINES]
    columns, names = numbered(lines, pairs, _LEAST)
    weights = logistic_regression(columns, old, 2 + len(names), prior)
    return DiscourseStatus(float(f"{weights[1]:.6g}"), by_line(lines, names, weights, 2))


def _alone(table: MentionTable, positions: Sequence[int] | Codes) -> Pairs:
    """Each mention paired with itself, so that lines about mentions can be asked."""
    mentions = [int(position) for position in positions]
    return Pairs(table, mentions, [[mention] for mention in mentions])


def _opened(name: str) -> list[str]:
    return [part.name for part in line_named(name).parts if part.feature.is_open]


def _annotated(document: TrainingDocument) -> Codes:
    everything = np.arange(document.table.size, dtype=np.intp)
    return everything[document.entity != NO_ENTITY] if document.narrow else everything


def _takes_up(entity: Codes) -> NDArray[np.bool_]:
    """Whether each mention has one of its entity before it."""
    firsts = np.unique(entity, return_index=True)[1]
    old = entity != NO_ENTITY
    old[firsts] = False
    return old
