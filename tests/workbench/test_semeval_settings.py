"""The four settings of SemEval-2010 out of the file itself: gold and predicted columns, true and system mentions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from semeval_files import semeval
from tiny_corpus import Run

# Predicted columns take *Eve* for the subject and *sent* for a noun.
ROWS = [
    [
        ("Ann", "NNP", "NNP", "2", "SBJ", "2", "OBJ", "(1)"),
        ("sent", "VBD", "NN", "0", "ROOT", "0", "ROOT", "_"),
        ("Eve", "NNP", "NNP", "2", "OBJ", "2", "SBJ", "(2)"),
        (".", ".", ".", "2", "P", "2", "P", "_"),
    ],
    [
        ("She", "PRP", "PRP", "2", "SBJ", "2", "SBJ", "(1)"),
        ("left", "VBD", "VBD", "0", "ROOT", "0", "ROOT", "_"),
        (".", ".", ".", "2", "P", "2", "P", "_"),
    ],
]
SETTINGS = ("true-gold", "true-predicted", "system-gold", "system-predicted")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "en.test.txt"
    file.write_text(semeval(ROWS))
    return file


def test_all_settings(run: Run, corpus: Path) -> None:
    ran = run("compare", corpus, "-r", "kennedy-boguraev", "-r", "singletons", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    (settings,) = json.loads(ran.out)["corpora"].values()
    assert tuple(settings) == SETTINGS
    correct = {name: by_resolver["kennedy-boguraev"]["correct"] for name, by_resolver in settings.items()}
    assert correct == {"true-gold": 1, "true-predicted": 0, "system-gold": 1, "system-predicted": 0}


def words_of(folder: Path) -> list[dict[str, Any]]:
    (file,) = folder.glob("*.np.xml")
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', found)) for found in re.findall("<w [^>]*>", file.read_text())]


@pytest.mark.parametrize(
    ("annotation", "tool", "tag"), [("gold", "gold columns", "VBD"), ("predicted", "predicted columns", "NN")]
)
def test_preprocessing_takes_the_columns(run: Run, corpus: Path, annotation: str, tool: str, tag: str) -> None:
    assert run("preprocess", corpus, "--annotation", annotation, "-o", "out").status == 0
    assert words_of(Path("out"))[1]["xpos"] == tag
    (file,) = Path("out").glob("*.np.xml")
    assert f"{tool} of the corpus" in file.read_text()


@pytest.mark.model
def test_spacy_annotates_anew_where_it_is_asked_to(run: Run, corpus: Path) -> None:
    assert run("preprocess", corpus, "--annotation", "spacy", "-o", "out").status == 0
    (file,) = Path("out").glob("*.np.xml")
    assert "spaCy" in file.read_text()
    assert words_of(Path("out"))[1]["xpos"] == "VBD"
    for annotation, chosen in (("spacy", "Ann"), ("predicted", "Eve")):
        explained = run("explain", corpus, "-r", "kennedy-boguraev", "--annotation", annotation)
        assert explained.status == 0
        assert f"[{chosen}]" in explained.out
    answered = run("resolve", corpus, "-r", "kennedy-boguraev", "--annotation", "spacy", "-o", "answers")
    assert answered.status == 0
