"""Models and pipelines of users: named by what they are, wherever they lie."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import spacy

from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.resolvers.learning.model import shipped_model
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from tiny_corpus import Run

SYSTEM = "ranking-pronouns"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the model that comes with the package."""
    path = tmp_path / "model.json"
    path.write_text(shipped_model(SYSTEM, SYSTEM).text(), encoding="utf-8")
    return path


def _signed(run: Run, tiny: Path, model: Path) -> str:
    ran = run("compare", tiny, "--setting", "true-gold", "-r", SYSTEM, "--option", f"{SYSTEM}.model={model}", "--quiet")
    assert ran.status == 0, ran.err
    named = re.search(rf"resolver:{SYSTEM},model=\S+", ran.out + ran.err)
    assert named is not None, ran.out + ran.err
    return named[0]


def test_the_place_of_a_model_is_not_in_the_signature(run: Run, tiny: Path, model: Path) -> None:
    elsewhere = model.parent / "elsewhere" / model.name
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(model.read_bytes())
    assert _signed(run, tiny, model) == _signed(run, tiny, elsewhere)
    assert str(model.parent) not in _signed(run, tiny, model)


@pytest.mark.parametrize("part", ["learnt", "options"])
def test_what_a_model_says_is_in_the_signature(run: Run, tiny: Path, model: Path, part: str) -> None:
    before = _signed(run, tiny, model)
    content = json.loads(model.read_text(encoding="utf-8"))
    if part == "learnt":
        content[part]["third person pronouns"]["pairs"]["path"] = {}
    else:
        content[part]["noted"] = 1
    model.write_text(json.dumps(content), encoding="utf-8")
    assert _signed(run, tiny, model) != before


def pipeline(folder: Path, ends: str) -> Path:
    """Write the English pipeline with one more word that it takes for a pronoun."""
    nlp = spacy.load(load_model().path)
    ruler = nlp.get_pipe("attribute_ruler")
    ruler.add([[{"TEXT": ends}]], {"POS": "PRON", "TAG": "PRP"})
    nlp.to_disk(folder)
    return folder


def signed(run: Run, corpus: Path, model: Path) -> Any:
    words = ("compare", corpus, "-s", "system-predicted", "-r", "most-recent", "--metric", "muc", "--format", "json")
    ran = run(*words, "--spacy-model", model)
    assert ran.status == 0, ran.err
    (of_settings,) = json.loads(ran.out)["corpora"].values()
    return of_settings["system-predicted"]["most-recent"]


@pytest.mark.model
def test_pipelines_at_one_path_are_told_apart(run: Run, tiny: Path, tmp_path: Path) -> None:
    model = pipeline(tmp_path / "mymodel", "it")
    before = signed(run, tiny, model)
    meta = (model / "meta.json").read_bytes()
    pipeline(model, "lamp")
    (model / "meta.json").write_bytes(meta)
    after = signed(run, tiny, model)
    named = re.search(r"model:en_core_web_sm-3[.]8[.]0@[0-9a-f]{12}[|]", before["signature"])
    assert named, before["signature"]
    assert named[0] not in after["signature"]


@pytest.mark.model
@pytest.mark.parametrize(
    ("model", "folder", "placed"),
    [
        ("./m", "", "./m"),
        ("./m", "a", "a/m"),
        ("../m", "/a/b", "/a/b/../m"),
        ("/m", "a", "/m"),
        ("m", "a", "m"),
        (None, "a", None),
    ],
)
def test_a_folder_is_no_installed_model(model: str | None, folder: str, placed: str | None) -> None:
    assert Preprocessing(model).placed(Path(folder)).model == placed


@pytest.mark.model
def test_a_saved_experiment_finds_the_pipeline_from_anywhere(
    run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline(tmp_path / "mymodel", "it")
    words = ("compare", tiny, "-s", "system-predicted", "-r", "most-recent", "--spacy-model", "mymodel")
    (tmp_path / "saved").mkdir()
    assert run(*words, "--output", "saved/out.json").status == 0
    assert run(*words, "--run", "saved/run").status == 0
    described = tmp_path / "saved" / "out.experiment.toml"
    assert 'model = "../mymodel"' in described.read_text()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    for again in (("compare", described), ("compare", "--resume", tmp_path / "saved" / "run")):
        ran = run(*again, "--format", "json", "--quiet")
        assert (ran.status, ran.err) == (0, "")
        (of_settings,) = json.loads(ran.out)["corpora"].values()
        assert "model:en_core_web_sm-3.8.0@" in of_settings["system-predicted"]["most-recent"]["signature"]
