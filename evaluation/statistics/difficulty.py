"""The difficulty of a corpus: its size, its coreference, and the candidates and distances of its pronouns.

Source: Màrquez, Recasens & Sapena (2012, Table 2 and Figure 2) for the corpus, Barbu & Mitkov (2001, Table 2)
for the pronouns; metrics.md, section 25, for what they leave open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from math import log2
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, DocumentPair, text_order
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.evaluation.arithmetic.exact import Sums
from anaphora_workbench.evaluation.counting.breakdown import NO_GENRE
from anaphora_workbench.evaluation.matching import pronoun_forms as pronouns
from anaphora_workbench.evaluation.matching.alignment import span
from anaphora_workbench.evaluation.matching.mention_classes import CLASSES, classes_of
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts, mention_facts
from anaphora_workbench.evaluation.pronouns.anaphora import key_anaphors


@dataclass
class Mean(Sums):
    """A mean that adds up over documents, and beside it the mean of the documents' means."""

    total: float = 0.0
    number: int = 0
    of_means: float = 0.0
    documents: int = 0

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """The mean of one document's values."""
        if not values:
            return cls()
        total = sum(values)
        return cls(total, len(values), total / len(values), 1)

    @property
    def value(self) -> float:
        """0 where there is nothing to take a mean of, like every ratio of the workbench."""
        return _ratio(self.total, self.number)

    @property
    def macro(self) -> float:
        return _ratio(self.of_means, self.documents)


def _ratio(above: float, below: float) -> float:
    return above / below if below else 0.0


_LINKS = ("distance_tokens", "distance_sentences", "distance_mentions", "decayed_density")
_CANDIDATES = ("candidates_per_anaphor", "candidates_per_anaphor_after_filter")
_SEVERAL = ("anaphors_with_several_candidates", "anaphors_with_several_candidates_after_filter")
_ANAPHOR_DISTANCES = ("anaphor_distance_sentences", "anaphor_distance_clauses", "anaphor_distance_noun_phrases")
_COMPLEXITY = ("recency_rank", "recency_entropy")
_MEANS = (*_LINKS, *_CANDIDATES, *_ANAPHOR_DISTANCES)
_CHAINS = (
    "chains_without_nominal", "chains_without_nominal_of_chains", "cataphoric_chains", "cataphoric_chains_of_chains",
)  # fmt: skip
_PLACES = ("intrasentential", "intersentential")


