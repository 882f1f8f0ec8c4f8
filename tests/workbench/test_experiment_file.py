"""Experiments described by a file: read, refused, saved as they ran, run again."""

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from anaphora_workbench.workbench.experiments.experiment_file import read_experiment
from plug_in import install, run_with
from tiny_corpus import ANN, Run, conllu

DESCRIBED = """\
title = "Two documents"
resolvers = ["mitkov", "singletons"]
metrics = ["success_rate", "muc"]
by = ["pronoun"]
seed = 7

[[corpora]]
name = "small"
path = "tiny"
settings = ["true-gold"]

[options.mitkov]
window = 1

[metric-options]
match = "exact"
"""


@pytest.fixture
def described(tiny: Path) -> Path:
    path = tiny.parent / "experiment.toml"
    path.write_text(DESCRIBED, encoding="utf-8")
    return path


def test_what_it_says_is_what_runs(described: Path) -> None:
    description = read_experiment(described)
    experiment = description.experiment
    assert (description.title, experiment.resolvers, experiment.seed) == ("Two documents", ("mitkov", "singletons"), 7)
    (corpus,) = experiment.corpora
    assert (corpus.name, corpus.path, [str(setting) for setting in corpus.settings]) == (
        "small",
        described.parent / "tiny",
        ["true-gold"],
    )
    assert experiment.options_of("mitkov") == {"window": 1}
    assert dict(experiment.metric_options) == {"match": "exact"}
    assert (experiment.metrics, experiment.by) == (("success_rate", "muc"), ("pronoun",))


def test_saved_and_run_again_gives_the_same_bytes(run: Run, described: Path) -> None:
    assert run("compare", described, "--output", "out/first.json", "--jobs", 1).status == 0
    first = Path("out/first.json").read_bytes()
    saved = tomllib.loads(Path("out/first.experiment.toml").read_text(encoding="utf-8"))
    assert saved["corpora"][0]["path"] == "../tiny"
    assert len(saved["corpora"][0]["checksum"]) == 12
    assert saved["options"]["mitkov"]["window"] == 1
    assert set(saved["made-with"]) >= {"python", "anaphora-workbench", "numpy", "spacy", "model", "lexicon"}
    assert saved["signatures"]["small"]["true-gold"]["mitkov"].endswith("resolver:mitkov,window=1")
    again = run("compare", "out/first.experiment.toml", "--output", "out/again.json", "--jobs", 2, "--no-cache")
    assert (again.status, again.err) == (0, "")
    assert Path("out/again.json").read_bytes() == first
    assert Path("out/again.experiment.toml").read_bytes() == Path("out/first.experiment.toml").read_bytes()


def test_changed_files_are_noticed(run: Run, described: Path, tiny: Path) -> None:
    assert run("compare", described, "-o", "out/first.json").status == 0
    (tiny / "tom.conllu").write_text(conllu("other", ANN), encoding="utf-8")
    ran = run("compare", "out/first.experiment.toml", "-o", "out/again.json")
    assert ran.status == 1
    assert "out/first.experiment.toml: small has the checksum" in ran.err
    assert Path("out/again.json").exists()


def test_other_versions_are_named(run: Run, described: Path) -> None:
    described.write_text(DESCRIBED + '\n[made-with]\nspacy = "0.1"\n', encoding="utf-8")
    ran = run("compare", described)
    assert ran.status == 0
    assert "warning: " in ran.err
    assert "made with spacy 0.1, run with " in ran.err


MODEL = Path(__file__).parents[2] / "models" / "anaphora_workbench_models" / "ranking-pronouns.json"


OF_FILES = """
from dataclasses import dataclass

from anaphora_workbench.resolvers import PronounResolver
from anaphora_workbench.resolvers.options import PronounOptions, option


@dataclass(frozen=True, kw_only=True)
class Places(PronounOptions):
    words: str = option("", "words", is_file=True)
    folder: str = option("", "words by language", is_file=True)
    written: str = option("", "what it learns", is_file=True)


class Placed(PronounResolver):
    name, description, source, Options = "placed", "answers nothing", "a test", Places

    def choose(self, case):
        return None
"""


