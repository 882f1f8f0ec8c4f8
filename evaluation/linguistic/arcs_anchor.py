"""ARCS with anchor mentions: are entities found by their first noun, and what else is in their chain?

Source: Tuggener (2014), anchor mentions; metrics.md, section 12.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.scores import Score, harmonic_mean
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Options, Tally, add_to
from anaphora_workbench.evaluation.linguistic.arcs import ARCS_RULES, NOMINAL, nominal_test
from anaphora_workbench.evaluation.linguistic.outcomes import Chains, MentionTest, Outcome, outcome_score
from anaphora_workbench.evaluation.matching.comparison import Comparison

_DETECTION, _MENTIONS = "entity detection", "entity mentions"
# An anchor, and what its entity adds.
ByAnchor = tuple[Hashable, Tally]


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


def anchored(key: Entities, response: Entities, is_nominal: MentionTest) -> Iterable[ByAnchor]:
    """Outcomes of entities and of the mentions of found entities, by the anchor of each entity.

    A key chain with a noun is found if a response chain has its anchor, its first noun; a response chain
    with a noun is false if no key chain has its anchor.

        recall = tp / (tp + fn)    precision = tp / (tp + fp)    F_φ = 2 F_ED F_EM / (F_ED + F_EM)

    ED is entity detection, its outcomes those of chains; EM is entity mentions, its outcomes those of the mentions
    of a found key chain K and its response chain S: tp = |K ∩ S|, fn = |K \\ S|, fp = |S \\ K|.

    Source: Tuggener (2014), anchor mentions; metrics.md, section 12.
    """
    of_key, of_response = Chains(key, is_nominal), Chains(response, is_nominal)
    for entity, anchor in zip(of_key.entities, of_key.anchors, strict=True):
        if anchor is None:
            continue
        if anchor in of_response:
            yield anchor, _found(entity, of_response.entity(anchor))
        else:
            yield anchor, {(_DETECTION, Outcome.FN.value): 1}
    for anchor in of_response.anchors:
        if anchor is not None and anchor not in of_key:
            yield anchor, {(_DETECTION, Outcome.FP.value): 1}


def anchored_of_scripts(key: Entities, response: Entities, is_nominal: MentionTest) -> Iterable[ByAnchor]:
    """The same as the scripts compute it (metrics.md, section 12): a response chain serves one key chain only.

    Key chains take their response chain in the order given; those left over are all false, of whatever size.
    A key chain without a noun takes away the first response chain with which it shares a mention. A false chain
    without a noun goes by its first mention.
    """
    number_of = {mention: number for number, entity in enumerate(response) for mention in entity}
    left = set(range(len(response)))
    of_key = Chains(key, is_nominal)
    for entity, anchor in zip(of_key.entities, of_key.anchors, strict=True):
        wanted = entity if anchor is None else [anchor]
        sharing = [number_of[mention] for mention in wanted if number_of.get(mention) in left]
        if sharing:
            number = min(sharing)
            left.remove(number)
            if anchor is not None:
                yield anchor, _found(entity, response[number])
        elif anchor is not None:
            yield anchor, {(_DETECTION, Outcome.FN.value): 1}
    for number in sorted(left):
        chain = response[number]
        yield next(filter(is_nominal, chain), chain[0]), {(_DETECTION, Outcome.FP.value): 1}


def by_anchor(comparison: Comparison, options: Options) -> Iterable[ByAnchor]:
    """The outcomes of each entity, by its anchor: what its class is told by."""
    key, response = comparison.pair_for_precision
    is_nominal = nominal_test(comparison, options)
    if options["arcs_rules"] != "scripts":
        return anchored(key, response, is_nominal)
    return anchored_of_scripts(
        _in_order_of_scripts(key, comparison), _in_order_of_scripts(response, comparison), is_nominal
    )


def _in_order_of_scripts(entities: Entities, comparison: Comparison) -> Entities:
    """Entities by first and last word of their first mention: of two that begin at one word the shorter first."""

    def place(entity: Sequence[Hashable]) -> tuple[int, ...]:
        offsets = comparison.documents.facts(entity[0]).offsets
        return offsets[:1] + offsets[-1:]

    return sorted(entities, key=place)


def count(comparison: Comparison, options: Options) -> Tally:
    """The outcomes of the document."""
    return sum_of_outcomes(by_anchor(comparison, options))


def sum_of_outcomes(outcomes: Iterable[ByAnchor]) -> Tally:
    """The sum of the outcomes of entities."""
    of_all: Tally = {
        (part, outcome.value): 0 for part in (_DETECTION, _MENTIONS) for outcome in (Outcome.TP, Outcome.FN, Outcome.FP)
    }
    for _, of_entity in outcomes:
        add_to(of_all, of_entity)
    return of_all


def anchor_score(tally: Tally, options: Options) -> AnchorScore:
    """The two scores of a sum of outcomes."""
    parts: dict[str, Tally] = {_DETECTION: {}, _MENTIONS: {}}
    for both, number in tally.items():
        assert isinstance(both, tuple)
        parts[both[0]][both[1]] = number
    return AnchorScore(outcome_score(parts[_DETECTION]), outcome_score(parts[_MENTIONS]))


def _found(entity: Sequence[Hashable], chain: Sequence[Hashable]) -> Tally:
    common = len(set(entity) & set(chain))
    return {
        (_DETECTION, Outcome.TP.value): 1,
        (_MENTIONS, Outcome.TP.value): common,
        (_MENTIONS, Outcome.FN.value): len(entity) - common,
        (_MENTIONS, Outcome.FP.value): len(chain) - common,
    }


METRIC = Metric(
    name="arcs_anchor",
    description="entities found by their first noun, and their mentions",
    source="Tuggener (2014), anchor mentions",
    count=count,
    score=anchor_score,
    definition=anchored,
    needs=Needs.TAGS,
    options={"arcs_rules": ARCS_RULES, "nominal": NOMINAL},
    by_mention=by_anchor,
    rank=32,
)
