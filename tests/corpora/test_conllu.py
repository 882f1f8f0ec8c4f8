"""CoNLL-U: what is read from it, what is refused, and that GUM and CorefUD come back byte for byte."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, read, write
from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.conllu.reader import FORMAT
from anaphora_workbench.corpora.formats.losses import AS_NOTHING
from anaphora_workbench.corpora.formats.parts.mention_heads import head_of
from anaphora_workbench.corpora.formats.validation import problems

GUM = """\
# newdoc id = made_up
# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity
# meta::genre = fiction
# newpar
# newpar_block = head (1 s)
# sent_id = made_up-1
# text = Anna's piano
1-2\tAnna's\t_\t_\t_\t_\t_\t_\t_\t_
1\tAnna\tAnna\tPROPN\tNNP\tNumber=Sing\t3\tnmod:poss\t3:nmod:poss\tEntity=(2-object-new-nnnnn-cf2-3-coref(1-person-new-sssss-cf1-1-coref-Anna_%28singer%29)
2\t's\t's\tPART\tPOS\t_\t1\tcase\t1:case\t_
3\tpiano\tpiano\tNOUN\tNN\tNumber=Sing\t0\troot\t0:root\tBridge=1<2|Entity=2)

# newpar
# newpar_block = list type:::"ordered" (1 s) | item (1 s)
# sent_id = made_up-2
# speaker = Anna
# text = She closed it.
1\tShe\tshe\tPRON\tPRP\tPerson=3\t2\tnsubj\t2:nsubj\tEntity=(1-person-giv:act-sssss-cf1*-1-ana)
2\tclosed\tclose\tVERB\tVBD\t_\t0\troot\t0:root\t_
2.1\tclosed\tclose\tVERB\tVBD\t_\t_\t_\t2:conj\tCopyOf=2
3\tit\tit\tPRON\tPRP\tPerson=3\t2\tobj\t2:obj\tEntity=(2-object-giv:act-nnnnn-cf2-1-ana)|SpaceAfter=No
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_

"""


@pytest.fixture
def gum(tmp_path: Path) -> Document:
    file = tmp_path / "made_up.conllu"
    file.write_text(GUM)
    (document,) = read(file)
    return document


def test_words(gum: Document) -> None:
    assert [word.form for word in gum.words] == ["Anna", "'s", "piano", "She", "closed", "closed", "it", "."]
    assert [word.head for word in gum.words] == [2, 0, -1, 4, -1, -1, 4, 4]
    assert [word.empty for word in gum.words] == [False] * 5 + [True] + [False] * 2
    assert gum.words[3].morphology == "Person=3"
    assert (gum.annotation, gum.relations) == ("gold", "ud")
    assert gum.text() == "Anna's piano She closed it."
    assert gum.words[2].extra["Bridge"] == "1<2"


def test_paragraphs_and_sentences(gum: Document) -> None:
    assert [paragraph.kind for paragraph in gum.paragraphs] == ["heading", "item"]
    assert [(sentence.start, sentence.end, sentence.paragraph, sentence.id) for sentence in gum.sentences] == [
        (0, 3, 0, "made_up-1"),
        (3, 8, 1, "made_up-2"),
    ]
    assert gum.sentences[1].speaker == "Anna"
    assert gum.genre == "fiction"


def test_mentions_and_entities(gum: Document) -> None:
    assert [
        (mention.id, mention.start, mention.end, mention.head, mention.entity_type, mention.source)
        for mention in gum.mentions
    ] == [
        ("m1", 0, 3, 2, "object", "true"), ("m2", 0, 1, 0, "person", "true"), ("m3", 3, 4, 3, "person", "true"),
        ("m4", 6, 7, 6, "object", "true"),
    ]  # fmt: skip
    assert gum.mentions[1].extra["identity"] == "Anna_%28singer%29"
    assert gum.key is not None
    assert [(entity.id, entity.mentions, entity.types) for entity in gum.key.entities] == [
        ("2", ["m1", "m4"], {"m1": "coref", "m4": "ana"}),
        ("1", ["m2", "m3"], {"m2": "coref", "m3": "ana"}),
    ]


def test_written_as_read(gum: Document, tmp_path: Path) -> None:
    assert FORMAT.write is not None
    FORMAT.write([gum], tmp_path / "out")
    assert (tmp_path / "out").read_text() == GUM


# What a file may have besides the usual: comments and notes twice, words joined with columns of their own, brackets
# and notes in another order, roots without a relation, relations without a head, comments and blank lines at the end.
LAYOUT = """\
# newdoc id = d1
# newdoc id = d1
# global.Entity = eid-etype-head-other
# meta::language = lt
# meta::genre = news
# source = a
# source = b
#no blank
# sent_id = 1
# meta::late = 1
# speaker = Eva
# speaker = Leo
# text = t
1-2\tAB\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tA\ta\tX\tY\tF=1\t2\tdep\t2:dep\tEntity=(NOCOREF-x-1-)
2\tB\tb\tX\tY\tF=2\t0\troot\t0:root\tEntity=(e1[1/2]-x-2-
3-4\tCD\tcd\tX\tY\tF=3\t2\tdep\t2:dep\tZ=1|SpaceAfter=No
3\tC\t_\t_\t_\t_\t2\t_\t_\tEntity=e1[1/2])(NOCOREF-x-1-clause:yes)
4\tD\t_\t_\t_\t_\t_\tdep\t_\tZ=1|Entity=(e1[2/2]-x-2-)|A|A=2
4.1\tE\t_\t_\t_\t_\t_\t_\t2:dep\tSpaceAfter=No|A=1
5\t_\t_\t_\t_\t_\t0\t_\t_\tEntity=(e2-x-1-(e3-x-1-)
6-7\tFG\t_\t_\t_\t_\t_\t_\t_\t_
6\tF\t_\t_\t_\t_\t0\troot\t_\tEntity=e2)|X
6.1\t_\t_\t_\t_\t_\t_\t_\t0:root\tSpaceAfter=No
7\tG\t_\t_\t_\t_\t6\tdep\t_\tSpaceAfter=No

