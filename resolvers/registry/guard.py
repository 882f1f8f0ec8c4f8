"""Resolvers, filters and stages of other distributions work on a copy, so that none changes what others read.

On GUM dev a copy costs about what Mitkov's algorithm takes on the same document, once for each foreign resolver.
Telling afterwards that a document was changed would cost a third of that, but the others would have read it by then;
frozen documents would have to be thawed by every reader.
"""

import json
import pickle
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from math import isfinite
from numbers import Integral, Real
from pathlib import PurePath
from typing import Any

from anaphora_workbench.corpora.document import Decision, Document
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.support.errors import brief
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Resolution, pronouns_by_role, require_words
from anaphora_workbench.resolvers.registry.process_state import process_state_kept

# What a class that is not a Resolver may leave out.
_UNSAID: Mapping[str, Any] = {
    "description": "",
    "source": "",
    "needs_key": False,
    "learnt_in": frozenset(),
    "learnt_from": frozenset(),
    "options": {},
    "parts": (),
    "role": "algorithm",
}


class Guarded:
    """A foreign resolver, or one of ours with a foreign filter or stage; it answers to all that this answers to.

    Args:
        resolver: any object with ``resolve(document, key=None)``.
        name: as it is registered.
    """

    def __init__(self, resolver: Any, name: str) -> None:
        self._resolver = resolver
        self.name = name

    def __getattr__(self, name: str) -> Any:
        if name == "_resolver":
            # Not there yet while it is unpickled.
            raise AttributeError(name)
        if name in _UNSAID:
            return getattr(self._resolver, name, _UNSAID[name])
        return getattr(self._resolver, name)

    @property
    def answers_pronouns(self) -> bool:
        """What it says, else what its role tells."""
        said: bool = getattr(self._resolver, "answers_pronouns", pronouns_by_role(self.role))
        return said

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        """Answer a document, of which the resolver gets a copy.

        Raises:
            ValueError: what it returns is not a Resolution, a key is needed and missing, or the text is not in words.
        """
        require_words(document)
        if self.needs_key and (key is None or key.key is None):
            raise ValueError(f"{self.name} needs a key for {document.id}; expected a document with a gold layer")
        with process_state_kept():
            resolution = self._resolver.resolve(_copy(document), None if key is None else _copy(key))
            if not isinstance(resolution, Resolution):
                found = type(resolution).__name__
                raise ValueError(f"{document.id}: resolver {self.name!r} returned {found}; expected a Resolution")
            try:
                _check(resolution, document)
                return _plain(_with_chains(resolution, document))
            except (TypeError, ValueError, AttributeError, LookupError) as error:
                told = f"{document.id}: what resolver {self.name!r} returned is not an answer: {error}"
                raise ValueError(told) from error


def _with_chains(resolution: Resolution, document: Document) -> Resolution:
    """A Resolution, with the chains that its answers make where it has none: of a text with mentions there are some."""
    if resolution.chains:
        return resolution
    links = [(answer.anaphor, answer.antecedent) for answer in resolution.decisions if answer.antecedent is not None]
    return replace(resolution, chains=closure_by_id(links, [mention.id for mention in document.mentions]))


def _check(resolution: Resolution, document: Document) -> None:
    """Raise ValueError, or what rubbish raises, for a Resolution that contradicts itself or its document."""
    if resolution.document_id != document.id:
        raise ValueError(f"it is of the document {brief(repr(resolution.document_id))}; expected this one")
    mentions = {mention.id for mention in document.mentions}
    for content in (resolution.decisions, resolution.chains, resolution.traces, resolution.mention_traces):
        _is_list(content)
    for chain in resolution.chains:
        _is_list(chain)
    answered: set[str] = set()
    for decision in resolution.decisions:
        if not isinstance(decision, Decision):
            raise ValueError(f"a decision is of type {type(decision).__name__}; expected a Decision")
        anaphor = decision.anaphor
        named = [anaphor, *decision.candidates_before, *decision.candidates]
        if decision.antecedent is not None:
            named.append(decision.antecedent)
        unknown = next((name for name in named if name not in mentions), None)
        if unknown is not None:
            raise ValueError(f"{brief(repr(unknown))} is not a mention of the document; expected ids of its mentions")
        if anaphor in answered:
            raise ValueError(f"{brief(repr(anaphor))} is answered twice; expected one decision for each pronoun")
        if anaphor == decision.antecedent:
            raise ValueError(f"{brief(repr(anaphor))} is its own antecedent; expected another mention, or None")
        answered.add(anaphor)
    chained: set[str] = set()
    for chain in resolution.chains:
        for name in chain:
            if name not in mentions:
                raise ValueError(
                    f"{brief(repr(name))} in a chain is not a mention of the document; expected ids of its mentions"
                )
            if name in chained:
                raise ValueError(
                    f"{brief(repr(name))} is in a chain twice, or in two; expected chains that are disjoint"
                )
            chained.add(name)
    heads = {mention.id: mention.head for mention in document.mentions}
    for name, (start, end) in resolution.moved.items():
        if name not in heads or not 0 <= start <= heads[name] < end <= len(document.words):
            raise ValueError(
                f"it moves {brief(repr(name))} to {start}-{end}; expected a mention, words around its head"
            )
    for trace in (*resolution.traces, *resolution.mention_traces):
        if not isinstance(trace, Case):
            raise ValueError(f"a trace is of type {type(trace).__name__}; expected a Case")
        positions = [trace.anaphor] if trace.antecedent is None else [trace.anaphor, trace.antecedent]
        positions += _further_positions(trace)
        unknown = next((name for name in map(_mention_at(trace), positions) if name not in mentions), None)
        if unknown is not None:
            raise ValueError(f"a trace is of {brief(repr(unknown))}; expected mentions of the document")
        _check_words(trace)
        for candidate in trace.candidates:
            _check_candidate(trace, candidate)
        _check_shown(trace)


