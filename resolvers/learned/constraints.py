"""Constraints: conjunctions of yes-or-no attributes of a pair, learnt as the rules of decision trees.

Each path of a tree is a rule, which C4.5rules generalises: a condition is dropped as long as that does not raise the
pessimistic estimate of the rule's errors (Quinlan 1993, chapter 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.learned.attribute_bits import AttributeBits, Conditions
from anaphora_workbench.resolvers.learned.decision_tree import (
    BRANCHES,
    FEATURE,
    INSTANCES,
    NO,
    POSITIVE,
    YES,
    Attribute,
    Instances,
    Node,
    Numbers,
    estimated_errors,
    grow,
)

BINARY = (NO, YES)
# C4.5's default.
_CONFIDENCE = 0.25
# How conditions that do not hold are written.
NOT = "not "


@dataclass(frozen=True)
class Constraint:
    """A conjunction with what it says of training pairs.

    Attributes:
        conditions: numbers of attributes, each with whether it has to hold.
        positive, instances: of the training pairs for which it holds, those that corefer and all.
    """

    conditions: tuple[tuple[int, bool], ...]
    positive: int
    instances: int

    @property
    def precision(self) -> float:
        """Part of the training pairs for which it holds that corefers."""
        return self.positive / self.instances

    def text(self, names: Sequence[str]) -> str:
        """The conditions in words: ``DIST_SEN_1 & not I_FIRST``."""
        return " & ".join(names[number] if wanted else f"{NOT}{names[number]}" for number, wanted in self.conditions)


def constraint_named(text: str, positive: int, instances: int, names: Sequence[str]) -> Constraint:
    """A constraint from its conditions in words.

    Raises:
        ValueError: there is no attribute of a name.
    """
    conditions = []
    for condition in text.split(" & "):
        name = condition.removeprefix(NOT)
        if name not in names:
            raise ValueError(f"a constraint asks for {name!r}, which there is not")
        conditions.append((names.index(name), not condition.startswith(NOT)))
    return Constraint(tuple(conditions), positive, instances)


def learnt_constraints(
    selected: Instances, all_of_them: Instances, names: Sequence[str], least: int
) -> list[Constraint]:
    """The rules of a tree, generalised; those that come out the same are one.

    Args:
        selected: what the tree is grown from and rules are generalised on.
        all_of_them: what precision is measured on.
        names: of the attributes; the columns of instances have 0 or 1 for each.
        least: instances that two branches of the tree at least must have, and that a rule must hold for.
    """
    tree = grow(selected, [Attribute(name, BINARY) for name in names], least)
    grown_from, measured_on = AttributeBits(selected.columns), AttributeBits(all_of_them.columns)
    found: dict[tuple[tuple[int, bool], ...], Constraint] = {}
    for conditions, corefer in _paths(tree, {name: number for number, name in enumerate(names)}):
        wrong = selected.count - selected.positive if corefer else selected.positive
        general = tuple(sorted(generalised(conditions, grown_from, selected.count, wrong)))
        if not general or general in found:
            continue
        where = measured_on.holding(general)
        positive, count = int(all_of_them.positive[where].sum()), int(all_of_them.count[where].sum())
        if count >= least:
            found[general] = Constraint(general, positive, count)
    return [found[conditions] for conditions in sorted(found)]


def _paths(node: Node, number_of: Mapping[str, int]) -> Iterator[tuple[list[tuple[int, bool]], bool]]:
    """The conditions that lead to each leaf, and whether most of its instances corefer."""
    if BRANCHES not in node:
        yield [], 2 * node[POSITIVE] > node[INSTANCES]
        return
    for value, branch in node[BRANCHES].items():
        for conditions, corefer in _paths(branch, number_of):
            yield [(number_of[node[FEATURE]], value == YES), *conditions], corefer


def generalised(conditions: Conditions, rows: AttributeBits, count: Numbers, wrong: Numbers) -> list[tuple[int, bool]]:
    """A rule without the conditions that its estimated errors do not need.

    Args:
        count: instances by row. wrong: those of them for which the rule is wrong where it holds.
    """
    kept = list(conditions)
    while kept:
        holds = rows.holding(kept)
        nearly, attribute = rows.failing_once(kept)
        size = 1 + max(number for number, _ in kept)
        more = np.bincount(attribute, weights=count[nearly], minlength=size)
        more_wrong = np.bincount(attribute, weights=wrong[nearly], minlength=size)
        instances, errors = float(count[holds].sum()), float(wrong[holds].sum())
        rates = [_rate(errors + more_wrong[number], instances + more[number]) for number, _ in kept]
        best = int(np.argmin(rates))
        if rates[best] > _rate(errors, instances):
            break
        del kept[best]
    return kept


def _rate(errors: float, instances: float) -> float:
    """Estimated errors of each instance."""
    return estimated_errors(round(errors), round(instances), _CONFIDENCE) / instances if instances else 1.0


def as_learnt(constraints: Sequence[Constraint], names: Sequence[str]) -> dict[str, str]:
    """Constraints as model files have them: ``480 of 501`` by their conditions."""
    return {constraint.text(names): f"{constraint.positive} of {constraint.instances}" for constraint in constraints}


def of_learnt(learnt: Mapping[str, Any], names: Sequence[str]) -> list[Constraint]:
    """Constraints from a model file."""
    constraints = []
    for text, counts in learnt.items():
        positive, instances = str(counts).split(" of ")
        constraints.append(constraint_named(text, int(positive), int(instances), names))
    return constraints
