"""A resolver that classifies pairs of mentions one by one and makes entities of the answers; its feature table."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Case
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.features.ng_cardie import outermost
from anaphora_workbench.resolvers.learning.candidate_list import Explained, Listed, Reasons
from anaphora_workbench.resolvers.learning.feature_table import Line, line_named
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedResolver
from anaphora_workbench.resolvers.learning.pairs import Pairs, Window, candidates_of
from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute
from anaphora_workbench.resolvers.pronouns.grammar import Barred
from anaphora_workbench.resolvers.words import Words

NOTHING = "no"


@dataclass(frozen=True)
class PairTable:
    """Features of pairs by their name in a paper.

    Attributes:
        features: by that name a line of features.
        ordered: names of the features whose values are numbers.
    """

    features: Mapping[str, str]
    ordered: frozenset[str] = frozenset()

    @cached_property
    def lines(self) -> dict[str, Line]:
        """By name the line."""
        return {name: line_named(line) for name, line in self.features.items()}

    @cached_property
    def attributes(self) -> list[Attribute]:
        """The features as a decision tree asks for them."""
        return [
            Attribute(name, tuple(line.value(code) or NOTHING for code in range(line.size)), name in self.ordered)
            for name, line in self.lines.items()
        ]

    @property
    def feature_names(self) -> list[str]:
        """Names of the features, as model files have them."""
        return sorted({part.feature.name for line in self.lines.values() for part in line.parts})

    def columns(self, pairs: Pairs) -> list[Codes]:
        """By feature the code of each pair."""
        return [pairs.joint(line) for line in self.lines.values()]


Likelihoods = NDArray[np.float64]
Order = Literal["closest first", "best first", "all linked"]
CLOSEST_FIRST: Order = "closest first"
BEST_FIRST: Order = "best first"
# All are linked, and the closest is named.
ALL_LINKED: Order = "all linked"
NONE_LIKELY = "no pair coreferent"
WORDS = Words(
    rules_on_page={
        CLOSEST_FIRST: "the closest one that is likely enough",
        BEST_FIRST: "the likeliest one",
        ALL_LINKED: "all likely enough ones are linked; the closest is shown",
    },
    no_answer_on_page={NONE_LIKELY: "no candidate is likely enough to corefer with it"},
)
# Traces of mentions that are no third person pronouns keep so many candidates that do not corefer.
_SHOWN = 10
# So many candidates of a mention, those taken first and then the likeliest, have marks.
_MARKED = 5
# The papers compare a mention with all before it, which in a novel would take time of its length squared.
WINDOW = Window(sentences=None, nearest=1000, matching=100)
# About so many pairs are looked at together.
_BLOCK = 100_000


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
    marks: Callable[[int], Mapping[str, Any]] | None = None


class PairResolver(LearnedResolver):
    """Each mention joins an earlier one with which the classifier says that it corefers.

    Attributes:
        table: the features of a pair.
        threshold: the likelihood that a pair has to exceed.
    """

    table: ClassVar[PairTable]
    words = WORDS
    threshold: float = 0.5

    @property
    def coreferent_above(self) -> float:
        """The score in traces that says as much as the threshold."""
        return self.threshold

    def candidates(self, table: MentionTable, mention: int) -> Codes:
        """The mentions that one is compared with, nearest first."""
        return candidates_before(table, mention)

    @abstractmethod
    def classify(self, pairs: Pairs) -> Classified:
        """How likely each pair is to corefer, and what that comes from."""

    def order(self, table: MentionTable, mention: int) -> Order:
        """Which of several coreferent candidates a mention takes."""
        return CLOSEST_FIRST

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        table, pronouns = MentionTable(discourse, self.paths()), self.pronouns_of(discourse)
        self.prepare(table)
        mentions = [place for place in range(table.size) if self.answers_pronouns or place not in pronouns]
        asked, cases = set(mentions), self._cases(table, mentions, pronouns)
        for mention in range(table.size):
            if mention in asked:
                yield next(cases)
            elif mention in pronouns:
                yield self.trace(discourse, mention, rule=OUT_OF_SCOPE)

    def paths(self) -> frozenset[str]:
        """The paths that the classifier asks for."""
        return frozenset()

    def prepare(self, table: MentionTable) -> None:
        """Work out what has to be known of a text before its pairs are classified."""

    def _cases(self, table: MentionTable, mentions: Iterable[int], pronouns: set[int]) -> Iterator[Case[Any]]:
        """The traces of mentions; some thousand pairs are classified at a time, for all would not fit in memory."""
        discourse, grammar = table.discourse, self.grammar_of(table.discourse)
        bound = self.bound(discourse, grammar, pronouns) if self.answers_pronouns else {}
        for pairs in blocks(table, mentions, self.candidates):
            classified = self.classify(pairs)
            classified = replace(classified, likely=classified.likely.copy())
            cases = []
            for mention, rows in pairs.groups():
                barred: Barred = {}
                if mention in pronouns:
                    earlier = pairs.earlier[rows].tolist()
                    barred = grammar.barred(mention, earlier)
                    classified.likely[rows][[mention in bound or place in barred for place in earlier]] = 0.0
                case = bound.get(mention) or self._case(pairs, mention, rows, classified, mention in pronouns, barred)
                grammar.take(mention, case.antecedent)
                cases.append(case)
            self.found(pairs, classified.likely)
            yield from cases

    def found(self, pairs: Pairs, likely: Likelihoods) -> None:
        """Take note of pairs and their likelihoods; all pairs of a document come by, a block at a time."""

    def _case(
        self, pairs: Pairs, mention: int, rows: slice, classified: Classified, every: bool, barred: Barred
    ) -> Case[Any]:
        """The trace of a mention: the antecedent, and coreferent candidates ranked as they would be taken.

        Args:
            rows: the mention's pairs.
            every: list all candidates.
            barred: by position those that grammar keeps it from.
        """
        table, earlier, likely = pairs.table, pairs.earlier[rows], classified.likely[rows]
        order = self.order(table, mention)
        by_likelihood = (-likely).argsort(kind="stable")
        taken_first = by_likelihood if order == BEST_FIRST else np.arange(len(earlier))
        coreferent = taken_first[likely[taken_first] > self.threshold]
        others = by_likelihood[likely[by_likelihood] <= self.threshold]
        listed = np.r_[coreferent, others if every else others[:_SHOWN]]
        ranks = np.zeros(len(earlier), dtype=np.intp)
        ranks[coreferent] = np.arange(1, len(coreferent) + 1)
        marked = frozenset() if classified.marks is None else frozenset(listed[:_MARKED].tolist())
        listed.sort()
        left_out = len(earlier) - len(listed)
        notes = [f"coreferent: a score above {self.coreferent_above:.2f}"] if listed.size else []
        if left_out:
            notes.append(f"{left_out} less likely mentions before it are not listed")
        return self.trace(
            table.discourse,
            mention,
            candidates=Listed(
                earlier[listed],
                listed,
                ranks[listed],
                marked,
                Explained(partial(self._reasons, table, mention)),
                {place: barred[at] for place, at in enumerate(earlier.tolist()) if at in barred},
            ),
            antecedent=int(earlier[coreferent[0]]) if len(coreferent) else None,
            rule=order if len(coreferent) else NONE_LIKELY,
            note="; ".join(notes),
        )

    def _reasons(self, table: MentionTable, mention: int) -> tuple[Reasons, Reasons]:
        """Factors and marks of a mention's candidates, classified once more."""
        classified = self.classify(Pairs(table, [mention], [self.candidates(table, mention)]))
        return classified.factors, classified.marks or (lambda place: {})


def candidates_before(table: MentionTable, mention: int) -> Codes:
    """The mentions in the window, nearest first, without those of the mention's own outermost phrase."""
    before, root = np.array(candidates_of(table, WINDOW, [mention])[0], dtype=np.intp), table.once(outermost)
    return before[root[before] != root[mention]]


def blocks(
    table: MentionTable, mentions: Iterable[int], candidates: Callable[[MentionTable, int], Codes]
) -> Iterator[Pairs]:
    """Mentions with their candidates, some thousand pairs at a time."""
    block: list[int] = []
    of_block: list[Codes] = []
    size = 0
    for mention in mentions:
        block.append(mention)
        of_block.append(candidates(table, mention))
        size += len(of_block[-1])
        if size >= _BLOCK:
            yield Pairs(table, block, of_block)
            block, of_block, size = [], [], 0
    if block:
        yield Pairs(table, block, of_block)


def links_of(pairs: Pairs, likely: Likelihoods, threshold: float) -> list[Link]:
    """All pairs that corefer, (later, earlier) by position."""
    rows = np.flatnonzero(likely > threshold)
    return list(zip(pairs.later[rows].tolist(), pairs.earlier[rows].tolist(), strict=True))
