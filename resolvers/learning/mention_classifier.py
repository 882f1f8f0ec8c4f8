"""A classifier of mentions: logistic regression over the features of each mention alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.learning.feature_table import Line, Weights, line_named, line_of_weights
from anaphora_workbench.resolvers.learning.line_weights import BIAS, by_line, known_words, logistic_regression, numbered
from anaphora_workbench.resolvers.learning.pairs import Pairs


class Likelihoods:
    """The scores of the classifier for the mentions of a document.

    Attributes:
        likely: how likely each is to be what the classifier looks for.
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
class MentionClassifier:
    """A classifier of mentions.

    Attributes:
        bias: the logarithm of the odds of a mention of which no line says anything.
        weights: by line and value; positive ones speak for what is looked for.
    """

    bias: float
    weights: Weights

    @cached_property
    def lines(self) -> list[tuple[Line, NDArray[np.float64]]]:
        """Each line with the weight of each of its codes."""
        lines = [line_of_weights(name, of_line) for name, of_line in self.weights.items()]
        return [(line, line.weights(self.weights[line.name])) for line in lines]

    def of(self, table: MentionTable) -> Likelihoods:
        """What it says of the mentions of a document."""
        pairs = _alone(table, range(table.size))
        return Likelihoods(self.bias, [(line, pairs.joint(line), weights) for line, weights in self.lines], table.size)

    def as_learnt(self) -> dict[str, Any]:
        """The classifier as a model file keeps it."""
        return {BIAS: self.bias, "weights": self.weights}


def classifier_of_learnt(learnt: Mapping[str, Any]) -> MentionClassifier:
    """The classifier of a model file.

    Raises:
        ValueError: a feature or a value that there is not, or a feature that is not of the mention alone.
    """
    classifier = MentionClassifier(float(learnt[BIAS]), learnt["weights"])
    for line, _ in classifier.lines:
        line.require_of_mention()
    return classifier


def learn_classifier(
    lines: Sequence[str],
    tables: Sequence[MentionTable],
    asked: Sequence[Sequence[int] | Codes],
    positive: Sequence[Flags],
    prior: float,
    often: int,
    least: int,
) -> MentionClassifier:
    """A classifier that learns from the mentions of documents.

    Args:
        lines: what it is told of a mention, as lines of a feature table.
        asked: by document the positions of the mentions that it learns from.
        positive: by document which of these are what it is to look for.
        prior: one over the variance of the Gaussian prior.
        often: how many mentions need a word for it to have weights.
        least: how many mentions a combination of values needs for a weight.
    """
    pairs = [_alone(table, positions) for table, positions in zip(tables, asked, strict=True)]
    known = [line_named(name, {part: known_words(part, often, pairs) for part in _opened(name)}) for name in lines]
    columns, names = numbered(known, pairs, least)
    weights = logistic_regression(columns, np.concatenate(positive), 2 + len(names), prior)
    return MentionClassifier(float(f"{weights[1]:.6g}"), by_line(known, names, weights, 2))


def _alone(table: MentionTable, positions: Sequence[int] | Codes) -> Pairs:
    """Each mention paired with itself, so that lines about mentions can be asked."""
    mentions = [int(position) for position in positions]
    return Pairs(table, mentions, [[mention] for mention in mentions])


def _opened(name: str) -> list[str]:
    return [part.name for part in line_named(name).parts if part.feature.is_open]
