"""A model of the user's: what it has learnt from, and that signatures name it by name and content, wherever it lies."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from anaphora_workbench.resolvers.learning.model import shipped_model
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


def test_json_says_of_how_many_documents_a_model_has_learnt(run: Run, tiny: Path, model: Path) -> None:
    content = json.loads(model.read_text(encoding="utf-8"))
    content["trained_on"][0]["documents"] = ["ann"]
    model.write_text(json.dumps(content), encoding="utf-8")
    own = ("-r", SYSTEM, "-r", "mitkov", "--option", f"{SYSTEM}.model={model}")
    ran = run("compare", tiny, "--setting", "true-gold", *own, "--format", "json", "-q")
    rows = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]
    assert rows[SYSTEM]["learnt_from"] == 1 < rows[SYSTEM]["documents"]
    assert "learnt_from" not in rows["mitkov"]


def test_a_corpus_to_learn_from_is_given_once(run: Run, tiny: Path) -> None:
    ran = run("train", "ranking", "tiny", "tiny/../tiny", "-o", "own.json")
    said = "error: tiny/../tiny: given twice; expected each corpus once\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)
    assert not Path("own.json").exists()
