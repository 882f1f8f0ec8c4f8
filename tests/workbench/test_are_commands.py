"""``are check``, ``are resolve``, ``are run``, and what the commands of the exercise have in common."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from lxml import etree

from anaphora_workbench.corpora.support.samples import packaged
from prepared_tasks import prepared_files
from tiny_corpus import Run


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_what_is_written_is_what_the_schema_allows(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, answers = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "answers"
    run("are", "resolve", folder, "-t", task, "-r", "most-recent", "-o", answers, "-j", 1)
    for part, place in (("input", folder / "inputs"), ("key", folder / "keys"), ("answer", answers)):
        grammar = etree.RelaxNG(etree.fromstring(run("are", "schema", "-t", task, "--of", part).out.encode()))
        for file in place.iterdir():
            assert grammar.validate(etree.parse(file)), (file, grammar.error_log)
    ran = run("are", "check", folder, answers, "-t", task)
    assert (ran.status, ran.out, ran.err) == (0, f"task {task}: 2 of 2 inputs answered, no problems\n", "")


@pytest.mark.parametrize(
    ("task", "answer", "lines", "wrong"),
    [
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m2"/>', [], "", id="nothing"),
        pytest.param(1, '<pronoun id="m3"/>', [None], "no answer for pronoun 'm4' (It)", id="one left out"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m9"/>', [3], "no entity 'm9'", id="unknown"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" ante="m2"/>', [3], "attribute 'ante'", id="misspelt"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4"><b/></pronoun>', [3], "pronoun", id="only the grammar"),
        pytest.param(1, '<pronoun id="m3"><b/></pronoun>\n<pronoun id="m9"/>', [2, 3, None], "'m9'", id="in order"),
        pytest.param(2, '<chain><node id="m1"/></chain>\n<chain/>', [3], "is empty", id="empty chain"),
        pytest.param(3, '<pronoun start="3" end="3" antecedent_start="1"/>', [2], "antecedent_end", id="no last node"),
        pytest.param(4, '<chain>\n<node start="4" end="3"/></chain>', [3], "run backwards", id="backwards"),
        pytest.param(4, '<chain>\n<node start="4"', [4], "not well-formed XML", id="no XML"),
    ],
)
def test_answers_are_checked_without_a_key(
    run: Run, tiny: Path, tmp_path: Path, task: int, answer: str, lines: list[int | None], wrong: str
) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", task, tmp_path / "task", "--keys", str(tmp_path / "secret"))
    shutil.rmtree(tmp_path / "secret")
    file = tmp_path / "tom-answer.xml"
    file.write_text(f'<document id="tom">\n{answer}\n</document>')
    ran = run("are", "check", folder / "inputs", tmp_path, "-t", task)
    said = [re.sub(r"^error: .*tom-answer.xml", "", line) for line in ran.err.splitlines()]
    places = [re.match(r":(\d+)?", line) for line in said]
    assert [int(place[1]) if place and place[1] else None for place in places] == lines
    assert wrong in ran.err
    assert ran.status == (1 if lines else 0)


def test_an_answer_without_a_root_is_scored_and_found_fault_with(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text('<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m9"/>\n')
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert json.loads(ran.out)["metrics"]["are_task1"]["value"] == 1 / 2
    said = [
        line.rpartition("tom-answer.xml")[2] for line in run("are", "check", folder, answers, "-t", 1).err.splitlines()
    ]
    assert said[0].startswith(":2: 'm9' is not among the pronouns to resolve")
    assert said[1].startswith(": no answer for pronoun 'm4' (It)")
    (answers / "tom-answer.xml").write_text('<pronoun id="m3"/>\n<pronoun id="m4"/>\n')
    ran = run("are", "check", folder, answers, "-t", 1)
    assert (ran.status, ran.out) == (1, "task 1: 1 of 1 inputs answered, 1 problem\n")
    assert "tom-answer.xml:2: not well-formed XML: Extra content" in ran.err


def test_answers_that_are_missing_or_too_many_are_said(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny, 3, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text("<document/>")
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "check", folder / "inputs", answers, "-t", 3)
    assert (ran.status, ran.out) == (1, "task 3: 1 of 2 inputs answered, 2 problems\n")
    in_two = run("are", "check", folder / "inputs", answers, "-t", 3, "--jobs", 2)
    assert (in_two.status, in_two.out, in_two.err) == (ran.status, ran.out, ran.err)
    assert "ann-input.xml: no answer to this input; expected a file ann-answer.xml\n" in ran.err
    assert "who-answer.xml: no input for this answer; expected *-input.xml\n" in ran.err


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_wherever_inputs_and_keys_are_the_score_is_the_same(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, secret = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "secret"
    prepared_files(run, tiny, task, tmp_path / "other", "--keys", str(secret))
    run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder / "keys", "-o", tmp_path / "a", "-j", 1)
    command = ("-t", task, "--format", "json")
    scores = [
        json.loads(run("are", "score", keys, tmp_path / "a", *options, *command).out)["metrics"]
        for keys, options in (
            (folder, ()), (folder / "keys", ()), (secret, ()), (secret, ("--inputs", folder / "inputs")),
            (secret, ("--inputs", tmp_path / "other")),
        )
    ]  # fmt: skip
    assert scores[0][f"are_task{task}"].get("value", 0) + scores[0][f"are_task{task}"].get("f1", 0) > 0
    assert all(score == scores[0] for score in scores)


@pytest.mark.parametrize("command", [("prepare", "-o", "out"), ("run", "-r", "hobbs")], ids=lambda words: words[0])
def test_a_text_without_a_chain_is_named_where_it_is(run: Run, tiny: Path, command: tuple[str, ...]) -> None:
    """Its key would be of no use, and ``run`` would name a file of a temporary folder."""
    tom = (tiny / "tom.conllu").read_text(encoding="utf-8")
    (tiny / "tom.conllu").write_text(re.sub(r"Entity=\S+", "_", tom), encoding="utf-8")
    ran = run("are", *command, tiny, "-t", 1)
    says = "tom: no chain of two mentions is left; expected one, to be scored by"
    assert (ran.status, ran.err) == (1, f"error: {tiny / 'tom.conllu'}: {says}\n")
    assert not list(tiny.parent.rglob("tom-*.xml"))


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("prepare", "nowhere", "-t", 1, "-o", "x"), "nowhere: no such file or folder"),
        (("prepare", "nowhere", "-t", 5, "-o", "x"), "Input should be less than or equal to 4"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "-o", "x"), "no input in this folder; expected files *-input.xml"),
        (("resolve", ".", "-t", 1, "-r", "nobody", "-o", "x"), "no resolver 'nobody'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "hobbs", "-o", "x"), "hobbs links no noun phrases"),
        (("score", ".", ".", "-t", 1), "no key; expected files *-key.xml"),
        (("score", ".", "nowhere", "-t", 1), "nowhere: no such file or folder"),
        (("run", ".", "-r", "nobody"), "no resolver 'nobody'"),
    ],
)
def test_what_cannot_be_done(run: Run, words: tuple[object, ...], wrong: str) -> None:
    ran = run("are", *words)
    assert ran.status == 2
    assert ran.err.startswith("error: ")
    assert wrong in ran.err
    assert ran.out == ""


SAMPLES = packaged("samples")

OPENED: list[str] = []
WATCHING: list[bool] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if WATCHING and event == "open":
        OPENED.append(str(arguments[0]))


sys.addaudithook(_watch)


@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    round_trip(run, tiny, tmp_path, task)


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.parametrize("task", [1, 2])
@pytest.mark.parametrize("part", ["gum/dev", "litbank/conll"])
def test_oracle_answers_are_perfect_on_public_corpora(
    run: Run, public_corpora: Path, tmp_path: Path, part: str, task: int
) -> None:
    # A few documents of each, as the whole takes minutes; docs/are.md has the whole.
    few = tmp_path / "few"
    few.mkdir()
    for file in sorted((public_corpora / part).iterdir())[:3]:
        (few / file.name).write_bytes(file.read_bytes())
    round_trip(run, few, tmp_path, task)


def round_trip(run: Run, corpus: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, corpus, task, tmp_path / "task", "--named")
    answers = tmp_path / "answers"
    ran = run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder, "-o", answers, "-j", 1, "-q")
    assert (ran.status, ran.err) == (0, "")
    ran = run("are", "score", folder, answers, "--task", task, "--format", "json", "-q")
    assert (ran.status, ran.err) == (0, "")
    for name, score in json.loads(ran.out)["metrics"].items():
        assert score.get("f1", score.get("value")) == 1, name


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_the_key_is_never_opened(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task")
    for key in folder.glob("keys/*-key.xml"):
        key.write_text("no XML <", encoding="utf-8")
    OPENED.clear()
    WATCHING.append(True)
    try:
        ran = run("are", "resolve", folder, "-t", task, "-r", "mitkov", "-o", tmp_path / "answers", "-j", 1)
    finally:
        WATCHING.clear()
    assert (ran.status, ran.err) == (0, "")
    assert [name for name in OPENED if name.endswith("-input.xml")]
    assert not [name for name in OPENED if "-key" in name]
    assert len(list((tmp_path / "answers").iterdir())) == 2


def test_a_resolver_may_not_be_given_keys(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "mitkov", "--keys", folder, "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: --keys: mitkov must not see a key; expected an oracle, or no --keys\n")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "oracle", "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: oracle takes its answers from the key; expected --keys FOLDER\n")


def test_running_gives_the_figures_of_the_steps(run: Run, tiny: Path, tmp_path: Path) -> None:
    ran = run("are", "run", tiny, "-r", "mitkov", "-r", "are-like", "-r", "oracle", "--format", "json", "-j", 1)
    assert (ran.status, ran.err) == (0, "")
    whole = json.loads(ran.out)["corpora"]["tiny"]
    assert list(whole) == ["task1", "task2", "task3", "task4"]
    for task in (1, 2, 3, 4):
        assert list(whole[f"task{task}"]) == ["mitkov", "are-like", "oracle"]
        folder, answers = prepared_files(run, tiny, task, tmp_path / f"t{task}"), tmp_path / f"a{task}"
        run("are", "resolve", folder, "-t", task, "-r", "are-like", "-o", answers, "-j", 1)
        steps = json.loads(run("are", "score", folder, answers, "-t", task, "--format", "json").out)
        outcome = whole[f"task{task}"]["are-like"]
        assert outcome["metrics"] == steps["metrics"]
        assert outcome["document_means"] == steps["document_means"]
        assert set(outcome["metrics"]) == {f"are_task{task}", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea"}
        # Two documents have no interval.
        assert "interval" not in outcome["metrics"][f"are_task{task}"]
    assert "resolver:mitkov+head-match" in whole["task2"]["mitkov"]["signature"]
    assert "resolver:are-like+exact-match" in whole["task4"]["are-like"]["signature"]
    assert "resolver:mitkov" in whole["task3"]["mitkov"]["signature"]


@pytest.mark.slow
def test_oracle_then_resolvers_then_baselines(run: Run) -> None:
    ran = run("are", "run", SAMPLES, "--format", "json", "-q")
    assert (ran.status, ran.err) == (0, "")
    for task, outcomes in json.loads(ran.out)["corpora"]["samples"].items():
        figure = {
            name: outcome["metrics"][f"are_{task}"].get("f1", outcome["metrics"][f"are_{task}"].get("value"))
            for name, outcome in outcomes.items()
        }
        resolvers = [figure[name] for name in ("kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "cogniac")]
        assert figure["oracle"] > max(resolvers)
        assert min(resolvers) > figure["are-like"] > figure["singletons"] == 0


@pytest.mark.filterwarnings("default:.*no pronouns to resolve")
def test_a_document_without_pronouns_takes_part_in_a_run(run: Run, tmp_path: Path) -> None:
    key = "#begin document (d);\nd 0 0 Lamps (1)\nd 0 1 light -\nd 0 2 lamps (1)\n#end document\n"
    (tmp_path / "d.conll").write_text(key, encoding="utf-8")
    ran = run("are", "run", "d.conll", "-r", "oracle", "--format", "json", "-q")
    says = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
    assert (ran.status, ran.err) == (0, f"warning: d: {says}\n")
    tasks = json.loads(ran.out)["corpora"]["d"]
    assert tasks["task1"]["oracle"]["metrics"]["are_task1"]["denominator"] == 0
    assert tasks["task2"]["oracle"]["metrics"]["are_task2"]["f1"] == 1.0


def test_two_processes_prepare_and_score_the_same(run: Run, tiny: Path, tmp_path: Path) -> None:
    once = prepared_files(run, tiny, 1, tmp_path / "once")
    ran = run("are", "prepare", tiny, "--task", 1, "--output", tmp_path / "twice", "--jobs", 2)
    assert (ran.status, ran.err) == (0, "")
    made = {file.name: file.read_bytes() for file in once.glob("*/*.xml")}
    assert {file.name: file.read_bytes() for file in (tmp_path / "twice").glob("*/*.xml")} == made
    answers = tmp_path / "answers"
    assert run("are", "resolve", once, "--task", 1, "-r", "most-recent", "--output", answers).status == 0
    answer = answers / "ann-answer.xml"
    answer.write_text(answer.read_text().replace('antecedent="', 'antecedent="x', 1))
    scored = [run("are", "score", once, answers, "--task", 1, "--format", "json", "--jobs", jobs) for jobs in (1, 2)]
    assert scored[0].status == 0
    assert "ann-answer.xml:" in scored[0].err
    assert scored[0] == scored[1]


@pytest.mark.slow
@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect_on_the_samples(run: Run, tmp_path: Path, task: int) -> None:
    round_trip(run, SAMPLES, tmp_path, task)
