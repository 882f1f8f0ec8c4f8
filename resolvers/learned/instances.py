"""Instances of mention-pair classifiers: which pairs of a training document are examples, and which of them corefer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.features.ng_cardie import outermost
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument


@dataclass(frozen=True)
class PairInstances:
    """Examples of a document.

    Attributes:
        right: whether the mentions of each pair corefer.
    """

    pairs: Pairs
    right: Flags


def earlier_mentions(table: MentionTable, mention: int, root: Codes) -> Codes:
    """All mentions before one, nearest first, without those of its own outermost phrase (Soon et al. 2001, 2.5)."""
    before = np.arange(mention - 1, -1, -1, dtype=np.intp)
    return before[root[before] != root[mention]]


def instances_of(document: TrainingDocument, confident: bool = False) -> PairInstances:
    """Examples as Soon et al. (2001, 2.3) choose them.

    Of each mention with an antecedent there are the pair with its closest antecedent, which is positive, and those with
    the mentions between that do not corefer, which are negative.

    Args:
        confident: of a mention that is no pronoun, the antecedent is the closest that is none either (Ng & Cardie 2002,
            section 3).
    """
    table, entity = document.table, document.entity
    root, pronoun = outermost(table), table.is_pronoun
    mentions, candidates, right = [], [], []
    for mention in np.flatnonzero(entity != NO_ENTITY).tolist():
        before = earlier_mentions(table, mention, root)
        same = entity[before] == entity[mention]
        antecedents = same & ~pronoun[before] if confident and not pronoun[mention] else same
        if antecedents.any():
            closest = int(antecedents.argmax())
            kept = ~same[: closest + 1]
            kept[closest] = True
            mentions.append(mention)
            candidates.append(before[: closest + 1][kept].tolist())
            right.append(same[: closest + 1][kept])
    labels = np.concatenate(right) if right else np.zeros(0, dtype=np.bool_)
    return PairInstances(Pairs(table, mentions, candidates), labels)
