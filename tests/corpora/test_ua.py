"""The exchange format of Universal Anaphora: what is read, what is refused, and that it comes back."""

import re
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats, read, write
from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    Bridge,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.parts.mention_heads import minimum_words
from anaphora_workbench.corpora.formats.ua.reader import FORMAT
from anaphora_workbench.corpora.formats.validation import problems

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
    "REFERENCE NOM_SEM\n# newdoc id = lamps\n# sent_id = lamps-1\n"
)
# Form, identity, bridging, discourse deixis.
WORDS = [
    ("Ann", "(EntityID=1|MarkableID=m1|ElementOf=3)", "", "(EntityID=9|MarkableID=d1"), ("met", "", "", ""),
    ("Tom", "(EntityID=2|MarkableID=m2|ElementOf=3)", "", ")"), (".", "", "", ""),
    ("They", "(EntityID=3|MarkableID=m3)", "", ""), ("saw", "", "", ""),
    ("a", "(EntityID=4|MarkableID=m4|Min=8", "(MarkableID=m4|Rel=part|MentionAnchor=m3|EntityAnchor=3", ""),
    ("door", ")", ")", ""), ("and", "", "", ""), ("it", "(EntityID=5-Pseudo|MarkableID=m5)", "", ""),
    ("rained", "(EntityID=6|MarkableID=m6)", "", ""),
    ("that", "(EntityID=7|MarkableID=m7)", "", "(EntityID=9|MarkableID=m7)"),
    ("long", "(EntityID=6|MarkableID=m6)", "", ""),
]  # fmt: skip


def _text(words: list[tuple[str, str, str, str]]) -> str:
    lines = [
        f"{number}  {form}  _  _  _  _  _  _  _  _  {identity or '_'}  {bridging or '_'}  {deixis or '_'}  _  _"
        for number, (form, identity, bridging, deixis) in enumerate(words, 1)
    ]
    return HEADER + "\n".join(lines) + "\n\n"


def _read(folder: Path, text: str) -> Document:
    file = folder / "lamps.conllua"
    file.write_text(text)
    (document,) = read(file)
    return document


def test_everything_is_read(tmp_path: Path) -> None:
    document = _read(tmp_path, _text(WORDS))
    key = document.key
    assert key is not None
    assert [(entity.id, entity.mentions, entity.split_antecedent) for entity in key.entities] == [
        ("1", ["m1"], ()), ("2", ["m2"], ()), ("3", ["m3"], ("1", "2")), ("4", ["m4"], ()), ("6", ["m6"], ()),
        ("7", ["m7"], ()),
    ]  # fmt: skip
    assert key.bridges == [Bridge("m4", "m3", "3", "part")]
    assert key.non_referring == ["m5"]
    assert key.discourse_deixis == [Entity("9", ["d1", "m7"])]
    spans = {mention.id: mention.parts or (mention.start, mention.end) for mention in document.mentions}
    assert spans == {
        "m1": (0, 1), "m2": (2, 3), "m3": (4, 5), "m4": (6, 8), "m5": (9, 10), "m6": ((10, 11), (12, 13)),
        "m7": (11, 12), "d1": (0, 3),
    }  # fmt: skip
    assert document.mention_by_id()["m4"].extra == {"Min": "8"}


def test_stretches_of_discourse_are_not_given_to_resolvers(tmp_path: Path) -> None:
    given = _read(tmp_path, _text(WORDS)).with_mentions("true")
    assert [mention.id for mention in given.mentions] == ["m1", "m2", "m3", "m4", "m5", "m6", "m7"]


COMMENTED = """\
# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM
# newdoc id = lamps
# sent_id = lamps-1
# speaker = Ann
# text = It is.
# newpar
# turn = 1
# turn = 2
1\tIt\t_\t_\t_\t_\t_\t_\t_\t_\t(EntityID=1|MarkableID=m1)\t_\t_\t_\t_
2\tis\t_\t_\t_\t_\t_\t_\t_\tMood=Ind|SpaceAfter=No\t_\t_\t_\t_\t_
3\t.\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\t_\t_\t_\t_\t_

"""  # noqa: E501


