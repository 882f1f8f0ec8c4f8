"""A mention-pair resolver whose classifier is a decision tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.instances import PairInstances, instances_of
from anaphora_workbench.resolvers.learning.model_form import TreeForm
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.pair_models.decision_tree import (
    INSTANCES,
    POSITIVE,
    DecisionTree,
    Instances,
    Node,
    distinct,
    grow,
    prune,
)
from anaphora_workbench.resolvers.pair_models.pair_resolver import Classified, PairResolver, PairTable

# How traces name the likelihood of a leaf, and the conditions on the way to it.
LIKELIHOOD, RULE = "likelihood", "rule"


class TreeResolver(PairResolver):
    """The classifier is a decision tree; a pair's likelihood is that of the leaf it comes to.

    Attributes:
        confidence, least: of pruning, and instances of a leaf (Quinlan 1993).
        confident: whether its instances take the most confident antecedent (Ng & Cardie 2002).
    """

    confidence: ClassVar[float] = 0.25
    least: ClassVar[int] = 2
    confident: ClassVar[bool] = False
    form: ClassVar[Any] = TreeForm

    def take(self, learnt: Mapping[str, Any]) -> None:
        self.tree = DecisionTree(learnt["tree"], self.table.attributes)
        asked = self.tree.asks
        self._asked = [(number, line) for number, (name, line) in enumerate(self.table.lines.items()) if name in asked]

    def classify(self, pairs: Pairs) -> Classified:
        # Features that the tree does not ask for are not worked out.
        nothing = np.zeros(len(pairs), dtype=np.intp)
        columns: list[Codes] = [nothing] * len(self.table.lines)
        for number, line in self._asked:
            columns[number] = pairs.joint(line)
        likely = self.tree.likelihood(columns)

        def path(row: int) -> dict[str, Any]:
            conditions, leaf = self.tree.path([int(column[row]) for column in columns])
            return {RULE: f"{', '.join(conditions)}: {leaf[POSITIVE]} of {leaf[INSTANCES]} corefer"}

        return Classified(likely, lambda row: {LIKELIHOOD: float(likely[row])}, path)

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        table = cls.table_of(parameters)
        advance("instances")
        examples = [instances_of(document, cls.confident) for document in documents]
        confidence, least, tuned = cls.tune(table, examples, advance)
        advance("tree")
        instances = counted(table, examples)
        tree = prune(grow(instances, table.attributes, least), confidence)
        figures = {
            "instances": int(instances.count.sum()),
            "positive instances": int(instances.positive.sum()),
            **tuned,
        }
        return {"tree": tree}, table.feature_names, figures

    @classmethod
    def table_of(cls, parameters: Any) -> PairTable:
        """The features that options choose."""
        return cls.table

    @classmethod
    def tune(
        cls, table: PairTable, examples: Sequence[PairInstances], advance: Callable[[str], None]
    ) -> tuple[float, int, Mapping[str, Any]]:
        """Pruning confidence and smallest leaf, with figures on how they were found."""
        return cls.confidence, cls.least, {"pruning confidence": cls.confidence, "smallest leaf": cls.least}


def counted(table: PairTable, examples: Sequence[PairInstances]) -> Instances:
    """The examples of documents, those with the same values as one."""
    columns = [table.columns(example.pairs) for example in examples]
    return distinct(
        [np.concatenate(of_feature) for of_feature in zip(*columns, strict=True)],
        np.concatenate([example.right for example in examples]),
    )


def errors(root: Node, table: PairTable, instances: Instances) -> int:
    """Instances that a tree classifies wrongly."""
    yes = DecisionTree(root, table.attributes).likelihood(instances.columns) > 0.5
    return int(np.where(yes, instances.count - instances.positive, instances.positive).sum())
