"""Keys that readers make: what each act makes of them, and what the server makes of what the page sends."""

import copy
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.workbench.page.questions.key_form import LONGEST_KEY, document_of_form, form_of_key
from served_page import Answer, Served, served

NODE = shutil.which("node")
# (first word, end, chain) of each mention; the head is the last word, and the reference of what is in no chain follows.
Given = list[tuple[Any, ...]]
KEY: Given = [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)]


def mentions(given: Given) -> list[dict[str, Any]]:
    return [
        {"start": start, "end": end, "head": end - 1, "chain": chain, "reference": "".join(reference), "parts": []}
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


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("inNewChain(key, {start: 4, end: 5, head: 4})",
         [(0, 2, 1), (3, 4, 1), (4, 5, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)]),
        ("inChain(key, {start: 9, end: 10, head: 9}, 2)",
         [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 2)]),
        ("inChain(key, {start: 6, end: 7, head: 6}, 1)", [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 1), (9, 10, 1)]),
        ("notAnaphoric(key, {start: 3, end: 4, head: 3}, 'exophoric')",
         [(0, 2, 1), (3, 4, 0, "exophoric"), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)]),
        ("without(key, {start: 5, end: 8})", [(0, 2, 1), (3, 4, 1), (6, 7, 0, "pleonastic"), (9, 10, 1)]),
        ("linked(key, {start: 11, end: 12, head: 11}, {start: 5, end: 8, head: 7})",
         [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1), (11, 12, 2)]),
        ("linked(key, {start: 11, end: 12, head: 11}, {start: 4, end: 5, head: 4})",
         [(0, 2, 1), (3, 4, 1), (4, 5, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1), (11, 12, 3)]),
        ("merged(key, 2, 1)", [(0, 2, 1), (3, 4, 1), (5, 8, 1), (6, 7, 0, "pleonastic"), (9, 10, 1)]),
        ("split(key, {start: 3, end: 4})", [(0, 2, 1), (3, 4, 3), (5, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 3)]),
        ("withSpan(key, {start: 5, end: 8}, {start: 4, end: 8, head: 4})",
         [(0, 2, 1), (3, 4, 1), (4, 8, 2), (6, 7, 0, "pleonastic"), (9, 10, 1)]),
        ("withSpan(key, {start: 9, end: 10}, {start: 3, end: 4, head: 3})",
         [(0, 2, 1), (3, 4, 1), (5, 8, 2), (6, 7, 0, "pleonastic")]),
    ],
)  # fmt: skip
def test_what_an_act_makes_of_a_key(act: str, expected: Given) -> None:
    assert spans(computed(act, key=mentions(KEY))) == expected


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_head_stays_where_it_is_still_inside() -> None:
    key = mentions(KEY)
    moved = computed("withSpan(key, {start: 5, end: 8}, {start: 4, end: 8, head: 4})", key=key)
    left = computed("withSpan(key, {start: 5, end: 8}, {start: 4, end: 6, head: 4})", key=key)
    assert (moved[2]["head"], left[2]["head"]) == (7, 4)
    assert computed("withHead(key, {start: 0, end: 2}, 0)", key=key)[0]["head"] == 0


@pytest.mark.skipif(NODE is None, reason="node is not installed")
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


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_chains_are_told_by_number_and_in_text_order() -> None:
    chains = computed("chainsOf(key)", key=mentions(KEY))
    assert [(chain["number"], [m["start"] for m in chain["members"]]) for chain in chains] == [(1, [0, 3, 9]), (2, [5])]


@pytest.mark.skipif(NODE is None, reason="node is not installed")
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


@pytest.mark.skipif(NODE is None, reason="node is not installed")
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


FORM: dict[str, Any] = {
    "id": "pump",
    "language": "en",
    "words": ["Ann", "sold", "the", "old", "pump", ".", "It", "rained", "on", "it", "."],
    "space": "11110111100",
    "empty": [],
    "sentences": [[0, 6, 0], [6, 11, 1]],
    "paragraphs": ["heading", "body"],
    "mentions": [
        {"start": 0, "end": 1, "head": 0, "chain": 4, "reference": "", "parts": []},
        {"start": 2, "end": 5, "head": 4, "chain": 2, "reference": "", "parts": []},
        {"start": 6, "end": 7, "head": 6, "chain": 0, "reference": "pleonastic", "parts": []},
        {"start": 9, "end": 10, "head": 9, "chain": 2, "reference": "", "parts": []},
    ],
}


def changed(**values: Any) -> dict[str, Any]:
    return copy.deepcopy(FORM) | values


