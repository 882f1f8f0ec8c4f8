"""Kennedy & Boguraev (1996): anaphora for everyone.

Source: C. Kennedy and B. Boguraev, "Anaphora for Everyone: Pronominal Anaphora Resolution without a
Parser", COLING 1996, section 2.2. Their COREF class is an Entity here. docs/resolvers.md lists what the
paper leaves open and what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.salience import Run, SalienceOptions, SalienceResolver
from anaphora_workbench.resolvers.trace import Candidate

# The paper's table of salience factors, 2.2.2, in its order.
SALIENCE_FACTORS: Mapping[str, float] = {
    "SENT-S": 100,  # in the current sentence
    "CNTX-S": 50,  # in the current context, a topical segment of the text
    "SUBJ-S": 80,  # GFUN = subject
    "EXST-S": 70,  # in an existential construction
    "POSS-S": 65,  # GFUN = possessive
    "ACC-S": 50,  # GFUN = direct object
    "DAT-S": 40,  # GFUN = indirect object
    "OBLQ-S": 30,  # the complement of a preposition
    "HEAD-S": 80,  # EMBED = NIL
    "ARG-S": 50,  # ADJUNCT = NIL
}
# The paper gives no numbers for these two; both are those of Lappin & Leass (1994, section 4).
LOCAL_ADJUSTMENTS: Mapping[str, float] = {"parallelism": 35, "cataphora": -175}

_FACTOR_OF_FUNCTION = {
    "SUBJ": "SUBJ-S",
    "POSS": "POSS-S",
    "DOBJ": "ACC-S",
    "IOBJ": "DAT-S",
    "OBL": "OBLQ-S",
    "AGENT": "OBLQ-S",
}


@dataclass(frozen=True, kw_only=True)
class KennedyBoguraevOptions(SalienceOptions):
    """Options of ``kennedy-boguraev``."""

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
    weights: ClassVar[Mapping[str, float]] = {**SALIENCE_FACTORS, **LOCAL_ADJUSTMENTS}
    by_segment = "CNTX-S"
    local_adjustments = tuple(LOCAL_ADJUSTMENTS)
    parts = (*SALIENCE_FACTORS, *LOCAL_ADJUSTMENTS, "locality")

    def factors_of(self, discourse: Discourse, position: int) -> list[str]:
        mention = discourse.mentions[position]
        factors = ["SENT-S", "CNTX-S"]
        if mention.function in _FACTOR_OF_FUNCTION:
            factors.append(_FACTOR_OF_FUNCTION[mention.function])
        if mention.existential:
            factors.append("EXST-S")
        if discourse.embedded_in[position] < 0:
            factors.append("HEAD-S")
        if not mention.adjunct:
            factors.append("ARG-S")
        return factors

    def adjustments(self, run: Run, anaphor: int, candidate: int) -> dict[str, float]:
        """Locality, parallelism and the penalty of cataphora; all three concern the pronoun's sentence only."""
        discourse = run.discourse
        if discourse.sentence[anaphor] != discourse.sentence[candidate]:
            return {}
        found: dict[str, float] = {}
        if self.settings.locality and "locality" not in self.settings.without:
            found |= self._locality(run, anaphor, candidate)
        if self._parallel(run, anaphor, candidate):
            found["parallelism"] = run.values["parallelism"]
        if candidate > anaphor:
            found["cataphora"] = run.values["cataphora"]
        return {name: value for name, value in found.items() if value}

    def _locality(self, run: Run, anaphor: int, candidate: int) -> dict[str, float]:
        """A subordinate context that holds candidate and pronoun alike does not count against the candidate."""
        discourse = run.discourse
        entity, sentence = run.entities.of[candidate], discourse.sentence[anaphor]
        found = {}
        around = discourse.embedded_in[candidate]
        if around >= 0 and discourse.inside(anaphor, around) and run.weights.latest(entity, "HEAD-S") < sentence:
            found["locality HEAD-S"] = run.values["HEAD-S"]
        adjunct = discourse.subordinate_to[candidate]
        if (
            adjunct >= 0
            and run.weights.latest(entity, "ARG-S") < sentence
            and discourse.tree.dominates(adjunct, discourse.node[anaphor])
        ):
            found["locality ARG-S"] = run.values["ARG-S"]
        return found

    def _parallel(self, run: Run, anaphor: int, candidate: int) -> bool:
        functions = run.discourse.mentions[candidate].function, run.discourse.mentions[anaphor].function
        if self.settings.parallelism == "pair":
            return functions in run.pairs
        return self.settings.parallelism == "same-function" and functions[0] == functions[1] != "OTHER"

    def bind(self, run: Run, anaphor: int, candidates: list[Candidate]) -> tuple[int | None, str]:
        if self.settings.reflexives == "binding":
            return super().bind(run, anaphor, candidates)
        return _bind_by_function(run, anaphor, candidates)


def _bind_by_function(run: Run, anaphor: int, candidates: list[Candidate]) -> tuple[int | None, str]:
    """The paper's binding: a direct object takes the nearest subject before it; another function that subject
    or the nearest direct object with no subject between, whichever weighs more."""
    mentions = run.discourse.mentions
    agreeing = [candidate.position for candidate in candidates if not candidate.rejected_by]
    subject = next((position for position in agreeing if mentions[position].function == "SUBJ"), None)
    found = [subject] if subject is not None else []
    if mentions[anaphor].function != "DOBJ":
        objects = (position for position in agreeing if mentions[position].function == "DOBJ")
        nearest = next(objects, None)
        if nearest is not None and not any(mentions[between].function == "SUBJ" for between in range(nearest, anaphor)):
            found.append(nearest)
    if not found:
        return None, "no-candidate"
    heaviest = max(found, key=lambda position: (sum(run.salience(position, anaphor).values()), position))
    return heaviest, mentions[heaviest].function.lower()
