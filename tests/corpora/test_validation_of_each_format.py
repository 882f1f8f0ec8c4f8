"""Files with several mistakes, in each format: all of them are listed, each with its line."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.formats.validation import problems
from rows import annotated
from test_nkas import link, nkas
from tool_files import lay_companions

# A file in each format, and behind its lines the beginning of what is to be said of them.
FILES = """\
=== gap
ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL
d-1\tAnn met Eve when she left.\tshe\t16\tAnn\t0\tYES\tEve\t9\tFALSE\tu  !! A-coref is 'YES'
  !! Pronoun 'she' does not stand at character '16' of the text  !! B 'Eve' does not stand at character '9' of the text
d-2\tshort  !! 2 columns
d-3\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\tu
d-3\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\tu  !! duplicate document id 'd-3'
=== gap
d-1\tTRUE\tFALSE
d-2\tYES\tNO  !! A-coref is 'YES'  !! B-coref is 'NO'
d-3\tTRUE  !! 2 columns
=== winogender
sentid\tsentence
cook.someone.2.male.txt\tThe cook.  !! the id 'cook.someone.2.male.txt'
cook.someone.0.male.txt\tThe nurse said hello.  !! no cook in 'The nurse said hello.'
  !! no someone in 'The nurse said hello.'  !! no pronoun in 'The nurse said hello.'
cook  !! 1 column
=== winobias
1 [a] met [b].
no number  !! cannot read 'no number'
2 [a] only  !! not two phrases in brackets
=== jsonlines
{"doc_key": "a", "sentences": [["x", 1], "y"], "clusters": [[[0, 9], [0, 0]], []]}
  !! sentences[0][1]: 1 is not a string  !! sentences[1]: not a list of words  !! clusters[0][0]: [0, 9] is not a span
  !! clusters[1]: not a cluster
not json  !! not valid JSON: Expecting value; at column 1
{"doc_key": 1, "clusters": []}  !! the file: no 'sentences'
=== chains-json
{"documents": [
 {"id": "a",
  "mentions": [
   {"id": "m1", "start": 3, "end": 2},  !! documents[0].mentions[0]: a span from 3 to 2
   {"id": "m2", "start": 0, "pos": 3, "person": 4},  !! documents[0].mentions[1]: only one of 'start' and 'end'
  !! documents[0].mentions[1].pos: 3 is not a string  !! documents[0].mentions[1]: person 4
   {"start": 1}],  !! documents[0].mentions[2]: no 'id'
  "chains": [["m1", 2],  !! documents[0].chains[0][1]: 2 is not a string
   []],  !! documents[0].chains[1]: not a chain
  "resolutions": [
   {"antecedent": "m1"},  !! documents[0].resolutions[0]: no 'anaphor'
   {"anaphor": "m2", "identified": "yes"}]},  !! documents[0].resolutions[1].identified: "yes" is not true or false
 {"id": "a", "chains": [["m1", "m1"]]},  !! documents[1]: duplicate document id 'a'
 {"id": "b"}]}  !! documents[2]: neither 'chains' nor 'resolutions'
=== standoff-json
{"document": "d", "text_file": "text.txt", "pronouns": [
 {"start": 8, "end": 99, "class": "anaphoric"},  !! pronouns[0]: characters 8 to 99 of a text of 12
 {"start": 8, "end": 10, "text": "is", "class": "anaphoric"},  !! pronouns[1]: characters 8 to 10 are 'it', not 'is'
 {"start": 8, "end": 10, "class": "odd", "antecedents": [  !! pronouns[2]: class 'odd'
  {"start": 0, "end": 3, "head_end": 9, "heads": [3]},
  !! pronouns[2].antecedents[0]: the head that ends at character 9 is not a word of the span
  {"start": 0}]}],  !! pronouns[2].antecedents[1]: no 'end'
 "held_out": {"range": [1]}}  !! held_out.range: [1]
=== muc
<DOC><COREF ID="1">Ann</COREF> saw <COREF REF="1">her</COREF>.  !! <COREF> without ID
<COREF ID="1">A</COREF> <COREF ID="2" COLOUR="x">b</COREF> <COREF ID="3" REF="9">c</COREF>  !! duplicate <COREF ID=1>
  !! <COREF ID=2> has an attribute 'COLOUR'  !! <COREF ID=3> refers to '9', which does not exist
