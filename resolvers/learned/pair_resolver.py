"""A resolver that classifies pairs of mentions one by one and makes entities of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
# Of each candidate of a row of pairs what its likelihood comes from, by name.
Explain = Callable[[int], Mapping[str, float]]
Order = Literal["closest first", "best first"]
CLOSEST_FIRST: Order = "closest first"
BEST_FIRST: Order = "best first"
NONE_LIKELY = "no pair coreferent"
# Traces of mentions that are no third person pronouns keep so many candidates beside the antecedent.
_SHOWN = 10


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

    def classify(self, pairs: Pairs) -> tuple[Likelihoods, Explain]:
        """How likely each pair is to corefer, and what that comes from."""
        raise NotImplementedError

    def order(self, table: MentionTable, mention: int) -> Order:
        """Which of several coreferent candidates a mention takes."""
        return CLOSEST_FIRST

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table, pronouns = MentionTable(discourse), set(discourse.pronouns())
        mentions = [place for place in range(table.size) if self.answers_pronouns or place not in pronouns]
        pairs = Pairs(table, mentions, self.candidates(table, mentions))
        likely, explain = self.classify(pairs)
        groups = dict(pairs.groups())
        self.found(pairs, likely)
        for mention in range(table.size):
            if mention in groups:
                rows = groups[mention]
                yield self._case(
                    discourse, mention, pairs.earlier[rows], likely[rows], rows.start, explain, mention in pronouns,
                    self.order(table, mention),
                )  # fmt: skip
            elif mention in pronouns:
                yield self.trace(discourse, mention, rule=OUT_OF_SCOPE)

    def found(self, pairs: Pairs, likely: Likelihoods) -> None:
        """Take note of all pairs of a document and their likelihoods."""

    def _case(
        self, discourse: Discourse, mention: int, earlier: NDArray[np.intp], likely: Likelihoods, first: int,
        explain: Explain, all_candidates: bool, order: Order,
    ) -> Case[Any]:  # fmt: skip
        """The trace of a mention: the antecedent, and candidates ranked in the order in which they would be taken."""
        ranked = (-likely).argsort(kind="stable") if order == BEST_FIRST else np.arange(len(likely))
        coreferent = [place for place in ranked.tolist() if likely[place] > self.threshold]
        others = [place for place in (-likely).argsort(kind="stable").tolist() if likely[place] <= self.threshold]
        listed = coreferent + (others if all_candidates else others[:_SHOWN])
        rank_of = {place: rank for rank, place in enumerate(coreferent, start=1)}
        candidates = [
            Candidate(int(earlier[place]), factors=explain(first + place), rank=rank_of.get(place))
            for place in sorted(listed)
        ]
        left_out = len(earlier) - len(listed)
        return self.trace(
            discourse,
            mention,
            candidates=candidates,
            antecedent=int(earlier[coreferent[0]]) if coreferent else None,
            rule=order if coreferent else NONE_LIKELY,
            note=f"{left_out} less likely mentions before it are not listed" if left_out else "",
        )


def links_of(pairs: Pairs, likely: Likelihoods, threshold: float) -> list[Link]:
    """All pairs that corefer, (later, earlier) by position."""
    rows = np.flatnonzero(likely > threshold)
    return list(zip(pairs.later[rows].tolist(), pairs.earlier[rows].tolist(), strict=True))
