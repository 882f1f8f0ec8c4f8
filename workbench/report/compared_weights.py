"""Why one candidate outweighs the next where many features have weights: those in which the two differ most."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

# More factors than these are not shown in columns but compared.
MOST_FACTORS = 25
_SHOWN = 8
_COMPARED = 2


def compared(trace: Mapping[str, Any], width: int) -> Iterator[str]:
    """Lines that compare the first of the ranked candidates with the next ones; none where there are few factors.

    Each feature is followed by what it adds to the first candidate's lead, and by the values of both.

    Args:
        trace: as in resolvers.md, 1.5.
        width: of a line in characters.
    """
    ranked = [candidate for candidate in trace["candidates"] if candidate.get("rank") is not None]
    if len({name.partition(" = ")[0] for candidate in ranked for name in candidate["factors"]}) <= MOST_FACTORS:
        return
    for other in ranked[1 : 1 + _COMPARED]:
        yield from _lead(ranked[0], other, width)


def _lead(first: Mapping[str, Any], other: Mapping[str, Any], width: int) -> Iterator[str]:
    own, others = _by_line(first["factors"]), _by_line(other["factors"])
    leads = {line: own.get(line, ("", 0.0))[1] - others.get(line, ("", 0.0))[1] for line in {**own, **others}}
    largest = sorted(leads, key=lambda line: (-abs(leads[line]), line))[:_SHOWN]
    told = [f"{line} {leads[line]:+.2f} ({_value(own, line)}; {_value(others, line)})" for line in largest]
    rest = sum(lead for line, lead in leads.items() if line not in largest)
    text = f"{first['id']} before {other['id']} by {sum(leads.values()):.2f}: {', '.join(told)}, all others {rest:+.2f}"
    yield from textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False)


def _by_line(factors: Mapping[str, float]) -> dict[str, tuple[str, float]]:
    """Value and weight of each feature that has one."""
    parts = ((name.partition(" = "), weight) for name, weight in factors.items())
    return {line: (value, weight) for (line, _, value), weight in parts}


def _value(weights: Mapping[str, tuple[str, float]], line: str) -> str:
    return weights[line][0] if line in weights else "–"