def mention(**values: Any) -> dict[str, Any]:
    return changed(mentions=[FORM["mentions"][0] | values])


def chains(document: Document) -> list[list[tuple[int, int, int]]]:
    """The chains as spans with their heads."""
    by_id = document.mention_by_id()
    assert document.key
    return [
        [(by_id[name].start, by_id[name].end, by_id[name].head) for name in entity.mentions]
        for entity in document.key.entities
    ]


def test_a_form_is_a_document_and_a_document_a_form() -> None:
    document = document_of_form(FORM)
    assert document.text() == "Ann sold the old pump. It rained on it."
    assert chains(document) == [[(0, 1, 0)], [(2, 5, 4), (9, 10, 9)]]
    assert [(m.id, m.reference) for m in document.mentions] == [
        ("m1", ""), ("m2", ""), ("m3", "pleonastic"), ("m4", ""),
    ]  # fmt: skip
    again = form_of_key(document)
    numbers = {4: 1, 2: 2, 0: 0}
    assert again == changed(mentions=[each | {"chain": numbers[each["chain"]]} for each in FORM["mentions"]])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param([], "a key: list; expected a dict", id="no form"),
        pytest.param(changed(words=[]), "0 words; expected 1 to 10000, each with a 0 or 1", id="no words"),
        pytest.param(changed(words=["a"] * (LONGEST_KEY + 1)), "10001 words; expected 1 to 10000", id="too long"),
        pytest.param(changed(words=[*FORM["words"][:-1], 7]), "a word without a form", id="a word that is none"),
        pytest.param(changed(words=[*FORM["words"][:-1], ""]), "a word without a form", id="an empty word"),
        pytest.param(changed(words=[*FORM["words"][:-1], "a\tb"]), "a word with a tab", id="a tab"),
        pytest.param(changed(id=" "), "a name of 1 characters; expected 1 to 200", id="no name"),
        pytest.param(changed(id="a\nb"), "a name of 3 characters; expected", id="a name of two lines"),
        pytest.param(changed(language="../x"), "a language without a code", id="no language"),
        pytest.param(changed(sentences=[[0, 6, 0]]), "sentences up to word 6 of 11", id="words outside"),
        pytest.param(changed(sentences=[[0, 6, 0], [5, 11, 1]]), "sentence 2 does not follow", id="overlapping"),
        pytest.param(changed(sentences=[[0, 6, 1], [6, 11, 0]]), "sentence 2 does not follow", id="paragraphs"),
        pytest.param(changed(sentences=[[0, 11, 2]]), "sentence 1 does not follow", id="no such paragraph"),
        pytest.param(changed(paragraphs=["title"]), "paragraphs of other kinds", id="no such kind"),
        pytest.param(mention(end=12), "a mention from 0 to 12 of 11 words", id="outside of the text"),
        pytest.param(mention(head=3), "a mention from 0 to 1 of 11 words", id="a head outside"),
        pytest.param(mention(chain=-1), "a mention from 0 to 1", id="no such chain"),
        pytest.param(mention(chain=True), "a mention: something else than numbers", id="no number"),
        pytest.param(mention(reference="bridging"), "a mention from 0 to 1", id="no such reference"),
        pytest.param(mention(reference=[]), "reference: list; expected a str", id="a reference of a wrong type"),
        pytest.param(mention(end=5, parts=[[0, 1], [3, 4]]), "parts that are not the mention's", id="parts"),
    ],
)
def test_a_form_that_is_wrong(content: object, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        document_of_form(content)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1") as running:
        yield running


def opened(page: Served, **fields: str | tuple[str, bytes]) -> Answer:
    taken = page.post("/key/open", {"tab": "test", **fields})
    if taken.status != 202:
        return taken
    page.events(taken.json["job"])
    return page.request("GET", f"/jobs/{taken.json['job']}")


UNCHAINED = ["1 mention that is in no chain", "how 1 pronoun refers"]


@pytest.mark.parametrize(
    ("its_format", "name", "lost"),
    [
        ("np-xml", "pump.np.xml", []),
        ("conllu", "pump.conllu", UNCHAINED),
        ("conll2012", "pump.conll", ["paragraphs (2)", "where words follow without a space", *UNCHAINED]),
    ],
)
def test_a_saved_key_is_read_equal(page: Served, tmp_path: Path, its_format: str, name: str, lost: list[str]) -> None:
    saved = page.post("/key/save", {"key": json.dumps(FORM), "format": its_format}).json
    assert (saved["name"], saved["lost"]) == (name, lost)
    (tmp_path / name).write_text(saved["content"], encoding="utf-8")
    (document,) = read(tmp_path / name)
    wanted = document_of_form(FORM)
    assert [word.form for word in document.words] == FORM["words"]
    assert chains(document) == chains(wanted)
    assert (document == wanted) is (its_format == "np-xml")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"key": "{"}, "This is no key: Expecting", id="no JSON"),
        pytest.param({"key": "[" * 100_000}, "This is not a key: nested too deeply", id="nested"),
        pytest.param({"key": "[]"}, "This is no key: a key: list; expected a dict.", id="something else"),
        pytest.param({"format": "gap"}, "There is no format 'gap' here; expected one of np-xml, conllu", id="format"),
        pytest.param({"key": json.dumps(changed(words=["\ud800"] * 11))}, "This is no key: a word", id="half"),
    ],
)
def test_what_cannot_be_saved(page: Served, fields: dict[str, str], reason: str) -> None:
    answer = page.post("/key/save", {"key": json.dumps(FORM), "format": "np-xml"} | fields)
    assert 400 <= answer.status < 500
    assert answer.json["reason"].startswith(reason)
    assert "/tmp" not in answer.json["reason"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({}, "There is no text; expected one, a file, a key, or the name of a sample.", id="nothing"),
        pytest.param({"text": " "}, "There is no text; expected some words.", id="no words"),
        pytest.param({"sample": "../etc"}, "There is no sample '../etc'; expected one of", id="sample"),
        pytest.param({"text": "It.", "resolver": "x"}, "There is no resolver 'x'; expected one of", id="resolver"),
        pytest.param({"key": "[]"}, "This is no key: ", id="key"),
    ],
)
def test_what_cannot_be_opened(page: Served, fields: dict[str, str], reason: str) -> None:
    answer = page.post("/key/open", {"tab": "t", **fields})
    assert 400 <= answer.status < 500
    assert answer.json["reason"].startswith(reason)


