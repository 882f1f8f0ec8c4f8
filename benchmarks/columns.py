"""Columns of a table, written as text."""

from __future__ import annotations

from typing import Any

from anaphora_workbench.workbench.report.tables import Column


def columns_of(text: str) -> list[Column]:
    """Columns as ``key: heading (kind)``, separated by semicolons; without heading it is the key, without kind text."""
    columns = []
    for part in text.split("; "):
        named, _, kind = part.removesuffix(")").partition(" (")
        key, _, heading = named.partition(": ")
        told: Any = kind or "text"
        columns.append(Column(key, heading or key, told))
    return columns
