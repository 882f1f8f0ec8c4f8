"""Between names: which of several persons a pronoun means, by where their names stand.

A ranker sees one mention at a time, mostly the nearest, and learns from texts in which one person is spoken of at
length. Where other persons with names agree with the pronoun as well, a few weights compare the entities as wholes:
one set of them in short texts, as snippets, of which the ranker has seen few; one in longer ones.
Source: our own, of the cues of the baselines of Webster et al. (2018, section 4.2): parallelism and syntactic distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.closure import closure
from anaphora_workbench.corpora.document import PLURAL
from anaphora_workbench.resolvers.binding import disjoint_of
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import NAME, ONE_GENDER, THIRD
from anaphora_workbench.resolvers.learned.clause_mates import kept_apart
from anaphora_workbench.resolvers.learned.contenders import TOLD, Contender, Told, told_of
from anaphora_workbench.resolvers.learned.hearers import parties_across
from anaphora_workbench.resolvers.learned.known_things import is_known_thing
from anaphora_workbench.resolvers.learned.places import is_place_of_stay
from anaphora_workbench.resolvers.learned.rankers import Choice, Links
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.speech import speech_of
from anaphora_workbench.resolvers.stages.preceding import FARTHEST

# What is told of each entity of a contest, and whether it may be the right one.
Lesson = tuple[Told, NDArray[np.bool_]]
BETWEEN_NAMES = "between names"
# Sentences before and after the pronoun's in which names are looked for.
_BEFORE, _AFTER = 9, 2
# The texts that have weights of their own, and how many words the longest short one may have: the longest snippet to
# learn from has 217, and of the other texts one has 167, the next 254. Not every format has sentences to count.
SHORT, LONG = "short texts", "long texts"
LENGTHS = (SHORT, LONG)
_WORDS_OF_SHORT = 250
_PRIOR = 1.0
# Entities that a trace compares with the one chosen.
_COMPARED = 2
# Weights where there was nothing to learn from: the ranker's choice stands.
AS_RANKED = dict.fromkeys(TOLD, 0.0) | {"best candidate": 1.0, "no candidate": -100.0}
# A recogniser that takes a name for one of a thing errs too often: *Angelica's locket* (GPE), *Horn* (LOC).
_DOUBTFUL = "recogniser"
_OPTIONS = PronounOptions()
_POSSESSOR = "POSS"


class Chains:
    """The entities of a text that has been read to its end.

    Attributes:
        number: of each mention's entity.
        members: of each entity, in text order.
        gender: what all members of an entity may have, as bits.
    """

    def __init__(self, table: MentionTable, links: Links) -> None:
        self._links = links
        # What hangs on the pronoun that was asked for last; of one after another, what hangs on it is asked often.
        self._hanging: dict[int, set[int]] = {}
        self.members = closure(range(table.size), links.items())
        self.number = np.empty(table.size, dtype=np.intp)
        for number, members in enumerate(self.members):
            self.number[members] = number
        gender = table.gender.tolist()
        self.gender = [reduce(and_, (gender[member] for member in members)) for members in self.members]

    def hangs_on(self, mention: int, pronoun: int) -> bool:
        """Whether a mention is a pronoun, or its links lead to that one before it."""
        if pronoun not in self._hanging:
            hanging = {pronoun}
            for member in self.members[self.number[pronoun]]:
                if pronoun <= self._links.get(member, member) < member and self._links[member] in hanging:
                    hanging.add(member)
            self._hanging = {pronoun: hanging}
        return mention in self._hanging[pronoun]


@dataclass(frozen=True)
class Contest:
    """A pronoun and the entities that it may mean.

    Attributes:
        pronoun: its position. length: of its text, of LENGTHS.
        entities: their numbers.
        nearest: position of each entity's nearest name. antecedents: of each entity's best candidate by the ranker, or
            its nearest name.
        told: a row for each entity, a column for each of TOLD.
    """

    pronoun: int
    length: str
    entities: list[int]
    nearest: list[int]
    antecedents: list[int]
    told: Told


def contest(table: MentionTable, chains: Chains, choice: Choice) -> Contest | None:
    """The contest of the names around a pronoun and of what the ranker has chosen; None where there are no two.

    Where all that the ranker could choose from is barred, it has not decided for none, and one name will do. What it
    has chosen does not contend with its own possessor: *Tom's father washed his hands*.
    """
    undecided = bool(choice.barred) and not choice.left.any()
    if (choice.antecedent is None and not undecided) or not _is_of_one_gender(table, choice.position):
        return None
    around = [name for name in names_around(table, choice.position) if not _possesses(table, name, choice.antecedent)]
    names_of = _agreeing(table, chains, choice.position, around)
    nameless = {}
    if choice.antecedent is not None and int(chains.number[choice.antecedent]) not in names_of:
        nameless[int(chains.number[choice.antecedent])] = [choice.antecedent]
    if len(names_of) + len(nameless) < (1 if undecided else 2):
        return None
    return _contest(table, chains, choice, names_of, nameless)


def contest_among(table: MentionTable, chains: Chains, choice: Choice, mentions: Sequence[int]) -> Contest | None:
    """The contest of mentions of which a pronoun takes one, those that agree if any does; None for other anaphors."""
    if not _is_of_one_gender(table, choice.position):
        return None
    names_of = _agreeing(table, chains, choice.position, mentions) or _by_entity(chains, choice.position, mentions)
    return _contest(table, chains, choice, names_of, {}) if names_of else None


def names_around(table: MentionTable, pronoun: int) -> list[int]:
    """Positions of the names near a pronoun, on both sides."""
    starts, sentence = table.discourse.sentence_start, int(table.sentence[pronoun])
    first = max(starts[max(0, sentence - _BEFORE)], pronoun - FARTHEST)
    last = min(starts[min(len(starts) - 1, sentence + _AFTER + 1)], pronoun + FARTHEST)
    around = np.arange(first, last)
    inside = (table.start[around] <= table.start[pronoun]) & (table.end[around] >= table.end[pronoun])
    named: list[int] = around[(table.kind[around] == NAME) & ~inside].tolist()
    return named


def _possesses(table: MentionTable, name: int, phrase: int | None) -> bool:
    """Whether a name is the possessor in a noun phrase."""
    if phrase is None or name == phrase or table.discourse.mentions[name].function != _POSSESSOR:
        return False
    return bool(table.start[phrase] <= table.start[name] and table.end[name] <= table.end[phrase])


def _is_of_one_gender(table: MentionTable, position: int) -> bool:
    """Whether a mention is a third person pronoun as *she* and *his*, that no rule of its clause binds."""
    lexical = table.discourse.mentions[position].pronoun_type in LEXICAL_ANAPHORS
    return bool(table.kind[position] == THIRD and table.gender[position] in ONE_GENDER) and not lexical


def _contest(
    table: MentionTable,
    chains: Chains,
    choice: Choice,
    names_of: Mapping[int, list[int]],
    nameless: Mapping[int, list[int]],
) -> Contest:
    """The contest of entities with names, and of one without that has the mention that the ranker chose instead."""
    pronoun = choice.position
    best: dict[int, tuple[float, int]] = {}
    for place in np.flatnonzero(choice.left).tolist():
        candidate, score = choice.candidates[place], float(choice.preferred[place])
        number = int(chains.number[candidate])
        best[number] = max(best.get(number, (score, candidate)), (score, candidate))
    top = max((score for score, _ in best.values()), default=0.0)
    contenders = {
        number: Contender(
            table,
            pronoun,
            names,
            number in names_of,
            chains.members[number],
            chains.gender[number],
            best[number][0] - top if number in best else None,
        )
        for number, names in (*names_of.items(), *nameless.items())
    }
    return Contest(
        pronoun,
        SHORT if len(table.discourse.document.words) <= _WORDS_OF_SHORT else LONG,
        list(contenders),
        [contender.nearest for contender in contenders.values()],
        [best[number][1] if number in best else contender.nearest for number, contender in contenders.items()],
        told_of(list(contenders.values())),
    )


def _by_entity(chains: Chains, pronoun: int, names: Iterable[int]) -> dict[int, list[int]]:
    names_of: dict[int, list[int]] = {}
    for name in names:
        if not chains.hangs_on(name, pronoun):
            names_of.setdefault(int(chains.number[name]), []).append(name)
    return names_of


def _agreeing(table: MentionTable, chains: Chains, pronoun: int, names: Iterable[int]) -> dict[int, list[int]]:
    """The names by entity that agree with a pronoun, but for entities of which it is kept from a mention.

    Syntax keeps it from some, and who speaks from others: who says a turn or a quotation is no third person in it. An
    entity that is only named behind a pronoun of a main clause which is no possessor (*He saw Tom's sister*) was the
    right one in 1 of 159 contests of GUM train and LitBank's training part, and in 2 of 42 of GAP's validation part.
    An entity that *he* is of is no *she*, either.
    """
    possessor = table.discourse.mentions[pronoun].function == _POSSESSOR
    ahead = {} if possessor else kept_apart(table, pronoun)
    in_speech, across = speech_of(table.discourse).kept_apart(pronoun), table.once(parties_across)[pronoun]
    barred, here = disjoint_of(table.discourse, pronoun, _OPTIONS, "dep"), table.sentence[pronoun]
    agreeing = [name for name in names if _may_be_named(table, name, pronoun)]
    return {
        number: of_entity
        for number, of_entity in _by_entity(chains, pronoun, agreeing).items()
        if in_speech.keys().isdisjoint(chains.members[number])
        and not _has_other_sex(table, chains.members[number], pronoun)
        and any(member not in ahead for member in chains.members[number] if not chains.hangs_on(member, pronoun))
        and not any(
            (table.sentence[member] == here and barred.rule(member)) or table.sides[member] & across
            for member in chains.members[number]
            if not chains.hangs_on(member, pronoun)
        )
    }


def _has_other_sex(table: MentionTable, members: Sequence[int], pronoun: int) -> bool:
    """Whether an entity has a pronoun of the other sex: *Dr. Patel … She … his*."""
    own = table.gender[pronoun]
    return any(
        table.kind[member] == THIRD and table.gender[member] in ONE_GENDER and table.gender[member] != own
        for member in members
    )


def _may_be_named(table: MentionTable, name: int, pronoun: int) -> bool:
    """Whether a name agrees with a pronoun of one person, or only a recogniser says that it does not.

    With a determiner before it that is believed (*a Nobel Prize*), and of what is listed: *Germany*.
    """
    mention = table.discourse.mentions[name]
    if is_known_thing(table, name):
        return False
    determined = table.discourse.document.words[mention.start].upos == "DET"
    doubtful = mention.gender_from == _DOUBTFUL and not determined and not is_place_of_stay(table, name)
    agrees = doubtful or bool(table.gender[name] & table.gender[pronoun])
    return agrees and mention.number != {PLURAL}


@dataclass(frozen=True)
class BetweenNames:
    """The weights of what is told of an entity.

    Attributes:
        weights: for each of LENGTHS by name, all of TOLD.
    """

    weights: Mapping[str, Mapping[str, float]]

    def sums(self, found: Contest) -> NDArray[np.float64]:
        """The sum of weights of each entity."""
        weights = self.weights[found.length]
        return np.asarray(found.told @ np.array([weights[name] for name in TOLD]), dtype=np.float64)

    def fired(self, found: Contest, row: int) -> dict[str, float]:
        """What the sum of one entity consists of."""
        told = zip(TOLD, found.told[row].tolist(), strict=True)
        return {name: self.weights[found.length][name] * value for name, value in told if value}

    def settle(self, table: MentionTable, found: Contest, choice: Choice, chains: Chains) -> None:
        """Let a choice take the entity with the largest sum, and say by what."""
        best = self.ranked(found)[0]
        choice.note = self.told(table, found)
        if choice.antecedent is None or found.entities[best] != chains.number[choice.antecedent]:
            choice.antecedent, choice.rule = found.antecedents[best], BETWEEN_NAMES

    def ranked(self, found: Contest) -> list[int]:
        """The rows of a contest, that with the largest sum first."""
        rows: list[int] = (-self.sums(found)).argsort(kind="stable").tolist()
        return rows

    def told(self, table: MentionTable, found: Contest) -> str:
        """By which weights the first entity is before the next ones: *Ann Voss (s1) before Eve (s4) by 0.76 (…)*."""
        best, *others = self.ranked(found)
        document, mentions = table.discourse.document, table.discourse.mentions
        names = [f"{document.mention_text(mentions[place])} ({mentions[place].id})" for place in found.nearest]
        leads = (
            f"{names[best]} before {names[other]} by {self._lead(found, best, other)}" for other in others[:_COMPARED]
        )
        return f"{BETWEEN_NAMES}, {found.length}: {'; '.join(leads) or f'{names[best]} alone'}"

    def _lead(self, found: Contest, first: int, other: int) -> str:
        """By how much an entity outweighs another, and what that is the sum of but for rounding."""
        sums = self.sums(found)
        apart = zip(TOLD, (found.told[first] - found.told[other]).tolist(), strict=True)
        parts = {name: round(self.weights[found.length][name] * distance, 2) for name, distance in apart}
        told = ", ".join(f"{name} {part:+.2f}" for name, part in parts.items() if part)
        return f"{sums[first] - sums[other]:.2f}" + (f" ({told})" if told else "")


def of_learnt(learnt: Mapping[str, Mapping[str, float]]) -> BetweenNames:
    """The weights of a model file. Raises ValueError where a length or one of its weights is missing or unknown."""
    for length in sorted({*LENGTHS, *learnt}):
        weights = learnt.get(length, {})
        if length not in LENGTHS or set(weights) != set(TOLD):
            raise ValueError(
                f"weights between names, {length}, of {', '.join(sorted(weights)) or 'nothing'}; "
                f"expected for {' and '.join(LENGTHS)} {', '.join(TOLD)}"
            )
    return BetweenNames({length: {name: float(learnt[length][name]) for name in TOLD} for length in LENGTHS})


def learn_between_names(
    documents: Sequence[TrainingDocument], read: Callable[[TrainingDocument], tuple[Sequence[Choice], Links]]
) -> BetweenNames:
    """Weights with which the right entities are likeliest, by a conditional log-linear model for each of LENGTHS.

    Args:
        read: makes the choices and links of a document.
    """
    lessons: dict[str, list[Lesson]] = {length: [] for length in LENGTHS}
    for document in documents:
        made, links = read(document)
        chains = Chains(document.table, links)
        for choice in made:
            entity = document.entity[choice.position]
            found = contest(document.table, chains, choice) if entity != NO_ENTITY else None
            if found is None:
                continue
            answers = _answers(document, chains, found, entity)
            if answers.any() and not answers.all():
                lessons[found.length].append((found.told, answers))
    return BetweenNames({length: _fitted(of_length) for length, of_length in lessons.items()})


def _answers(document: TrainingDocument, chains: Chains, found: Contest, entity: int) -> NDArray[np.bool_]:
    """Whether each entity of a contest may be the key's.

    Where a key asks for the pronoun and gives names that it does not mean, any entity without these may be.
    """
    of_key = [_of_key(document, chains, number, found.pronoun) for number in found.entities]
    if document.asks and document.is_alone(entity):
        return np.array([numbers <= {entity, NO_ENTITY} for numbers in of_key])
    return np.array([entity in numbers for numbers in of_key])


def _of_key(document: TrainingDocument, chains: Chains, number: int, pronoun: int) -> set[int]:
    """The key's entities of which mentions of an entity are, but for the pronoun and those that hang on it."""
    apart = [place for place in chains.members[number] if not chains.hangs_on(place, pronoun)]
    return set(document.entity[apart].tolist())


def _fitted(lessons: Sequence[Lesson]) -> dict[str, float]:
    """The weights that contests teach."""
    if not lessons:
        return dict(AS_RANKED)
    from scipy.optimize import minimize  # only to learn

    rows = np.concatenate([told for told, _ in lessons])
    answers = np.concatenate([right for _, right in lessons])
    sizes = [len(told) for told, _ in lessons]
    starts, of_row = np.r_[0, np.cumsum(sizes)[:-1]], np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Told) -> tuple[float, Told]:
        total = rows @ weights
        top = np.maximum.reduceat(total, starts)
        likely = np.exp(total - top[of_row])
        of_all, of_right = np.add.reduceat(likely, starts), np.add.reduceat(np.where(answers, likely, 0.0), starts)
        residue = likely / of_all[of_row] - np.where(answers, likely, 0.0) / of_right[of_row]
        value = (np.log(of_all) - np.log(of_right)).sum() + _PRIOR / 2 * weights @ weights
        return float(value), rows.T @ residue + _PRIOR * weights

    fitted = minimize(loss, np.zeros(len(TOLD)), jac=True, method="L-BFGS-B").x.tolist()
    return {name: float(f"{weight:.6g}") for name, weight in zip(TOLD, fitted, strict=True)}
