"""The models that the package carries: small, readable, licensed, and described on pages that a program writes."""

import shlex

import pytest
from benchmarks.model_pages import PAGES, models, rows
from benchmarks.models import FOLDER, SYSTEMS

from anaphora_workbench.resolvers.learned.biases import readiest_of_highest

MIB = 1024 * 1024
MODELS = models()


def test_there_is_a_model_for_each_system_and_together_they_are_small():
    sizes = {file.stem: file.stat().st_size for file in FOLDER.glob("*.json")}
    assert {"best", "ranking-pronouns"} <= sizes.keys() <= set(SYSTEMS)
    assert max(sizes.values()) <= 2 * MIB
    assert sum(sizes.values()) <= 8 * MIB
    assert "CC BY-NC-SA 4.0" in (FOLDER / "NOTICE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_model_states_what_it_was_trained_on(name):
    model = MODELS[name]
    corpora = [("gap", 454)] * (name == "best") + [("gum/train", 177), ("litbank/conll", 60)]
    assert [(corpus["name"], len(corpus["documents"])) for corpus in model["trained_on"]] == corpora
    assert "CC BY-NC-SA 4.0" in model["licence"]
    words = shlex.split(model["command"])
    files = [f"litbank/conll/{document}.conll" for document in model["trained_on"][-1]["documents"]]
    read = ["gap/gap-validation.tsv"] * (name == "best") + ["gum/train", *files]
    assert words[: words.index("--setting")] == ["workbench", "train", name, *read]


def test_the_weights_of_ranking_pronouns_are_few_enough_to_read():
    assert 500 < sum(1 for _ in rows(MODELS["ranking-pronouns"]["learnt"])) <= 3000


def test_the_biases_of_best_are_the_readiest_of_those_with_the_highest_f_on_documents_left_out():
    model = MODELS["best"]
    biases, tuned = model["learnt"]["biases"], model["tuned"]
    assert len(biases) == len(tuned) == 4
    for (ranker, bias), (figure, by_bias) in zip(biases.items(), tuned.items(), strict=True):
        assert f" of {ranker} by bias" in figure
        assert bias == readiest_of_highest({float(tried): f for tried, f in by_bias.items()})


@pytest.mark.parametrize("name", sorted(MODELS))
def test_weights_are_of_single_words(name):
    """No stretch of a corpus is in a model: a value has at most a word and a preposition, or a word for each of two."""
    for _, line, value, _ in rows(MODELS[name]["learnt"]):
        for part, of_part in zip(line.split(" & "), value.split(" & "), strict=True):
            feature = part.removeprefix("mention.").removeprefix("candidate.")
            if feature in ("head", "first word", "last word", "word before", "word after", "pronoun"):
                assert len(of_part.split()) <= 2, (line, value)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_pages_are_those_of_the_models(path):
    assert path.read_text(encoding="utf-8") == PAGES[path](), "write them anew: python -m benchmarks.model_pages"
