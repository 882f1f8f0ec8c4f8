"""Between names: which of several persons a pronoun means, by where their names stand.

A ranker sees one mention at a time, mostly the nearest, and learns from texts in which one person is spoken of at
length. Where other persons with names agree with the pronoun as well, a few weights compare the entities as wholes.
Source: our own, of the cues of the baselines of Webster et al. (2018, section 4.2): parallelism and syntactic distance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.closure import closure
from anaphora_workbench.resolvers.binding import disjoint_of
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import NAME, ONE_GENDER, THIRD
from anaphora_workbench.resolvers.learned.rankers import Choice, Links
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.parallelism import PARALLEL_FUNCTIONS, arcs_apart, words_apart
from anaphora_workbench.resolvers.stages.preceding import FARTHEST

BETWEEN_NAMES = "between names"
# What is told of an entity, in the order of the columns.
TOLD = (
    # of its best mention by the ranker, less that of the best of all
    "best candidate",
    # none of its mentions is a candidate of the ranker
    "no candidate",
    # a name in this sentence or one beside it is subject or direct object, as the pronoun is
    "parallel",
    # logarithm of one more than the arcs in the tree to the name with the fewest
    "arcs",
    # its nearest name is a subject
    "subject",
    # its nearest name stands after the pronoun
    "after the pronoun",
    # its nearest name is a subject and the pronoun a possessive
    "subject of a possessive",
    # logarithm of one more than its mentions before the pronoun
    "mentions",
    # sentences since the last of them, up to nine
    "sentences",
)
# Sentences before and after the pronoun's in which names are looked for.
_BEFORE, _AFTER = 9, 2
_PRIOR = 1.0
# Entities that a trace compares with the one chosen.
_COMPARED = 2
# Weights where there was nothing to learn from: the ranker's choice stands.
AS_RANKED = dict.fromkeys(TOLD, 0.0) | {"best candidate": 1.0, "no candidate": -100.0}
# What the documents that ask for one pronoun weigh against all others, where one person is spoken of at length. Chosen
# with the development parts in view: with a weight of one, two or three answers of some 460 in LitBank were lost.
_SHARE = 0.25
_OPTIONS = PronounOptions()
Told = NDArray[np.float64]


class Chains:
    """The entities of a text that has been read to its end.

    Attributes:
        number: of each mention's entity.
        members: of each entity, in text order.
        gender: what all members of an entity may have, as bits.
    """

    def __init__(self, table: MentionTable, links: Links) -> None:
        self._links = links
        self.members = closure(range(table.size), links.items())
        self.number = np.empty(table.size, dtype=np.intp)
        for number, members in enumerate(self.members):
            self.number[members] = number
        gender = table.gender.tolist()
        self.gender = [reduce(and_, (gender[member] for member in members)) for members in self.members]

    def hangs_on(self, mention: int, pronoun: int) -> bool:
        """Whether the links of a mention lead to a pronoun before it."""
        while mention > pronoun:
            earlier = self._links.get(mention, mention)
            if earlier >= mention:
                return False
            mention = earlier
        return mention == pronoun


@dataclass(frozen=True)
class Contest:
    """A pronoun and the entities with names that it may mean.

    Attributes:
        pronoun: its position.
        entities: their numbers.
        nearest: position of each entity's nearest name. antecedents: of each entity's best candidate by the ranker, or
            its nearest name.
        told: a row for each entity, a column for each of TOLD.
    """

    pronoun: int
    entities: list[int]
    nearest: list[int]
    antecedents: list[int]
    told: Told


def contest(table: MentionTable, chains: Chains, choice: Choice) -> Contest | None:
    """The contest of the names around a pronoun; None where there are no two, or the ranker chose none of them."""
    if choice.antecedent is None or not _is_of_one_gender(table, choice.position):
        return None
    names_of = _agreeing(table, chains, choice.position, names_around(table, choice.position))
    if len(names_of) < 2 or int(chains.number[choice.antecedent]) not in names_of:
        return None
    return _contest(table, chains, choice, names_of)


def contest_among(table: MentionTable, chains: Chains, choice: Choice, mentions: Sequence[int]) -> Contest | None:
    """The contest of mentions of which a pronoun takes one, those that agree if any does; None for other anaphors."""
    if not _is_of_one_gender(table, choice.position):
        return None
    names_of = _agreeing(table, chains, choice.position, mentions) or _by_entity(chains, choice.position, mentions)
    return _contest(table, chains, choice, names_of) if names_of else None


def names_around(table: MentionTable, pronoun: int) -> list[int]:
    """Positions of the names near a pronoun, on both sides."""
    starts, sentence = table.discourse.sentence_start, int(table.sentence[pronoun])
    first = max(starts[max(0, sentence - _BEFORE)], pronoun - FARTHEST)
    last = min(starts[min(len(starts) - 1, sentence + _AFTER + 1)], pronoun + FARTHEST)
    around = np.arange(first, last)
    inside = (table.start[around] <= table.start[pronoun]) & (table.end[around] >= table.end[pronoun])
    named: list[int] = around[(table.kind[around] == NAME) & ~inside].tolist()
    return named


def _is_of_one_gender(table: MentionTable, position: int) -> bool:
    """Whether a mention is a third person pronoun as *she* and *his*, that no rule of its clause binds."""
    lexical = table.discourse.mentions[position].pronoun_type in LEXICAL_ANAPHORS
    return bool(table.kind[position] == THIRD and table.gender[position] in ONE_GENDER) and not lexical


def _contest(table: MentionTable, chains: Chains, choice: Choice, names_of: Mapping[int, list[int]]) -> Contest:
    discourse, pronoun = table.discourse, choice.position
    best: dict[int, tuple[float, int]] = {}
    for candidate, score in zip(choice.candidates, choice.preferred.tolist(), strict=True):
        number = int(chains.number[candidate])
        best[number] = max(best.get(number, (score, candidate)), (score, candidate))
    top = max((score for score, _ in best.values()), default=0.0)
    told, nearest, antecedents = [], [], []
    for number, names in names_of.items():
        near = min(names, key=lambda name: words_apart(discourse, name, pronoun))
        score, antecedent = best.get(number, (None, near))
        of_names = _told_of_names(table, pronoun, names, near)
        of_mentions = _told_of_mentions(table, chains.members[number], pronoun)
        told.append([*_told_of_score(score, top), *of_names, *of_mentions])
        nearest.append(near)
        antecedents.append(antecedent)
    return Contest(pronoun, list(names_of), nearest, antecedents, np.array(told))


def _by_entity(chains: Chains, pronoun: int, names: Iterable[int]) -> dict[int, list[int]]:
    names_of: dict[int, list[int]] = {}
    for name in names:
        if not chains.hangs_on(name, pronoun):
            names_of.setdefault(int(chains.number[name]), []).append(name)
    return names_of


def _agreeing(table: MentionTable, chains: Chains, pronoun: int, names: Iterable[int]) -> dict[int, list[int]]:
    """The names by entity, of those that agree with a pronoun and of which syntax keeps it from no mention.

    Who says what stands in quotation marks, and who is told it, are no third persons in it.
    """
    parties = table.parties_to(int(table.quotation[pronoun]))
    barred, gender = disjoint_of(table.discourse, pronoun, _OPTIONS, "dep"), int(table.gender[pronoun])
    here = table.sentence[pronoun]
    return {
        number: of_entity
        for number, of_entity in _by_entity(chains, pronoun, names).items()
        if chains.gender[number] & gender
        and parties.isdisjoint(chains.members[number])
        and not any(
            table.sentence[member] == here and barred.rule(member)
            for member in chains.members[number]
            if not chains.hangs_on(member, pronoun)
        )
    }


def _told_of_score(score: float | None, top: float) -> list[float]:
    return [0.0, 1.0] if score is None else [score - top, 0.0]


def _told_of_names(table: MentionTable, pronoun: int, names: Iterable[int], nearest: int) -> list[float]:
    discourse = table.discourse
    mentions, sentence = discourse.mentions, table.sentence
    function = mentions[pronoun].function
    parallel = function in PARALLEL_FUNCTIONS and any(
        mentions[name].function == function and abs(sentence[name] - sentence[pronoun]) <= 1 for name in names
    )
    subject = mentions[nearest].function == "SUBJ"
    return [
        float(parallel),
        float(np.log1p(min(arcs_apart(discourse, name, pronoun) for name in names))),
        float(subject),
        float(nearest > pronoun),
        float(subject and mentions[pronoun].pronoun_type == "possessive"),
    ]


def _told_of_mentions(table: MentionTable, members: Sequence[int], pronoun: int) -> list[float]:
    before = bisect_left(members, pronoun)
    ago = table.sentence[pronoun] - table.sentence[members[before - 1]] if before else 0
    return [float(np.log1p(before)), float(min(ago, _BEFORE))]


@dataclass(frozen=True)
class BetweenNames:
    """The weights of what is told of an entity.

    Attributes:
        weights: by name, all of TOLD.
    """

    weights: Mapping[str, float]

    def sums(self, told: Told) -> NDArray[np.float64]:
        """The sum of weights of each entity."""
        return np.asarray(told @ np.array([self.weights[name] for name in TOLD]), dtype=np.float64)

    def fired(self, told: Told) -> dict[str, float]:
        """What the sum of one entity consists of."""
        return {name: self.weights[name] * float(value) for name, value in zip(TOLD, told, strict=True) if value}

    def _lead(self, first: Told, other: Told) -> str:
        """By how much an entity outweighs another, and what that is the sum of."""
        apart = zip(TOLD, (first - other).tolist(), strict=True)
        parts = {name: round(self.weights[name] * distance, 2) for name, distance in apart}
        told = ", ".join(f"{name} {part:+.2f}" for name, part in parts.items() if part)
        return f"{sum(parts.values()):.2f}" + (f" ({told})" if told else "")

    def settle(self, table: MentionTable, found: Contest, choice: Choice, chains: Chains) -> None:
        """Let a choice take the entity with the largest sum, and say by what."""
        sums = self.sums(found.told)
        best, *others = (-sums).argsort(kind="stable").tolist()
        document, mentions = table.discourse.document, table.discourse.mentions
        forms = [document.mention_text(mentions[position]) for position in found.antecedents]
        leads = (
            f"{forms[best]} before {forms[other]} by {self._lead(found.told[best], found.told[other])}"
            for other in others[:_COMPARED]
        )
        choice.note = f"{BETWEEN_NAMES}: {'; '.join(leads)}"
        if found.entities[best] != chains.number[choice.antecedent]:
            choice.antecedent, choice.rule = found.antecedents[best], BETWEEN_NAMES


def of_learnt(learnt: Mapping[str, float]) -> BetweenNames:
    """The weights of a model file. Raises ValueError where one is missing or there is none such."""
    if set(learnt) != set(TOLD):
        raise ValueError(
            f"weights between names of {', '.join(sorted(learnt)) or 'nothing'}; expected {', '.join(TOLD)}"
        )
    return BetweenNames({name: float(learnt[name]) for name in TOLD})


def learn_between_names(
    documents: Sequence[TrainingDocument], read: Callable[[TrainingDocument], tuple[Sequence[Choice], Links]]
) -> BetweenNames:
    """Weights that maximise the likelihood of the right entities, by a conditional log-linear model.

    Documents that ask for one ambiguous pronoun each weigh, taken together, a quarter of what all others do.

    Args:
        read: makes the choices and links of a document.
    """
    told: list[Told] = []
    right: list[NDArray[np.bool_]] = []
    asking: list[bool] = []
    for document in documents:
        made, links = read(document)
        chains = Chains(document.table, links)
        for choice in made:
            entity = document.entity[choice.position]
            found = contest(document.table, chains, choice) if entity != NO_ENTITY else None
            if found is None:
                continue
            answers = np.array([_has(document, chains, number, found.pronoun, entity) for number in found.entities])
            if answers.any() and not answers.all():
                told.append(found.told)
                right.append(answers)
                asking.append(document.asks)
    fitted = _fitted(told, right, np.array(asking, dtype=bool)).tolist()
    return BetweenNames({name: float(f"{weight:.6g}") for name, weight in zip(TOLD, fitted, strict=True)})


def _has(document: TrainingDocument, chains: Chains, number: int, pronoun: int, entity: int) -> bool:
    """Whether a mention of an entity, but those that hang on the pronoun, is of the key's."""
    return any(
        document.entity[mention] == entity and mention != pronoun and not chains.hangs_on(mention, pronoun)
        for mention in chains.members[number]
    )