# newpar_block = list (2 s) | item (1 s)
# sent_id = 2
# text = t
1\tH\t_\t_\t_\t_\t_\t_\t_\t_

# newpar
# sent_id = 3
# text = t
1\tH\t_\t_\t_\t_\t_\t_\t_\t_

# newdoc
# newpar id = item
# sent_id = 1
# text = t
1\tI\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-x-1-)

# after all
# that


"""


def test_any_layout_is_written_as_read(tmp_path: Path) -> None:
    """Byte for byte, as the docstring of the format promises; what was read, by hand from CoNLL-U and CorefUD."""
    file = tmp_path / "layout.conllu"
    file.write_text(LAYOUT)
    documents = list(read(file))
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out")
    assert (tmp_path / "out").read_text() == LAYOUT
    first = documents[0]
    assert [(document.id, document.language, document.language_said, document.genre) for document in documents] == [
        ("d1", "lt", True, "news"),
        ("layout", "en", False, ""),
    ]
    assert [document.source for document in documents] == [str(file)] * 2
    assert [(sentence.start, sentence.end, sentence.paragraph, sentence.speaker) for sentence in first.sentences] == [
        (0, 9, 0, "Eva"),
        (9, 10, 1, ""),
        (10, 11, 2, ""),
    ]
    assert [paragraph.kind for document in documents for paragraph in document.paragraphs] == [
        "body", "item", "body", "body",
    ]  # fmt: skip
    assert [word.head for word in first.words] == [1, -1, 1, -1, -1, -1, -1, -1, 6, -1, -1]
    # Nothing is noted of what is laid out in the usual way.
    assert [first.words[offset].extra for offset in (0, 1)] == [{"conllu:joined": "2 AB"}, {}]
    assert first.words[9] == first.words[10] == Word("H")
    assert [word.enhanced for word in first.words[:3]] == ["2:dep", "0:root", ""]
    assert first.words[3].extra["A"] == ""
    assert "".join(word.form + " " * word.space_after for word in first.words) == "ABCDE_ F_G H H "
    assert "conllu:head" not in first.words[2].extra
    assert (first.words[2].lemma, first.words[2].upos, first.words[2].xpos, first.words[2].morphology) == ("",) * 4
    assert [(mention.start, mention.end, mention.head, mention.parts) for mention in first.mentions] == [
        (0, 1, 0, ()), (1, 4, 1, ((1, 3), (3, 4))), (2, 3, 2, ()), (5, 7, 5, ()), (5, 6, 5, ()),
    ]  # fmt: skip
    # The file states C as the head, and the parse has B on top.
    assert [head_of(mention) for mention in first.mentions] == [0, 2, 2, 5, 5]
    assert [mention.is_clause for mention in first.mentions] == [False, False, True, False, False]
    # Two mentions without coreference are no entity together.
    assert first.key is not None
    assert [entity.mentions for entity in first.key.entities] == [[f"m{number}"] for number in range(1, 6)]


@pytest.mark.parametrize(
    "notes",
    [
        pytest.param("Z=1|A=2", id="not in alphabetical order"),
        pytest.param("NamedEntity=Yes|Case=1", id="a name that ends like that of the brackets"),
        pytest.param("NamedEntity=(e1-x-1-)|Entity=(e1-x-1-)|Case=1", id="with a value like that of the brackets"),
        pytest.param("Z=1|Entity=", id="no brackets"),
        pytest.param("A=|B|A=1", id="empty values and one name twice"),
        pytest.param("SpaceAfter=No|SpaceAfter=No", id="no space, twice"),
    ],
)
def test_notes_in_any_order_come_back(tmp_path: Path, notes: str) -> None:
    file = tmp_path / "d.conllu"
    file.write_text(_file("_").replace("\t_\n", f"\t{notes}\n"))
    assert FORMAT.write is not None
    FORMAT.write(list(read(file)), tmp_path / "out")
    assert (tmp_path / "out").read_text() == file.read_text()


@pytest.mark.parametrize(
    ("rows", "annotation", "relations"),
    [
        pytest.param("_\t_\t_\t_\t0\t_", "none", "", id="forms alone"),
        pytest.param("l\t_\tX\tF=1\t0\t_", "none", "", id="neither part of speech nor relation"),
        pytest.param("_\tX\t_\t_\t0\t_", "gold", "", id="parts of speech"),
        pytest.param("_\t_\t_\t_\t0\troot", "gold", "ud", id="relations"),
    ],
)
def test_annotation_is_what_any_word_has(tmp_path: Path, rows: str, annotation: str, relations: str) -> None:
    file = tmp_path / "d.conllu"
    file.write_text(f"1\ta\t{rows}\t_\t_\n2\tb\t_\t_\t_\t_\t0\t_\t_\tSpaceAfter=No\n\n")
    (document,) = read(file)
    assert (document.annotation, document.relations) == (annotation, relations)


def _file(*rows: str, header: str = "# global.Entity = eid-etype-head-other\n") -> str:
    """A file of one sentence whose words have the given brackets; an id may stand before a blank."""
    lines = []
    for number, row in enumerate(rows, 1):
        name, _, brackets = row.rpartition(" ")
        misc = f"Entity={brackets}" if brackets != "_" else "_"
        lines.append(f"{name or number}\tw{name or number}\t_\t_\t_\t_\t0\t_\t_\t{misc}\n")
    forms = " ".join(line.split("\t")[1] for line in lines if "." not in line.split("\t")[0])
    return f"# newdoc id = d\n{header}# sent_id = 1\n# text = {forms}\n{''.join(lines)}\n"


SPANS = [
    pytest.param(("(e1-x-1-(e2-x-1-)", "e1)"), ["e1 0-2", "e2 0-1"], id="nested"),
    pytest.param(("(a-x-1-", "(b-x-1-", "a)", "b)"), ["a 0-3", "b 1-4"], id="crossing"),
    pytest.param(("(a-x-1-", "a)(b-x-1-", "b)"), ["a 0-2", "b 1-3"], id="crossing in one word"),
    pytest.param(("(a-x-1-(a-x-1-)", "a)"), ["a 0-2", "a 0-1"], id="same entity in itself"),
    pytest.param(("(a[1/2]-x-2-)", "_", "(a[2/2]-x-2-)"), ["a 0-1+2-3"], id="discontinuous"),
    pytest.param(("(a-b-c-x-1-", "a-b-c)"), ["a-b-c 0-2"], id="hyphens in the id"),
    pytest.param(("_", "1.1 (z-x-1-)", "2 (a-x-1-)"), ["z 1-2", "a 2-3"], id="empty node"),
    pytest.param(("(a-x-1-(b-x-1-)(c-x-1-)", "a)"), ["a 0-2", "b 0-1", "c 0-1"], id="one span in two entities"),
]


@pytest.mark.parametrize(("rows", "spans"), SPANS)
def test_corefud_spans_read_and_written_back(tmp_path: Path, rows: tuple[str, ...], spans: list[str]) -> None:
    file = tmp_path / "a.conllu"
    file.write_text(_file(*rows))
    (document,) = read(file)
    assert document.key is not None
    entity_of = document.key.entity_of()
    written_spans = [
        f"{entity_of[mention.id].id} "
        + "+".join(f"{s}-{e}" for s, e in mention.parts or ((mention.start, mention.end),))
        for mention in document.mentions
    ]
    assert written_spans == spans
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out")
    assert (tmp_path / "out").read_text() == file.read_text()


@pytest.mark.parametrize(
    ("rows", "header", "head"),
    [
        pytest.param(("(a[1/2]-x-2-)", "_", "(a[2/2]-x-2-)"), "eid-etype-head-other", 2, id="over all parts"),
        pytest.param(("(a-x-1-", "_", "a)"), "eid-etype-head-other", 0, id="the first"),
        pytest.param(("(a-x-2,3-", "_", "a)"), "eid-etype-head-other", 1, id="the first of two"),
        pytest.param(("(a-x-2,3", "_", "a)"), "eid-etype-minspan", 1, id="minimum of GUM"),
        pytest.param(("(a-x--", "_", "a)"), "eid-etype-head-other", 2, id="none stated: the last word"),
    ],
)
def test_head_without_a_parse(tmp_path: Path, rows: tuple[str, ...], header: str, head: int) -> None:
    """The field head of CorefUD, and minspan of GUM: numbers of words of the mention, from 1."""
    file = tmp_path / "a.conllu"
    file.write_text(_file(*rows, header=f"# global.Entity = {header}\n"))
    assert next(read(file)).mentions[0].head == head


def test_a_file_that_declares_entities_and_has_none_has_a_key_without(tmp_path: Path) -> None:
    file = tmp_path / "a.conllu"
    file.write_text(_file("_"))
    key = next(read(file)).key
    assert key is not None
    assert key.entities == []


BAD = [
    (_file("e1)"), ":5: entity e1 closes but was never opened"),
    (_file("(e1-x-1-", "_"), ":6: entity e1 opens in line 5 but never closes"),
    (_file("(e1-x-1-)x"), ":5: cannot read 'x' in Entity="),
    (_file("(a[2/2]-x-1-)"), ":5: part 2 of 2 of entity a does not follow part 1"),
    (_file("(a[1/2]-x-1-)"), "entity a opens in line 5 but never closes"),
    (_file("(a[1/2]-x-1-)", "(a[2/2]-y-1-)"), ":6: part 2 of 2 of entity a has other"),
    (_file("(e1-x-3-", "e1)", "_"), ":5: word 3 is the head of a mention of entity e1 of 2 words; expected one from"),
    ("a\n\n", ":1: 1 column; expected 10"),
    (_file("(e1-x-1-)|Entity=(e2-x-1-)"), ":5: a second Entity= of one word; expected all brackets in one"),
    ("# newdoc id = a\n# newdoc id = b\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n\n", ":2: a document begins where another one"),
    (_file("1 _").replace("w1", ""), ":5: word 1 has no FORM; expected one, or _"),
    (_file("1-2 _", "2-3 _", "1 _"), ":6: word number '2-3'; expected 1 or 0.1"),
    (_file("1-2 _", "1-2 _", "1 _"), ":6: word number '1-2'; expected 1 or 0.1"),
    (_file("1-3 _", "1 _", "2-3 _"), ":7: word number '2-3'; expected 2 or 1.1"),
    (_file("1-2 _", "1 _", "2-3 _"), ":7: word number '2-3'; expected 2 or 1.1"),
    (_file("2-1 _", "1 _"), ":5: word number '2-1'; expected 1 or 0.1"),
    (_file("_", "2-1 _", "2 _"), ":6: word number '2-1'; expected a range like 2-3"),
    (_file("(e1-x-0-)"), ":5: word 0 is the head of a mention of entity e1 of 1 words; expected one from 1 to 1"),
    (_file("_", "3 _"), ":6: word number '3'; expected 2 or 1.1"),
    (_file("1 _").replace("\t0\t", "\t7\t"), ":5: head '7' is not a word of the sentence"),
    (_file("1-3 _", "1 _", "2 _"), ":7: a range of words up to 3, but no such word"),
    (_file("1-x _", "1 _"), ":5: word number '1-x'; expected a range like 1-2"),
    (_file("1-2 (e1-x-1-)", "1 _", "2 _"), ":5: Entity= on a range of words; expected it on a word"),
    (_file("_").rstrip("\n")[:-4], ":5: 8 columns; expected 10"),
    ("# newdoc id = d\n", ":1: no sentence in the file; expected lines of 10 columns"),
    (_file("_").replace("\n\n", "\n# late\n\n"), ":6: a comment inside a sentence; expected a blank line before it"),
]


@pytest.mark.parametrize("end", ["\n", ""], ids=["a line end", "no line end"])
def test_the_blank_line_after_the_last_sentence_may_be_missing(tmp_path: Path, end: str) -> None:
    """Every reader forgives it; ``validate`` warns, as the file may be cut off there."""
    path = tmp_path / "d.conllu"
    path.write_text(_file("(e1-x-1-)", "_"))
    whole = list(read(path))
    path.write_text(_file("(e1-x-1-)", "_").rstrip("\n") + end)
    assert list(read(path)) == whole
    (problem,) = problems(path, FORMAT)
    assert (problem.severity, problem.line) == ("warning", 6)
    assert "the file ends without the blank line after its last sentence" in problem.what


@pytest.mark.parametrize(
    ("content", "what"),
    [
        pytest.param(_file("_", "(e1-x-a-)", "_"),
                     "entity 'e1-x' has a hyphen in its id, which separates fields; is another field wrong?",
                     id="a head that is not a number"),
        pytest.param(_file("_", "1.1 _", "2 _").replace("0\t_\t_\t_\n2", "0\t_\t3:nsubj\t_\n2"),
                     "DEPS '3:nsubj' of an elided word names no word of the sentence, so no zero is matched by it",
                     id="a governor that is not there"),
        pytest.param(_file("_", "1.1 _", "2 _").replace("0\t_\t_\t_\n2", "0\t_\t1:x|2\t_\n2"),
                     "DEPS '2' of an elided word names no word of the sentence, so no zero is matched by it",
                     id="no relation"),
    ],
)  # fmt: skip
def test_validate_remarks_what_makes_mentions_miss(tmp_path: Path, content: str, what: str) -> None:
    path = tmp_path / "d.conllu"
    path.write_text(content)
    assert [(problem.line, problem.severity, problem.what) for problem in problems(path, FORMAT)] == [
        (6, "warning", what)
    ]


OF_ANOTHER_SOURCE = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# meta::genre = news
# newpar
# newpar_block = head
# sent_id = s1
# text = Title
1\tTitle\t_\t_\t_\t_\t_\t_\t_\tEntity=(x:1--1)

# newpar
# newpar_block = p
# sent_id = d-2
# text = It works
1\tIt\t_\tPRON\t_\t_\t2\tnsubj\t_\tEntity=(x:1--1)
1.1\t_\t_\t_\t_\t_\t_\t_\t_\t_
2\tworks\t_\t_\t_\t_\t0\troot\t_\tSpaceAfter=No

# speaker = Eva
# sent_id = s3
# text = Go
1\tGo\t_\t_\t_\t_\t0\troot\t_\t_

# newpar
# newpar_block = item
# sent_id = d-4
# text = on
1\ton\t_\t_\t_\t_\t_\t_\t_\t_

"""


