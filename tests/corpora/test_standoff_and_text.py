"""Pronouns annotated by characters, the tokenizer that makes words of them, and plain text."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of

TEXT = "# The tool\n\nThe tool prints a list. It sorts it, and it's clear that users' files stay.\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It doesn't work.", "It does n't work ."),
        ("The Beowulf's nodes", "The Beowulf 's nodes"),
        ("I can't; he'll go", "I ca n't ; he 'll go"),
        ("See http://a.b/c-d.html.", "See http://a.b/c-d.html ."),
        ("mail me@x.org (now)", "mail me@x.org ( now )"),
        ("in /usr/src/linux, 1,000 files", "in /usr/src/linux , 1,000 files"),
        ("a CD-ROM drive", "a CD - ROM drive"),
        ("e.g. Dr. Smith...", "e.g. Dr. Smith ..."),
        ("v1.1.1 and -- so", "v1.1.1 and -- so"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert [text[start:end] for start, end in words_of(text, 0, len(text))] == words.split()


def test_words_end_where_annotation_does() -> None:
    assert ["itself"[start:end] for start, end in words_of("itself", 0, 6, [2])] == ["it", "self"]


def _span(text: str, nth: int = 0, **more: Any) -> dict[str, Any]:
    """The place of the nth occurrence of a string in TEXT."""
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(text, start + 1)
    return {"start": start, "end": start + len(text), "text": text, **more}


ANNOTATION: dict[str, Any] = {
    "document": "made-up",
    "text_file": "text/made-up.txt",
    "held_out": {"range": [TEXT.index("users'"), len(TEXT)], "note": "elsewhere"},
    "pronouns": [
        {**_span("It"), "id": 0, "class": "anaphoric", "chain": "tool",
         "antecedents": [_span("The tool", 0, type="np"), _span("The tool", 1, type="np")]},
        {**_span("it,"), "end": _span("it,")["end"] - 1, "text": "it", "id": 1, "class": "anaphoric",
         "antecedents": [_span("a list", head_start=_span("list")["start"])],
         "alternatives": [_span("The tool prints")], "uncertain": True},
        {**_span("it's"), "end": _span("it's")["end"] - 2, "text": "it", "id": 2, "class": "pleonastic",
         "antecedents": []},
    ],
}  # fmt: skip


def _read(tmp_path: Path, annotation: dict[str, Any], text: str = TEXT) -> Document:
    (tmp_path / "text").mkdir(exist_ok=True)
    (tmp_path / "annotations").mkdir(exist_ok=True)
    (tmp_path / "text" / "made-up.txt").write_text(text)
    (tmp_path / "annotations" / "made-up.json").write_text(json.dumps(annotation, indent=1))
    (document,) = read(tmp_path)
    return document


def test_pronouns_and_antecedents_become_mentions_and_chains(tmp_path: Path) -> None:
    document = _read(tmp_path, ANNOTATION)
    text_of = {mention.id: document.mention_text(mention) for mention in document.mentions}
    assert document.key is not None
    assert [[text_of[mention] for mention in entity.mentions] for entity in document.key.entities] == [
        ["The tool", "The tool", "It"],
        ["a list", "it"],
        ["it"],
    ]
    assert [text_of[anaphor] for anaphor in document.anaphors or []] == ["It", "it"]
    assert [mention.pleonastic for mention in document.mentions if mention.pleonastic] == [True]
    assert [paragraph.kind for paragraph in document.paragraphs] == ["heading", "body"]
    assert not document.sentences_known


def test_nothing_of_the_annotation_is_lost(tmp_path: Path) -> None:
    document = _read(tmp_path, ANNOTATION)
    uncertain = next(mention for mention in document.mentions if mention.extra.get("uncertain") == "true")
    (alternative,) = uncertain.extra["alternatives"].split()
    assert document.mention_text(document.mention_by_id()[alternative]) == "The tool prints"
    assert alternative not in (document.key.entity_of() if document.key else {})
    assert document.held_out is not None
    start, end = document.held_out
    assert document.text(start, end) == "users' files stay."


def _changed(**changes: Any) -> dict[str, Any]:
    return {**ANNOTATION, **changes}


BAD = [
    (_changed(text_file="../other.txt"), "text_file: '../other.txt' leads out of the corpus"),
    (_changed(text_file="text/none.txt"), "text_file: no file 'text/none.txt'"),
    (_changed(text_sha256="0" * 64), "not the text that was annotated"),
    (_changed(pronouns=[{"start": 0, "end": 1}]), "pronouns[0]: no 'class'"),
    (_changed(pronouns=[{"start": 0, "end": 999}]), "characters 0 to 999 of a text of"),
    (_changed(pronouns=[{**_span("It"), "text": "he", "class": "anaphoric"}]), "are 'It', not 'he'"),
    (_changed(pronouns=[{**_span("It"), "class": "other"}]), "class 'other'; expected one of"),
    (_changed(pronouns=[{**_span("It "), "class": "anaphoric"}]), "are not whole words; expected no blank"),
    (
        _changed(pronouns=[{**_span("It"), "class": its_class} for its_class in ("anaphoric", "pleonastic")]),
        "pronouns[1]: characters 36 to 38 a second time; expected each pronoun once",
    ),
    (_changed(pronouns=[{**_span("It"), "class": "anaphoric", "antecedents": [_span("a list", head_end=37)]}]),
     "pronouns[0].antecedents[0]: the head that ends at character 37 is not a word of the span"),
    (_changed(pronouns=[{**_span("It"), "class": "anaphoric", "antecedents": [_span("a list", heads=[[28]])]}]),
     "pronouns[0].antecedents[0].heads[0]: no pair of offsets; expected [start, end]"),
    (_changed(held_out={"range": [5]}), "held_out.range: [5]; expected [start, end] in characters"),
]  # fmt: skip


@pytest.mark.parametrize(("annotation", "message"), BAD)
def test_bad_annotation_is_one_line_with_its_place(tmp_path: Path, annotation: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        _read(tmp_path, annotation)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


NUMBER = "# CD-ROM\n\nA number of people left. They saw it. It is theirs"


def test_heads_notes_and_readings_of_a_span(tmp_path: Path) -> None:
    """*CD - ROM / A number of people left . They saw it . It is theirs*; a span named again adds notes to it."""
    people: dict[str, Any] = {"start": 10, "end": 28, "text": "A number of people"}
    rom = {"start": 2, "end": 8, "text": "CD-ROM", "head_end": 8}
    annotation = {
        "document": "d",
        "text_file": "text/made-up.txt",
        "title": "On CD-ROM",
        "levels": [1, 2],
        "held_out": {"range": [48, 60], "note": {"kept": "elsewhere"}},
        "pronouns": [
            {
                "start": 35, "end": 39, "class": "anaphoric",
                "antecedents": [people | {"head_end": 18, "heads": [[12, 18], [22, 28]], "type": "np", "sure": False}],
            },
            {"start": 44, "end": 46, "class": "cataphoric", "postcedents": [rom], "alternatives": [rom, people]},
            {"start": 54, "end": 60, "class": "anaphoric", "antecedents": [people | {"type": "other", "far": "yes"}]},
        ],
    }  # fmt: skip
    document = _read(tmp_path, annotation, NUMBER)
    number, theirs = Mention("m10-28", 3, 7, 4, other_heads=(4, 6)), Mention("m54-60", 15, 16, 15)
    number.extra = {"characters": "10-28", "head_end": "18", "heads": "[[12, 18], [22, 28]]", "type": "np",
                    "sure": "false", "far": "yes"}  # fmt: skip
    they, it, compound = Mention("m35-39", 9, 10, 9), Mention("m44-46", 11, 12, 11), Mention("m2-8", 0, 3, 2)
    compound.other_heads = (2,)
    they.reference = theirs.reference = "anaphoric"
    it.reference = "cataphoric"
    they.extra, theirs.extra = {"characters": "35-39"}, {"characters": "54-60"}
    it.extra = {"characters": "44-46", "postcedents": "m2-8", "alternatives": "m2-8 m10-28"}
    compound.extra = {"characters": "2-8", "head_end": "8"}
    assert document.mentions == [compound, number, they, it, theirs]
    assert document.key is not None
    assert [entity.mentions for entity in document.key.entities] == [["m10-28", "m35-39", "m54-60"], ["m44-46"]]
    assert document.anaphors == ["m35-39", "m54-60"]
    assert document.held_out == (13, 16)
    assert _read(tmp_path, annotation | {"held_out": {"range": [8, 10]}}, NUMBER).held_out == (0, 0)
    assert (document.annotated, document.source) == ("pronouns", str(tmp_path / "annotations" / "made-up.json"))
    assert document.extra == {
        "title": "On CD-ROM",
        "levels": "[1, 2]",
        "held_out characters": "48-60",
        "held_out note": '{"kept": "elsewhere"}',
    }


def test_counts_of_the_howto_corpus(public_corpora: Path) -> None:
    """The figures of the corpus's README, without what is held out."""
    documents = list(read(public_corpora / "howto"))
    pronouns = [mention for document in documents for mention in document.mentions if mention.reference]
    assert len(pronouns) == 308
    assert sum(len(document.anaphors or []) for document in documents) == 266
    assert sum(mention.pleonastic for mention in pronouns) == 31
    for document in documents:
        entity_of = document.key.entity_of() if document.key else {}
        assert all(entity_of[anaphor].mentions[0] != anaphor for anaphor in document.anaphors or [])


def test_plain_text_is_kept_for_preprocessing(tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_bytes(b"\xef\xbb\xbf# Title\r\n\r\nSome text.\r\n")
    (document,) = read(file)
    assert (document.id, document.words, document.extra) == ("story", [], {})
    assert document.raw_text == "# Title\n\nSome text.\n"


def test_blank_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text(" \n\n")
    with pytest.raises(FormatError, match=r"story\.txt:1: only blank lines; expected text"):
        list(read(file))
