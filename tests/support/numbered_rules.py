"""Digests of today's answers against those of a table of rules; WRITE_GOLDEN=1 raises the numbers of what differs."""

import os
from collections.abc import Iterable
from pathlib import Path

from anaphora_workbench.corpora.support.rules import HEADING, Rules, rules_in

NEW = Rules(1, "")


def check_rules(table: Path, today: dict[str, str], names: Iterable[str] = ()) -> None:
    """Compare digests with those of a table; WRITE_GOLDEN=1 writes those of today, each with the next number.

    Args:
        names: all that the table has; those of today if there are none.
    """
    names = sorted(names or today)
    rules = dict(rules_in(table))
    if os.environ.get("WRITE_GOLDEN"):
        for name, digest in today.items():
            before = rules.get(name, NEW)
            if digest != before.digest:
                rules[name] = Rules(before.number + bool(before.digest), digest)
        lines = [f"{name}\t{rules[name].number}\t{rules[name].digest}" for name in names if name in rules]
        table.write_text("\n".join([HEADING, *lines, ""]), encoding="utf-8")
        rules_in.cache_clear()
    written = rules_in(table)
    assert list(written) == names, f"{table.parent.name}: names that are no more, or not yet there; run make golden"
    assert {name: written[name].digest for name in today} == today, (
        f"{table.parent.name}: other answers under the same number; look at what has changed, then run make golden"
    )
