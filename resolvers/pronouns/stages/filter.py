"""Filters and their registry, plug-ins included (entry points ``anaphora_workbench.filters``).

Everything that names filters (explanations, causes of errors, ablation, lists, reports) reads the names and words
from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from anaphora_workbench.corpora.support.errors import brief, brief_error
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, Registry, instance_of
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.options import PronounOptions, ResolverOptions
from anaphora_workbench.resolvers.words import Words

Fate = tuple[str, str]


def _always(parameters: PronounOptions) -> bool:
    return True


@dataclass(frozen=True)
class Filter:
    """A stage that rejects candidates.

    Attributes:
        name: as candidates keep it in ``rejected_by`` and ``workbench list filters`` shows it.
        description: one line.
        source: paper and section.
        judge: replaces in ``case.candidates`` those it rejects, and looks only at those that none before it rejects.
        causes: what it is called when it loses a right candidate, with what that means; the nearest miss first.
        parts: what of it the option ``without`` can leave out.
        fate: cause and detail of a candidate that it rejected.
        in_force: whether it has any effect under a resolver's options.
        called: what follows *3 candidates after …*; its name if not given.
        compares: the features that it compares, where those that clash say more than the cause.
        needs: options that a resolver must have for it.
        words: what a person reads of it.
        judge_first: candidates with its verdict from their positions, for a filter that no other comes before.
    """

    name: str
    description: str
    source: str
    judge: Callable[[Case[Any]], None]
    causes: Mapping[str, str]
    parts: tuple[str, ...]
    fate: Callable[[Candidate], Fate]
    in_force: Callable[[PronounOptions], bool] = field(default=_always)
    called: str = ""
    compares: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    words: Words = field(default_factory=Words)
    judge_first: Callable[[Case[Any], Sequence[int]], list[Candidate]] | None = None


FILTERS: Registry[Filter] = Registry(
    "anaphora_workbench.filters",
    "filter",
    instance_of(Filter, "a Filter (resolvers.stages)"),
    order=("agreement", "form", "syntax", "chains", "quotations", "referents", "doubt", "threshold"),
)


class WrongVerdictError(ValueError):
    """The answer of a filter about a candidate is not valid.

    Attributes:
        told: what it was and what was expected.
    """

    def __init__(self, name: str, told: str) -> None:
        super().__init__(f"filter {name!r} {told}")
        self.told = told


def candidate_filter(
    name: str, description: str, source: str
) -> Callable[[Callable[[Case[Any], int], str | None]], Filter]:
    """Make a filter of a function that looks at one candidate.

    The function is given the case and the position of a candidate, and returns why the candidate is rejected, None or
    "" if it is not.

    Args:
        name: of the filter; a candidate that it loses is said to be *filtered by* that name.

    >>> @candidate_filter("headings", "no antecedents in headings", "example")
    ... def headings(case, candidate):
    ...     return "in a heading" if case.discourse.heading[candidate] else None
    >>> headings.name, list(headings.causes)
    ('headings', ['filtered by headings'])
    """

    def made_of(reason: Callable[[Case[Any], int], str | None]) -> Filter:
        def judge(case: Case[Any]) -> None:
            if name in case.memory.shared.without:
                return
            case.candidates = [
                candidate.rejected(name, in_words(why, case, candidate))
                if not candidate.rejected_by and (why := reason(case, candidate.position))
                else candidate
                for candidate in case.candidates
            ]

        def in_words(why: object, case: Case[Any], candidate: Candidate) -> str:
            if not isinstance(why, str):
                expected = "expected the reason in words, or None"
                of = case.mention(candidate.position).id
                raise WrongVerdictError(name, f"returned {brief(repr(why))} for mention {of}; {expected}")
            return why

        cause = f"filtered by {name}"

        def fate(candidate: Candidate) -> Fate:
            return cause, candidate.why

        means = f"a right candidate fell to the filter {name}: {description}"
        return Filter(name, description, source, judge, {cause: means}, (name,), fate)

    return made_of


def further_filters(names: Sequence[str], own: Sequence[Filter], parameters: ResolverOptions) -> tuple[Filter, ...]:
    """The filters that the option ``also`` names; those of plug-ins raise ValueError with their name and package.

    Raises:
        ValueError: one is not installed, is there already, or needs an option that the resolver does not have.
    """
    further = FILTERS.named(names)
    there = [stage.name for stage in own]
    for place, name in enumerate(names):
        if name in there or name in names[:place]:
            raise ValueError(f"option also: the filter {name!r} is there already")
        missing = [option for option in further[name].needs if not hasattr(parameters, option)]
        if missing:
            raise ValueError(f"option also: the filter {name!r} needs a resolver with the option {missing[0]!r}")
    return tuple(
        stage if FILTERS.origin(name).package == DISTRIBUTION else _named(name, stage)
        for name, stage in further.items()
    )


def _named(name: str, stage: Filter) -> Filter:
    """A filter of a plug-in that is named by all that it does wrong."""
    origin = FILTERS.origin(name)
    whose = f"filter {name!r} ({origin.value}, package {origin.package} {origin.version})"
    return replace(stage, judge=partial(_judge, stage, whose), judge_first=None)


def _judge(stage: Filter, whose: str, case: Case[Any]) -> None:
    try:
        stage.judge(case)
    except WrongVerdictError as error:
        raise ValueError(f"{whose} {error.told}") from error
    except Exception as error:  # whatever a plug-in raises, its user must know which one it was
        raise ValueError(f"{whose} failed: {brief_error(error)}") from error
    left = case.candidates
    right = isinstance(left, Sequence) and all(
        isinstance(candidate, Candidate) and isinstance(candidate.rejected_by, str) and isinstance(candidate.why, str)
        for candidate in left
    )
    if not right:
        raise ValueError(f"{whose} left {brief(repr(left))} as candidates; expected Candidates, with reasons in words")
