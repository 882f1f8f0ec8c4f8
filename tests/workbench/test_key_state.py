"""The state of a key that is being made: what each act makes of its chains, and that every act can be undone."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from typing import Any

import pytest

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")
# (first word, end, chain) of each mention; the head is the last word, and the reference of what is in no chain follows.
Given = list[tuple[Any, ...]]
KEY: Given = [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)]


def mentions(given: Given) -> list[dict[str, Any]]:
    return [
        {
            "start": start,
            "end": end,
            "head": end - 1,
            "chain": chain,
            "reference": "".join(reference),
            "parts": [],
        }
        for start, end, chain, *reference in given
    ]


def computed(expression: str, **values: Any) -> Any:
    """The value of an expression over the functions of key_state.js."""
    script = resources.files("anaphora_workbench.workbench.page") / "static" / "key_state.js"
    names = ", ".join(values)
    program = (
        f"{script.read_text(encoding='utf-8')}\n"
        f"const {{{names}}} = JSON.parse(process.argv[1]);\n"
        f"process.stdout.write(JSON.stringify({expression}));"
    )
    assert NODE is not None
    done = subprocess.run(
        [NODE, "-e", program, json.dumps(values)], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


def spans(key: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (m["start"], m["end"], m["chain"], m["reference"]) if m["reference"] else (m["start"], m["end"], m["chain"])
        for m in key
    ]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        pytest.param(
            "inNewChain(key, {start: 4, end: 5, head: 4})",
            [(0, 2, 1), (3, 4, 1), (4, 5, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)],
            id="a new chain has the smallest number that is free",
        ),
        pytest.param(
            "inChain(key, {start: 9, end: 10, head: 9}, 2)",
            [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 2)],
            id="a mention moves to another chain",
        ),
        pytest.param(
            "inChain(key, {start: 6, end: 7, head: 6}, 1)",
            [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 1), (9, 10, 1)],
            id="what is in a chain refers to nothing no more",
        ),
        pytest.param(
            "notAnaphoric(key, {start: 3, end: 4, head: 3}, 'exophoric')",
            [(0, 2, 1), (3, 4, 0, "exophoric"), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)],
            id="a pronoun leaves its chain",
        ),
        pytest.param(
            "without(key, {start: 5, end: 8})",
            [(0, 2, 1), (3, 4, 1), (6, 7, 0, "pleonastic"), (9, 10, 1)],
            id="a mention is removed, one inside it stays",
        ),
        pytest.param(
            "linked(key, {start: 11, end: 12, head: 11}, {start: 5, end: 8, head: 7})",
            [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1), (11, 12, 2)],
            id="a link to a mention of a chain",
        ),
        pytest.param(
            "linked(key, {start: 11, end: 12, head: 11}, {start: 4, end: 5, head: 4})",
            [(0, 2, 1), (3, 4, 1), (4, 5, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1), (11, 12, 3)],
            id="a link to a phrase of no chain begins one",
        ),
        pytest.param(
            "merged(key, 2, 1)",
            [(0, 2, 1), (3, 4, 1), (5, 8, 1), (6, 7, 0, "pleonastic"), (9, 10, 1)],
            id="merged chains have the smaller number",
        ),
        pytest.param(
            "split(key, {start: 3, end: 4})",
            [(0, 2, 1), (3, 4, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 3)],
            id="a split takes all mentions from there on",
        ),
        pytest.param(
            "withSpan(key, {start: 5, end: 8}, {start: 4, end: 8, head: 4})",
            [(0, 2, 1), (3, 4, 1), (4, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)],
            id="other boundaries keep the chain",
        ),
        pytest.param(
            "withSpan(key, {start: 9, end: 10}, {start: 3, end: 4, head: 3})",
            [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic")],
            id="boundaries of another mention take its place",
        ),
    ],
)
def test_what_an_act_makes_of_a_key(act: str, expected: Given) -> None:
    assert spans(computed(act, key=mentions(KEY))) == expected


def test_a_head_stays_where_it_is_still_inside() -> None:
    key = mentions(KEY)
    moved = computed("withSpan(key, {start: 5, end: 8}, {start: 4, end: 8, head: 4})", key=key)
    left = computed("withSpan(key, {start: 5, end: 8}, {start: 4, end: 6, head: 4})", key=key)
    assert (moved[2]["head"], left[2]["head"]) == (7, 4)
    assert computed("withHead(key, {start: 0, end: 2}, 0)", key=key)[0]["head"] == 0


@pytest.mark.parametrize(
    ("governors", "span", "head"),
    [
        pytest.param([1, 2, -1, 4, 2], (0, 2), 1, id="the word that a verb governs"),
        pytest.param([-1, 0, 1], (0, 3), 0, id="the root"),
        pytest.param([3, 3, 3, -1], (0, 2), 0, id="of two that hang outside the first"),
    ],
)
def test_the_head_of_a_phrase_that_nobody_found(governors: list[int], span: tuple[int, int], head: int) -> None:
    wanted = {"start": span[0], "end": span[1]}
    assert computed("headOf(span, governors)", span=wanted, governors=governors) == head


def test_chains_are_told_by_number_and_in_text_order() -> None:
    chains = computed("chainsOf(key)", key=mentions(KEY))
    assert [(chain["number"], [m["start"] for m in chain["members"]]) for chain in chains] == [(1, [0, 3, 9]), (2, [5])]


def test_every_act_is_undone_and_done_again() -> None:
    told = computed(
        "(() => { let h = begunWith(key); const seen = [h.key];"
        " for (const act of [merged(h.key, 1, 2), without(merged(h.key, 1, 2), {start: 0, end: 2})])"
        " { h = done(h, act, 'act'); seen.push(h.key); }"
        " const same = done(h, [...h.key], 'nothing') === h;"
        " const back = [undone(h).key, undone(undone(h)).key, undone(undone(undone(h))).key];"
        " const again = redone(redone(undone(undone(h)))).key;"
        " const other = done(undone(h), key, 'other');"
        " return {seen, same, back, again, left: other.after.length}; })()",
        key=mentions(KEY),
    )
    assert told["same"]
    assert told["back"] == [told["seen"][1], told["seen"][0], told["seen"][0]]
    assert told["again"] == told["seen"][2]
    assert told["left"] == 0


@pytest.mark.parametrize(
    ("waiting", "digit", "numbers", "expected"),
    [
        pytest.param("", "2", [1, 2, 3], ("", 2), id="complete"),
        pytest.param("", "1", [1, 2, 12], ("1", 0), id="there is a longer one"),
        pytest.param("1", "2", [1, 2, 12], ("", 12), id="the longer one"),
        pytest.param("1", "0", [1, 10, 100], ("10", 0), id="and one longer still"),
        pytest.param("", "7", [1], ("", 7), id="no such chain, which is for others to say"),
    ],
)
def test_a_number_of_several_digits(waiting: str, digit: str, numbers: list[int], expected: tuple[str, int]) -> None:
    told = computed("digitTyped(waiting, digit, numbers)", waiting=waiting, digit=digit, numbers=numbers)
    assert (told["waiting"], told["number"]) == expected