</COREF> <COREF ID="4"></COREF> <COREF ID="5" ID="6">d</COREF>  !! </COREF> closes but nothing is open
  !! <COREF ID=4> has no words in it  !! duplicate attribute ID
<COREF ID="7">open <COREF ID="8">open
</DOC>  !! <COREF ID=8> opens in line 4, never closes  !! <COREF ID=7> opens in line 4, never closes
=== bm2001
<DOC>
<P><S>
<w ID="1" DEP="7">Ann</w>  !! DEP '7'
<w ID="3" NR="XX">saw</w>  !! word ID '3'  !! NR 'XX'
<COREF ID="r1" REF="r9"><NP COLOUR="x"><w ID="3">her</w></NP></COREF>  !! <NP> has an attribute 'COLOUR'
  !! COREF r1 refers to 'r9', which does not exist
<COREF><w ID="4">b</w></COREF>  !! <COREF> without ID
<q><w ID="5">c</w></q>  !! <q> where <w> or <NP> or <COREF> should be
<NP></NP>  !! <NP> has no words in it
</S><w/></P>  !! <w> where <S> should be
<X/>  !! <X> where <P> should be
</DOC>
=== are
<doc><text>
<p>A <entity id="1">b</entity> <entity>c</entity>  !! <entity> without id
<entity id="1">d</entity>  !! duplicate entity '1'
<entity id="2"></entity> <q>e</q></p>  !! entity '2' has no words in it  !! <q> in a paragraph
<z/></text>  !! <z> in <text>
<anaphoric_pronouns><pronoun id="7"/>  !! there is no entity '7'
<pronoun/></anaphoric_pronouns>  !! <pronoun> without id
<chain id="c1"><node id="1"/><node id="8"/>  !! there is no entity '8'
<node id="1"/><x/></chain>  !! mention '1' is in a chain already  !! <x> in <chain>
<chain id="c2"/>  !! chain c2 is empty
<w/></doc>  !! <w>
=== np-xml
<np-document version="1" id="d">
<w id="w1" form="a" head="w9"/>  !! <w>: there is no word 'w9'
<w id="w2" form="b" space="maybe"/>  !! <w> has space='maybe'
<w id="w1" form="c"/>  !! <w>: duplicate word id 'w1'
<mention id="m1" first="w2" last="w1" head="w2"/>  !! <mention>: the last word 'w1' stands before the first 'w2'
<mention id="m2" first="w7" last="w1" head="w2"/>  !! <mention>: there is no word 'w7'
<mention id="m3" first="w1" last="w2" head="w2" gender="n" animacy="yes"/>  !! <mention>: animacy 'yes', but gender 'n'
<coreference annotator="x"><entity id="1" mentions="m1"><note name="a" value="b"/>\
<note name="a" value="c"/></entity></coreference>
  !! <note>: duplicate note 'a'
<coreference annotator="x"/>  !! <coreference>: duplicate coreference layer 'x'
</np-document>
=== np-xml
<np-document version="1" id="d">
<w id="w1" form="a"/>
<w id="w2" form="b"/>
<w id="w3" form="c"/>
<mention id="m1" first="w1" last="w2" head="w2"/>  !! d: mention m1 (a b) is in two entities or twice in one
  !! d: the span of mention m1 (a b) is in entities 1 and 2
<mention id="m2" first="w2" last="w3" head="w1"/>  !! d: the head of mention m2 (b c) lies outside it
  !! d: mentions m1 (a b) and m2 (b c) cross
<mention id="m2" first="w3" last="w3" head="w3"/>  !! d: duplicate mention id 'm2'
<coreference annotator="x"><entity id="1" mentions="m1 m9"/><entity id="2" mentions="m1"/></coreference>
  !! d: entity 1 has a mention 'm9', which does not exist
