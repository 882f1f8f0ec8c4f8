"""Files with several mistakes, in each format: all of them are listed, each with its line."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.formats.validation import problems
from test_nkas import link, nkas

# Name of the format, the lines of a file, and the line and beginning of what is to be said of it.
BROKEN = [
    (
        "nkas",
        [
            nkas(
                [link([90, 3], [0, 3]), link([44, 2], [0, 3]), link([3, "x"], [0, 3]), link([4, 1], [0, 3])],
                [],
            )
        ],
        [
            (1, "annotationLayers: Referant: [90, 3] is not part of the text"),
            (1, "annotationLayers: Referant: [3, 'x']"),
            (1, "annotationLayers: no word at characters 4 to 5"),
        ],
    ),
    (
        "gap",
        [
            "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL",
            "d-1\tAnn met Eve when she left.\tshe\t16\tAnn\t0\tYES\tEve\t9\tFALSE\tu",
            "d-2\tshort",
            "d-3\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\tu",
            "d-3\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\tu",
        ],
        [
            (2, "A-coref is 'YES'"),
            (2, "Pronoun 'she' does not stand at character '16' of the text"),
            (2, "B 'Eve' does not stand at character '9' of the text"),
            (3, "2 columns"),
            (5, "duplicate document id 'd-3'"),
        ],
    ),
    (
        "gap",
        [
            "d-1\tTRUE\tFALSE",
            "d-2\tYES\tNO",
            "d-3\tTRUE",
        ],
        [
            (2, "A-coref is 'YES'"),
            (2, "B-coref is 'NO'"),
            (3, "2 columns"),
        ],
    ),
    (
        "winogender",
        [
            "sentid\tsentence",
            "cook.someone.2.male.txt\tThe cook.",
            "cook.someone.0.male.txt\tThe nurse said hello.",
            "cook",
        ],
        [
            (2, "the id 'cook.someone.2.male.txt'"),
            (3, "no cook in 'The nurse said hello.'"),
            (3, "no someone in 'The nurse said hello.'"),
            (3, "no pronoun in 'The nurse said hello.'"),
            (4, "1 column"),
        ],
    ),
    (
        "winobias",
        [
            "1 [a] met [b].",
            "no number",
            "2 [a] only",
        ],
        [
            (2, "cannot read 'no number'"),
            (3, "not two phrases in brackets"),
        ],
    ),
    (
        "jsonlines",
        [
            '{"doc_key": "a", "sentences": [["x", 1], "y"], "clusters": [[[0, 9], [0, 0]], []]}',
            "not json",
            '{"doc_key": 1, "clusters": []}',
        ],
        [
            (1, "sentences[0][1]: 1 is not a string"),
            (1, "sentences[1]: not a list of words"),
            (1, "clusters[0][0]: [0, 9] is not a span"),
            (1, "clusters[1]: not a cluster"),
            (2, "not valid JSON: Expecting value; at column 1"),
            (3, "the file: no 'sentences'"),
        ],
    ),
    (
        "chains-json",
        [
            '{"documents": [',
            ' {"id": "a",',
            '  "mentions": [',
            '   {"id": "m1", "start": 3, "end": 2},',
            '   {"id": "m2", "start": 0, "pos": 3, "person": 4},',
            '   {"start": 1}],',
            '  "chains": [["m1", 2],',
            "   []],",
            '  "resolutions": [',
            '   {"antecedent": "m1"},',
            '   {"anaphor": "m2", "identified": "yes"}]},',
            ' {"id": "a", "chains": [["m1", "m1"]]},',
            ' {"id": "b"}]}',
        ],
        [
            (4, "documents[0].mentions[0]: a span from 3 to 2"),
            (5, "documents[0].mentions[1]: only one of 'start' and 'end'"),
            (5, "documents[0].mentions[1].pos: 3 is not a string"),
            (5, "documents[0].mentions[1]: person 4"),
            (6, "documents[0].mentions[2]: no 'id'"),
            (7, "documents[0].chains[0][1]: 2 is not a string"),
            (8, "documents[0].chains[1]: not a chain"),
            (10, "documents[0].resolutions[0]: no 'anaphor'"),
            (11, 'documents[0].resolutions[1].identified: "yes" is not true or false'),
            (12, "documents[1]: duplicate document id 'a'"),
            (13, "documents[2]: neither 'chains' nor 'resolutions'"),
        ],
    ),
    (
        "standoff-json",
        [
            '{"document": "d", "text_file": "text.txt", "pronouns": [',
            ' {"start": 8, "end": 99, "class": "anaphoric"},',
            ' {"start": 8, "end": 10, "text": "is", "class": "anaphoric"},',
            ' {"start": 8, "end": 10, "class": "odd", "antecedents": [',
            '  {"start": 0, "end": 3, "head_end": 9, "heads": [3]},',
            '  {"start": 0}]}],',
            ' "held_out": {"range": [1]}}',
        ],
        [
            (2, "pronouns[0]: characters 8 to 99 of a text of 12"),
            (3, "pronouns[1]: characters 8 to 10 are 'it', not 'is'"),
            (4, "pronouns[2]: class 'odd'"),
            (5, "pronouns[2].antecedents[0]: the head that ends at character 9 is not a word of the span"),
            (6, "pronouns[2].antecedents[1]: no 'end'"),
            (7, "held_out.range: [1]"),
        ],
    ),
    (
        "muc",
        [
            '<DOC><COREF ID="1">Ann</COREF> saw <COREF REF="1">her</COREF>.',
            '<COREF ID="1">A</COREF> <COREF ID="2" COLOUR="x">b</COREF> <COREF ID="3" REF="9">c</COREF>',
            '</COREF> <COREF ID="4"></COREF> <COREF ID="5" ID="6">d</COREF>',
            '<COREF ID="7">open <COREF ID="8">open',
            "</DOC>",
        ],
        [
            (1, "<COREF> without ID"),
            (2, "duplicate <COREF ID=1>"),
            (2, "<COREF ID=2> has an attribute 'COLOUR'"),
            (2, "<COREF ID=3> refers to '9', which does not exist"),
            (3, "</COREF> closes but nothing is open"),
            (3, "<COREF ID=4> has no words in it"),
            (3, "duplicate attribute ID"),
            (5, "<COREF ID=8> opens in line 4, never closes"),
            (5, "<COREF ID=7> opens in line 4, never closes"),
        ],
    ),
    (
        "bm2001",
        [
            "<DOC>",
            "<P><S>",
            '<w ID="1" DEP="7">Ann</w>',
            '<w ID="3" NR="XX">saw</w>',
            '<COREF ID="r1" REF="r9"><NP COLOUR="x"><w ID="3">her</w></NP></COREF>',
            '<COREF><w ID="4">b</w></COREF>',
            '<q><w ID="5">c</w></q>',
            "<NP></NP>",
            "</S><w/></P>",
            "<X/>",
            "</DOC>",
        ],
        [
            (3, "DEP '7'"),
            (4, "word ID '3'"),
            (4, "NR 'XX'"),
            (5, "<NP> has an attribute 'COLOUR'"),
            (5, "COREF r1 refers to 'r9', which does not exist"),
            (6, "<COREF> without ID"),
            (7, "<q> where <w> or <NP> or <COREF> should be"),
            (8, "<NP> has no words in it"),
            (9, "<w> where <S> should be"),
            (10, "<X> where <P> should be"),
        ],
    ),
    (
        "are",
        [
            "<doc><text>",
            '<p>A <entity id="1">b</entity> <entity>c</entity>',
            '<entity id="1">d</entity>',
            '<entity id="2"></entity> <q>e</q></p>',
            "<z/></text>",
            '<anaphoric_pronouns><pronoun id="7"/>',
            "<pronoun/></anaphoric_pronouns>",
            '<chain id="c1"><node id="1"/><node id="8"/>',
            '<node id="1"/><x/></chain>',
            '<chain id="c2"/>',
            "<w/></doc>",
        ],
        [
            (2, "<entity> without id"),
            (3, "duplicate entity '1'"),
            (4, "entity '2' has no words in it"),
            (4, "<q> in a paragraph"),
            (5, "<z> in <text>"),
            (6, "there is no entity '7'"),
            (7, "<pronoun> without id"),
            (8, "there is no entity '8'"),
            (9, "mention '1' is in a chain already"),
            (9, "<x> in <chain>"),
            (10, "chain c2 is empty"),
            (11, "<w>"),
        ],
    ),
    (
        "np-xml",
        [
            '<np-document version="1" id="d">',
            '<w id="w1" form="a" head="w9"/>',
            '<w id="w2" form="b" space="maybe"/>',
            '<w id="w1" form="c"/>',
            '<mention id="m1" first="w2" last="w1" head="w2"/>',
            '<mention id="m2" first="w7" last="w1" head="w2"/>',
            '<mention id="m3" first="w1" last="w2" head="w2" gender="n" animacy="yes"/>',
            '<coreference annotator="x"><entity id="1" mentions="m1"><note name="a" value="b"/>'
            '<note name="a" value="c"/></entity></coreference>',
            '<coreference annotator="x"/>',
            "</np-document>",
        ],
        [
            (2, "<w>: there is no word 'w9'"),
            (3, "<w> has space='maybe'"),
            (4, "<w>: duplicate word id 'w1'"),
            (5, "<mention>: the last word 'w1' stands before the first 'w2'"),
            (6, "<mention>: there is no word 'w7'"),
            (7, "<mention>: animacy 'yes', but gender 'n'"),
            (8, "<note>: duplicate note 'a'"),
            (9, "<coreference>: duplicate coreference layer 'x'"),
        ],
    ),
    (
        "np-xml",
        [
            '<np-document version="1" id="d">',
            '<w id="w1" form="a"/>',
            '<w id="w2" form="b"/>',
            '<w id="w3" form="c"/>',
            '<mention id="m1" first="w1" last="w2" head="w2"/>',
            '<mention id="m2" first="w2" last="w3" head="w1"/>',
            '<mention id="m2" first="w3" last="w3" head="w3"/>',
            '<coreference annotator="x"><entity id="1" mentions="m1 m9"/><entity id="2" mentions="m1"/></coreference>',
            "</np-document>",
        ],
        [
            (5, "d: mention m1 (a b) is in two entities or twice in one"),
            (5, "d: the span of mention m1 (a b) is in entities 1 and 2"),
            (6, "d: the head of mention m2 (b c) lies outside it"),
            (6, "d: mentions m1 (a b) and m2 (b c) cross"),
            (7, "d: duplicate mention id 'm2'"),
            (8, "d: entity 1 has a mention 'm9', which does not exist"),
        ],
    ),
    (
        "np-xml",
        [
            '<np-document version="1" id="d">',
            '<w id="w1" form="a & b"/>',
            '<w id="w2" form="b" colour="x"/>',
            '<w id="w3" form="a & b"/>',
            "</np-document>",
        ],
        [
            (2, "not well-formed XML: xmlParseEntityRef: no name"),
            (3, "<w> has an attribute 'colour'"),
            (4, "not well-formed XML: xmlParseEntityRef: no name"),
        ],
    ),
    (
        "np-xml",
        [
            '<np-document version="1" id="d">',
            '<w id="w1" form="a"/>',
            '<p><w id="w2" form="b"/>',
            "</np-document>",
        ],
        [
            (4, "not well-formed XML: Opening and ending tag mismatch: p line 3 and np-document"),
        ],
    ),
    (
        "ua",
        [
            "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY",
            "# newdoc id = d",
            "1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\t(EntityID=1|MarkableID=m1",
            "2\tc",
            "",
        ],
        [
            (3, "IDENTITY: markable m1 opens but never closes"),
            (4, "2 columns"),
        ],
    ),
    (
        "semeval2010",
        [
            "#begin document d",
            "1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t1)",
            "3\tb\t_\t_\t_\t_\t_\t_\t9\t_\t_\t_\t_\t_\t_\t_\t(2",
            "2\tc",
            "",
            "#begin document e",
            "1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\tx",
            "",
            "#end document f",
            "stray",
            "#end document g",
        ],
        [
            (2, "entity 1 closes but was never opened"),
            (3, "word number '3'"),
            (3, "head '9' is not a word of the sentence"),
            (4, "2 columns"),
            (6, "a document begins inside another"),
            (6, "entity 2 opens in line 3 but never closes"),
            (7, "cannot read 'x' as coreference"),
            (9, "document e ends as f"),
            (10, "a line outside a document"),
            (11, "a document ends that never began"),
        ],
    ),
    (
        "conll2012",
        [
            "#begin document (d); part 000",
            "d 0 0 a 1)|2)",
            "d 0 1 b -",
            "#begin document (e); part 000",
            "e 0 0 a (1",
            "",
            "#end document",
            "stray",
            "#end document",
            "#begin document d",
            "f 0 0 a -",
        ],
        [
            (2, "entity 1 closes but was never opened"),
            (2, "entity 2 closes but was never opened"),
            (4, "a document begins inside another"),
            (7, "entity 1 opens in line 5 but never closes"),
            (8, "a line outside a document"),
            (9, "a document ends that never began"),
            (10, "cannot read '#begin document d'"),
            (11, "the file ends inside a document"),
        ],
    ),
]


@pytest.mark.parametrize(("name", "lines", "expected"), BROKEN, ids=[case[0] for case in BROKEN])
def test_all_mistakes_are_listed(tmp_path: Path, name: str, lines: list[str], expected: list[tuple[int, str]]) -> None:
    (tmp_path / "text.txt").write_text("Ann saw it.\n")
    file = tmp_path / "broken"
    file.write_text("\n".join(lines) + "\n")
    reported = problems(file, formats.get_format(name))
    assert [(problem.line, problem.what.split("; expected")[0]) for problem in reported] == expected
    assert {problem.path for problem in reported} == {file}


def test_lines_that_are_no_text(tmp_path: Path) -> None:
    for its_format in formats.available().values():
        file = tmp_path / "file"
        file.write_bytes(b"Fine.\nBad \xff.\nFine.\nAlso \xfe and \0.\n")
        reported = [
            (problem.line, problem.what)
            for problem in problems(file, its_format)
            if "text" in problem.what and problem.line
        ]
        assert [problem[0] for problem in reported if problem[1].startswith("not UTF-8 text (byte 0xf")] == [2, 4], (
            its_format.name
        )
        assert (4, "a null character: not a text file; expected a text file in UTF-8") in reported, its_format.name


def test_every_format_has_a_broken_file() -> None:
    """Those that are another format joined with further files stand in test_joined_files."""
    others = {"conllu", "litbank", "ontogum", "text"}
    assert {case[0] for case in BROKEN} | others == formats.available().keys()


def test_joined_files(tmp_path: Path) -> None:
    """What is wrong in LitBank's tsv file is said of that file; OntoGUM's words are compared with GUM's."""
    for folder in ("conll", "tsv", "gum", "ontogum"):
        (tmp_path / folder).mkdir()
    novel = tmp_path / "conll" / "a_brat.conll"
    novel.write_text("#begin document (a_brat); part 0\na_brat\t0\t0\tAnn" + "\t_" * 8 + "\t(1)\n\n#end document\n")
    (tmp_path / "tsv" / "a_brat.ann").write_text(
        "MENTION\tT1\t7\t0\t7\t0\tx\tPER\tPROP\nHELLO\nMENTION\tT2\t0\t0\t0\t0\tAnn\tPER\tPROP\nCOREF\tT9\tAnn-0\n"
    )
    reported = problems(novel, formats.get_format("litbank"))
    assert [(problem.path.parent.name, problem.line, problem.what.split(";")[0]) for problem in reported] == [
        ("tsv", 1, "sentence 7 of 1"),
        ("tsv", 2, "cannot read 'HELLO'"),
        ("tsv", 4, "no mention 'T9'"),
    ]
    (tmp_path / "gum" / "b.conllu").write_text(
        "# newdoc id = b\n1\tIt\t" + "_\t" * 7 + "_\n2\tran\t" + "_\t" * 7 + "_\n3\toff\t" + "_\t" * 7 + "_\n\n"
    )
    words = tmp_path / "ontogum" / "b.conll"
    words.write_text("# begin document\n0\tIs\t_\n1\tran\t(1\n2\ton\t_\n# end document\n")
    assert [
        (problem.line, problem.what.split(",")[0]) for problem in problems(words, formats.get_format("ontogum"))
    ] == [
        (2, "'Is'"),
        (4, "'on'"),
        (5, "entity 1 opens in line 3 but never closes"),
    ]


def test_sound_documents_beside_broken_ones_are_checked_too(tmp_path: Path) -> None:
    file = tmp_path / "file"
    row = "{0}\t0\t{1}\tx\t{2}\n"
    crossing = "".join(row.format("a", number, cell) for number, cell in enumerate(("(1", "(2", "1)", "2)")))
    file.write_text(
        f"#begin document (a); part 000\n{crossing}#end document\n#begin document (b); part 000\nb\n#end document\n"
    )
    assert [(problem.line, problem.severity) for problem in problems(file, formats.get_format("conll2012"))] == [
        (3, "warning"),
        (8, "error"),
    ]


def test_many_mistakes_in_json_take_no_long(tmp_path: Path) -> None:
    """Each error names its line; finding it must not mean reading the file again."""
    mention = '{"id": 1},\n' * 20_000
    file = tmp_path / "file"
    file.write_text(f'{{"documents": [{{"id": "d", "mentions": [\n{mention}{{"id": "m"}}], "chains": []}}]}}')
    reported = problems(file, formats.get_format("chains-json"), most=30_000)
    assert [problem.line for problem in reported] == list(range(2, 20_002))
