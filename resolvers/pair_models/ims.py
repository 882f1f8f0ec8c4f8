"""IMS: logistic regression over words and dependency paths, and a second such model stacked on the first's entities.

The first is that of Björkelund & Nugues (2011); the second, of Björkelund & Farkas (2012), is a reconstruction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.instances import instances_of, instances_of_all
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions
from anaphora_workbench.resolvers.learning.line_weights import logistic_regression
from anaphora_workbench.resolvers.learning.model import OptionsDoNotFitError
from anaphora_workbench.resolvers.learning.model_form import ImsForm
from anaphora_workbench.resolvers.learning.training import TrainingDocument, folds
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.pair_models.linear import LinearClassifier, LinearResolver, Numbers
from anaphora_workbench.resolvers.pair_models.pair_resolver import (
    BEST_FIRST,
    CLOSEST_FIRST,
    Order,
    PairTable,
    blocks,
    candidates_before,
)
from anaphora_workbench.resolvers.words import Words

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
# What the entities of the first pass tell, besides; all of it is our own.
STACKED = PairTable(
    {
        **TABLE_3.features,
        "SAME-ENTITY": "one entity before & candidate.type & mention.type",
        "CLOSEST": "closest of one entity before & mention.type",
        "I-PLACE": "candidate.place in its entity before & mention.type",
        "J-PLACE": "mention.place in its entity before & mention.type",
        "I-SIZE": "candidate.size of its entity before & mention.type",
        "J-SIZE": "mention.size of its entity before & mention.type",
        "SAME-ENTITY+J-SIZE": "one entity before & mention.size of its entity before",
        "I-ENTITY-HAS": "candidate.its entity before has & mention.type",
        "ENTITY-DISTANCE": "sentences to its entity before & mention.type",
        "ENTITY-NUMBER": "number of its entity before & mention.type",
        "ENTITY-GENDER": "gender of its entity before & mention.type",
        "ENTITY-HEADS": "heads of its entity before & mention.type",
        "ENTITY-WORDS": "words of its entity before & mention.type",
    }
)
# One over the variance of the weights: LIBLINEAR's C = 1.
_PRIOR = 1.0
# Parts of the training documents; the entities of each come from a first pass that has learnt from the others.
_FOLDS = 4
SECOND = "second pass"
_MOST_PASSES = 2


@dataclass(frozen=True, kw_only=True)
class ImsOptions(LearnedOptions):
    """Options of ``ims``."""

    passes: int = option(
        2, "2: a second model decides anew, knowing the entities of the first (2012); 1: one model (2011)", least=1
    )

    def __post_init__(self) -> None:
        if self.passes > _MOST_PASSES:
            raise ValueError(f"option passes of ims: {self.passes} is too large; expected 1 or {_MOST_PASSES}")


class Ims(LinearResolver):
    """A pronoun takes the closest coreferent mention, any other mention the likeliest."""

    name = "ims"
    description = "logistic regression over words, tags and dependency paths of a pair, in two passes"
    source = "Björkelund & Nugues 2011; Björkelund & Farkas 2012, reconstructed"
    Options = ImsOptions
    learns_by = ("passes",)
    table = TABLE_3
    words = Words(published=STACKED.features)
    form = ImsForm

    def __init__(self, options: ResolverOptions | None = None) -> None:
        self._second: LinearClassifier | None = None
        super().__init__(options)

    def take(self, learnt: Mapping[str, Any]) -> None:
        super().take(learnt)
        if self.parameters.passes > 1:
            if SECOND not in learnt:
                raise OptionsDoNotFitError(
                    f"the model of {self.name} has one pass; expected one of two passes, or passes=1"
                )
            self._second = LinearClassifier(STACKED, learnt[SECOND])

    def paths(self) -> frozenset[str]:
        return super().paths() | (frozenset() if self._second is None else self._second.paths)

    def prepare(self, table: MentionTable) -> None:
        if self._second is not None:
            table.entities = entities_of(table, self.classifier)

    @property
    def deciding(self) -> LinearClassifier:
        return self._second or self.classifier

    def order(self, table: MentionTable, mention: int) -> Order:
        return order_of(table, mention)

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        advance("instances")
        examples = [instances_of(document) for document in documents]
        first, figures = cls.weights_of(TABLE_3, examples, seed, advance)
        if parameters.passes == 1:
            return first, TABLE_3.feature_names, figures
        for number, fold in enumerate(folds(documents, _FOLDS), start=1):
            if not 0 < len(fold) < len(documents):
                continue
            advance(f"first pass of fold {number}")
            rest = [example for place, example in enumerate(examples) if place not in fold]
            classifier = LinearClassifier(TABLE_3, cls.weights_of(TABLE_3, rest, seed, advance)[0])
            for place in sorted(fold):
                table = documents[place].table
                table.entities = entities_of(table, classifier)
        with_new = [instances_of_all(document) for document in documents]
        second, of_second = cls.weights_of(STACKED, with_new, seed, advance)
        figures |= {f"{what} of the {SECOND}": figure for what, figure in of_second.items()}
        return {**first, SECOND: second}, STACKED.feature_names, figures

    @classmethod
    def fit(cls, columns: Sequence[NDArray[np.int32]], right: NDArray[np.bool_], size: int, seed: int) -> Numbers:
        return logistic_regression(columns, right, size, _PRIOR)


def order_of(table: MentionTable, mention: int) -> Order:
    """Which of several coreferent candidates a mention takes."""
    return CLOSEST_FIRST if table.is_pronoun[mention] else BEST_FIRST


def entities_of(table: MentionTable, classifier: LinearClassifier) -> Codes:
    """The number of each mention's entity: all mentions that the links of a classifier hold together."""
    entities = np.arange(table.size, dtype=np.intp)
    for pairs in blocks(table, range(table.size), candidates_before):
        likely = classifier.classify(pairs).likely
        for mention, rows in pairs.groups():
            coreferent = rows.start + np.flatnonzero(likely[rows] > Ims.threshold)
            if len(coreferent):
                closest = order_of(table, mention) == CLOSEST_FIRST
                taken = coreferent[0 if closest else int(likely[coreferent].argmax())]
                entities[mention] = entities[pairs.earlier[taken]]
    return entities
