"""Borders of phrases: gradients are slopes, a text's phrases learn their borders, and what moves is told everywhere."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the extra neural is not installed: pip install '.[neural]' ./models")
pytest.importorskip("anaphora_workbench_models", reason="the models are not installed: pip install ./models")

from anaphora_workbench.corpora.document import Document, Mention, Sentence, Word
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.neural.borders import MARGIN, Borders
from anaphora_workbench.resolvers.neural.inputs import Window
from anaphora_workbench.resolvers.neural.learning_borders import (
    border_example,
    border_loss_and_gradients,
    first_border_weights,
)
from anaphora_workbench.resolvers.neural.training import trained_borders
from anaphora_workbench.workbench.commands import main

STATES = 6
# the parser takes "in May" to the noun, the key does not: [a meeting in May] for [a meeting]
FORMS = ["They", "had", "a", "meeting", "in", "May", "and", "left", "the", "town", "."]
HEADS = (1, 1, 3, 1, 3, 4, 1, 1, 9, 7, 1)
RELATIONS = ["nsubj", "ROOT", "det", "dobj", "prep", "pobj", "cc", "conj", "det", "dobj", "punct"]
TAGS = ["PRON", "VERB", "DET", "NOUN", "ADP", "PROPN", "CCONJ", "VERB", "DET", "NOUN", "PUNCT"]


def text(*spans: tuple[int, int, int], source: str = "system") -> Document:
    rows = enumerate(zip(FORMS, TAGS, HEADS, RELATIONS, strict=True))
    words = [Word(form, upos=tag, head=-1 if head == n else head, relation=name) for n, (form, tag, head, name) in rows]
    mentions = [Mention(f"m{n}", start, end, head, source=source) for n, (start, end, head) in enumerate(spans)]
    return Document("t", words=words, sentences=[Sentence(0, len(words))], mentions=mentions, relations="clear")


GIVEN = text((2, 6, 3), (8, 10, 9))
KEY = text((2, 4, 3), (8, 10, 9), source="true")


@pytest.fixture
def example():
    random = np.random.default_rng(3)
    first, last = (random.standard_normal((len(FORMS), STATES)).astype(np.float16) for _ in range(2))
    made = border_example(TrainingDocument(GIVEN, KEY), 0, first, last)
    assert made is not None
    return made


def moved(weights, example, given):
    borders = Borders(weights, given, given.mentions, 0)
    borders.read(Window(0, example.first.astype(np.float32), example.last.astype(np.float32), []))
    return [tuple(span) for span in borders.spans.tolist()]


def test_gradients_are_slopes(example):
    weights = first_border_weights(STATES, np.random.default_rng(1))
    _, gradients = border_loss_and_gradients(weights, example, np.random.default_rng(5))
    assert gradients.keys() == weights.keys()
    for name, value in weights.items():
        place = np.unravel_index(np.abs(gradients[name]).argmax(), value.shape)
        here, losses = value[place].copy(), []
        for step in (1e-2, -1e-2):
            value[place] = here + step
            losses.append(border_loss_and_gradients(weights, example, np.random.default_rng(5))[0])
        value[place] = here
        assert gradients[name][place] == pytest.approx((losses[0] - losses[1]) / 2e-2, rel=0.05, abs=2e-3), name


def test_borders_of_the_key_are_learnt_and_only_what_may_move_moves(example, monkeypatch):
    monkeypatch.setattr("anaphora_workbench.resolvers.neural.training._ROUNDS", 200)
    weights, losses = trained_borders([example], STATES, lambda told: None, 0)
    assert losses[-1] < losses[0] / 5
    assert moved(weights, example, GIVEN) == [(2, 4), (8, 10)]
    for unmoved in (
        replace(GIVEN, relations="ud"),
        replace(GIVEN, mentions=[replace(one, source="true") for one in GIVEN.mentions]),
        replace(GIVEN, mentions=[replace(one, kind="pronoun") for one in GIVEN.mentions]),
        replace(GIVEN, mentions=[replace(one, kind="coordination") for one in GIVEN.mentions]),
        # there is a phrase with these borders already
        replace(GIVEN, mentions=[*GIVEN.mentions, Mention("m9", 2, 4, 3, source="true")]),
    ):
        assert moved(weights, example, unmoved) == [(one.start, one.end) for one in unmoved.mentions]


def test_a_border_moves_only_by_more_than_the_margin(example):
    weights = {name: np.zeros_like(of) for name, of in first_border_weights(STATES, np.random.default_rng(1)).items()}
    values = example.rows["last"].values
    distinct = set(values[example.right["last"][0]]) - set(values[example.rows["last"].own[0]])
    weights["last values"][min(distinct), 0] = 1
    for score, end in ((MARGIN - 0.01, 6), (MARGIN + 0.01, 4)):
        weights["last score"][0] = score
        assert moved(weights, example, GIVEN)[0] == (2, end)


def test_moved_phrases_reach_scores_and_files(tmp_path):
    text_file = tmp_path / "t.txt"
    text_file.write_text("The teacher met a friend of the family in May. She liked the friend of the family.")
    document = Preprocessor().process(text_file.read_text(), "t")
    resolution = get_resolver("neural").resolve(document)
    phrase = next(mention for mention in document.mentions if mention.end - mention.start > 2)
    resolution.moved = {phrase.id: (phrase.start, phrase.end - 1)}
    bounded = resolution.bounded(document).mention_by_id()
    assert (bounded[phrase.id].start, bounded[phrase.id].end) == (phrase.start, phrase.end - 1)
    assert {name: one for name, one in bounded.items() if name != phrase.id} == {
        name: one for name, one in document.mention_by_id().items() if name != phrase.id
    }
    out = tmp_path / "out"
    assert main(["resolve", str(text_file), "-r", "neural", "-o", str(out), "--to", "chains-json", "--no-cache"]) == 0
    (file,) = out.iterdir()
    written = {(one["start"], one["end"]) for one in json.loads(file.read_text())["documents"][0]["mentions"]}
    resolution = get_resolver("neural").resolve(document)
    kept = {name for chain in resolution.chains for name in chain}
    mentions = resolution.bounded(document).mention_by_id()
    assert {(mentions[name].start, mentions[name].end) for name in kept} <= written
