"""MUC SGML as it is in the wild, its refusals, and that what is written is read again."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.corpora.formats.muc.reader import FORMAT
from anaphora_workbench.corpora.formats.validation import problems

WILD = """\
<DOC>
<DOCID> wsj_01 </DOCID>
<HL> <COREF ID="0">Ocean Drilling</COREF> &amp; Co. </HL>
<TXT>
<p>
<s> <COREF ID=1 REF=0 TYPE=IDENT MIN="Drilling">The Ocean Drilling firm of <coref id='2'>Texas</coref></COREF>, it's said, lost 5 < 6 dollars. </s>
<s> <COREF ID="3" TYPE="IDENT" REF="1">It</COREF> moved to <COREF ID="4" REF="2" STATUS="OPT">the state</COREF>. </s>
</TXT>
</DOC>
<DOC><P>Another <COREF ID="0">document</COREF></P></DOC>
"""  # noqa: E501


def _read(tmp_path: Path, content: str) -> list[Document]:
    file = tmp_path / "given.sgm"
    file.write_text(content)
    return list(read(file, format="muc"))


def test_what_is_read(tmp_path: Path) -> None:
    first, second = _read(tmp_path, WILD)
    assert first.id == "wsj_01"
    assert first.text() == (
        "Ocean Drilling & Co. The Ocean Drilling firm of Texas, it's said, lost 5 < 6 dollars. It moved to the state."
    )
    assert [paragraph.kind for paragraph in first.paragraphs] == ["heading", "body"]
    assert [first.text(sentence.start, sentence.end) for sentence in first.sentences][2] == "It moved to the state."
    assert [sentence.paragraph for sentence in first.sentences] == [0, 1, 1]
    assert [
        (mention.id, first.mention_text(mention), first.words[mention.head].form) for mention in first.mentions
    ] == [
        ("0", "Ocean Drilling", "Drilling"), ("1", "The Ocean Drilling firm of Texas", "Drilling"),
        ("2", "Texas", "Texas"), ("3", "It", "It"), ("4", "the state", "state"),
    ]  # fmt: skip
    assert first.key is not None
    assert [entity.mentions for entity in first.key.entities] == [["0", "1", "3"], ["2", "4"]]
    assert first.key.entities[0].types == {"1": "IDENT", "3": "IDENT"}
    assert first.mentions[4].extra["STATUS"] == "OPT"
    assert not second.sentences_known


def test_a_document_may_begin_before_the_one_before_it_has_ended(tmp_path: Path) -> None:
    assert [document.text() for document in _read(tmp_path, "<DOC>a\n<DOC>b</DOC>\n")] == ["a", "b"]


@pytest.mark.parametrize(
    ("ids", "written"), [(["7", "12"], ["7", "12"]), (["7", "m2"], ["1", "2"]), (["²", "3"], ["1", "2"])]
)
def test_ids_are_numbers(tmp_path: Path, ids: list[str], written: list[str]) -> None:
    """Mentions that are in no entity are not written."""
    names = [*ids, "alone"]
    document = Document("d", [Word(form) for form in ("Ann", "she", "Bob")], [Sentence(0, 3)])
    document.mentions = [Mention(name, place, place + 1, place) for place, name in enumerate(names)]
    document.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ids)])
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out.sgm")
    (again,) = read(tmp_path / "out.sgm")
    assert again.key is not None
    assert [entity.mentions for entity in again.key.entities] == [written]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    documents = _read(tmp_path, WILD)
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out.sgm")
    again = list(read(tmp_path / "out.sgm"))
    for document, written in zip(documents, again, strict=True):
        assert [word.form for word in written.words] == [word.form for word in document.words]
        assert [(m.id, m.start, m.end, m.head) for m in written.mentions] == [
            (m.id, m.start, m.end, m.head) for m in document.mentions
        ]
        assert [entity.mentions for entity in written.key.entities if written.key] == [
            entity.mentions for entity in document.key.entities if document.key
        ]


def test_what_was_read_is_kept_to_the_letter(tmp_path: Path) -> None:
    """MIN, STATUS, REF and missing TYPE as they were; other tags where they were, inside or round sentences."""
    documents = _read(tmp_path, WILD)
    assert FORMAT.cannot_hold is not None
    assert [FORMAT.cannot_hold(document) for document in documents] == [[], []]
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out.sgm")
    text = (tmp_path / "out.sgm").read_text()
    assert (
        text
        == """\
