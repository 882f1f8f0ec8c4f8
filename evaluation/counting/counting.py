"""Counting: what one pair of documents adds to each metric, and the scores of the sum."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import add
from typing import Any, Literal

from anaphora_workbench.corpora.document import CoreferenceLayer, DocumentPair
from anaphora_workbench.corpora.formats.parts.mention_heads import is_zero, minimum_words, stated_head
from anaphora_workbench.corpora.pairing.shared_words import over_shared_words
from anaphora_workbench.evaluation.arithmetic.scores import Result, with_beta
from anaphora_workbench.evaluation.counting import registry
from anaphora_workbench.evaluation.counting.breakdown import labels, part_of_document
from anaphora_workbench.evaluation.counting.foreign_metric import counted, counted_by_mention, scored
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Tally, add_to
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.results_by_name import ResultsByName
from anaphora_workbench.evaluation.matching.alignment import check_words
from anaphora_workbench.evaluation.matching.comparison import Comparison, DocumentComparison
from anaphora_workbench.evaluation.matching.matching import Span, names_of, renamed
from anaphora_workbench.evaluation.matching.mention_facts import any_tagged, has_types
from anaphora_workbench.evaluation.matching.mention_selection import kept_mentions
from anaphora_workbench.evaluation.matching.minimum_spans import KeyParse

# What a metric is about that both sides must have, or a response does not attempt it.
_LAYER_PARTS: dict[Needs, Callable[[CoreferenceLayer], bool]] = {
    Needs.SPLIT_ANTECEDENTS: lambda layer: any(entity.split_antecedent for entity in layer.entities),
    Needs.BRIDGING: lambda layer: bool(layer.bridges),
    Needs.NON_REFERRING: lambda layer: bool(layer.non_referring),
}

# Metrics in which an entity of one mention counts for something, the first that is asked for being the one to quote.
COUNTING_SINGLETONS = ("conll", "b_cubed", "ceaf_e", "ceaf_m", "lea", "blanc", "mentions")
# Entities of one mention in a key of entities of several, for each in the response: OntoGUM dev has 0.0007.
_OVERSIGHT = 0.01


@dataclass
class Counts:
    """The counts of documents for each metric; ``+`` adds documents.

    Attributes:
        tallies: by metric.
        options: values of the options.
        documents: how many were counted.
        repeats, key_repeats: mentions of response and key left out because they stand twice.
        fallen_together: mentions left out because another of their side has their minimum span.
        assumed_heads: mentions matched by a head that their file does not state.
        singletons: entities of one mention that are scored, of key and of response.
        several: entities of several mentions of the response.
        parts: the same by part of a breakdown: breakdown, part, metric.
    """

    tallies: dict[str, Tally]
    options: dict[str, Any]
    documents: int = 1
    repeats: int = 0
    key_repeats: int = 0
    fallen_together: int = 0
    assumed_heads: int = 0
    singletons: tuple[int, int] = (0, 0)
    several: int = 0
    parts: dict[str, dict[str, dict[str, Tally]]] = field(default_factory=dict)

    def __add__(self, other: Counts) -> Counts:
        return total([self, other])

    def __radd__(self, other: object) -> Counts:
        if other == 0:
            return self
        return NotImplemented

    @property
    def lacks_singletons(self) -> Literal["key", "response"] | None:
        """Which side has no entities of one mention where the other has them, as if it were of another task, if any.

        A key lacks them that has a few by oversight, as OntoGUM: two, where a resolver leaves thousands alone.
        """
        of_key, of_response = self.singletons
        if of_key and self.several and not of_response:
            return "response"
        if of_response > self.several and of_key <= _OVERSIGHT * of_response:
            return "key"
        return None

    def scores(self) -> ResultsByName:
        """The score of each metric over all documents counted."""
        return _scores(self.tallies, self.options)

    def by(self) -> dict[str, dict[str, dict[str, Result]]]:
        """The scores of the parts: breakdown, part, metric."""
        return {
            breakdown: {
                part: _scores({name: tallies[name] for name in self.tallies if name in tallies}, self.options)
                for part, tallies in sorted(parts.items())
            }
            for breakdown, parts in self.parts.items()
        }

    def as_json(self) -> dict[str, Any]:
        """``documents``, ``metrics`` and, if there are breakdowns, ``by`` (interfaces.md, section 4)."""
        data: dict[str, Any] = {"documents": self.documents, "metrics": _as_json(self.scores())}
        if self.parts:
            data["by"] = {
                breakdown: {part: {"metrics": _as_json(scores)} for part, scores in parts.items()}
                for breakdown, parts in self.by().items()
            }
        return data


def compare(pair: DocumentPair, values: Mapping[str, Any]) -> DocumentComparison:
    """The comparison of a pair, its mentions aligned.

    Args:
        values: of all options, as from :func:`evaluation.options.option_values`.

    Raises:
        ValueError: the key has a mention in two entities, or key and response differ in their words.
    """
    check_words(pair.key, pair.response)
    if values["zero_match"] == "dependent" and not (pair.key.words and pair.response.words):
        raise ValueError(
            "--zero-match dependent: a document without words has no enhanced dependencies; expected words"
        )
    pair = over_shared_words(pair)
    if values["discourse_deixis"]:
        pair = replace(pair, key_layer=_of_deixis(pair.key_layer), response_layer=_of_deixis(pair.response_layer))
    parse = KeyParse(pair.key) if values["min_spans"] or values["np_only"] else None
    key = kept_mentions(pair.key, pair.key_layer, values, True, parse)
    response = kept_mentions(pair.response, pair.response_layer, values, False, parse)
    key_names, response_names = names_of(pair, key.mentions, response.mentions, values)
    if values["min_spans"]:
        key_names, response_names = {**key_names, **key.minimum}, {**response_names, **response.minimum}
    # Measures of pronouns may ask what a mention is that is not scored.
    key_names = _not_scored(pair.key_layer, "key") | key_names
    response_names = _not_scored(pair.response_layer, "response") | response_names
    return DocumentComparison(pair, key, response, values, key_names, response_names)


def _of_deixis(layer: CoreferenceLayer) -> CoreferenceLayer:
    """The layer with the entities of discourse deixis instead of those of identity."""
    return replace(layer, entities=layer.discourse_deixis)


def _not_scored(layer: CoreferenceLayer, side: str) -> dict[str, Hashable]:
    return {member: ("not scored", side, member) for entity in layer.entities for member in entity.mentions}


def count(
    pair: DocumentPair,
    metrics: Iterable[str] | None = None,
    options: Mapping[str, Any] | None = None,
    by: Iterable[str] = (),
) -> Counts:
    """The counts of one pair of documents for the metrics.

    Args:
        metrics: names; None for all that apply to the pair. Name them when adding up documents.
        by: breakdowns of evaluation.breakdown, for the metrics that are sums over mentions.

    Raises:
        ValueError: an unknown metric, option or breakdown, or documents that cannot be compared.
    """
    chosen = registry.metrics_named(applicable([pair]) if metrics is None else metrics)
    values = option_values(chosen.values(), options or {})
    for metric in chosen.values():
        if would_guess(metric, pair):
            raise ValueError(f"{metric.name} needs {metric.needs.value}, and the document has none")
    return _counted(pair.id, compare(pair, values), chosen, by)


def count_entities(
    document_id: str,
    key: Iterable[Iterable[Hashable]],
    response: Iterable[Iterable[Hashable]],
    metrics: Iterable[str],
    options: Mapping[str, Any] | None = None,
    by: Iterable[str] = (),
    heads: tuple[Mapping[Span, int], Mapping[Span, int]] | None = None,
) -> Counts:
    """The same for a document of which only the entities were read, mentions in text order.

    Args:
        heads: of the spans of key and of response, where mentions are to be matched by more than equal names.

    Raises:
        ValueError: as above, or a metric asks what the mentions are.
    """
    chosen = registry.metrics_named(metrics)
    values = option_values(chosen.values(), options or {})
    comparison = Comparison(key, response, values)
    assumed = 0
    if heads is not None:
        how = values["mention_match"]
        comparison.response = renamed(comparison.key, comparison.response, heads, how)
        sides = {"partial": (comparison.key,), "head": (comparison.key, comparison.response)}.get(how, ())
        assumed = sum(len(entity) for side in sides for entity in side)
    counts = _counted(document_id, comparison, chosen, by)
    counts.assumed_heads = assumed
    return counts


def count_comparison(comparison: Comparison, metrics: Iterable[str]) -> Counts:
    """What two partitions add to metrics that ask nothing else."""
    return _counted("", comparison, registry.metrics_named(metrics), ())


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of the counts of many documents, at least one, which may be made one after the other."""
    summed: Counts | None = None
    for added in counts:
        if summed is None:
            summed = Counts({name: {} for name in added.tallies}, added.options, documents=0)
        if added.options != summed.options or added.tallies.keys() != summed.tallies.keys():
            raise ValueError("counts of different metrics or options do not add up")
        summed.documents += added.documents
        summed.repeats += added.repeats
        summed.key_repeats += added.key_repeats
        summed.fallen_together += added.fallen_together
        summed.assumed_heads += added.assumed_heads
        summed.singletons = tuple(map(add, summed.singletons, added.singletons))  # type: ignore[assignment]
        summed.several += added.several
        for name, tally in added.tallies.items():
            add_to(summed.tallies[name], tally)
        for breakdown, parts in added.parts.items():
            into = summed.parts.setdefault(breakdown, {})
            for part, tallies in parts.items():
                of_part = into.setdefault(part, {})
                for name, tally in tallies.items():
                    add_to(of_part.setdefault(name, {}), tally)
    if summed is None:
        raise ValueError("no counts to add up")
    return summed