def test_comments_and_spacing_come_back(tmp_path: Path) -> None:
    document = _read(tmp_path, COMMENTED)
    assert document.sentences[0].speaker == "Ann"
    assert document.text() == "It is."
    assert FORMAT.cannot_hold(document) == []
    (written,) = write([document], tmp_path / "again.ua")
    assert written.read_text() == COMMENTED
    (as_conllu,) = write([document], tmp_path / "lamps.conllu")
    lines = as_conllu.read_text().splitlines()
    assert {"# speaker = Ann", "# text = It is.", "# newpar", "# turn = 1", "# turn = 2"} <= set(lines)
    assert [line.split("\t")[-1] for line in lines if line[:1].isdigit()] == [
        "Entity=(1--1)", "MISC=Mood=Ind|SpaceAfter=No", "SpaceAfter=No"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "extra", [{"sent_id = x": ""}, {"a\nb": "c"}, {"a": "b\nc"}, {"a=b": "c"}, {"# newdoc id = x": ""}]
)
def test_a_note_that_no_comment_holds_is_listed(extra: dict[str, str]) -> None:
    document = _document(CoreferenceLayer(GOLD_LAYER, [Entity("1", ["a"])]))
    document.sentences[0].extra = extra
    assert FORMAT.cannot_hold(document)[-1] == "annotation of sentences that no comment can hold"


def test_comments_without_a_sentence_are_said(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="comments behind the last sentence; expected words after them"):
        _read(tmp_path, COMMENTED + "# end\n")


@pytest.mark.parametrize("suffix", [".ua", ".np.xml"])
def test_it_comes_back(tmp_path: Path, suffix: str) -> None:
    document = _read(tmp_path, _text(WORDS))
    (written,) = write([document], tmp_path / f"again{suffix}")
    its_format = formats.recognise(written)
    assert its_format is not None
    assert its_format.cannot_hold(document) == []
    (again,) = read(written)
    assert again.coreference == document.coreference
    assert {mention.id: mention for mention in again.mentions} == document.mention_by_id()


