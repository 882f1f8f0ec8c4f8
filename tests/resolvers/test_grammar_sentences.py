"""Grammar holds for every resolver: constructed sentences by class, which a resolver answers rightly so often at least.

``python -m benchmarks.grammar`` shows the shares of all resolvers.
"""

import pytest
from benchmarks.grammar import NONE, Sentence, sentences, success

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.contract.case import SYNTAX
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.pronouns.grammar import Grammar

CERTAIN = {"Principle A": 0.95, "Principle B": 0.95, "Principle C": 0.85, "reciprocals": 0.92, "quotations": 0.92,
    "cataphora": 0.85, "demonstratives": 0.88, "one": 0.88, "control": 0.95, "ECM and small clauses": 0.95,
    "predicative adjectives": 0.95, "person and number by form": 0.92, "co-arguments before and behind": 0.92,
    "i-within-i": 0.92}  # fmt: skip


def test_the_table_asks_of_every_class() -> None:
    asked = sentences()
    assert len(asked) >= 300
    assert {sentence.kind for sentence in asked} == CERTAIN.keys()
    assert all(sentence.text.count("*") == 2 and sentence.source for sentence in asked)


# What learned resolvers leave unanswered where grammar leaves them two candidates, as their papers do.
OF_LEARNED = {"Principle A": 0.95, "Principle B": 0.91, "reciprocals": 0.92, "quotations": 0.87, "control": 0.95}


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars", "sieve"])
def test_resolvers_know_what_grammar_is_certain_of(name: str) -> None:
    shares = success([name], sentences())
    assert {kind: share for (kind, _), share in shares.items() if share < CERTAIN[kind]} == {}


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    "name", ["berkeley", "cistell", "ims", "ng-cardie", "ranking", "reconcile", "relaxcor", "soon"]
)
def test_so_do_learned_resolvers(name: str) -> None:
    shares = success([name], [sentence for sentence in sentences() if sentence.kind in OF_LEARNED])
    assert {kind: share for (kind, _), share in shares.items() if share < OF_LEARNED[kind]} == {}


@pytest.mark.model
@pytest.mark.parametrize("name", ["reconcile", "berkeley"])
def test_no_entity_has_a_pronoun_and_what_binding_keeps_it_from(name: str) -> None:
    read, resolver = Preprocessor(), get_resolver(name)
    for text in (
        "Tom met Bill. He greeted him.",
        "Peter's brother saw him.",
        "The boys claim that the girls saw them.",
    ):
        document = read.process(text)
        discourse, grammar = Discourse(document), Grammar(Discourse(document))
        for chain in resolver.resolve(document).chains:
            members = [discourse.position[name] for name in chain]
            for pronoun in set(members).intersection(discourse.pronouns()):
                assert SYNTAX not in {stage for stage, *_ in grammar.barred(pronoun, members).values()}, text


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "stage", "why"),
    [
        ("Mary made her intensely drowsy.", "syntax", "the tag of the pronoun contradicts its place in the tree"),
        ("Tom sent Bill to see him.", "syntax", "the tree leaves open who is understood as the subject of its verb"),
    ],
)
@pytest.mark.parametrize("name", ["mitkov", "soon"])
def test_a_stage_that_the_parse_leaves_in_doubt_says_so(name: str, text: str, stage: str, why: str) -> None:
    (trace,) = get_resolver(name).resolve(Preprocessor().process(text)).traces
    assert trace.as_json()["abstained"] == {stage: why}


@pytest.mark.model
@pytest.mark.parametrize("name", ["kennedy-boguraev", "mitkov", "ranking-pronouns", "soon"])
def test_binding_of_reflexives_can_be_left_out(name: str) -> None:
    document = Preprocessor().process("Tom told Bill that the king hurt himself.")
    rules = [get_resolver(name, without=left_out).resolve(document).traces[0].rule for left_out in ("", "reflexives")]
    assert [rule.startswith("binding: ") for rule in rules] == [True, False]


@pytest.mark.model
def test_a_learned_resolver_does_not_weigh_a_gender_that_is_certain() -> None:
    texts = ("Tom came in. Mary is proud of *her*.", "The king sat down. The wine pleased *her*.")
    shares = success(["ranking-pronouns"], [Sentence(text, text, (NONE,), "") for text in texts])
    assert set(shares.values()) == {1.0}
