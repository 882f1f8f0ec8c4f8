"""Responses over other words than the key's."""

import json
import time
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import ELSEWHERE, CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.corpora.pairing.alignment import align, align_same_text, same_words


def _document(text: str, *spans: tuple[int, int]) -> Document:
    words = [Word(form) for form in text.split()]
    mentions = [Mention(f"m{number}", start, end, end - 1) for number, (start, end) in enumerate(spans, 1)]
    layer = CoreferenceLayer("mitkov", [Entity("1", [mention.id for mention in mentions])])
    return Document("d", words, [Sentence(0, len(words))], mentions=mentions, coreference={"mitkov": layer})


CASES = [
    pytest.param("Tom 's dog ran", "Tom's dog ran", (0, 2), [(0, 3)], id="clitic split in the key"),
    pytest.param("Tom's dog ran", "Tom 's dog ran", (0, 3), [(0, 2)], id="clitic split in the response"),
    pytest.param("Tom's dog ran", "Tom 's dog ran", (0, 1), [], id="edge inside a word of the key"),
    pytest.param('He said " go "', "He said `` go ''", (3, 4), [(3, 4)], id="quotation marks"),
    pytest.param("a ( b ) c", "a -LRB- b -RRB- c", (4, 5), [(4, 5)], id="brackets"),
    pytest.param("the CD - ROM drive", "the CD-ROM drive", (0, 3), [(0, 5)], id="hyphens"),
    pytest.param("one two three four", "one 2 three four", (2, 4), [(2, 4)], id="a word differs"),
    pytest.param("one two three four", "one three four", (1, 3), [(2, 4)], id="a word is missing"),
    pytest.param("one three four", "one two three four", (1, 2), [], id="a word is too many"),
    pytest.param("Ann's dog saw Tom", "ann 's dog saw tom", (0, 2), [(0, 1)], id="capitals"),
    pytest.param("`` Ann 's Dog ran", "\" ANN'S DOG RAN", (1, 3), [(1, 4)], id="capitals in the response"),
    pytest.param("He saw Ann Bell", "he said ann bell", (2, 4), [(2, 4)], id="capitals and another word"),
    pytest.param("İstanbul Has Ann", "i̇stanbul has ann", (2, 3), [(2, 3)], id="a capital of two small letters"),
    pytest.param("naïve plan", "naive plan", (0, 2), [(0, 2)], id="a letter inside differs"),
    pytest.param("naïve plan", "naive plan", (0, 1), [(0, 1)], id="a letter inside differs, one word"),
]


@pytest.mark.parametrize(("key", "response", "span", "spans"), CASES)
def test_spans_move_with_their_characters(
    key: str, response: str, span: tuple[int, int], spans: list[tuple[int, int]]
) -> None:
    aligned = align(_document(response, span), _document(key))
    assert [(mention.start, mention.end) for mention in aligned.document.mentions if mention.start >= 0] == spans
    assert aligned.unaligned == ([] if spans else ["m1"])
    assert same_words(_document(key), aligned.document)


@pytest.mark.parametrize(
    ("response", "dropped", "added", "changed"),
    [
        pytest.param("one two", 2, 0, 0, id="cut off"),
        pytest.param("three four", 2, 0, 0, id="the end alone"),
        pytest.param("one 2 three four", 0, 0, 1, id="another word"),
        pytest.param("one 2 three four five", 0, 1, 1, id="another word and one more"),
        pytest.param("one zwei 3 threes four", 0, 1, 2, id="two for one, and an ending"),
        pytest.param("one twotoo threefour", 0, 0, 1, id="other edges"),
        pytest.param("one cats", 2, 0, 1, id="one for three"),
        pytest.param("One TWO three", 1, 0, 0, id="capitals"),
    ],
)
def test_words_that_a_response_drops_adds_and_changes_are_counted(
    response: str, dropped: int, added: int, changed: int
) -> None:
    aligned = align(_document(response), _document("one two three four"))
    assert aligned.edges is not None
    assert (aligned.missing_words, aligned.added_words, aligned.edges.different) == (dropped, added, changed)


def test_unaligned_mentions_stay_in_their_entity() -> None:
    aligned = align(_document("Tom 's dog", (0, 1), (0, 3)), _document("Tom's dog"))
    assert aligned.document.coreference["mitkov"].entities == [Entity("1", ["m1", "m2"])]
    assert [(mention.id, mention.start, mention.head) for mention in aligned.document.mentions] == [
        ("m1", -1, -1),
        ("m2", 0, 1),
    ]


def test_head_stays_the_same_word() -> None:
    response = _document("the old CD-ROM of Tom 's", (0, 6))
    response.mentions[0].head = 2
    aligned = align(response, _document("the old CD - ROM of Tom's"))
    assert [(mention.start, mention.end, mention.head) for mention in aligned.document.mentions] == [(0, 7, 4)]


