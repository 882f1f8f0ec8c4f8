"""Why one candidate outweighs the next where features have weights, and what the best and taking none are the sum of.

Of many weights the largest are named: of two candidates those of the features in which they differ most.
"""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.resolvers import IS, REASONS, Words, are_weights
from anaphora_workbench.workbench.report.tables import Column, Row, Table

_SHOWN = 8
_COMPARED = 2


def by_reason(trace: Mapping[str, Any], words: Words) -> Table | None:
    """How many points each reason gives the chosen candidate and the next; None where nothing has weights.

    Where no candidate was taken, or there is no other, the second column is of taking none. Points add up to the
    score as they are printed: what rounding leaves is told with the largest of them.

    Args:
        trace: as in resolvers.md, 1.5.
    """
    columns = _columns(trace)
    if not columns:
        return None
    points = {name: words.by_reason(scored["factors"], scored["score"]) for name, scored in columns.items()}
    rows: list[Row] = []
    for reason in REASONS:
        of_reason = {name: of_column.get(reason, 0.0) for name, of_column in points.items()}
        if any(of_reason.values()):
            rows.append(_row(reason, of_reason))
    total = {name: round(scored["score"], 2) + 0.0 for name, scored in columns.items()}
    rows.append(_row("score", total))
    heads = [Column("reason", "reason"), *(Column(name, name, "count") for name in columns)]
    lead = [Column("lead", "lead", "count")] if len(columns) > 1 else []
    return Table("", [*heads, *lead], rows, [len(rows) - 1, 1])


def _columns(trace: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The one or two choices that are compared, by the id of the candidate or as *none*."""
    ranked = [candidate for candidate in trace["candidates"] if candidate.get("rank") is not None]
    chosen = [candidate for candidate in ranked if candidate["id"] == trace["decision"]["antecedent"]]
    others = [candidate for candidate in ranked if candidate not in chosen] or _best_left(trace)
    if chosen and others:
        two = [*chosen, others[0]]
        columns = {candidate["id"]: candidate for candidate in two}
    elif "none" in trace:
        against = trace["none"]["against"]
        columns = {against["id"]: against, "none": trace["none"]}
    else:
        columns = {candidate["id"]: candidate for candidate in ranked[:2]}
    told = are_weights(name for scored in columns.values() for name in scored.get("factors", ()))
    return columns if told else {}


def _best_left(trace: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The candidate with the highest score of those that were not ranked and that no filter rejects, if any."""
    left = [
        candidate
        for candidate in trace["candidates"]
        if candidate.get("rank") is None and candidate.get("factors")
        if all(verdict.get("ok", True) for verdict in candidate.get("filters", {}).values())
    ]
    return [max(left, key=lambda candidate: float(candidate["score"]))] if left else []


def _row(reason: str, points: Mapping[str, float]) -> Row:
    """The points of one or two columns, and what the first of two has more."""
    row = {"reason": reason, **{name: f"{value:.2f}" for name, value in points.items()}}
    if len(points) > 1:
        first, other = points.values()
        lead = round(first - other, 2)
        row["lead"] = f"{lead:+.2f}" if lead else "0.00"
    return row


def compared(trace: Mapping[str, Any], width: int) -> Iterator[str]:
    """Lines that compare the first of the ranked candidates with the next ones; none where there are no weights.

    Each feature is followed by what it adds to the first candidate's lead, and by the values of both. Where no
    candidate was taken, or there is no other, what the best candidate and taking none consist of is said.

    Args:
        trace: as in resolvers.md, 1.5.
        width: of a line in characters.
    """
    ranked = [candidate for candidate in trace["candidates"] if candidate.get("rank") is not None]
    if not are_weights(name for candidate in ranked for name in candidate["factors"]):
        return
    # Where the closest likely one is taken, what weighs more did not decide.
    for other in (other for other in ranked[1 : 1 + _COMPARED] if ranked[0]["score"] >= other["score"]):
        yield from _wrapped(_lead(ranked[0], other), width)
    if "none" in trace and (trace["decision"]["antecedent"] is None or len(ranked) == 1):
        against = trace["none"]["against"]
        listed = next((c["score"] for c in trace["candidates"] if c["id"] == against["id"]), against["score"])
        # Where a second ranker has a say in which candidate is the best, the table has another score.
        alone = (
            ""
            if round(listed - against["score"], 2) == 0
            else f" by the ranker that may take none, {against['score']:.2f}"
        )
        yield from _wrapped(f"{against['id']}{alone}: {_weights(against)}", width)
        yield from _wrapped(f"taking none: {_weights(trace['none'])}", width)
    elif len(ranked) == 1:
        yield from _wrapped(f"{ranked[0]['id']}: {_weights(ranked[0])}", width)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False)


def _lead(first: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    own, others = _by_line(first["factors"]), _by_line(other["factors"])
    leads = {line: own.get(line, ("", 0.0))[1] - others.get(line, ("", 0.0))[1] for line in {**own, **others}}
    # A conjunction may weigh one value otherwise in other company; that is no difference to be named.
    values = {
        line: f" ({_value(own, line)}; {_value(others, line)})"
        for line in leads
        if _value(own, line) != _value(others, line)
    }
    total = _told_sum(leads, values, round(round(first["score"], 2) - round(other["score"], 2), 2))
    return f"{first['id']} before {other['id']} by {total:.2f}: {_largest(leads, values, total)}"


def _weights(scored: Mapping[str, Any]) -> str:
    by_line = _by_line(scored["factors"])
    weights = {line: weight for line, (_, weight) in by_line.items()}
    values = {line: f" ({value})" if value else "" for line, (value, _) in by_line.items()}
    return _largest(weights, values, _told_sum(weights, values, scored["score"]))


def _told_sum(weights: Mapping[str, float], values: Mapping[str, str], exact: float) -> float:
    """The sum that is told of weights: that of the figures where all of them are told, else the exact one."""
    told = [round(weight, 2) for weight in weights.values()]
    all_told = len(weights) <= _SHOWN and len(values) == len(weights) and any(told)
    return (sum(told) if all_told else exact) + 0.0


def _largest(weights: Mapping[str, float], values: Mapping[str, str], total: float) -> str:
    """The largest of the weights that have values to be told, and what is left of their sum, as both are printed."""
    seen = (line for line in values if round(weights[line], 2))
    largest = sorted(seen, key=lambda line: (-abs(weights[line]), line))[:_SHOWN]
    told = [f"{line} {weights[line]:+.2f}{values[line]}" for line in largest]
    rest = round(round(total, 2) - sum(round(weights[line], 2) for line in largest), 2) + 0.0
    others = any(round(weight, 2) for line, weight in weights.items() if line not in largest)
    told += [f"all others {rest:+.2f}"] if rest or others else []
    return ", ".join(told) or (f"all others {rest:+.2f}" if weights else "no weights")


def _by_line(factors: Mapping[str, float]) -> dict[str, tuple[str, float]]:
    parts = ((name.partition(IS), weight) for name, weight in factors.items())
    return {line: (value, weight) for (line, _, value), weight in parts}


def _value(weights: Mapping[str, tuple[str, float]], line: str) -> str:
    return weights[line][0] if line in weights else "–"
