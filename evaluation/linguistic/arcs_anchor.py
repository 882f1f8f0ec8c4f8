"""ARCS with anchor mentions: are entities found by their first noun, and what else is in their chain?

Source: Tuggener (2014), anchor mentions; readings.md, section ARCS.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.evaluation.comparison import Comparison
from anaphora_workbench.evaluation.contingency import Entities
from anaphora_workbench.evaluation.linguistic.arcs import ARCS_RULES, NOMINAL, nominal_test
from anaphora_workbench.evaluation.linguistic.outcomes import Chains, IsNominal, Outcome, outcome_score
from anaphora_workbench.evaluation.metric import Metric, Needs, Options, Tally
from anaphora_workbench.evaluation.scores import Score, harmonic_mean

_DETECTION, _MENTIONS = "entity detection", "entity mentions"


@dataclass(frozen=True)
class AnchorScore:
    """How well entities are found, how well the found ones are filled, and the harmonic mean of both F1."""

    entity_detection: Score
    entity_mentions: Score

    @property
    def f_phi(self) -> float:
        return harmonic_mean(self.entity_detection.f1, self.entity_mentions.f1)

    @property
    def figure(self) -> float:
        return self.f_phi

    def as_json(self) -> dict[str, Any]:
        return {
            "entity_detection": self.entity_detection.as_json(),
            "entity_mentions": self.entity_mentions.as_json(),
            "f_phi": self.f_phi,
        }


def anchored(key: Entities, response: Entities, is_nominal: IsNominal) -> Tally:
    """Outcomes of entities and of the mentions of found entities.

    A key chain with a noun is found if a response chain has its anchor, its first noun; a response chain
    with a noun is false if no key chain has its anchor.

        recall = tp / (tp + fn)    precision = tp / (tp + fp)    F_φ = 2 F_ED F_EM / (F_ED + F_EM)

    ED is entity detection, its outcomes those of chains; EM is entity mentions, its outcomes those of the mentions
    of a found key chain K and its response chain S: tp = |K ∩ S|, fn = |K \\ S|, fp = |S \\ K|.

    Source: Tuggener (2014), anchor mentions; metrics.md, section 12.
    """
    of_key, of_response = Chains(key, is_nominal), Chains(response, is_nominal)
    tally = _zeros()
    for entity, anchor in zip(of_key.entities, of_key.anchors, strict=True):
        if anchor is None:
            continue
        if anchor in of_response:
            _book(tally, _DETECTION, Outcome.TP)
            _book_members(tally, entity, of_response.entity(anchor))
        else:
            _book(tally, _DETECTION, Outcome.FN)
    for anchor in of_response.anchors:
        if anchor is not None and anchor not in of_key:
            _book(tally, _DETECTION, Outcome.FP)
    return tally


def anchored_of_scripts(key: Entities, response: Entities, is_nominal: IsNominal) -> Tally:
    """The same as the scripts compute it (metrics.md, section 12): a response chain serves one key chain only.

    Key chains take their response chain in text order; those left over are all false, of whatever size.
    A key chain without a noun takes away the first response chain with which it shares a mention.
    """
    number_of = {mention: number for number, entity in enumerate(response) for mention in entity}
    left = set(range(len(response)))
    tally = _zeros()
    of_key = Chains(key, is_nominal)
    for entity, anchor in zip(of_key.entities, of_key.anchors, strict=True):
        wanted = entity if anchor is None else [anchor]
        sharing = [number_of[mention] for mention in wanted if number_of.get(mention) in left]
        if anchor is not None:
            _book(tally, _DETECTION, Outcome.TP if sharing else Outcome.FN)
        if sharing:
            number = min(sharing)
            left.remove(number)
            if anchor is not None:
                _book_members(tally, entity, response[number])
    _book(tally, _DETECTION, Outcome.FP, len(left))
    return tally


def count(comparison: Comparison, options: Options) -> Tally:
    """The outcomes of the document."""
    book = anchored_of_scripts if options["arcs_rules"] == "scripts" else anchored
    return book(*comparison.pair_for_precision, nominal_test(comparison, options))


def anchor_score(tally: Tally, options: Options) -> AnchorScore:
    """The two scores of a sum of outcomes."""
    parts: dict[str, Tally] = {_DETECTION: {}, _MENTIONS: {}}
    for both, number in tally.items():
        assert isinstance(both, tuple)
        parts[both[0]][both[1]] = number
    return AnchorScore(outcome_score(parts[_DETECTION]), outcome_score(parts[_MENTIONS]))


def _zeros() -> Tally:
    outcomes = (Outcome.TP, Outcome.FN, Outcome.FP)
    return {(part, outcome.value): 0 for part in (_DETECTION, _MENTIONS) for outcome in outcomes}


def _book(tally: Tally, part: str, outcome: Outcome, number: int = 1) -> None:
    tally[part, outcome.value] += number  # type: ignore[operator]


def _book_members(tally: Tally, entity: Sequence[Hashable], chain: Sequence[Hashable]) -> None:
    common = len(set(entity) & set(chain))
    _book(tally, _MENTIONS, Outcome.TP, common)
    _book(tally, _MENTIONS, Outcome.FN, len(entity) - common)
    _book(tally, _MENTIONS, Outcome.FP, len(chain) - common)


METRIC = Metric(
    name="arcs_anchor",
    description="entities found by their first noun, and their mentions",
    source="Tuggener (2014), anchor mentions",
    count=count,
    score=anchor_score,
    definition=anchored,
    needs=Needs.TAGS,
    options={"arcs_rules": ARCS_RULES, "nominal": NOMINAL},
    rank=32,
)