def test_checksums_are_of_files_alone(tiny: Path, tmp_path: Path) -> None:
    site = install(
        tmp_path / "site", "of_files", OF_FILES, "[anaphora_workbench.resolvers]\nplaced = of_files:Placed\n"
    )
    (tmp_path / "words.txt").write_text("", encoding="utf-8")
    places = {"words": "words.txt", "folder": "tiny", "written": "not/yet.json"}
    words = [word for name, place in places.items() for word in ("--option", f"{name}={place}")]
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "placed", *words, "--no-cache", "-o", "first.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    saved = tomllib.loads((tmp_path / "first.experiment.toml").read_text(encoding="utf-8"))
    assert places.items() <= saved["options"]["placed"].items()
    assert {name: told for name, told in saved["made-with"].items() if name.startswith("placed.")} == {
        "placed.words": "e3b0c44298fc"
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 7", "seed = ", "experiment.toml:5: not TOML: invalid value"),
        ("seed = 7", "sede = 7", "experiment.toml:5: no key 'sede'; expected one of by, corpora"),
        ("seed = 7", "seed = -1", "experiment.toml:5: seed is -1; expected a whole number from 0"),
        ('["pronoun"]', '["verb"]', "experiment.toml:4: no breakdown 'verb'; expected one of"),
        ('path = "tiny"', 'path = "huge"', "huge: no such file or folder; expected a path"),
        ("true-gold", "gold-true", "experiment.toml:10: no setting 'gold-true'; there are:"),
        ('"true-gold"', "5", "experiment.toml:10: no setting 5; there are: true-gold"),
        ('"mitkov", ', '"mitkow", ', "options of 'mitkov', which does not run"),
        ('["mitkov", "singletons"]', "[]", "experiment.toml:2: resolvers names none; expected the name of"),
        ('"singletons"', '"single"', "experiment.toml:2: no resolver 'single'; there are"),
        ("window = 1", "windw = 1", "experiment.toml:13: mitkov has no option 'windw'"),
        ('"muc"', '"muck"', "experiment.toml:3: no metric 'muck'; there are"),
        ("[[corpora]]", "[corpora]", "corpora is not a list of tables; expected [[corpora]]"),
        ('match = "exact"', 'match = "tail"', "match cannot be 'tail'; expected one of"),
        ('name = "small"', "name = 3", "experiment.toml:8: name is 3"),
        ("window = 1", 'window = "small"', "experiment.toml:13: option window of mitkov: 'small'"),
        ("window = 1", "also = 5", "experiment.toml:13: option also of mitkov: 5 is not a list"),
        ("window = 1", "also = [5]", "experiment.toml:13: option also of mitkov: (5,) is not"),
        ("window = 1", "window = -4", "experiment.toml:13: option window of mitkov: -4"),
        ('path = "tiny"', 'path = "tiny"\nformat = "foo"', "experiment.toml:10: no format 'foo'"),
    ],
)
def test_mistakes_are_named_with_their_line(run: Run, described: Path, old: str, new: str, message: str) -> None:
    assert DESCRIBED.count(old) == 1
    described.write_text(DESCRIBED.replace(old, new), encoding="utf-8")
    ran = run("compare", described)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


TWICE = """\
[[responses]]
name = "%s"
path = "tiny"

[[responses]]
# The first name in the file is a corpus's.
path = "tiny"
name = "%s"
"""