def test_document_of_another_source_reads_back(tmp_path: Path) -> None:
    """A document without any layout notes: a heading, a body, an item, an entity with a colon in its id."""
    document = Document(
        "d",
        [
            Word("Title"), Word("It", upos="PRON", head=3, relation="nsubj"), Word("", empty=True),
            Word("works", relation="root", space_after=False), Word("Go", relation="root"), Word("on"),
        ],
        [Sentence(0, 1, 0, "s1"), Sentence(1, 4, 1), Sentence(4, 5, 1, "s3", speaker="Eva"), Sentence(5, 6, 2)],
        [Paragraph("heading"), Paragraph(), Paragraph("item")],
        [Mention("m1", 0, 1, 0), Mention("m2", 1, 2, 1), Mention("m3", 3, 4, 3)],
        {"gold": CoreferenceLayer("gold", [Entity("x:1", ["m1", "m2"])])},
        genre="news",
    )  # fmt: skip
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out.conllu")
    assert (tmp_path / "out.conllu").read_text() == OF_ANOTHER_SOURCE
    (again,) = read(tmp_path / "out.conllu")
    assert [word.form for word in again.words] == ["Title", "It", "_", "works", "Go", "on"]
    assert [word.head for word in again.words] == [-1, 3, -1, -1, -1, -1]
    assert [paragraph.kind for paragraph in again.paragraphs] == ["heading", "body", "item"]
    assert again.key is not None
    assert [(entity.id, entity.mentions) for entity in again.key.entities] == [("x:1", ["m1", "m2"])]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            Document("d", [Word("a\tb")], [Sentence(0, 1, 0, "s")]),
            "sentence s: '1\\ta\\tb\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_' has a tab or line end in a column; "
            "expected none in CoNLL-U",
        ),
        (Document("d", [Word("a", "b\n")], [Sentence(0, 1)]), "sentence 1: '1\\ta\\tb\\n"),
        (
            Document(
                "d", [Word("a")], [Sentence(0, 1)], [], [Mention("m", 0, 1, 0)],
                {"gold": CoreferenceLayer("gold", [Entity("a", ["m"], split_antecedent=("b<c", "d"))])},
            ),
            "document d: ",
        ),
    ],
)  # fmt: skip
def test_what_a_column_cannot_hold_is_refused(tmp_path: Path, document: Document, message: str) -> None:
    file = tmp_path / "out.conllu"
    with pytest.raises(FormatError, match=re.escape(f"{file}: {message}")):
        write([document], file)
    assert not file.exists()


