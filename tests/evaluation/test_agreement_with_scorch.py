"""Equal to an independent implementation of the reference scorer (scorch, from PyPI) on random partitions."""

import random
from statistics import StatisticsError

import pytest

from anaphora_workbench.evaluation import evaluate

scorch = pytest.importorskip("scorch.scores", reason="scorch is not installed (it comes with the extra 'test')")

PEERS = {"muc": "muc", "b_cubed": "b_cubed", "ceaf_m": "ceaf_m", "ceaf_e": "ceaf_e", "blanc": "blanc"}


def random_partition(source: random.Random) -> list[set[int]]:
    mentions = source.sample(range(40), source.randint(0, 30))
    entities: dict[int, set[int]] = {}
    for mention in mentions:
        entities.setdefault(source.randrange(1, 2 + len(mentions) // 2), set()).add(mention)
    return list(entities.values())


def pairs() -> list[tuple[list[set[int]], list[set[int]]]]:
    source = random.Random(20140624)
    return [(random_partition(source), random_partition(source)) for _ in range(1000)]


@pytest.mark.parametrize("name", PEERS)
def test_a_thousand_random_pairs(name: str) -> None:
    peer = getattr(scorch, PEERS[name])
    compared = 0
    for key, response in pairs():
        score = evaluate(key, response, [name])[name]
        try:
            recall, precision, f1 = peer(key, response)
        except (StatisticsError, ZeroDivisionError, RuntimeWarning):
            # It stops, or divides by zero, where nothing overlaps or a side is empty; ours is 0 there.
            assert score.f1 == 0
            continue
        if name == "blanc" and score.f1 == 0 and f1 == 1:
            # Without a deciding link on either side it says 1 (metrics.md, section 18).
            continue
        compared += 1
        assert (score.recall, score.precision, score.f1) == pytest.approx((recall, precision, f1), abs=1e-9)
    assert compared > 900
