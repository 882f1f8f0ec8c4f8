"""Rule numbers: which rules of a resolver, a metric or the preprocessing made a figure.

A folder whose rules make figures has a table ``rules.tsv`` next to its code: a name, the number of its rules, and a
digest of what they answer today. ``make golden`` raises the number of whatever answers otherwise than its digest says.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HEADING = "name\trules\tdigest"
UNNUMBERED = "?"


@dataclass(frozen=True)
class Rules:
    """A line of a table of rules.

    Attributes:
        number: raised by one whenever the rules answer otherwise.
        digest: of their golden answers.
    """

    number: int
    digest: str


@cache
def rules_in(table: Path) -> Mapping[str, Rules]:
    """The lines of a table by name."""
    heading, *lines = table.read_text(encoding="utf-8").splitlines()
    assert heading == HEADING, table
    cells = (line.split("\t") for line in lines)
    return {name: Rules(int(number), digest) for name, number, digest in cells}


def rules_number(table: Path, name: str) -> str:
    """The number of a name's rules as a signature prints it, ``?`` where the table does not have it yet."""
    rules = rules_in(table).get(name)
    return UNNUMBERED if rules is None else str(rules.number)


def summary(numbers: Mapping[str, str]) -> str:
    """The rule numbers of several, on one line: the most frequent number, then the exceptions by name.

    >>> summary({"mitkov": "1", "hobbs": "1", "mars": "3"})
    '1,mars=3'
    """
    if not numbers:
        return ""
    most, _ = max(Counter(numbers.values()).items(), key=lambda item: (item[1], item[0]))
    return ",".join([most, *(f"{name}={number}" for name, number in sorted(numbers.items()) if number != most)])
