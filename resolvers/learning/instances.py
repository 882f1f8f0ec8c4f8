"""Instances of mention-pair classifiers: which pairs of a training document are examples, and which of them corefer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.features.ng_cardie import outermost
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument

# Sentences before and after the antecedent in which a ranker finds what it is to be preferred to.
_AROUND = 2
# So many mentions before one without an antecedent are negative examples of a stacked resolver.
_NEAREST = 10


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


def instances_of_all(document: TrainingDocument) -> PairInstances:
    """The examples of ``instances_of``, and negative ones of the mentions without an antecedent.

    They are the pairs with the nearest mentions, back at least to the last of the entity that an earlier resolver put
    the mention into. Of a key that annotates some kinds of noun phrases only, other mentions say nothing.
    """
    anaphoric, table = instances_of(document), document.table
    root, resolved = outermost(table), set(anaphoric.pairs.mentions)
    told = np.flatnonzero(document.entity != NO_ENTITY).tolist() if document.narrow else range(table.size)
    mentions = [mention for mention in told if mention not in resolved]
    candidates = []
    for mention in mentions:
        before = earlier_mentions(table, mention, root)
        same = np.flatnonzero(table.entities[before] == table.entities[mention])
        candidates.append(before[: max(_NEAREST, 1 + int(same[0]) if len(same) else 0)])
    pairs = Pairs(table, [*anaphoric.pairs.mentions, *mentions], [*_candidates(anaphoric.pairs), *candidates])
    return PairInstances(pairs, np.r_[anaphoric.right, np.zeros(len(pairs) - len(anaphoric.right), dtype=np.bool_)])


def _candidates(pairs: Pairs) -> list[Codes]:
    return [pairs.earlier[rows] for _, rows in pairs.groups()]


def ranking_instances(document: TrainingDocument, wanted: Sequence[bool]) -> Pairs:
    """Examples as Denis & Baldridge (2008, section 2) choose them for rankers.

    Of each mention with an antecedent the closest one (of a mention that is no pronoun, the closest that is none
    either) and all mentions in the sentences around that one, two before and two after, that do not corefer.

    Args:
        wanted: by mention whether it is one of those that the ranker is for.
    """
    table, entity = document.table, document.entity
    mentions, candidates = [], []
    for mention in np.flatnonzero(np.array(wanted, dtype=np.bool_) & (entity != NO_ENTITY)).tolist():
        same = np.flatnonzero(entity[:mention] == entity[mention])
        antecedents = same if table.is_pronoun[mention] else same[~table.is_pronoun[same]]
        if len(antecedents):
            closest = int(antecedents[-1])
            near = np.abs(table.sentence[:mention] - table.sentence[closest]) <= _AROUND
            near &= entity[:mention] != entity[mention]
            near[closest] = True
            mentions.append(mention)
            candidates.append(np.flatnonzero(near)[::-1].tolist())
    return Pairs(table, mentions, candidates)


def all_instances(document: TrainingDocument) -> PairInstances:
    """Each mention with each before it, whether or not it has an antecedent.

    Of a key that annotates some kinds of noun phrases only, the mentions that it does not have say nothing.
    """
    table, entity = document.table, document.entity
    told = np.arange(table.size) if not document.narrow else np.flatnonzero(entity != NO_ENTITY)
    pairs = Pairs(table, told.tolist(), [range(mention - 1, -1, -1) for mention in told.tolist()])
    own = entity[pairs.later]
    return PairInstances(pairs, (own == entity[pairs.earlier]) & (own != NO_ENTITY))