def _fitted(told: Sequence[Told], right: Sequence[NDArray[np.bool_]], asking: NDArray[np.bool_]) -> Told:
    if not told:
        return np.array([AS_RANKED[name] for name in TOLD])
    from scipy.optimize import minimize  # only to learn

    rows, answers = np.concatenate(told), np.concatenate(right)
    sizes = [len(of_contest) for of_contest in told]
    starts, of_row = np.r_[0, np.cumsum(sizes)[:-1]], np.repeat(np.arange(len(sizes)), sizes)
    share = _SHARE * (~asking).sum() / asking.sum() if asking.any() and not asking.all() else 1.0
    counted = np.where(asking, share, 1.0)

    def loss(weights: Told) -> tuple[float, Told]:
        total = rows @ weights
        top = np.maximum.reduceat(total, starts)
        likely = np.exp(total - top[of_row])
        of_all, of_right = np.add.reduceat(likely, starts), np.add.reduceat(np.where(answers, likely, 0.0), starts)
        residue = likely / of_all[of_row] - np.where(answers, likely, 0.0) / of_right[of_row]
        value = counted @ (np.log(of_all) - np.log(of_right)) + _PRIOR / 2 * weights @ weights
        return float(value), rows.T @ (residue * counted[of_row]) + _PRIOR * weights

    return np.asarray(minimize(loss, np.zeros(len(TOLD)), jac=True, method="L-BFGS-B").x, dtype=np.float64)
