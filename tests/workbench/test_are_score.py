"""``are score``: keys and answers, as they come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prepared_tasks import prepared_files
from tiny_corpus import Run


def test_a_bad_answer_costs_what_is_wrong_in_it(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "ann-answer.xml").write_text('<a>\n<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m3"/>\n</a>')
    (answers / "tom-answer.xml").write_text('<document>\n<pronoun id="m3"')
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert ran.status == 1
    *warnings, error = ran.err.replace(f"{tmp_path}/answers/", "").splitlines()
    # What the parser finds wrong is said in its own words.
    assert error.startswith("error: tom-answer.xml:2: not well-formed XML: ")
    assert error.endswith("; counted as no answer")
    assert warnings == [
        "warning: ann-answer.xml:3: a second answer for 'm3'; expected one; the first counts",
        "warning: ann-answer.xml: no answer for pronoun 'm4' (it); expected a <pronoun> for each",
        "warning: who-answer.xml: no key for this answer; not counted",
    ]
    content = json.loads(ran.out)
    assert content["documents"] == 2
    score = content["metrics"]["are_task1"]
    assert (score["numerator"], score["denominator"], score["value"]) == (1, 4, 0.25)
    assert content["document_means"]["are_task1"] == {"value": 0.25}
    by_document = content["by"]["document"]
    assert {name: scores["metrics"]["are_task1"]["value"] for name, scores in by_document.items()} == {
        "ann": 0.5,
        "tom": 0,
    }
    assert [problem["line"] for problem in content["problems"]] == [3, None]


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_several_answers_make_a_leaderboard(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task", "--named")
    for resolver in ("singletons", "most-recent", "oracle"):
        keys = ("--keys", folder) if resolver == "oracle" else ()
        answers = tmp_path / "answers" / resolver
        run("are", "resolve", folder, "-t", task, "-r", resolver, *keys, "-o", answers, "-j", 1)
    given = sorted((tmp_path / "answers").iterdir())
    ran = run("are", "score", folder, *given, "-t", task, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)
    for answers in given:
        alone = json.loads(run("are", "score", folder, answers, "-t", task, "--format", "json").out)
        assert alone.pop("signature") == content["signature"]
        assert "|format-rules:1|" in content["signature"]
        assert content["answers"][answers.name] == alone
    measure = f"are_task{task}"
    figures = {
        name: scores["metrics"][measure].get("f1", scores["metrics"][measure].get("value"))
        for name, scores in content["answers"].items()
    }
    assert list(figures) == sorted(figures, key=lambda name: (-figures[name], name))
    assert figures["singletons"] == 0
    tests = {(test["first"], test["second"]): test for test in content["significance"]}
    assert len(tests) == 3
    for (first, second), test in tests.items():
        assert test["difference"] == pytest.approx(figures[first] - figures[second])
        assert test["difference"] >= 0
        assert 0 < test["randomisation"] <= test["corrected"] <= 1
    ran = run("are", "score", folder, *given, "-t", task)
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in figures][:3] == list(figures)
    assert any("p after Holm" in line for line in lines)
    assert content["documents"] == 2
    few = "over 2 documents the paired bootstrap rejects too often; quote the randomisation"
    assert lines[-1] == f"{few} (about 0.5 is its least p here)"


def test_answers_of_one_name_go_by_their_paths(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 2, tmp_path / "task")
    for place in ("a/run", "b/run"):
        run("are", "resolve", folder, "-t", 2, "-r", "exact-match", "-o", tmp_path / place, "-j", 1)
    ran = run("are", "score", folder, "a/run", "b/run", "-t", 2, "--format", "json")
    assert list(json.loads(ran.out)["answers"]) == ["a/run", "b/run"]
    ran = run("are", "score", folder, "a/run", "a/run", "-t", 2)
    assert (ran.status, ran.err) == (2, "error: a/run is given twice; expected each system's answers once\n")


def test_a_missing_answer_counts_as_none(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 3, tmp_path / "task")
    run(
        "are",
        "resolve",
        folder / "inputs" / "tom-input.xml",
        "-t",
        3,
        "-r",
        "oracle",
        "--keys",
        folder,
        "-o",
        tmp_path / "a",
    )
    ran = run("are", "score", folder, tmp_path / "a", "-t", 3, "--format", "json")
    assert ran.status == 1
    assert "ann-key.xml: no answer to this key; expected a file ann-answer.xml; counted as no answer" in ran.err
    assert json.loads(ran.out)["metrics"]["are_task3"]["recall"]["denominator"] == 4


def test_a_key_of_chains_alone_asks_its_third_person_pronouns(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d-key.xml").write_text(
        '<document><chain id="c"><node start="26" end="29" value="the government of Zair"/>'
        '<node start="31" end="31" value="it"/></chain></document>'
    )
    # Two files belong together whatever their names.
    (tmp_path / "mine.xml").write_text(
        '<document><pronoun start="31" end="31" antecedent_start="26" antecedent_end="27"/></document>'
    )
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "mine.xml", "-t", 3, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["metrics"]["are_task3"]["f1"] == 0.5


def test_a_key_without_pronouns_is_said_next_to_its_zero(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task")
    chain = '<chain id="e1"><node id="m1"/><node id="m3"/></chain>'
    (folder / "keys" / "tom-key.xml").write_text(f"<document><anaphoric_pronouns/>{chain}</document>")
    ran = run("are", "score", folder, folder / "answers", "-t", 1)
    assert ran.status == 2
    (folder / "tom-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, folder / "tom-answer.xml", "-t", 1)
    says = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
    assert (ran.status, ran.err) == (0, f"warning: {folder / 'keys' / 'tom-key.xml'}: {says}\n")


@pytest.mark.parametrize("task", [3, 4])
@pytest.mark.parametrize(("start", "end"), [("4", "2"), ("1", "99999999999"), ("1", "9" * 5000), ("²", "3")])
def test_a_key_without_its_text_has_spans_of_a_text(run: Run, tmp_path: Path, task: int, start: str, end: str) -> None:
    chain = f'<chain id="c"><node start="3" end="3"/><node start="{start}" end="{end}"/></chain>'
    (tmp_path / "d-key.xml").write_text(f"<document>{chain}</document>")
    (tmp_path / "d-answer.xml").write_text("<document/>")
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "d-answer.xml", "-t", task)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {tmp_path / 'd-key.xml'}: mention '{start}-{end[:50]}")
    assert ran.err.endswith("' has no nodes in a text; expected start and end, start <= end\n")