@pytest.mark.parametrize(
    ("word", "cell", "new", "message"),
    [
        (7, 1, "", "lamps.conllua:11: IDENTITY: a bracket closes but none is open"),
        (5, 0, "has seen", "lamps.conllua:9: 16 columns; expected at most 15, separated by blanks"),
        (4, 1, "m9)", "lamps.conllua:8: IDENTITY: markable 'm9' closes but never opened"),
        (7, 1, "x", "lamps.conllua:11: IDENTITY 'x'; expected (NAME=VALUE|… and closing brackets"),
        (4, 1, "(MarkableID=m3)", "lamps.conllua:8: IDENTITY (MarkableID=m3; expected EntityID=… and MarkableID=…"),
        (0, 1, "(EntityID=1|MarkableID=m1|ElementOf=8)", "ElementOf=8 of entity 1, but there is no entity 8"),
        (6, 2, "(MarkableID=m4|MentionAnchor=m0)", "BRIDGING names the markable 'm0', which does not exist"),
        (2, 3, "", "DISCOURSE_DEIXIS: markable d1 opens but never closes"),
        (12, 1, "(EntityID=7|MarkableID=m6)", "lamps.conllua:16: IDENTITY: markable m6 of entity 7, but of entity 6"),
        (4, 1, "(EntityID=3|MarkableID=m3|ElementOf=3)", "lamps.conllua:8: ElementOf=3 of entity 3, but 3 is part of"),
        (4, 1, "(EntityID=3|MarkableID=m3|ElementOf=1)", "lamps.conllua:8: ElementOf=1 of entity 3, but 1 is part of"),
        (6, 1, "(EntityID=4|MarkableID=m4|Min=-8", "lamps.conllua:10: IDENTITY: Min=-8 of markable m4; expected the"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, word: int, cell: int, new: str, message: str) -> None:
    words = [list(row) for row in WORDS]
    words[word][cell] = new
    if (word, cell, new) == (7, 1, ""):
        words[6][1], words[7][1] = "", ")"
    with pytest.raises(FormatError, match=re.escape(message)):
        _read(tmp_path, _text([tuple(row) for row in words]))  # type: ignore[misc]


@pytest.mark.parametrize("number", ["-3", "x", "3.", "9999999999"])
def test_a_word_number_is_a_number(number: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=re.escape(f"lamps.conllua:6: word number '{number}'; expected one like 3")):
        _read(tmp_path, _text(WORDS).replace("\n3  Tom", f"\n{number}  Tom"))


def test_a_word_number_twice_in_a_sentence_is_remarked(tmp_path: Path) -> None:
    file = tmp_path / "lamps.ua"
    file.write_text(_text(WORDS).replace("\n3  Tom", "\n1  Tom"))
    (problem,) = problems(file, FORMAT)
    assert (problem.line, problem.severity) == (6, "warning")
    assert problem.what == "word number 1 twice in a sentence; is a blank line missing before it?"


@pytest.mark.parametrize(("stated", "words"), [("7", (6,)), ("7,8", (6, 7)), ("7,8,3", (6, 7)), ("99", ())])
def test_a_minimum_is_its_first_and_last_word(stated: str, words: tuple[int, ...], tmp_path: Path) -> None:
    document = _read(tmp_path, _text(WORDS).replace("Min=8", f"Min={stated}"))
    assert minimum_words(document.mention_by_id()["m4"], document) == words


def _document(layer: CoreferenceLayer) -> Document:
    """Mentions of two words each: those of its entities, in their order."""
    names = dict.fromkeys(
        name for entity in (*layer.entities, *layer.discourse_deixis) for name in entity.mentions
    )  # fmt: skip
    words = [Word("lamp") for _ in range(2 * len(names))]
    mentions = [Mention(name, 2 * number, 2 * number + 2, 2 * number) for number, name in enumerate(names)]
    sentence = Sentence(0, len(words), 0)
    return Document("d", words, [sentence], [Paragraph()], mentions, {GOLD_LAYER: layer})


@pytest.mark.parametrize(
    ("entities", "deixis"),
    [
        ([Entity("1", ["a"])], [Entity("2", ["deixis:a"])]),
        ([Entity("1", ["a", "deixis:a"])], [Entity("2", ["deixis:a"])]),
        ([], [Entity("2", ["a", "deixis:a"])]),
        ([Entity("1,2", ["a"]), Entity("3", ["b"], split_antecedent=("1,2",))], []),
    ],
)
def test_ids_come_back(tmp_path: Path, entities: list[Entity], deixis: list[Entity]) -> None:
    document = _document(CoreferenceLayer(GOLD_LAYER, entities, discourse_deixis=deixis))
    (written,) = write([document], tmp_path / "d.ua")
    (again,) = read(written)
    assert again.coreference == document.coreference


@pytest.mark.parametrize(
    ("entities", "message"),
    [
        ([Entity("1", [""])], "a markable without MarkableID"),
        ([Entity("", ["a"])], "a markable without EntityID"),
        ([Entity("1-Pseudo", ["a"])], "-Pseudo ends the id of what refers to nothing"),
        ([Entity("1,2", ["a"], split_antecedent=("3",)), Entity("3", ["b"])], "ElementOf names an entity '1,2'"),
    ],
)
def test_ids_that_would_be_read_as_something_else_are_refused(
    tmp_path: Path, entities: list[Entity], message: str
) -> None:
    document = _document(CoreferenceLayer(GOLD_LAYER, entities))
    with pytest.raises(FormatError, match=re.escape(message)):
        write([document], tmp_path / "d.ua")
    assert not list(tmp_path.iterdir())


def test_it_is_recognised(tmp_path: Path) -> None:
    file = tmp_path / "any.name"
    file.write_text(_text(WORDS))
    its_format = formats.recognise(file)
    assert its_format is not None
    assert its_format.name == "ua"


@pytest.mark.corpora
def test_the_official_cases_are_read_and_come_back(public_corpora: Path, tmp_path: Path) -> None:
    files = [file for file in sorted((public_corpora / "ua-cases").rglob("TC-*")) if file.is_file()]
    assert len(files) == 108
    for file in files:
        documents = list(read(file))
        (written,) = write(documents, tmp_path / "again.ua")
        assert [again.coreference for again in read(written)] == [document.coreference for document in documents]
