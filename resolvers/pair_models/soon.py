"""The mention-pair resolver of Soon, Ng & Lim (2001): twelve features, a decision tree, closest first."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from anaphora_workbench.resolvers.learning.instances import PairInstances
from anaphora_workbench.resolvers.pair_models.decision_tree import grow, prune
from anaphora_workbench.resolvers.pair_models.pair_resolver import PairTable
from anaphora_workbench.resolvers.pair_models.tree_resolver import TreeResolver, counted, errors
from anaphora_workbench.resolvers.words import Words

# Section 2.2: i is the candidate, j the mention to be resolved.
TWELVE = PairTable(
    {
        "DIST": "sentences",
        "I_PRONOUN": "candidate.is pronoun",
        "J_PRONOUN": "mention.is pronoun",
        "STR_MATCH": "same string",
        "DEF_NP": "mention.definite article",
        "DEM_NP": "mention.demonstrative",
        "NUMBER": "both singular or both plural",
        "SEMCLASS": "semantic class agreement",
        "GENDER": "same gender",
        "PROPER_NAME": "both names",
        "ALIAS": "alias",
        "APPOSITIVE": "apposition of a name",
    },
    ordered=frozenset({"DIST"}),
)
# Section 3: what was tried by tenfold cross-validation.
CONFIDENCES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
SMALLEST_LEAVES = (2, 5, 10, 15, 20)
_FOLDS = 10


class Soon(TreeResolver):
    """From the mention before it back to the first, the first that the tree says corefers is the antecedent."""

    name = "soon"
    description = "a decision tree over twelve features of a pair of mentions; the closest coreferent mention"
    source = "Soon, Ng & Lim 2001"
    table = TWELVE
    words: ClassVar[Words] = Words(published=TWELVE.features)

    @classmethod
    def tune(
        cls, table: PairTable, examples: Sequence[PairInstances], advance: Callable[[str], None]
    ) -> tuple[float, int, Mapping[str, Any]]:
        """The confidence and leaf of fewest errors in tenfold cross-validation, by documents."""
        folds = min(_FOLDS, len(examples))
        wrong = dict.fromkeys(product(CONFIDENCES, SMALLEST_LEAVES), 0)
        for fold in range(folds if folds > 1 else 0):
            advance(f"fold {fold + 1}")
            held_out = counted(table, examples[fold::folds])
            rest = counted(table, [example for place, example in enumerate(examples) if place % folds != fold])
            for least in SMALLEST_LEAVES:
                grown = grow(rest, table.attributes, least)
                for confidence in CONFIDENCES:
                    wrong[confidence, least] += errors(prune(grown, confidence), table, held_out)
        confidence, least = min(wrong, key=lambda tried: (wrong[tried], tried))
        return confidence, least, {
            "pruning confidence": confidence,
            "smallest leaf": least,
            "errors in cross-validation": {
                f"confidence {tried[0]}, leaf {tried[1]}": count for tried, count in wrong.items()
            },
        }  # fmt: skip
