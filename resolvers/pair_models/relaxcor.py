"""RELAXCOR (Sapena, Padró & Turmo 2010, 2011): weighted constraints between mentions, solved by relaxation labelling.

The improved version that Màrquez, Recasens & Sapena (2012, section 3.2) used, with three decision trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.features.mention_table import NAME
from anaphora_workbench.resolvers.learning.instances import all_instances
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions, LearnedResolver, require_few_mentions
from anaphora_workbench.resolvers.learning.model_form import RelaxcorForm
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.learning.training import NO_ENTITY, TrainingDocument, folds
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.pair_models.constraints import Constraint, as_learnt, learnt_constraints, of_learnt
from anaphora_workbench.resolvers.pair_models.decision_tree import Instances, counted, same_rows
from anaphora_workbench.resolvers.pair_models.relaxation import MOST_ROUNDS, Labelling, initial, neighbours, relax
from anaphora_workbench.resolvers.pair_models.relaxcor_attributes import (
    LINES,
    NAMES,
    AttributeBits,
    attributes_of,
    masks,
)
from anaphora_workbench.resolvers.pronouns.grammar import Barred
from anaphora_workbench.resolvers.words import Words

# The three models, by the later mention of a pair; variables are in this order (C10-2125, 3.4).
MODELS = ("names", "nominals", "pronouns")
_NAMES, _NOMINALS, _PRONOUNS = range(len(MODELS))
# Instances that two branches of a tree at least must have.
_LEAST = 100
# What is tried on the tuning fifth (W11-1902, 2.3): balance with the first pruning, then pruning.
BALANCES = tuple(round(0.05 * step, 2) for step in range(21))
PRUNINGS = tuple(range(2, 15, 2))
_FIRST_PRUNING = 6
# Parts of the training documents; balance and pruning are tuned on the last.
_FOLDS = 5
# Tuning looks at every third document of its fifth, and ends the process after so many rounds: few labels change later.
_TUNED_ON, _ROUNDS = 3, 300
SUPPORT, PROBABILITY, CONSTRAINTS = "support", "probability", "constraints"
ENTITY, NEW = "most probable entity", "most probably new"
# Constraints of an edge that traces name.
_SHOWN = 3
# Traces of mentions that are no third person pronouns list so many entities.
_LISTED = 10
_NONE = -1
# Weight of the edge between mentions that grammar keeps apart.
_NEVER = -1000.0
# Single precision takes half the time; what it does to labels is measured in resolvers.md, 8.11.
_PRECISION = np.float32


@dataclass(frozen=True, kw_only=True)
class RelaxcorOptions(LearnedOptions):
    """Options of ``relaxcor``."""

    balance: float = option(
        -1.0, "number subtracted from a constraint's precision; below 0: as tuned in training", greatest=1.0
    )
    pruning: int = option(
        0, "edges of a mention to others that are kept, an even number; 0: as tuned in training", least=0
    )

    def __post_init__(self) -> None:
        if self.pruning % 2:
            expected = "an even number, as half of the edges are to weigh for and half against"
            raise ValueError(f"option pruning of relaxcor: {self.pruning} is odd; expected {expected}")


class Relaxcor(LearnedResolver):
    """All mentions choose their entities together, guided round by round by the choices of their neighbours."""

    name = "relaxcor"
    description = "weighted constraints between all mentions; relaxation labelling finds the entities together"
    source = "Sapena, Padró & Turmo 2010, 2011"
    Options = RelaxcorOptions
    form = RelaxcorForm
    words = Words(
        rules_on_page={ENTITY: "the entity that is most probable together with all others"},
        no_answer_on_page={NEW: "most probably it is a new entity"},
    )

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self._links: list[Link] = []

    def take(self, learnt: Mapping[str, Any]) -> None:
        unknown = sorted(learnt["constraints"].keys() - set(MODELS))
        if unknown:
            raise ValueError(f"constraints of {unknown[0]!r}; expected those of {', '.join(MODELS)}")
        self.constraints = [of_learnt(learnt["constraints"][model], NAMES) for model in MODELS]
        given = self.parameters
        self.balance = float(learnt["balance"]) if given.balance < 0 else given.balance
        self.pruning = int(learnt["pruning"]) if given.pruning == 0 else given.pruning

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        require_few_mentions(discourse)
        table, pronouns = MentionTable(discourse), self.pronouns_of(discourse)
        grammar = self.grammar_of(discourse)
        bound = self.bound(discourse, grammar, pronouns) if self.answers_pronouns else {}
        barred = {pronoun: grammar.barred(pronoun, range(pronoun)) for pronoun in sorted(pronouns - set(bound))}
        graph = Graph(table, self.constraints, barred)
        left_out = set(bound) if self.answers_pronouns else pronouns
        order = np.array([place for place in graph.order.tolist() if place not in left_out], dtype=np.intp)
        labelling = graph.labelling(order, self.balance, self.pruning)
        labels = labelling.probability.argmax(axis=1) if len(order) else np.zeros(0, dtype=np.intp)
        self._links = links_of(order, labels)
        variable_of = {mention: variable for variable, mention in enumerate(order.tolist())}
        last_of = np.full(len(order), _NONE, dtype=np.intp)
        for mention in range(table.size):
            if mention in bound:
                yield bound[mention]
            elif mention in variable_of:
                variable = variable_of[mention]
                own = int(labels[variable])
                yield self._case(discourse, graph, mention, own, last_of, labelling, variable, mention in pronouns)
                last_of[own] = mention
            elif mention in pronouns:
                yield self.trace(discourse, mention, rule=OUT_OF_SCOPE)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        """The entities of the document answered last: a name may stand behind the pronouns that join it."""
        return self._links

    def _case(
        self,
        discourse: Discourse,
        graph: Graph,
        mention: int,
        own: int,
        last_of: Codes,
        labelling: Labelling,
        variable: int,
        every: bool,
    ) -> Case[Any]:
        """The trace of a mention: of each entity with a mention before it the closest, support and probability.

        Args:
            own: its label.
            last_of: by label the last mention before it.
            every: list all entities.
        """
        probability, support = labelling.probability[variable], labelling.support[variable]
        labels = np.flatnonzero(last_of[: variable + 1] != _NONE)
        by_probability = (-probability[labels]).argsort(kind="stable")
        left_out = 0
        if not every:
            left_out = max(0, len(labels) - _LISTED)
            by_probability = by_probability[:_LISTED]
        listed = labels[by_probability]
        places = last_of[listed].tolist()
        closest = dict(zip(listed.tolist(), places, strict=True))
        told = zip(places, support[listed].tolist(), probability[listed].tolist(), strict=True)
        candidates = [
            Candidate(
                place,
                factors={SUPPORT: sum_of_edges},
                rank=rank,
                marks=_Edge(graph, mention, place, likely, self.balance),
            )
            for rank, (place, sum_of_edges, likely) in enumerate(told, start=1)
        ]
        candidates.sort(key=lambda candidate: -candidate.position)
        antecedent = closest.get(own)
        return self.trace(
            discourse,
            mention,
            candidates=candidates,
            antecedent=antecedent,
            rule=ENTITY if antecedent is not None else NEW,
            note=f"{labelling.rounds} rounds; the most probable entity has {probability[own]:.2f}"
            + (f"; {left_out} less probable ones are not listed" if left_out else ""),
        )

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        advance("instances")
        parts = {id(document): _counted_pairs(document) for document in documents}
        last = folds(documents, _FOLDS)[-1]
        rest = [document for place, document in enumerate(documents) if place not in last]
        held_out = [document for place, document in enumerate(documents) if place in last]
        figures: dict[str, Any] = {}
        balance, pruning = 0.5, _FIRST_PRUNING
        if rest and held_out:
            advance("constraints of four fifths")
            constraints = _constraints([parts[id(document)] for document in rest])
            advance("balance and pruning")
            balance, pruning, figures = _tuned(constraints, held_out, advance)
        advance("constraints")
        learnt = _constraints(list(parts.values()))
        figures |= {f"constraints of {model}": len(of_model) for model, of_model in zip(MODELS, learnt, strict=True)}
        written = {model: as_learnt(of_model, NAMES) for model, of_model in zip(MODELS, learnt, strict=True)}
        return {"balance": balance, "pruning": pruning, "constraints": written}, LINES.feature_names, figures


class Graph:
    """The mentions of a document with the constraints that hold between them.

    Args:
        barred: by position of a pronoun the mentions that grammar keeps it from.

    Attributes:
        order: the mentions: names, nominals, pronouns, each kind as in the text.
    """

    def __init__(
        self,
        table: MentionTable,
        constraints: Sequence[Sequence[Constraint]],
        barred: Mapping[int, Barred] = MappingProxyType({}),
    ) -> None:
        self._constraints, self._barred = constraints, barred
        self._models = models_of(table)
        self.order = np.argsort(self._models, kind="stable").astype(np.intp)
        self._is_pronoun = table.is_pronoun
        mentions = range(table.size)
        self._pairs = Pairs(table, mentions, [range(mention) for mention in mentions])
        columns = [column.astype(np.uint8) for column in LINES.columns(self._pairs)]
        model = self._models[self._pairs.later]
        first, self._which = same_rows([*columns, model])
        columns = [column[first] for column in columns]
        self._precision, self._number = np.zeros(len(first)), np.zeros(len(first))
        # Of each model the attributes of its rows, for whoever asks which constraints hold.
        self._bits: list[AttributeBits] = []
        self._place = np.zeros(len(first), dtype=np.intp)
        self._holding: dict[int, list[Constraint]] = {}
        for of_model, its_constraints in enumerate(constraints):
            rows = np.flatnonzero(model[first] == of_model)
            pairs = AttributeBits(attributes_of([column[rows] for column in columns]))
            of_rows, how_many = np.zeros(len(rows)), np.zeros(len(rows))
            for constraint in its_constraints:
                holds = pairs.holding(constraint.conditions)
                of_rows += constraint.precision * holds
                how_many += holds
            self._precision[rows], self._number[rows] = of_rows, how_many
            self._bits.append(pairs)
            self._place[rows] = np.arange(len(rows))
        # The pairs are in the order of the lower triangle.
        self._below = np.tri(table.size, k=-1, dtype=np.bool_)

    def weights(self, balance: float) -> NDArray[np.float32]:
        """Of each edge the sum of the constraints that hold, each its precision less the balance."""
        weights = np.zeros(self._below.shape, _PRECISION)
        weights[self._below] = (self._precision - balance * self._number).astype(_PRECISION)[self._which]
        for pronoun, others in self._barred.items():
            # In all, no constraints together weigh as much.
            weights[pronoun, list(others)] = _NEVER
        return weights + weights.T

    def labelling(self, order: Codes, balance: float, pruning: int, most_rounds: int = MOST_ROUNDS) -> Labelling:
        """The labels of some mentions.

        Args:
            order: the mentions as variables.
        """
        weights = self.weights(balance)[np.ix_(order, order)]
        return relax(neighbours(weights, pruning), initial(self._is_pronoun[order]).astype(_PRECISION), most_rounds)

    def holding(self, mention: int, other: int) -> list[Constraint]:
        """The constraints that hold between two mentions."""
        later, earlier = max(mention, other), min(mention, other)
        row = int(self._which[self._pairs.starts[later] + earlier])
        if row not in self._holding:
            model = int(self._models[later])
            has = self._bits[model].row(int(self._place[row]))
            self._holding[row] = [found for asked, needed, found in self._masks[model] if has & asked == needed]
        return self._holding[row]

    @cached_property
    def _masks(self) -> list[list[tuple[int, int, Constraint]]]:
        """The constraints of each model with the attributes that they ask for, and those of these that pairs need."""
        return [[(*masks(found.conditions), found) for found in of_model] for of_model in self._constraints]


class _Edge(Mapping[str, Any]):
    """What a trace says of a mention's entity and its edge to the closest mention there, when somebody asks."""

    __slots__ = ("_balance", "_graph", "_mention", "_other", "_probability")

    def __init__(self, graph: Graph, mention: int, other: int, probability: float, balance: float) -> None:
        self._graph, self._mention, self._other = graph, mention, other
        self._probability, self._balance = probability, balance

    def __getitem__(self, name: str) -> Any:
        if name == PROBABILITY:
            return round(self._probability, 4)
        if name != CONSTRAINTS:
            raise KeyError(name)
        holding = self._graph.holding(self._mention, self._other)
        strongest = sorted(holding, key=lambda constraint: -abs(constraint.precision - self._balance))[:_SHOWN]
        return "; ".join(
            f"{constraint.precision - self._balance:+.2f} {constraint.text(NAMES)}" for constraint in strongest
        )

    def __iter__(self) -> Iterator[str]:
        return iter((PROBABILITY, CONSTRAINTS))

    def __len__(self) -> int:
        return 2


