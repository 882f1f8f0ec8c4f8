"""``are run``: all steps of the exercise in one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from prepared_tasks import prepared_files
from tiny_corpus import Run

SAMPLES = packaged("samples")


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
        assert len(outcome["metrics"][f"are_task{task}"]["interval"]) == 2
    assert "resolver:mitkov+head-match" in whole["task2"]["mitkov"]["signature"]
    assert "resolver:are-like+exact-match" in whole["task4"]["are-like"]["signature"]
    assert "resolver:mitkov" in whole["task3"]["mitkov"]["signature"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ((), {"leftout:appos,disc,pred", "pronouns:all", "are:task1", "resolver:mitkov"}),
        (("--leave-out", "pred"), {"leftout:pred", "pronouns:all"}),
        (("--leave-out", "nothing"), {"leftout:nothing"}),
        (("--named",), {"leftout:appos,disc,pred", "pronouns:named"}),
        (("--option", "mitkov.window=1"), {"resolver:mitkov,window=1"}),
    ],
)
def test_the_signature_of_a_run_says_what_was_asked(
    run: Run, tiny: Path, words: tuple[str, ...], parts: set[str]
) -> None:
    ran = run("are", "run", tiny, "-r", "mitkov", "-t", 1, *words, "--format", "json", "-j", 1)
    signed = json.loads(ran.out)["corpora"]["tiny"]["task1"]["mitkov"]["signature"]
    assert parts <= set(signed.split("|"))


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


def test_two_runs_are_the_same_bytes_but_for_timings(run: Run, tiny: Path) -> None:
    asked = ("are", "run", tiny, "-r", "mitkov", "-t", 1, "-t", 3, "--format", "json", "-j", 1)
    first, second = run(*asked).out, run(*asked).out
    assert first == second
    timed = json.loads(run(*asked, "--timings").out)
    for task in ("task1", "task3"):
        assert timed["corpora"]["tiny"][task]["mitkov"].pop("seconds") > 0
    assert timed == json.loads(first)


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
