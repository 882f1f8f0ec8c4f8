"""Salience of recency: every mention of a sentence has it, and it fades with each further sentence."""

from __future__ import annotations

from anaphora_workbench.resolvers.discourse import Discourse


def recent(discourse: Discourse, position: int) -> bool:
    """In the current sentence, or in the current topical segment where the factor counts by segment."""
    return True
