"""What a resolver is given of an input of the exercise, and what an oracle is given of its key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import Answerer, options_for, read_input
from anaphora_workbench.workbench.exercise.running import Exercise, run

MARKED = '<document id="d"><text><p><entity id="1">Ann</entity> saw <entity id="2">her</entity></p></text>{}</document>'
PRONOUNS = '<anaphoric_pronouns><pronoun id="2" value="her"/></anaphoric_pronouns>'
NODES = '<document id="d"><text><p><node id="1"/>Ann <node id="2"/>ran</p></text></document>'


@pytest.mark.parametrize(
    ("task", "content", "wrong"),
    [
        (1, '<document id="d"><chain id="c"><node id="1"/></chain></document>', "there is no text; expected <text>"),
        (1, NODES, "no input of task 1; expected <entity>, as in tasks 1 and 2"),
        (2, NODES, "no input of task 2; expected <entity>, as in tasks 1 and 2"),
        (3, MARKED.format(""), "no input of task 3; expected <node>, as in tasks 3 and 4"),
        (1, MARKED.format(""), "no pronouns to resolve; expected <anaphoric_pronouns> in an input of task 1"),
    ],
)
def test_what_is_no_input_of_a_task(tmp_path: Path, task: ExerciseTask, content: str, wrong: str) -> None:
    file = tmp_path / "d-input.xml"
    file.write_text(content)
    with pytest.raises(FormatError, match=f"^{re.escape(f'{file}: {wrong}')}$"):
        read_input(file, task)


@pytest.mark.parametrize(
    ("name", "given", "taken"),
    [
        ("mitkov", {"window": 2}, {"window": 2}),
        ("mitkov+head-match", {"window": 2}, {"mitkov.window": 2}),
        ("mitkov+head-match", {"head-match.without": "x"}, {"head-match.without": "x"}),
    ],
)
def test_options_are_those_of_the_part_that_answers_pronouns(
    name: str, given: dict[str, object], taken: dict[str, object]
) -> None:
    assert options_for(name, given) == taken


def test_an_oracle_is_given_no_key_that_is_missing_or_wrong(tmp_path: Path) -> None:
    (tmp_path / "d-input.xml").write_text(MARKED.format(PRONOUNS))
    (tmp_path / "d-key.xml").write_text('<document><chain id="c">\n<node id="1"/><node id="9"/></chain></document>')
    given, oracle = read_input(tmp_path / "d-input.xml", 1), Answerer(1, "oracle", {})
    with pytest.raises(ValueError, match=r"^d: oracle needs a key; expected --keys FOLDER$"):
        oracle(given, given)
    with pytest.raises(FormatError, match=r"d-key\.xml:2: there is no entity '9'; expected one of the input$"):
        oracle(given, given, tmp_path / "d-key.xml")


COORDINATION = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# text = Ann and Tom ran. They fell.
1\tAnn\tAnn\tPROPN\tNNP\t_\t4\tnsubj\t_\tEntity=(e1-person-1-(e2-person-1-)
2\tand\tand\tCCONJ\tCC\t_\t3\tcc\t_\t_
3\tTom\tTom\tPROPN\tNNP\t_\t1\tconj\t_\tEntity=(e3-person-1-)e1)
4\tran\trun\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_

1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


@pytest.mark.model
def test_an_oracle_takes_no_conjunct_for_the_whole(tmp_path: Path) -> None:
    """*Ann* is the head of *Ann and Tom* in the text that a resolver is given, and in no chain."""
    (tmp_path / "d.conllu").write_text(COORDINATION)
    results = run(Exercise(("oracle",), tasks=(1, 3)), Corpus(tmp_path / "d.conllu", "d"))
    assert results.failures == []
    figures = [results.outcomes[task]["oracle"].scores[f"are_task{task}"].figure for task in (1, 3)]
    assert figures == [1.0, 1.0]
