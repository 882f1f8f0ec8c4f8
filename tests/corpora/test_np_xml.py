"""np-xml is the exact image of a Document, and refuses everything else with a place."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree

from anaphora_workbench.corpora import FormatError, read
from anaphora_workbench.corpora.document import Document, Mention, Sentence, Word
from anaphora_workbench.corpora.formats import np_xml
from anaphora_workbench.corpora.formats.grammar import Grammar
from anaphora_workbench.corpora.formats.np_xml import FORMAT
from anaphora_workbench.corpora.formats.xml_safety import parse
from random_documents import documents


def _there_and_back(document: Document, folder: Path) -> Document:
    assert FORMAT.write is not None
    FORMAT.write([document], folder / "d.np.xml")
    (again,) = FORMAT.read(folder / "d.np.xml")
    return again


@given(document=documents())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_what_was_written_gives_an_equal_document(tmp_path: Path, document: Document) -> None:
    assert _there_and_back(document, tmp_path) == document


@pytest.mark.parametrize(
    ("folder", "step"),
    [
        ("gum/dev", 6),
        ("litbank/conll", 20),
        ("ontogum/dev", 10),
        ("howto", 1),
        ("gap", 300),
        ("winobias/text", 200),
        ("winogender", 200),
        ("scorer-cases", 5),
        ("corefud-cases", 10),
        pytest.param("gum", 1, marks=pytest.mark.slow),
        pytest.param("litbank/conll", 1, marks=pytest.mark.slow),
        pytest.param("ontogum", 1, marks=pytest.mark.slow),
        pytest.param("winobias/conll", 1, marks=pytest.mark.slow),
        pytest.param("corefud-cases", 1, marks=pytest.mark.slow),
    ],
)
def test_public_corpora_lose_nothing(public_corpora: Path, tmp_path: Path, folder: str, step: int) -> None:
    for number, document in enumerate(read(public_corpora / folder)):
        if number % step == 0:
            assert _there_and_back(document, tmp_path) == document


def test_chains_without_words_keep_their_spans(tmp_path: Path) -> None:
    document = Document("d", mentions=[Mention("a", 3, 5, 4, ((3, 4), (4, 5))), Mention("b", -1, -1, -1)])
    assert _there_and_back(document, tmp_path) == document


def test_another_program_may_name_words_as_it_likes(tmp_path: Path) -> None:
    """Only what the grammar requires, with word ids of another kind."""
    file = tmp_path / "d.xml"
    file.write_text(
        '<np-document version="1" id="d"><p><s><w id="a" form="Ann" head="b"/><w id="b" form="left"/></s></p>'
        '<mention id="1" first="a" last="a" head="a" gender="f"/></np-document>'
    )
    (document,) = read(file)
    assert document.words == [Word("Ann", head=1), Word("left")]
    assert document.sentences == [Sentence(0, 2)]
    assert document.mentions == [Mention("1", 0, 1, 0, gender=frozenset("f"))]


HEAD = '<np-document version="1" id="d">\n'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>\n'
BAD = [
    pytest.param(HEAD, ":2: not well-formed XML: ", id="truncated"),
    pytest.param("plain text", ":1: not well-formed XML: ", id="no XML"),
    pytest.param(BOMB + '<np-document version="1" id="&b;"/>', ":1: a document type declaration", id="entity bomb"),
    pytest.param(
        f'<?xml version="1.0"?>\n<!-- c -->\n{BOMB}<np-document version="1" id="d"/>',
        ":3: a document type declaration; expected XML without DTD and entities",
        id="entity bomb after a comment",
    ),
    pytest.param('<np-document version="1" id="&b;"/>', ":1: not well-formed XML: Entity 'b' not defined", id="entity"),
    pytest.param("<html/>", ":1: a file of <html>; expected <np-document>", id="other XML"),
    pytest.param('<np-document version="2" id="d"/>', ":1: ", id="other version"),
    pytest.param(HEAD + '<w id="w1"/></np-document>', ":2: ", id="no form"),
    pytest.param(HEAD + '<w id="w1" form="a" colour="red"/></np-document>', ":2: ", id="unknown attribute"),
    pytest.param(
        HEAD + '<w id="w1" form="a"/>\n<w id="w1" form="b"/></np-document>',
        ":3: <w>: duplicate word id 'w1'",
        id="word id twice",
    ),
    pytest.param(HEAD + '<w id="w1" form="a" head="w9"/></np-document>', ":2: <w>: there is no word 'w9'", id="head"),
    pytest.param(
        HEAD + '<w id="a" form="a"/><w id="b" form="b"/>\n<mention id="m" first="b" last="a" head="a"/></np-document>',
        ":3: <mention>: the last word 'a' stands before the first 'b'",
        id="backward span",
    ),
    pytest.param(
        HEAD + '<mention id="m" gender="n" animacy="yes"/></np-document>',
        ":2: <mention>: animacy 'yes', but gender 'n'",
        id="animacy",
    ),
    pytest.param(
        HEAD + r'<w id="w1" form="\x"/></np-document>', r":2: <w>: in form: '\\x' is not an escape", id="escape"
    ),
    pytest.param(
        HEAD + '<note name="a" value="1"/><note name="a" value="2"/></np-document>',
        ":2: <note>: duplicate note 'a'",
        id="note twice",
    ),
    pytest.param(
        HEAD + '<mention id="m"/>\n<mention id="m"/></np-document>',
        ":3: <mention>: duplicate mention id 'm'",
        id="mention id twice",
    ),
    pytest.param(
        HEAD + '<coreference annotator="x"/><coreference annotator="x"/></np-document>',
        ":2: <coreference>: duplicate coreference layer 'x'",
        id="layer twice",
    ),
    pytest.param("<a>" * 5000, ":1: not well-formed XML: ", id="nested too deeply"),
    pytest.param('<?xml version="1.0" encoding="UTF-16"?>\n<np-document version="1"/>', ":2: ", id="false encoding"),
]


@pytest.mark.parametrize(("content", "message"), BAD)
def test_bad_file_is_one_line_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "bad.np.xml"
    file.write_text(content)
    with pytest.raises(FormatError) as caught:
        list(read(file, format="np-xml"))
    assert str(caught.value).startswith(f"{file}{message}")
    assert "\n" not in str(caught.value)


def test_entities_of_other_files_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    file = tmp_path / "d.np.xml"
    file.write_text(
        f'<!DOCTYPE d [<!ENTITY s SYSTEM "file://{tmp_path}/secret">]><np-document id="d">&s;</np-document>'
    )
    with pytest.raises(FormatError, match="a document type declaration"):
        list(read(file))


@pytest.mark.parametrize("content", [*(case.values[0] for case in BAD), HEAD + "</np-document>"])
def test_our_check_and_that_of_libxml2_agree(tmp_path: Path, content: str) -> None:
    """Both read the grammar that is shipped, and must refuse the same."""
    file = tmp_path / "d.np.xml"
    file.write_text(content)
    try:
        root = parse(file)
    except FormatError:
        return
    grammar_file = Path(np_xml.__file__).with_suffix(".rng")
    valid = etree.RelaxNG(etree.parse(grammar_file)).validate(root)
    try:
        Grammar(grammar_file).check(root, file)
    except FormatError:
        assert not valid
    else:
        assert valid


def test_many_optional_attributes_take_no_more_than_their_time(tmp_path: Path) -> None:
    """Without ``interleave`` in the grammar libxml2, and so other people's programs, need a million steps here."""
    mention = Mention(
        "m", 0, 1, 0, (), "a", "b", "c", "common", "d", frozenset("s"), frozenset("f"), 2, "definite", "SUBJ", 0, "e",
        "f", True, True, "g", True, "system",
    )  # fmt: skip
    document = Document("d", [Word("a")], mentions=[replace(mention, id=f"m{n}") for n in range(50)])
    began = time.perf_counter()
    assert _there_and_back(document, tmp_path) == document
    (file,) = tmp_path.glob("*.np.xml")
    assert etree.RelaxNG(etree.parse(Path(np_xml.__file__).with_suffix(".rng"))).validate(parse(file))
    assert time.perf_counter() - began < 5


