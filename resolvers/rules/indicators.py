"""The procedure that Mitkov (1998) and MARS share: antecedent indicators score the candidates, the highest sum wins.

The indicators are in ``factors/``, one file each. Source: R. Mitkov, "Robust pronoun resolution with
limited knowledge", COLING-ACL 1998, section 2.1; what is operational in them is in resolvers.md, 5.1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.options import PronounOptions, ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver, Window
from anaphora_workbench.resolvers.pronouns.stages.windows import preceding, pronouns_too, within_section
from anaphora_workbench.resolvers.rules.indicator_memory import IndicatorMemory
from anaphora_workbench.resolvers.words import Words

Indicator = Callable[[Case[Any], int], int]


@dataclass(frozen=True, kw_only=True)
class IndicatorOptions(PronounOptions):
    """Options of ``mitkov`` and ``mars``."""

    window: int | None = option(2, "sentences back to look for candidates in; none: no limit", least=0)
    pronoun_candidates: bool = option(True, "pronouns are candidates; they take lexical scores from their noun")
    stop_at_heading: bool = option(True, "look for candidates only in the pronoun's section")
    terms: tuple[str, ...] = option(
        (), "head lemmas of the terms of the field, comma-separated; empty: the ten most frequent of the document"
    )
    immediate: str = option(
        "object",
        "immediate reference wants the pronoun right after V2, as its object (the paper's text), or takes other "
        "complements too (its worked example)",
        ("object", "complement"),
    )
    weights: Mapping[str, float] = option({}, "numbers to multiply the scores of indicators by, as INDICATOR=NUMBER,…")


class IndicatorResolver(PronounResolver):
    """The common table of stages.

    Attributes:
        factors: the indicators by their published names.
        ties: the indicators that settle equal sums, in their order; after these the most recent candidate wins.
    """

    Options = IndicatorOptions
    Memory: ClassVar[type[IndicatorMemory]] = IndicatorMemory
    window: ClassVar[Sequence[Window]] = (preceding, within_section, pronouns_too)
    factors: ClassVar[Mapping[str, Indicator]] = {}
    ties: ClassVar[tuple[str, ...]] = ()
    rule = "highest-score"
    words = Words(rules_on_page={rule: "the most points"})

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        weights, without = self.parameters.weights, self.parameters.without
        unknown = set(weights) - set(self.factors)
        if unknown:
            raise ValueError(
                f"option weights of {self.name}: no indicator {min(unknown)!r}; {there_are(self.factors, min(unknown))}"
            )
        self._weight = {name: 0.0 if name in without else weights.get(name, 1.0) for name in self.factors}

    def values(self) -> dict[str, float]:
        """The multiplier of each indicator's score."""
        return dict(self._weight)

    def choose(self, case: Case[Any]) -> int | None:
        compared = case.left
        if not compared:
            return None
        for candidate in compared:
            candidate.factors = {
                name: self._weight[name] * indicator(case, candidate.position)
                for name, indicator in self.factors.items()
                if name not in case.absent
            }
        # Sorting keeps the order of equals, and the list comes most recent first.
        compared.sort(key=lambda candidate: [-value for value in self._standing(candidate)])
        for rank, candidate in enumerate(compared, start=1):
            candidate.rank = rank
        case.tie_break = self._tie_break(compared[0], compared[1]) if len(compared) > 1 else None
        return compared[0].position

    def _standing(self, candidate: Candidate) -> list[float]:
        """The score, then the scores that settle ties, in their order."""
        factors = candidate.factors or {}
        return [candidate.score or 0.0, *(factors.get(name, 0) for name in self.ties)]

    def _tie_break(self, best: Candidate, second: Candidate) -> str | None:
        levels = (None, *self.ties)
        pairs = zip(levels, self._standing(best), self._standing(second), strict=True)
        return next((level for level, ahead, behind in pairs if ahead != behind), "most recent")
