"""The traces behind the answers of a resolver, packed: a process sends them to another, a page holds them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypedDict

from anaphora_workbench.resolvers import REASONS, Words, are_weights, words_of
from anaphora_workbench.resolvers.contract.case import Candidate, Trace

_PASSED = "."
# So many candidates that were left and not taken have their scores, the best of so many nearest: a novel has thousands.
_SCORED, _LOOKED_AT = 5, 60
# A learned system has hundreds of factors, which nobody reads of every candidate and a browser could not hold: so many
# are kept, those that tell candidates apart most, of so many candidates, the best; the sums stay whole.
_MOST_FACTORS, _MOST_WEIGHED = 40, 8
# Nodes of a tree that a reader may still take in.
_LARGEST_TREE = 150
# The sum of the factors that are not kept.
OTHER_FACTORS = ""


class PackedTrace(TypedDict, total=False):
    """The trace of one pronoun, without its empty parts; candidates are numbered, the nearest first.

    Attributes:
        r: the rule that decided.
        b: the tie-break.
        t: rules tried with why they did not fire.
        o: a note.
        d: how many mentions each candidate lies before the one before it; a number alone: that many of one each.
        f: the filter that rejected each candidate, its place in ``n`` counted from A; ``.`` for none.
        n: names of the filters that rejected any.
        a: features compared, of the candidates where they are not the mention's own.
        s: candidates by filter and by the rule of it that excludes them.
        k: candidates from best to worst.
        v: values of each factor for the ranked candidates in the order of the text back; of many factors the sum of
            those that are not kept is the last, named ``OTHER_FACTORS``.
        c: the ranked candidates that ``v`` is of, likewise, where it is not of all.
        q: how many factors are not kept.
        g: where ``v`` are weights of features, by reason the points of the same candidates.
        e: the later mention that stood for a candidate.
        m: marks of candidates.
        w: steps of a walk through the tree; a mention is written as its position after ``#``.
        j: of each of these steps the sentence and the node, and the trees of sentences, see ``Walk``.
        z: of ranked candidates whose factors were satisfied earlier: position of the mention that did, how many
            sentences they have faded for since, and which factors.
        x: mentions that were no candidates, by position and with the reason.
        u: scores of the best candidates that were left and not ranked.
    """

    r: str
    b: str
    t: list[list[str]]
    o: str
    d: int | list[int]
    f: str
    n: list[str]
    a: dict[str, str]
    s: dict[str, dict[str, list[int]]]
    k: list[int]
    v: dict[str, list[float]]
    c: list[int]
    q: int
    g: dict[str, list[float]]
    e: dict[str, int]
    m: dict[str, dict[str, Any]]
    w: list[str]
    j: dict[str, Any]
    z: dict[str, list[tuple[int, int, list[str]]]]
    x: list[tuple[int, str]]
    u: dict[str, float]


def unpacked(packed: bytes) -> dict[str, PackedTrace]:
    """The traces of a document by offset of the pronoun, as the page reads them."""
    content: dict[str, PackedTrace] = json.loads(zlib.decompress(packed))
    return content


def packed(traces: list[tuple[int, Trace | None]], features: Sequence[str]) -> bytes:
    """The traces of a document with the offsets of their pronouns.

    Args:
        features: of each mention, in text order.
    """
    content = {offset: packed_trace(trace, features) for offset, trace in traces if trace is not None}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
    return zlib.compress(text.encode(errors="replace"), 1)


def packed_trace(trace: Trace, features: Sequence[str]) -> dict[str, Any]:
    """A ``PackedTrace``."""
    candidates = list(trace.candidates)
    places = [trace.anaphor, *(candidate.position for candidate in candidates)]
    back = [earlier - later for earlier, later in pairwise(places)]
    compared: dict[int, str] = {}
    rules: dict[str, dict[str, list[int]]] = {}
    for number, candidate in enumerate(candidates):
        own = _compared(candidate)
        if own and own != features[candidate.position]:
            compared[number] = own
        if candidate.why:
            rules.setdefault(candidate.rejected_by, {}).setdefault(candidate.why, []).append(number)
    filters = list(dict.fromkeys(candidate.rejected_by for candidate in candidates if candidate.rejected_by))
    letters = {"": _PASSED} | {name: chr(ord("A") + place) for place, name in enumerate(filters)}
    ranked = [number for number, candidate in enumerate(candidates) if candidate.rank is not None]
    weighed = _weighed(candidates, ranked, trace.antecedent)
    values, left_out = _kept(_values([candidates[number] for number in weighed]))
    content = {
        "r": trace.rule,
        "b": trace.tie_break,
        "t": [list(attempt) for attempt in trace.tried],
        "o": trace.note,
        "d": len(back) if all(distance == 1 for distance in back) else back,
        "f": "".join(letters[candidate.rejected_by] for candidate in candidates),
        "n": filters,
        "a": compared,
        "s": rules,
        "k": sorted(ranked, key=lambda number: candidates[number].rank or 0),
        "v": values,
        "c": weighed if weighed != ranked else [],
        "q": left_out,
        "g": _by_reason([candidates[number] for number in weighed], trace.resolver),
        "e": {n: c.represented_by for n, c in enumerate(candidates) if c.represented_by is not None},
        "m": {n: dict(c.marks) for n, c in enumerate(candidates) if c.marks},
        "w": _steps(trace),
        "j": _walk(trace),
        "z": {n: _sources(candidates[n]) for n in ranked if candidates[n].sources},
        "x": trace.skipped(),
        "u": _scores_of_left(candidates),
    }
    return {name: value for name, value in content.items() if value}


def _steps(trace: Trace) -> list[str]:
    """The steps of a walk, each ``step N: MENTION VERDICT`` or ``step N: X = NODE``, mentions by position."""
    position = trace.discourse.position
    steps = []
    for step in trace.steps:
        place, _, rest = step.partition(": ")
        id, space, verdict = rest.partition(" ")
        steps.append(f"{place}: #{position[id]}{space}{verdict}" if id in position else step)
    return steps


def _walk(trace: Trace) -> dict[str, Any]:
    if trace.walk is None:
        return {}
    trees = {number: nodes for number, nodes in trace.walk.trees.items() if len(nodes) <= _LARGEST_TREE}
    return {"nodes": list(trace.walk.nodes), "trees": trees}


def _sources(candidate: Candidate) -> list[tuple[int, int, list[str]]]:
    """What satisfied a candidate's factors, those of one mention and age together."""
    factors_of: dict[tuple[int, int], list[str]] = {}
    for factor, sources in (candidate.sources or {}).items():
        if (candidate.factors or {}).get(factor):
            for source in sources:
                factors_of.setdefault(source, []).append(factor)
    return [(mention, faded, factors) for (mention, faded), factors in factors_of.items()]


