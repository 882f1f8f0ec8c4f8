"""np-xml is the exact image of a Document, and refuses everything else with a place."""

import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree

from anaphora_workbench.corpora import FormatError, find, read
from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Quotation,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.np_xml import reader as np_xml
from anaphora_workbench.corpora.formats.np_xml.reader import FORMAT
from anaphora_workbench.corpora.formats.parts.grammar import Grammar
from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from examples import examples
from random_documents import documents


def _there_and_back(document: Document, folder: Path) -> Document:
    assert FORMAT.write is not None
    FORMAT.write([document], folder / "d.np.xml")
    (again,) = FORMAT.read(folder / "d.np.xml")
    return again


@given(document=documents())
@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_what_was_written_gives_an_equal_document(tmp_path: Path, document: Document) -> None:
    assert _there_and_back(document, tmp_path) == document


@pytest.mark.parametrize(
    ("folder", "files", "step"),
    [
        ("gum/dev", 6, 1),
        ("litbank/conll", 20, 1),
        ("ontogum/dev", 10, 1),
        ("howto", 1, 1),
        ("gap", 1, 300),
        ("winobias/text", 1, 200),
        ("winogender", 1, 200),
        ("scorer-cases", 5, 1),
        ("corefud-cases", 10, 1),
        *(
            pytest.param(folder, 1, 1, marks=pytest.mark.slow)
            for folder in ("gum", "litbank/conll", "ontogum", "winobias/conll", "corefud-cases")
        ),
    ],
)
def test_public_corpora_lose_nothing(public_corpora: Path, tmp_path: Path, folder: str, files: int, step: int) -> None:
    """Of every so manieth file every so manieth document."""
    for file, its_format in list(find(public_corpora / folder))[::files]:
        for document in islice(its_format.read(file), 0, None, step):
            assert _there_and_back(document, tmp_path) == document


def test_chains_without_words_keep_their_spans(tmp_path: Path) -> None:
    document = Document("d", mentions=[Mention("a", 3, 5, 4, ((3, 4), (4, 5))), Mention("b", -1, -1, -1)])
    document.mentions.append(Mention("as long as can be", 10_000, 20_000, 10_000))
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


