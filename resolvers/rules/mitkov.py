"""Mitkov's knowledge-poor approach (1998): ten antecedent indicators, the highest sum wins.

Source: R. Mitkov, "Robust pronoun resolution with limited knowledge", COLING-ACL 1998. The paper uses no
syntactic filter. It counts a definite noun phrase 0 in its text and 1 in its worked example; the text's
rule stands here, and the gap to an indefinite one is the same. resolvers.md, 5.1, lists every choice.
"""

from dataclasses import dataclass

from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.rules.antecedent_indicators import (
    collocation,
    definiteness,
    givenness,
    immediate_reference,
    indicating_verbs,
    lexical_reiteration,
    prepositional,
    referential_distance,
    section_heading,
    term_preference,
)
from anaphora_workbench.resolvers.rules.indicators import IndicatorOptions, IndicatorResolver

# Section 2.1 of the paper.
INDICATORS = {
    "definiteness": definiteness,  # 0, −1
    "givenness": givenness,  # 1, 0
    "indicating verbs": indicating_verbs,  # 1, 0
    "lexical reiteration": lexical_reiteration,  # 2, 1, 0
    "section heading": section_heading,  # 1, 0
    "non-prepositional": prepositional,  # 0, −1
    "collocation": collocation,  # 2, 0
    "immediate reference": immediate_reference,  # 2, 0
    "referential distance": referential_distance,  # 2, 1, 0, −1
    "term preference": term_preference,  # 1, 0
}
# Section 2.2: what decides between equal sums; after these the most recent candidate.
TIES = ("immediate reference", "collocation", "indicating verbs")


@dataclass(frozen=True, kw_only=True)
class MitkovOptions(IndicatorOptions):
    """Options of ``mitkov``."""

    filter: str = option("none", "syntactic filter; the paper uses none", ("dep", "flat", "none"))


class Mitkov(IndicatorResolver):
    """Ten antecedent indicators over the noun phrases of the current and the two preceding sentences."""

    name = "mitkov"
    description = "ten antecedent indicators, the highest sum wins"
    source = "Mitkov 1998"
    Options = MitkovOptions
    factors = INDICATORS
    ties = TIES
