"""What resolvers name is said in the words of one place, and no template or script knows a filter by name."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import get_args

import pytest

from anaphora_workbench.resolvers import words_of
from anaphora_workbench.resolvers.discourse.agreement import DIMENSIONS as FEATURES
from anaphora_workbench.resolvers.features import FEATURES as LEARNED_FEATURES
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from anaphora_workbench.resolvers.words import OTHER, REASONS
from anaphora_workbench.workbench.analysis.causes import causes
from anaphora_workbench.workbench.analysis.verdicts import Verdict
from anaphora_workbench.workbench.report import difficulty
from anaphora_workbench.workbench.report.explanations import explanation, words
from anaphora_workbench.workbench.report.explanations.words import (
    UNSEEN,
    VERDICTS,
    WITHOUT_KEY,
    words_of_causes,
    words_of_filters,
)
from plug_in import install, run_with
from report_files import index_of, piece_of
from tiny_corpus import Run

REPORT = Path(__file__).parents[2] / "workbench" / "report"


def test_no_template_and_no_script_names_a_filter_a_feature_or_a_cause() -> None:
    names = {*words_of_filters(), *FEATURES, *words_of_causes()}
    files = [file for file in REPORT.rglob("*") if file.name.endswith((".js", ".j2"))]
    assert len(files) > 10
    for file in files:
        # A sentence's number has a style of that name.
        text = file.read_text(encoding="utf-8").replace('class: "number"', "")
        literals = set(re.findall(r"[\"'`>]([^\"'`<>\n]*)[\"'`<]", text))
        assert not literals & names, file


def test_each_cause_and_each_verdict_has_words() -> None:
    assert list(words_of_causes()) == list(causes())
    assert {verdict.name for verdict in (*VERDICTS, *WITHOUT_KEY)} == set(get_args(Verdict))
    letters = [verdict.letter for verdict in (*VERDICTS, UNSEEN)]
    assert len(letters) == len(set(letters))


def test_what_learned_features_are_called_is_of_features_and_values_that_there_are() -> None:
    spoken = words_of(RESOLVERS.names())
    assert set(spoken.features) == set(LEARNED_FEATURES)
    assert [
        (name, value)
        for name, its_words in spoken.features.items()
        for value in its_words.values
        if value not in (LEARNED_FEATURES[name].values or ())
    ] == []
    asked = {part for line in spoken.published.values() for part in line.split(" & ")}
    assert {part.removeprefix("mention.").removeprefix("candidate.") for part in asked} <= set(LEARNED_FEATURES)


def test_each_feature_of_ours_says_which_reason_it_counts_for() -> None:
    assert {feature.words.reason for feature in LEARNED_FEATURES.values()} == set(REASONS)
    assert [name for name, feature in LEARNED_FEATURES.items() if feature.words.reason == OTHER] == ["constraints"]


def test_each_factor_that_an_algorithm_weighs_has_words() -> None:
    for name in RESOLVERS.names():
        factors = getattr(RESOLVERS.get(name), "factors", {})
        spoken = words_of([name]).factors
        assert set(factors) <= set(spoken), name
        assert all(spoken[factor].gains or spoken[factor].loses for factor in factors), name


def test_a_rule_of_a_joined_resolver_has_the_words_of_its_parts() -> None:
    joined = words_of(["cogniac+speech-pronouns", "a file of answers"])
    assert "search back" in joined.rules
    assert "nobody told" in joined.no_answer_on_page
    assert "max-salience" not in joined.rules


def test_other_words_change_what_is_explained(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("explain", tiny, "-r", "mitkov").out
    figures = run("difficulty", tiny).out
    assert " after agreement" in before
    assert "left out: " in before
    assert "… after agreement" in figures
    renamed = {
        name: replace(its_words, cause="unlikeness", survived="unlikeness")
        for name, its_words in words_of_filters().items()
    }
    assert asdict(renamed["agreement"])["compares"] == FEATURES
    for module in (explanation, words):
        monkeypatch.setattr(module, "words_of_filters", lambda: renamed)
    changed = run("explain", tiny, "-r", "mitkov").out
    assert changed == before.replace("agreement", "unlikeness")
    # The column is as wide as its longest cell.
    in_other_words = figures.replace("after agreement", "after unlikeness")
    assert run("difficulty", tiny).out.split() == in_other_words.split()
    assert difficulty.words_of_counting_filter().cause == "unlikeness"


FILTER = """
from anaphora_workbench.resolvers.pronouns.stages.filter import candidate_filter


@candidate_filter("lamps", "no lamps", "example")
def lamps(case, candidate):
    return "a lamp" if "lamp" in case.discourse.document.mention_text(case.mention(candidate)) else None
"""


def test_a_filter_of_a_plug_in_is_in_the_report_and_in_explanations(tiny: Path, tmp_path: Path) -> None:
    site = install(tmp_path / "site", "dark", FILTER, "[anaphora_workbench.filters]\nlamps = dark:lamps\n")
    words = ("-r", "mitkov", "--option", "mitkov.also=lamps")
    explained = run_with(site, "explain", tiny, *words)
    assert explained.stderr == ""
    assert "left out: the lamp (m2): lamps: a lamp\n" in explained.stdout
    file = tmp_path / "r.html"
    done = run_with(site, "compare", tiny, *words, "-s", "true-gold", "--no-cache", "--report", file)
    assert (done.returncode, done.stderr) == (0, "")
    page = file.read_text(encoding="utf-8")
    index = index_of(page)
    assert index["words"]["filters"]["lamps"] == {"cause": "lamps", "meaning": "no lamps", "compares": []}
    answered = piece_of(page, index["corpora"][0]["settings"]["true-gold"]["documents"])
    traces = piece_of(page, answered["traces"][0])
    rules = [trace["s"] for (trace,) in traces.values() if "lamps" in trace.get("n", ())]
    assert rules
    assert all(list(of_trace["lamps"]) == ["a lamp"] for of_trace in rules)


def test_a_filter_that_nobody_describes_goes_by_its_name() -> None:
    assert words.words_of_filter("moonlight").cause == "moonlight"
