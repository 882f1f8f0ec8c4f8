"""CISTELL (Recasens & Hovy 2010): entities as baskets that grow while a text is read, by a memory-based classifier.

A reconstruction: which 29 features it has is told by group only (section 3.3), and so is what its classifier learns
from (Màrquez, Recasens & Sapena 2012, section 3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.learning.instances import all_instances
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions, LearnedResolver, require_few_mentions
from anaphora_workbench.resolvers.learning.model import OptionsDoNotFitError
from anaphora_workbench.resolvers.learning.model_form import CistellForm, counts_of
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute, Instances, counted, same_rows
from anaphora_workbench.resolvers.pair_models.nearest import UNITS, NearestNeighbours, Rows, Votes, gain_ratios, shares
from anaphora_workbench.resolvers.pair_models.pair_resolver import PairTable
from anaphora_workbench.resolvers.pronouns.grammar import Barred
from anaphora_workbench.resolvers.words import FactorWords, Words

# Strings, morphology, syntax and meaning, as section 3.3 groups its 29; these 27 are ours.
PAIRS_OF_MENTIONS = PairTable(
    {
        "STRING_MATCH": "same string",
        "HEAD_MATCH": "same head",
        "SUBSTRING": "one among the words of the other",
        "WORD_OVERLAP": "a word in common",
        "MODIFIERS": "modifiers",
        "NAME_MATCH": "names",
        "PRONOUN_MATCH": "same pronoun",
        "ALIAS": "alias",
        "DISTANCE": "sentences",
        "FREQUENCY": "mention.mentions with its head before",
        "TYPE_1": "candidate.type",
        "TYPE_2": "mention.type",
        "PRONOUN_TYPE_1": "candidate.pronoun type",
        "PRONOUN_TYPE_2": "mention.pronoun type",
        "NUMBER": "number agreement",
        "GENDER": "gender agreement",
        "PERSON": "person agreement",
        "ANIMACY": "animacy",
        "NOMINAL_PREDICATE": "predicate nominal",
        "APPOSITION": "apposition of a name",
        "SPAN": "neither spans the other",
        "BINDING": "binding allows it",
        "FUNCTION_1": "candidate.function",
        "FUNCTION_2": "mention.function",
        "NE_TYPE": "entity type agreement",
        "SEMCLASS": "semantic class agreement",
        "VOICE": "voice",
    }
)
OVERLAP, VALUE_DIFFERENCE = "overlap", "value difference"
STRONG, SUPER_STRONG, BEST, WEAK = "strong", "super strong", "best", "weak"
FORWARD, BACKWARD = "forward", "backward"
# Of super strong match, as TiMBL measures distances (note 9).
_NEAR = round(0.09 * UNITS)
# Of how many distances instances vote; on every fifth training document 5 was better than 1 and 3.
_K = 5
# Instances that are kept, and how many of these corefer at least once; with more, rare ones mislead.
_MOST, _MOST_POSITIVE = 3_000, 1_500
# Negative instances, looked at so many at a time, differ in no more features from one that corefers.
_FARTHEST = 3
_BLOCK = 4096
# Of the shares of values in a model.
_DECIMALS = 4
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
# Traces of mentions that are no third person pronouns keep so many candidates that do not corefer.
_SHOWN = 10
# So many candidates of a mention have their neighbours named, and so many of these.
_WITH_NEIGHBOURS, _NEIGHBOURS = 3, 3
NEW = "a new basket"
BASKET = "basket"
_NEAR_TOO = f" of neighbours at a distance below {_NEAR / UNITS}"
VOTES, NEIGHBOURS = "share of neighbours", "neighbours"


@dataclass(frozen=True, kw_only=True)
class CistellOptions(LearnedOptions):
    """Options of ``cistell``."""

    match: str = option(
        STRONG,
        "a mention joins a basket if it matches every mention in it; super strong: at a distance below 0.09; best: of "
        "such baskets the most confident; weak: if it matches one mention in it",
        (STRONG, SUPER_STRONG, BEST, WEAK),
    )
    direction: str = option(
        FORWARD, "try baskets from the first mention of the text onwards, or back from the closest", (FORWARD, BACKWARD)
    )
    metric: str = option(
        OVERLAP,
        "distance of two values of a feature: overlap: its weight; value difference: its weight times the difference "
        "of their shares of coreferent pairs",
        (OVERLAP, VALUE_DIFFERENCE),
    )


class Cistell(LearnedResolver):
    """Each mention is a basket; it joins the first basket so far with all mentions of which it is said to corefer."""

    name = "cistell"
    description = "nearest stored pairs of mentions; a mention joins a growing entity if it matches all of it"
    source = "Recasens & Hovy 2010, reconstructed"
    Options = CistellOptions
    form = CistellForm
    words = Words(
        labels={BASKET: "its entity"},
        rules_on_page={f"{STRONG} match": "all mentions of the entity match"},
        no_answer_on_page={NEW: "it matches no entity so far"},
        factors={VOTES: FactorWords(name="share of the nearest training examples")},
    )

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self.match, self.direction = self.parameters.match, self.parameters.direction

    def take(self, learnt: Mapping[str, Any]) -> None:
        attributes, instances = PAIRS_OF_MENTIONS.attributes, learnt["instances"]
        for attribute in attributes:
            if learnt["values"].get(attribute.name) != list(attribute.values):
                raise ValueError(f"the model of {self.name} has other values of {attribute.name}; expected a new model")
        of_values = None
        if self.parameters.metric == VALUE_DIFFERENCE:
            if "shares" not in learnt:
                raise OptionsDoNotFitError(
                    "no shares of values; expected a model of today's cistell, or metric=overlap"
                )
            of_values = [[float(share) for share in learnt["shares"][attribute.name]] for attribute in attributes]
            for known, attribute in zip(of_values, attributes, strict=True):
                if len(known) != len(attribute.values) or not all(0 <= share <= 1 for share in known):
                    raise ValueError(
                        f"the shares of {attribute.name} are {known}; expected one from 0 to 1 for each value"
                    )
        counts = np.array(list(map(counts_of, instances.values()))).reshape(-1, 2)
        self.memory = NearestNeighbours(
            np.array([_codes(codes, attributes) for codes in instances], dtype=np.uint8),
            counts[:, 1].astype(np.float64),
            counts[:, 0].astype(np.float64),
            [round(UNITS * learnt["weights"][attribute.name]) for attribute in attributes],
            [len(attribute.values) for attribute in attributes],
            int(learnt["k"]),
            of_values,
        )

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        require_few_mentions(discourse)
        table, pronouns = MentionTable(discourse), self.pronouns_of(discourse)
        grammar = self.grammar_of(discourse)
        bound = self.bound(discourse, grammar, pronouns)
        asked = _Asked(table, self.memory)
        matches = 2 * asked.votes.positive > asked.votes.count
        if self.match == SUPER_STRONG:
            matches &= asked.votes.distance < _NEAR
        basket_of = np.arange(table.size)
        for mention in range(table.size):
            if mention in pronouns and not self.answers_pronouns:
                yield self.trace(discourse, mention, rule=OUT_OF_SCOPE)
                continue
            if mention in bound:
                basket_of[mention] = basket_of[bound[mention].antecedent]
                grammar.take(mention, bound[mention].antecedent)
                yield bound[mention]
                continue
            matching, before = matches[asked.of(mention)], basket_of[:mention]
            barred = grammar.barred(mention, range(mention)) if mention in pronouns else {}
            matching[list(barred)] = False
            ranked = self._ranked(asked, mention, matching, before)
            kept_out = _kept_out(matching, before, set(ranked))
            if ranked:
                basket_of[mention] = basket_of[ranked[0]]
                grammar.take(mention, ranked[0])
            yield self._case(discourse, asked, mention, ranked, kept_out, barred, mention in pronouns)

    def _ranked(self, asked: _Asked, mention: int, matching: Flags, basket_of: Codes) -> list[int]:
        """The mentions that a mention may join, in the order in which baskets are tried."""
        against = np.bincount(basket_of, weights=~matching, minlength=mention)
        open_to_it = matching if self.match == WEAK else matching & (against[basket_of] == 0)
        found = np.flatnonzero(open_to_it)
        if self.direction == BACKWARD:
            found = found[::-1]
        if self.match == BEST:
            votes, rows = asked.votes, asked.of(mention)[found]
            found = found[np.lexsort((votes.distance[rows], -votes.positive[rows] / votes.count[rows]))]
        return found.tolist()

    def _case(
        self,
        discourse: Discourse,
        asked: _Asked,
        mention: int,
        ranked: Sequence[int],
        kept_out: Mapping[int, int],
        barred: Barred,
        every: bool,
    ) -> Case[Any]:
        """The trace of a mention: how many neighbours of each pair corefer, and which these are.

        Args:
            kept_out: of mentions that match one in their basket that does not.
            barred: by position those that grammar keeps it from.
            every: list all candidates.
        """
        rows = asked.of(mention)
        likely = asked.share(rows)
        chosen = set(ranked)
        others = [place for place in (-likely).argsort(kind="stable").tolist() if place not in chosen]
        listed = [*ranked, *(others if every else others[:_SHOWN])]
        rank_of = {place: rank for rank, place in enumerate(ranked, start=1)}
        first = set([place for place in listed if place not in kept_out][:_WITH_NEIGHBOURS])
        why = {
            place: f"it is one with {discourse.ids[other]}, which does not match" for place, other in kept_out.items()
        }
        candidates = [
            Candidate(place).rejected(*barred[place])
            if place in barred
            else Candidate(
                place,
                factors={VOTES: float(likely[place])},
                rank=rank_of.get(place),
                rejected_by=BASKET if place in kept_out else "",
                why=why.get(place, ""),
                marks=_Neighbours(asked, int(rows[place])) if place in first else None,
            )
            for place in sorted(listed, reverse=True)
        ]
        left_out = mention - len(listed)
        notes = [f"a match: a share above 0.5{_NEAR_TOO if self.match == SUPER_STRONG else ''}"] if candidates else []
        if left_out:
            notes.append(f"{left_out} less likely mentions before it are not listed")
        return self.trace(
            discourse,
            mention,
            candidates=candidates,
            antecedent=ranked[0] if ranked else None,
            rule=f"{self.match} match" if ranked else NEW,
            note="; ".join(notes),
        )

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        advance("instances")
        instances = _instances(documents)
        advance("weights")
        weights = gain_ratios(instances, PAIRS_OF_MENTIONS.attributes)
        advance("thinning")
        kept = _thinned(instances)
        attributes = PAIRS_OF_MENTIONS.attributes
        learnt = {
            "k": _K,
            "weights": {attribute.name: weight / UNITS for attribute, weight in zip(attributes, weights, strict=True)},
            "shares": {
                attribute.name: [round(share, _DECIMALS) for share in of_values]
                for attribute, of_values in zip(attributes, shares(instances, attributes), strict=True)
            },
            "values": {attribute.name: list(attribute.values) for attribute in attributes},
            "instances": {
                "".join(_DIGITS[code] for code in codes): f"{int(positive)} of {int(count)}"
                for codes, positive, count in zip(
                    np.stack(kept.columns, axis=1).tolist(), kept.positive, kept.count, strict=True
                )
            },
        }
        figures = {
            "instances": int(instances.count.sum()),
            "positive instances": int(instances.positive.sum()),
            "different instances": len(instances.count),
            "kept": len(kept.count),
        }
        return learnt, PAIRS_OF_MENTIONS.feature_names, figures


def _kept_out(matching: Flags, basket_of: Codes, joinable: AbstractSet[int]) -> dict[int, int]:
    """Of each mention that matches and cannot be joined the first one in its basket that does not match."""
    first_against: dict[int, int] = {}
    for place in np.flatnonzero(~matching)[::-1].tolist():
        first_against[int(basket_of[place])] = place
    matched = (place for place in np.flatnonzero(matching).tolist() if place not in joinable)
    return {place: first_against[int(basket_of[place])] for place in matched if int(basket_of[place]) in first_against}


def _codes(digits: str, attributes: Sequence[Attribute]) -> list[int]:
    """The codes of a stored instance. Raises ValueError for others than those of the attributes' values."""
    codes = [_DIGITS.find(digit) for digit in digits]
    sizes = [len(attribute.values) for attribute in attributes]
    if len(codes) != len(sizes) or not all(0 <= code < size for code, size in zip(codes, sizes, strict=True)):
        raise ValueError(f"the instance {digits!r} is not valid; expected a code for each of {len(sizes)} attributes")
    return codes


