"""Constraints: conjunctions of yes-or-no attributes of a pair, learnt as the paths of pruned decision trees."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.resolvers.learning.model_form import counts_of
from anaphora_workbench.resolvers.pair_models.decision_tree import (
    BRANCHES,
    FEATURE,
    INSTANCES,
    NO,
    POSITIVE,
    YES,
    Attribute,
    Instances,
    Node,
    grow,
    prune,
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
            raise ValueError(f"a constraint asks for {name!r}, which does not exist")
        conditions.append((names.index(name), not condition.startswith(NOT)))
    return Constraint(tuple(conditions), positive, instances)


def learnt_constraints(instances: Instances, names: Sequence[str], least: int) -> list[Constraint]:
    """The paths of a pruned tree, each with the instances of its leaf.

    Args:
        names: of the attributes; the columns of instances have 0 or 1 for each.
        least: instances that two branches of the tree at least must have.
    """
    tree = prune(grow(instances, [Attribute(name, BINARY) for name in names], least), _CONFIDENCE)
    return sorted(_paths(tree, (), {name: number for number, name in enumerate(names)}), key=lambda of: of.conditions)


def _paths(node: Node, conditions: tuple[tuple[int, bool], ...], number_of: Mapping[str, int]) -> Iterator[Constraint]:
    """The constraint of each leaf below a node, unless that is the root."""
    if BRANCHES not in node:
        if conditions:
            yield Constraint(tuple(sorted(conditions)), node[POSITIVE], node[INSTANCES])
        return
    for value, branch in node[BRANCHES].items():
        yield from _paths(branch, (*conditions, (number_of[node[FEATURE]], value == YES)), number_of)


def as_learnt(constraints: Sequence[Constraint], names: Sequence[str]) -> dict[str, str]:
    """Constraints as model files have them: ``480 of 501`` by their conditions."""
    return {constraint.text(names): f"{constraint.positive} of {constraint.instances}" for constraint in constraints}


def of_learnt(learnt: Mapping[str, Any], names: Sequence[str]) -> list[Constraint]:
    """Constraints from a model file.

    Raises:
        ValueError: there is no such attribute, or more instances corefer than there are.
    """
    return [constraint_named(text, *counts_of(share), names) for text, share in learnt.items()]