def models_of(table: MentionTable) -> Codes:
    """Number of the model for each mention as the later one of a pair."""
    return np.where(table.is_pronoun, _PRONOUNS, np.where(table.kind == NAME, _NAMES, _NOMINALS))


def links_of(order: Codes, labels: Codes) -> list[Link]:
    """The mentions that have one label, (later, earlier) by position."""
    first: dict[int, int] = {}
    links = []
    for mention, label in sorted(zip(order.tolist(), labels.tolist(), strict=True)):
        if label in first:
            links.append((mention, first[label]))
        first.setdefault(label, mention)
    return links


def _counted_pairs(document: TrainingDocument) -> Instances:
    """The pairs of a document by their values and model; the last column is the model's number."""
    found = all_instances(document)
    columns = [column.astype(np.uint8) for column in LINES.columns(found.pairs)]
    columns.append(models_of(document.table)[found.pairs.later].astype(np.uint8))
    return counted(columns, np.ones(len(found.right)), found.right)


def _constraints(parts: Sequence[Instances]) -> list[list[Constraint]]:
    """The constraints of each model."""
    columns = [np.concatenate(of_feature) for of_feature in zip(*(part.columns for part in parts), strict=True)]
    whole = counted(
        columns, np.concatenate([part.count for part in parts]), np.concatenate([part.positive for part in parts])
    )
    learnt: list[list[Constraint]] = []
    for model in range(len(MODELS)):
        of_model = whole.those(whole.columns[-1] == model)
        if not len(of_model.count):
            learnt.append([])
            continue
        flags = [flag.astype(np.uint8) for flag in attributes_of(of_model.columns[:-1])]
        everything = counted(flags, of_model.count, of_model.positive)
        learnt.append(learnt_constraints(everything, NAMES, _LEAST))
    return learnt


