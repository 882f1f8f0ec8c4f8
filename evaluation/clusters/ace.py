"""ACE value: the value of the entities of a response, less that of false ones, relative to the key's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.arithmetic.exact import rational
from anaphora_workbench.evaluation.arithmetic.scores import Ratio
from anaphora_workbench.evaluation.assignment.assignment import best_assignment
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts

# ACE 2005 style. An attribute or mention type that a table does not name is worth 1.
DEFAULTS: dict[str, Any] = {
    "attribute_value": {},
    "attribute_error": {"type": 0.5, "class": 0.75, "subtype": 0.9},
    "mention_value": {"NAM": 1, "NOM": 0.5, "PRO": 0.1},
    "mention_type_error": 0.9,
    "entity_false_alarm": 0.75,
    "mention_false_alarm": 0.75,
    "mention_coreference": 0,
}
_TYPE_OF_KIND = {"name": "NAM", "nominal": "NOM", "pronoun": "PRO", "other": "NOM"}
_VALUE, _WORTH = "value", "of key"


@dataclass(frozen=True)
class AceEntity:
    """An entity with its attributes (type, class, subtype) and the type of each mention (NAM, NOM, PRO)."""

    attributes: Mapping[str, str]
    mentions: Mapping[Hashable, str]


@dataclass(frozen=True)
class Parameters:
    """The weights of an evaluation plan, by the names of metrics.md, section 10."""

    attribute_value: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    attribute_error: Mapping[str, Fraction] = field(default_factory=dict)
    mention_value: Mapping[str, Fraction] = field(default_factory=dict)
    mention_type_error: Fraction = Fraction(1)
    entity_false_alarm: Fraction = Fraction(1)
    mention_false_alarm: Fraction = Fraction(1)
    mention_coreference: Fraction = Fraction(1)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Parameters:
        """The defaults, with what is given in their place.

        Raises:
            ValueError: an unknown name, or a value that is not a number.
        """
        unknown = sorted(given.keys() - DEFAULTS.keys())
        if unknown:
            raise ValueError(f"no ACE parameter {unknown[0]!r}; {there_are(DEFAULTS, unknown[0])}")
        try:
            return cls(**{name: _rationals(given.get(name, default)) for name, default in DEFAULTS.items()})
        except ValueError as error:
            raise ValueError(f"an ACE parameter is not a number: {error}") from error


def ace_value(
    key: Sequence[AceEntity], response: Sequence[AceEntity], parameters: Parameters | None = None
) -> tuple[Fraction, Fraction]:
    """Value of the response and of the key; their ratio is the score, at most 1 and possibly negative.

        ACE value = Σ value(R, mapped to K) / Σ value(K, mapped to itself)    value = Element · Mentions
        Element = min(E(K), E(R)) · Π error of each wrong attribute    E: product of the values of the attributes
        Mentions = Σ value of each mention in common − Σ penalty of each false one

    Entities that share a mention are mapped one to one so that the total is largest; an unmapped response
    entity is a false alarm, and no pair is mapped that lowers the total.

    Source: Doddington et al. (2004) and the NIST evaluation plans; metrics.md, section 10. The parameters must
    be those of the plan that is reproduced.
    """
    plan = parameters or Parameters.of({})
    entity_of = {mention: number for number, entity in enumerate(key) for mention in entity.mentions}
    total = Fraction(0)
    rows: list[int] = []
    columns: list[int] = []
    gains: list[Fraction] = []
    for column, entity in enumerate(response):
        unmapped = -plan.entity_false_alarm * _pair_value(entity, entity, frozenset(), plan)
        total += unmapped
        for row in dict.fromkeys(entity_of[mention] for mention in entity.mentions if mention in entity_of):
            elsewhere = frozenset(
                mention for mention in entity.mentions if mention in entity_of and entity_of[mention] != row
            )
            gain = _pair_value(key[row], entity, elsewhere, plan) - unmapped
            if gain > 0:
                rows.append(row)
                columns.append(column)
                gains.append(gain)
    chosen = best_assignment(rows, columns, [float(gain) for gain in gains])
    total += sum((gains[cell] for cell in chosen), Fraction(0))
    worth = sum((_pair_value(entity, entity, frozenset(), plan) for entity in key), Fraction(0))
    return total, worth


def _pair_value(key: AceEntity, response: AceEntity, elsewhere: frozenset[Hashable], plan: Parameters) -> Fraction:
    """Value of a response entity mapped to a key entity; ``elsewhere`` are its mentions of another key entity."""
    element = min(_element(key, plan), _element(response, plan))
    for name in key.attributes.keys() | response.attributes.keys():
        if key.attributes.get(name) != response.attributes.get(name):
            element *= plan.attribute_error.get(name, Fraction(1))
    mentions = Fraction(0)
    for mention, kind in response.mentions.items():
        value = plan.mention_value.get(kind, Fraction(1))
        true_kind = key.mentions.get(mention)
        if true_kind is None:
            penalty = plan.mention_false_alarm * value
            mentions -= penalty * plan.mention_coreference if mention in elsewhere else penalty
        elif true_kind == kind:
            mentions += value
        else:
            mentions += min(value, plan.mention_value.get(true_kind, Fraction(1))) * plan.mention_type_error
    return element * mentions


def _element(entity: AceEntity, plan: Parameters) -> Fraction:
    product = Fraction(1)
    for name, value in entity.attributes.items():
        product *= plan.attribute_value.get(name, {}).get(value, Fraction(1))
    return product


def count(comparison: Comparison, options: Options) -> Tally:
    """Value of response and key; an entity's type is the one most of its mentions have."""
    plan, documents = Parameters.of(options["ace_parameters"]), comparison.documents
    value, worth = ace_value(
        _entities(comparison.key, documents.key_facts), _entities(comparison.response, documents.response_facts), plan
    )
    return {_VALUE: value, _WORTH: worth}


def _entities(entities: Entities, facts: Mapping[Hashable, MentionFacts]) -> list[AceEntity]:
    ace_entities = []
    for entity in entities:
        types = Counter(facts[mention].entity_type for mention in entity if facts[mention].entity_type)
        attributes = {"type": types.most_common(1)[0][0]} if types else {}
        ace_entities.append(AceEntity(attributes, {mention: _TYPE_OF_KIND[facts[mention].kind] for mention in entity}))
    return ace_entities


def ratio(tally: Tally, options: Options) -> Ratio:
    """Value of the response over value of the key."""
    return Ratio(tally.get(_VALUE, 0), tally.get(_WORTH, 0))


def _rationals(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rationals(weight) for name, weight in value.items()}
    return rational(value)


METRIC = Metric(
    name="ace_value",
    description="value of the entities found, relative to that of the key's",
    source="Doddington et al. (2004); NIST ACE evaluation plans",
    count=count,
    score=ratio,
    definition=ace_value,
    needs=Needs.ENTITY_TYPES,
    options={
        "ace_parameters": Option(
            {}, "parameters that replace the defaults in the style of ACE 2005, by name", spelled="ace_value.parameters"
        )
    },
    rank=40,
    bounded=False,
    # A response can be worth less than nothing, but a perfect one is worth 100%.
    percent=True,
)