class _Asked:
    """The pairs of a document, each mention with all before it, and what their neighbours say.

    Attributes:
        votes: of each pair.
    """

    def __init__(self, table: MentionTable, memory: NearestNeighbours) -> None:
        self._memory = memory
        mentions = range(table.size)
        self._pairs = Pairs(table, mentions, [range(mention) for mention in mentions])
        columns = [column.astype(np.uint8) for column in PAIRS_OF_MENTIONS.columns(self._pairs)]
        first, which = same_rows(columns)
        self._rows: Rows = np.stack([column[first] for column in columns], axis=1)
        self._which = which
        votes = memory.votes(self._rows)
        self.votes = Votes(votes.positive[which], votes.count[which], votes.distance[which])

    def of(self, mention: int) -> Codes:
        """The pairs of a mention, by the position of the other."""
        return np.arange(self._pairs.starts[mention], self._pairs.starts[mention + 1])

    def share(self, rows: Codes) -> NDArray[np.float64]:
        """How large a part of each pair's neighbours corefers."""
        return self.votes.positive[rows] / np.maximum(self.votes.count[rows], 1)

    def neighbours(self, row: int) -> str:
        """The nearest instances of a pair: in which features they differ from it, and how many of them corefer."""
        own, memory = self._rows[self._which[row]], self._memory
        described = []
        for instance, distance in memory.neighbours(own, _NEIGHBOURS):
            differing = np.flatnonzero(memory.rows[instance] != own).tolist()
            values = [
                f"{attribute.name} = {attribute.values[int(memory.rows[instance, number])] or 'none'}"
                for number, attribute in enumerate(PAIRS_OF_MENTIONS.attributes)
                if number in differing
            ]
            found = f"{int(memory.positive[instance])} of {int(memory.count[instance])} corefer"
            described.append(f"at {distance / UNITS:.4f}, {', '.join(values) or 'the same'}: {found}")
        positive, count = (int(number[row]) for number in (self.votes.positive, self.votes.count))
        return "; ".join([*described, f"of all that vote: {positive} of {count}"])


