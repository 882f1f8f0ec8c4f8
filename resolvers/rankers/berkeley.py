"""The mention ranker of Durrett & Klein (2013) with surface features, which may choose a new entity.

A reconstruction from memory of the paper: which of its features are conjoined with what is as remembered.
"""

from collections.abc import Sequence
from typing import ClassVar

from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learning.feature_table import JOINED_BY
from anaphora_workbench.resolvers.learning.pairs import Window
from anaphora_workbench.resolvers.rankers.ranker import RankerTable
from anaphora_workbench.resolvers.rankers.ranking_resolver import RankingResolver

# Of the candidate, of the pair, and of the mention for a new entity.
_WORDS = ("head", "first word", "last word", "word before", "word after", "length")
_OF_CANDIDATE = tuple(f"candidate.{name}" for name in _WORDS)
_OF_PAIR = ("same form", "same head", "sentences", "mentions")
_OF_MENTION = tuple(f"mention.{name}" for name in _WORDS)


def _conjoined(features: Sequence[str], *kinds: str) -> tuple[str, ...]:
    """Each feature alone, and with what kind of expression the mentions are: a pronoun by its form."""
    return tuple(
        JOINED_BY.join((feature, *kind)) for feature in features for kind in ((), *((name,) for name in kinds))
    )


SURFACE = RankerTable(
    "all mentions",
    Window(sentences=1000, nearest=30, matching=10),
    pairs=("expressions", *_conjoined((*_OF_CANDIDATE, *_OF_PAIR), "mention.expression", "expressions")),
    alone=("mention.expression", *_conjoined(_OF_MENTION, "mention.expression")),
    # A third of the weights are smaller; without them the model has 2 MB.
    smallest=0.06,
    costs=(1.0, 0.1, 3.0),
)


class Berkeley(RankingResolver):
    """Each mention takes the antecedent with the largest sum of weights, or begins a new entity."""

    name = "berkeley"
    description = "learnt weights of the words of a mention and its candidates; may begin a new entity"
    source = "Durrett & Klein 2013, reconstructed"
    tables: ClassVar[tuple[RankerTable, ...]] = (SURFACE,)
    # No feature asks for entities, so there is nothing to learn in a second round.
    rounds: ClassVar[int] = 1

    @classmethod
    def route(cls, table: MentionTable) -> Sequence[str]:
        return [SURFACE.name] * table.size
