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
from rows import annotated

# Files, and behind their lines what is to be said of them.
FILES = """\
=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\ta\t_\t_\t_\t_\t9\tdep\t_\tEntity=e1)  !! error: entity e1 closes but was never opened
  !! error: head '9' is not a word of the sentence
2\tb\t_\t_\t_  !! error: 5 columns; expected 10, separated by tabs, or a comment
4\tc\t_\t_\t_\t_\t0\troot\t_\tEntity=(e2-x-1-  !! error: word number '4'; expected 3 or 2.1
  !! error: entity e2 opens in line 5 but never closes

=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\ta\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e1-x-1-  !! error: d: the heads from word 'a' on run in a circle
2\tb\t_\t_\t_\t_\t1\tdep\t_\tEntity=(e2-x-1-  !! warning: d: mentions m1 (a b c) and m2 (b c d) cross
3\tc\t_\t_\t_\t_\t0\troot\t_\tEntity=e1)
4\td\t_\t_\t_\t_\t3\tdep\t_\tEntity=e2)

=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
7\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)  !! error: word number '7'; expected 2 or 1.1
3\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)

=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_
2\tx\t_\t_\t_\t_\t1\tdep\t_\t_
4\tx\t_\t_\t_\t_\t2\tdep\t_\t_  !! error: word number '4'; expected 3 or 2.1

=== conllu
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_
   !! error: a line of blanks alone; expected an empty line after a sentence
# sent_id = 2
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_

=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_
2\tx\t_  !! error: 3 columns; expected 10, separated by tabs, or a comment
3\tx\t_\t_\t_\t_\t2\tdep\t_\t_
4\tx\t_\t_\t_\t_\t2\tdep\t_\t_

=== semeval2010
#begin document d
1\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
2\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
4\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_  !! error: word number '4'; expected 3

#end document
=== semeval2010
#begin document d
1\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
2\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
3\tx  !! error: 2 columns; expected at least 17, coreference last
4\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_

#end document
=== semeval2010
#begin document d
1\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
2\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_
3\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_\t_  !! error: 19 columns; expected 18
4\tx\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t_

#end document
=== conllu
# newdoc id = d
1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)  !! error: Entity= without # global.Entity; expected # global.
2\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
3\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)

=== conllu
# newdoc id = d
# global.Entity = etype-head-other  !! error: global.Entity begins with 'etype'
1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
2\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
3\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)

=== conllu
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-2-)
  !! error: word 2 is the head of a mention of entity e1 of 1 words; expected one from 1 to 1
2\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)
3\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)

=== np-xml
<np-document version="1" id="d">
<w id="w1" form="she"/>
<mention id="m1" first="w1" last="w1" head="w1"/>
<coreference annotator="gold">
<entity id="e1" mentions="m1"/>
<entity id="e2" mentions="m9"/>  !! error: d: entity e2 has a mention 'm9', which does not exist
</coreference>
</np-document>
=== conll2012
#begin document (d); part 000
d 0 0 a 1)  !! error: entity 1 closes but was never opened
d 0 1 b  !! error: 4 columns; expected 5 as in the lines before
d 0 2 c (2
d 0 3 d x  !! error: cannot read 'x' as coreference; expected brackets like (1|(2) or 1)

#end document  !! error: entity 2 opens in line 4 but never closes
=== np-xml
<np-document version="1" id="d">
<w id="w1"/>  !! error: <w> has no 'form'; expected what np_xml.rng defines
<w id="w2" form="a" colour="x"/>  !! error: <w> has an attribute 'colour'
<q/>  !! error: <q> in <np-document>, or at this place in it  !! error: <q> is unknown; expected what np_xml.rng defines
<w id="w3" form="b" space="maybe"/>  !! error: <w> has space='maybe'; expected one of no, yes
<w id="w1"/></np-document>  !! error: <w> has no 'form'; expected what np_xml.rng defines
=== np-xml
<np-document version="1" id="d">
<note name="n"/>  !! error: <note> has no 'value'; expected what np_xml.rng defines
<p><s colour="red"><w id="a" form="A"/></s>
  !! error: <s> has an attribute 'colour'; expected only id, paragraph, speaker
<s><w id="b" form="\\x"/>  !! error: <w>: in form: '\\\\x' is not an escape
<w id="c" form="\\y"/>  !! error: <w>: in form: '\\\\y' is not an escape
<w id="d" form="D" head="y"/>  !! error: <w>: there is no word 'y'
<w id="e" form="E" head="z"/>  !! error: <w>: there is no word 'z'
<w id="f"/></s></p>  !! error: <w> has no 'form'; expected what np_xml.rng defines
<quotation first="a"/>  !! error: <quotation> has no 'last'; expected what np_xml.rng defines
<mention first="a" last="a" head="a"/>  !! error: <mention> has no 'id'; expected what np_xml.rng defines
<mention id="m" first="f" last="f" head="f"/>
<coreference annotator="x">
<entity id="e1"/>  !! error: <entity> has no 'mentions'; expected what np_xml.rng defines
<entity id="\\x" mentions="m"/>  !! error: <entity>: in id: '\\\\x' is not an escape
<entity id="\\y" mentions="m"/>  !! error: <entity>: in id: '\\\\y' is not an escape
<decisions><decision/>  !! error: <decision> has no 'anaphor'; expected what np_xml.rng defines
<decision anaphor="m"/></decisions>
<bridge/>  !! error: <bridge> has no 'anaphor'; expected what np_xml.rng defines
<discourse-deixis><entity id="d1"/></discourse-deixis>
  !! error: <entity> has no 'mentions'; expected what np_xml.rng defines
</coreference>
<coreference annotator="y"><entity id="\\z" mentions="m"/></coreference>
  !! error: <entity>: in id: '\\\\z' is not an escape
</np-document>
=== np-xml
<np-document version="1" id="d">
<s>
<w id="a" form="A" head="b"/>  !! error: d: the heads from word 'A' on run in a circle
<w id="b" form="B" head="a"/>
</s></np-document>
=== np-xml
<np-document version="1" id="d">
<w id="w1" form="she"/><w id="w2" form="left"/>
<mention id="m1" first="w1" last="w1" head="w1" kind="proper" pronoun-type="personal" function="SUBJ"/>
  !! error: d: mention m1 (she) is a pronoun (personal) and of kind proper; expected kind pronoun
<mention id="m2" first="w1" last="w1" head="w1" kind="pronoun" pronoun-type="Prs" function="nsubj"/>
  !! warning: d: mention m2 (she) has the pronoun type 'Prs', which no resolver knows; expected demon
  !! warning: d: mention m2 (she) has the function 'nsubj', which no resolver knows; expected AGENT,
<mention id="m3" first="w1" last="w1" head="w1" embedded-in="m2" apposition-of="m8" predicate-of="m9"/>
  !! error: d: mention m3 (she) is apposition of 'm8', which is not a mention
  !! error: d: mention m3 (she) is predicate of 'm9', which is not a mention
</np-document>
=== chains-json
{"documents": [{"id": "d", "chains": []}, {"id": "d", "chains": []}]}
  !! error: documents[1]: duplicate document id 'd'; expected unique ids
=== conllu
# newdoc
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_

# newdoc  !! error: duplicate document id 'file', the name of the file; expected unique ids
1\tx\t_\t_\t_\t_\t0\tdep\t_\t_

=== text
Fine.
"""


