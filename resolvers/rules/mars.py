"""MARS: Mitkov's approach made fully automatic (2002), fourteen indicators.

Source: R. Mitkov, R. Evans and C. Orăsan, "A New, Fully Automatic Version of Mitkov's Knowledge-Poor Pronoun
Resolution Method", CICLing 2002; resolvers.md, 5.2. Candidates are also the noun phrases of the section's
heading, and the flat conditions of Kennedy & Boguraev filter them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.options import CONTAINING, option
from anaphora_workbench.resolvers.pronouns.stages.chains import barred_entities
from anaphora_workbench.resolvers.pronouns.stages.windows import heading_nouns, within_paragraph
from anaphora_workbench.resolvers.rules.antecedent_indicators import (
    boost_pronoun,
    collocation_match,
    frequent_candidates,
    immediate_reference,
    indefiniteness,
    indicating_verbs,
    lexical_reiteration,
    obliqueness,
    prepositional,
    referential_distance,
    section_heading,
    sequential_instructions,
    syntactic_parallelism,
    term_preference,
)
from anaphora_workbench.resolvers.rules.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.rules.indicators import IndicatorOptions, IndicatorResolver

# How many lemmas count as frequent candidates.
FREQUENT_CANDIDATES = 3

INDICATORS = {
    "obliqueness": obliqueness,  # 2, 1, 0, −1
    "indicating verbs": indicating_verbs,  # 1, 0
    "lexical reiteration": lexical_reiteration,  # 2, 1, 0
    "section heading": section_heading,  # 1, 0
    "collocation match": collocation_match,  # 2, 0
    "immediate reference": immediate_reference,  # 2, 0
    "sequential instructions": sequential_instructions,  # 2, 0
    "term preference": term_preference,  # 1, 0
    "indefiniteness": indefiniteness,  # 0, −1
    "prepositional NP": prepositional,  # 0, −1
    "referential distance": referential_distance,  # 2, 1, 0, −1
    "boost pronoun": boost_pronoun,  # 1, 0
    "syntactic parallelism": syntactic_parallelism,  # 1, 0
    "frequent candidates": frequent_candidates,  # 1, 0
}


@dataclass(frozen=True, kw_only=True)
class MarsOptions(IndicatorOptions):
    """Options of ``mars``."""

    filter: str = option(
        "flat", "syntactic filter; MARS has the conditions of Kennedy & Boguraev", ("dep", "flat", "none")
    )
    containing: bool = option(False, CONTAINING)
    heading_candidates: bool = option(True, "the noun phrases of the section's heading are candidates")
    within_paragraph: bool = option(False, "candidates are only the noun phrases of the pronoun's paragraph")
    oblique: str = option(
        "other",
        "obliqueness is −1 for all but subjects and objects, or only for unknown functions",
        ("other", "unknown"),
    )


class MarsMemory(IndicatorMemory):
    """A first pass over all pronouns counts how often each head lemma is in a list of candidates.

    Pronouns are not resolved yet, so as candidates they count for no head. Equal counts go by first occurrence.
    """

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self.listed: dict[int, Sequence[Candidate]] = {}
        competing: Counter[str] = Counter()
        for anaphor in discourse.pronouns():
            mention = discourse.mentions[anaphor]
            if mention.pleonastic or mention.pronoun_type in LEXICAL_ANAPHORS:
                continue
            case = Case(discourse, resolver.name, {}, anaphor, memory=self)
            self.resolver.list_candidates(case)
            competing.update(filter(None, map(self.lemma, sorted(candidate.position for candidate in case.left))))
        if competing:
            tables["competing"] = dict(competing.most_common())
        self.frequent = frozenset(lemma for lemma, _ in competing.most_common(FREQUENT_CANDIDATES))


class Mars(IndicatorResolver):
    """Fourteen indicators over the noun phrases of three sentences and of the section's heading."""

    name = "mars"
    description = "fourteen antecedent indicators, fully automatic"
    source = "Mitkov, Evans & Orăsan 2002"
    Options = MarsOptions
    Memory = MarsMemory
    window = (*IndicatorResolver.window, within_paragraph, heading_nouns)
    factors = INDICATORS

    def list_candidates(self, case: Case[MarsMemory]) -> None:
        """As ever, once for both passes; only chains depend on answers."""
        listed = case.memory.listed
        if case.anaphor not in listed or barred_entities(case):
            super().list_candidates(case)
            listed.setdefault(case.anaphor, case.candidates)
        else:
            case.candidates = listed[case.anaphor]
