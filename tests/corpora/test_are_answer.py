"""Answers to the exercise with mistakes in them: read to the end, each mistake with its line."""

from pathlib import Path
from typing import Literal

import pytest

from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.formats.are.answer import read_answer
from anaphora_workbench.corpora.formats.are.schema import schema
from anaphora_workbench.corpora.formats.are.writer import answer_xml
from anaphora_workbench.corpora.support.errors import FormatError

GIVEN = """\
<document id="d">
<text><p><entity id="1">Ann</entity> saw <entity id="2">the lamp</entity>. <entity id="3">She</entity> lit
<entity id="4">it</entity>.</p></text>
<anaphoric_pronouns><pronoun id="3" value="She"/><pronoun id="4" value="it"/></anaphoric_pronouns>
</document>
"""
NODES = """\
<document id="d"><text><p><node id="1"/>Ann <node id="2"/>saw <node id="5"/>it</p></text></document>
"""


# As a key is told where its text is not at hand.
CHAIN_ALONE = """\
<document id="d"><chain id="c"><node start="0" end="1"/><node start="5" end="5"/></chain></document>
"""
ASKED_ALONE = """\
<document id="d"><anaphoric_pronouns><pronoun id="3" value="She"/></anaphoric_pronouns></document>
"""


def answer(tmp_path: Path, task: int, content: str, given: str):  # type: ignore[no-untyped-def]
    (tmp_path / "d-input.xml").write_text(given)
    (tmp_path / "d-answer.xml").write_text(content)
    return read_answer(tmp_path / "d-answer.xml", next(are.read(tmp_path / "d-input.xml")), task)


@pytest.mark.parametrize(
    ("task", "content", "problems"),
    [
        (1, '<a><pronoun id="3" antecedent="1"/><pronoun id="4"/></a>', []),
        (1, '<a><pronoun id="3" antecedent="1"/></a>',
         ["d-answer.xml: no answer for pronoun '4' (it); expected a <pronoun> for each"]),
        (1, '<a>\n<pronoun id="3" antecedent="1"/>\n<pronoun id="4" antecedent="9"/>\n</a>',
         ["d-answer.xml:3: there is no entity '9'; expected one of the input"]),
        (1, '<a>\n<pronoun id="3" antcedent="1"/><pronoun id="4"/>\n</a>',
         ["d-answer.xml:2: <pronoun> with an attribute 'antcedent'; expected some of id, antecedent, value"]),
        (
            1,
            '<a>\n<pronoun id="9" antecedent="1"/><pronoun id="2"/><pronoun/><pronoun id="3"/><pronoun id="4"/>\n</a>',
            [
                "d-answer.xml:2: '9' is not among the pronouns to resolve; expected one of <anaphoric_pronouns>",
                "d-answer.xml:2: '2' is not among the pronouns to resolve; expected one of <anaphoric_pronouns>",
                "d-answer.xml:2: <pronoun> without id; expected one of <anaphoric_pronouns>",
            ],
        ),
        (1, '<a><pronoun id="3"/>\n<pronoun id="4" antecedent="2"/>\n<pronoun id="4" antecedent="1"/></a>',
         ["d-answer.xml:3: a second answer for '4'; expected one; the first counts"]),
        (1, '<a>\n<pronoun id="3" antecedent="3"/><pronoun id="4" antecedent="3"/></a>',
         ["d-answer.xml:2: '3' is its own antecedent; expected another noun phrase; it counts as wrong"]),
        (
            2,
            '<a>\n<chain id="c"><node id="1"/><node id="3"/><node id="8"/><x/></chain>\n<chain id="e"/>\n'
            '<chain><node id="3"/><node/></chain>\n<pronoun id="3"/></a>',
            [
                "d-answer.xml:2: there is no entity '8'; expected one of the input",
                "d-answer.xml:2: <x> in <chain>; expected <node>",
                "d-answer.xml:3: chain 'e' is empty; expected <node> in it",
                "d-answer.xml:4: '3' stands in a chain already; expected each once; the first counts",
                'd-answer.xml:4: <node> without id; expected <node id="…">',
                "d-answer.xml:4: chain '2' is empty; expected <node> in it",
                "d-answer.xml:5: <pronoun> in an answer to task 2; expected <chain>",
            ],
        ),
        (1, '<document id="e"><pronoun id="3"/><pronoun id="4"/></document>',
         ["d-answer.xml:1: an answer for document 'e'; expected 'd'"]),
        (1, '<pronoun id="3"/><pronoun id="4"/>', []),
        (2, '<chain><node id="1"/><node id="3"/></chain>', []),
        (1, '<pronoun id="4"/>', ["d-answer.xml: no answer for pronoun '3' (She); expected a <pronoun> for each"]),
        (1, f'<a>{GIVEN[GIVEN.index("<text>") : GIVEN.index("</document>")]}<pronoun id="3"/><pronoun id="4"/></a>',
         []),
        (
            2,
            '<chain>\n<node id="1" value="Ann" start="1" entity="3"/></chain>',
            [
                "d-answer.xml:2: <node> with an attribute 'entity'; expected some of id, value",
                "d-answer.xml:2: <node> with an attribute 'start'; expected some of id, value",
            ],
        ),
    ],
)  # fmt: skip
def test_mistakes_are_listed(tmp_path: Path, task: int, content: str, problems: list[str]) -> None:
    task_answer = answer(tmp_path, task, content, GIVEN)
    assert [str(problem).replace(f"{tmp_path}/", "") for problem in task_answer.problems] == problems


