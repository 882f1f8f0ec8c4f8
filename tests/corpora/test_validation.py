"""All problems of a file at once, with their lines."""

import gc
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.validation import problems

BROKEN_CONLLU = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
# text = a b
1\ta\t_\t_\t_\t_\t9\tdep\t_\tEntity=e1)
2\tb\t_\t_\t_
4\tc\t_\t_\t_\t_\t0\troot\t_\tEntity=(e2-x-1-

"""
CIRCLE = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
# text = a b c
1\ta\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e1-x-1-
2\tb\t_\t_\t_\t_\t1\tdep\t_\tEntity=(e2-x-1-
3\tc\t_\t_\t_\t_\t0\troot\t_\tEntity=e1)
4\td\t_\t_\t_\t_\t3\tdep\t_\tEntity=e2)

"""
BROKEN_CONLL = "#begin document (d); part 000\nd 0 0 a 1)\nd 0 1 b\nd 0 2 c (2\nd 0 3 d x\n\n#end document\n"
BROKEN_XML = (
    '<np-document version="1" id="d">\n<w id="w1"/>\n<w id="w2" form="a" colour="x"/>\n<q/>\n'
    '<w id="w3" form="b" space="maybe"/>\n<w id="w1"/></np-document>'
)
# Each element without an attribute that it must have, and two errors of another kind in each that has children.
INCOMPLETE_XML = r"""<np-document version="1" id="d">
<note name="n"/>
<p><s colour="red"><w id="a" form="A"/></s>
<s><w id="b" form="\x"/>
<w id="c" form="\y"/>
<w id="d" form="D" head="y"/>
<w id="e" form="E" head="z"/>
<w id="f"/></s></p>
<quotation first="a"/>
<mention first="a" last="a" head="a"/>
<mention id="m" first="f" last="f" head="f"/>
<coreference annotator="x">
<entity id="e1"/>
<entity id="\x" mentions="m"/>
<entity id="\y" mentions="m"/>
<decisions><decision/>
<decision anaphor="m"/></decisions>
<bridge/>
<discourse-deixis><entity id="d1"/></discourse-deixis>
</coreference>
<coreference annotator="y"><entity id="\z" mentions="m"/></coreference>
</np-document>
"""
CIRCLE_XML = """\
<np-document version="1" id="d">
<s>
<w id="a" form="A" head="b"/>
<w id="b" form="B" head="a"/>
</s></np-document>
"""
MISDESCRIBED_XML = """\
<np-document version="1" id="d">
<w id="w1" form="she"/><w id="w2" form="left"/>
<mention id="m1" first="w1" last="w1" head="w1" kind="proper" pronoun-type="personal" function="SUBJ"/>
<mention id="m2" first="w1" last="w1" head="w1" kind="pronoun" pronoun-type="Prs" function="nsubj"/>
<mention id="m3" first="w1" last="w1" head="w1" embedded-in="m2" apposition-of="m8" predicate-of="m9"/>
</np-document>
"""
UNKNOWN_MEMBER_XML = """\
<np-document version="1" id="d">
<w id="w1" form="she"/>
<mention id="m1" first="w1" last="w1" head="w1"/>
<coreference annotator="gold">
<entity id="e1" mentions="m1"/>
<entity id="e2" mentions="m9"/>
</coreference>
</np-document>
"""
# Each has one fault, which makes no others of what follows it.
COUNTED_ON_CONLLU = BROKEN_CONLLU[: BROKEN_CONLLU.index("1\t")] + "".join(
    f"{number}\tx\t_\t_\t_\t_\t{max(0, number - 1)}\tdep\t_\t_\n" for number in (1, 2, 4, 5, 6)
).replace("\t3\t", "\t2\t")
CUT_ROW_CONLLU = COUNTED_ON_CONLLU.replace(
    "2\tx\t_\t_\t_\t_\t1\tdep\t_\t_\n4", "2\tx\t_\n3\tx\t_\t_\t_\t_\t2\tdep\t_\t_\n4"
)
_ROWS_OF_SEMEVAL = [f"{number}\tx{16 * chr(9) + '_'}" for number in (1, 2, 3, 4, 5, 6)]
COUNTED_ON_SEMEVAL = "\n".join(
    ["#begin document d", *_ROWS_OF_SEMEVAL[:2], *_ROWS_OF_SEMEVAL[3:], "", "#end document", ""]
)
CUT_ROW_SEMEVAL = COUNTED_ON_SEMEVAL.replace("\n4", "\n3\tx\n4")
WIDE_ROW_SEMEVAL = COUNTED_ON_SEMEVAL.replace("\n4", f"\n{_ROWS_OF_SEMEVAL[2]}\t_\n4")
MISNUMBERED_CONLLU = BROKEN_CONLLU[: BROKEN_CONLLU.index("1\t")] + "".join(
    f"{number}\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)\n" for number in (1, 7, 3)
)
UNDECLARED_CONLLU = MISNUMBERED_CONLLU.replace("7\tx", "2\tx").replace("# global.Entity = eid-etype-head-other\n", "")
MISDECLARED_CONLLU = MISNUMBERED_CONLLU.replace("7\tx", "2\tx").replace("eid-etype", "etype")
HEADLESS_CONLLU = MISNUMBERED_CONLLU.replace("7\tx", "2\tx").replace("(e1-x-1-)", "(e1-x-2-)", 1)
CHAINS = '{"documents": [{"id": "d", "chains": []}, {"id": "d", "chains": []}]}'


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        (
            "conllu",
            BROKEN_CONLLU,
            [
                (5, "error", "entity e1 closes but was never opened"),
                (5, "error", "head '9' is not a word of the sentence"),
                (6, "error", "5 columns; expected 10, separated by tabs, or a comment"),
                (7, "error", "word number '4'; expected 3 or 2.1"),
                (7, "error", "entity e2 opens in line 7 but never closes"),
            ],
        ),
        (
            "conllu",
            CIRCLE,
            [
                (5, "error", "d: the heads from word 'a' on run in a circle"),
                (6, "warning", "d: mentions m1 (a b c) and m2 (b c d) cross"),
            ],
        ),
        ("conllu", MISNUMBERED_CONLLU + "\n", [(6, "error", "word number '7'; expected 2 or 1.1")]),
        ("conllu", COUNTED_ON_CONLLU + "\n", [(7, "error", "word number '4'; expected 3 or 2.1")]),
        (
            "conllu",
            "1\tx\t_\t_\t_\t_\t0\tdep\t_\t_\n \n# sent_id = 2\n1\tx\t_\t_\t_\t_\t0\tdep\t_\t_\n\n",
            [(2, "error", "a line of blanks alone; expected an empty line after a sentence")],
        ),
        ("conllu", CUT_ROW_CONLLU + "\n", [(6, "error", "3 columns; expected 10, separated by tabs, or a comment")]),
        ("semeval2010", COUNTED_ON_SEMEVAL, [(4, "error", "word number '4'; expected 3")]),
        ("semeval2010", CUT_ROW_SEMEVAL, [(4, "error", "2 columns; expected at least 17, coreference last")]),
        ("semeval2010", WIDE_ROW_SEMEVAL, [(4, "error", "19 columns; expected 18")]),
        ("conllu", UNDECLARED_CONLLU + "\n", [(4, "error", "Entity= without # global.Entity; expected # global.")]),
        ("conllu", MISDECLARED_CONLLU + "\n", [(2, "error", "global.Entity begins with 'etype'")]),
        (
            "conllu",
            HEADLESS_CONLLU + "\n",
            [(5, "error", "word 2 is the head of a mention of entity e1 of 1 words; expected one from 1 to 1")],
        ),
        ("np-xml", UNKNOWN_MEMBER_XML, [(6, "error", "d: entity e2 has a mention 'm9', which does not exist")]),
        (
            "conll2012",
            BROKEN_CONLL,
            [
                (2, "error", "entity 1 closes but was never opened"),
                (3, "error", "4 columns; expected 5 as in the lines before"),
                (5, "error", "cannot read 'x' as coreference; expected brackets like (1|(2) or 1)"),
                (7, "error", "entity 2 opens in line 4 but never closes"),
            ],
        ),
        (
            "np-xml",
            BROKEN_XML,
            [
                (2, "error", "<w> has no 'form'; expected what np_xml.rng defines"),
                (3, "error", "<w> has an attribute 'colour'"),
                (4, "error", "<q> in <np-document>, or at this place in it"),
                (4, "error", "<q> is unknown; expected what np_xml.rng defines"),
                (5, "error", "<w> has space='maybe'; expected one of no, yes"),
                (6, "error", "<w> has no 'form'; expected what np_xml.rng defines"),
            ],
        ),
        (
            "np-xml",
            INCOMPLETE_XML,
            [
                (2, "error", "<note> has no 'value'; expected what np_xml.rng defines"),
                (3, "error", "<s> has an attribute 'colour'; expected only id, paragraph, speaker"),
                (4, "error", "<w>: in form: '\\\\x' is not an escape"),
                (5, "error", "<w>: in form: '\\\\y' is not an escape"),
                (6, "error", "<w>: there is no word 'y'"),
                (7, "error", "<w>: there is no word 'z'"),
                (8, "error", "<w> has no 'form'; expected what np_xml.rng defines"),
                (9, "error", "<quotation> has no 'last'; expected what np_xml.rng defines"),
                (10, "error", "<mention> has no 'id'; expected what np_xml.rng defines"),
                (13, "error", "<entity> has no 'mentions'; expected what np_xml.rng defines"),
                (14, "error", "<entity>: in id: '\\\\x' is not an escape"),
                (15, "error", "<entity>: in id: '\\\\y' is not an escape"),
                (16, "error", "<decision> has no 'anaphor'; expected what np_xml.rng defines"),
                (18, "error", "<bridge> has no 'anaphor'; expected what np_xml.rng defines"),
                (19, "error", "<entity> has no 'mentions'; expected what np_xml.rng defines"),
                (21, "error", "<entity>: in id: '\\\\z' is not an escape"),
            ],
        ),
        ("np-xml", CIRCLE_XML, [(3, "error", "d: the heads from word 'A' on run in a circle")]),
        (
            "np-xml",
            MISDESCRIBED_XML,
            [
                (3, "error", "d: mention m1 (she) is a pronoun (personal) and of kind proper; expected kind pronoun"),
                (
                    4,
                    "warning",
                    "d: mention m2 (she) has the pronoun type 'Prs', which no resolver knows; expected demon",
                ),
                (
                    4,
                    "warning",
                    "d: mention m2 (she) has the function 'nsubj', which no resolver knows; expected AGENT,",
                ),
                (5, "error", "d: mention m3 (she) is apposition of 'm8', which is not a mention"),
                (5, "error", "d: mention m3 (she) is predicate of 'm9', which is not a mention"),
            ],
        ),
        ("chains-json", CHAINS, [(1, "error", "documents[1]: duplicate document id 'd'; expected unique ids")]),
        (
            "conllu",
            "# newdoc\n1\tx\t_\t_\t_\t_\t0\tdep\t_\t_\n\n" * 2,
            [(4, "error", "duplicate document id 'file', the name of the file; expected unique ids")],
        ),
        ("text", "Fine.\n", []),
    ],
)
def test_all_at_once(tmp_path: Path, name: str, content: str, expected: list[tuple[int, str, str]]) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    reported = [(problem.line, problem.severity, problem.what) for problem in problems(file, formats.get_format(name))]
    assert [problem[:2] for problem in reported] == [problem[:2] for problem in expected]
    for problem, start in zip(reported, expected, strict=True):
        assert problem[2].startswith(start[2])