# Each element and attribute of the grammar, in the form and order in which they are written.
EVERY_ATTRIBUTE = r"""<?xml version="1.0" encoding="UTF-8"?>
<np-document version="1" id="d" language="es" annotation="predicted" relations="ud" tool="spaCy 3" source="d.txt"↵
 genre="news" sentences="unknown" paragraphs="unknown" speakers="unknown" heads="unknown"↵
 singletons="unknown" annotated="pronouns" held-out-start="1" held-out-end="3" raw-text="Ana lo vio.">
  <note name="a\\b" value="of the document"/>
  <p kind="heading">
    <note name="n" value="of the paragraph"/>
    <s id="s1" speaker="Eva">
      <note name="n" value="of the sentence"/>
      <w id="w1" form="Ana" lemma="ana" upos="PROPN" xpos="NP" morphology="Number=Sing" head="w3" relation="nsubj"↵
 entity-type="PER" space="no" clause="1" segment="2" empty="yes" speaker="Leo" enhanced="3:nsubj">
        <note name="n" value="of the word"/>
      </w>
      <w id="w2" form="lo"/>
    </s>
  </p>
  <p kind="item">
    <s>
      <w id="w3" form="vio" speaker=""/>
    </s>
  </p>
      <w id="w4" form="."/>
  <quotation first="w1" last="w2" speaker="w1" addressee="w3" inferred="speaker addressee"/>
  <mention id="m1" first="w1" last="w3" head="w3" lemma="a" upos="b" xpos="c" kind="pronoun"↵
 pronoun-type="personal" number="s" gender="m" animacy="no" number-from="form" gender-from="title"↵
 animacy-from="noun list" person="2" definiteness="definite" function="SUBJ" verb="w3" preposition="de"↵
 sentence="1" embedded-in="m2" apposition-of="m2" predicate-of="m 3" adjunct="yes" existential="yes"↵
 entity-type="PER" pleonastic="yes" source="system" other-heads="w1 w2" text="t" in-sentence="4" in-clause="5"↵
 is-clause="yes" reference="exophoric" pleonastic-pattern="weather">
    <part first="w1" last="w1"/>
    <part first="w3" last="w3"/>
    <note name="n" value="of the mention"/>
  </mention>
  <mention id="m2" animacy="unknown"/>
  <mention id="m 3" animacy="unknown"/>
  <anaphors mentions="m1 m\u00203"/>
  <coreference annotator="x" name="gold">
    <note name="n" value="of the layer"/>
    <entity id="e1" mentions="m1 m2" dominant="m2" split-antecedent="e2 \e">
      <type mention="m1" value="ident"/>
      <note name="n" value="of the entity"/>
    </entity>
    <entity id="e2" mentions="m\u00203"/>
    <decisions>
      <decision anaphor="m1" antecedent="m2" before="m2 m\u00203" candidates="m2" identified="no" excluded="yes"/>
      <decision anaphor="m2"/>
    </decisions>
    <bridge anaphor="m1" antecedent="m2" entity="e2" relation="part">
      <note name="n" value="of the bridge"/>
    </bridge>
    <non-referring mentions="m1"/>
    <discourse-deixis>
    <entity id="d1" mentions="m1 m\u00203"/>
    </discourse-deixis>
  </coreference>
</np-document>
""".replace("↵\n", "")
EVERY_FIELD = Document(
    "d",
    [
        Word(
            "Ana", "ana", "PROPN", "NP", "Number=Sing", 2, "nsubj", "PER", False, 1, 2, True, {"n": "of the word"},
            "Leo", "3:nsubj",
        ),
        Word("lo"),
        Word("vio", speaker=""),
        Word("."),
    ],
    [Sentence(0, 2, 0, "s1", {"n": "of the sentence"}, "Eva"), Sentence(2, 3, 1)],
    [Paragraph("heading", {"n": "of the paragraph"}), Paragraph("item")],
    [
        Mention(
            "m1", 0, 3, 2, ((0, 1), (2, 3)), "a", "b", "c", "pronoun", "personal", frozenset("s"), frozenset("m"), 2,
            "definite", "SUBJ", 2, "de", "m2", True, True, "PER", True, "system", {"n": "of the mention"}, (0, 1), "t",
            4, 5, True, "exophoric", "weather", "form", "title", "noun list", "m2", "m 3", "no",
        ),
        Mention("m2", -1, -1, -1),
        Mention("m 3", -1, -1, -1),
    ],
    {
        "gold": CoreferenceLayer(
            "x",
            [
                Entity("e1", ["m1", "m2"], {"m1": "ident"}, "m2", {"n": "of the entity"}, ("e2", "")),
                Entity("e2", ["m 3"]),
            ],
            [Decision("m1", "m2", ("m2", "m 3"), ("m2",), False, True), Decision("m2")],
            {"n": "of the layer"},
            [Bridge("m1", "m2", "e2", "part", {"n": "of the bridge"})],
            ["m1"],
            [Entity("d1", ["m1", "m 3"])],
        )
    },
    [Quotation(0, 2, 0, 2, frozenset({"speaker", "addressee"}))],
    ["m1", "m 3"],
    "es",
    "predicted",
    "ud",
    "spaCy 3",
    "d.txt",
    {"a\\b": "of the document"},
    "Ana lo vio.",
    "news",
    False,
    "pronouns",
    (1, 3),
    paragraphs_known=False, speakers_known=False, heads_known=False, singletons_known=False,
)  # fmt: skip


def test_each_attribute_is_a_field(tmp_path: Path) -> None:
    """By the comments of the grammar; both directions, as what is left out in both would come back equal."""
    (tmp_path / "read.np.xml").write_text(EVERY_ATTRIBUTE)
    assert list(FORMAT.read(tmp_path / "read.np.xml")) == [EVERY_FIELD]
    assert _there_and_back(EVERY_FIELD, tmp_path) == EVERY_FIELD
    assert (tmp_path / "d.np.xml").read_text() == EVERY_ATTRIBUTE


