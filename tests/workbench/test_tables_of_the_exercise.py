"""What is answered in the exercise, tables of answers worked out by hand, and the tests between systems."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.answering import Answerer, options_for, read_input
from anaphora_workbench.workbench.exercise.running import Exercise, ExerciseResults, run
from anaphora_workbench.workbench.exercise.scoring import paired_tests, ranked, score_answer
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.rankings.differences import few_documents
from anaphora_workbench.workbench.report.exercise import exercise_tables, leaderboard_tables, score_tables
from anaphora_workbench.workbench.report.tables import Table, cells

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
def test_options_are_those_of_the_part(name: str, given: dict[str, object], taken: dict[str, object]) -> None:
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


def answers(*documents: tuple[int, int]) -> dict[str, Counts]:
    """Counts by document: credit earned and pronouns to resolve."""
    return {
        f"d{number}": Counts({"are_task1": {"recall": Fraction(credit), "of key": asked}}, {})
        for number, (credit, asked) in enumerate(documents)
    }


# Pooled 1/4, 1/4 and 2/4; as means of documents 1/6, 1/2 and 1/3.
SYSTEMS = {"b": answers((1, 1), (0, 3)), "a": answers((0, 1), (1, 3)), "c": answers((0, 1), (2, 3))}


def test_the_best_pooled_figure_is_first_then_the_alphabet() -> None:
    assert ranked(SYSTEMS, 1) == ["c", "a", "b"]


def test_the_better_one_of_a_pair_is_named_first() -> None:
    tests = {
        (test.first, test.second): (test.metric, test.difference, test.mcnemar) for test in paired_tests(SYSTEMS, 1)
    }
    assert tests == {
        ("c", "a"): ("are_task1", pytest.approx(1 / 4), None),
        ("c", "b"): ("are_task1", pytest.approx(1 / 4), None),
        ("a", "b"): ("are_task1", 0, None),
    }


def test_p_values_are_corrected_for_the_number_of_pairs() -> None:
    """Holm (1979): the least of three times 3, the next, which is as great, not below it, and 1 stays 1."""
    wrong = answers(*[(0, 2)] * 9)
    tests = paired_tests({"right": answers(*[(2, 2)] * 9), "wrong": wrong, "wrong too": wrong}, 1)
    p = tests[0].randomisation
    assert 0 < p < 0.05
    assert [test.randomisation for test in tests] == [p, p, 1]
    assert [test.corrected for test in tests] == pytest.approx([3 * p, 3 * p, 1])


def test_one_document_is_nothing_to_resample() -> None:
    assert paired_tests({"a": answers((1, 2)), "b": answers((2, 2))}, 1) == []


# Ann saw the lamp. She lit it.
KEYS = {
    1: (
        '<document id="d"><anaphoric_pronouns><pronoun id="3" value="She"/>{}</anaphoric_pronouns>'
        '<chain id="a"><node id="1" value="Ann"/><node id="3" value="She"/></chain>'
        '<chain id="b"><node id="2" value="lamp"/><node id="4" value="it"/></chain></document>'
    ),
    3: (
        '<document id="d"><anaphoric_pronouns><pronoun start="4" end="4"/>{}</anaphoric_pronouns>'
        '<chain id="a"><node start="0" end="0"/><node start="4" end="4"/></chain>'
        '<chain id="b"><node start="2" end="3"/><node start="6" end="6"/></chain></document>'
    ),
}
ALSO_IT = {1: '<pronoun id="4" value="it"/>', 3: '<pronoun start="6" end="6"/>'}
ANN = {
    1: '<a><pronoun id="3" antecedent="1"/></a>',
    3: '<a><pronoun start="4" end="4" antecedent_start="0" antecedent_end="0"/></a>',
}
ANN_TWICE = '<a><pronoun id="3" antecedent="1"/><pronoun id="4" antecedent="1"/></a>'


@pytest.fixture
def scored(tmp_path: Path):
    def counts(task: ExerciseTask, asked: str, answer: str) -> Counts:
        (tmp_path / "d-key.xml").write_text(KEYS[task].format(asked))
        (tmp_path / "d-answer.xml").write_text(answer)
        return score_answer(FilePair("d", tmp_path / "d-key.xml", tmp_path / "d-answer.xml"), task).counts

    return counts


def shown(table: Table) -> list[str]:
    return [" ".join(cells(table, row)) for row in table.rows]


def test_scores_of_one_answer(scored) -> None:
    """Success 1/2 and 1/1; B-cubed R 3/4, P 2/3, F 12/17 and 1, pooled R 7/8, P 5/6, F 35/41."""
    documents = {"half": scored(1, ALSO_IT[1], ANN_TWICE), "one": scored(1, "", ANN[1])}
    (table,) = score_tables(1, documents, ["signed"])
    assert [column.heading for column in table.columns[:3]] == ["document", "success", "B³"]
    assert [row.rsplit(maxsplit=4)[0] for row in shown(table)] == [
        "half 50.0 70.6", "one 100.0 100.0", "pooled 66.7 85.4", "mean of documents 75.0 85.3",
    ]  # fmt: skip
    assert (table.title, table.groups, table.notes) == ("Task 1", [2, 2], ["signed"])


def test_scores_of_a_task_with_precision(scored) -> None:
    """One of two found, and one of one: R 1/2 and 1, P 1 and 1, pooled R 2/3; F 2/3 and 1, pooled 4/5."""
    documents = {"half": scored(3, ALSO_IT[3], ANN[3]), "one": scored(3, "", ANN[3])}
    (table,) = score_tables(3, documents, [])
    assert [column.heading for column in table.columns[:5]] == ["document", "P", "R", "F", "B³"]
    assert [" ".join(row.rsplit(maxsplit=8)[:4]) for row in shown(table)] == [
        "half 100.0 50.0 66.7", "one 100.0 100.0 100.0", "pooled 100.0 66.7 80.0", "mean of documents 100.0 75.0 83.3",
    ]  # fmt: skip


def test_tables_of_a_run(scored) -> None:
    answers = {task: (scored(task, ALSO_IT[task], ANN[task]), scored(task, "", ANN[task])) for task in (1, 3)}
    nothing = {task: (scored(task, ALSO_IT[task], "<a/>"), scored(task, "", "<a/>")) for task in (1, 3)}

    def outcomes(task: ExerciseTask) -> dict[str, Outcome]:
        systems = {"singletons": nothing, "mitkov": nothing, "oracle": answers, "hobbs": answers}
        return {name: Outcome(dict(zip("de", counts[task], strict=True))) for name, counts in systems.items()}

    pooled, intervals, means, first, second = exercise_tables(ExerciseResults("c", {1: outcomes(1), 3: outcomes(3)}))
    title = "c: 2 documents, 3 pronouns to resolve; "
    assert [table.title.removeprefix(title) for table in (pooled, intervals, means, first, second)] == [
        "pooled", "intervals of the pooled scores", "means over documents", "modern measures, task 1",
        "modern measures, task 3",
    ]  # fmt: skip
    assert all(table.groups == [2, 1, 1] for table in (pooled, intervals, means, first, second))
    assert shown(pooled) == [
        "hobbs 66.7 100.0 66.7 80.0", "mitkov 0.0 – 0.0 0.0", "singletons 0.0 – 0.0 0.0", "oracle 66.7 100.0 66.7 80.0",
    ]  # fmt: skip
    assert shown(intervals) == ["hobbs – –", "mitkov – –", "singletons – –", "oracle – –"]
    assert shown(means)[0] == "hobbs 75.0 100.0 75.0 83.3"
    assert [column.heading for column in pooled.columns] == [
        "resolver", "Task 1\nsuccess", "Task 3\nP", "Task 3\nR", "Task 3\nF",
    ]  # fmt: skip
    assert [column.heading for column in intervals.columns] == ["resolver", "Task 1\nsuccess, 95%", "Task 3\nF, 95%"]
    assert [column.heading for column in second.columns][:3] == ["resolver", "Task 3\nB³", "Task 3\nCEAF-m"]
    assert exercise_tables(ExerciseResults("c", {3: outcomes(3)}))[0].title == f"{title}pooled"
    one: dict[ExerciseTask, dict[str, Outcome]] = {
        1: {"mitkov": Outcome({"d": answers[1][0]})},
        3: {"mitkov": Outcome({"d": answers[3][0]})},
    }
    tables = exercise_tables(ExerciseResults("c", one))
    assert [table.title.partition("; ")[2] for table in tables][:2] == ["pooled", "means over documents"]
    assert tables[0].title.startswith("c: 1 document, 2 pronouns to resolve; ")


def test_the_leaderboard_of_several_answers(scored) -> None:
    answers = {"d": scored(3, ALSO_IT[3], ANN[3]), "e": scored(3, "", ANN[3])}
    nothing = {"d": scored(3, ALSO_IT[3], "<a/>"), "e": scored(3, "", "<a/>")}
    systems = {"a": nothing, "b": answers}
    table, tests = leaderboard_tables(3, systems, paired_tests(systems, 3), ["signed"])
    assert [row.rsplit(maxsplit=5)[0] for row in shown(table)] == [
        "b 100.0 66.7 80.0 – 100.0 75.0 83.3",
        "a – 0.0 0.0 – 0.0 0.0 0.0",
    ]
    assert (table.title, table.notes) == ("Task 3, 2 documents, pooled", ["signed"])
    figures = ["P", "R", "F", "F, 95%", "mean\nP", "mean\nR", "mean\nF"]
    assert [column.heading for column in table.columns][:8] == ["system", *figures]
    headings = ["better", "than", "difference", "p\nbootstrap", "p\nrandomisation", "p after\nHolm"]
    assert [column.heading for column in tests.columns] == headings
    assert (tests.title, shown(tests)[0].split()[:3]) == ("Differences in F", ["b", "a", "80.0"])
    assert [note.partition(":")[0] for note in tests.notes] == ["p after Holm", few_documents(2)]
    assert leaderboard_tables(3, systems, [], ["signed"]) == [table]
