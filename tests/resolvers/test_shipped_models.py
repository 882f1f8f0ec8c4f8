"""The models that the package carries: small, readable and licensed; docs/models.md has what they state."""

import shlex

import pytest
from benchmarks.model_pages import models, rows
from benchmarks.models import FOLDER, NEURAL, SYSTEMS
from benchmarks.places import ROOT

MIB = 1024 * 1024
MODELS = models()


def test_there_is_a_model_for_each_system_and_together_they_are_small():
    sizes = {file.stem: file.stat().st_size for file in FOLDER.glob("*.json")}
    assert sizes.keys() == set(SYSTEMS)
    assert sizes.pop(NEURAL) <= 10 * MIB
    assert max(sizes.values()) <= 2 * MIB
    assert sum(sizes.values()) <= 8 * MIB
    assert "CC BY-NC-SA 4.0" in (ROOT / "models/NOTICE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_model_states_what_it_was_trained_on(name):
    model = MODELS[name]
    corpora = [(corpus["name"], len(corpus["documents"])) for corpus in model["trained_on"]]
    also = [("ontogum/train", 177)] if name == NEURAL else []
    assert corpora == [("gum/train", 177), ("litbank/conll", 60), *also]
    assert "CC BY-NC-SA 4.0" in model["licence"]
    words = shlex.split(model["command"])
    files = [f"litbank/conll/{document}.conll" for document in model["trained_on"][1]["documents"]]
    assert words[: words.index("--setting")] == [
        "workbench", "train", name, "gum/train", *files, *(place for place, _ in also),
    ]  # fmt: skip


def test_the_weights_of_ranking_pronouns_are_few_enough_to_read():
    assert 500 < sum(1 for _ in rows(MODELS["ranking-pronouns"]["learnt"])) <= 3000


@pytest.mark.parametrize("name", sorted(MODELS))
def test_weights_are_of_single_words(name):
    """No stretch of a corpus is in a model: a value has at most a word and a preposition, or a word for each of two."""
    for _, line, value, _ in rows(MODELS[name]["learnt"]):
        for part, of_part in zip(line.split(" & "), value.split(" & "), strict=True):
            feature = part.removeprefix("mention.").removeprefix("candidate.")
            if feature in ("head", "first word", "last word", "word before", "word after", "pronoun"):
                assert len(of_part.split()) <= 2, (line, value)