@pytest.mark.parametrize(
    ("added", "message"),
    [
        (TWICE % ("sys", "sys"), "experiment.toml:25: duplicate row name 'sys'"),
        (TWICE % ("sys", "mitkov"), "experiment.toml:25: duplicate row name 'mitkov'"),
        (TWICE % ("mitkov", "sys"), "experiment.toml:19: duplicate row name 'mitkov'"),
        ('[[corpora]]\npath = "tiny"\n', "experiment.toml:19: duplicate corpus"),
        ('[[corpora]]\npath = "tiny/ann.conllu"\nname = "small"\n', "experiment.toml:20: duplicate corpus name"),
    ],
)
def test_the_second_of_two_names_is_the_mistake(run: Run, described: Path, added: str, message: str) -> None:
    described.write_text(f"{DESCRIBED}\n{added}", encoding="utf-8")
    ran = run("compare", described)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


def test_outputs_named_in_the_file_lie_beside_it(run: Run, described: Path) -> None:
    outputs = '\n[output]\njson = "out/r.json"\nreport = "out/r.html"\ntables = "out/tables"\n'
    described.write_text(DESCRIBED + outputs, encoding="utf-8")
    assert run("compare", described).status == 0
    folder = described.parent / "out"
    assert (folder / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    names = {file.name for file in (folder / "tables").iterdir()}
    assert {f"disclosure.{ending}" for ending in ("csv", "json", "md", "tex")} <= names
    # What the report counts in addition must not stand in the results.
    outcome = json.loads((folder / "r.json").read_text())["corpora"]["small"]["true-gold"]["mitkov"]
    assert list(outcome["by"]) == ["pronoun"]
    assert set(outcome["metrics"]) == {"success_rate", "muc"}


@pytest.mark.parametrize("folder", ["", "sub"])
@pytest.mark.parametrize(
    ("written", "read"),
    [("$HERE/my/model.json", "{}/my/model.json"), ("~/my/model.json", "{}/my/model.json"), ("my/model.json", "")],
)
def test_an_option_may_name_a_variable(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, folder: str, written: str, read: str
) -> None:
    monkeypatch.chdir(tiny.parent)
    for place in {"", folder}:
        (Path(place) / "my").mkdir(parents=True)
        shutil.copy(MODEL, Path(place) / "my/model.json")
    for variable in ("HERE", "HOME"):
        monkeypatch.setenv(variable, str(tiny.parent))
    description = f'resolvers = ["ranking-pronouns"]\n[[corpora]]\npath = "{tiny}"\n'
    description += f'[options.ranking-pronouns]\nmodel = "{written}"\n'
    (Path(folder) / "e.toml").write_text(description, encoding="utf-8")
    options = read_experiment(Path(folder) / "e.toml").experiment.options_of("ranking-pronouns")
    assert options == {"model": read.format(tiny.parent) or str(Path(folder) / written)}


def test_another_systems_answers_stand_in_the_report(run: Run, described: Path) -> None:
    assert (
        run("resolve", "tiny", "-r", "most-recent", "--to", "conllu", "-o", "answers", "--mentions", "true").status == 0
    )
    answers = '\n[[responses]]\nname = "theirs"\npath = "answers"\nresources = "{}"\n'
    described.write_text(DESCRIBED + answers.format("opne"), encoding="utf-8")
    assert "no resources 'opne'; expected one of closed, open" in run("compare", described).err
    described.write_text(DESCRIBED + answers.format("open"), encoding="utf-8")
    ran = run("compare", described, "-o", "out/r.json", "--report", "out/r.html")
    assert (ran.status, ran.err) == (0, "")
    assert 'data-resolver="theirs"' in Path("out/r.html").read_text(encoding="utf-8")
    saved = tomllib.loads(Path("out/r.experiment.toml").read_text(encoding="utf-8"))
    assert (saved["responses"][0]["path"], len(saved["responses"][0]["checksum"])) == ("../answers", 12)
    assert saved["responses"][0]["resources"] == "open"
    assert run("compare", "out/r.experiment.toml", "-o", "out/again.json").status == 0
    assert Path("out/again.json").read_bytes() == Path("out/r.json").read_bytes()