def _tuned(
    constraints: Sequence[Sequence[Constraint]], held_out: Sequence[TrainingDocument], advance: Callable[[str], None]
) -> tuple[float, int, dict[str, Any]]:
    """Balance and pruning with the best CEAF on documents left out: first balance, then pruning."""
    graphs = [(Graph(document.table, constraints), document.entity) for document in held_out[::_TUNED_ON]]

    def aligned(balance: float, pruning: int) -> int:
        advance(f"balance {balance}, pruning {pruning}")
        total = 0
        for graph, entity in graphs:
            labels = graph.labelling(graph.order, balance, pruning, _ROUNDS).probability.argmax(axis=1)
            total += common_mentions(entity[graph.order], labels)
        return total

    by_balance = {balance: aligned(balance, _FIRST_PRUNING) for balance in BALANCES}
    balance = max(by_balance, key=lambda tried: (by_balance[tried], tried))
    by_pruning = {
        pruning: by_balance[balance] if pruning == _FIRST_PRUNING else aligned(balance, pruning) for pruning in PRUNINGS
    }
    pruning = max(by_pruning, key=lambda tried: (by_pruning[tried], -tried))
    return balance, pruning, {
        "mentions aligned by balance": {str(tried): score for tried, score in by_balance.items()},
        "mentions aligned by pruning": {str(tried): score for tried, score in by_pruning.items()},
    }  # fmt: skip


def common_mentions(entity: Codes, labels: Codes) -> int:
    """Mentions in common of two partitions that are aligned as well as can be; CEAF of given mentions grows with them.

    Args:
        entity: by mention that of the key, NO_ENTITY for none.
    """
    # Imported late: whoever lists the resolvers imports this module.
    from scipy.optimize import linear_sum_assignment

    known = entity != NO_ENTITY
    if not known.any():
        return 0
    _, of_key = np.unique(entity[known], return_inverse=True)
    _, of_response = np.unique(labels[known], return_inverse=True)
    common = np.zeros((of_key.max() + 1, of_response.max() + 1))
    np.add.at(common, (of_key, of_response), 1)
    rows, columns = linear_sum_assignment(common, maximize=True)
    return int(common[rows, columns].sum())