@dataclass
class Difficulty:
    """The figures of some documents; ``+`` adds documents.

    Attributes:
        counts, means: by name, as in the JSON form; ``without_text`` and ``without_candidates`` are documents.
        entity_sizes: how many entities have so many mentions.
        mention_classes, pronoun_types: how many of each.
        recency_ranks: how many anaphors have their nearest right candidate at which place among those that agree, the
            nearest first; 0 for none.
        by_document: the figures of each document, by id.
        genres: the genre of each document that has one, likewise.
    """

    counts: Counter[str] = field(default_factory=Counter)
    means: dict[str, Mean] = field(default_factory=dict)
    entity_sizes: Counter[int] = field(default_factory=Counter)
    mention_classes: Counter[str] = field(default_factory=Counter)
    pronoun_types: Counter[str] = field(default_factory=Counter)
    recency_ranks: Counter[int] = field(default_factory=Counter)
    by_document: dict[str, Difficulty] = field(default_factory=dict, repr=False)
    genres: dict[str, str] = field(default_factory=dict, repr=False)

    def __iadd__(self, other: Difficulty) -> Difficulty:
        """Add documents in place: in a loop over a corpus, ``+`` would copy all documents before for each."""
        self.counts += other.counts
        self.means = {name: self.means.get(name, Mean()) + other.means.get(name, Mean()) for name in _MEANS}
        self.entity_sizes += other.entity_sizes
        self.mention_classes += other.mention_classes
        self.pronoun_types += other.pronoun_types
        self.recency_ranks += other.recency_ranks
        self.by_document |= other.by_document
        self.genres |= other.genres
        return self

    def __add__(self, other: Difficulty) -> Difficulty:
        total = Difficulty()
        total += self
        total += other
        return total

    def by_genre(self) -> dict[str, Difficulty]:
        """The figures of the documents of each genre, sorted; ``breakdown.NO_GENRE`` for those without."""
        by_genre: dict[str, Difficulty] = {}
        for name, figures in self.by_document.items():
            genre = self.genres.get(name) or NO_GENRE
            by_genre[genre] = by_genre.get(genre, Difficulty()) + figures
        return dict(sorted(by_genre.items()))

    @property
    def recency_rank(self) -> float:
        """Mean place of the nearest right candidate among those that agree, where there is one."""
        return _ratio(sum(rank * number for rank, number in self.recency_ranks.items()), self._ranked)

    @property
    def recency_entropy(self) -> float:
        """Bits that are missing to find the right candidate, or that there is none, if its usual places are known.

            H = −Σ p_r log2 p_r    p_r: share of anaphors whose nearest right candidate is the r-th, p_0: that have none

        Source: ours; Barbu & Mitkov (2001, section 3.2) ask for a measure of the complexity of resolution.

        >>> Difficulty(recency_ranks=Counter({1: 2, 2: 1, 0: 1})).recency_entropy
        1.5
        """
        anaphors = self.recency_ranks.total()
        shares = (number / anaphors for number in self.recency_ranks.values() if number)
        return sum((-share * log2(share) for share in shares), 0.0)

    @property
    def _ranked(self) -> int:
        return self.recency_ranks.total() - self.recency_ranks[0]

    def as_json(self) -> dict[str, Any]:
        """The figures by the names of interfaces.md, section 4; null for those that were not measured.

        Sentences and words are not measured of documents without text, nor what needs the places of their mentions
        if these are unknown too, nor candidates without a resolver's answers; where only some documents lack
        something, the figures are of the others.
        """
        counts = self.counts
        mentions, entities, singletons = counts["mentions"], counts["entities"], self.entity_sizes[1]
        larger = entities - singletons
        data: dict[str, Any] = {
            "documents": counts["documents"],
            "sentences": counts["sentences"],
            "tokens": counts["tokens"],
            "mentions": mentions,
            "entities": entities,
            "non_singleton_entities": larger,
            "singletons": singletons,
            "singletons_of_mentions": _ratio(singletons, mentions),
            "singletons_of_entities": _ratio(singletons, entities),
            "average_entity_size": _ratio(mentions, entities),
            "average_entity_size_without_singletons": _ratio(mentions - singletons, larger),
            "chains_without_nominal": counts["chains_without_nominal"],
            "chains_without_nominal_of_chains": _ratio(counts["chains_without_nominal"], counts["tagged_chains"]),
            "cataphoric_chains": counts["cataphoric_chains"],
            "cataphoric_chains_of_chains": _ratio(counts["cataphoric_chains"], counts["tagged_chains"]),
            "split_antecedents": counts["split_antecedents"],
            "bridges": counts["bridges"],
            "entity_sizes": {str(size): self.entity_sizes[size] for size in sorted(self.entity_sizes)},
        }
        documents = counts["documents"] - counts["without_text"]
        data["per_document"] = {
            "tokens": _ratio(counts["tokens"], documents) if documents else None,
            "sentences": _ratio(counts["sentences"], documents) if documents else None,
            "mentions": _ratio(mentions, counts["documents"]),
            "entities": _ratio(entities, counts["documents"]),
            "non_singleton_entities": _ratio(larger, counts["documents"]),
            "singletons": _ratio(singletons, counts["documents"]),
        }
        data["entity_sizes_of_entities"] = {
            size: _ratio(number, entities) for size, number in data["entity_sizes"].items()
        }
        means = {name: self.means.get(name, Mean()) for name in _MEANS}
        for name in _LINKS:
            data |= {name: means[name].value, f"{name}_macro": means[name].macro}
        data["mention_classes"] = {name: self.mention_classes[name] for name in CLASSES}
        classed = sum(data["mention_classes"].values())
        data["mention_classes_of_links"] = {
            name: _ratio(number, classed) for name, number in data["mention_classes"].items()
        }
        data["pronouns"] = counts["pronouns"]
        data["anaphoric_pronouns"] = counts["anaphoric_pronouns"]
        data["pronoun_types"] = {name: self.pronoun_types[name] for name in ("personal", "possessive", "reflexive")}
        data |= {name: means[name].value for name in _CANDIDATES}
        data |= {name: counts[name] for name in _SEVERAL}
        data |= {"recency_rank": self.recency_rank, "recency_entropy": self.recency_entropy}
        data |= {name: means[name].value for name in _ANAPHOR_DISTANCES}
        data |= {name: counts[name] for name in _PLACES}
        unknown: list[str] = []
        if larger and not counts["tagged_chains"]:
            unknown += _CHAINS
        if counts["documents"] and counts["without_candidates"] == counts["documents"]:
            unknown += [*_CANDIDATES, *_SEVERAL, *_COMPLEXITY]
        if counts["documents"] and counts["without_text"] == counts["documents"]:
            unknown += ["sentences", "tokens"]
            unknown += [name for link in _LINKS if not means[link].number for name in (link, f"{link}_macro")]
            unknown += [name for name in _ANAPHOR_DISTANCES if not means[name].number]
            unknown += _PLACES if not means["anaphor_distance_sentences"].number else ()
        return data | dict.fromkeys(unknown)


