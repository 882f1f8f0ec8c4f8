"""The union of links: entities by any chain of links, in text order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document.closure import Union, closure, closure_by_id

_PLACES = st.integers(0, 7)


@pytest.mark.parametrize(
    ("links", "entities"),
    [
        pytest.param([], ["a", "b", "c", "d"], id="no link"),
        pytest.param([(3, 0)], ["ad", "b", "c"], id="one link"),
        pytest.param([(0, 3)], ["ad", "b", "c"], id="direction does not matter"),
        pytest.param([(2, 2)], ["a", "b", "c", "d"], id="a mention linked with itself"),
        pytest.param([(3, 2), (1, 0), (2, 1)], ["abcd"], id="two entities that a third link joins"),
    ],
)
def test_closure_of_few_links(links: list[tuple[int, int]], entities: list[str]) -> None:
    assert ["".join(entity) for entity in closure("abcd", links)] == entities


@given(st.lists(st.tuples(_PLACES, _PLACES), max_size=10))
def test_closure_is_what_can_be_reached_by_links(links: list[tuple[int, int]]) -> None:
    entities = closure(range(8), links)
    assert sorted(place for entity in entities for place in entity) == list(range(8))
    assert entities == sorted(sorted(entity) for entity in entities)
    reached = {place: {place} for place in range(8)}
    for _ in range(8):
        for first, second in links:
            reached[first] = reached[second] = reached[first] | reached[second]
        for place in range(8):
            reached[place] = set().union(*(reached[neighbour] for neighbour in reached[place]))
    assert {frozenset(entity) for entity in entities} == {frozenset(places) for places in reached.values()}


@given(st.lists(st.tuples(_PLACES, _PLACES), max_size=10))
def test_what_a_link_joins_was_not_in_one_entity_before(links: list[tuple[int, int]]) -> None:
    union: Union[int] = Union()
    for number, (first, second) in enumerate(links):
        together = any({first, second} <= set(entity) for entity in closure(range(8), links[:number]))
        assert union.join(first, second) == (not together)


def test_closure_by_id_follows_the_links_where_no_order_is_given() -> None:
    assert closure_by_id([("b", "c"), ("x", "a"), ("c", "x")]) == [["b", "c", "x", "a"]]
    assert closure_by_id(iter([("b", "c"), ("x", "a")])) == [["b", "c"], ["x", "a"]]


def test_closure_by_id_keeps_the_order_that_is_given() -> None:
    assert closure_by_id([("c", "a"), ("d", "e")], ["a", "b", "c"]) == [["a", "c"], ["b"], ["d", "e"]]
