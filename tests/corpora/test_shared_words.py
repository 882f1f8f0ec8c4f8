"""Key and response with different empty nodes: offsets that mean the same, and alignment that keeps the nodes."""

import random
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Quotation,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.pairing.alignment import align
from anaphora_workbench.corpora.pairing.shared_words import (
    FULL,
    over_shared_words,
    over_words_of_source,
    places,
    quotations_over,
)
from corefud_files import CorefudDocument, conllu, damaged, document, random_document


@pytest.fixture
def as_document(tmp_path: Path):
    def made(described: CorefudDocument) -> Document:
        path = tmp_path / "d.conllu"
        path.write_text(conllu(described))
        return next(iter(read(path)))

    return made


def pair(key: Document, response: Document) -> DocumentPair:
    assert key.key is not None
    assert response.key is not None
    return DocumentPair("d", key, key.key, response, response.key)


def spans(of: Document) -> list[tuple[int, ...]]:
    return [
        tuple(offset for start, end in mention.parts or ((mention.start, mention.end),) for offset in range(start, end))
        for mention in of.mentions
    ]


def test_each_side_keeps_room_for_the_empty_nodes_of_the_other(as_document) -> None:
    key = as_document(document([2, 2], "1.1<_ 2.1<_", a="1 1.1 2 ; 2.1"))
    response = as_document(document([2, 2], "2:0.1<_ 1.1<_ 1.2<_", a="1 1.1 2 ; 2:0.1 2:1 ; 1.2"))
    # 1 1.1 1.2 2 2.1 | 0.1 1 2
    shared = over_shared_words(pair(key, response))
    assert [word.empty for word in shared.key.words] == [False, True, True, False, True, True, False, False]
    assert [word.empty for word in shared.response.words] == [word.empty for word in shared.key.words]
    assert spans(shared.key) == [(0, 1, 3), (4,)]
    assert spans(shared.response) == [(0, 1, 3), (2,), (5, 6)]
    for side in (shared.key, shared.response):
        assert [(sentence.start, sentence.end) for sentence in side.sentences] == [(0, 5), (5, 8)]


def test_the_same_pair_where_no_side_lacks_a_node(as_document) -> None:
    one = pair(as_document(document([3], "1.1<_", a="1 ; 1.1")), as_document(document([3], "1.1<2:obj", a="1.1 ; 2")))
    assert over_shared_words(one) is one


def test_empty_nodes_survive_the_alignment_of_other_words(as_document) -> None:
    """*can not* against *cannot*: 1.1 stays after its word, 0.1 before its own, a stated head stays the same word."""
    key, response = (
        as_document(document([2, 2], a="1")),
        as_document(document([3, 2], "2.1<_ 2:0.1<_", a="1 2 2.1* ; 3 ; 2:0.1 2:1*", b="1 2* 3")),
    )
    for word, form in zip(key.words, ("cannot", "go", "he", "ran"), strict=True):
        word.form = form
    full = iter(("can", "not", "go", "he", "ran"))
    for word in response.words:
        word.form = "_" if word.empty else next(full)
    aligned = align(response, key)
    # cannot 2.1 go | 0.1 he ran
    assert aligned.unaligned == []
    assert [(word.form, word.empty) for word in aligned.document.words] == [
        ("cannot", False), ("_", True), ("go", False), ("_", True), ("he", False), ("ran", False)
    ]  # fmt: skip
    assert [(sentence.start, sentence.end) for sentence in aligned.document.sentences] == [(0, 3), (3, 6)]
    of_mention = {mention.id: (words, mention.extra["head"]) for mention, words in zip(
        aligned.document.mentions, spans(aligned.document), strict=True)}  # fmt: skip
    assert sorted(of_mention.values()) == [((0, 1), "2"), ((0, 2), "1"), ((2,), "1"), ((3, 4), "2")]


def parsed(*words: tuple[str, str]) -> Document:
    """One sentence of (form, form of the head), a form that begins with ``_`` being an empty node's."""
    offset_of = {form: offset for offset, (form, _) in enumerate(words)} | {"": -1}
    made = [Word(form, head=offset_of[head], empty=form.startswith("_")) for form, head in words]
    layer = CoreferenceLayer(GOLD_LAYER, [Entity("1", ["m"])])
    mentions = [Mention("m", len(words) - 1, len(words), len(words) - 1)]
    return Document("d", made, [Sentence(0, len(made))], mentions=mentions, coreference={GOLD_LAYER: layer})


def governors(of: Document) -> dict[str, str]:
    return {word.form: of.words[word.head].form if word.head >= 0 else "" for word in of.words}