</np-document>
=== np-xml
<np-document version="1" id="d">
<w id="w1" form="a & b"/>  !! not well-formed XML: xmlParseEntityRef: no name
<w id="w2" form="b" colour="x"/>  !! <w> has an attribute 'colour'
<w id="w3" form="a & b"/>  !! not well-formed XML: xmlParseEntityRef: no name
</np-document>
=== np-xml
<np-document version="1" id="d">
<w id="w1" form="a"/>
<p><w id="w2" form="b"/>
</np-document>  !! not well-formed XML: Opening and ending tag mismatch: p line 3 and np-document
=== ua
# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY
# newdoc id = d
1\tAnn\t_\t_\t_\t_\t0\troot\t_\t_\t(EntityID=1|MarkableID=m1  !! IDENTITY: markable m1 opens but never closes
2\tc  !! 2 columns

=== semeval2010
#begin document d
1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t1)  !! entity 1 closes but was never opened
3\tb\t_\t_\t_\t_\t_\t_\t9\t_\t_\t_\t_\t_\t_\t_\t(2  !! word number '3'  !! head '9' is not a word of the sentence
2\tc  !! 2 columns

#begin document e  !! a document begins inside another  !! entity 2 opens in line 3 but never closes
1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\tx  !! cannot read 'x' as coreference

#end document f  !! document e ends as f
stray  !! a line outside a document
#end document g  !! a document ends that never began
=== conll2012
#begin document (d); part 000
d 0 0 a 1)|2)  !! entity 1 closes but was never opened  !! entity 2 closes but was never opened
d 0 1 b -
#begin document (e); part 000  !! a document begins inside another
e 0 0 a (1

#end document  !! entity 1 opens in line 5 but never closes
stray  !! a line outside a document
#end document  !! a document ends that never began
#begin document d  !! cannot read '#begin document d'
f 0 0 a -  !! the file ends inside a document
"""
FILES += """\
=== wl-coref
{"cased_words": ["a", "b"], "sent_id": [0, 0], "clusters": [[[0, 3], [1, 1], [0, 2]], []]}
  !! clusters[0][0]: [0, 3] is not a span  !! clusters[0][1]: [1, 1] is not a span  !! clusters[1]: not a cluster
{"cased_words": ["a"], "sent_id": [0, 0]}  !! sent_id: 2 for 1 words
=== allennlp
{"document": ["a", "b"], "clusters": [[[0, 2], [1]]]}  !! clusters[0][0]: [0, 2] is not a span
  !! clusters[0][1]: [1] is not a span
{"document": ["a", "b"]}  !! the file: not of the shape allennlp
=== maverick
{"tokens": ["a", 1], "clusters_token_offsets": [[[1, 1]]]}  !! tokens[1]: 1 is not a string
  !! clusters_token_offsets[0][0]: [1, 1] is not a span
=== crac-json
[{"doc_id": "d", "tokens": ["a", "##"], "clusters_token_offsets": null},
{"doc_id": "e", "tokens": ["a"],
"clusters_token_offsets": [[[0, 1]]]}]  !! clusters_token_offsets[0][0]: [0, 1] is not a span
=== hf-conll2012
{"document_id": "d", "sentences": [{"words": ["a"], "coref_spans": [[1, 0, 1], [1, 0]]}]}
  !! sentences[0].coref_spans[0]: [0, 1] is not a span  !! sentences[0].coref_spans[1]: [1, 0] is not a span
=== corenlp
{"sentences": [{"index": 0, "tokens": [{"word": "a"}]}],
"corefs": {"1": [{"sentNum": 2, "startIndex": 1, "endIndex": 2, "headIndex": 1},  !! corefs.1[0]: sentence 2 of 1
{"sentNum": 1, "startIndex": 1, "endIndex": 3, "headIndex": 1},  !! corefs.1[1]: words 1 to 3 with head 1 of 1
{"sentNum": 1}]}}  !! corefs.1[2]: no 'startIndex'
=== corenlp-xml
<root><document><sentences><sentence><tokens><token><word>a</word></token></tokens></sentence></sentences>
<coreference><coreference>
<mention><sentence>1</sentence><start>0</start><end>2</end><head>1</head></mention>  !! words 0 to 2 with head 1 of 1
<mention><sentence>3</sentence></mention>  !! sentence 3 of 1
</coreference></coreference></document></root>
=== coref-data
{"sentences": [{"tokens": [{"text": "a"}]}], "coref_chains": [[[0, 0, 1], [1, 0, 0], [0, 0]]]}
  !! coref_chains[0][0]: [0, 1] is not a span  !! coref_chains[0][1]: [1, 0, 0] is not a span
  !! coref_chains[0][2]: [0, 0] is not a span
=== preco
{"sentences": [["a"]], "mention_clusters": [[[0, 0, 0]]]}  !! mention_clusters[0][0]: [0, 0] is not a span
=== fastcoref
{"text": "Ann saw it.", "clusters": [[[0, 3], [8, 11], [0, 2]]], "clusters_strings": [["Ann", "it", "An"]]}
  !! clusters[0][1]: characters 8 to 11 are 'it.', not 'it'
{"text": "a  b", "clusters": [[[1, 2], [0, 9]]]}  !! clusters[0][0]: characters 1 to 2 (' ') are not whole words
  !! clusters[0][1]: characters 0 to 9 of a text of 4
=== doccano
{"text": "a", "entities": [{"id": 1, "start_offset": 0, "end_offset": 2}], "relations": [{"type": "c", "from_id": 1,
  !! the file: span 2: a relation of '2', which is no span  !! the file: span 1: characters 0 to 2 of a text of 1
"to_id": 2}]}
=== prodigy
{"text": "a", "tokens": [{"start": 0, "end": 1}], "relations": [{"label": "c"}]}  !! relations[0]: no 'head_span'
=== label-studio
[{"data": {"text": "a"}, "annotations": [{"result": [{"id": "1", "type": "hypertextlabels", "value": {}}]}]},
  !! annotations[0].result[0]: regions of type 'hypertextlabels'
{"data": {"title": "a", "body": "b"}, "annotations": []}]  !! data: no 'text'
=== scorch
{"type": "graph", "mentions": ["a"], "links": [["a"]]}  !! links[0]: ['a'] is not a link
=== crac-text
<root/>|[e1  !! document 'broken-1': 1 tag never closed, not read
a|[e1 b|e2] c|d]e  !! document 'broken-2': 1 tag that cannot be made out, not read
  !! document 'broken-2': 1 tag never opened, not read  !! document 'broken-2': 1 tag never closed, not read
=== brat
T1\tPER 0 3\tAnn
T1\tPER 0 3\tAnn  !! a second T1
T2\tPER 4 99\tfixed  !! T2: characters 4 to 99 of a text of 35
T3\tPER 4 9\tbroke  !! T3: characters 4 to 9 are 'fixed', not 'broke'
R1\tCoref Arg1:T1 Arg2:T9\t  !! T9: a relation of 'T9', which is no span
hello  !! cannot read 'hello'
=== webanno
#FORMAT=WebAnno TSV 3.3
#T_CH=x.CorefLink|referenceRelation|referenceType

#Text=a b
1-1\t0-1\ta\t*->1-1\t_
1-2\t2-3\tb\t_  !! 4 columns
x\t2-3\tb\t_\t_  !! 'x' is no word
=== mmax2
<markables xmlns="www.eml.org/NameSpaces/coref">
<markable id="m1" span="word_1" coref_class="set_1"/>
<markable id="m2" span="word_7..word_4" coref_class="set_1"/>  !! markable m2: span 'word_7..word_4'
<markable id="m3" span="word_99" coref_class="set_1"/>  !! markable m3: span 'word_99'
</markables>
=== booknlp
COREF\tstart_token\tend_token\tprop\tcat\ttext
0\t0\t9\tPROP\tPER\tAnn  !! words 0 to 9 of 9
0\tx\t1\tPROP\tPER\tAnn  !! words x to 1 of 9
=== ontonotes
<DOC DOCNO="d@x"><TEXT PARTNO="000">
<COREF ID="1" TYPE="IDENT"></COREF> a </COREF> .  !! </COREF> closes but nothing is open  !! a mention without words
<COREF ID="2" TYPE="IDENT"> b  !! <COREF> never closes
</TEXT></DOC>
"""
NKAS = nkas([link([90, 3], [0, 3]), link([44, 2], [0, 3]), link([3, "x"], [0, 3]), link([4, 1], [0, 3])], [])
SAID_OF_NKAS = ["Referant: [90, 3] is not part of the text", "Referant: [3, 'x']", "no word at characters 4 to 5"]
BROKEN = [("nkas", f"{NKAS}\n", [(1, f"annotationLayers: {what}") for what in SAID_OF_NKAS]), *annotated(FILES)]


@pytest.mark.parametrize(("name", "content", "expected"), BROKEN, ids=[case[0] for case in BROKEN])
def test_all_mistakes_are_listed(tmp_path: Path, name: str, content: str, expected: list[tuple[int, str]]) -> None:
    lay_companions(tmp_path, "broken")
    file = tmp_path / "broken"
    file.write_text(content)
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
    ] == [(2, "'Is'"), (4, "'on'"), (5, "entity 1 opens in line 3 but never closes")]


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
