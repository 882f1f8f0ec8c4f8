"""The syntactic filter: which noun phrases of its own sentence a pronoun cannot refer to.

*him* is not *Tom* in *Tom saw him.* Source: Lappin & Leass (1994), 2.1.1; Kennedy & Boguraev (1996), 2.2.3;
resolvers.md, 2.3; the conditions themselves are ``binding.py``. Reflexives and reciprocals want what it
excludes, so it has no say over them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import Any

from anaphora_workbench.resolvers.contract.case import SYNTAX, Candidate, Case
from anaphora_workbench.resolvers.discourse.binding import WORDS as CONDITIONS
from anaphora_workbench.resolvers.discourse.binding import Disjoint, disjoint_of
from anaphora_workbench.resolvers.options import SHARED, PronounOptions
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter


def judge_syntax(case: Case[Any]) -> None:
    """Reject what binding keeps the pronoun from."""
    disjoint = kept_apart(case)
    if disjoint is None:
        return
    discourse = case.discourse
    if disjoint.open:
        case.abstained = {SYNTAX: disjoint.open}
    listed = list(case.candidates)
    start = discourse.sentence_start[discourse.sentence[case.anaphor]]
    places = range(len(listed))
    # The pronoun's sentence stands at both ends: what precedes it there, and what follows it.
    for place in chain(_until(start, listed, places), _until(start, listed, reversed(places))):
        candidate = listed[place]
        if not candidate.rejected_by:
            rule = disjoint.rule(candidate.position)
            if rule:
                listed[place] = candidate.rejected(SYNTAX, rule)
    case.candidates = listed


def kept_apart(case: Case[Any], conditions: str = "") -> Disjoint | None:
    """What the pronoun is disjoint from, None where the filter has no say.

    Args:
        conditions: ``dep`` or ``flat`` where not those of the option ``filter`` are asked.
    """
    shared = case.memory.shared
    if case.lexical or "syntax" in shared.without or not _in_force(shared):
        return None
    return disjoint_of(case.discourse, case.anaphor, shared, conditions)


def _in_force(parameters: PronounOptions) -> bool:
    return parameters.filter != "none" or parameters.grammar == SHARED


def _until(start: int, listed: Sequence[Candidate], places: Iterable[int]) -> Iterator[int]:
    """The places in a list up to the first candidate that stands before a start."""
    return takewhile(lambda place: listed[place].position >= start, places)


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by syntax"
ALLOWED_BY_SYNTAX = Filter(
    SYNTAX,
    "no candidate that binding rules out",
    "Lappin & Leass 1994, 2.1.1; Kennedy & Boguraev 1996, 2.2.3",
    judge_syntax,
    {CAUSE: "a right candidate agreed but fell to the syntactic filter"},
    ("syntax",),
    _fate,
    _in_force,
    called="the syntactic filter",
    words=replace(CONDITIONS, labels={SYNTAX: "binding"}),
)