@pytest.mark.model
class TestOpened:
    def test_a_text_has_phrases_and_proposals(self, page: Served) -> None:
        answer = opened(page, text="Ann sold the pump. It rained. She missed it.", resolver="mitkov").json
        words = answer["form"]["words"]
        phrases = [" ".join(words[each["start"] : each["end"]]) for each in answer["phrases"]]
        assert phrases == ["Ann", "the pump", "It", "She", "it"]
        assert [each["pronoun"] for each in answer["phrases"]] == [False, False, True, True, True]
        assert [each["pleonastic"] for each in answer["phrases"]] == [False, False, True, False, False]
        assert answer["proposals"] == [[2, -1], [3, 0], [4, 1]]
        assert (answer["form"]["mentions"], answer["left_out"]) == ([], [])

    def test_a_key_goes_on_where_it_was(self, page: Served) -> None:
        answer = opened(page, key=json.dumps(FORM)).json
        again = document_of_form(answer["form"])
        assert chains(again) == chains(document_of_form(FORM))
        assert [m.reference for m in again.mentions] == ["", "", "pleonastic", ""]
        assert answer["proposals"] == []

    def test_what_a_file_has_besides_is_said(self, page: Served) -> None:
        answer = opened(page, sample="news_keeper").json
        assert answer["form"]["mentions"]
        assert "the genre" in answer["left_out"]

    @pytest.mark.parametrize(
        ("file", "reason"),
        [
            pytest.param(("a.np.xml", b"<np-document><w></np-document>"), "a.np.xml:1: ", id="broken XML"),
            pytest.param(("../../a.txt", b"\xff\xfe\x00\x01"), "a.txt", id="not text, under a path"),
            pytest.param(("a.txt", b"Der Mann sah die Frau und den Hund auf dem Weg nicht."), "", id="German"),
        ],
    )
    def test_a_file_that_cannot_be_opened(self, page: Served, file: tuple[str, bytes], reason: str) -> None:
        answer = opened(page, file=file)
        assert answer.status == 422
        assert answer.json["reason"].startswith(reason)
        assert "/" not in answer.json["reason"].replace("UTF-8/", "")

    def test_a_saved_key_is_scored_against(self, page: Served) -> None:
        kept = page.post("/key/save", {"key": json.dumps(FORM), "format": "np-xml", "keep": "1"}).json["kept"]
        answer = page.ask([{"resolver": "mitkov"}], kept=kept).json
        assert (answer["has_key"], answer["columns"][0]["anaphors"]) == (True, 1)