def only(counts: Counts, metrics: Collection[str]) -> Counts:
    """The counts of some of their metrics."""
    values = option_values(registry.metrics_named(metrics).values(), {})
    kept_options = {name: counts.options[name] for name in values}
    return replace(counts, tallies={name: counts.tallies[name] for name in metrics}, options=kept_options)


def applicable(pairs: Iterable[DocumentPair]) -> list[str]:
    """The names of the metrics that documents like these have all the information for; they are gone through once."""
    from anaphora_workbench.corpora.formats.gap import is_snippet

    # What both sides must have, though not in the same document.
    of_key: set[Needs] = set()
    of_response: set[Needs] = set()
    given = {Needs.PARTITIONS, Needs.ORDER}
    tagged = typed = without_antecedents = False
    snippets = True
    for pair in pairs:
        key_layer, layer = pair.key_layer, pair.response_layer
        tagged = tagged or any_tagged([pair.key, pair.response])
        typed = typed or has_types(pair.key)
        snippets = snippets and is_snippet(pair.key)
        without_antecedents = without_antecedents or any(bridge.antecedent is None for bridge in key_layer.bridges)
        for of_side, its_layer in ((of_key, key_layer), (of_response, layer)):
            of_side |= {needed for needed, has in _LAYER_PARTS.items() if has(its_layer)}
            if any(entity.types for entity in its_layer.entities):
                of_side.add(Needs.COREFERENCE_TYPES)
        if any(is_zero(mention, pair.key) for mention in pair.key.mentions):
            given.add(Needs.ZEROS)
        if layer.decisions is not None:
            given.add(Needs.DECISIONS)
        if any(decision.candidates_before for decision in layer.decisions or ()):
            given.add(Needs.CANDIDATES)
    given |= of_key & of_response
    if tagged:
        given.add(Needs.TAGS)
        if typed:
            given.add(Needs.ENTITY_TYPES)
    if snippets:
        given.add(Needs.SNIPPETS)
    names = [name for name, metric in registry.available_metrics().items() if metric.needs in given]
    # Where the key says which entity, not which mention.
    return [name for name in names if name != "bridging_mentions" or not without_antecedents]


