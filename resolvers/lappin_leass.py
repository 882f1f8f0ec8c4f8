"""Lappin & Leass (1994): RAP, the Resolution of Anaphora Procedure.

Source: S. Lappin and H. Leass, "An Algorithm for Pronominal Anaphora Resolution", Computational Linguistics
20(4), 1994, sections 2.1.4 and 2.2. The syntactic filter (2.1.1) is ``binding.py``, the binding of reflexives
and reciprocals (2.1.3) ``reflexives.py``; pleonastic *it* (2.1.2) is found when a text is preprocessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.reflexives import possible_binders
from anaphora_workbench.resolvers.salience import Run, SalienceOptions, SalienceResolver
from anaphora_workbench.resolvers.trace import Candidate

# Table 1 of the paper, in its order.
SALIENCE_FACTORS: Mapping[str, float] = {
    "SENT": 100,  # sentence recency
    "SUBJ": 80,  # subject emphasis
    "EXIST": 70,  # existential emphasis
    "ACC": 50,  # accusative emphasis
    "IND-OBL": 40,  # indirect object and oblique complement emphasis
    "HEAD": 80,  # head noun emphasis: not contained in another noun phrase
    "NON-ADV": 50,  # non-adverbial emphasis: not in an adverbial phrase set off by a separator
}
# Section 4, where both were found on the training corpus.
LOCAL_ADJUSTMENTS: Mapping[str, float] = {"parallelism": 35, "cataphora": -175}

_FACTOR_OF_FUNCTION = {"SUBJ": "SUBJ", "DOBJ": "ACC", "IOBJ": "IND-OBL", "AGENT": "IND-OBL"}


@dataclass(frozen=True, kw_only=True)
class LappinLeassOptions(SalienceOptions):
    """Options of ``lappin-leass``."""

    cataphora: bool = option(True, "nouns after the pronoun in its sentence are candidates, at a penalty")
    reflexives: str = option(
        "binding",
        "bind reflexives by the shared search over dependencies, or to the weightiest possible binder as published",
        ("binding", "published"),
    )


class LappinLeass(SalienceResolver):
    """Salience of equivalence classes over a full parse."""

    name = "lappin-leass"
    description = "salience of equivalence classes, over a full parse"
    source = "Lappin & Leass 1994"
    Options = LappinLeassOptions
    weights: ClassVar[Mapping[str, float]] = {**SALIENCE_FACTORS, **LOCAL_ADJUSTMENTS}
    local_adjustments = tuple(LOCAL_ADJUSTMENTS)
    parts = (*SALIENCE_FACTORS, *LOCAL_ADJUSTMENTS)

    def factors_of(self, discourse: Discourse, position: int) -> list[str]:
        mention = discourse.mentions[position]
        factors = ["SENT"]
        if mention.function in _FACTOR_OF_FUNCTION:
            factors.append(_FACTOR_OF_FUNCTION[mention.function])
        elif mention.function == "OBL" and discourse.complement_of_verb(position) and not discourse.set_off[position]:
            # What a separator sets off is an adjunct, no complement: *point* is printed with 90 = (100 + 80) / 2.
            factors.append("IND-OBL")
        if mention.existential:
            factors.append("EXIST")
        if discourse.embedded_in[position] < 0:
            factors.append("HEAD")
        if not discourse.set_off[position]:
            factors.append("NON-ADV")
        return factors

    def adjustments(self, run: Run, anaphor: int, candidate: int) -> dict[str, float]:
        """Parallelism of roles, wherever the candidate stands, and the penalty of cataphora."""
        mentions = run.discourse.mentions
        found = {}
        if mentions[anaphor].function == mentions[candidate].function != "OTHER":
            found["parallelism"] = run.values["parallelism"]
        if candidate > anaphor:
            found["cataphora"] = run.values["cataphora"]
        return {name: value for name, value in found.items() if value}

    def bind(self, run: Run, anaphor: int, candidates: list[Candidate]) -> tuple[int | None, str]:
        if self.settings.reflexives == "binding":
            return super().bind(run, anaphor, candidates)
        binders = possible_binders(run.discourse, anaphor, candidates)
        if not binders:
            return None, "no-candidate"
        return max(binders, key=lambda binder: (sum(run.salience(binder, anaphor).values()), binder)), "max-salience"
