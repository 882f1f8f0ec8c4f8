"""A resolver of one's own kind, which leaves no traces, raises, or changes what it is given."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plug_in import install, run_with

CODE = '''
from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.resolvers.options import ResolverOptions


class Bare:
    """Takes the mention before, and knows nothing but Document and Resolution."""

    name, description, source = "bare", "the mention before", "a test"
    needs_key, parts, options, Options = False, (), {}, ResolverOptions

    def __init__(self, options=None):
        pass

    def resolve(self, document, key=None):
        mentions = sorted(document.mentions, key=lambda mention: mention.start)
        decisions = [
            Decision(mention.id, before.id)
            for before, mention in zip(mentions, mentions[1:])
            if mention.person == 3 and mention.pronoun_type in ("personal", "possessive")
        ]
        linked = {decision.anaphor: decision.antecedent for decision in decisions}
        chains = {}
        for mention in mentions:
            before = linked.get(mention.id)
            chains[mention.id] = chains[before] if before else []
            chains[mention.id].append(mention.id)
        whole = list({id(chain): chain for chain in chains.values()}.values())
        return Resolution(document.id, self.name, {}, decisions, whole, [])


class Raising(Bare):
    name = "raising"

    def resolve(self, document, key=None):
        raise KeyError("no luck")


class Changing(Bare):
    name = "changing"

    def resolve(self, document, key=None):
        resolution = super().resolve(document, key)
        document.mentions.pop()
        return resolution
'''
POINTS = """
[anaphora_workbench.resolvers]
bare = bare_resolver:Bare
raising = bare_resolver:Raising
changing = bare_resolver:Changing
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return install(tmp_path / "site", "bare_resolver", CODE, POINTS)


def test_its_errors_have_no_cause_but_that_there_is_no_trace(site: Path, tiny: Path) -> None:
    """She → the lamp, it → She, his → his key, It → his: all wrong, with a right mention before each."""
    done = run_with(
        site, "compare", tiny, "-s", "true-gold", "-r", "bare", "-r", "hobbs", "--errors", "--format", "json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = json.loads(done.stdout)["corpora"]["tiny"]["true-gold"]
    assert outcomes["bare"]["anaphors"] == 4
    signed = r"\|resolver-rules:bare_resolver==1\.0@[0-9a-f]{12}\|resolver:bare$"
    assert re.search(signed, outcomes["bare"]["signature"])
    causes = outcomes["bare"]["errors"]["causes"]
    assert {cause: counts["wrong"] for cause, counts in causes.items()} == {"no trace": 4}


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "-s", "true-gold", "-r", "bare", "--report", "report.html"),
        ("compare", "-s", "true-gold", "-r", "bare+head-match"),
        ("compare", "-s", "true-gold", "-r", "bare", "--by", "pronoun"),
    ],
    ids=["report", "joined", "by"],
)
def test_it_runs_in_every_view(site: Path, tiny: Path, command: tuple[str, ...]) -> None:
    done = run_with(site, command[0], tiny, *command[1:])
    assert (done.returncode, done.stderr) == (0, "")
    assert "bare" in done.stdout


def test_explain_shows_what_it_chose(site: Path, tiny: Path) -> None:
    done = run_with(site, "explain", tiny, "-r", "bare", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    explanations = json.loads(done.stdout)
    assert {explanation["decision"]["rule"] for explanation in explanations} == {"no trace"}
    assert all(explanation["decision"]["antecedent"] for explanation in explanations)


def test_what_fails_is_named_with_its_document(site: Path, tiny: Path) -> None:
    done = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "raising", "-r", "hobbs")
    assert done.returncode != 0
    assert "resolver raising: KeyError: 'no luck'" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_changes_its_document_changes_only_a_copy(site: Path, tiny: Path) -> None:
    words = ("compare", tiny, "-s", "true-gold", "--format", "json")
    done, alone = run_with(site, *words, "-r", "changing", "-r", "hobbs"), run_with(site, *words, "-r", "hobbs")
    assert (done.returncode, done.stderr) == (0, "")
    hobbs = [json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["hobbs"] for ran in (done, alone)]
    assert hobbs[0] == hobbs[1]