def test_a_document_that_knows_no_paragraphs_is_written(tmp_path: Path) -> None:
    """np-xml of another parser may have none; CoNLL-U says nothing of paragraphs then."""
    document = Document("d", [Word("a"), Word("b")], [Sentence(0, 1), Sentence(1, 2)])
    (file,) = write([document], tmp_path / "d.conllu")
    rows = [f"# sent_id = d-{number}\n# text = {form}\n1\t{form}" for number, form in ((1, "a"), (2, "b"))]
    assert file.read_text() == "# newdoc id = d\n" + "".join(row + "\t_" * 8 + "\n\n" for row in rows)


def test_what_it_cannot_hold() -> None:
    document = Document(
        "d", [Word("It")], mentions=[Mention("m1", 0, 1, 0, kind="pronoun", pleonastic=True)], anaphors=[]
    )
    assert FORMAT.cannot_hold(document) == [
        "1 mention that is in no chain", "noun-phrase features (number, gender, function …) of 1 mention",
        "which pronouns are pleonastic (1)", "the list of pronouns to resolve",
    ]  # fmt: skip


def test_what_would_be_cut_or_taken_for_something_else_is_told() -> None:
    """A note is one line, and in the last column a part of one between bars; ``_`` is nothing."""
    words = [Word("a", "_", extra={"a|b": "c"}), Word("b", extra={"a": "\t"})]
    document = Document("d", words, [Sentence(0, 2, speaker="Eva\nLeo")], extra={"a": "b\nc"})
    document.mentions = [Mention("m1", 0, 1, 0), Mention("m2", 1, 2, 1)]
    layer = CoreferenceLayer("gold", [Entity("e", ["m1"]), Entity("f", ["m2"])], extra={"fields": "eid-etype-link"})
    layer.bridges = [Bridge("m1", None, "f"), Bridge("m2"), Bridge("gone", None, "f")]
    layer.entities[0].types = {"m1": "ana"}
    document.coreference["gold"] = layer
    assert FORMAT.cannot_hold(document) == [
        "2 bridging anaphors that are in no entity, or bridged to none", AS_NOTHING,
        "annotation of words with tabs or bars in it", "names of speakers with line ends in them",
        "annotation of sentences or the document with line ends in it",
    ]  # fmt: skip


