"""A model of the user's is named in signatures by the name and content of its file, wherever that lies."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from anaphora_workbench.resolvers.learned.model import shipped_model
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
