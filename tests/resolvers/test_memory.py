"""What a resolver remembers: links make chains, and chains that are linked become one."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.pronouns.memory import Memory
from hand_built import document, np


@pytest.mark.parametrize(
    ("links", "chains"),
    [
        pytest.param([], [[0], [1], [2], [3]], id="none"),
        pytest.param([(1, 0)], [[0, 1], [0, 1], [2], [3]], id="one"),
        pytest.param([(1, 0), (2, 0), (3, 2)], [[0, 1, 2, 3]] * 4, id="on and on"),
        pytest.param([(1, 0), (3, 2), (2, 1)], [[0, 1, 2, 3]] * 4, id="two chains become one"),
        pytest.param([(1, 0), (3, 2), (3, 0)], [[0, 1, 2, 3]] * 4, id="by their last members, too"),
        pytest.param([(0, 3)], [[0, 3], [1], [2], [0, 3]], id="to what follows"),
    ],
)
def test_chains_of_links(links: list[tuple[int, int]], chains: list[list[int]]) -> None:
    text = document(["A/-/ROOT B/0/dobj C/0/dobj D/0/dobj"], [np(name, n, n + 1) for n, name in enumerate("abcd")])
    memory = Memory(get_resolver("most-recent"), Discourse(text), None, {})
    for position, antecedent in links:
        memory.link(position, antecedent)
    assert [sorted(memory.chain_of(position)) for position in range(4)] == chains


@pytest.mark.parametrize(("prelink", "chain"), [("none", [2]), ("names", [0, 2])])
def test_names_are_linked_before(prelink: str, chain: list[int]) -> None:
    # *Al met Bo. Al slept.*: with ``prelink`` one name is one entity (resolvers.md, 1.6).
    name = {"gender": "m", "kind": "proper", "definiteness": "definite"}
    sentences = ["Al/1/nsubj met/-/ROOT Bo/1/dobj", "Al/1/nsubj slept/-/ROOT"]
    text = document(sentences, [np("a", 0, 1, **name), np("b", 2, 3, **name), np("c", 3, 4, **name)])
    resolver = get_resolver("most-recent", prelink=prelink)
    assert sorted(Memory(resolver, Discourse(text), None, {}).chain_of(2)) == chain