def _round_trip(files: list[Path], tmp_path: Path) -> list[str]:
    assert FORMAT.write is not None
    differing = []
    for file in files:
        FORMAT.write(FORMAT.read(file), tmp_path / "out")
        if (tmp_path / "out").read_bytes() != file.read_bytes():
            differing.append(file.name)
    return differing


def test_gum_sample_comes_back_byte_for_byte(public_corpora: Path, tmp_path: Path) -> None:
    files = sorted((public_corpora / "gum" / "dev").glob("*.conllu"))[::5]
    assert len(files) == 6
    assert _round_trip(files, tmp_path) == []


@pytest.mark.slow
def test_all_of_gum_comes_back_byte_for_byte(public_corpora: Path, tmp_path: Path) -> None:
    files = sorted((public_corpora / "gum").rglob("*.conllu"))
    assert len(files) == 207
    assert _round_trip(files, tmp_path) == []


def test_all_corefud_cases_come_back_byte_for_byte(public_corpora: Path, tmp_path: Path) -> None:
    files = sorted((public_corpora / "corefud-cases").rglob("TC-*"))
    assert len(files) == 103
    assert _round_trip(files, tmp_path) == []


def test_counts_of_gum_dev(public_corpora: Path) -> None:
    """The figures of the corpus's README, counted by hand-written scripts there."""
    documents = list(read(public_corpora / "gum" / "dev"))
    entities = [entity for document in documents for entity in (document.key.entities if document.key else [])]
    assert len(documents) == 30
    assert sum(len(document.sentences) for document in documents) == 1575
    assert sum(not word.empty for document in documents for word in document.words) == 28119
    assert sum(word.empty for document in documents for word in document.words) == 12
    assert sum("conllu:joined" in word.extra for document in documents for word in document.words) == 517
    assert sum(len(document.mentions) for document in documents) == 7897
    assert len(entities) == 3940
    assert sum(len(entity.mentions) == 1 for entity in entities) == 2838


