"""What ``benchmarks.short_texts`` counts, and that its texts say of each mention what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import short_texts
from benchmarks.short_texts import FILES, Found, checks

TOM, HE, ANN, SHE = (0, 3), (4, 6), (7, 10), (11, 14)


def marked(*entities: str) -> list[list[object]]:
    return [[*span, entity, False] for span, entity in zip((TOM, HE, ANN, SHE), entities, strict=True)]


def found(*chains: str) -> list[Found]:
    return [Found(*span, span[0], chain) for span, chain in zip((TOM, HE, ANN, SHE), chains, strict=True)]


@pytest.mark.parametrize(
    ("entities", "chains", "right"),
    [
        pytest.param("ttaa", "ttaa", [True, True, True, True], id="all right"),
        pytest.param("ttaa", "1234", [True, False, True, False], id="nothing linked"),
        pytest.param("ttaa", "tttt", [True, True, False, True], id="all one"),
        pytest.param("t0aa", "ttaa", [True, False, True, True], id="what takes up nothing is linked"),
        pytest.param("t0a0", "t1a1", [True, True, True, True], id="two that take up nothing are linked"),
    ],
)
def test_checks(entities: str, chains: str, right: list[bool]) -> None:
    assert [outcome for _, outcome in checks(marked(*entities), found(*chains))] == right


@pytest.mark.parametrize(("start", "end", "chain"), [(0, 3, "t"), (0, 2, "t"), (5, 8, "h"), (20, 30, None)])
def test_a_marked_mention_is_found_by_its_characters_or_by_a_head_in_it(
    start: int, end: int, chain: str | None
) -> None:
    there = short_texts._found_at(start, end, [Found(0, 3, 0, "t"), Found(4, 9, 6, "h")])
    assert (there and there.chain) == chain


@pytest.mark.parametrize("name", FILES)
def test_texts_say_what_stands_there(name: str) -> None:
    texts = list(short_texts.read(Path(short_texts.__file__).with_name(name)))
    assert len({text["id"] for text in texts}) == len(texts)
    for text in texts:
        spans = [(start, end) for start, end, *_ in text["mentions"]]
        assert [start for start, _ in spans] == sorted(start for start, _ in spans), text["id"]
        assert [text["text"][start:end] for start, end in spans] == [words for *_, words in text["mentions"]], text[
            "id"
        ]