def difficulty(documents: Iterable[Document], decisions: Mapping[str, Sequence[Decision]] | None = None) -> Difficulty:
    """The figures of documents with a key.

    Args:
        decisions: what a resolver answered, by document id, its ids those of the document's mentions;
            None leaves the numbers of candidates out.
    """
    total = Difficulty()
    for document in documents:
        figures = of_document(document, None if decisions is None else decisions.get(document.id, ()))
        total = total + replace(figures, by_document={document.id: figures}, genres={document.id: document.genre})
    return total


def of_document(document: Document, decisions: Iterable[Decision] | None = None) -> Difficulty:
    """The figures of one document."""
    figures = Difficulty()
    layer = document.key or CoreferenceLayer("gold")
    mentions = document.mention_by_id()
    entities = [
        sorted((mention_facts(document, mentions[member]) for member in entity.mentions), key=_order)
        for entity in layer.entities
    ]
    figures.counts.update(
        documents=1,
        sentences=len(document.sentences),
        tokens=sum(not word.empty for word in document.words),
        mentions=sum(map(len, entities)),
        entities=len(entities),
        split_antecedents=sum(bool(entity.split_antecedent) for entity in layer.entities),
        bridges=len(layer.bridges),
        without_text=int(not document.words),
        without_candidates=int(decisions is None),
    )
    figures.entity_sizes.update(map(len, entities))
    _add_chains(figures, entities)
    _add_links(figures, entities, _words_before(document))
    _add_pronouns(figures, document, layer, entities)
    if decisions is not None:
        _add_candidates(figures, document, layer, decisions)
    return figures


def _add_chains(figures: Difficulty, entities: list[list[MentionFacts]]) -> None:
    """Chains without a name or noun, and chains that begin with a pronoun."""
    for entity in entities:
        if len(entity) < 2 or not any(mention.tagged for mention in entity):
            continue
        nominal = [mention.nominal for mention in entity]
        figures.counts["tagged_chains"] += 1
        figures.counts["chains_without_nominal"] += not any(nominal)
        figures.counts["cataphoric_chains"] += any(nominal) and entity[0].kind == "pronoun"


def _order(mention: MentionFacts) -> tuple[int, int]:
    return (mention.offsets[0], -mention.offsets[-1]) if mention.offsets else (0, 0)


def _words_before(document: Document) -> list[int]:
    """How many words stand before each offset: empty nodes have offsets too, and are not words of the text."""
    return [0, *accumulate(int(not word.empty) for word in document.words)]


def _add_links(figures: Difficulty, entities: list[list[MentionFacts]], words_before: list[int]) -> None:
    """Distances and densities of the links between a mention and the one before it in its entity."""
    ordered = sorted((mention for entity in entities for mention in entity), key=_order)
    rank = {id(mention): place for place, mention in enumerate(ordered)}
    tokens, sentences, between, densities = [], [], [], []
    for entity in entities:
        # The class of a mention known by its id alone would be a guess.
        if all(mention.forms or mention.zero for mention in entity):
            figures.mention_classes.update(classes_of(entity))
        near = 0.0
        for previous, mention in pairwise(entity):
            if not previous.offsets or not mention.offsets:
                continue
            distance = rank[id(mention)] - rank[id(previous)]
            end, start = previous.offsets[-1] + 1, mention.offsets[0]
            if max(start, end) < len(words_before):
                end, start = words_before[end], words_before[start]
            tokens.append(max(0, start - end))
            if mention.sentence >= 0 and previous.sentence >= 0:
                sentences.append(mention.sentence - previous.sentence)
            between.append(distance - 1)
            # The weights of the earlier mentions of the entity halve with each rank, so they are carried along.
            near = (near + 1) * 0.5**distance
            densities.append(near / (1 - 0.5 ** rank[id(mention)]))
    figures.means["distance_tokens"] = Mean.of(tokens)
    figures.means["distance_sentences"] = Mean.of(sentences)
    figures.means["distance_mentions"] = Mean.of(between)
    figures.means["decayed_density"] = Mean.of(densities)


