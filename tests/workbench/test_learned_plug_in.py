"""A learned resolver of a plug-in: what it learns is refused before a model is written that nobody could read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plug_in import install, run_with

CODE = """
from dataclasses import dataclass

from anaphora_workbench.resolvers import PronounResolver
from anaphora_workbench.resolvers.learning.learned_resolver import MODEL_HELP, Learned
from anaphora_workbench.resolvers.options import PronounOptions, option


@dataclass(frozen=True, kw_only=True)
class Options(PronounOptions):
    model: str = option("", MODEL_HELP, is_file=True)


class Counted(Learned, PronounResolver):
    name, description, source, role = "counted", "counts", "a test", "learned"
    Options = Options
    trained_in = ("true-gold",)

    def __init__(self, options=None):
        super().__init__(options)
        self.load()

    def take(self, learnt):
        self.odds = learnt["odds"]

    def choose(self, case):
        return None

    @classmethod
    def learn(cls, documents, parameters, seed, advance):
        return {{"odds": {{}}}}, {features}, {{}}
"""
ENTRY = "[anaphora_workbench.resolvers]\ncounted = counted:Counted\n"


@pytest.mark.parametrize(
    ("features", "told"),
    [
        (
            "['odds', 'sentence']",
            "counted has learnt from no feature of the workbench, 'odds', 'sentence'; there are: type,",
        ),
        ("[]", "counted names no features that it has learnt from; there are: type,"),
    ],
)
def test_features_that_there_are_not_are_refused_before_the_model_is_written(
    tiny: Path, features: str, told: str
) -> None:
    site = install(tiny.parent / "site", "counted", CODE.format(features=features), ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 2
    assert told in ran.stderr
    assert ("sentences?" in ran.stderr) == ("sentence" in features)
    assert not (site.parent / "counted.json").exists()


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("{{}}['odds']", "failed to learn: KeyError: 'odds'"),
        (
            "{{'odds': {{}}}}, ['sentences']",
            "learnt ({'odds': {}}, ['sentences']); expected what it learnt (an object), ",
        ),
        ("{{'odds': float('nan')}}, ['sentences'], {{}}", "learnt what JSON cannot hold: Out of range float values"),
        ("{{'odds': {{1}}}}, ['sentences'], {{}}", "learnt what JSON cannot hold: Object of type set is not JSON"),
    ],
)
def test_what_is_no_lesson_is_told_with_the_plug_in(tiny: Path, lesson: str, told: str) -> None:
    code = CODE.replace('{{"odds": {{}}}}, {features}, {{}}', lesson).format()
    site = install(tiny.parent / "site", "counted", code, ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"error: resolver 'counted' (counted:Counted) {told}")
    assert not (site.parent / "counted.json").exists()


def test_what_is_learnt_does_not_depend_on_how_many_threads_add_numbers(tiny: Path) -> None:
    # From 10,000 numbers on OpenBLAS gives each thread a part of a sum; SciPy has a BLAS of its own.
    lesson = "{{'odds': [part['num_threads'] for part in threadpool_info() if part['user_api'] == 'blas']}}"
    code = CODE.replace('{{"odds": {{}}}}', lesson).format(features="['sentences']")
    code = f"import scipy.linalg\nfrom threadpoolctl import threadpool_info\n{code}"
    site = install(tiny.parent / "site", "counted", code, ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 0, ran.stderr
    threads = json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))["learnt"]["odds"]
    assert len(threads) >= 2
    assert set(threads) == {1}


def test_a_broken_plug_in_is_left_out_of_those_that_learn(tiny: Path) -> None:
    entries = f"{ENTRY}broken = counted:Missing\n"
    site = install(tiny.parent / "site", "counted", CODE.format(features="['sentences']"), entries)
    ran = run_with(site, "train", "mitkov", tiny, "--output", "mitkov.json", "--quiet")
    assert ran.returncode == 2
    assert "error: mitkov does not learn; those that do: berkeley, best, cistell, counted, ims" in ran.stderr


def test_a_model_of_known_features_is_read_again(tiny: Path) -> None:
    site = install(tiny.parent / "site", "counted", CODE.format(features="['sentences']"), ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 0, ran.stderr
    assert json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))["features"] == ["sentences"]
    ran = run_with(
        site, "explain", tiny / "tom.conllu", "-r", "counted", "--option", "model=counted.json", "--no-cache"
    )
    assert ran.returncode == 0, ran.stderr
    words = ("-r", "counted", "--option", "counted.model=counted.json", "-s", "true-gold", "-m", "muc", "--no-cache")
    signed = [line for line in run_with(site, "compare", tiny, *words).stdout.splitlines() if "model=" in line]
    model = json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))
    (site.parent / "counted.json").write_text(json.dumps(model | {"learnt": {"odds": {"she": 1}}}), encoding="utf-8")
    signed += [line for line in run_with(site, "compare", tiny, *words).stdout.splitlines() if "model=" in line]
    assert [line.startswith("resolver:counted,model=counted.json@") for line in signed] == [True, True]
    assert signed[0] != signed[1]
