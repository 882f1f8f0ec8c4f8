"""Digests of today's answers against those of a table of rules; WRITE_GOLDEN=1 raises the numbers of what differs."""

from __future__ import annotations

import os
from pathlib import Path

from anaphora_workbench.corpora.rules import HEADING, Rules, rules_in

NEW = Rules(1, "")


def check_rules(table: Path, today: dict[str, str]) -> None:
    """Compare digests with those of a table; WRITE_GOLDEN=1 writes those of today, each with the next number."""
    rules = dict(rules_in(table))
    if os.environ.get("WRITE_GOLDEN"):
        for name, digest in today.items():
            before = rules.get(name, NEW)
            if digest != before.digest:
                rules[name] = Rules(before.number + bool(before.digest), digest)
        lines = [f"{name}\t{rules[name].number}\t{rules[name].digest}" for name in sorted(today)]
        table.write_text("\n".join([HEADING, *lines, ""]), encoding="utf-8")
        rules_in.cache_clear()
    assert {name: its_rules.digest for name, its_rules in rules_in(table).items()} == today, (
        f"{table.parent.name}: other answers under the same number; look at what has changed, then run make golden"
    )
