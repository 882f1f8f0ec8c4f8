"""Outcomes of an anaphor, as ARCS, Prague and the like count them, and their ratios."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from enum import Enum

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.arithmetic.formula import F1Of, RatioOf
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.evaluation.counting.metric import Options, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison


class Outcome(Enum):
    """True positive, wrong linkage, false negative, false positive, resolved spurious zero."""

    TP = "tp"
    WL = "wl"
    FN = "fn"
    FP = "fp"
    SZP = "szp"


Event = tuple[Hashable, Outcome]
# Whether a mention is a noun, a pronoun …
MentionTest = Callable[[Hashable], bool]


class Chains:
    """Entities of one side, with the place of each mention and the closest noun before it.

    Args:
        entities: mentions in text order; those of one mention are left out.
        is_nominal: which mentions are nouns.
    """

    def __init__(self, entities: Entities, is_nominal: MentionTest = lambda mention: False) -> None:
        self.entities = [entity for entity in entities if len(entity) > 1]
        self._place: dict[Hashable, tuple[int, int]] = {}
        self._noun_before: dict[Hashable, Hashable] = {}
        self.anchors: list[Hashable | None] = []
        for number, entity in enumerate(self.entities):
            noun = anchor = None
            for place, mention in enumerate(entity):
                self._place[mention] = number, place
                if noun is not None:
                    self._noun_before[mention] = noun
                if is_nominal(mention):
                    noun = mention
                    anchor = mention if anchor is None else anchor
            self.anchors.append(anchor)

    def __contains__(self, mention: Hashable) -> bool:
        return mention in self._place

    def entity(self, mention: Hashable) -> Sequence[Hashable]:
        """The entity of a mention, empty where it has none."""
        return self.entities[self._place[mention][0]] if mention in self._place else ()

    def number(self, mention: Hashable) -> int | None:
        """Number of a mention's entity, None where it has none."""
        place = self._place.get(mention)
        return None if place is None else place[0]

    def precedes(self, mention: Hashable, other: Hashable) -> bool:
        """Whether one mention stands before the other in the same entity."""
        first, second = self._place.get(mention), self._place.get(other)
        return first is not None and second is not None and first[0] == second[0] and first[1] < second[1]

    def previous(self, mention: Hashable) -> Hashable | None:
        """The mention before one in its entity, None for the first or one without entity."""
        number, place = self._place.get(mention, (0, 0))
        return self.entities[number][place - 1] if place else None

    def is_later(self, mention: Hashable) -> bool:
        """Whether it is in an entity and not its first mention."""
        return self._place.get(mention, (0, 0))[1] > 0

    def noun_before(self, mention: Hashable) -> Hashable | None:
        """The closest noun before a mention in its entity."""
        return self._noun_before.get(mention)

    def has_noun(self, mention: Hashable) -> bool:
        """Whether the entity of a mention has a noun."""
        number = self.number(mention)
        return number is not None and self.anchors[number] is not None

    def later(self) -> Iterable[Hashable]:
        """The mentions that are not the first of their entity."""
        for entity in self.entities:
            yield from entity[1:]


def tally(events: Iterable[Event]) -> Tally:
    """The number of each outcome."""
    counts: Tally = {outcome.value: 0 for outcome in Outcome if outcome is not Outcome.SZP}
    for _, outcome in events:
        counts[outcome.value] = counts.get(outcome.value, 0) + 1
    return counts


class OutcomeScore(F1Of):
    """Recall and precision of outcomes, with the number of each outcome beside them.

    recall = tp / (tp + wl + fn), precision = (tp + szp) / (tp + wl + fp + szp)

    Source: Tuggener (2014; metrics.md, section 12); Žitkus et al. (2023) for spurious zeros.
    """

    def __call__(self, tally: Tally, options: Options | None = None) -> Score:
        counts = {outcome.value: int(exact(tally.get(outcome.value, 0))) for outcome in Outcome}
        booked = {name: number for name, number in counts.items() if name != Outcome.SZP.value or number}
        return replace(super().__call__(dict(counts.items())), counts=booked)


outcome_score = OutcomeScore(
    recall=RatioOf(("tp",), ("tp", "wl", "fn")), precision=RatioOf(("tp", "szp"), ("tp", "wl", "fp", "szp"))
)


def counting(
    events: Callable[[Comparison, Options], Iterable[Event]],
) -> tuple[Callable[[Comparison, Options], Tally], Callable[[Comparison, Options], Iterable[tuple[Hashable, Tally]]]]:
    """The functions ``count`` and ``by_mention`` of a metric that books outcomes."""

    def count(comparison: Comparison, options: Options) -> Tally:
        return tally(events(comparison, options))

    def by_mention(comparison: Comparison, options: Options) -> Iterable[tuple[Hashable, Tally]]:
        for mention, outcome in events(comparison, options):
            yield mention, {outcome.value: 1}

    return count, by_mention
