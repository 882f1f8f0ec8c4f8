"""A filter of a plug-in, one file and one entry, is found wherever filters are named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plug_in import install, run_with

CODE = """
from anaphora_workbench.resolvers import candidate_filter


@candidate_filter("no-subjects", "subjects cannot be antecedents", "test")
def no_subjects(case, candidate):
    return "a subject" if case.mention(candidate).function == "SUBJ" else None
"""
ENTRY = "[anaphora_workbench.filters]\nno-subjects = no_subjects:no_subjects\n"
ALSO = ("-r", "most-recent", "-r", "kennedy-boguraev", "--option", "also=no-subjects", "--jobs", 1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("filter") / "site", "no_subjects", CODE, ENTRY)


def workbench(site: Path, *words: object) -> str:
    done = run_with(site, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_is_listed(site: Path) -> None:
    rows = {row["name"]: row for row in json.loads(workbench(site, "list", "filters", "--format", "json"))}
    assert list(rows) == [
        "agreement",
        "syntax",
        "chains",
        "quotations",
        "referents",
        "doubt",
        "threshold",
        "no-subjects",
    ]
    assert rows["no-subjects"]["package"] == "no_subjects"


def test_it_is_explained(site: Path, tiny: Path) -> None:
    printed = workbench(site, "explain", tiny / "ann.conllu", "-r", "most-recent", "--option", "also=no-subjects")
    assert "no-subjects: a subject" in printed


def test_it_loses_antecedents_and_the_errors_say_so(site: Path, tiny: Path) -> None:
    printed = workbench(site, "compare", tiny, "-s", "true-gold", *ALSO, "--errors", "--format", "json")
    for outcome in json.loads(printed)["corpora"]["tiny"]["true-gold"].values():
        causes = outcome["errors"]["causes"]
        assert causes["filtered by no-subjects"]["wrong"] > 0
        assert causes["filtered by no-subjects"]["examples"][0]["detail"] == "a subject"
    assert "filtered by no-subjects: a right candidate fell to the filter no-subjects" in workbench(
        site, "compare", tiny, "-s", "true-gold", *ALSO, "--errors"
    )


def test_the_signature_names_its_distribution_and_version(site: Path, tiny: Path) -> None:
    printed = workbench(site, "compare", tiny, "-s", "true-gold", *ALSO, "--format", "json")
    for name, outcome in json.loads(printed)["corpora"]["tiny"]["true-gold"].items():
        signed = rf"\|resolver:{name},also=no-subjects@no_subjects==1\.0@[0-9a-f]{{12}}$"
        assert re.search(signed, outcome["signature"])


def test_an_ablation_says_what_it_costs(site: Path, tiny: Path) -> None:
    printed = workbench(site, "compare", tiny, "-s", "true-gold", *ALSO, "--ablate", "--format", "json")
    for resolver in ("most-recent", "kennedy-boguraev"):
        without = json.loads(printed)["ablations"]["tiny"]["true-gold"][resolver]["without"]
        assert without["no-subjects"]["change"] > 0


def test_the_report_names_it(site: Path, tiny: Path, tmp_path: Path) -> None:
    workbench(site, "compare", tiny, "-s", "true-gold", *ALSO, "--report", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "filtered by no-subjects" in page
    assert "subjects cannot be antecedents" in page


WRONG = """
from anaphora_workbench.resolvers import Filter, candidate_filter
from anaphora_workbench.resolvers.contract.case import Candidate


@candidate_filter("bang", "raises", "test")
def bang(case, candidate):
    return 1 / 0


@candidate_filter("truthy", "says no more than True", "test")
def truthy(case, candidate):
    return True


def forget(case):
    case.candidates = [candidate.position for candidate in case.candidates]


def mark(case):
    case.candidates = [candidate.rejected("mark", 7) for candidate in case.candidates]


FORGET = Filter("forget", "keeps positions only", "test", forget, {}, ("forget",), lambda candidate: ("", ""))
MARK = Filter("mark", "gives numbers as reasons", "test", mark, {}, ("mark",), lambda candidate: ("", ""))
"""
WRONG_ENTRY = (
    "[anaphora_workbench.filters]\nbang = wrong:bang\ntruthy = wrong:truthy\nforget = wrong:FORGET\nmark = wrong:MARK\n"
)


@pytest.mark.parametrize(
    ("name", "thing", "told"),
    [
        ("bang", "bang", "failed: ZeroDivisionError: division by zero"),
        ("truthy", "truthy", "returned True for mention m1; expected the reason in words, or None"),
        ("forget", "FORGET", "left [0] as candidates; expected Candidates, with reasons in words"),
        ("mark", "MARK", "as candidates; expected Candidates, with reasons in words"),
    ],
)
def test_what_a_filter_does_wrong_is_told_with_its_name(tiny: Path, name: str, thing: str, told: str) -> None:
    site = install(tiny.parent / "site", "wrong", WRONG, WRONG_ENTRY)
    words = ("explain", tiny / "tom.conllu", "-r", "most-recent", "--option", f"also={name}", "--no-cache")
    (line,) = run_with(site, *words).stderr.splitlines()
    assert f"tom: resolver most-recent: filter {name!r} (wrong:{thing}, package wrong 1.0) " in line
    assert line.endswith(told)