class _Neighbours(Mapping[str, str]):
    """The neighbours of a pair, looked for when somebody asks."""

    def __init__(self, asked: _Asked, row: int) -> None:
        self._asked, self._row = asked, row

    def __getitem__(self, name: str) -> str:
        if name != NEIGHBOURS:
            raise KeyError(name)
        return self._asked.neighbours(self._row)

    def __iter__(self) -> Iterator[str]:
        yield NEIGHBOURS

    def __len__(self) -> int:
        return 1


def _instances(documents: Sequence[TrainingDocument]) -> Instances:
    """The pairs of documents; those with the same values are one."""
    parts = []
    for document in documents:
        found = all_instances(document)
        columns = [column.astype(np.uint8) for column in PAIRS_OF_MENTIONS.columns(found.pairs)]
        parts.append(counted(columns, np.ones(len(found.right)), found.right))
    return counted(
        [np.concatenate(of_feature) for of_feature in zip(*(part.columns for part in parts), strict=True)],
        np.concatenate([part.count for part in parts]),
        np.concatenate([part.positive for part in parts]),
    )


def _thinned(instances: Instances) -> Instances:
    """The most frequent instances that corefer, and the most frequent of those that never do and are close to them."""
    by_frequency = np.lexsort((-instances.count, -instances.positive))
    positive = by_frequency[instances.positive[by_frequency] > 0][:_MOST_POSITIVE]
    negative = np.flatnonzero(instances.positive == 0)
    negative = negative[np.argsort(-instances.count[negative], kind="stable")]
    rows, chosen = np.stack(instances.columns, axis=1), [positive]
    ones, sizes = np.ones(len(positive)), [len(attribute.values) for attribute in PAIRS_OF_MENTIONS.attributes]
    differing = NearestNeighbours(rows[positive], ones, ones, [1] * len(sizes), sizes)
    for start in range(0, len(negative), _BLOCK):
        block = negative[start : start + _BLOCK]
        chosen.append(block[differing.votes(rows[block]).distance <= _FARTHEST])
        if sum(map(len, chosen)) >= _MOST:
            break
    return instances.those(np.sort(np.concatenate(chosen)[:_MOST]))
