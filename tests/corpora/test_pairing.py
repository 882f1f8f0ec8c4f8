"""Which document of a response belongs to which of the key."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.pairing.pairing import Pairing, files_by_name, pair_documents, without_endings


def documents(ids: str) -> list[Document]:
    return [Document(id) for id in ids.split()]


@pytest.mark.parametrize(
    ("key", "response", "answered", "other_ids"),
    [
        pytest.param("a b c", "a b c", "a b c", "", id="one order"),
        pytest.param("a b c", "c a b", "a b c", "", id="another order"),
        pytest.param("a b c", "d b", "- b -", "", id="some on one side only"),
        pytest.param("a b", "", "- -", "", id="no response"),
        pytest.param("a", "a", "a", "", id="one of each"),
        pytest.param("a", "b", "b", "b", id="the only one of each, whatever their ids"),
        pytest.param("a", "b a", "a", "", id="the only one of the key and two"),
        pytest.param("a b", "c", "- -", "", id="two of the key and the only one"),
        pytest.param("x x.part1 x.part2", "x_2 x_0 y", "x_0 - x_2", "x_0 x_2", id="parts as e2e-coref names them"),
        pytest.param("x_0 x_1", "x.part1 x", "x x.part1", "x x.part1", id="and the other way round"),
        pytest.param("x x_0", "x_0 y", "- x_0", "", id="what has its own document is part of no other"),
        pytest.param("x.part1 x_1_0", "x_1 y", "x_1 -", "x_1", id="of two that may be called so the first"),
    ],
)
def test_documents_are_paired_by_id_then_as_parts(key: str, response: str, answered: str, other_ids: str) -> None:
    pairing = Pairing(documents(key), documents(response))
    found = {true.id: other.id if other is not None else "-" for true, other in pairing}
    expected = dict(zip(key.split(), answered.split(), strict=True))
    assert (found, pairing.other_ids) == (expected, set(other_ids.split()))
    in_order = pair_documents(documents(key), documents(response))
    assert [(name, true.id, other.id if other else "-") for name, (true, other) in in_order.items()] == [
        (name, name, other) for name, other in expected.items()
    ]


@pytest.mark.parametrize(
    ("key", "response", "most"),
    [
        pytest.param("abcdef", "abcdef", 2, id="the first, which may be the only one, waits till the end"),
        pytest.param("abcdef", "xabcdef", 2, id="a response that is one behind"),
        pytest.param("xabcdef", "abcdef", 2, id="one that is one ahead"),
    ],
)
def test_of_two_sides_in_one_order_few_documents_are_held(key: str, response: str, most: int) -> None:
    read = [0, 0]

    def side(number: int, ids: str) -> Iterator[Document]:
        for id in ids:
            read[number] += 1
            yield Document(id)

    held = [max(read) - done for done, _ in enumerate(Pairing(side(0, key), side(1, response)))]
    assert max(held) == most


@pytest.mark.parametrize(("key", "response", "place"), [("a b a", "a b", "the key"), ("a", "b b", "the response")])
def test_two_documents_of_one_id(key: str, response: str, place: str) -> None:
    with pytest.raises(ValueError, match=f"^{place}: duplicate document id '[ab]'; expected unique ids$"):
        list(Pairing(documents(key), documents(response)))


@pytest.mark.parametrize(
    ("place", "name"),
    [("d1", "d1"), ("a.b/d1.gold.conll", "a.b/d1"), ("a/.hidden.conll", "a/.hidden"), (".hidden", ".hidden")],
)
def test_what_follows_the_first_dot_of_a_name_is_its_ending(place: str, name: str) -> None:
    assert without_endings(place) == name


def test_files_are_told_by_their_places_in_a_folder(tmp_path: Path) -> None:
    files = [tmp_path / "a" / "d.xml", tmp_path / "b" / "d.xml"]
    assert files_by_name(tmp_path, files, without_endings) == {"a/d": files[0], "b/d": files[1]}
    assert files_by_name(files[0], files[:1], without_endings) == {"d": files[0]}
    with pytest.raises(ValueError, match=r"d\.xml and d\.json have the same name; expected one file of this name$"):
        files_by_name(tmp_path, [files[0], files[0].with_suffix(".json")], without_endings)