def test_line_numbers_are_right_in_long_files(tmp_path: Path) -> None:
    file = tmp_path / "long.np.xml"
    rows = [f'<w id="w{number}" form="a"/>' for number in range(70_000)]
    file.write_text(HEAD + "\n".join(rows) + '\n<w id="w0" form="b"/></np-document>')
    with pytest.raises(FormatError, match=r"long\.np\.xml:70002: <w>: duplicate word id 'w0'"):
        list(read(file))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Document("d", [Word("a")], [Sentence(0, 2)]), "a sentence of words 0 to 2 after one that ends at 0"),
        (Document("d", [Word("a")], [Sentence(0, 1), Sentence(0, 1)]), "a sentence of words 0 to 1 after one"),
        (Document("d", [Word("a")], mentions=[Mention("m", 0, 2, 0)]), "a span of words 0 to 2 in a text of 1"),
        (Document("d", [Word("a", head=4)]), "word 4 is named in a text of 1"),
        (
            Document("d", [Word("a")], mentions=[Mention("m", 0, 1, 0, number=frozenset())]),
            "mention m has the values []",
        ),
    ],
)
def test_a_document_that_contradicts_itself_is_not_written(tmp_path: Path, document: Document, message: str) -> None:
    assert FORMAT.write is not None
    with pytest.raises(FormatError) as caught:
        FORMAT.write([document], tmp_path / "d.np.xml")
    assert message in str(caught.value)


def test_gum_dev_is_read_in_good_time(public_corpora: Path, tmp_path: Path) -> None:
    """A tenth of the speed that the benchmark asks for, so that a busy machine does not fail it."""
    assert FORMAT.write is not None
    document = next(read(public_corpora / "gum" / "dev"))
    FORMAT.write([document], tmp_path / "d.np.xml")
    began = time.process_time()
    list(FORMAT.read(tmp_path / "d.np.xml"))
    assert len(document.words) / (time.process_time() - began) > 100_000 / 60