@pytest.mark.parametrize(
    ("end", "says"), [(1, ["d: 1 words are in no sentence"]), (2, []), (5, ["d: sentence 1 ends at 5 of 2 words"])]
)
def test_the_last_sentence_ends_with_the_words(tmp_path: Path, end: int, says: list[str]) -> None:
    def read(path: Path) -> Iterator[Document]:
        yield Document("d", [Word("Ann"), Word("slept")], [Sentence(0, end)])

    own = formats.Format("own", "", "", (".own",), lambda name, beginning: True, read)
    (tmp_path / "d.own").touch()
    assert [problem.what for problem in problems(tmp_path / "d.own", own)] == says


def test_invalid_elements_stay_invalid_after_they_were_seen(tmp_path: Path) -> None:
    """The checker remembers what it found valid; what it only complained of must not be among it."""
    file = tmp_path / "file"
    file.write_text(BROKEN_XML)
    first = problems(file, formats.get_format("np-xml"))
    assert problems(file, formats.get_format("np-xml")) == first


def test_one_span_in_two_entities(public_corpora: Path) -> None:
    """TC-A-8 of the reference scorer has one."""
    (problem,) = problems(public_corpora / "scorer-cases" / "TC-A-8.response", formats.get_format("conll2012"))
    assert (problem.line, problem.severity) == (5, "warning")
    assert problem.what.endswith("is in entities 1 and 3")