RELATIONS = """\
# newdoc id = lamps
# global.Entity = eid-etype-head-other
# sent_id = 1
# text = Ann met Tom . They saw a door .
1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1-)
2\tmet\t_\t_\t_\t_\t_\t_\t_\t_
3\tTom\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2--1-)
4\t.\t_\t_\t_\t_\t_\t_\t_\t_
5\tThey\t_\t_\t_\t_\t_\t_\t_\tEntity=(e3--1-)|SplitAnte=e1<e3,e2<e3
6\tsaw\t_\t_\t_\t_\t_\t_\t_\t_
7\ta\t_\t_\t_\t_\t_\t_\t_\tBridge=e1<e4:part,e2<e4|Entity=(e4--2-
8\tdoor\t_\t_\t_\t_\t_\t_\t_\tEntity=e4)
9\t.\t_\t_\t_\t_\t_\t_\t_\t_

"""


def _relations_read(folder: Path, text: str = RELATIONS) -> Document:
    file = folder / "lamps.conllu"
    file.write_text(text)
    (document,) = read(file)
    return document


def test_split_antecedents_and_bridging(tmp_path: Path) -> None:
    key = _relations_read(tmp_path).key
    assert key is not None
    assert {entity.id: entity.split_antecedent for entity in key.entities} == {
        "e1": (), "e2": (), "e3": ("e1", "e2"), "e4": (),
    }  # fmt: skip
    assert key.bridges == [Bridge("m4", None, "e1", "part"), Bridge("m4", None, "e2", "")]


