"""How the scorer learns: gradients are slopes of the loss, and training gives the same weights each time."""

import numpy as np
import pytest

from anaphora_workbench.resolvers.neural import learning, scorer
from anaphora_workbench.resolvers.neural.inputs import MENTION_VALUES, PAIR_VALUES, PairRows
from anaphora_workbench.resolvers.neural.learning import Example, loss_and_gradients
from anaphora_workbench.resolvers.neural.training import trained

MENTIONS, STATES = 12, 10


def example(guideline: int = 1, seed: int = 0) -> Example:
    random = np.random.default_rng(seed)
    sizes = [min(position, 7) for position in range(MENTIONS)]
    later = np.repeat(np.arange(MENTIONS), sizes)
    earlier = np.array([position - 1 - place for position in range(MENTIONS) for place in range(sizes[position])])
    values = random.integers(0, PAIR_VALUES, (len(later), 5)).astype(np.int16)
    pairs = PairRows(np.arange(MENTIONS), np.r_[0, np.cumsum(sizes)], later, earlier, values)
    entity = random.integers(0, 3, MENTIONS)
    return Example(
        guideline, random.standard_normal((MENTIONS, 3, STATES)).astype(np.float16),
        random.integers(0, MENTION_VALUES, (MENTIONS, 6)).astype(np.int16), pairs, entity[later] == entity[earlier],
        np.where(np.arange(MENTIONS) % 3, 1, 0.7).astype(np.float32), random.random(MENTIONS) < 0.5,
    )  # fmt: skip


@pytest.mark.parametrize("guideline", [1, *(pytest.param(other, marks=pytest.mark.slow) for other in (0, 2))])
def test_gradients_are_the_slopes_of_the_loss(guideline):
    random, given = np.random.default_rng(1), example(guideline)
    weights = {name: value.astype(np.float64) for name, value in scorer.first_weights(STATES, random).items()}
    for value in weights.values():
        value += random.standard_normal(value.shape) * 0.1
    _, gradients = loss_and_gradients(weights, given, np.random.default_rng(5))
    assert gradients.keys() == weights.keys()
    for name, value in weights.items():
        place = np.unravel_index(np.abs(gradients[name]).argmax(), value.shape)
        here, step, losses = value[place], 1e-4, []
        for moved in (here + step, here - step):
            value[place] = moved
            losses.append(loss_and_gradients(weights, given, np.random.default_rng(5))[0])
        value[place] = here
        slope = (losses[0] - losses[1]) / (2 * step)
        assert gradients[name][place] == pytest.approx(slope, rel=0.05, abs=2e-4), name


def test_weights_begin_small_and_a_guideline_may_shun_or_favour_none():
    weights, given = scorer.first_weights(STATES, np.random.default_rng(1)), example()
    assert weights["mention values"].std() == pytest.approx(0.05, rel=0.1)
    assert weights["none"].std() == pytest.approx(weights["none"].shape[0] ** -0.5, rel=0.1)
    mentions = np.zeros((MENTIONS, weights["none"].shape[0]), dtype=np.float32)
    before = scorer.score(weights, mentions, given.pairs, 1).none
    weights["none score by guideline"][1, -1] = 2
    assert scorer.score(weights, mentions, given.pairs, 1).none == pytest.approx(before + 2)


def test_the_loss_is_that_of_the_right_antecedents_together():
    """Lee et al. (2017), equation 8: −log Σ exp s(right) / Σ exp s(all), none among them with its score."""
    table = np.array([[0.5, 1.0, -1.0]], dtype=np.float32)
    pairs = PairRows(np.array([2]), np.array([0, 2]), np.array([2, 2]), np.array([1, 0]), np.zeros((2, 1), np.int16))
    made = type("Made", (), {"table": table, "pairs": pairs})()
    given = type("Given", (), {"pairs": pairs, "right": np.array([True, True]), "weight": np.ones(1, np.float32)})()
    loss, by_score, by_none = learning._choices(made, given)
    shares = np.exp(table[0]) / np.exp(table[0]).sum()
    assert loss == pytest.approx(-np.log(shares[1] + shares[2]))
    assert np.r_[by_none, by_score].sum() == pytest.approx(0, abs=1e-6)


def test_two_runs_learn_the_same_and_the_loss_falls():
    examples = [example(number, number) for number in range(3)]
    (first, _), (second, _), (other, _) = (trained(examples, 1, lambda word: None, seed) for seed in (7, 7, 8))
    assert all((first[name] == second[name]).all() for name in first)
    assert any((first[name] != other[name]).any() for name in first)
    _, losses = trained(examples, 12, lambda word: None, 7)
    assert np.mean(losses[-6:]) < np.mean(losses[:6]) / 2
