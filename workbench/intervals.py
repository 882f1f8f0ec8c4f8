"""95% intervals of what a resolver reached."""

from __future__ import annotations

from workbench.results import Outcome


def intervals(outcome: Outcome) -> dict[str, tuple[float, float]]:
    """(low, high) by metric."""
    return {}