def _compared(candidate: Candidate) -> str:
    if candidate.agreement is None:
        return ""
    agreement = candidate.agreement
    return " ".join((agreement.number.partition("∩")[0], agreement.gender.partition("∩")[0], agreement.person))


def _scores_of_left(candidates: list[Candidate]) -> dict[int, float]:
    """Scores of the best candidates that no filter rejects and that were not ranked, as those below a threshold."""
    left = [
        (round(score, 3), number)
        for number, candidate in enumerate(candidates[:_LOOKED_AT])
        if candidate.rank is None and not candidate.rejected_by and candidate.represented_by is None
        if (score := candidate.score) is not None
    ]
    best = sorted(left, key=lambda scored: (-scored[0], scored[1]))[:_SCORED]
    return {number: score for score, number in best}


def _weighed(candidates: list[Candidate], ranked: list[int], chosen: int | None) -> list[int]:
    """The ranked candidates whose factors are kept: all, or of many factors the best and the one that was chosen."""
    if len(ranked) <= _MOST_WEIGHED or len(candidates[ranked[0]].factors or {}) <= _MOST_FACTORS:
        return ranked
    return [n for n in ranked if (candidates[n].rank or 0) <= _MOST_WEIGHED or candidates[n].position == chosen]


def _values(candidates: list[Candidate]) -> dict[str, list[float]]:
    """Values of the factors that are not zero everywhere, adjustments included, for each candidate."""
    values: dict[str, list[float]] = {}
    for place, candidate in enumerate(candidates):
        for factors in (candidate.factors or {}, candidate.adjust or {}):
            for name, value in factors.items():
                row = values.setdefault(name, [0] * len(candidates))
                row[place] = round(row[place] + value, 3)
    return {name: row for name, row in values.items() if any(row)}


def _by_reason(candidates: list[Candidate], resolver: str) -> dict[str, list[float]]:
    """Points of each reason for each candidate; empty where no features are weighed."""
    if not any(are_weights(candidate.factors or {}) for candidate in candidates):
        return {}
    words = _words(resolver)
    points = [words.by_reason(candidate.factors or {}, candidate.score or 0.0) for candidate in candidates]
    told = [reason for reason in REASONS if any(reason in of_candidate for of_candidate in points)]
    return {reason: [of_candidate.get(reason, 0.0) for of_candidate in points] for reason in told}


@lru_cache(maxsize=32)
def _words(resolver: str) -> Words:
    """The words of a resolver, which are the same for all its traces."""
    return words_of([resolver])


def _kept(values: dict[str, list[float]]) -> tuple[dict[str, list[float]], int]:
    """The factors that tell candidates apart most, with the sum of the others, and how many those are."""
    if len(values) <= _MOST_FACTORS:
        return values, 0
    told = set(sorted(values, key=lambda name: min(values[name]) - max(values[name]))[:_MOST_FACTORS])
    others = [row for name, row in values.items() if name not in told]
    kept = {name: row for name, row in values.items() if name in told}
    return kept | {OTHER_FACTORS: [round(sum(of_candidate), 3) for of_candidate in zip(*others, strict=True)]}, len(
        others
    )
