"""The mention-pair resolver of Ng & Cardie (2002): many features, a decision tree, best first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions
from anaphora_workbench.resolvers.learning.model import OptionsDoNotFitError
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.pair_models.pair_resolver import BEST_FIRST, Order, PairTable
from anaphora_workbench.resolvers.pair_models.tree_resolver import TreeResolver
from anaphora_workbench.resolvers.words import Words

# Tables 1 and 3; 1 is the candidate, 2 the mention to be resolved. These have a star: they were selected by hand.
SELECTED = {
    "PRO_STR": "same pronoun",
    "PN_STR": "same name",
    "SOON_STR_NONPRO": "same string of nouns",
    "PRONOUN_1": "candidate.is pronoun",
    "PRONOUN_2": "mention.is pronoun",
    "NUMBER": "number agreement",
    "GENDER": "same gender",
    "BOTH_PROPER_NOUNS": "both names",
    "APPOSITIVE": "apposition of a name",
    "BOTH_PRONOUNS": "both pronouns",
    "SUBJECT_1": "candidate.subject",
    "AGREEMENT": "gender and number",
    "ANIMACY": "animacy",
    "MAXIMALNP": "maximal noun phrases differ",
    "PREDNOM": "predicate nominal",
    "SPAN": "neither spans the other",
    "BINDING": "binding allows it",
    "CONTRAINDICES": "no preposition between",
    "SYNTAX": "syntax allows it",
    "INDEFINITE": "later may be anaphoric",
    "CONSTRAINTS": "constraints",
    "EMBEDDED_1": "candidate.embedded",
    "TITLE": "no title",
    "WNCLASS": "semantic class agreement",
    "ALIAS": "alias",
    "SENTNUM": "sentences",
    "PRO_RESOLVE": "antecedent by kennedy-boguraev",
}
# SUBCLASS, WNDIST and WNSENSE ask WordNet, which is not here.
FURTHER = {
    "WORDS_STR": "same words of nouns",
    "WORD_OVERLAP": "a word in common",
    "MODIFIER": "modifiers of one among those of the other",
    "PN_SUBSTR": "one name among the words of the other",
    "WORDS_SUBSTR": "one among the words of the other",
    "DEFINITE_1": "candidate.definite article",
    "DEFINITE_2": "mention.definite article",
    "DEMONSTRATIVE_2": "mention.demonstrative",
    "BOTH_DEFINITES": "both definite",
    "BOTH_EMBEDDED": "both embedded",
    "BOTH_IN_QUOTES": "both quoted",
    "BOTH_SUBJECTS": "both subjects",
    "SUBJECT_2": "mention.subject",
    "PRONOUN": "no pronoun before a noun",
    "CONTAINS_PN": "names inside match",
    "EMBEDDED_2": "mention.embedded",
    "IN_QUOTE_1": "candidate.quoted",
    "IN_QUOTE_2": "mention.quoted",
    "PROPER_NOUN": "names share a word",
    "CLOSEST_COMP": "closest of its class",
    "PARANUM": "paragraphs",
    "RULE_RESOLVE": "one entity of head-match",
}
ALL = PairTable(SELECTED | FURTHER, ordered=frozenset({"SENTNUM", "PARANUM"}))
HAND_SELECTED = PairTable(SELECTED, ordered=frozenset({"SENTNUM"}))


@dataclass(frozen=True, kw_only=True)
class NgCardieOptions(LearnedOptions):
    """Options of ``ng-cardie``."""

    features: str = option(
        "selected", "the features that a tree is trained with: those selected by hand, or all", ("selected", "all")
    )


class NgCardie(TreeResolver):
    """Of all mentions before it, the one that the tree thinks likeliest, if it is likelier than not."""

    name = "ng-cardie"
    description = "a decision tree over features of a pair selected by hand; the likeliest coreferent mention"
    source = "Ng & Cardie 2002"
    Options = NgCardieOptions
    learns_by = ("features",)
    table = ALL
    confident = True
    words = Words(published=SELECTED | FURTHER)

    def take(self, learnt: Mapping[str, Any]) -> None:
        super().take(learnt)
        trained_with, asked = self.model.options.get("features", "selected"), self.parameters.features
        if trained_with != asked:
            raise OptionsDoNotFitError(
                f"the model of {self.name} was trained with features={trained_with}; expected one with {asked} "
                f"(workbench train {self.name} --option features={asked})"
            )

    @classmethod
    def table_of(cls, parameters: Any) -> PairTable:
        return ALL if parameters.features == "all" else HAND_SELECTED

    def order(self, table: MentionTable, mention: int) -> Order:
        return BEST_FIRST
