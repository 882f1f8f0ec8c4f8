"""Assumptions of scoring about a response whose file does not state heads or answers to pronouns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Mention
from anaphora_workbench.corpora.pairing.heads import knows_heads, says_heads, with_heads
from anaphora_workbench.corpora.pairing.shared_words import over_shared_words
from anaphora_workbench.evaluation.arithmetic.twinless import SEMEVAL
from anaphora_workbench.evaluation.counting.metric import Needs
from anaphora_workbench.evaluation.counting.registry import get_metric
from anaphora_workbench.evaluation.pronouns.anaphora import unasked_zeros

_OF_PRONOUNS = (Needs.DECISIONS, Needs.CANDIDATES)


@dataclass(frozen=True)
class Assumed:
    """What was assumed of responses; ``+`` adds documents.

    Attributes:
        from_chains: documents whose answers to pronouns were read off the chains.
        without_heads: documents that do not say the heads of their mentions.
        guessed_heads: how many of these heads are guesses.
        key_splits, response_splits: split antecedents of key and of response.
        headless_keys: keys without heads, by which half credit would be given.
        unasked_zeros: zeros of the key that are no anaphors only as nothing tells their person.
    """

    from_chains: int = 0
    without_heads: int = 0
    guessed_heads: int = 0
    key_splits: int = 0
    response_splits: int = 0
    unasked_zeros: int = 0
    headless_keys: int = 0

    def __add__(self, other: Assumed) -> Assumed:
        return Assumed(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def assumed(
    metrics: Iterable[str],
    options: Mapping[str, Any],
    key: Document,
    response: Document,
    aligned: Document,
    layers: tuple[CoreferenceLayer, CoreferenceLayer],
    heads: bool = False,
) -> tuple[Document, Assumed]:
    """The response as it is scored, and what is assumed of it.

    Args:
        options: of the metrics, those that were given.
        response: as it was read.
        aligned: the same over the words of the key.
        layers: of key and of response.
        heads: whether something else than metrics asks for heads: what is wrong with chains, or parts by head.
    """
    noted = replace(assumed_of_key(metrics, options, key, layers[0]), response_splits=split_antecedents(layers[1]))
    if ask_answers(metrics):
        noted = replace(noted, from_chains=int(layers[1].decisions is None))
        heads = heads or options.get("match", "head") == "head"
    if options.get("heads") == "first" or (not heads and options.get("mention_match", "exact") != "head"):
        return aligned, noted
    own = says_heads(response, aligned, key)
    # Offsets of the two agree where neither has an empty node that the other lacks.
    shared = over_shared_words(DocumentPair(key.id, key, layers[0], aligned, layers[1]))
    headed = with_heads(shared.response, shared.key, own)
    mentions = list(map(_headed, aligned.mentions, shared.response.mentions, headed.document.mentions))
    return replace(aligned, mentions=mentions), replace(noted, without_heads=int(not own), guessed_heads=headed.guesses)


def _headed(mention: Mention, shared: Mention, headed: Mention) -> Mention:
    if headed is shared:
        return mention
    return replace(mention, head=mention.offsets[shared.offsets.index(headed.head)], extra=headed.extra)


def assumed_of_key(
    metrics: Iterable[str], options: Mapping[str, Any], key: Document, layer: CoreferenceLayer
) -> Assumed:
    """What is assumed of a key, whether there is a response to it or none."""
    zeros_count = ask_answers(metrics) and options.get("zeros", "keep") == "keep"
    unasked = unasked_zeros(key, layer) if zeros_count else 0
    halves = options.get("mention_credit") == "partial" and options.get("twinless") == SEMEVAL
    headless = int(halves and not knows_heads(key))
    return Assumed(key_splits=split_antecedents(layer), unasked_zeros=unasked, headless_keys=headless)


def split_antecedents(layer: CoreferenceLayer) -> int:
    """How many entities of a layer have a split antecedent."""
    return sum(bool(entity.split_antecedent) for entity in layer.entities)


def ask_answers(metrics: Iterable[str]) -> bool:
    """Whether one of the metrics asks what each pronoun was resolved to."""
    return any(get_metric(name).needs in _OF_PRONOUNS for name in metrics)
