"""Grammar holds for every resolver: constructed sentences by class, which a resolver answers rightly so often at least.

``python -m benchmarks.grammar`` shows the shares of all resolvers.
"""

import pytest
from benchmarks.grammar import NONE, Sentence, sentences, success

CERTAIN = {"Principle A": 0.95, "Principle B": 0.95, "Principle C": 0.85, "reciprocals": 0.92, "quotations": 0.92,
    "cataphora": 0.85, "demonstratives": 0.88, "one": 0.88, "control": 0.95, "ECM and small clauses": 0.95,
    "predicative adjectives": 0.95, "person and number by form": 0.92, "co-arguments before and behind": 0.92,
    "i-within-i": 0.92}  # fmt: skip


def test_the_table_asks_of_every_class() -> None:
    asked = sentences()
    assert len(asked) >= 300
    assert {sentence.kind for sentence in asked} == CERTAIN.keys()
    assert all(sentence.text.count("*") == 2 and sentence.source for sentence in asked)


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars", "sieve"])
def test_resolvers_know_what_grammar_is_certain_of(name: str) -> None:
    shares = success([name], sentences())
    assert {kind: share for (kind, _), share in shares.items() if share < CERTAIN[kind]} == {}


@pytest.mark.model
def test_a_learned_resolver_does_not_weigh_a_gender_that_is_certain() -> None:
    texts = ("Tom came in. Mary is proud of *her*.", "The king sat down. The wine pleased *her*.")
    shares = success(["ranking-pronouns"], [Sentence(text, text, (NONE,), "") for text in texts])
    assert set(shares.values()) == {1.0}
