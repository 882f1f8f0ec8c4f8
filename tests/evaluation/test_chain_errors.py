"""Errors in chains: worked examples, and what holds of every pair of partitions."""

import random
from collections.abc import Hashable

import pytest

from anaphora_workbench.evaluation.counting import partitions
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.registry import metrics_named
from anaphora_workbench.evaluation.statistics.chain_errors import (
    CLASSES,
    METRICS,
    TYPES,
    ChainErrors,
    errors_of_partitions,
)
from examples import examples

VALUES = option_values(metrics_named(METRICS).values(), {})


def type_of(mention: Hashable) -> str:
    """Capitals are names, vowels pronouns, what the response has in excess is of no known type."""
    assert isinstance(mention, str)
    if mention in "xyz":
        return "other"
    if mention.isupper():
        return "name"
    return "pronoun" if mention in "aeiou" else "nominal"


def errors(key: str, response: str, spans: str = "") -> ChainErrors:
    pairs = dict(pair.split(">") for pair in spans.split())
    sides = [[list(entity) for entity in side.split()] for side in (key, response)]
    return errors_of_partitions(sides[0], sides[1], pairs, type_of, VALUES)


def written(found: ChainErrors) -> str:
    """The errors as "class: type number, …; …"."""
    classes = []
    for name in CLASSES:
        types = [f"{type} {found.number(name, type)}" for type in TYPES if found.number(name, type)]
        classes += [f"{name}: {', '.join(types)}"] if types else []
    return "; ".join(classes)


# Worked by hand from metrics.md, section 22.
@pytest.mark.parametrize(
    ("key", "response", "spans", "expected"),
    [
        ("Ba Cd", "Ba Cd", "", ""),
        ("Ba Cd", "Bx Cd", "x>a", "span: pronoun 1"),
        ("Ba Cd", "BaCd", "", "conflated entities: name 1"),
        # The part of three stays, the pronoun is split off.
        ("BCde fga", "BCdea fg", "", "conflated entities: pronoun 1; divided entity: pronoun 1"),
        ("Ba Cd", "Ba Cd xy", "", "extra entity: other 1"),
        ("Ba Cd", "Bax Cdyz", "", "extra mention: other 3"),
        ("Ba Cde", "Ba", "", "missing entity: name 1"),
        ("Ba Cde", "Ba C", "", "missing mention: nominal 1, pronoun 1"),
        ("BaCde", "Ba C de", "", "divided entity: name 1, nominal 1"),
        ("BCde fga", "aBCde fg", "", "conflated entities: pronoun 1; divided entity: pronoun 1"),
        # Three entities in one are two errors; of two parts of one size the first one stays.
        ("Ba cd fg", "Bacdfg", "", "conflated entities: nominal 2"),
        ("Ba", "xa", "x>B", "span: name 1"),
        (
            "BCde fga hi K",
            "BCxea fg y",
            "x>d",
            "span: nominal 1; conflated entities: pronoun 1; extra entity: other 1; "
            "missing entity: name 1, nominal 1; divided entity: pronoun 1",
        ),
    ],
)  # fmt: skip
def test_classes_and_types(key: str, response: str, spans: str, expected: str) -> None:
    assert written(errors(key, response, spans)) == expected


def f1(key: str, response: str, metric: str) -> float:
    sides = [[list(entity) for entity in side.split()] for side in (key, response)]
    return partitions.evaluate(sides[0], sides[1], [metric])[metric].figure


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("name", "repaired"),
    [
        ("span", "BCdeaz fg xy"),
        # The spurious mention stays with the largest part.
        ("conflated entities", "BCxez a fg xy"),
        ("extra mention", "BCxea fg"),
        ("missing entity", "BCxeaz fg xy hi"),
        ("missing mention", "BCxeazK fg xy"),
        # The pronoun goes to where most of its entity is.
        ("divided entity", "BCxez fga xy"),
    ],
)
def test_the_gain_of_a_class_is_that_of_the_repaired_response(metric: str, name: str, repaired: str) -> None:
    key, response = "BCdeK fga hi", "BCxeaz fg"
    if "xy" in repaired:
        repaired = repaired.replace(" xy", "")
    found = errors(key, response, "x>d")
    gain = f1(key, repaired, metric) - f1(key, response, metric)
    assert found.gain(name, metric) == pytest.approx(gain)
    assert found.gain(name, metric) != 0 or metric == "muc"


@pytest.mark.parametrize("metric", METRICS)
def test_the_gain_of_extra_entities_is_that_of_the_response_without_them(metric: str) -> None:
    # An entity with one true mention stays.
    gain = f1("BCde fg", "BCdz f", metric) - f1("BCde fg", "BCdz xy f", metric)
    assert errors("BCde fg", "BCdz xy f").gain("extra entity", metric) == pytest.approx(gain)
    assert gain > 0


def test_in_order_all_repairs_give_the_key() -> None:
    source = random.Random(17)
    for _ in range(examples(300)):
        mentions = "BCDFGHacdefghi"[: source.randint(2, 14)]
        key = " ".join(divided(source, mentions))
        kept = "".join(mention for mention in mentions if source.random() < 0.8) + "xyz"[: source.randint(0, 3)]
        response = " ".join(divided(source, kept)) if kept else ""
        missing = sorted(set(mentions) - set(kept))
        spans = f"x>{missing[0]}" if missing and "x" in kept else ""
        found = errors(key, response, spans)
        for metric in METRICS:
            gained = sum(found.gain_in_order(name, metric) for name in CLASSES)
            assert f1(key, response, metric) + gained == pytest.approx(f1(key, key, metric)), (key, response, spans)


def divided(source: random.Random, mentions: str) -> list[str]:
    entities: dict[int, str] = {}
    for mention in mentions:
        number = source.randint(0, 4)
        entities[number] = entities.get(number, "") + mention
    return list(entities.values())


def test_documents_add_up() -> None:
    first, second = errors("Ba Cd", "Bad C"), errors("Ba", "Bax")
    both = first + second
    assert both.numbers == first.numbers + second.numbers
    assert both.before.documents == both.alone["span"].documents == 2