<DOC>
<DOCID> wsj_01 </DOCID>
<HL>
<S><COREF ID="0">Ocean Drilling</COREF> &amp; Co.</S>

</HL>
<TXT><P>
<S><COREF ID="1" TYPE="IDENT" REF="0" MIN="Drilling">The Ocean Drilling firm of <COREF ID="2">Texas</COREF></COREF>, \
it's said, lost 5 &lt; 6 dollars.</S>
<S><COREF ID="3" TYPE="IDENT" REF="1">It</COREF> moved to <COREF ID="4" REF="2" STATUS="OPT">the state</COREF>.</S>

</P>
</TXT></DOC>
<DOC>
<DOCID> given </DOCID>
<P>
Another <COREF ID="0">document</COREF>
</P>
</DOC>
"""
    )
    (tmp_path / "again.sgm").write_text(text)
    FORMAT.write(list(read(tmp_path / "again.sgm")), tmp_path / "more.sgm")
    assert (tmp_path / "more.sgm").read_text() == text


def test_tags_inside_a_sentence_stay_with_their_words(tmp_path: Path) -> None:
    documents = _read(tmp_path, "<DOC><S><B>Ann</B> <COREF ID=1>slept</COREF><I>.</I></S> <S>Well.</S></DOC>")
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out.sgm")
    assert '<S><B>Ann</B> <COREF ID="1">slept</COREF><I>.</I></S>\n<S>Well.</S>' in (tmp_path / "out.sgm").read_text()


def test_crossing_mentions_are_named(tmp_path: Path) -> None:
    source = tmp_path / "crossing.jsonl"
    source.write_text('{"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [[[0, 1]], [[1, 2]]]}\n')
    documents = list(read(source))
    assert FORMAT.write is not None
    with pytest.raises(
        FormatError, match=r"mentions 0-2 \('a b'\) and 1-3 \('b c'\) cross; expected mentions that nest"
    ):
        FORMAT.write(documents, tmp_path / "out")
    assert "crossing mentions (an error on writing)" in FORMAT.cannot_hold(documents[0])


BAD = [
    ('\n<COREF ID="1">a', ":2: <COREF ID=1> opens in line 2, never closes"),
    ("a</COREF>", ":1: </COREF> closes but nothing is open"),
    ('<COREF ID="1"></COREF>a', ":1: <COREF ID=1> has no words in it"),
    ('<COREF ID="1">a</COREF>\n<COREF ID="1">b</COREF>', ":2: duplicate <COREF ID=1>"),
    ('<COREF ID="1">a <COREF ID="1">b</COREF></COREF>', ":1: duplicate <COREF ID=1>"),
    ('a\n<COREF ID="1" REF="1">b</COREF>', ":2: <COREF ID=1> refers to itself"),
    ('<COREF ID="1" REF="9">a</COREF>', ":1: <COREF ID=1> refers to '9', which does not exist"),
    ('<COREF ID="1" COLOUR="9">a</COREF>', "has an attribute 'COLOUR'"),
    ('<COREF ID="1 REF=2>a</COREF>', ":1: cannot read the tag '<COREF ID=\"1 REF=2>"),
    ("<COREF ID=1 =2>a</COREF>", ":1: cannot read the attribute '=2'"),
    ("<DOC></DOC>", ":1: no text in the file"),
    ("<COREF " + " " * 50_000, ":1: cannot read the tag"),
]


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        ("<DOC>a</DOC>\n<DOC>\n<DOCNO> b </DOCNO></DOC>\n<DOC><DOCNO>c</DOCNO>c</DOC>", 3,
         "<DOC> 'b' has no text and is left out"),
        ('a\n<COREF ID="1" MIN="car">the house</COREF>', 2, "MIN 'car' of <COREF ID=1> does not stand in it"),
    ],
)  # fmt: skip
def test_what_is_not_read_as_it_stands_is_said(tmp_path: Path, content: str, line: int, what: str) -> None:
    file = tmp_path / "file.muc"
    file.write_text(content, encoding="utf-8")
    (problem,) = problems(file, FORMAT)
    assert (problem.line, problem.severity, problem.what) == (line, "warning", what)