CANNOT_STAY = [("Ann", "stay"), ("can", "stay"), ("not", "stay"), ("stay", ""), ("happy", "stay"), ("here", "happy")]
ITS_HEADS = dict(CANNOT_STAY)


@pytest.mark.parametrize("place", range(len(CANNOT_STAY) + 1))
@pytest.mark.parametrize("own", [(), [("_own", "cannot")], [("_own", "")]], ids=["", "a node", "a node without head"])
def test_words_keep_their_heads_where_the_key_has_elided_words(place: int, own: list[tuple[str, str]]) -> None:
    """A head is counted among the key's words with its empty nodes; a response of other words has none of them."""
    key = parsed(*CANNOT_STAY[:place], ("_of key", "happy"), *CANNOT_STAY[place:])
    response = parsed(("Ann", ""), ("cannot", ""), *own, ("stay", ""), ("happy", ""), ("here", ""))
    aligned = align(response, key).document
    assert governors(aligned).items() >= ITS_HEADS.items()
    shared = over_shared_words(pair(key, aligned))
    of_own = {form: "not" if head else "" for form, head in own}
    assert governors(shared.response).items() >= (ITS_HEADS | of_own).items()
    assert governors(shared.key).items() >= (ITS_HEADS | {"_of key": "happy"}).items()


def test_a_word_under_an_elided_one_of_the_key_has_no_head_without_it() -> None:
    key = parsed(("_went", ""), ("Ann", "_went"), ("can", "Ann"), ("not", "can"))
    aligned = align(parsed(("Ann", ""), ("cannot", "")), key).document
    # The key's words are those of the response, too, so that they come back with it.
    assert governors(aligned) == {"_went": "", "Ann": "", "can": "Ann", "not": "can"}


def test_damaged_files_keep_every_mention_its_words(as_document) -> None:
    """Whatever nodes the sides have: the words of each mention are at the places that its own file gives them."""
    for seed in range(40):
        source = random.Random(seed)
        described = random_document(source)
        sides = [described, damaged(described, source)]
        documents = [as_document(side) for side in sides]
        shared = over_shared_words(pair(*documents))
        assert len(shared.key.words) == len(shared.response.words)
        all_places = sorted({*places(documents[0]), *places(documents[1])})
        for before, after in zip(documents, (shared.key, shared.response), strict=True):
            own = places(before)
            assert [[own[offset] for offset in words] for words in spans(before)] == [
                [all_places[offset] for offset in words] for words in spans(after)
            ]
            assert [after.sentence_number(mention.start) for mention in after.mentions] == [
                before.sentence_number(mention.start) for mention in before.mentions
            ]


def test_quotations_over_other_words_keep_who_is_spoken_to_and_what_is_inferred() -> None:
    words = [Word("_", empty=True), *map(Word, ("Come", ",", "Tom", "said", "Ann"))]
    said = Quotation(1, 4, 5, 3, frozenset({"speaker", "addressee"}))
    given = Document("d", words=words, sentences=[Sentence(0, 6)], quotations=[said])
    full = [place for place in places(given) if place[1] == FULL]
    assert quotations_over(given, full) == [Quotation(0, 3, 4, 2, said.inferred)]


@pytest.mark.parametrize(
    ("mention", "place"),
    [
        (Mention("m", 0, 3, 0), (0, 2, 0, ())),
        (Mention("m", 0, 3, 1), (-1, -1, -1, ())),
        (Mention("m", 0, 4, 2, ((0, 2), (3, 4)), verb=2), (0, 3, 1, ((0, 1), (2, 3)))),
        (Mention("m", -1, -1, -1), (-1, -1, -1, ())),
    ],
    ids=["around an added word", "headed by it", "in two parts", "without a place"],
)
def test_a_mention_without_added_words(mention: Mention, place: tuple[object, ...]) -> None:
    words = [Word("que"), Word("_", empty=True), Word("vive"), Word("ahí")]
    source = Document("d", words=[words[0], *words[2:]], sentences=[Sentence(0, 3)])
    made = Document("d", words=words, sentences=[Sentence(0, 4)], mentions=[mention])
    (kept,) = over_words_of_source(made, source).mentions
    assert (kept.start, kept.end, kept.head, kept.parts) == place


def test_a_stated_head_stays_the_same_word_without_added_words() -> None:
    source = Document("d", words=[Word("que"), Word("vive")], sentences=[Sentence(0, 2)])
    made = Document("d", words=[Word("que"), Word("_", empty=True), Word("vive")], sentences=[Sentence(0, 3)])
    made.mentions = [Mention("m", 0, 3, 2, extra={"head": "3"})]
    (mention,) = over_words_of_source(made, source).mentions
    assert (mention.head, mention.extra) == (1, {"head": "2"})