def test_no_attribute_of_the_grammar_is_left_out_here() -> None:
    said = {
        (element.tag, name) for element in etree.fromstring(EVERY_ATTRIBUTE.encode()).iter() for name in element.attrib
    }
    grammar = etree.parse(Path(np_xml.__file__).with_name("np_xml.rng"))
    defined = {
        (next(attribute.iterancestors("{*}element")).get("name"), attribute.get("name"))
        for attribute in grammar.iter("{*}attribute")
    }
    # Only of a sentence outside of any paragraph.
    assert defined - said == {("s", "paragraph")}


def test_sentences_and_words_may_stand_anywhere_in_a_text(tmp_path: Path) -> None:
    file = tmp_path / "d.xml"
    file.write_text(
        HEAD + '<s><w id="a" form="A"/></s><p kind="item"><w id="b" form="B"/><s><w id="c" form="C"/></s></p><p/>'
        '<s paragraph="1"><w id="d" form="D"/></s><w id="e" form="E"/></np-document>'
    )
    (document,) = read(file)
    assert [word.form for word in document.words] == list("ABCDE")
    assert document.sentences == [Sentence(0, 1), Sentence(2, 3), Sentence(3, 4, 1)]
    assert document.paragraphs == [Paragraph("item"), Paragraph()]


def test_what_has_no_place_in_a_text_is_in_no_sentence(tmp_path: Path) -> None:
    """The number of a sentence is checked for mentions that have a first word, in a text that has sentences."""
    file = tmp_path / "d.xml"
    mention = '<mention id="m" sentence="7"/>'
    placed = '<mention id="m" first="a" last="a" head="a" sentence="7"/>'
    for body in (f'<s><w id="a" form="A"/></s>{mention}', f'<w id="a" form="A"/>{placed}'):
        file.write_text(f"{HEAD}{body}</np-document>")
        assert [one.id for one in next(read(file)).mentions] == ["m"]


@pytest.mark.parametrize(("language", "gender", "animacy", "life"), [
    pytest.param("en", "m", "yes", "", id="as the gender says"),
    pytest.param("es", "m", "yes", "", id="as the gender says, which is of words"),
    pytest.param("es", "m", "no", "no", id="a thing"),
    pytest.param("es", "mfn", "yes", "yes", id="a being of any gender"),
    pytest.param("es", "n", "unknown", "unknown", id="not known"),
    pytest.param("es", "n", "no", "", id="a neuter"),
])  # fmt: skip
def test_animacy_apart_from_gender(tmp_path: Path, language: str, gender: str, animacy: str, life: str) -> None:
    file = tmp_path / "d.xml"
    file.write_text(
        f'<np-document version="1" id="d" language="{language}"><mention id="m" gender="{gender}" '
        f'animacy="{animacy}"/></np-document>'
    )
    (mention,) = next(read(file)).mentions
    assert (mention.life, mention.animacy) == (life, animacy)