def would_guess(metric: Metric, pair: DocumentPair) -> bool:
    """Whether a document has something to score, and lacks what the metric needs for it."""
    linked = any(len(entity.mentions) > 1 for entity in pair.key_layer.entities)
    if metric.needs in (Needs.TAGS, Needs.ENTITY_TYPES):
        return linked and not any_tagged([pair.key, pair.response])
    if metric.needs is Needs.SPANS:
        return linked and all(mention.start < 0 for mention in pair.key.mentions)
    if metric.needs is Needs.COREFERENCE_TYPES:
        return linked and not any(entity.types for entity in pair.key_layer.entities)
    return False


def _assumed_heads(comparison: DocumentComparison, how: str) -> int:
    """How many mentions are matched by a head that their file does not state."""
    key, response = comparison.key_mentions, comparison.response_mentions
    asked = {"partial": key, "head": [*key, *response]}.get(how, [])
    by_minimum = comparison.pair.key if how == "partial" else None
    return sum(
        mention.start >= 0 and stated_head(mention) is None and not (by_minimum and minimum_words(mention, by_minimum))
        for entity in asked
        for mention in entity
    )


def _counted(document_id: str, comparison: Comparison, metrics: Mapping[str, Metric], by: Iterable[str]) -> Counts:
    values = dict(comparison.options)
    # The rates over anaphors, and others too, are scored from one and the same count.
    first_with = {metric.count: metric for metric in reversed([*metrics.values()])}
    counted_by = {count: counted(metric, comparison, values) for count, metric in first_with.items()}
    tallies = {name: counted_by[metric.count] for name, metric in metrics.items()}
    counts = Counts(tallies, values, repeats=comparison.repeats, key_repeats=comparison.key_repeats)
    of_one = [sum(len(entity) == 1 for entity in side) for side in (comparison.key, comparison.response)]
    counts.singletons = of_one[0], of_one[1]
    counts.several = sum(len(entity) > 1 for entity in comparison.response)
    of_key = None
    if isinstance(comparison, DocumentComparison):
        of_key = comparison.pair.key
        counts.fallen_together = comparison.fallen_together
        counts.assumed_heads = _assumed_heads(comparison, values["mention_match"])
    for breakdown in by:
        part = part_of_document(breakdown, document_id, of_key)
        if part is not None:
            counts.parts[breakdown] = {part: dict(tallies)}
        else:
            counts.parts[breakdown] = _parts(breakdown, comparison, metrics, counts)
    return counts


