"""Training of the scorers: documents to examples, then steps down the loss, one document at a time.

Each scorer starts from weights of its own and sees the documents in an order of its own, in a thread of its own; the
mean of their scores is better than either (``neural.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.neural.borders import BORDERS_AS_GUM
from anaphora_workbench.resolvers.neural.encoder.encoder_file import encoding
from anaphora_workbench.resolvers.neural.inputs import MENTION_VALUES, PAIR_VALUES, PLACES, Inputs, PairRows, one_hot
from anaphora_workbench.resolvers.neural.learning import WITHOUT_ANTECEDENT, AdamW, Example, loss_and_gradients
from anaphora_workbench.resolvers.neural.learning_borders import (
    BorderExample,
    border_example,
    border_loss_and_gradients,
    first_border_weights,
)
from anaphora_workbench.resolvers.neural.model_tensors import as_learnt
from anaphora_workbench.resolvers.neural.scorer import GUIDELINES, Floats, Weights, first_weights
from anaphora_workbench.resolvers.pronouns.grammar import Grammar

# Guidelines of corpora that the catalogue has, by the first part of their names; those of all others are GUM's.
GUIDELINE_OF = {"litbank": "litbank", "ontogum": "ontonotes"}
# What mentions take up by OntoNotes' guidelines counts less, as the same texts are there under GUM's, too.
SHARE = {"gum": 1.0, "ontonotes": 0.25, "litbank": 1.0}
SCORERS = 2
# Rounds through the documents for borders, of 4, 8 and 12 the best on every tenth document of GUM train.
_ROUNDS = 8
_WARMING, _LEAST_PACE = 30, 0.02
_TOLD = 20


def learnt_from(
    documents: Sequence[TrainingDocument],
    parameters: Any,
    grammar: Sequence[str],
    seed: int,
    advance: Callable[[str], None],
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """What is learnt from documents, as a model file has it, and the loss of each scorer in its last round.

    Args:
        grammar: the stages of the shared grammar whose barred candidates are none in learning either.
    """
    examples, of_borders = examples_of(documents, parameters, grammar, advance)
    seeds = range(seed * SCORERS, (seed + 1) * SCORERS)
    with ThreadPoolExecutor(SCORERS) as threads:
        # Scorers by number: which thread is first makes no difference.
        learnt = list(threads.map(partial(trained, examples, parameters.epochs, advance), seeds))
    last = [round(float(np.mean(losses[-len(examples) :])), 3) for _, losses in learnt]
    scorers = [as_learnt(weights | means(examples, weights)) for weights, _ in learnt]
    tuned = {"examples": len(examples), "steps": len(learnt[0][1]), "losses": last}
    borders, losses = trained_borders(of_borders, examples[0].states.shape[2], advance, seed)
    tuned["border losses"] = [round(float(np.mean(losses[-len(of_borders) :])), 3)] if losses else []
    return {"scorers": scorers, "borders": as_learnt(borders)}, tuned


def trained_borders(
    examples: Sequence[BorderExample], states: int, advance: Callable[[str], None], seed: int
) -> tuple[Weights, list[float]]:
    """The weights that find borders, and the loss of each document that they were learnt from."""
    random = np.random.default_rng(seed)
    weights = first_border_weights(states, random)
    return weights, _steps(weights, examples, border_loss_and_gradients, _ROUNDS, "borders, step", advance, random)


def trained(
    examples: Sequence[Example], epochs: float, advance: Callable[[str], None], seed: int
) -> tuple[Weights, list[float]]:
    """The weights of one scorer, and the loss of each document that it saw."""
    random = np.random.default_rng(seed)
    weights = first_weights(examples[0].states.shape[2], random)
    return weights, _steps(weights, examples, loss_and_gradients, epochs, "step", advance, random)


def _steps(
    weights: Weights,
    examples: Sequence[Any],
    loss_and_slopes: Callable[[Weights, Any, np.random.Generator], tuple[float, Weights]],
    rounds: float,
    called: str,
    advance: Callable[[str], None],
    random: np.random.Generator,
) -> list[float]:
    """Steps down the loss, a document each; returns the loss of each."""
    adam, losses = AdamW(weights), []
    steps = max(1, round(rounds * len(examples))) if examples else 0
    order: list[int] = []
    for step in range(steps):
        order = order or random.permutation(len(examples)).tolist()
        loss, gradients = loss_and_slopes(weights, examples[order.pop()], random)
        adam.step(gradients, min(1.0, (step + 1) / _WARMING) * max(_LEAST_PACE, 1 - step / steps))
        losses.append(loss)
        if step % _TOLD == 0:
            advance(f"{called} {step} of {steps}")
    return losses


def examples_of(
    documents: Sequence[TrainingDocument], parameters: Any, grammar: Sequence[str], advance: Callable[[str], None]
) -> tuple[list[Example], list[BorderExample]]:
    """Documents as scorers learn from them, and as borders are learnt.

    A text that is there under several guidelines is encoded once, and teaches borders once: GUM's and OntoNotes' are
    the same.
    """
    encoder = encoding(parameters.encoder, SCORERS).encoder
    known: dict[tuple[Any, ...], NDArray[np.float16]] = {}
    examples, of_borders = [], []
    for number, document in enumerate(documents, start=1):
        advance(f"encoding {number} of {len(documents)}")
        inputs = Inputs(document.discourse)
        table, words = inputs.table, tuple(word.form for word in document.given.words)
        text = (words, table.start.tobytes(), table.end.tobytes(), table.head.tobytes())
        guideline = guideline_of(document, parameters.guidelines)
        if text not in known or guideline != BORDERS_AS_GUM:
            states = np.zeros((table.size, PLACES, encoder.numbers), dtype=np.float16)
            of_words = []
            for window in inputs.windows(encoder):
                of_words.append((window.first.astype(np.float16), window.last.astype(np.float16)))
                for place, positions, of_place in window.mentions:
                    states[positions, place] = of_place
            known[text] = states
            if guideline != BORDERS_AS_GUM:
                first, last = (np.concatenate(of_side) for of_side in zip(*of_words, strict=True))
                example = border_example(document, GUIDELINES.index(guideline), first, last)
                of_borders += [example] if example is not None else []
        examples.append(_example(document, inputs, known[text], guideline, grammar))
    return examples, of_borders


def guideline_of(document: TrainingDocument, told: Sequence[str]) -> str:
    """The guidelines of a document's key.

    Args:
        told: ``CORPUS=GUIDELINE``.

    Raises:
        ValueError: it is told otherwise than that.
    """
    of_corpus = dict(GUIDELINE_OF)
    for word in told:
        corpus, equals, guideline = word.partition("=")
        if not equals or guideline not in GUIDELINES:
            raise ValueError(f"guideline {word!r}; expected CORPUS=NAME, the name one of {', '.join(GUIDELINES)}")
        of_corpus[corpus] = guideline
    return of_corpus.get(document.corpus, of_corpus.get(document.corpus.split("/")[0], GUIDELINES[0]))


def _example(
    document: TrainingDocument, inputs: Inputs, states: NDArray[np.float16], guideline: str, grammar: Sequence[str]
) -> Example:
    entity, pairs = document.entity, inputs.pairs(range(inputs.table.size))
    pairs = pairs.without(_barred(document.discourse, pairs, Grammar(document.discourse, grammar)))
    right = (entity[pairs.later] == entity[pairs.earlier]) & (entity[pairs.later] != NO_ENTITY)
    has = np.zeros(len(entity), dtype=np.bool_)
    has[pairs.later[right]] = True
    weight = np.where(has, 1, WITHOUT_ANTECEDENT).astype(np.float32)
    # An antecedent beyond the candidates is none that could be taken, and none is not right either.
    weight[_later_of_entity(entity) & ~has] = 0
    # OntoNotes has no mention alone: what its key does not have takes up nothing, and may be a mention all the same.
    if document.narrow and guideline != "ontonotes":
        weight[entity == NO_ENTITY] = 0
    weight *= np.float32(SHARE[guideline])
    marked = None if guideline == "ontonotes" else entity != NO_ENTITY
    return Example(GUIDELINES.index(guideline), states, inputs.mention_values, pairs, right, weight, marked)


def _barred(discourse: Discourse, pairs: PairRows, grammar: Grammar) -> Flags:
    """Whether grammar bars the candidate of a pair."""
    barred = np.zeros(len(pairs.later), dtype=np.bool_)
    for pronoun in discourse.pronouns():
        own = slice(pairs.starts[pronoun], pairs.starts[pronoun + 1])
        candidates = pairs.earlier[own]
        barred[own] = np.isin(candidates, list(grammar.barred(pronoun, candidates.tolist())))
    return barred


def _later_of_entity(entity: Codes) -> Flags:
    """Whether a mention has one of its entity before it."""
    first = np.zeros(len(entity), dtype=np.bool_)
    first[np.unique(entity, return_index=True)[1]] = True
    later: Flags = ~first & (entity != NO_ENTITY)
    return later


def means(examples: Sequence[Example], weights: Weights) -> Weights:
    """Means over the examples, which stand for what is not known (``shares.py``)."""
    states: Floats = np.mean(
        [example.states.reshape(len(example.states), -1).mean(axis=0, dtype=np.float32) for example in examples], axis=0
    )
    values = [one_hot(example.values, MENTION_VALUES).mean(axis=0) for example in examples]
    of_pairs = [one_hot(example.pairs.values, PAIR_VALUES).mean(axis=0) for example in examples if len(example.right)]
    return {
        "mean states": (states @ weights["states"].reshape(states.size, -1)).astype(np.float32),
        "mean mention values": np.mean(values, axis=0).astype(np.float32),
        "mean pair values": np.mean(of_pairs, axis=0).astype(np.float32),
    }