HEAD = '<np-document version="1" id="d">\n'
A_TO_C = HEAD + '<s><w id="a" form="a"/><w id="b" form="b"/></s><s><w id="c" form="c"/></s>\n'
M = '<mention id="m"/>'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>\n'
BAD = [
    (HEAD, ":2: not well-formed XML: "),
    ("plain text", ":1: not well-formed XML: "),
    (BOMB + '<np-document version="1" id="&b;"/>', ":1: a document type declaration"),
    (f'<?xml version="1.0"?>\n<!-- c -->\n{BOMB}<np-document version="1" id="d"/>',
     ":3: a document type declaration; expected XML without DTD and entities"),
    ('<np-document version="1" id="&b;"/>', ":1: not well-formed XML: Entity 'b' not defined"),
    ("<html/>", ":1: a file of <html>; expected <np-document>"),
    ('<np-document version="2" id="d"/>', ":1: "),
    (HEAD + '<w id="w1" form="a" colour="red"/></np-document>', ":2: "),
    (HEAD + '<w id="w1" form="a"/>\n<w id="w1" form="b"/></np-document>', ":3: <w>: duplicate word id 'w1'"),
    (HEAD + '<w id="w1" form="a" head="w9"/></np-document>', ":2: <w>: there is no word 'w9'"),
    (HEAD + '<w id="a" form="a"/><w id="b" form="b"/>\n<mention id="m" first="b" last="a" head="a"/></np-document>',
     ":3: <mention>: the last word 'a' stands before the first 'b'"),
    (HEAD + '<mention id="m" gender="n" animacy="yes"/></np-document>', ":2: <mention>: animacy 'yes', but gender 'n'"),
    (HEAD + r'<w id="w1" form="\x"/></np-document>', r":2: <w>: in form: '\\x' is not an escape"),
    (HEAD + '<note name="a" value="1"/><note name="a" value="2"/></np-document>', ":2: <note>: duplicate note 'a'"),
    (HEAD + '<mention id="m"/>\n<mention id="m"/></np-document>', ":3: <mention>: duplicate mention id 'm'"),
    (HEAD + '<coreference annotator="x"/><coreference annotator="x"/></np-document>', ":2: <coreference>: duplicate"),
    (A_TO_C + '<mention id="m" first="a" last="b" head="a"><part first="a" last="a"/></mention></np-document>',
     ":3: <mention>: its parts do not begin and end where it does"),
    (A_TO_C + '<mention id="m" first="a" last="b" head="a"><part first="b" last="b"/></mention></np-document>',
     ":3: <mention>: its parts do not begin and end where it does"),
    (A_TO_C + '<mention id="m" first="a" last="b" head="a" sentence="2"/></np-document>', ":3: <mention>: sentence"),
    (A_TO_C + '<mention id="m" animacy="yes"/></np-document>', ":3: <mention>: animacy 'yes', but gender 'mfn'"),
    (HEAD.replace(">", ' language="es">') + '<mention id="m" gender="n" animacy="yes"/></np-document>',
     ":2: <mention>: animacy 'yes', but gender 'n'"),
    (HEAD + '<w id="a" form="a" head="z"/>\n<mention id="m" first="z" last="z" head="z"/></np-document>',
     ":2: <w>: there is no word 'z'"),
    (A_TO_C + '<mention id="m" first="#0" last="#0" head="#0"/></np-document>', ":3: <mention>: there is no word '#0'"),
    (HEAD + '<mention id="m" first="#x" last="#x" head="#x"/></np-document>', ":2: <mention>: there is no word '#x'"),
    (HEAD + f'<mention id="m" first="#0" last="#{"9" * 18}" head="#0"/></np-document>', ":2: <mention>: there is no"),
    (HEAD + '<mention id="m" first="#7" last="#10007" head="#7"/></np-document>', ":2: <mention>: 10001 words of a"),
    (HEAD + M + r'<anaphors mentions="m \x"/></np-document>', r":2: <anaphors>: '\\x' is not an escape"),
    *(
        (
            f'{HEAD}{M}<coreference annotator="x">\n{element}</coreference></np-document>',
            f":3: <{tag}>: there is no mention 'z'",
        )
        for tag, element in [
            ("entity", '<entity id="e" mentions="m z"/>'),
            ("entity", '<entity id="e" mentions="m" dominant="z"/>'),
            ("type", '<entity id="e" mentions="m"><type mention="z" value="v"/></entity>'),
            ("bridge", '<bridge anaphor="z"/>'),
            ("bridge", '<bridge anaphor="m" antecedent="z"/>'),
            ("non-referring", '<non-referring mentions="z"/>'),
            ("decision", '<decisions><decision anaphor="z"/></decisions>'),
            ("decision", '<decisions><decision anaphor="m" antecedent="z"/></decisions>'),
            ("decision", '<decisions><decision anaphor="m" candidates="z"/></decisions>'),
            ("decision", '<decisions><decision anaphor="m" before="z"/></decisions>'),
        ]
    ),
    ("<a>" * 5000, ":1: not well-formed XML: "),
    ('<?xml version="1.0" encoding="UTF-16"?>\n<np-document version="1"/>', ":2: "),
]  # fmt: skip


