"""A resolver that classifies pairs of mentions one by one and makes entities of the answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.case import OUT_OF_SCOPE, Candidate, Case
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.ng_cardie import outermost
from anaphora_workbench.resolvers.learned.instances import earlier_mentions
from anaphora_workbench.resolvers.learned.learned_resolver import LearnedResolver
from anaphora_workbench.resolvers.learned.pair_table import PairTable
from anaphora_workbench.resolvers.learned.pairs import Pairs
from anaphora_workbench.resolvers.resolver import Link

Likelihoods = NDArray[np.float64]
Order = Literal["closest first", "best first"]
CLOSEST_FIRST: Order = "closest first"
BEST_FIRST: Order = "best first"
NONE_LIKELY = "no pair coreferent"
# Traces of mentions that are no third person pronouns keep so many candidates that do not corefer.
_SHOWN = 10
# So many candidates of a mention, those taken first and then the likeliest, have marks.
_MARKED = 5


@dataclass(frozen=True)
class Classified:
    """What a classifier says of pairs.

    Attributes:
        likely: how likely each pair is to corefer.
        factors: by the number of a pair what its likelihood is the sum of, by name.
        marks: by the number of a pair what else it comes from; None for nothing.
    """

    likely: Likelihoods
    factors: Callable[[int], Mapping[str, float]]
    marks: Callable[[int], dict[str, Any]] | None = None


class PairResolver(LearnedResolver):
    """Each mention joins an earlier one with which the classifier says that it corefers.

    Attributes:
        table: the features of a pair.
        threshold: the likelihood that a pair has to exceed.
    """

    table: ClassVar[PairTable]
    threshold: float = 0.5

    def candidates(self, table: MentionTable, mentions: Sequence[int]) -> list[list[int]]:
        """The mentions that each is compared with, nearest first."""
        root = outermost(table)
        return [earlier_mentions(table, mention, root).tolist() for mention in mentions]

    @abstractmethod
    def classify(self, pairs: Pairs) -> Classified:
        """How likely each pair is to corefer, and what that comes from."""

    def order(self, table: MentionTable, mention: int) -> Order:
        """Which of several coreferent candidates a mention takes."""
        return CLOSEST_FIRST

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table, pronouns = MentionTable(discourse), set(discourse.pronouns())
        mentions = [place for place in range(table.size) if self.answers_pronouns or place not in pronouns]
        pairs = Pairs(table, mentions, self.candidates(table, mentions))
        classified = self.classify(pairs)
        groups = dict(pairs.groups())
        self.found(pairs, classified.likely)
        for mention in range(table.size):
            if mention in groups:
                order = self.order(table, mention)
                yield self._case(discourse, mention, pairs, groups[mention], classified, mention in pronouns, order)
            elif mention in pronouns:
                yield self.trace(discourse, mention, rule=OUT_OF_SCOPE)

    def found(self, pairs: Pairs, likely: Likelihoods) -> None:
        """Take note of all pairs of a document and their likelihoods."""

    def _case(
        self, discourse: Discourse, mention: int, pairs: Pairs, rows: slice, classified: Classified, every: bool,
        order: Order,
    ) -> Case[Any]:  # fmt: skip
        """The trace of a mention: the antecedent, and coreferent candidates ranked as they would be taken.

        Args:
            rows: the mention's pairs.
            every: list all candidates.
        """
        earlier, likely = pairs.earlier[rows].tolist(), classified.likely[rows]
        by_likelihood = (-likely).argsort(kind="stable").tolist()
        taken_first = by_likelihood if order == BEST_FIRST else range(len(earlier))
        coreferent = [place for place in taken_first if likely[place] > self.threshold]
        others = [place for place in by_likelihood if likely[place] <= self.threshold]
        listed = coreferent + (others if every else others[:_SHOWN])
        rank_of = {place: rank for rank, place in enumerate(coreferent, start=1)}
        marked = set(listed[:_MARKED]) if classified.marks is not None else set()
        candidates = [
            Candidate(
                earlier[place],
                factors=classified.factors(rows.start + place),
                rank=rank_of.get(place),
                marks=classified.marks(rows.start + place) if classified.marks and place in marked else None,
            )
            for place in sorted(listed)
        ]
        left_out = len(earlier) - len(listed)
        return self.trace(
            discourse,
            mention,
            candidates=candidates,
            antecedent=earlier[coreferent[0]] if coreferent else None,
            rule=order if coreferent else NONE_LIKELY,
            note=f"{left_out} less likely mentions before it are not listed" if left_out else "",
        )


def links_of(pairs: Pairs, likely: Likelihoods, threshold: float) -> list[Link]:
    """All pairs that corefer, (later, earlier) by position."""
    rows = np.flatnonzero(likely > threshold)
    return list(zip(pairs.later[rows].tolist(), pairs.earlier[rows].tolist(), strict=True))
