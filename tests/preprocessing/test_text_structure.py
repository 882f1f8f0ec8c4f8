"""Headings, items, quotations, clauses, segments, and the tables that features are read from."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks import english_words as build

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser import foreign_language, segments
from anaphora_workbench.preprocessing.parser.foreign_language import share_of_stop_words
from anaphora_workbench.preprocessing.parser.plain_text import is_heading
from anaphora_workbench.preprocessing.parser.segments import mark_segments


@pytest.mark.parametrize(
    ("paragraph", "following", "expected"),
    [
        ("3.2 Mounting the disk", "You mount the disk with a command that is described below.", True),
        ("INSTALLATION", "First you have to install the thing.", True),
        ("The Old Harbour Museum", "It was built in the last century by a rich merchant.", True),
        ("It was late", "He went home because there was nothing left to do for him.", False),
        ("It was late.", "He went home because there was nothing left.", False),
        ("The Old Harbour.", "It was built in the last century by a rich merchant.", False),
        ("Very Long Heading", None, False),
        ("", "Text.", False),
    ],
)
def test_headings_of_plain_text(paragraph, following, expected):
    small_words = language_named("en").words("headings.small_words")
    assert is_heading(paragraph, following, small_words) is expected


def test_paragraph_kinds_and_order(preprocessor):
    document = preprocessor.process("# Care\n\nOpen it.\n\n- the lid\n\nClose it.\n# Storage\nDry it.")
    kinds = [document.paragraphs[sentence.paragraph].kind for sentence in document.sentences]
    assert kinds == ["heading", "body", "item", "body", "heading", "body"]
    assert document.text(0, 2) == "Care Open"


def names(document, quotation):
    """Speaker and addressee of a quotation in words, ``?`` before those that are inferred."""
    heads = {"speaker": quotation.speaker, "addressee": quotation.addressee}
    return " ".join(
        "-" if head is None else "?" * (role in quotation.inferred) + document.words[head].form
        for role, head in heads.items()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"I am late," said Tom.', ["Tom -"]),
        ("“I am late,” Tom told Ann.", ["Tom Ann"]),
        ("“I am late,” Tom said to his wife.", ["Tom wife"]),
        ("“I am late,” Tom smiled.", ["Tom -"]),
        ("“Come in.” Tom asked who it was.", ["- -"]),
        ("“Is it late?” Tom wondered why nobody came.", ["- -"]),
        ('Ann whispered: "Come here."', ["Ann -"]),
        ("Tom waved. “Come here.”", ["- -"]),
        ("“It is cold,” the captain replied. ", ["captain -"]),
        ("“It is cold,” replied the old captain. ", ["captain -"]),
        ('"Nothing," and then silence.', ["- -"]),
        ("“It is cold,” it was said.", ["- -"]),
        ("“Yes,” said Ann. “It is cold.”", ["Ann -", "?Ann -"]),
        ("“You,” said Ann to Tom.", ["Ann Tom"]),
        ("“You,” she said.", ["she -"]),
        ("“Yes,” said Ann, “it is cold.”", ["Ann -", "Ann -"]),
        ("“Yes,” said Ann.\n\n“It is cold.”", ["Ann -", "- -"]),
        ("“We go to Rome, and\n\nAnn told Tom that it was late.", ["- -"]),
        ("“Who is it?” asked Ann. “Tom.” “Come in.”", ["Ann -", "?Ann -", "- ?Ann"]),
        ("Ann asked: “Who is it?”\n\n“Tom.”\n\n“Come in.”\n\n“Thank you,” said Tom.",
         ["Ann -", "- ?Ann", "?Ann ?Tom", "Tom ?Ann"]),
        ("“Who is it?” asked Ann.\n\n“Dan,” said Dan.\n\n“Come in.”\n\n“No.”", ["Ann -", "Dan ?Ann", "- -", "- -"]),
        ("“Come in,” said Ann.\n\n“No.”\n\n“Why?”\n\n“It is late,” Dan replied.", ["Ann -", "- -", "- ?Dan", "Dan -"]),
        ("Ann asked: “Who is it?”\n\n“It is I. I ran.\n\n“I am late.”", ["Ann -", "- ?Ann", "- ?Ann"]),
        ("“Yes,” said Ann.\n\n“Yes,” said Ann.", ["Ann -", "Ann -"]),
        ("“Yes,” said Tom Lee. “Come in, Ann Lee.”", ["Lee -", "?Lee Lee"]),
        ("“Well,” Ann smiled, “it is late.”", ["Ann -", "?Ann -"]),
        ("“Is it late?” Ann did not answer.", ["- -"]),
        ("“Is it late?” Nobody answered. “I ran.”", ["- -", "- -"]),
        ("“Is it late?” Ann asked nobody.", ["Ann -"]),
        ("“It is late,” Ann said to no one.", ["Ann -"]),
        ("“No, no!” cried Ann.", ["Ann -"]),
        ("Ann said 'no, thanks' and left.", []),
        ("Ann lives in her 'perfect little world.'", []),
        ("'90s music was loud. “Come in,” said Ann.", ["Ann -"]),
        ("“Come in, Tom,” said Ann.", ["Ann Tom"]),
        ("“Yes, sir,” said Ann.", ["Ann sir"]),
        ("“I am late, my dear fellow,” said Tom.", ["Tom fellow"]),
        ("“I am late, sir,” Tom said to Dan.", ["Tom Dan"]),
        ("“Dan, the doctor, is late,” said Tom.", ["Tom -"]),
        ("“I saw Dan, and he was late,” said Tom.", ["Tom -"]),
        ("“My father, he is a baker,” said Tom.", ["Tom -"]),
        ("“I left, the man too, yesterday,” said Tom.", ["Tom -"]),
        ("“Dan,” said Tom.", ["Tom -"]),
        ("Come in, Tom, and sit down.", []),
        ("Ann said, \"Dan told me, 'I ran.' I left.\"", ["Ann -", "Dan me"]),
        ("Ann said, 'Dan told me, \"I ran.\" I left.'", ["Ann -", "Dan me"]),
        ("Ann said, ‘Dan told me, “I ran.” I left.’", ["Ann -", "Dan me"]),
        ("Ann said, ``Dan told me, `I ran.' I left.''", ["Ann -", "Dan me"]),
        ("“‘I ran, Eve,’ Dan said,” said Ann.", ["Ann -", "Dan Eve"]),
        ("“The boys’ room is cold,” said Ann. “Dan said, ‘The girls’ room is cold.’”", ["Ann -", "?Ann -", "Dan -"]),
        ("— I ran, said Dan.\n\n— You left, said Ann.", ["Dan -", "Ann ?Dan"]),
        ("— I ran — Dan said — and left.\n\n— Why?", ["Dan -", "Dan -", "- ?Dan"]),
        ("— The pump\n\n— The lamp", []),
    ],
)  # fmt: skip
def test_speakers_of_quotations(preprocessor, text, expected):
    document = preprocessor.process(text)
    assert [names(document, quotation) for quotation in document.quotations] == expected


def test_a_quotation_left_open_at_a_paragraphs_end_goes_on_in_the_next(preprocessor):
    document = preprocessor.process("Ann said: “It is cold.\n\n“It is late.”")
    assert [names(document, quotation) for quotation in document.quotations] == ["Ann -", "?Ann -"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("“You,” said Dan.", "Dan ?Ann", id="another name"),
        pytest.param("“You,” I said.", "I ?Ann", id="the narrator"),
        pytest.param("“You,” said Ann.", "Ann -", id="the same name goes on"),
        pytest.param("“You,” she said.", "she -", id="may be the same"),
        pytest.param("“You,” said Ann Lee.", "Lee -", id="a longer name may be the same"),
        pytest.param("“You,” said the nurse.", "nurse -", id="a noun may be the same"),
        pytest.param("“You,” said Dan to Eve.", "Dan Eve", id="the tag tells"),
        pytest.param(f"{'It was cold there. ' * 6}“You,” said Dan.", "Dan -", id="more than 20 words behind"),
    ],
)
def test_who_speaks_shortly_after_another_speaks_to_that_one(preprocessor, answer, expected):
    document = preprocessor.process(f"“Who is it?” asked Ann. {answer}")
    assert [names(document, quotation) for quotation in document.quotations] == ["Ann -", expected]


@pytest.mark.parametrize(
    ("first", "second", "expected"), [("he", "she", ["he -", "she ?he"]), ("she", "she", ["she -", "she -"])]
)
def test_he_and_she_differ(preprocessor, first, second, expected):
    document = preprocessor.process(f"“Who is it?” {first} asked.\n\n“You,” {second} said.")
    assert [names(document, quotation) for quotation in document.quotations] == expected


def test_clauses_are_numbered_in_text_order(preprocessor):
    document = preprocessor.process("Tom left because Ann laughed. He slept.")
    clause = {word.form: word.clause for word in document.words}
    assert clause["Tom"] < clause["Ann"] < clause["He"]
    assert clause["Tom"] == clause["left"]


def _document(paragraphs: list[list[str]]) -> Document:
    document = Document("d")
    for number, words in enumerate(paragraphs):
        start = len(document.words)
        document.words += [Word(word, lemma=word) for word in words]
        document.sentences.append(Sentence(start, len(document.words), number))
        document.paragraphs.append(Paragraph())
    return document


def test_a_change_of_vocabulary_opens_a_segment():
    stop = language_named("en").lexicon().words("topic.stop_words")
    lamp = ["lamp", "oil", "wick", "flame", "glass"] * 10
    ship = ["ship", "sail", "mast", "deck", "crew"] * 10
    document = _document([lamp] * 6 + [ship] * 6)
    mark_segments(document, stop)
    first_ship = document.sentences[6].start
    assert document.words[first_ship - 1].segment + 1 == document.words[first_ship].segment
    assert document.words[0].segment == 0


def test_short_texts_are_one_segment():
    document = _document([["lamp"] * 30, ["ship"] * 30])
    mark_segments(document, frozenset())
    assert {word.segment for word in document.words} == {0}


def test_a_paragraph_too_long_for_spacy_is_one_paragraph_still(preprocessor, monkeypatch):
    from anaphora_workbench.preprocessing.parser import spacy_parser

    monkeypatch.setattr(spacy_parser, "MAX_CHARACTERS_AT_ONCE", 20)
    document = preprocessor.process("Tom saw the old lamp on the table. He liked it.\n\nAnn left.")
    assert document.text() == "Tom saw the old lamp on the table. He liked it. Ann left."
    assert len(document.paragraphs) == 2
    assert {sentence.paragraph for sentence in document.sentences} == {0, 1}


@pytest.mark.parametrize("breaks", [True, False])
def test_an_endless_sentence_is_cut_with_a_word(preprocessor, monkeypatch, breaks):
    from anaphora_workbench.preprocessing.parser import spacy_parser

    monkeypatch.setattr(spacy_parser, "MAX_WORDS_IN_SENTENCE", 12)
    things = "a lamp, a ship, a letter, a dog, a farmer, a friend, a city, a book and an old house"
    text = f"She saw {things}, which she can't sell, as it has no roof.\n\nAnn left. She liked it."
    with pytest.warns(UserWarning, match="an endless sentence is cut into parts of at most 12 words"):
        document = preprocessor.process(text if breaks else text.replace(",", " and"))
    *parts, left, _ = document.sentences
    assert len(parts) > 2
    assert (document.text(left.start, left.end), {part.paragraph for part in parts}) == ("Ann left.", {0})
    assert all(part.end - part.start <= 12 for part in parts)
    assert all(document.words[part.end - 1].form == "," for part in parts[:-1]) == breaks
    for part in parts:
        within = range(part.start, part.end)
        assert {document.words[offset].head for offset in within} <= {-1, *within}
    assert {word.lemma for word in document.words if word.form == "n't"} == {"not"}


@pytest.mark.parametrize(("text", "type_of_it"), [(None, "NoneType"), (b"It rains.", "bytes")])
def test_what_is_no_text_is_refused(preprocessor, text, type_of_it):
    with pytest.raises(ValueError, match=f"a text of type {type_of_it}; expected a str"):
        preprocessor.process(text)


def test_an_annotation_that_there_is_not_is_refused(preprocessor):
    words = [Word("It", upos="PRON", head=1, relation="nsubj"), Word("rains", upos="VERB", relation="root")]
    document = Document("d", words, [Sentence(0, 2)], [Paragraph()], relations="ud")
    assert preprocessor.annotate(document, "gold").annotation == "gold"
    told = "no annotation 'golden'; there are: gold, predicted, spacy; did you mean gold"
    with pytest.raises(ValueError, match=told):
        preprocessor.annotate(document, "golden")


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Sgt. Ortiz met Capt. Reed. They left.", ["Sgt.", "They"]),
        ("I met Det. Jones and Lt. Smith. He left.", ["I", "He"]),
        ("We met at five. Then he left.", ["We", "Then"]),
    ],
)
def test_a_title_ends_no_sentence(preprocessor, text, starts):
    document = preprocessor.process(text)
    assert [document.words[sentence.start].form for sentence in document.sentences] == starts


def test_a_gap_opens_a_segment_if_it_is_deeper_than_the_mean_less_half(monkeypatch: pytest.MonkeyPatch) -> None:
    # The last 23 of 39 gaps lie between the mean less a deviation and the mean less half of one.
    depths = np.array([1.0] * 16 + [0.5] * 23)
    assert depths.mean() - depths.std() < 0.5 < depths.mean() - depths.std() / 2
    monkeypatch.setattr(segments, "_depths", lambda similarity: depths)
    starts = range(0, 800, 20)
    document = Document("d", [Word("lamp") for _ in range(800)], paragraphs=[Paragraph() for _ in starts])
    document.sentences = [Sentence(start, start + 20, number) for number, start in enumerate(starts)]
    segments.mark_segments(document, frozenset())
    opening = [word for word in range(1, 800) if document.words[word].segment > document.words[word - 1].segment]
    # Three gaps at least lie between two boundaries.
    assert opening == [20 * (gap + 1) for gap in (0, 3, 6, 9, 12, 15)]


def load_lexicon(path=None):
    return language_named("en").lexicon(path)


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Anna", "f"),
        ("Peter", "m"),
        ("Jean", "fm"),
        ("Byron", "m"),
        ("Heathcliff", "m"),
        ("Galadriel", "f"),
        ("Qzx", None),
    ],
)
def test_first_names(name, gender):
    sexes = load_lexicon().name_gender(name)
    assert (None if sexes is None else "".join(sorted(sexes))) == gender


@pytest.mark.parametrize(
    ("noun", "kind"),
    [("teacher", "person"), ("waitress", "person"), ("museum", "thing"), ("dog", "animal"), ("committee", "group")],
)
def test_noun_classes(noun, kind):
    assert load_lexicon().nouns[noun] == kind


@pytest.mark.parametrize("noun", sorted(build.ANIMALS))
def test_animals_that_wordnet_seldom_counts(noun):
    assert load_lexicon().nouns[noun] == "animal"


def test_own_lists_extend_and_replace(tmp_path):
    more = tmp_path / "more.toml"
    more.write_text('[gendered_nouns]\nfeminine = ["blorp"]\n', encoding="utf-8")
    assert load_lexicon(str(more)).words("gendered_nouns.feminine") > {"blorp", "woman"}
    assert load_lexicon(str(more)).version != load_lexicon().version
    only = tmp_path / "only.toml"
    only.write_text('replace = true\n[gendered_nouns]\nfeminine = ["blorp"]\n', encoding="utf-8")
    assert load_lexicon(str(only)).words("gendered_nouns.feminine") == {"blorp"}
    assert load_lexicon(str(only)).nouns == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [("= broken", "not a lexicon"), ("a = 1", "outside a section"), ("[a]\nb = 1", "a.b is not a list of words")],
)
def test_a_broken_lexicon_is_named(tmp_path, content, message):
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message) as error:
        load_lexicon(str(path))
    assert str(path) in str(error.value)


def test_without_tables_preprocessing_still_gives_mentions(tmp_path):
    empty = tmp_path / "empty.toml"
    empty.write_text("replace = true\n", encoding="utf-8")
    document = Preprocessor(lexicon=str(empty)).process("Anna saw the waitress. She left.")
    assert len(document.mentions) == 3


@pytest.mark.parametrize(("code", "share"), [("en", 1.0), ("fr", 0.0), ("no such language", 0.0)])
def test_share_of_stop_words(code: str, share: float) -> None:
    assert share_of_stop_words(["the", "of", "them"], code) == share


def test_a_list_may_import_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "stop_words.py").write_text("from ..other import STOP_WORDS\n", encoding="utf-8")
    monkeypatch.setattr(foreign_language, "_languages", lambda: tmp_path)
    foreign_language._stop_words.cache_clear()
    try:
        assert share_of_stop_words(["the", "of", "them"], "en") == 1.0
    finally:
        foreign_language._stop_words.cache_clear()