@pytest.mark.parametrize(("name", "content", "said"), annotated(FILES))
def test_all_at_once(tmp_path: Path, name: str, content: str, said: list[tuple[int, str]]) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    reported = problems(file, formats.get_format(name))
    assert [problem.line for problem in reported] == [line for line, _ in said]
    for problem, (_, start) in zip(reported, said, strict=True):
        assert f"{problem.severity}: {problem.what}".startswith(start)


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
    file.write_text(next(content for name, content, _ in annotated(FILES) if name == "np-xml" and "<q/>" in content))
    first = problems(file, formats.get_format("np-xml"))
    assert problems(file, formats.get_format("np-xml")) == first


def test_one_span_in_two_entities(public_corpora: Path) -> None:
    """TC-A-8 of the reference scorer has one."""
    (problem,) = problems(public_corpora / "scorer-cases" / "TC-A-8.response", formats.get_format("conll2012"))
    assert (problem.line, problem.severity) == (5, "warning")
    assert problem.what.endswith("is in entities 1 and 3")


@pytest.mark.parametrize(("folder", "errors", "warnings"), [("gum/dev", 0, 0), ("litbank", 0, 10)])
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
            assert not [problem for problem in problems(file, get_format(name)) if problem.severity == "error"]
            runs.append(time.process_time() - began)
        seconds.append(min(runs))
    assert seconds[1] < 10 * seconds[0] + 0.2