def test_relations_are_written_from_the_document(tmp_path: Path) -> None:
    """Whatever the words of the source said: what came comes to the entity's first word, what went is gone."""
    document = _relations_read(tmp_path)
    assert document.key is not None
    document.key.entities[2].split_antecedent = ("e1",)
    document.key.entities[3].split_antecedent = ("e1", "e2")
    document.key.bridges.pop(0)
    (written,) = write([document], tmp_path / "again.conllu")
    lines = written.read_text().splitlines()
    assert [line.split("\t")[9] for line in lines if line[:2] in ("5\t", "7\t")] == [
        "Entity=(e3--1-)|SplitAnte=e1<e3",
        "Bridge=e2<e4|Entity=(e4--2-|SplitAnte=e1<e4,e2<e4",
    ]
    (again,) = read(written)
    assert again.key is not None
    assert (again.key.entities, again.key.bridges) == (document.key.entities, document.key.bridges)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("e2<e3", "e9<e3", "lamps.conllu:9: SplitAnte=e9<e3, but there is no entity e9"),
        ("e2<e3", "e2", "lamps.conllu:9: 'e2' is not a relation of entities; expected the form 4<54"),
        ("e2<e4", "e4<e2", "lamps.conllu:11: Bridge=e4<e2, but no mention of entity e2 is at the word"),
        ("e2<e3", "e3<e3", "lamps.conllu:9: SplitAnte=e3<e3, but e3 is part of the split antecedent of e3 itself"),
        ("e2<e3", "e2<e3,e3<e2", "lamps.conllu:9: SplitAnte=e3<e2, but e2 is part of the split antecedent of e3"),
    ],
)
def test_relations_of_nothing_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        _relations_read(tmp_path, RELATIONS.replace(old, new))


