"""RECONCILE as Màrquez, Recasens & Sapena (2012, section 3.3) used it: averaged perceptron and single link.

A reconstruction: its sixty features, chosen by hand among those of Soon et al. (2001), Ng & Cardie (2002) and Bengtson
& Roth (2008), are printed nowhere; the 62 below are ours out of the three papers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions
from anaphora_workbench.resolvers.learning.pairs import Pairs, Window, candidates_of
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.pair_models.linear import LinearResolver, Numbers, averaged_perceptron
from anaphora_workbench.resolvers.pair_models.ng_cardie import FURTHER, SELECTED
from anaphora_workbench.resolvers.pair_models.pair_resolver import ALL_LINKED, Likelihoods, Order, PairTable, links_of
from anaphora_workbench.resolvers.pair_models.soon import TWELVE
from anaphora_workbench.resolvers.words import Words

# The features of Soon et al. and of Ng & Cardie that ask no other resolver, and those of Bengtson & Roth, Table 1.
_OF_OTHERS = ("PRO_RESOLVE", "RULE_RESOLVE", "CLOSEST_COMP", "MODIFIER")
_SAME_AS = ("DIST", "I_PRONOUN", "J_PRONOUN", "DEF_NP", "DEM_NP", "SEMCLASS", "GENDER", "PROPER_NAME")
OF_THREE_PAPERS = PairTable(
    {name: line for name, line in TWELVE.features.items() if name not in _SAME_AS}
    | {name: line for name, line in (SELECTED | FURTHER).items() if name not in _OF_OTHERS}
    | {
        "MENTION_TYPES": "candidate.type & mention.type",
        "HEAD_MATCH": "same head",
        "EXTENT_MATCH": "same form",
        "MODIFIERS_MATCH": "modifiers",
        "HEAD_IN_EXTENT": "head among words",
        "NAME_MATCH": "names",
        "ENTITY_TYPES": "entity type agreement",
        "DISTANCE_IN_MENTIONS": "mentions",
        "DISTANCE_IN_WORDS": "words",
        "STRING_AND_TYPE": "same string & mention.type",
        "DISTANCE_AND_TYPE": "sentences & mention.type",
        "NUMBER_AND_TYPE": "number agreement & mention.type",
        "GENDER_AND_TYPE": "same gender & mention.type",
        "PRONOUN_FORM_1": "candidate.pronoun",
        "PRONOUN_FORM_2": "mention.pronoun",
        "VOICE": "voice",
    }
)
# Pairs further apart are looked at only if words, head or pronoun are the same, else time is quadratic.
_WINDOW = Window(100, 60, 40)
_ROUNDS = 5


@dataclass(frozen=True, kw_only=True)
class ReconcileOptions(LearnedOptions):
    """Options of ``reconcile``."""

    threshold: float = option(0.5, "likelihood that a pair has to exceed to be linked", least=0.0, greatest=1.0)


class Reconcile(LinearResolver):
    """All pairs that the classifier says corefer are linked; entities are what the links hold together."""

    name = "reconcile"
    description = "an averaged perceptron over 62 features of a pair; all coreferent pairs are linked"
    source = "Stoyanov et al. 2010, reconstructed"
    Options = ReconcileOptions
    table = OF_THREE_PAPERS
    words = Words(published=OF_THREE_PAPERS.features)

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self.threshold = self.parameters.threshold
        self._links: list[Link] = []

    def candidates(self, table: MentionTable, mention: int) -> Codes:
        return np.array(candidates_of(table, _WINDOW, [mention])[0], dtype=np.intp)

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        self._links = []
        return super().answer(discourse, key, tables)

    def order(self, table: MentionTable, mention: int) -> Order:
        return ALL_LINKED

    def found(self, pairs: Pairs, likely: Likelihoods) -> None:
        self._links += links_of(pairs, likely, self.threshold)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        """The links of the document answered last, beside those to the closest mention."""
        return self._links

    @classmethod
    def fit(cls, columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, seed: int) -> Numbers:
        return averaged_perceptron(columns, right, size, _ROUNDS, seed)
