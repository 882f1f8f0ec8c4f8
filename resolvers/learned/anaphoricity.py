"""Anaphoricity by learnt weights: a pronoun is left without an answer where taking none outweighs all candidates.

*They say that it will rain.* The weights are those of ``best``, without what it asks besides: it answers some of these
pronouns, and leaves others. Source: a ranker may choose none as in Durrett &
Klein (2013); as a stage before other resolvers, the discourse status classifier of Denis & Baldridge (2008, section 4).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from anaphora_workbench.resolvers.best import Best
from anaphora_workbench.resolvers.case import Case
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.rankers import Choice, choices
from anaphora_workbench.resolvers.stages.anaphoricity import Anaphoricity

# Least probability with which a pronoun takes no candidate for it to be left without an answer.
LEAST = 0.5


@cache
def _best() -> Best:
    return Best()


class _Latest:
    """How likely each pronoun of the discourse asked for last is to take no candidate."""

    def __init__(self) -> None:
        self._discourse: Discourse | None = None
        self._likely: dict[int, float] = {}

    def of(self, discourse: Discourse, position: int) -> float:
        if self._discourse is not discourse:
            table, best = MentionTable(discourse), _best()
            pronouns = set(discourse.pronouns())
            made = choices(table, best.rankers, best.route(table), {})
            self._likely = {
                choice.position: probability_of_none(choice) for choice in made if choice.position in pronouns
            }
            self._discourse = discourse
        return self._likely.get(position, 0.0)


def probability_of_none(choice: Choice) -> float:
    """exp(none) / (exp(none) + Σ exp(candidate))."""
    if choice.none is None:
        return 0.0
    return float(1 / (1 + np.sum(np.exp(choice.scores - choice.none))))


_LATEST = _Latest()


def _reason(case: Case[Any]) -> str:
    probability = _LATEST.of(case.discourse, case.anaphor)
    return f"takes up nothing with probability {probability:.2f}" if probability >= LEAST else ""


LEARNT = Anaphoricity(
    "learnt",
    "no answer where the weights of best let a pronoun take up nothing",
    "after Denis & Baldridge 2008, 4",
    _reason,
)
