"""The threshold of the salience algorithms: an entity whose weight has faded below it is not a candidate.

*the pump* that nothing mentioned for ten sentences. Source: Lappin & Leass (1994), 2.2; Kennedy & Boguraev (1996),
2.2.2. It looks at scores, so it works where these are compared (``salience.py``); here is what it is called.
"""

from typing import Any

from anaphora_workbench.resolvers.contract.case import OUTSIDE, Candidate, Case
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.words import Words

THRESHOLD = "threshold"


def judge_threshold(case: Case[Any]) -> None:
    """Reject scored candidates whose lasting weight is below the option ``threshold``."""
    least = case.memory.parameters.threshold
    for candidate in case.candidates:
        if not candidate.rejected_by and candidate.factors is not None and sum(candidate.factors.values()) < least:
            candidate.rejected_by = THRESHOLD


def _fate(candidate: Candidate) -> Fate:
    return OUTSIDE, f"salience below the {THRESHOLD}"


ABOVE_THRESHOLD = Filter(
    THRESHOLD,
    "no entity whose salience has faded",
    "Lappin & Leass 1994, 2.2; Kennedy & Boguraev 1996, 2.2.2",
    judge_threshold,
    {OUTSIDE: "every right mention lies further back than the resolver looks, or its salience had faded"},
    (),
    _fate,
    needs=(THRESHOLD,),
    words=Words(labels={THRESHOLD: "faded"}),
)