@pytest.mark.parametrize(("folder", "errors", "warnings"), [("gum/dev", 0, 0), ("litbank", 0, 3)])
def test_public_corpora_are_sound(public_corpora: Path, folder: str, errors: int, warnings: int) -> None:
    """The faults that their READMEs name, and no others."""
    reported = [problem for file, its in formats.find(public_corpora / folder) for problem in problems(file, its)]
    assert sum(problem.severity == "error" for problem in reported) == errors
    assert sum(problem.severity == "warning" for problem in reported) == warnings


def test_a_reader_is_stopped_after_so_many_problems(tmp_path: Path) -> None:
    file = tmp_path / "open.conll"
    lines = [f"d\t0\t{number}\tw\t(1x" for number in range(50)]
    file.write_text("\n".join(["#begin document (d); part 0", *lines, "#end document", ""]), encoding="utf-8")
    assert len(problems(file, get_format("conll2012"))) == 50
    assert len(problems(file, get_format("conll2012"), most=7)) == 7


@pytest.mark.parametrize("wrong", ["the value '{}' is wrong", "the value {} is wrong", 'the value "{}" is wrong'])
def test_what_a_message_quotes_is_cut(tmp_path: Path, wrong: str) -> None:
    error = FormatError(tmp_path / ("folder" * 30) / "file", 3, wrong.format("x" * 100_000))
    assert len(error.wrong) < 140
    assert error.wrong.endswith(("…' is wrong", "… is wrong", '…" is wrong'))
    assert str(error).startswith(f"{tmp_path / ('folder' * 30) / 'file'}:3: the value ")
    assert FormatError("file", 3, wrong.format("x" * 90)).wrong == wrong.format("x" * 90)