@pytest.mark.parametrize(
    ("key", "response", "span", "moved"),
    [
        pytest.param("Tom fed his dog .", "Tom fed his dog.", (2, 4), (2, 5, 3), id="a mark at the end"),
        pytest.param("( his dog . )", "(his dog.)", (0, 2), (0, 5, 2), id="several marks"),
        pytest.param("fed him .", "fed him.", (1, 2), (1, 3, 1), id="a mention of one word"),
        pytest.param("5 % .", "5 %.", (0, 2), (0, 3, 1), id="a symbol with a mark"),
        pytest.param("5 %", "5%", (0, 1), (0, 2, 1), id="a percent sign"),
        pytest.param("5 € ?", "5€?", (0, 1), (0, 3, 1), id="a currency"),
        pytest.param("he . !", "he .!", (0, 2), (0, 3, 2), id="nothing but marks in the head"),
        pytest.param("the CD - ROM .", "the CD-ROM.", (0, 2), (0, 5, 3), id="a mark inside"),
        pytest.param("his dog.", "his dog .", (0, 3), (0, 2, 1), id="a mark that only the response splits off"),
    ],
)
def test_a_mark_that_the_response_has_not_split_off_is_no_head(
    key: str, response: str, span: tuple[int, int], moved: tuple[int, int, int]
) -> None:
    (mention,) = align(_document(response, span), _document(key)).document.mentions
    assert (mention.start, mention.end, mention.head) == moved


@pytest.mark.parametrize(
    ("mark", "upos", "head"),
    [
        pytest.param("%", "SYM", 1, id="a symbol"),
        pytest.param("%", "PUNCT", 0, id="a mark"),
        pytest.param("*", "SYM", 1, id="a symbol that is a mark elsewhere"),
        pytest.param("~", "PUNCT", 0, id="a mark that is a symbol elsewhere"),
        pytest.param("*", "", 0, id="a mark without a tag"),
    ],
)
def test_a_tag_of_the_key_tells_a_symbol_from_a_mark(mark: str, upos: str, head: int) -> None:
    key = _document(f"5 {mark}")
    key.words[1].upos = upos
    (mention,) = align(_document(f"5{mark}", (0, 1)), key).document.mentions
    assert (mention.start, mention.end, mention.head) == (0, 2, head)


def test_same_words_are_left_alone() -> None:
    response = _document("a b", (0, 1))
    assert align(response, _document("a b")).document is response


def test_elided_words_of_the_key_stay_outside() -> None:
    key = _document("he ran and fell")
    key.words.insert(3, Word("he", empty=True))
    aligned = align(_document("he ran and fell", (3, 4), (2, 3)), key)
    assert [(mention.start, mention.end) for mention in aligned.document.mentions] == [(4, 5), (2, 3)]


def test_two_quite_different_texts_take_no_age() -> None:
    key = _document(" ".join(f"key{number % 997}" for number in range(20_000)))
    response = _document(" ".join(f"word{number % 991}" for number in range(20_000)), (0, 1))
    began = time.perf_counter()
    assert align(response, key).unaligned == ["m1"]
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("lamps … old", (0, 4, ((0, 1), (3, 4))), id="the text of a mention of the key with gaps"),
        pytest.param("lamps that are old", (0, 4, ()), id="all words between its ends"),
        pytest.param("lamps … are old", (-1, ELSEWHERE, ()), id="other gaps"),
    ],
)
def test_a_mention_without_words_has_the_gaps_that_its_text_has(
    tmp_path: Path, text: str, place: tuple[int, int, tuple[tuple[int, int], ...]]
) -> None:
    """chains-json has the ends of a mention with gaps, and of its words the text."""
    key = _document("lamps that are old")
    key.mentions.append(Mention("m1", 0, 4, 0, parts=((0, 1), (3, 4))))
    said = [{"id": "x1", "start": 0, "end": 4, "text": text}]
    (tmp_path / "r.json").write_text(json.dumps({"documents": [{"id": "d", "mentions": said, "chains": [["x1"]]}]}))
    (response,) = read(tmp_path / "r.json")
    (mention,) = align(response, key).document.mentions
    assert (mention.start, mention.end, mention.parts) == place


def test_a_mention_without_words_is_held_to_the_text_that_it_says(tmp_path: Path) -> None:
    """A system's offsets over its own words, of which chains-json keeps only the text of each mention."""
    key = _document("He can not see “ Ann ’s ” lamp .")
    mentions = [
        {"id": "blanks", "start": 1, "end": 3, "text": "cannot"},
        {"id": "quotes", "start": 4, "end": 8, "text": "``Ann's''"},
        {"id": "shifted", "start": 7, "end": 8, "text": "lamp"},
        {"id": "silent", "start": 0, "end": 1},
        {"id": "outside", "start": 8, "end": 12, "text": "lamp"},
        {"id": "nowhere", "text": "lamp"},
    ]
    chains = [[mention["id"] for mention in mentions]]
    (tmp_path / "r.json").write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}))
    (response,) = read(tmp_path / "r.json")
    aligned = align(response, key)
    assert aligned.unaligned == ["shifted"]
    assert [(mention.id, mention.start) for mention in aligned.document.mentions] == [
        ("blanks", 1), ("quotes", 4), ("shifted", -1), ("silent", 0), ("outside", 8), ("nowhere", -1)
    ]  # fmt: skip
    (layer,) = aligned.document.coreference.values()
    assert layer.entities[0].mentions == chains[0]


def test_the_error_of_another_text_names_the_key_where_no_file_has_it():
    response = _document("quite other words", (0, 1), (2, 3))
    with pytest.raises(ValueError, match="is not of the same text as 'd' in the key: 2 of 2 mentions have no counter"):
        align_same_text(response, _document("Tom ran"))