def test_entities_of_other_files_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    file = tmp_path / "d.np.xml"
    file.write_text(
        f'<!DOCTYPE d [<!ENTITY s SYSTEM "file://{tmp_path}/secret">]><np-document id="d">&s;</np-document>'
    )
    with pytest.raises(FormatError, match="a document type declaration"):
        list(read(file))


@pytest.mark.parametrize("content", [*(case[0] for case in BAD), HEAD + "</np-document>"])
def test_our_check_and_that_of_libxml2_agree(tmp_path: Path, content: str) -> None:
    """Both read the grammar that is shipped, and must refuse the same."""
    file = tmp_path / "d.np.xml"
    file.write_text(content)
    try:
        root = parse(file)
    except FormatError:
        return
    grammar_file = Path(np_xml.__file__).with_name("np_xml.rng")
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
    assert etree.RelaxNG(etree.parse(Path(np_xml.__file__).with_name("np_xml.rng"))).validate(parse(file))
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
        (Document("d", [Word("a")], mentions=[Mention("m", 0, 1, 0, number=frozenset())]), "mention m has the values"),
        (Document("d", [Word("a")], mentions=[Mention("m", 0, 1, 0, gender=frozenset("fx"))]),
         "mention m has the values ['f', 'x']; expected some of m, f, n"),
        (Document("d", anaphors=["z"]), "document d: the list of anaphors names 'z', which is not a mention of it"),
        *(
            (Document("d", coreference={"k": layer}), f"document d: {where} names 'z', which is not a mention of it")
            for where, layer in [
                ("entity 'e' of 'k'", CoreferenceLayer("x", [Entity("e", ["z"])])),
                ("entity 'e' of 'k'", CoreferenceLayer("x", [Entity("e", [], {"z": "ana"})])),
                ("entity 'e' of 'k'", CoreferenceLayer("x", [Entity("e", [], dominant="z")])),
                ("entity 'e' of 'k'", CoreferenceLayer("x", discourse_deixis=[Entity("e", ["z"])])),
                ("a bridge of 'k'", CoreferenceLayer("x", bridges=[Bridge("z")])),
                ("the list of non-referring mentions of 'k'", CoreferenceLayer("x", non_referring=["z"])),
                ("a decision of 'k'", CoreferenceLayer("x", decisions=[Decision("z")])),
            ]
        ),
    ],
)  # fmt: skip
def test_a_document_that_contradicts_itself_is_not_written(tmp_path: Path, document: Document, message: str) -> None:
    assert FORMAT.write is not None
    with pytest.raises(FormatError) as caught:
        FORMAT.write([document], tmp_path / "d.np.xml")
    assert message in str(caught.value)


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_has_one_document(tmp_path: Path, count: int) -> None:
    assert FORMAT.write is not None
    with pytest.raises(FormatError, match=f"{count} documents for one file; expected one"):
        FORMAT.write([Document("d")] * count, tmp_path / "d.np.xml")
    assert not (tmp_path / "d.np.xml").exists()


@pytest.mark.parametrize(
    "paragraphs",
    [
        pytest.param([1, 0], id="not in the order of the paragraphs"),
        pytest.param([0, 2], id="of a paragraph that is not there"),
        pytest.param([-1, 0], id="of none"),
    ],
)
def test_paragraphs_of_any_order_come_back(tmp_path: Path, paragraphs: list[int]) -> None:
    document = Document("d", [Word("a"), Word("b"), Word("c")], paragraphs=[Paragraph(), Paragraph("item")])
    document.sentences = [Sentence(0, 1, paragraphs[0]), Sentence(2, 3, paragraphs[1])]
    assert _there_and_back(document, tmp_path) == document