def test_what_counts_of_an_answer_with_mistakes(tmp_path: Path) -> None:
    content = '<a><pronoun id="3" antecedent="9"/><pronoun id="4" antecedent="2"/><pronoun id="4" antecedent="1"/></a>'
    task_answer = answer(tmp_path, 1, content, GIVEN)
    assert task_answer.layer.decisions == [Decision("3", "9"), Decision("4", "2")]
    assert task_answer.mentions["9"].start == -1


@pytest.mark.parametrize(
    ("task", "given", "content", "problems", "mentions"),
    [
        (
            3,
            NODES,
            '<a><pronoun start="5" end="5" antecedent_start="1" antecedent_end="2"/>\n'
            '<pronoun start="1" end="7"/>\n<pronoun start="5" end="2"/>\n<pronoun start="2"/>\n'
            '<pronoun start="2" end="2" antecedent_end="2"/></a>',
            [
                "2: there is no node '7'; expected one of the input",
                "3: nodes 5 to 2 run backwards; expected start <= end",
                '4: <pronoun> without end; expected <pronoun end="…">',
                '5: <pronoun> without antecedent_start; expected <pronoun antecedent_start="…">',
            ],
            {"5-5": (2, 3, 2), "1-2": (0, 2, 1), "1-7": (-1, -1, -1), "5-2": (-1, -1, -1), "2-2": (1, 2, 1)},
        ),
        (4, CHAIN_ALONE,
         '<chain>\n<node start="0" end="1"/><node start="0" end="0"/>\n<node start="5" end="x"/></chain>',
         ["3: there is no node 'x'; expected one of the input"],
         {"0-1": (-1, -1, -1), "0-0": (0, 1, 0), "5-x": (-1, -1, -1)}),
        (1, ASKED_ALONE, "<a/>", [" no answer for pronoun '3'; expected a <pronoun> for each"], {}),
        (1, ASKED_ALONE, '<a><pronoun id="3" antecedent="9"/></a>', [], {"3": (-1, -1, -1), "9": (-1, -1, -1)}),
        (1, '<document id="d"><chain id="c"><node id="1"/><node id="3"/></chain></document>',
         '<a><pronoun id="3" antecedent="1"/></a>', [], {"3": (-1, -1, -1), "1": (-1, -1, -1)}),
        (
            3,
            NODES.replace(
                "</document>", '<anaphoric_pronouns><pronoun start="5" end="5"/></anaphoric_pronouns></document>'
            ),
            '<a><pronoun start="2" end="2" antecedent_start="1" antecedent_end="1"/></a>',
            [],
            {"2-2": (1, 2, 1), "1-1": (0, 1, 0)},
        ),
    ],
)  # fmt: skip
def test_places_that_an_answer_names(
    tmp_path: Path, task: int, given: str, content: str, problems: list[str], mentions: dict[str, tuple[int, int, int]]
) -> None:
    task_answer = answer(tmp_path, task, content, given)
    assert [str(problem).partition("d-answer.xml:")[2] for problem in task_answer.problems] == problems
    assert {
        name: (mention.start, mention.end, mention.head) for name, mention in task_answer.mentions.items()
    } == mentions


