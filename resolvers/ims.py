"""The mention-pair resolver of Björkelund & Nugues (2011): logistic regression over words and dependency paths.

It is the first of two models of the IMS system (Björkelund & Farkas 2012).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.linear import LinearResolver, Numbers, logistic_regression
from anaphora_workbench.resolvers.learned.pair_resolver import BEST_FIRST, CLOSEST_FIRST, Order
from anaphora_workbench.resolvers.learned.pair_table import PairTable

# Table 3 without SEMROLEPROPJHD, as there are no semantic roles: I is the candidate, J the mention to be resolved.
TABLE_3 = PairTable(
    {
        "I-HDFORM+J-HDFORM": "candidate.form of head & mention.form of head",
        "STRINGMATCH": "same string",
        "DISTANCE": "sentences",
        "J-HDGOVPOS": "mention.tag of governor",
        "I-HDRMCFUN": "candidate.relation of rightmost child",
        "ALIAS": "alias",
        "I-HDFORM": "candidate.form of head",
        "I-GENDER+J-GENDER": "candidate.gender & mention.gender",
        "NUMBERAGREEMENT": "both singular or both plural",
        "I-HDPOS": "candidate.tag of head",
        "J-PRONOUN": "mention.is pronoun",
        "I-HDLMCFORM+J-HDLMCFORM": "candidate.form of leftmost child & mention.form of leftmost child",
        "I-HDLSFORM": "candidate.form of left sibling",
        "SSBERGSMALINPATH": "path of lemmas",
        "I-HDGOVFUN": "candidate.relation of governor",
        "J-HDFUN": "mention.relation of head",
        "I-HDLMCPOS": "candidate.tag of leftmost child",
        "DSPATHFORM": "path of forms through both roots",
        "J-HDGOVFUN": "mention.relation of governor",
        "J-DEMONSTRATIVE": "mention.demonstrative",
        "GENDERAGREEMENT": "same gender",
        "I-PRONOUN": "candidate.is pronoun",
        "I-HDFUN": "candidate.relation of head",
    }
)
# One over the variance of the weights: LIBLINEAR's C = 1.
_PRIOR = 1.0


class Ims(LinearResolver):
    """A pronoun takes the closest coreferent mention, any other mention the likeliest."""

    name = "ims"
    description = "logistic regression over words, tags and dependency paths of a pair; closest or likeliest mention"
    source = "Björkelund & Nugues 2011"
    table = TABLE_3

    def order(self, table: MentionTable, mention: int) -> Order:
        return CLOSEST_FIRST if table.is_pronoun[mention] else BEST_FIRST

    @classmethod
    def fit(cls, columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, seed: int) -> Numbers:
        return logistic_regression(columns, right, size, _PRIOR)
