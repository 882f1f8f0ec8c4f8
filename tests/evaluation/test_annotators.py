"""Two annotators of one text: which mentions stand for each other, and in what they differ."""

from typing import Any

import pytest

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.evaluation.statistics.annotators import AnnotatedTwice, annotated_twice

WORDS = ["Ann", "met", "the", "old", "man", ".", "She", "saw", "him", "and", "he", "saw", "it"]
Marks = dict[tuple[int, ...], str]


def document(marks: Marks) -> tuple[Document, CoreferenceLayer]:
    """Marks by (start, end) or (start, end, head): the name of an entity, "-" and how a pronoun refers, or both."""
    mentions, entities = [], {}
    for number, (span, mark) in enumerate(marks.items()):
        start, end, head = (*span, span[1] - 1)[:3]
        mention = Mention(f"m{number}", start, end, head)
        entity, _, reference = mark.partition("-")
        mention.reference = reference  # type: ignore[assignment]
        if entity:
            entities.setdefault(entity, Entity(entity, [])).mentions.append(mention.id)
        mentions.append(mention)
    layer = CoreferenceLayer("gold", list(entities.values()))
    return Document("d", [Word(form) for form in WORDS], [Sentence(0, len(WORDS))], mentions=mentions), layer


def compared(first: Marks, second: Marks) -> AnnotatedTwice:
    return annotated_twice(DocumentPair("d", *document(first), *document(second)))


def differences(twice: AnnotatedTwice) -> dict[int, Any]:
    return {twice.items[number].start: twice.items[number].kinds for number in twice.differences}


KEY: Marks = {(0, 1): "ann", (2, 5): "man", (6, 7): "ann", (8, 9): "man", (10, 11): "man", (12, 13): "-pleonastic"}


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (KEY, {}),
        (KEY | {(8, 9): "ann"}, {8: ("antecedent",)}),
        (KEY | {(8, 9): "he", (10, 11): "he"}, {8: ("anaphoric",)}),
        ({span: mark for span, mark in KEY.items() if span != (8, 9)}, {8: ("mention",)}),
        ({span: mark for span, mark in KEY.items() if span != (2, 5)} | {(3, 5): "man"}, {2: ("boundaries",)}),
        (KEY | {(12, 13): "-clausal"}, {12: ("reference",)}),
        ({span: mark for span, mark in KEY.items() if span != (12, 13)}, {}),
        (KEY | {(12, 13): "ann"}, {12: ("anaphoric",)}),
        (KEY | {(12, 13): "it"}, {12: ("reference",)}),
        # The nearest antecedent of he is then one that is farther off for the first.
        (KEY | {(8, 9): "him"}, {8: ("anaphoric",)}),
        (KEY | {(12, 13): "it-pleonastic"}, {12: ("reference",)}),
        # The nearest antecedent of he is him for both, and Ann or the man is before it.
        (KEY | {(8, 9): "ann", (10, 11): "ann"}, {8: ("antecedent",)}),
        (KEY | {(3, 4): "old"}, {3: ("mention",)}),
    ],
)
def test_in_what_two_annotators_differ(second: Marks, expected: dict[int, Any]) -> None:
    assert differences(compared(KEY, second)) == differences(compared(second, KEY)) == expected


def test_every_pronoun_of_the_text_is_an_item_for_kappa() -> None:
    # She, him, he and it: the second annotator has no mark on him, and puts it into a chain.
    second = {(0, 1): "ann", (2, 5): "man", (6, 7): "ann", (10, 11): "man", (12, 13): "ann"}
    twice = compared(KEY, second)
    assert dict(twice.pronouns.counts) == {(True, True): 2, (True, False): 1, (False, True): 1}
    assert dict(twice.mentions.counts) == {(False, False): 2, (True, True): 2, (True, False): 1, (False, True): 1}


def test_an_article_is_no_item_for_kappa() -> None:
    # La reine prit la clé et la perdit .
    tagged = [("La", "DET"), ("reine", "NOUN"), ("prit", "VERB"), ("la", "DET"), ("clé", "NOUN"), ("et", "CCONJ"),
              ("la", "PRON"), ("perdit", "VERB"), (".", "PUNCT")]  # fmt: skip
    mentions = [Mention("key", 3, 5, 4), Mention("her", 6, 7, 6)]
    layer = CoreferenceLayer("gold", [Entity("key", ["key", "her"])])
    words = [Word(form, upos=tag) for form, tag in tagged]
    french = Document("d", words, [Sentence(0, len(words))], mentions=mentions, language="fr")
    assert dict(annotated_twice(DocumentPair("d", french, layer, french, layer)).pronouns.counts) == {(True, True): 1}


def test_what_is_in_no_chain_has_no_antecedent() -> None:
    marks: Marks = {(8, 9): "-clausal", (12, 13): "-pleonastic"}
    assert dict(compared(marks, marks).mentions.counts) == {(False, False): 2}


def test_only_what_an_annotator_marked_is_an_item() -> None:
    """In an entity, or of which the key says how it refers; found by a program, or without a place, it is not."""
    first, layer = document({(0, 1): "-", (6, 7): "-exophoric", (8, 9): "a", (12, 13): "-clausal"})
    first.mentions[3].source = "system"
    first.mentions.append(Mention("nowhere", -1, -1, -1))
    layer.entities[0].mentions.append("nowhere")
    twice = annotated_twice(DocumentPair("d", first, layer, *document({})))
    assert [item.start for item in twice.items] == [6, 8]


def test_a_phrase_that_begins_with_a_pronoun_is_not_the_pronoun() -> None:
    marks: Marks = {(0, 1): "ann", (6, 9, 7): "ann"}
    assert dict(compared(marks, marks).pronouns.counts) == {(False, False): 4}


def test_items_stand_in_text_order() -> None:
    twice = compared({(6, 7): "a", (0, 1): "a"}, {(8, 9): "a", (2, 5): "a", (2, 3): "a"})
    assert [item.start for item in twice.items] == [0, 2, 2, 6, 8]
    assert [item.marks[1].mention.end for item in twice.items if item.marks[1]] == [5, 3, 9]


def test_an_item_stands_where_the_earlier_of_its_marks_does() -> None:
    """*the old man* and *old man* are one item, before *the old*."""
    twice = compared({(2, 5): "a", (2, 4): "b"}, {(3, 5): "a"})
    assert [[mark and (mark.mention.start, mark.mention.end) for mark in item.marks] for item in twice.items] == [
        [(2, 5), (3, 5)],
        [(2, 4), None],
    ]


def test_of_one_span_twice_the_first_is_meant() -> None:
    twice = compared({(6, 7): "a"}, {(6, 7): "a", (6, 7, 6): "b"})
    assert [[mark and mark.mention.id for mark in item.marks] for item in twice.items] == [["m0", "m0"], [None, "m1"]]
