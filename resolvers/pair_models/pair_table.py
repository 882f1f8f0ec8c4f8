"""The feature table of a mention-pair classifier: the paper's names of features, mapped to ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.learning.feature_table import Line, line_named
from anaphora_workbench.resolvers.learning.pairs import Pairs
from anaphora_workbench.resolvers.pair_models.decision_tree import Attribute

NOTHING = "no"


@dataclass(frozen=True)
class PairTable:
    """Features of pairs by their name in a paper.

    Attributes:
        features: by that name a line of features.
        ordered: names of the features whose values are numbers.
    """

    features: Mapping[str, str]
    ordered: frozenset[str] = frozenset()

    @cached_property
    def lines(self) -> dict[str, Line]:
        """By name the line."""
        return {name: line_named(line) for name, line in self.features.items()}

    @cached_property
    def attributes(self) -> list[Attribute]:
        """The features as a decision tree asks for them."""
        return [
            Attribute(name, tuple(line.value(code) or NOTHING for code in range(line.size)), name in self.ordered)
            for name, line in self.lines.items()
        ]

    @property
    def feature_names(self) -> list[str]:
        """Names of the features, as model files have them."""
        return sorted({part.feature.name for line in self.lines.values() for part in line.parts})

    def columns(self, pairs: Pairs) -> list[Codes]:
        """By feature the code of each pair."""
        return [pairs.joint(line) for line in self.lines.values()]