@pytest.mark.parametrize("name", ["conll2012", "jsonlines"])
def test_nested_mentions_take_time_in_proportion_to_their_number(tmp_path: Path, name: str) -> None:
    """Four times the mentions in each other take four times as long, not sixteen times."""
    seconds = []
    for size in (3_000, 12_000):
        file = tmp_path / "nested"
        if name == "jsonlines":
            spans = [[place, 2 * size - 1 - place] for place in range(size)]
            file.write_text(json.dumps({"doc_key": "d", "sentences": [["w"] * 2 * size], "clusters": [spans]}))
        else:
            opening = [f"d\t0\t{place}\tw\t({place}" for place in range(size)]
            closing = [f"d\t0\t{size + place}\tw\t{size - 1 - place})" for place in range(size)]
            file.write_text("\n".join(["#begin document (d); part 0", *opening, *closing, "#end document", ""]))
        runs = []
        for _ in range(3):
            gc.collect()
            began = time.process_time()
            assert problems(file, get_format(name)) == []
            runs.append(time.process_time() - began)
        seconds.append(min(runs))
    assert seconds[1] < 10 * seconds[0] + 0.2


@pytest.mark.parametrize(
    ("speakers", "told"),
    [
        ('[["A"]]', True),
        ('[["A", "B"], []]', True),
        ('[["A", 1]]', True),
        ('"A"', True),
        ('[["A", "B"]]', False),
        ('[["", "-"]]', False),
        ("[]", False),
    ],
)
def test_names_that_are_of_no_words_are_told_of(tmp_path: Path, speakers: str, told: bool) -> None:
    """Two ways to name nobody are kept as they are, and say what they say; so does an empty list."""
    file = tmp_path / "d.jsonl"
    file.write_text(f'{{"sentences": [["Ann", "left"]], "speakers": {speakers}}}')
    says = "speakers: not one name for each word of each sentence; kept, but nobody is taken to speak"
    assert [(found.line, found.what) for found in problems(file, get_format("jsonlines"))] == [(1, says)] * told


def test_a_document_in_one_long_line_is_read(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    content = {"doc_key": "d", "sentences": [["word"] * 20] * 30_000, "clusters": [[[0, 0], [5, 5]]]}
    file.write_text(json.dumps(content), encoding="utf-8")
    assert file.stat().st_size > 4_000_000
    (document,) = get_format("jsonlines").read(file)
    assert len(document.words) == 600_000
