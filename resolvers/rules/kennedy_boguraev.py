"""Kennedy & Boguraev (1996): anaphora for everyone.

Source: C. Kennedy and B. Boguraev, "Anaphora for Everyone: Pronominal Anaphora Resolution without a
Parser", COLING 1996, section 2.2. Their COREF class is an Entity here. resolvers.md, 3, lists what the
paper leaves open and what was chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, Case
from anaphora_workbench.resolvers.options import CONTAINING, option
from anaphora_workbench.resolvers.rules.salience import SalienceMemory, SalienceOptions, SalienceResolver, Salient
from anaphora_workbench.resolvers.rules.salience_factors import (
    direct_object,
    existential,
    indirect_object,
    not_embedded,
    not_in_adjunct,
    oblique,
    possessive,
    recent,
    subject,
)
from anaphora_workbench.resolvers.words import FactorWords, Words

# The paper's table of salience factors, 2.2.2, in its order.
SALIENCE_FACTORS: Mapping[str, Salient] = {
    "SENT-S": Salient(100, recent),  # in the current sentence
    "CNTX-S": Salient(50, recent),  # in the current context, a topical segment of the text
    "SUBJ-S": Salient(80, subject),  # GFUN = subject
    "EXST-S": Salient(70, existential),  # in an existential construction
    "POSS-S": Salient(65, possessive),  # GFUN = possessive
    "ACC-S": Salient(50, direct_object),  # GFUN = direct object
    "DAT-S": Salient(40, indirect_object),  # GFUN = indirect object
    "OBLQ-S": Salient(30, oblique),  # the complement of a preposition
    "HEAD-S": Salient(80, not_embedded),  # EMBED = NIL
    "ARG-S": Salient(50, not_in_adjunct),  # ADJUNCT = NIL
}
# The paper gives no numbers for these two; both are those of Lappin & Leass (1994, section 4).
LOCAL_ADJUSTMENTS: Mapping[str, float] = {"parallelism": 35, "cataphora": -175}


@dataclass(frozen=True, kw_only=True)
class KennedyBoguraevOptions(SalienceOptions):
    """Options of ``kennedy-boguraev``."""

    containing: bool = option(False, CONTAINING)
    parallelism: str = option(
        "pair",
        "reward candidates in the pronoun's sentence that repeat an earlier link's pair of functions (the paper), "
        "those of the same function, or none",
        ("pair", "same-function", "none"),
    )
    locality: bool = option(True, "a candidate in the pronoun's own subordinate context counts as if it were not in it")
    reflexives: str = option(
        "binding",
        "bind reflexives by the shared search over dependencies, or by function and order as published",
        ("binding", "published"),
    )


class KennedyBoguraev(SalienceResolver):
    """Salience of entities over grammatical functions, embedding and topical segments."""

    name = "kennedy-boguraev"
    description = "salience of coreference classes, without a full parse"
    source = "Kennedy & Boguraev 1996"
    Options = KennedyBoguraevOptions
    factors = SALIENCE_FACTORS
    adjustments = LOCAL_ADJUSTMENTS
    by_segment = "CNTX-S"
    rules_and_adjustments = (*LOCAL_ADJUSTMENTS, "locality")
    words = Words(
        factors={
            "CNTX-S": FactorWords("belongs to the current topic", name="current topic"),
            "locality HEAD-S": FactorWords("is embedded, but in the pronoun's own clause", name="locally not embedded"),
            "locality ARG-S": FactorWords(
                "is in an adjunct, but in the pronoun's own clause", name="locally not in adjunct"
            ),
        }
    )

    def adjusted(self, case: Case[SalienceMemory], candidate: int) -> dict[str, float]:
        """Locality, parallelism and the penalty of cataphora; all three concern the pronoun's sentence only."""
        if case.distance(candidate) != 0:
            return {}
        values = case.memory.values
        added: dict[str, float] = {}
        if self.parameters.locality and "locality" not in self.parameters.without:
            added |= _locality(case, candidate)
        if self._parallel(case, candidate):
            added["parallelism"] = values["parallelism"]
        if candidate > case.anaphor:
            added["cataphora"] = values["cataphora"]
        return {name: value for name, value in added.items() if value}

    def _parallel(self, case: Case[SalienceMemory], candidate: int) -> bool:
        functions = case.mention(candidate).function, case.pronoun.function
        if self.parameters.parallelism == "pair":
            return functions in case.memory.pairs
        return self.parameters.parallelism == "same-function" and functions[0] == functions[1] != "OTHER"

    def bind(self, case: Case[SalienceMemory]) -> tuple[int | None, str]:
        return super().bind(case) if self.parameters.reflexives == "binding" else _bind_by_function(case)


def _locality(case: Case[SalienceMemory], candidate: int) -> dict[str, float]:
    """A subordinate context that holds candidate and pronoun alike does not count against the candidate."""
    discourse, memory, anaphor = case.discourse, case.memory, case.anaphor
    entity, sentence = memory.founded.of[candidate], discourse.counted_sentence[anaphor]
    added = {}
    around = discourse.embedded_in[candidate]
    if around >= 0 and discourse.inside(anaphor, around) and memory.weights.latest(entity, "HEAD-S") < sentence:
        added["locality HEAD-S"] = memory.values["HEAD-S"]
    adjunct = discourse.subordinate_to[candidate]
    if (
        adjunct >= 0
        and memory.weights.latest(entity, "ARG-S") < sentence
        and discourse.tree.dominates(adjunct, discourse.node[anaphor])
    ):
        added["locality ARG-S"] = memory.values["ARG-S"]
    return added


def _bind_by_function(case: Case[SalienceMemory]) -> tuple[int | None, str]:
    """The paper's binding: a direct object takes the nearest subject before it; another function that subject
    or the nearest direct object with no subject between, whichever weighs more."""
    mentions = case.discourse.mentions
    agreeing = [candidate.position for candidate in case.left]
    subject_before = next((position for position in agreeing if mentions[position].function == "SUBJ"), None)
    binders = [subject_before] if subject_before is not None else []
    if case.pronoun.function != "DOBJ":
        objects = (position for position in agreeing if mentions[position].function == "DOBJ")
        nearest = next(objects, None)
        if nearest is not None and not any(
            mentions[between].function == "SUBJ" for between in range(nearest, case.anaphor)
        ):
            binders.append(nearest)
    if not binders:
        return None, NO_CANDIDATE
    salience = case.memory.salience
    heaviest = max(binders, key=lambda position: (sum(salience(position, case.anaphor).values()), position))
    return heaviest, mentions[heaviest].function.lower()