def _parts(
    breakdown: str, comparison: Comparison, metrics: Mapping[str, Metric], counts: Counts
) -> dict[str, dict[str, Tally]]:
    of_chains, of_all = (labels(breakdown, comparison, singletons) for singletons in (False, True))
    parts: dict[str, dict[str, Tally]] = {}
    for name, metric in metrics.items():
        if metric.by_mention is None:
            continue
        # The others look at chains alone, or at pronouns.
        label: Callable[[Hashable], str | None] = of_all if metric.needs is Needs.PARTITIONS else of_chains
        for mention, tally in counted_by_mention(metric, comparison, counts.options):
            part = label(mention)
            if part is not None:
                of_part = parts.setdefault(part, {})
                add_to(of_part.setdefault(name, {}), tally)
    return parts


def _scores(tallies: Mapping[str, Tally], values: Mapping[str, Any]) -> ResultsByName:
    beta = float(values.get("f_beta", 1))
    scores: dict[str, Result] = {
        name: scored(registry.get_metric(name), tally, values) for name, tally in tallies.items()
    }
    if beta != 1:
        scores = {name: with_beta(of, beta) for name, of in scores.items()}
    return ResultsByName(scores)


def _as_json(scores: Mapping[str, Result]) -> dict[str, Any]:
    return {name: score.as_json() for name, score in scores.items()}