def _further_positions(trace: Case[Any]) -> list[int]:
    """The positions of mentions that a trace names beside those of its decision."""
    named = [trace.resolved_to, None if trace.against_none is None else trace.against_none[0]]
    for members, known_then in trace.entities.values():
        named += members[:known_then]
    for candidate in trace.candidates:
        named += [candidate.position, candidate.represented_by, candidate.linked_to]
        named += [source for sources in (candidate.sources or {}).values() for source, _ in sources]
    return [position for position in named if position is not None]


def _check_shown(trace: Case[Any]) -> None:
    """Raise ValueError for a trace that cannot be written down, whatever of it is wrong but its options."""
    try:
        # An option may be infinite where that stands for no limit.
        json.dumps({**trace.as_json(), "options": {}}, allow_nan=False, default=_plain_value)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"the trace of {trace.pronoun.id} cannot be shown: {error}") from error


def _plain_value(content: object) -> Any:
    """A number, set or path as JSON has them; TypeError for anything else."""
    if isinstance(content, Real):
        return float(content)
    if isinstance(content, Set):
        return sorted(map(str, content))
    if isinstance(content, PurePath):
        return str(content)
    item = getattr(content, "item", None)
    if callable(item):
        # A truth value of NumPy is no number to Python.
        return item()
    raise TypeError(f"{brief(repr(content))} is of type {type(content).__name__}; expected text, numbers and lists")


def _check_words(trace: Case[Any]) -> None:
    """Raise ValueError for what explanations could not show."""
    for said, words in (("rule", trace.rule), ("note", trace.note), ("tie_break", trace.tie_break or "")):
        if not isinstance(words, str):
            raise ValueError(f"the {said} of the trace of {trace.pronoun.id} is {brief(repr(words))}; expected text")


def _check_candidate(trace: Case[Any], candidate: Candidate) -> None:
    """Raise ValueError for what explanations could not show: words, ranks, points that cannot be added up."""
    wrong = ""
    if not isinstance(candidate.rejected_by, str):
        wrong = f"the rejected_by of {{}} is {brief(repr(candidate.rejected_by))}; expected text"
    if not isinstance(candidate.why, str):
        wrong = f"the why of {{}} is {brief(repr(candidate.why))}; expected text"
    if not (candidate.rank is None or isinstance(candidate.rank, Integral)):
        wrong = f"the rank of {{}} is {brief(repr(candidate.rank))}; expected a whole number, or None"
    for factor, value in {**(candidate.factors or {}), **(candidate.adjust or {})}.items():
        if not isinstance(factor, str):
            wrong = f"a factor of {{}} is called {brief(repr(factor))}; expected text"
        elif not (isinstance(value, Real) and _is_finite(value)):
            wrong = f"the factor {brief(repr(factor))} of {{}} is {brief(repr(value))}; expected a finite number"
    if wrong:
        raise ValueError(wrong.replace("{}", f"{trace.mention(candidate.position).id} for {trace.pronoun.id}", 1))


def _is_finite(value: Real) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # an integer that no float is as large as
        return False


def _mention_at(trace: Case[Any]) -> Callable[[int], str]:
    """The id of the mention at a position of a trace; another position is told by its number."""
    mentions = trace.discourse.mentions
    return lambda position: mentions[position].id if 0 <= position < len(mentions) else f"position {position}"


def _is_list(content: object) -> None:
    # A generator could be read once only, and might never end.
    if not isinstance(content, list | tuple):
        raise ValueError(f"{type(content).__name__!r} object is not a list; expected lists")


def _plain(resolution: Resolution) -> Resolution:
    """The Resolution with its ids as text and no objects of classes of the plug-in's own, but for traces."""
    return replace(
        resolution,
        decisions=[
            Decision(
                _text(decision.anaphor),
                None if decision.antecedent is None else _text(decision.antecedent),
                tuple(map(_text, decision.candidates_before)),
                tuple(map(_text, decision.candidates)),
                bool(decision.identified),
                bool(decision.excluded),
            )
            for decision in resolution.decisions
        ],
        chains=[list(map(_text, chain)) for chain in resolution.chains],
        traces=list(resolution.traces),
        mention_traces=list(resolution.mention_traces),
    )


def _text(name: str) -> str:
    """An id as text of no further class."""
    return name if type(name) is str else str.__str__(name)


def _copy(document: Document) -> Document:
    copied: Document = pickle.loads(pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return copied