@pytest.mark.slow
@pytest.mark.corpora
def test_all_relations_of_gum_are_read(public_corpora: Path) -> None:
    """140 words of GUM train and dev have SplitAnte, 1 764 have Bridge; no entity has SplitAnte on two words."""
    words: Counter[str] = Counter()
    split = bridges = items = 0
    for file in sorted((public_corpora / "gum").rglob("*.conllu")):
        for document in read(file):
            assert document.key is not None
            split += sum(bool(entity.split_antecedent) for entity in document.key.entities)
            bridges += len(document.key.bridges)
            for word in document.words:
                words.update(name for name in ("SplitAnte", "Bridge") if name in word.extra)
                items += len(word.extra["Bridge"].split(",")) if "Bridge" in word.extra else 0
    assert words == {"SplitAnte": 140, "Bridge": 1764}
    assert (split, bridges) == (140, items)


def test_the_fields_of_an_answer_are_declared_and_the_key_names_none_of_its_entities(tmp_path: Path) -> None:
    header = "# newdoc id = a\n# global.Entity = GRP-etype-infstat-minspan-link-identity\n# meta::salientEntities = 7\n"
    words = "1\tIt\tit\tPRON\tPRP\t_\t0\troot\t_\tEntity=(7-object-new-1-coref-)\n\n"
    (tmp_path / "key.conllu").write_text(header + words)
    (document,) = read(tmp_path / "key.conllu")
    (mention,) = document.mentions
    answer = CoreferenceLayer("mitkov", [Entity("e1", [mention.id])])
    write([replace(document, coreference={"mitkov": answer})], tmp_path / "answer.conllu")
    text = (tmp_path / "answer.conllu").read_text()
    assert "# global.Entity = eid-etype-head-other\n" in text
    assert "Entity=(e1-object-1)" in text
    assert "salientEntities" not in text
    write([document], tmp_path / "again.conllu")
    again = (tmp_path / "again.conllu").read_text()
    assert header.partition("\n")[2] in again
    assert "Entity=(7-object-new-1-coref-)" in again
