"""The XML of the workbench of 2001, and the files of the Anaphora Resolution Exercise."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.document import Decision, Document, Mention, Sentence, Word
from anaphora_workbench.corpora.formats import bm2001
from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.formats.are import writer as are_writer

BM2001 = """\
<?xml version="1.0" encoding="UTF-8"?>
<DOC ID="manual">
<P>
<S>
<COREF ID="ref1"><NP>
<w ID="1" SENT="1" PAR="1" LEMMA="the" DEP="2" GFUN="DN" POS="DET" NR="SG">The</w>
<w ID="2" SENT="1" PAR="1" LEMMA="disk" DEP="3" GFUN="SUBJ" POS="N" NR="SG">disk</w>
</NP></COREF>
<w ID="3" SENT="1" PAR="1" LEMMA="hold" DEP="0" GFUN="+FMAINV" POS="V">holds</w>
<NP>
<COREF ID="ref2" REF="ref1"><NP>
<w ID="4" SENT="1" PAR="1" LEMMA="it" DEP="5" GFUN="ATTR" POS="PRON" NR="SG">its</w>
</NP></COREF>
<w ID="5" SENT="1" PAR="1" LEMMA="file" DEP="3" GFUN="OBJ" POS="N" NR="PL">files</w>
</NP>
</S>
</P>
</DOC>
"""


def _file(tmp_path: Path, name: str, content: str) -> Path:
    file = tmp_path / name
    file.write_text(content)
    return file


def test_bm2001_is_read_and_written_back(tmp_path: Path) -> None:
    (document,) = read(_file(tmp_path, "a.xml", BM2001))
    assert document.id == "manual"
    assert [
        (word.form, word.lemma, word.xpos, word.head, word.relation, word.morphology) for word in document.words
    ] == [
        ("The", "the", "DET", 1, "DN", "Number=Sing"), ("disk", "disk", "N", 2, "SUBJ", "Number=Sing"),
        ("holds", "hold", "V", -1, "+FMAINV", ""), ("its", "it", "PRON", 4, "ATTR", "Number=Sing"),
        ("files", "file", "N", 2, "OBJ", "Number=Plur"),
    ]  # fmt: skip
    assert [(mention.start, mention.end, mention.head, mention.source) for mention in document.mentions] == [
        (0, 2, 1, "true"),
        (3, 5, 4, "system"),
        (3, 4, 3, "true"),
    ]
    assert document.key is not None
    assert [entity.mentions for entity in document.key.entities] == [["ref1", "ref2"]]
    bm2001.write([document], tmp_path / "out.xml")
    assert (tmp_path / "out.xml").read_text() == BM2001


@pytest.mark.parametrize(
    ("around", "behind", "mentions"),
    [
        ('<COREF ID="r"><NP>', "</NP></COREF>", ["r"]),
        ('<NP><COREF ID="r">', "</COREF></NP>", ["r"]),
        ('<NP><COREF ID="r"><NP>', "</NP></COREF></NP>", ["r"]),
        ('<COREF ID="r">', "</COREF>", ["r"]),
        ("<NP>", "</NP>", ["np0-0"]),
        ('<NP><NP><COREF ID="r">', "</COREF></NP></NP>", ["r"]),
        ("<NP><NP>", '</NP><w ID="2">cat</w></NP>', ["np0-0", "np0-0.2"]),
    ],
)
def test_a_phrase_and_its_coreference_are_one_mention(
    tmp_path: Path, around: str, behind: str, mentions: list[str]
) -> None:
    file = _file(tmp_path, "d.xml", f"<D><P><S>{around}{WORD}{behind}</S></P></D>")
    (document,) = read(file)
    assert [mention.id for mention in document.mentions] == mentions


def test_bm2001_names_the_mentions_that_cross(tmp_path: Path) -> None:
    document = Document(
        "d",
        [Word("a"), Word("b"), Word("c")],
        [Sentence(0, 3)],
        mentions=[Mention("x", 0, 2, 0), Mention("y", 1, 3, 1)],
    )
    with pytest.raises(FormatError, match=r"mentions x \('a b'\) and y \('b c'\) cross; expected mentions that nest"):
        bm2001.write([document], tmp_path / "out.xml")
    assert "crossing mentions (an error on writing)" in bm2001.cannot_hold(document)


def test_heads_are_counted_within_each_sentence(tmp_path: Path) -> None:
    words = [Word("It", head=1), Word("ran"), Word("It", head=3), Word("fell")]
    bm2001.write([Document("d", words, [Sentence(0, 2), Sentence(2, 4)])], tmp_path / "out.xml")
    (document,) = read(tmp_path / "out.xml")
    assert [word.head for word in document.words] == [1, -1, 3, -1]


WORD = '<w ID="1" DEP="0">a</w>'
BAD_BM2001 = [
    (f"<D><S>{WORD}</S></D>", ":1: <S> where <P> should be"),
    ("<D><P><S></S></P></D>", ":1: no words"),
    ('<D><P><S>\n<w ID="1" DEP="9">a</w></S></P></D>', ":2: DEP '9'; expected"),
    ('<D><P><S>\n<w ID="1" NR="DUAL">a</w></S></P></D>', ":2: NR 'DUAL'; expected SG or PL"),
    ('<D><P><S>\n<w ID="1" X="1">a</w></S></P></D>', ":2: <w> has an attribute 'X'"),
    (f"<D><P><S>\n<COREF>{WORD}</COREF></S></P></D>", ":2: <COREF> without ID"),
    (f'<D><P><S>\n<COREF ID="a" REF="b">{WORD}</COREF></S></P></D>', "refers to 'b'"),
    (f"<D><P><S>{WORD}\n<NP></NP></S></P></D>", ":2: <NP> has no words in it"),
    (f'<!DOCTYPE D [<!ENTITY a "b">]><D><P><S>{WORD}</S></P></D>', "a document type declaration"),
]


TASK_1 = """\
<document id="summit">
<text>
<p><entity id="1">Japan</entity> called
<entity id="2">an emergency summit with <entity id="3">Peru</entity></entity>.</p>
<p><entity id="4">It</entity> hoped <entity id="5">it</entity> would help.</p>
</text>
<anaphoric_pronouns><pronoun id="4" value="It"/><pronoun id="5" value="it"/></anaphoric_pronouns>
</document>
"""
KEY_1 = """\
<document>
<chain id="c1"><node id="1" value="Japan"/><node id="4" value="It"/></chain>
<chain id="c2"><node id="2" value="an emergency summit with Peru"/><node id="5" value="it"/></chain>
</document>
"""
TASK_3 = """\
<document><text>
<p><node id="26"/>Japan <node id="27"/>and <node id="28"/>Peru <node id="29"/>met<node id="30"/>.</p>
</text></document>
"""
KEY_3 = (
    '<document><chain id="c1"><node start="26" end="28" value="Japan and Peru"/>'
    '<node start="29" end="29"/></chain></document>'
)


def test_input_and_key_are_joined(tmp_path: Path) -> None:
    _file(tmp_path, "summit-input.xml", TASK_1)
    (document,) = read(_file(tmp_path, "summit-key.xml", KEY_1))
    assert document.text() == "Japan called an emergency summit with Peru. It hoped it would help."
    assert [(mention.id, document.mention_text(mention)) for mention in document.mentions] == [
        ("1", "Japan"), ("2", "an emergency summit with Peru"), ("3", "Peru"), ("4", "It"), ("5", "it"),
    ]  # fmt: skip
    assert document.anaphors == ["4", "5"]
    assert document.key is not None
    assert [(entity.id, entity.mentions) for entity in document.key.entities] == [
        ("c1", ["1", "4"]),
        ("c2", ["2", "5"]),
    ]


def test_nodes_are_inclusive(tmp_path: Path) -> None:
    """The example of interfaces.md, section 8: *Japan and Peru* over nodes 26, 27, 28 is 26-28."""
    _file(tmp_path, "a-input.xml", TASK_3)
    (document,) = read(_file(tmp_path, "a-key.xml", KEY_3))
    assert [word.form for word in document.words] == ["Japan", "and", "Peru", "met", "."]
    assert [(mention.id, mention.start, mention.end) for mention in document.mentions] == [
        ("26-28", 0, 3),
        ("29-29", 3, 4),
    ]


def test_a_key_alone_is_known_by_its_ids(tmp_path: Path) -> None:
    (document,) = read(_file(tmp_path, "a-key.xml", KEY_3))
    assert [(mention.id, mention.start) for mention in document.mentions] == [("26-28", -1), ("29-29", -1)]


def test_answers(tmp_path: Path) -> None:
    _file(tmp_path, "summit-input.xml", TASK_1)
    answer = '<answer><pronoun id="4" antecedent="1"/><pronoun id="5"/></answer>'
    (document,) = read(_file(tmp_path, "summit-answer.xml", answer))
    layer = document.coreference["answer"]
    assert layer.decisions == [Decision("4", "1"), Decision("5", None)]
    assert [entity.mentions for entity in layer.entities] == [["1", "4"]]


FRAGMENT = """\
<p><entity id="1">Japan</entity> called
<entity id="2">an emergency summit with <entity id="3">Peru</entity></entity>.</p>
<p><entity id="4">It</entity> hoped <entity id="5">it</entity> would help.</p>
"""
PRONOUNS = """\
<anaphoric_pronouns>
<pronoun id="4" value="It"/>
<pronoun id="5" value="it"/>
</anaphoric_pronouns>
"""


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"summit-input.xml": FRAGMENT, "summit-pronouns.xml": PRONOUNS}, id="two files"),
        pytest.param({"summit-input.xml": FRAGMENT + PRONOUNS}, id="one file without a root"),
        pytest.param({"summit-input.xml": f"<d>{FRAGMENT}</d>", "summit-pronouns.xml": PRONOUNS}, id="no text element"),
        {"summit-input.xml": f'<?xml version="1.0" encoding="UTF-8"?>{FRAGMENT}{PRONOUNS}'},
    ],
)
def test_printed_fragments_are_read(tmp_path: Path, files: dict[str, str]) -> None:
    for file, content in (files | {"summit-key.xml": KEY_1}).items():
        _file(tmp_path, file, content)
    for name in (*files, "summit-key.xml"):
        (document,) = read(tmp_path / name)
        assert (document.id, document.anaphors) == ("summit", ["4", "5"])
        assert document.text() == "Japan called an emergency summit with Peru. It hoped it would help."
        assert len(document.paragraphs) == 2
        assert not document.sentences_known
        chains = None if document.key is None else [entity.mentions for entity in document.key.entities]
        assert chains == ([["1", "4"], ["2", "5"]] if name == "summit-key.xml" else None)


def test_a_fragment_by_nodes(tmp_path: Path) -> None:
    text = '<p><node id="7"/>Ann <node id="8"/>ran</p>\n<p><node id="9"/>She <node id="10"/>fell</p>\n'
    (document,) = read(_file(tmp_path, "a-input.xml", text))
    assert [word.form for word in document.words] == ["Ann", "ran", "She", "fell"]
    assert document.extra["are:nodes"] == "7 8 9 10"


def test_a_fragment_that_is_not_xml_is_said_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a-input.xml:2: not well-formed XML: "):
        list(read(_file(tmp_path, "a-input.xml", "<p><node id='1'/>Ann</p>\n<p>ran<p>\n")))


@pytest.mark.parametrize("task", are_writer.TASKS)
def test_each_task_is_made_and_read_again(tmp_path: Path, task: int) -> None:
    _file(tmp_path, "summit-input.xml", TASK_1)
    (document,) = read(_file(tmp_path, "summit-key.xml", KEY_1))
    folder = tmp_path / "again"
    folder.mkdir()
    (folder / "summit-input.xml").write_text(are_writer.input_xml(document, task, folder))
    (folder / "summit-key.xml").write_text(are_writer.key_xml(document, task))
    (again,) = read(folder / "summit-key.xml")
    assert again.text() == document.text()
    assert again.key is not None
    assert document.key is not None
    spans, spans_again = (
        [[(by_id[name].start, by_id[name].end) for name in entity.mentions] for entity in its_document.key.entities]
        for its_document, by_id in ((document, document.mention_by_id()), (again, again.mention_by_id()))
        if its_document.key is not None
    )
    assert spans == spans_again
    # Task 1 lists its pronouns in the input; task 3 must find them, so its key does.
    assert (again.anaphors is not None) == (task in (1, 3))


@pytest.mark.parametrize(("content", "key"), [(TASK_1, KEY_1), (TASK_3, KEY_3)])
def test_one_file_holds_all(tmp_path: Path, content: str, key: str) -> None:
    _file(tmp_path, "a-input.xml", content)
    (document,) = read(_file(tmp_path, "a-key.xml", key))
    are.write([document], tmp_path / "all.are.xml")
    (again,) = read(tmp_path / "all.are.xml")
    document.source = again.source
    assert again == document


BAD_ARE = [
    ("<document/>", ":1: nothing in <document>"),
    ("<document>\n<x/></document>", ":2: <x>; expected <text>"),
    ('<d><text><p>\n<entity id="1"></entity></p></text></d>', ":2: entity '1' has no words"),
    ('<d><text><p><entity id="1">a</entity>\n<entity id="1">b</entity></p></text></d>', ":2: duplicate entity '1'"),
    ('<d><text><p>a</p></text>\n<chain><node id="7"/></chain></d>', ":2: there is no entity '7'"),
    ('<d><chain id="c">\n</chain></d>', ":1: chain c is empty"),
    ('<d><chain><node id="1"/>\n<node id="1"/></chain></d>', ":2: mention '1' is in a chain"),
    ('<d><text><p><node id="1"/>a<node id="2"/>b</p></text>\n<chain><node start="2" end="1"/></chain></d>',
     ":2: nodes 2 to 1 run backwards"),
    ('<d><text><p><node id="1"/>\n<node id="2"/>b</p></text></d>', ":2: no word before"),
    ('<d><pronoun id="1" antecedent="2"/>\n<pronoun id="1"/></d>', ":2: a second answer for '1'"),
]  # fmt: skip


PUMPS = """\
<P><S><COREF ID="ref1"><NP><w ID="1" SENT="1" PAR="1" LEMMA="pump" DEP="2" GFUN="SUBJ" POS="N" NR="SG">Pumps</w>
</NP></COREF><w ID="2" SENT="1" PAR="1" LEMMA="stop" DEP="0" GFUN="+FMAINV" POS="V" NR="PL">stop</w></S></P>
"""


def test_the_pronouns_to_resolve_come_back_by_nodes(tmp_path: Path) -> None:
    asked = "<anaphoric_pronouns><pronoun start='9' end='9'/></anaphoric_pronouns>"
    text = '<p><node id="7"/>Ann <node id="8"/>ran</p><p><node id="9"/>She <node id="10"/>fell</p>'
    (document,) = read(_file(tmp_path, "a-input.xml", f'<document id="a"><text>{text}</text>{asked}</document>'))
    are_writer.write([document], tmp_path / "b.xml")
    (again,) = read(tmp_path / "b.xml")
    assert again.anaphors == document.anaphors is not None


def test_a_text_of_2001_may_be_one_paragraph(tmp_path: Path) -> None:
    """As the example of interfaces.md, section 7."""
    file = tmp_path / "pumps.xml"
    file.write_text(PUMPS, encoding="utf-8")
    (document,) = read(file)
    assert ([word.form for word in document.words], len(document.paragraphs)) == (["Pumps", "stop"], 1)
