"""The key and the response of one document, brought into the form that metrics count."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any

from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.evaluation.arithmetic import twinless
from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.matching.alignment import span
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts, facts_by_name
from anaphora_workbench.evaluation.matching.mention_selection import KeptMentions
from anaphora_workbench.evaluation.matching.repeats import rule_for, without_repeats
from anaphora_workbench.evaluation.matching.split_antecedents import SplitPartitions, with_split_antecedents


class Comparison:
    """Two partitions whose common mentions have common names.

    Attributes:
        key, response: entities; the mentions of each in text order where that is known.
        repeating_key: by the rule of the CoNLL scorer, the entities of the key with each mention as often as it stands
            there; empty where it has no repeats.
        repeats, key_repeats: mentions of the response, and of the key, that were left out because they stand twice.

    Args:
        options: the value of each option, as from evaluation.options.option_values.
    """

    def __init__(
        self, key: Iterable[Iterable[Hashable]], response: Iterable[Iterable[Hashable]], options: Mapping[str, Any]
    ) -> None:
        self.key: Entities
        as_conll = options["conll_repeats"]
        entities = [list(entity) for entity in key]
        self.repeating_key = entities if as_conll else []
        self.key, self.key_repeats = without_repeats(entities, rule_for(True, as_conll))
        self.response, self.repeats = without_repeats(response, rule_for(False, as_conll))
        self.repeating_key = self.repeating_key if self.key_repeats else []
        if options["singletons"] == "drop":
            self.key = [entity for entity in self.key if len(entity) > 1]
            self.response = [entity for entity in self.response if len(entity) > 1]
        self.options = options

    @property
    def documents(self) -> DocumentComparison:
        """The same as a comparison of documents. Raises ValueError where only partitions are compared."""
        raise ValueError("this metric asks what the mentions are; expected documents, not bare partitions")

    @property
    def split(self) -> SplitPartitions | None:
        """Both partitions with their split antecedents; None where there are none, or they are not scored."""
        return None

    @cached_property
    def _pairs(self) -> tuple[twinless.Pair, twinless.Pair]:
        return twinless.prepare(self.key, self.response, self.options["twinless"])

    @property
    def pair_for_recall(self) -> twinless.Pair:
        """Key and response as recall sees them, after the handling of twinless mentions."""
        return self._pairs[0]

    @property
    def pair_for_precision(self) -> twinless.Pair:
        """Key and response as precision sees them; metrics that book one outcome for a mention use these."""
        return self._pairs[1]

    @cached_property
    def for_recall(self) -> Contingency:
        return Contingency.of(*self.pair_for_recall)

    @cached_property
    def for_precision(self) -> Contingency:
        return self.for_recall if self._pairs[0] is self._pairs[1] else Contingency.of(*self.pair_for_precision)


class DocumentComparison(Comparison):
    """Two documents, the mentions of whose partitions are known.

    Attributes:
        pair: the documents, over shared words.
        key_mentions, response_mentions: the mentions that are scored, by entity.
        fallen_together: mentions left out because another of their side has their minimum span.
        key_names, response_names: the name of each of these mentions by its id; equal where mentions are the same.

    Args:
        key, response: the mentions of the pair that are scored.
    """

    def __init__(
        self,
        pair: DocumentPair,
        key: KeptMentions,
        response: KeptMentions,
        options: Mapping[str, Any],
        key_names: Mapping[str, Hashable],
        response_names: Mapping[str, Hashable],
    ) -> None:
        self.pair = pair
        self.options = options
        self.key_mentions, self.response_mentions = key.entities, response.entities
        self.key_names, self.response_names = key_names, response_names
        self.key = [[key_names[mention.id] for mention in entity] for entity in key.entities]
        self.key_repeats = key.repeats
        self.repeating_key = [[span(mention) or mention.id for mention in entity] for entity in key.repeating]
        # Of mentions known by their ids only naming tells which are the same.
        named = [[response_names[mention.id] for mention in entity] for entity in response.entities]
        self.response, repeats = without_repeats(named, rule_for(False, options["conll_repeats"]))
        self.repeats = response.repeats + repeats
        self.fallen_together = key.fallen_together + response.fallen_together

    @property
    def documents(self) -> DocumentComparison:
        return self

    @cached_property
    def split(self) -> SplitPartitions | None:
        layers = (self.pair.key_layer, self.pair.response_layer)
        has_split = any(entity.split_antecedent for layer in layers for entity in layer.entities)
        if self.options["split_antecedents"] == "drop" or not has_split:
            return None
        for name, only in (("singletons", "keep"), ("twinless", twinless.STANDARD)):
            if self.options[name] != only:
                raise ValueError(
                    f"--{name} {self.options[name]}, but there are split antecedents; "
                    f"expected --{name} {only}, or --split-antecedents drop"
                )
        key, response = (
            with_split_antecedents(layer, names, entities)
            for layer, names, entities in (
                (layers[0], self.key_names, self.key),
                (layers[1], self.response_names, self.response),
            )
        )
        return SplitPartitions(key, response)

    @cached_property
    def key_facts(self) -> Mapping[Hashable, MentionFacts]:
        """The key's facts about its mentions, by name."""
        return facts_by_name(self.pair.key, self.pair.key_layer, self.key_names)

    @cached_property
    def response_facts(self) -> Mapping[Hashable, MentionFacts]:
        """The response's facts about its mentions, by name."""
        return facts_by_name(self.pair.response, self.pair.response_layer, self.response_names)

    def facts(self, mention: Hashable) -> MentionFacts:
        """What is known of a mention: by the key if it has it with a part of speech, else by the response."""
        by_key = self.key_facts.get(mention)
        if by_key is None or not by_key.tagged:
            by_response = self.response_facts.get(mention)
            if by_response is not None and (by_key is None or by_response.tagged):
                return by_response
        assert by_key is not None
        return by_key
