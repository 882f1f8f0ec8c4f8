"""Assumptions of scoring about a response whose file does not state heads or answers to pronouns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of, stated_head
from anaphora_workbench.corpora.trees.tree import DependencyTree
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
        unasked_zeros: zeros of the key that are no anaphors only as nothing tells their person.
    """

    from_chains: int = 0
    without_heads: int = 0
    guessed_heads: int = 0
    key_splits: int = 0
    response_splits: int = 0
    unasked_zeros: int = 0

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
    by_head = heads and options.get("mention_match", "exact") == "exact"
    if not by_head or says_heads(response, aligned, key):
        return aligned, noted
    document, guesses = with_assumed_heads(aligned, key)
    return document, replace(noted, without_heads=1, guessed_heads=guesses)


def assumed_of_key(
    metrics: Iterable[str], options: Mapping[str, Any], key: Document, layer: CoreferenceLayer
) -> Assumed:
    """What is assumed of a key, whether there is a response to it or none."""
    zeros_count = ask_answers(metrics) and options.get("zeros", "keep") == "keep"
    unasked = unasked_zeros(key, layer) if zeros_count else 0
    return Assumed(key_splits=split_antecedents(layer), unasked_zeros=unasked)


def split_antecedents(layer: CoreferenceLayer) -> int:
    """How many entities of a layer have a split antecedent."""
    return sum(bool(entity.split_antecedent) for entity in layer.entities)


def ask_answers(metrics: Iterable[str]) -> bool:
    """Whether one of the metrics asks what each pronoun was resolved to."""
    return any(get_metric(name).needs in _OF_PRONOUNS for name in metrics)


def says_heads(response: Document, aligned: Document, key: Document) -> bool:
    """Whether a response tells which word of a mention is its head: by a parse, or by a head that is not the last word.

    Args:
        response: as it was read; its mentions are spans of its own words, or of the key's where it has none.
        aligned: the same over the words of the key, where a mention of one word may have several.
    """
    if response.relations or any(word.head >= 0 for word in response.words) or not key.words:
        return True
    if not any(mention.end - mention.start > 1 for mention in (*response.mentions, *aligned.mentions)):
        return True
    full_words = full_words_of(response if response.words else key)
    return any(
        stated_head(mention) is not None or mention.head != full_words.last(mention.stretches)
        for mention in response.mentions
        if mention.end - mention.start > 1
    )


def with_assumed_heads(response: Document, key: Document) -> tuple[Document, int]:
    """A response over the words of its key with heads, and how many of them are guesses.

    A mention with the words of one of the key's has its head; of others it is the topmost word in the parse of the
    key, and where that has none the last word with a letter or digit: a guess.
    """
    parsed = key.relations or any(word.head >= 0 for word in key.words)
    tree = DependencyTree(key) if parsed else None
    head_of = {mention.stretches: mention.head for mention in key.mentions if mention.start >= 0}
    guesses = 0
    mentions: list[Mention] = []
    for mention in response.mentions:
        if mention.start >= 0 and mention.end - mention.start > 1:
            head = head_of.get(mention.stretches)
            if head is None and tree is not None:
                head = tree.span_root(mention.start, mention.end)
            guesses += head is None
            mention = replace(mention, head=mention.head if head is None else head)
        mentions.append(mention)
    return replace(response, mentions=mentions), guesses
