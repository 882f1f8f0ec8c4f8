"""Linear classifiers of pairs: a weight for each value of each feature, learnt by logistic regression or a perceptron.

A pair's likelihood is 1 / (1 + exp(−margin)), the margin being the sum of its weights.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.learning.feature_table import JOINED_BY, Line, Weights, line_named, line_of_weights
from anaphora_workbench.resolvers.learning.instances import PairInstances, instances_of
from anaphora_workbench.resolvers.learning.line_weights import BIAS, by_line, known_words, numbered
from anaphora_workbench.resolvers.learning.model_form import ClassifierForm
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.reading import Fired
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.pair_models.pair_resolver import Classified, PairResolver, PairTable

Numbers = NDArray[np.float64]


class LinearClassifier:
    """Sums weights.

    Args:
        table: the features of a pair.
        learnt: bias and weights.
    """

    def __init__(self, table: PairTable, learnt: Mapping[str, Any]) -> None:
        self.bias = float(learnt[BIAS])
        weights: Weights = learnt["weights"]
        unknown = sorted(weights.keys() - table.features.keys())
        if unknown:
            raise ValueError(f"unknown feature {unknown[0]!r}")
        self._lines = [
            (name, line, line.weights(weights[name]))
            for name, line in (
                (name, line_of_weights(table.features[name], of_line)) for name, of_line in weights.items()
            )
        ]

    @property
    def paths(self) -> frozenset[str]:
        """The paths that it asks for."""
        opened = (part for _, line, _ in self._lines for part in line.parts if part.feature.is_open)
        return frozenset().union(*(part.values for part in opened if part.feature.over == "pair"))

    def classify(self, pairs: Pairs) -> Classified:
        """How likely each pair is to corefer, and the weights that this comes from."""
        # Imported late: whoever lists the resolvers imports this module.
        from scipy.special import expit

        margin = np.full(len(pairs), self.bias)
        fired = []
        for name, line, weights in self._lines:
            codes = pairs.joint(line).astype(np.int32)
            margin += weights[codes]
            fired.append((Line(name, line.parts), codes, weights))
        return Classified(expit(margin), lambda row: Fired(lambda: fired, row))


class LinearResolver(PairResolver):
    """The classifier sums weights.

    Attributes:
        often: how many mentions need a word, or pairs a path, for it to have weights.
        least: how many pairs a combination of values needs for a weight.
    """

    often: ClassVar[int] = 20
    least: ClassVar[int] = 5
    form: ClassVar[Any] = ClassifierForm

    def take(self, learnt: Mapping[str, Any]) -> None:
        self.classifier = LinearClassifier(self.table, learnt)

    def paths(self) -> frozenset[str]:
        return self.classifier.paths

    @property
    def deciding(self) -> LinearClassifier:
        """The classifier that answers come from."""
        return self.classifier

    @property
    def coreferent_above(self) -> float:
        from scipy.special import logit

        return float(logit(self.threshold)) - self.deciding.bias

    def classify(self, pairs: Pairs) -> Classified:
        return self.deciding.classify(pairs)

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        advance("instances")
        examples = [instances_of(document) for document in documents]
        learnt, figures = cls.weights_of(cls.table, examples, seed, advance)
        return learnt, cls.table.feature_names, figures

    @classmethod
    def weights_of(
        cls, table: PairTable, examples: Sequence[PairInstances], seed: int, advance: Callable[[str], None]
    ) -> tuple[dict[str, Any], dict[str, int]]:
        """What a classifier of these features learns from examples, and how many of each there are."""
        pairs = [example.pairs for example in examples]
        lines = known_lines(table, cls.often, pairs)
        advance("features")
        columns, names = numbered(lines, pairs, cls.least)
        right = np.concatenate([example.right for example in examples])
        advance("weights")
        weights = cls.fit(columns, right, 2 + len(names), seed)
        figures = {"instances": len(right), "positive instances": int(right.sum()), "weights": len(names)}
        return {BIAS: float(f"{weights[1]:.6g}"), "weights": by_line(lines, names, weights, 2)}, figures

    @classmethod
    @abstractmethod
    def fit(cls, columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, seed: int) -> Numbers:
        """The weights; weight 0 is that of nothing, weight 1 the bias.

        Args:
            columns: by feature the number of each instance's weight.
        """


def known_lines(table: PairTable, often: int, pairs: Sequence[Pairs]) -> list[Line]:
    """The lines of a table, named as in the paper, with the words that occur often enough."""
    lines = []
    for name, line in table.features.items():
        parts = line.split(JOINED_BY)
        opened = [part.name for part in line_named(line).parts if part.feature.is_open]
        known = {part: known_words(part, often, pairs) for part in parts if part in opened}
        lines.append(Line(name, line_named(line, known).parts))
    return lines


def averaged_perceptron(
    columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, rounds: int, seed: int
) -> Numbers:
    """The mean of the weights after each instance (Freund & Schapire 1999, as Collins 2002 averages).

    Args:
        rounds: how often all instances are gone through, each time in another order.
    """
    rows = np.stack([*columns, np.ones(len(right), dtype=np.int32)], axis=1)
    signs = np.where(right, 1.0, -1.0).tolist()
    weights, corrections = np.zeros(size), np.zeros(size)
    random, seen = np.random.default_rng(seed), 0
    for _ in range(rounds):
        for row in random.permutation(len(right)).tolist():
            fired, sign = rows[row], signs[row]
            if sign * weights[fired].sum() <= 0:
                np.add.at(weights, fired, sign)
                np.add.at(corrections, fired, sign * seen)
                weights[0] = corrections[0] = 0.0
            seen += 1
    return weights - corrections / max(1, seen)