def test_an_answer_by_nodes_has_the_last_of_several_words(tmp_path: Path) -> None:
    content = '<a><pronoun start="5" end="5" antecedent_start="1" antecedent_end="2"/></a>'
    given = answer(tmp_path, 3, content, NODES)
    assert given.layer.decisions == [Decision("5-5", "1-2")]
    document = next(are.read(tmp_path / "d-input.xml"))
    document.mentions = list(given.mentions.values())
    assert content[3:-4] in answer_xml(document, given.layer, 3)


@pytest.mark.parametrize("part", ["input", "key", "answer"])
def test_a_schema_begins_with_its_part(part: Literal["input", "key", "answer"]) -> None:
    assert f'<start><ref name="{part}2"/></start>' in schema(part, 2)


def test_chains_are_no_decisions(tmp_path: Path) -> None:
    assert answer(tmp_path, 2, '<chain><node id="1"/></chain>', GIVEN).layer.decisions is None
    assert answer(tmp_path, 1, "<a/>", GIVEN).layer.decisions == []


@pytest.mark.parametrize("content", ['<document><pronoun id="3"', "", "<a>&#1;</a>", "<!DOCTYPE a><a/>"])
def test_no_xml_is_no_answer(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError, match="d-answer"):
        answer(tmp_path, 1, content, GIVEN)


@pytest.mark.parametrize(
    ("task", "content", "says"),
    [
        (1, '<a>\n<chain id="c"><node id="1"/><node id="3"/></chain></a>', "2: <chain> alone, an answer to another"),
        (1, '<chain id="c"><node id="1"/><node id="3"/></chain>', "1: <chain> alone, an answer to another task"),
        (2, '<a><pronoun id="3" antecedent="1"/></a>', "1: <pronoun> alone, an answer to another task; expected"),
        (1, '<pronoun start="2" end="2"/>', "1: <pronoun> by 'start' alone, an answer to another task; expected 'id'"),
        (3, '<pronoun id="3" antecedent="1"/>', "1: <pronoun> by 'id' alone, an answer to another task"),
        (2, '<chain><node start="2" end="2"/></chain>', "1: <node> by 'start' alone, an answer to another task"),
        (4, '<chain id="c"><node id="3"/></chain>', "1: <node> by 'id' alone, an answer to another task"),
    ],
)
def test_an_answer_to_another_task_is_none(tmp_path: Path, task: int, content: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        answer(tmp_path, task, content, GIVEN)


def test_what_stands_beside_an_answer_costs_nothing_else(tmp_path: Path) -> None:
    both = '<a><chain id="c"><node id="1"/></chain><pronoun id="3" antecedent="1"/><pronoun id="4"/></a>'
    found = answer(tmp_path, 1, both, GIVEN)
    assert found.layer.decisions == [Decision("3", "1"), Decision("4")]
    (problem,) = found.problems
    assert str(problem).endswith("d-answer.xml:1: <chain> in an answer to task 1; expected <pronoun>")