def _add_pronouns(
    figures: Difficulty, document: Document, layer: CoreferenceLayer, entities: list[list[MentionFacts]]
) -> None:
    """The pronouns of the text, and how far the anaphoric ones are from the mention before them."""
    types = third_person_pronouns(document)
    figures.counts["pronouns"] = len(types)
    figures.pronoun_types.update(kind or "personal" for kind in types.values())
    anaphors = {anaphor.id for anaphor in key_anaphors(_with_itself(document, layer))}
    figures.counts["anaphoric_pronouns"] = len(anaphors)
    spans = _noun_phrases(document)
    sentences, clauses, phrases = [], [], []
    for entity in entities:
        for previous, mention in pairwise(entity):
            if mention.id not in anaphors:
                continue
            if mention.sentence >= 0 and previous.sentence >= 0:
                sentences.append(mention.sentence - previous.sentence)
                same = mention.sentence == previous.sentence
                figures.counts["intrasentential" if same else "intersentential"] += 1
            if mention.clause is not None and previous.clause is not None:
                clauses.append(abs(mention.clause - previous.clause))
            if mention.offsets and previous.offsets:
                phrases.append(_wholly_between(spans, previous.offsets[-1] + 1, mention.offsets[0]))
    figures.means["anaphor_distance_sentences"] = Mean.of(sentences)
    figures.means["anaphor_distance_clauses"] = Mean.of(clauses)
    figures.means["anaphor_distance_noun_phrases"] = Mean.of(phrases)


def third_person_pronouns(document: Document) -> dict[int | str, str | None]:
    """Type of each personal, possessive and reflexive third person pronoun, by the offset of its word.

    One that is known only as a mention without a place in the text stands by its id. None for a word of such
    a form whose type is unknown.
    """
    types: dict[int | str, str | None] = {}
    language = tables_for(document)
    for offset, word in enumerate(document.words):
        form, tagged = looked_up(word.form), word.upos or word.xpos
        if (
            pronouns.is_third_person(form, language)
            and (not tagged or word.upos in ("PRON", "DET") or language.tag_is(word.xpos, "personal", "possessive"))
            and pronouns.can_be_pronoun(word, language)
        ):
            types[offset] = pronouns.type_of(form, word.xpos, language)
    for listed in document.mentions:
        facts = mention_facts(document, listed)
        if facts.anaphoric_form:
            types[facts.head if facts.head >= 0 else facts.id] = facts.pronoun_type
    return types


def _noun_phrases(document: Document) -> list[tuple[int, int]]:
    """Spans of the noun phrases, sorted: all that the workbench found, where it has looked, else those of the key."""
    system = [mention for mention in document.mentions if mention.source == "system"]
    spans = {(place[0], place[-1]) for mention in system or document.mentions if (place := span(mention)) is not None}
    return sorted(spans)


def _wholly_between(spans: list[tuple[int, int]], start: int, end: int) -> int:
    """How many of the sorted spans begin at ``start`` or later and end at ``end`` or before."""
    return sum(last <= end for _, last in spans[bisect_left(spans, (start, 0)) : bisect_left(spans, (end, 0))])


def _add_candidates(
    figures: Difficulty, document: Document, layer: CoreferenceLayer, decisions: Iterable[Decision]
) -> None:
    mentions = document.mention_by_id()
    by_id = {decision.anaphor: decision for decision in decisions}
    by_head = {mentions[name].head: decision for name, decision in by_id.items() if name in mentions}
    entity_of = {name: entity for entity in layer.entities for name in entity.mentions}
    before, after = [], []
    for anaphor in key_anaphors(_with_itself(document, layer)):
        decision = by_id.get(anaphor.id) or (by_head.get(anaphor.head) if anaphor.start >= 0 else None)
        before.append(len(decision.candidates_before) if decision else 0)
        after.append(len(decision.candidates) if decision else 0)
        others = [mentions[name] for name in entity_of[anaphor.id].mentions if name != anaphor.id]
        right = {mention.head if mention.start >= 0 else mention.id for mention in others}
        agreeing = [mentions[name] for name in (decision.candidates if decision else ()) if name in mentions]
        nearest_first = sorted(agreeing, key=text_order, reverse=True)
        places = (mention.head if mention.start >= 0 else mention.id for mention in nearest_first)
        ranks = (rank for rank, place in enumerate(places, start=1) if place in right)
        figures.recency_ranks[next(ranks, 0)] += 1
    figures.means["candidates_per_anaphor"] = Mean.of(before)
    figures.means["candidates_per_anaphor_after_filter"] = Mean.of(after)
    figures.counts["anaphors_with_several_candidates"] = sum(number > 1 for number in before)
    figures.counts["anaphors_with_several_candidates_after_filter"] = sum(number > 1 for number in after)


def _with_itself(document: Document, layer: CoreferenceLayer) -> DocumentPair:
    return DocumentPair(document.id, document, layer, document, layer)
