"""MARS: Mitkov's approach made fully automatic (2002), fourteen indicators.

Source: R. Mitkov, R. Evans and C. Orăsan, "A New, Fully Automatic Version of Mitkov's Knowledge-Poor Pronoun
Resolution Method", CICLing 2002; resolvers.md, 5.2. Candidates are also the noun phrases of the section's
heading, and the flat conditions of Kennedy & Boguraev filter them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS
from anaphora_workbench.resolvers.indicators import (
    Case,
    IndicatorOptions,
    IndicatorResolver,
    IndicatorRun,
    immediate_reference,
    indicating_verbs,
    lexical_reiteration,
    prepositional,
    referential_distance,
    section_heading,
    term_preference,
)
from anaphora_workbench.resolvers.options import option


def obliqueness(case: Case) -> int:
    """2 for a subject, 1 for a direct object, 0 for an indirect one, −1 for any other."""
    return {"SUBJ": 2, "DOBJ": 1, "IOBJ": 0}.get(case.mention.function, -1)


def collocation_match(case: Case) -> int:
    """2 if the candidate's head fills the pronoun's place with the same verb anywhere in the document."""
    return 2 * case.tables.collocates(case.candidate, case.lemma, case.anaphor, whole_document=True)


def sequential_instructions(case: Case) -> int:
    """2 for NP1 in *To V1 NP1, V2 NP2. To V3 it, V4 NP4*."""
    return 2 * (
        0 < case.distance <= 2
        and case.tables.purpose_object(case.anaphor)
        and case.tables.purpose_object(case.candidate)
    )


def indefiniteness(case: Case) -> int:
    """−1 for a noun phrase with an indefinite article or without determiner."""
    return 0 if case.mention.definiteness == "definite" else -1


def boost_pronoun(case: Case) -> int:
    """1 for a candidate that is a pronoun itself."""
    return int(case.mention.is_pronoun)


def syntactic_parallelism(case: Case) -> int:
    """1 for the pronoun's own grammatical function."""
    function = case.mention.function
    return int(function == case.discourse.mentions[case.anaphor].function and function != "OTHER")


def frequent_candidates(case: Case) -> int:
    """1 for the three that compete most often for the pronouns of the text."""
    return int(case.lemma in case.frequent)


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
    heading_candidates: bool = option(True, "the noun phrases of the section's heading are candidates")


class Mars(IndicatorResolver):
    """Fourteen indicators over the noun phrases of three sentences and of the section's heading."""

    name = "mars"
    description = "fourteen antecedent indicators, fully automatic"
    source = "Mitkov, Evans & Orăsan 2002"
    Options = MarsOptions
    indicators = INDICATORS
    parts = tuple(INDICATORS)

    def candidates(self, run: IndicatorRun, anaphor: int) -> list[int]:
        found = super().candidates(run, anaphor)
        if not self.settings.heading_candidates:
            return found
        discourse = run.discourse
        heading = discourse.heading_of[discourse.sentence[anaphor]]
        if heading < 0 or heading >= discourse.sentence[anaphor]:
            return found
        positions = range(discourse.sentence_start[heading + 1] - 1, discourse.sentence_start[heading] - 1, -1)
        times = self.settings.time_candidates
        return found + [p for p in positions if p not in found and discourse.can_be_antecedent(p, times)]

    def competing(self, run: IndicatorRun) -> Counter[str]:
        """A first pass over all pronouns counts how often each head lemma stands in a candidate list.

        Pronouns are not resolved yet, so as candidates they count for no head. Equal counts go by first occurrence.
        """
        discourse = run.discourse
        counted: Counter[str] = Counter()
        for anaphor in discourse.pronouns():
            mention = discourse.mentions[anaphor]
            if mention.pleonastic or mention.pronoun_type in LEXICAL_ANAPHORS:
                continue
            competing = sorted(candidate.position for candidate in run.listed(anaphor) if not candidate.rejected_by)
            counted.update(filter(None, map(run.lemma, competing)))
        return counted
