"""Lappin & Leass (1994): RAP, the Resolution of Anaphora Procedure.

Source: S. Lappin and H. Leass, "An Algorithm for Pronominal Anaphora Resolution", Computational Linguistics
20(4), 1994, sections 2.1.4 and 2.2. The syntactic filter (2.1.1) is ``stages/syntax.py``, the binding of reflexives
and reciprocals (2.1.3) ``reflexives.py``; pleonastic *it* (2.1.2) is found when a text is preprocessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, Case
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.pronouns.reflexives import possible_binders
from anaphora_workbench.resolvers.rules.salience import (
    INSTANCES,
    MAX_SALIENCE,
    SalienceMemory,
    SalienceOptions,
    SalienceResolver,
    Salient,
)
from anaphora_workbench.resolvers.rules.salience_factors import (
    direct_object,
    existential,
    indirect_object_or_oblique_complement,
    not_embedded,
    not_set_off,
    recent,
    subject,
)

# Table 1 of the paper, in its order.
SALIENCE_FACTORS: Mapping[str, Salient] = {
    "SENT": Salient(100, recent),  # sentence recency
    "SUBJ": Salient(80, subject),  # subject emphasis
    "EXIST": Salient(70, existential),  # existential emphasis
    "ACC": Salient(50, direct_object),  # accusative emphasis
    "IND-OBL": Salient(40, indirect_object_or_oblique_complement),  # indirect object and oblique complement emphasis
    "HEAD": Salient(80, not_embedded),  # head noun emphasis: not contained in another noun phrase
    "NON-ADV": Salient(50, not_set_off),  # non-adverbial emphasis: not in an adverbial phrase set off by a separator
}
# Section 4, where both were found on the training corpus.
LOCAL_ADJUSTMENTS: Mapping[str, float] = {"parallelism": 35, "cataphora": -175}


@dataclass(frozen=True, kw_only=True)
class LappinLeassOptions(SalienceOptions):
    """Options of ``lappin-leass``."""

    instances: str = option("accumulate", INSTANCES, ("refresh", "accumulate"))
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
    factors = SALIENCE_FACTORS
    adjustments = LOCAL_ADJUSTMENTS
    rules_and_adjustments = tuple(LOCAL_ADJUSTMENTS)

    def adjusted(self, case: Case[SalienceMemory], candidate: int) -> dict[str, float]:
        """Parallelism of roles, wherever the candidate stands, and the penalty of cataphora."""
        values, added = case.memory.values, {}
        if case.pronoun.function == case.mention(candidate).function != "OTHER":
            added["parallelism"] = values["parallelism"]
        if candidate > case.anaphor:
            added["cataphora"] = values["cataphora"]
        return {name: value for name, value in added.items() if value}

    def bind(self, case: Case[SalienceMemory]) -> tuple[int | None, str]:
        if self.parameters.reflexives == "binding":
            return super().bind(case)
        binders = possible_binders(case.discourse, case.anaphor, case.candidates)
        if not binders:
            return None, NO_CANDIDATE
        salience = case.memory.salience
        return max(binders, key=lambda binder: (sum(salience(binder, case.anaphor).values()), binder)), MAX_SALIENCE
