"""Anaphoricity by learnt weights: a pronoun that is more likely new than old is left unanswered.

*They say that it will rain.* The classifier of discourse status that ``ranking`` learns of pronouns alone, logistic
regression over the mention. Source: as a stage before other resolvers, Denis & Baldridge (2008, section 4).
"""

from functools import cache
from typing import Any

from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learning.mention_classifier import (
    Likelihoods,
    MentionClassifier,
    classifier_of_learnt,
)
from anaphora_workbench.resolvers.learning.model import shipped_model
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import Anaphoricity

# Least probability with which a pronoun takes up nothing for it to be left without an answer.
LEAST = 0.5
_SYSTEM = "ranking"


@cache
def _status() -> MentionClassifier:
    return classifier_of_learnt(shipped_model(_SYSTEM, _SYSTEM).learnt["pronouns"])


class _Latest:
    """The statuses of the mentions of the discourse asked for last."""

    def __init__(self) -> None:
        self._discourse: Discourse | None = None
        self._statuses: Likelihoods | None = None

    def of(self, discourse: Discourse) -> Likelihoods:
        if self._statuses is None or self._discourse is not discourse:
            self._discourse, self._statuses = discourse, _status().of(MentionTable(discourse))
        return self._statuses


_LATEST = _Latest()


def _reason(case: Case[Any]) -> str:
    new = 1 - float(_LATEST.of(case.discourse).likely[case.anaphor])
    return f"takes up nothing with probability {new:.2f}" if new >= LEAST else ""


LEARNT = Anaphoricity(
    "learnt",
    "no answer where a pronoun is likely not anaphoric, by the classifier of discourse status that ranking learns",
    "Denis & Baldridge 2008, 4",
    _reason,
)
