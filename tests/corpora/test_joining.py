"""Several documents as one: every place and every id is that of the whole."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.document.links import Link, links_of, note_links
from anaphora_workbench.corpora.pairing.joining import joined

# *Ann left. She waved.* and *Tom her son, slept*: six words and five.
FIRST = Document(
    "t_1",
    [
        Word("Ann", head=1, clause=0), Word("left", clause=0), Word(".", head=1),
        Word("She", head=4, clause=1, speaker="Bob"), Word("waved", clause=1), Word(".", head=4, clause=1),
    ],
    [Sentence(0, 3, 0, "s1"), Sentence(3, 6, 1, "s2", speaker="Cid")],
    [Paragraph("heading"), Paragraph()],
    [Mention("m1", 0, 1, 0), Mention("m2", 3, 4, 3, sentence=1, clause=1), Mention("nowhere", -1, -1, -1)],
    language="es",
    language_said=True,
    annotation="gold",
    relations="ud",
    source="one",
    genre="news",
)  # fmt: skip
SECOND = Document(
    "t_2",
    [
        Word("Tom", head=4, clause=0),
        Word("her", head=2),
        Word("son", head=0),
        Word(",", head=2),
        Word("slept", clause=0),
    ],
    [Sentence(0, 5, 0, "s1")],
    [Paragraph()],
    [
        Mention(
            "m1",
            1,
            4,
            2,
            parts=((1, 2), (3, 4)),
            verb=4,
            embedded_in="m3",
            apposition_of="m3",
            predicate_of="m2",
            other_heads=(1, 2),
            sentence=0,
            clause=0,
        ),
        Mention("m2", 1, 2, 1, embedded_in="m1"),
        Mention("m3", 0, 4, 0),
        Mention("nowhere", -1, -1, -1),
    ],
    relations="clear",
    source="two",
    genre="novel",
)
FIRST_LAYER = CoreferenceLayer(
    "gold",
    [Entity("ann", ["m1", "m2"], {"m2": "ident"}), Entity("NOCOREF1", ["nowhere"])],
    discourse_deixis=[Entity("left", ["m2"])],
)
SECOND_LAYER = CoreferenceLayer(
    "gold",
    [
        Entity("ann", ["m2"], {"m2": "bound"}, dominant="m2"),
        Entity("NOCOREF1", ["m3"]),
        Entity("both", ["m1"], dominant="m1", split_antecedent=("ann", "NOCOREF1")),
    ],
    [Decision("m2", "m1", ("m1", "m3"), ("m1",)), Decision("m1")],
    bridges=[Bridge("m1", "m2", "ann", "kin", {"note": "kept"}), Bridge("m3", None, "NOCOREF1")],
    non_referring=["m3"],
    discourse_deixis=[Entity("left", ["m1"]), Entity("slept", ["m3"])],
)
note_links(SECOND_LAYER, [Link("m2", ("m1", "m3"), "bound")])


def test_the_whole_of_two_documents() -> None:
    layer = CoreferenceLayer(
        "mine",
        [
            Entity("ann", ["0:m1", "0:m2", "1:m2"], {"0:m2": "ident", "1:m2": "bound"}, dominant="1:m2"),
            Entity("0:NOCOREF1", ["0:nowhere"]),
            Entity("1:NOCOREF1", ["1:m3"]),
            Entity("both", ["1:m1"], dominant="1:m1", split_antecedent=("ann", "1:NOCOREF1")),
        ],
        [Decision("1:m2", "1:m1", ("1:m1", "1:m3"), ("1:m1",)), Decision("1:m1")],
        bridges=[Bridge("1:m1", "1:m2", "ann", "kin", {"note": "kept"}), Bridge("1:m3", None, "1:NOCOREF1")],
        non_referring=["1:m3"],
        discourse_deixis=[Entity("left", ["0:m2", "1:m1"]), Entity("slept", ["1:m3"])],
    )
    note_links(layer, [Link("1:m2", ("1:m1", "1:m3"), "bound")])
    whole = joined("t", [(FIRST, FIRST_LAYER), (SECOND, SECOND_LAYER)], "mine")
    assert whole == Document(
        "t",
        [
            Word("Ann", head=1, clause=0, speaker=""), Word("left", clause=0, speaker=""),
            Word(".", head=1, speaker=""), Word("She", head=4, clause=1, speaker="Bob"),
            Word("waved", clause=1, speaker="Cid"), Word(".", head=4, clause=1, speaker="Cid"),
            Word("Tom", head=10, clause=2, speaker=""), Word("her", head=8, speaker=""),
            Word("son", head=6, speaker=""), Word(",", head=8, speaker=""), Word("slept", clause=2, speaker=""),
        ],
        [Sentence(0, 3, 0, "s1"), Sentence(3, 6, 0, "s2", speaker="Cid"), Sentence(6, 11, 0, "s1")],
        [Paragraph()],
        [
            Mention("0:m1", 0, 1, 0),
            Mention("0:m2", 3, 4, 3, sentence=1, clause=1),
            Mention("0:nowhere", -1, -1, -1),
            Mention(
                "1:m1",
                7,
                10,
                8,
                parts=((7, 8), (9, 10)),
                verb=10,
                embedded_in="1:m3",
                apposition_of="1:m3",
                predicate_of="1:m2",
                other_heads=(7, 8),
                sentence=2,
                clause=2,
            ),
            Mention("1:m2", 7, 8, 7, embedded_in="1:m1"),
            Mention("1:m3", 6, 10, 6),
            Mention("1:nowhere", -1, -1, -1),
        ],
        {"mine": layer},
        language="es",
        annotation="gold",
        source="one",
    )  # fmt: skip
    assert whole.language_said


def test_relations_and_genre_that_all_documents_have() -> None:
    alike = replace(SECOND, relations="ud", genre="news")
    whole = joined("t", [(FIRST, FIRST_LAYER), (alike, SECOND_LAYER)])
    assert (whole.relations, whole.genre) == ("ud", "news")


def test_links_of_the_first_document_alone() -> None:
    whole = joined("t", [(SECOND, SECOND_LAYER), (FIRST, FIRST_LAYER)])
    assert whole.key is not None
    assert links_of(whole.key) == [Link("0:m2", ("0:m1", "0:m3"), "bound")]


@pytest.mark.parametrize(
    ("layers", "decisions", "dominant"),
    [
        pytest.param((FIRST_LAYER, FIRST_LAYER), None, None, id="nobody answered"),
        pytest.param((CoreferenceLayer("gold", decisions=[]), FIRST_LAYER), [], None, id="the first, with nothing"),
        pytest.param(
            (
                CoreferenceLayer("gold", [Entity("ann", ["m1"], dominant="m1")]),
                CoreferenceLayer("gold", [Entity("ann", ["m2"], dominant="m2")]),
            ),
            None,
            "0:m1",
            id="the first names the entity",
        ),
    ],
)
def test_what_some_layers_have(layers, decisions, dominant) -> None:
    whole = joined("t", list(zip((FIRST, SECOND), layers, strict=True)))
    assert whole.key is not None
    assert (whole.key.decisions, whole.key.extra) == (decisions, {})
    assert whole.key.entities[0].dominant == dominant
