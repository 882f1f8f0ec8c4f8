"""Offsets of chains-json count the words of the text, not the zeros that the workbench made of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from tiny_corpus import Run

SPANISH = """\
# newdoc id = finca
# global.Entity = eid-etype-head-other
1\tLlegó\tllegar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\ttarde\ttarde\tADV\t_\t_\t1\tadvmod\t1:advmod\t_
3\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

1\tRosa\tRosa\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tvio\tver\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\ta\ta\tADP\t_\t_\t4\tcase\t4:case\t_
4\tEva\tEva\tPROPN\t_\tNumber=Sing\t2\tobl\t2:obl\tEntity=(b-person-1-)
5\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

0.1\t_\t_\tPRON\tp\t_\t_\t_\t1:nsubj\tEntity=(a-person-1-)
1\tRió\treír\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

1\tElla\tél\tPRON\t_\tGender=Fem|Number=Sing|Person=3|PronType=Prs\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tgritó\tgritar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

"""
METRICS = ("-m", "mentions", "-m", "muc", "-m", "success_rate", "-m", "precision", "--format", "json", "-q")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "finca.conllu"
    path.write_text(SPANISH, encoding="utf-8")
    return path


def test_zeros_that_were_made_are_not_counted(run: Run, key: Path) -> None:
    words = ("resolve", key, "-r", "most-recent", "--language", "es", "--annotation", "gold", "-q")
    assert run(*words, "--to", "chains-json", "-o", "json").status == 0
    assert run(*words, "-o", "xml").status == 0
    (answered,) = read("json/finca.chains.json")
    # Before *Llegó* a zero was made; that before *Rió* is the corpus's own.
    assert [(mention.start, mention.end, mention.text) for mention in answered.mentions] == [
        (-1, -1, ""), (3, 4, "Rosa"), (6, 7, "Eva"), (8, 9, "∅"), (11, 12, "Ella")
    ]  # fmt: skip
    in_json, in_xml = (
        json.loads(run("score", key, file, *METRICS).out)["metrics"]
        for file in ("json/finca.chains.json", "xml/finca.np.xml")
    )
    assert in_json["mentions"]["recall"] == {"numerator": 4, "denominator": 4, "value": 1.0}
    assert in_json == in_xml
    responses = ("--response", "j=json", "--response", "x=xml")
    compared = ("compare", key, "--language", "es", "-s", "system-gold", "-r", "most-recent", *responses, *METRICS)
    (rows,) = json.loads(run(*compared).out)["corpora"].values()
    metrics = [row["metrics"] for row in rows["system-gold"].values()]
    assert metrics[0]["mentions"]["recall"] == {"numerator": 4, "denominator": 4, "value": 1.0}
    assert metrics[0] == metrics[1] == metrics[2]


def test_another_system_counts_the_words_of_the_text(run: Run, key: Path, tmp_path: Path) -> None:
    mentions = [{"id": f"r{start}", "start": start, "end": start + 1} for start in (3, 6, 8, 11)]
    answers = {"id": "finca", "mentions": mentions, "chains": [["r3", "r8", "r11"], ["r6"]]}
    response = tmp_path / "response.json"
    response.write_text(json.dumps({"documents": [answers]}))
    words = ("compare", key, "--language", "es", "-s", "true-gold", "-r", "singletons", "--response", f"r={response}")
    rows = json.loads(run(*words, *METRICS).out)["corpora"]["finca"]["true-gold"]
    assert rows["r"]["metrics"]["muc"]["f1"] == 1.0
    mentions[-1]["end"] = 15
    response.write_text(json.dumps({"documents": [answers]}))
    refused = run(*words, *METRICS)
    assert "mention 'r11' of document 'finca' ends at word 15 of 14; expected a span within" in refused.err
