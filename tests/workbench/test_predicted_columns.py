"""SemEval-2010 files with predicted columns: four settings in every language of ours, and no spaCy model."""

import json
from pathlib import Path

import pytest

from semeval_files import semeval
from tiny_corpus import Run

SENTENCES = [
    [("Ana", "np", "np", "2", "suj", "2", "suj", "(1)"), ("vio", "vm", "vm", "0", "sentence", "0", "sentence", "_"),
     ("la", "da", "da", "4", "spec", "4", "spec", "(2"), ("casa", "nc", "nc", "2", "cd", "2", "cd", "2)")],
    [("Ella", "pp3fs000", "pp3fs000", "2", "suj", "2", "suj", "(1)"),
     ("salió", "vm", "vm", "0", "sentence", "0", "sentence", "_")],
]  # fmt: skip
COLUMNS = "predicted columns of the corpus"
FOUR = ["true-gold", "true-predicted", "system-gold", "system-predicted"]


@pytest.mark.parametrize("code", ["es", "ca"])
@pytest.mark.parametrize("words", [(), ("-s", "system-predicted"), ("--spacy-model", "en_core_web_sm")])
def test_gold_and_predicted_columns_allow_all_settings(run: Run, tmp_path: Path, code: str, words: tuple[str]) -> None:
    (tmp_path / f"{code}.test.txt").write_text(semeval(SENTENCES), encoding="utf-8")
    ran = run("compare", f"{code}.test.txt", "-r", "most-recent", *words, "--format", "json", "-q", "--no-cache")
    assert (ran.status, ran.err) == (0, "")
    (settings,) = json.loads(ran.out)["corpora"].values()
    assert list(settings) == (FOUR if "-s" not in words else ["system-predicted"])
    for setting, of_row in settings.items():
        model = COLUMNS if setting.endswith("predicted") else "none"
        assert f"|model:{model}|" in of_row["most-recent"]["signature"]


def test_only_what_lacks_a_model_is_said_to(run: Run, tmp_path: Path) -> None:
    gold_only = [[(*row[:2], "_", *row[3:5], "_", "_", row[7]) for row in sentence] for sentence in SENTENCES]
    (tmp_path / "ca.test.txt").write_text(semeval(SENTENCES) + semeval(gold_only, "e"), encoding="utf-8")
    ran = run("compare", "ca.test.txt", "-r", "most-recent", "-q", "--no-cache")
    assert (ran.status, ran.err.count("no predicted annotation: Catalan has no spaCy model at hand")) == (0, 1)


@pytest.mark.parametrize("command", ["compare", "explain"])
def test_a_model_that_does_not_exist_is_an_error(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "es.test.txt").write_text(semeval(SENTENCES), encoding="utf-8")
    ran = run(command, "es.test.txt", "-r", "most-recent", "--spacy-model", "no_such_model", "-q")
    assert ran.status == 2
    assert ran.err.startswith("error: no spaCy model 'no_such_model'; expected: ")
